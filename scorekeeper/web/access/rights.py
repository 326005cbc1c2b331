"""What a view asks of a device: what its method lets expect (a POST at a game keeps its book), or what `@needs` says.

What a device may is found in `devices.py`, which compares both before every request.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from flask import g

View = TypeVar("View", bound=Callable[..., object])


class Right(IntEnum):
    """What a view asks of a device; each includes those before it."""

    NONE = 0
    """Nothing: every device may see it."""
    LOOK = 1
    """To look: at the game of the address, or else at all of them."""
    BOOK = 2
    """To keep the book of the game of the address."""
    HOUSE = 3
    """To be one of the house's own bookkeepers."""


@dataclass(frozen=True, slots=True)
class Rights:
    """What a device may do at the address that it asks for.

    `house` is one of the house's own bookkeepers; `book`: it may write in the game of the address, if that is of one;
    `look`: it may see that game, or else all games; `everywhere`: it may see all games. `gave`: it kept the book of the
    game or could, and another device keeps it now.
    """

    look: bool = False
    book: bool = False
    house: bool = False
    everywhere: bool = False
    gave: bool = False

    def include(self, needed: Right) -> bool:
        """Return whether they are enough."""
        return (True, self.look, self.book, self.house)[needed]


_needed: dict[object, Right] = {}


def needs(right: Right) -> Callable[[View], View]:
    """Say what a view asks of a device, where that is not what `needed` takes for granted."""

    def mark(view: View) -> View:
        _needed[view] = right
        return view

    return mark


def needed(view: object, method: str, *, of_a_game: bool) -> Right:
    """Return what a view asks of a device: to look, or for what is sent to keep the book or to be of the house."""
    if view in _needed:
        return _needed[view]
    if method in ("GET", "HEAD", "OPTIONS"):
        return Right.LOOK
    return Right.BOOK if of_a_game else Right.HOUSE


def rights() -> Rights:
    """Return what the device may do that asks; nothing before that is known."""
    found: Rights = g.get("rights") or Rights()
    return found
