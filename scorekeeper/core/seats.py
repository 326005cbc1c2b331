"""Who sits where: the order of the seats, their colours, and who is out or no player at all."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from .messages import Message
from .table import Table

S = TypeVar("S")
"""The state of a title: all that its plays have come to."""
COLOURS = ("blue", "green", "grey", "brown", "red", "violet", "teal", "orange", "pink", "black")
"""The colours that a player can have; pages have a sign for each, too."""


class First(StrEnum):
    """Who sits first in the next game of the same players; with ASKED the table says so each time."""

    SAME = "same"
    DRAWN = "drawn"
    WINNER = "winner"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Sitting:
    """The order in which people sit: what the `rule` says of it, and who sits `first` in the next game."""

    rule: Message | None = None
    first: First = First.SAME


@dataclass(frozen=True, slots=True)
class Seats(Generic[S]):
    """What concerns the seats.

    - `rule` says who sits first (None: it makes no difference), `first` who does so in the next game;
    - `by_options(options)`: both where they depend on the game options, by name (None: as they are otherwise). It is
      asked while people sit down, too, when an option may be missing;
    - `colours(table)`: the colour of each seat, from COLOURS;
    - `others(table)`: the names of those whose things are entered without their being players; their seats are
      counted on from those of the players;
    - `eliminated(state)`: the seats that are out of the game while others play on;
    - `next_to_enter(state, seat)`: where it is nobody's turn, whose plays are entered after one of that seat, or when
      the table opens (`seat` is None); None: the first of whom nothing is known;
    - `fault(table)`: what is wrong with a table of players and options that are right by themselves, or None.
    """

    rule: Message | None = None
    first: First = First.SAME
    by_options: Callable[[Mapping[str, Any]], Sitting | None] | None = None
    colours: Callable[[Table], tuple[str, ...]] = lambda table: COLOURS[: len(table.players)]
    others: Callable[[Table], tuple[str, ...]] = lambda table: ()
    eliminated: Callable[[S], tuple[int, ...]] = lambda state: ()
    next_to_enter: Callable[[S, int | None], int | None] = lambda state, seat: seat
    fault: Callable[[Table], Message | None] = lambda table: None

    def sitting(self, options: Mapping[str, Any]) -> Sitting:
        """Return the order in which people sit with these options."""
        return (self.by_options(options) if self.by_options else None) or Sitting(self.rule, self.first)
