"""Rights of devices and of views. A view's right depends on its method unless `@requires` sets it.

Before every request, `access/devices.py` determines the device's right and compares it with the view's.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import TypeVar

from flask import g

View = TypeVar("View", bound=Callable[..., object])


class Right(IntEnum):
    """A right that a device has at the requested URL or that a view requires; each includes the lower ones."""

    NONE = 0
    WATCH = 1
    """See the game in the URL."""
    VIEW = 2
    """See all games."""
    PAIRED = 3
    """Enter and change everything in all games."""

    @property
    def may_enter(self) -> bool:
        return self is Right.PAIRED

    @property
    def may_view_all(self) -> bool:
        return self >= Right.VIEW

    @property
    def has_one_game(self) -> bool:
        return self is Right.WATCH


_required: dict[object, Right] = {}


def requires(right: Right) -> Callable[[View], View]:
    """Return a decorator that sets the right required for a view, instead of the default from `required`."""

    def mark(view: View) -> View:
        _required[view] = right
        return view

    return mark


def required(view: object, method: str, *, of_a_game: bool) -> Right:
    """Return the right required for a view: by default PAIRED to write; to read, WATCH if `of_a_game`, else VIEW."""
    if view in _required:
        return _required[view]
    if method not in ("GET", "HEAD", "OPTIONS"):
        return Right.PAIRED
    return Right.WATCH if of_a_game else Right.VIEW


def rights() -> Right:
    """Return the current device's right, or NONE before `access/devices.py` has determined it."""
    found: Right = g.get("rights", Right.NONE)
    return found
