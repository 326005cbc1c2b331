"""Which right a view needs: a default by its method (a POST for a game needs the right to keep its book), or `@needs`.

`devices.py` finds out which rights the device has, and compares both before every request.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from flask import g

View = TypeVar("View", bound=Callable[..., object])


class Right(IntEnum):
    """The right that a view needs; each includes those before it."""

    NONE = 0
    """None: every device may use it."""
    LOOK = 1
    """To look at the game in the address or, if there is none, at all games."""
    BOOK = 2
    """To keep the book of the game in the address."""
    HOUSE = 3
    """To be paired: one of the house's own bookkeepers."""


@dataclass(frozen=True, slots=True)
class Rights:
    """What a device may do at the requested address.

    `look`: it may see the game in the address or, if there is none, all games. `book`: it may write in that game.
    `house`: it is paired. `everywhere`: it may see all games. `gave`: it kept that game's book, or could have, and
    another device keeps it now.
    """

    look: bool = False
    book: bool = False
    house: bool = False
    everywhere: bool = False
    gave: bool = False

    def include(self, needed: Right) -> bool:
        """Return whether a view that needs this right may be shown."""
        return (True, self.look, self.book, self.house)[needed]


_needed: dict[object, Right] = {}


def needs(right: Right) -> Callable[[View], View]:
    """Return a decorator that sets the right a view needs, where it is not the default of `needed`."""

    def mark(view: View) -> View:
        _needed[view] = right
        return view

    return mark


def needed(view: object, method: str, *, of_a_game: bool) -> Right:
    """Return the right a view needs: LOOK to read; to write, BOOK for a game (`of_a_game`) and HOUSE for all else."""
    if view in _needed:
        return _needed[view]
    if method in ("GET", "HEAD", "OPTIONS"):
        return Right.LOOK
    return Right.BOOK if of_a_game else Right.HOUSE


def rights() -> Rights:
    """Return the rights of the asking device; none before `devices.py` has found them."""
    found: Rights = g.get("rights") or Rights()
    return found
