"""Pages that are kept for a while, so that what was shown once is not made again while nothing has changed.

A page is kept by all that it shows, and never says more than the log it was made from. Two things in it belong to one
answer alone, the entry key and the token against forgery: whoever gets it next gets their own.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock

from flask import Response, current_app, make_response
from flask_babel import get_locale
from flask_wtf.csrf import generate_csrf

from .forms import new_entry_key


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was sent, with the entry key and the token of that answer."""

    text: str
    entry_key: str
    token: str


@dataclass(slots=True)
class Kept:
    """The last pages that were asked for, `most` of them at the most."""

    most: int = 32
    _pages: dict[Hashable, Page] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, shown: Hashable) -> Page | None:
        """Return the page that shows this, if it is kept."""
        with self._lock:
            return self._pages.get(shown)

    def put(self, shown: Hashable, page: Page) -> None:
        """Keep a page, and let the oldest go where there are too many."""
        with self._lock:
            self._pages[shown] = page
            if len(self._pages) > self.most:
                del self._pages[next(iter(self._pages))]


def kept(shown: Hashable, make: Callable[[str], Response]) -> Response:
    """Return the page that shows this, as `make` makes it with an entry key, or as it was made before."""
    pages: Kept = current_app.extensions["kept"]
    shown, entry_key = (shown, str(get_locale())), new_entry_key()
    page = pages.get(shown)
    if page:
        return make_response(page.text.replace(page.entry_key, entry_key).replace(page.token, generate_csrf()))
    response = make(entry_key)
    if response.status_code == 200:
        pages.put(shown, Page(response.get_data(as_text=True), entry_key, generate_csrf()))
    return response
