"""The reader's language: messages, dates and numbers."""

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

from ...core.messages import AND, Message, isolated, say
from ...core.messages import number as with_minus
from ..access.rights import Right, requires
from .names import hyphenated

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages by code, each with its own name for itself."""
SPAN = re.compile(r"(\[\d+[-\N{EN DASH}]\d+\])")
"""A range of numbers in brackets, "[1-3]", in which no line may break."""
REGIONAL = re.compile(r"([a-z]{2,3})(?:[-_][a-z]{4})?[-_]([a-z]{2}|[0-9]{3})(?:[-_].*)?", re.ASCII | re.IGNORECASE)
"""A language with a region: "en-GB", "de-Latn-AT"."""
WRITTEN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
OF_A_QUERY = "!$&'()*+,/:;=?@-._~%"
"""Characters that stay in a query as they are; browsers escape all others."""
MAX_WISH_LENGTH = 400
"""The most characters of `Accept-Language` that are read; browsers send far fewer."""

blueprint = Blueprint("language", __name__)


def init_app(app: Flask, catalogues: Iterable[Path]) -> None:
    """Give templates `_`, `ngettext`, and filters such as `translated`, `date`, and `translated_json` for scripts.

    `catalogues` are the folders of the translations: the app's own, and one for each rulebook.
    """
    folders = ";".join(str(folder) for folder in catalogues)
    Babel(app, default_locale="en", default_translation_directories=folders, locale_selector=_choose_locale)
    app.register_blueprint(blueprint)
    app.jinja_env.globals["languages"] = LANGUAGES
    app.jinja_env.filters.update(translated=translated, translated_json=translated_json, date=date, clock=clock)
    app.jinja_env.filters.update(number=number, signed=signed, unbroken=unbroken, join=_joined)
    app.jinja_env.filters["listed"] = in_text
    app.jinja_env.policies["ext.i18n.trimmed"] = True  # as when texts are collected
    app.jinja_env.globals["language"] = language
    app.jinja_env.globals["asked_address"] = asked_address
    app.jinja_env.globals.update(_=_text, gettext=_text, ngettext=_counted)


def _text(text: str, **values: object) -> Markup:
    """Return a text of a template in the reader's language, with its values filled in."""
    said = Markup(catalogue().gettext(text))  # noqa: S704  (texts are ours, and values are escaped)
    return said % _filled(values) if values or "%" in said else said


def _counted(one: str, more: str, num: int, **values: object) -> Markup:
    return Markup(catalogue().ngettext(one, more, num)) % _filled({"num": num, **values})  # noqa: S704


def _filled(values: Mapping[str, object]) -> dict[str, object]:
    return {name: in_text(value) for name, value in values.items()}


def in_text(value: Any) -> Any:
    """Return a value as it stands in a text: messages in the reader's language, several things as a list of words."""
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
        case int() if type(value) is int:
            return with_minus(value)
    return shown(value)


def shown(value: Any) -> Any:
    """Return a value as templates output it: a plain string is isolated, so that direction marks in it affect only it.

    The value of a form field must come back unchanged: its template escapes it itself (`|e`), and so skips this.
    """
    return isolated(value) if type(value) is str else value


def _joined(values: Iterable[object], between: str = "") -> Markup:
    return Markup(between).join(map(shown, values))  # noqa: S704  (what is between is ours, the rest is escaped)


def catalogue() -> NullTranslations:
    """Return the catalogue of the reader's language; kept for the request, because a page needs it often."""
    if "catalogue" not in g:
        g.catalogue = get_translations()
    found: NullTranslations = g.catalogue
    return found


def language() -> str:
    """Return the code of the reader's language: the one they switched to, or else the best the browser asks for."""
    return str(region().language)


def region() -> Locale:
    """Return the reader's language with their region, for dates and times."""
    found: Locale = get_locale()
    return found


def region_code() -> str:
    """Return the code of the reader's language and region, "en_GB": readers with the same code see the same words."""
    return str(region())


