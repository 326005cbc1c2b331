"""What a device may do, and what each view requires: by default of its method, or as set by `@requires`.

`devices.py` finds out what the asking device may do, and compares both before every request.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import TypeVar

from flask import g

View = TypeVar("View", bound=Callable[..., object])


class Right(IntEnum):
    """What a device may do at the requested URL, and what a view requires; each includes those before it."""

    NONE = 0
    WATCH = 1
    """See the game in the URL."""
    VIEW = 2
    """See all games."""
    PAIRED = 3
    """Enter and change everything, in all games."""

    @property
    def may_enter(self) -> bool:
        return self is Right.PAIRED

    @property
    def may_view_all(self) -> bool:
        return self >= Right.VIEW

    @property
    def has_one_game(self) -> bool:
        """Whether the device may see this game and no other."""
        return self is Right.WATCH


_required: dict[object, Right] = {}


def requires(right: Right) -> Callable[[View], View]:
    """Return a decorator that sets the right that a view requires, if that is not the default of `required`."""

    def mark(view: View) -> View:
        _required[view] = right
        return view

    return mark


def required(view: object, method: str, *, of_a_game: bool) -> Right:
    """Return the right that a view requires; by default WATCH or VIEW to read (`of_a_game` or not), PAIRED to write."""
    if view in _required:
        return _required[view]
    if method not in ("GET", "HEAD", "OPTIONS"):
        return Right.PAIRED
    return Right.WATCH if of_a_game else Right.VIEW


def rights() -> Right:
    """Return what the asking device may do; NONE before `devices.py` has found it out."""
    found: Right = g.get("rights", Right.NONE)
    return found
