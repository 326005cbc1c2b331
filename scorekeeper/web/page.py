"""Pages: values that decide all that is shown before anything is drawn, and the answers drawn from them."""

from typing import Any, Protocol

from flask import Response, current_app, g, make_response, render_template, session
from flask_wtf.csrf import generate_csrf

from ..cache import Cache
from .language import region_code
from .rights import rights
from .submission import new_entry_key

MOST_KEPT = 32
_tokens: Cache[str] = Cache(1024)


class Page(Protocol):
    """What a template shows, under the name `page`; `template` is its name, or several of which the first is taken."""

    @property
    def template(self) -> Any:
        """The template."""


class KeptPage(Page, Protocol):
    """A page that is equal to another that shows the same; its entry key does not count."""

    @property
    def entry_key(self) -> str:
        """The key of the form on it."""


def page(shown: Page, status: int = 200) -> Response:
    """Return the answer that shows a page."""
    text = render_template(shown.template, page=shown)
    return make_response(text.encode(errors="backslashreplace"), status)  # half a character has no bytes of its own


def kept_page(shown: KeptPage) -> Response:
    """Return the answer that shows a page, or the one that was made for an equal page before.

    Two things in it belong to one answer alone, the entry key and the token against forgery: whoever gets it next gets
    their own.
    """
    pages: Cache[tuple[str, str, str]] = current_app.extensions["pages"]
    key = (shown, region_code(), rights())
    found, own = pages.get(key), _token()
    if found:
        text, entry_key, token = found
        return make_response(text.replace(entry_key, new_entry_key()).replace(token, own))
    response = page(shown)
    pages.put(key, (response.get_data(as_text=True), shown.entry_key, own))
    return response


def _token() -> str:
    """Return the token against forgery of the device that asks, which is signed but once: to sign takes a while."""
    of_device = (current_app.secret_key, session.get("csrf_token"))
    known = _tokens.get(of_device)
    if known:
        g.csrf_token = known  # where Flask-WTF looks first, for all forms of the page
        return known
    made: str = generate_csrf()
    return _tokens.put((current_app.secret_key, session["csrf_token"]), made)
