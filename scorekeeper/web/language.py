"""What is said in whose language: messages, dates and numbers."""

import json
from datetime import datetime
from gettext import NullTranslations

from babel.dates import format_date, format_time
from flask import Flask
from flask_babel import Babel, get_locale, get_translations
from markupsafe import Markup

from ..core.messages import Message

LANGUAGES = ("en",)


def init_app(app: Flask) -> None:
    """Let templates speak: `spoken` and `date` as filters, `spoken_json` for data that a script reads."""
    Babel(app, default_locale=LANGUAGES[0])
    app.jinja_env.filters.update(spoken=spoken, spoken_json=spoken_json, date=date, clock=clock, number=number)
    app.jinja_env.globals["language"] = lambda: str(get_locale())


def spoken(message: Message | str | None) -> str:
    """Return a message in the reader's language; what is text already stays as it is."""
    if isinstance(message, Message):
        translations: NullTranslations = get_translations()
        return message.said(translations)
    return message or ""


def spoken_json(value: object) -> Markup:
    """Return `value` as JSON that can stand in an HTML element, with every message spoken."""
    text = json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))  # noqa: S704


def number(value: int | None) -> str:
    """Return a whole number with a true minus sign, or a dash for one that is not known."""
    return "–" if value is None else str(value).replace("-", "\N{MINUS SIGN}")


def date(moment: str | datetime | None) -> str:
    """Return the day of a time (a datetime, or ISO 8601 as it was written), or nothing for None."""
    when = _moment(moment)
    return format_date(when.date(), "medium", get_locale()) if when else ""


def clock(moment: str | datetime | None) -> str:
    """Return the time of day, or nothing for None."""
    when = _moment(moment)
    return format_time(when.time(), "short", locale=get_locale()) if when else ""


def _moment(moment: str | datetime | None) -> datetime | None:
    return datetime.fromisoformat(moment) if isinstance(moment, str) else moment


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return spoken(value)
    return {name: getattr(value, name) for name in value.__slots__}  # type: ignore[attr-defined]
