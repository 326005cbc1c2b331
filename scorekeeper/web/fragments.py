"""Pieces of pages that look the same on the next page: drawn once, and kept with the values that they show."""

from collections.abc import Callable, Hashable

from flask import Flask
from markupsafe import Markup

from ..cache import Cache
from .language import region_code

MOST_KEPT = 8192


def init_app(app: Flask) -> None:
    """Let templates keep what a macro draws: `macro|kept(value, ...)` is `macro(value, ...)`."""
    fragments: Cache[Markup] = Cache(MOST_KEPT)

    def kept(macro: Callable[..., Markup], *values: Hashable) -> Markup:
        """Return what a macro draws of some values: as it drew equal ones before, in the same language and region.

        So nothing else may come into it: neither a page nor who asks. The macro has to be imported, and without the
        context: one that stands in the page's own template is another one each time.
        """
        key = (macro, region_code(), values, tuple(map(type, values)))
        return fragments.get(key) or fragments.put(key, macro(*values))

    app.jinja_env.filters["kept"] = kept
