"""The user's language: messages, dates and numbers."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date as day
from datetime import datetime
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any
from urllib.parse import quote

from babel import Locale
from babel.dates import format_skeleton
from babel.localedata import exists
from flask import Blueprint, Flask, abort, g, redirect, request, session
from flask_babel import Babel, format_date, format_time, get_locale, get_translations
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response as AnyResponse

from ...core.durations import has_time
from ...core.messages import AND, Count, Message, isolated, say
from ...core.messages import number as with_minus
from ...store.results import plain
from .names import hyphenated
from .rights import Right, requires

LANGUAGES = {"en": "English", "de": "Deutsch"}
SPAN = re.compile(r"(\[\d+[-\N{EN DASH}]\d+\])")
"""A range of numbers in brackets, "[1-3]", which no line may break."""
REGIONAL = re.compile(r"([a-z]{2,3})(?:[-_][a-z]{4})?[-_]([a-z]{2}|[0-9]{3})(?:[-_].*)?", re.ASCII | re.IGNORECASE)
"""A language with a region: "en-GB", "de-Latn-AT"."""
WRITTEN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
OF_A_QUERY = "!$&'()*+,/:;=?@-._~%"
"""Characters that remain unescaped in a query; browsers escape all others."""
MAX_WISH_LENGTH = 400
"""Maximum length of `Accept-Language` in characters, far above the length sent by browsers."""

blueprint = Blueprint("language", __name__)


def init_app(app: Flask, catalogues: Iterable[Path]) -> None:
    """Add `_`, `ngettext` and filters to templates; `catalogues` are the directories of the translations."""
    folders = ";".join(str(folder) for folder in catalogues)
    Babel(app, default_locale="en", default_translation_directories=folders, locale_selector=_choose_locale)
    app.register_blueprint(blueprint)
    app.jinja_env.globals["languages"] = LANGUAGES
    app.jinja_env.filters.update(translated=translated, translated_json=translated_json, date=date, clock=clock)
    app.jinja_env.filters.update(number=number, signed=signed, unbroken=unbroken, join=_joined)
    app.jinja_env.filters["counted"] = lambda count: number(Count(count))
    app.jinja_env.filters["listed"] = in_text
    app.jinja_env.policies["ext.i18n.trimmed"] = True  # as in the extraction of messages
    app.jinja_env.globals["language"] = language
    app.jinja_env.globals["asked_url"] = asked_url
    app.jinja_env.globals.update(_=_text, gettext=_text, ngettext=_counted)


def _text(text: str, **values: object) -> Markup:
    message = Markup(catalogue().gettext(text))  # noqa: S704  (texts are ours, and values are escaped)
    return message % _filled(values) if values or "%" in message else message


def _counted(one: str, more: str, num: int, **values: object) -> Markup:
    return Markup(catalogue().ngettext(one, more, num)) % _filled({"num": Count(num), **values})  # noqa: S704


def _filled(values: Mapping[str, object]) -> dict[str, object]:
    return {name: in_text(value) for name, value in values.items()}


def in_text(value: Any) -> Any:
    """Return a value for use in a text: messages in the user's language, several items as a list ("a, b and c")."""
    match value:
        case Markup():
            return value
        case Message():
            return translated(value)
        case list() | tuple():
            items = [in_text(each) for each in value]
            if len(items) < 2:
                return Markup("").join(items)
            text = Markup(catalogue().gettext(AND))  # noqa: S704
            return text.format(items=Markup(", ").join(items[:-1]), last=items[-1])
        case int() | float() if not isinstance(value, bool):
            return with_minus(value, catalogue())
    return shown(value)


def alphabetical(text: str) -> tuple[str, str]:
    """Return the sort key of a text in a list for people: case and accents count only between otherwise equal texts."""
    return plain(text), text


def shown(value: Any) -> Any:
    """Return a value for output: direction marks in a plain string cannot affect the text around it.

    Form fields must be sent back unchanged: their templates escape them (`|e`), which bypasses this function.
    """
    return isolated(value) if type(value) is str else value


def _joined(values: Iterable[object], between: str = "") -> Markup:
    return Markup(between).join(map(shown, values))  # noqa: S704  (the separator is ours, and values are escaped)


def catalogue() -> NullTranslations:
    """Return the catalogue of the user's language; cached per request, because a page needs it often."""
    if "catalogue" not in g:
        g.catalogue = get_translations()
    found: NullTranslations = g.catalogue
    return found


def language() -> str:
    """Return the code of the user's language: the chosen one, or else the best match for the browser."""
    return str(region().language)


def region() -> Locale:
    found: Locale = get_locale()
    return found


def _choose_locale() -> Locale:
    """Return the chosen language, or the best match for the browser, with the user's region.

    The region is the first one requested by the browser with this language, or else with any other language, if Babel
    knows it for this language. Without a region, the locale has only the language.
    """
    wished = _codes(request.headers.get("Accept-Language", "")[:MAX_WISH_LENGTH])
    switched = session.get("language")
    asked = next((code for code in map(_bare, wished) if code in LANGUAGES), "en")
    return _region(switched if switched in LANGUAGES else asked, wished)