def _choose_locale() -> Locale:
    """Return the language that was switched to or that the browser asks for, with the reader's region.

    The region is the first that the browser names with this language, or else with any other, if the language is
    written there; without one it is the language alone.
    """
    wished = _codes(request.headers.get("Accept-Language", "")[:MAX_WISH_LENGTH])
    switched = session.get("language")
    asked = next((code for code in map(_bare, wished) if code in LANGUAGES), "en")
    return _region(switched if switched in LANGUAGES else asked, wished)


@lru_cache(256)
def _codes(wish: str) -> tuple[str, ...]:
    """Return the languages that a browser asks for, the best first; cached, since phones of one make ask the same."""
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
    """Switch to a language, remember it, and redirect to the page where the user did so."""
    wanted = request.form.get("language", "")
    if wanted not in LANGUAGES:
        abort(400)
    session.permanent = True
    session["language"] = wanted
    return redirect(local_address(request.form.get("after", "/")), 303)


def local_address(address: str) -> str:
    """Return `address` if it is a path on this server, else the start page."""
    local = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if local else "/"


def asked_address() -> str:
    """Return the path and query of the page: those of the request, or `g.address` where a form is answered with it.

    The answer to any other form has no address of its own; then it is "/".
    """
    if request.method != "GET":
        return str(g.get("address", "/"))
    query = quote(request.query_string, safe=OF_A_QUERY)
    return f"{quote(request.path)}?{query}" if query else quote(request.path)


def translated(message: Message | str | None) -> str:
    """Return a message in the reader's language; a string stays as it is, None is ""."""
    if isinstance(message, Message):
        return message.translated(catalogue(), isolated)
    return message or ""


def unbroken(message: Message | str | None, *, hyphens: bool = False) -> Markup:
    """Return a message in the reader's language as HTML in which no line breaks inside "[1-3]".

    With `hyphens`, long words can break where they have a soft hyphen.
    """
    text = translated(message)
    parts: Iterable[str] = SPAN.split(hyphenated(text) if hyphens else text)
    if isinstance(message, Markup):
        parts = map(Markup, parts)
    kept = (
        Markup('<span class="unbroken">{}</span>').format(part) if at % 2 else part for at, part in enumerate(parts)
    )
    return Markup("").join(kept)


def translated_json(value: object) -> Markup:
    """Return `value` as JSON for an HTML element or an attribute in single quotes, with every message translated."""
    text = WRITTEN(_said(value, catalogue()))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("'", "\\u0027"))  # noqa: S704


def _said(value: Any, language: NullTranslations) -> object:
    """Return a value as JSON types, with every message translated; a dataclass with slots becomes an object."""
    match value:
        case Message():
            return value.translated(language, isolated)
        case str() | int() | None:
            return value
        case tuple() | list():
            return [_said(each, language) for each in value]
        case dict():
            return {name: _said(each, language) for name, each in value.items()}
    return {name: _said(getattr(value, name), language) for name in value.__slots__}


def number(value: int | None) -> str:
    """Return a whole number with a true minus sign, or a dash for None."""
    return "–" if value is None else with_minus(value)


def signed(value: int) -> str:
    """Return a change with a plus, a true minus, or neither for 0."""
    return f"+{value}" if value > 0 else number(value)


def date(moment: str | datetime | day | None) -> str:
    """Return the day of a time (a datetime, a date, or ISO 8601 text) in words, "" for None."""
    return _in_words(moment, "long") if moment else ""


def short_date(moment: str | None) -> str:
    """Return the day of a time in short, for the edge of a row: "Nov 21, 2026"; that there is none, for None."""
    return _in_words(moment, "medium") if moment else translated(say("No date"))


def day_of_month(moment: str | None) -> str:
    """Return the weekday and day of a time, for a row below the name of its month: "21 Sat"; "" for None."""
    return format_skeleton("Ed", datetime.fromisoformat(moment).date(), locale=region()) if moment else ""


def month(moment: str | datetime) -> str:
    """Return the month and year of a time in words."""
    return _in_words(moment, "LLLL y")


def clock(moment: str | datetime | None) -> str:
    """Return the time of day, "" for None."""
    when = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return str(format_time(when, "short", rebase=False)) if when else ""


def _in_words(moment: str | datetime | day, form: str) -> str:
    when = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return str(format_date(when, form, rebase=False))
