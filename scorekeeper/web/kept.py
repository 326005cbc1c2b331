"""Pages that are kept for a while, so that what was shown once is not made again while nothing has changed.

A page is kept by all that it shows, and never says more than the log it was made from. Two things in it belong to one
answer alone, the entry key and the token against forgery: whoever gets it next gets their own.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from flask import Response, current_app, make_response
from flask_babel import get_locale
from flask_wtf.csrf import generate_csrf

from ..memo import Memo
from .forms import new_entry_key

MOST = 32


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was sent, with the entry key and the token of that answer."""

    text: str
    entry_key: str
    token: str


def kept(shown: Hashable, make: Callable[[str], Response]) -> Response:
    """Return the page that shows this, as `make` makes it with an entry key, or as it was made before."""
    pages: Memo[Page] = current_app.extensions["kept"]
    shown, entry_key = (shown, str(get_locale())), new_entry_key()
    page = pages.get(shown)
    if page:
        return make_response(page.text.replace(page.entry_key, entry_key).replace(page.token, generate_csrf()))
    response = make(entry_key)
    if response.status_code == 200:
        pages.put(shown, Page(response.get_data(as_text=True), entry_key, generate_csrf()))
    return response