@lru_cache(256)
def _codes(wish: str) -> tuple[str, ...]:
    """Return the languages requested by a browser, best first; cached, because many devices send the same header."""
    return tuple(code for code, _ in parse_accept_header(wish, LanguageAccept))


def _bare(code: str) -> str:
    return code.replace("_", "-").split("-")[0].lower()


@lru_cache(256)
def _region(language: str, wished: tuple[str, ...]) -> Locale:
    matches = [match for match in map(REGIONAL.fullmatch, wished) if match]
    own = [match[2].upper() for match in matches if match[1].lower() == language]
    territories = [*own, *(match[2].upper() for match in matches)]
    return next((Locale(language, each) for each in territories if exists(f"{language}_{each}")), Locale(language))


@blueprint.post("/language")
@requires(Right.NONE)
def switch() -> AnyResponse:
    wanted = request.form.get("language", "")
    if wanted not in LANGUAGES:
        abort(400)
    session.permanent = True
    session["language"] = wanted
    return redirect(local_url(request.form.get("after", "/")), 303)


def local_url(url: str) -> str:
    """Return a URL unchanged if it is a path on this server, else the start page."""
    # Browsers read "//" and "/\" as the start of another host, and ignore control characters.
    local = url.startswith("/") and not url.startswith(("//", "/\\")) and url.isprintable()
    return url if local else "/"


def asked_url() -> str:
    """Return the path and query of the page; after a POST, `g.url` if the view has set it, else "/"."""
    if request.method != "GET":
        return str(g.get("url", "/"))
    query = quote(request.query_string, safe=OF_A_QUERY)
    return f"{quote(request.path)}?{query}" if query else quote(request.path)


def translated(message: Message | str | None) -> str:
    if isinstance(message, Message):
        return message.translated(catalogue(), isolated)
    return message or ""


def unbroken(message: Message | str | None, *, hyphens: bool = False) -> Markup:
    """Return a message as HTML without line breaks inside "[1-3]"; with `hyphens`, long words can break."""
    text = translated(message)
    parts: Iterable[str] = SPAN.split(hyphenated(text) if hyphens else text)
    if isinstance(message, Markup):
        parts = map(Markup, parts)
    kept = (
        Markup('<span class="unbroken">{}</span>').format(part) if at % 2 else part for at, part in enumerate(parts)
    )
    return Markup("").join(kept)


def translated_json(value: object) -> Markup:
    """Return `value` as JSON for an HTML element or a single-quoted attribute, with every message translated."""
    text = WRITTEN(_translated_value(value, catalogue()))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("'", "\\u0027"))  # noqa: S704


def _translated_value(value: Any, language: NullTranslations) -> object:
    """Return a value as JSON types, with every message translated; a dataclass with slots becomes an object."""
    match value:
        case Message():
            return value.translated(language, isolated)
        case str() | int() | float() | None:
            return value
        case tuple() | list():
            return [_translated_value(each, language) for each in value]
        case dict():
            return {name: _translated_value(each, language) for name, each in value.items()}
    return {name: _translated_value(getattr(value, name), language) for name in value.__slots__}


def number(value: float | None) -> str:
    return "–" if value is None else with_minus(value, catalogue())


def signed(value: float) -> str:
    return f"+{number(value)}" if value > 0 else number(value)


def date(moment: str | datetime | day | None) -> str:
    return _formatted_date(moment, "long") if moment else ""


def full_date(moment: str | None) -> str:
    """Return the date of a time with its weekday; "" for None."""
    return _formatted_date(moment, "full") if moment else ""


def short_date(moment: str | None) -> str:
    """Return the date of a time in medium form, for the edge of a row: "Nov 21, 2026"; "No date" for None."""
    return _formatted_date(moment, "medium") if moment else translated(say("No date"))


def day_of_month(moment: str | None) -> str:
    """Return the weekday and day of a time, for a row below the name of its month: "21 Sat"; "" for None."""
    return format_skeleton("Ed", datetime.fromisoformat(moment).date(), locale=region()) if moment else ""


def month(moment: str | datetime) -> str:
    return _formatted_date(moment, "LLLL y")


def clock(moment: str | datetime | None) -> str:
    when = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return str(format_time(when, "short", rebase=False)) if when else ""


def when_played(started: str | None, ended: str | None, *, time: bool = True) -> str:
    """Return the start of a game as text, with the `time` of day if known; else its end, or the text for no date."""
    written = started or ended
    if written is None:
        return translated(say("No date"))
    if not time:
        return date(written)
    shown = f"{date(written)}, {clock(written)}" if has_time(written) else date(written)
    return shown if started else translated(say("ended {time}", time=shown))


def _formatted_date(moment: str | datetime | day, form: str) -> str:
    when = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return str(format_date(when, form, rebase=False))
