"""Views that a device may see without being paired: they say so themselves."""

from collections.abc import Callable
from typing import TypeVar

View = TypeVar("View", bound=Callable[..., object])

_views: set[object] = set()


def public(view: View) -> View:
    """Mark a view as one that a device may see without being paired."""
    _views.add(view)
    return view


def is_public(view: object) -> bool:
    """Return whether a view was marked so."""
    return view in _views
