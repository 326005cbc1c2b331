"""What a title says of its seats: their order and colours, who is out, and others who have things but do not play."""

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
    """Who sits first in the next game of the same players: the same one, one drawn, the winner, or whom people name."""

    SAME = "same"
    DRAWN = "drawn"
    WINNER = "winner"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits first: what the `rule` says (None: it makes no difference), and who is `first` in the next game."""

    rule: Message | None = None
    first: First = First.SAME


@dataclass(frozen=True, slots=True)
class Seats(Generic[S]):
    """What concerns the seats.

    - `rule`, `first`: who sits first, and who does in the next game, as in Sitting;
    - `by_options(options)`: a Sitting in place of these two, where they depend on the options, by name (None: they do
      not). It is called while people sit down, too, when options may be missing;
    - `colours(table)`: the colour of each seat, from COLOURS;
    - `others(table)`: the names of those who are no players, but for whom plays are entered, too; their seats follow
      those of the players;
    - `eliminated(state)`: the seats that are out of the game while others play on;
    - `dealer(state)`: the seat that deals next, where the deal goes round, or None;
    - `next_to_enter(state, seat)`: where it is nobody's turn, the seat whose plays are entered after one of `seat`. For
      `seat` None: the seat to begin with when the table is opened, or None for the first of whom nothing is known yet;
    - `fault(table)`: why these players and options, each right by itself, do not go together, or None.
    """

    rule: Message | None = None
    first: First = First.SAME
    by_options: Callable[[Mapping[str, Any]], Sitting | None] | None = None
    colours: Callable[[Table], tuple[str, ...]] = lambda table: COLOURS[: len(table.players)]
    others: Callable[[Table], tuple[str, ...]] = lambda table: ()
    eliminated: Callable[[S], tuple[int, ...]] = lambda state: ()
    dealer: Callable[[S], int | None] = lambda state: None
    next_to_enter: Callable[[S, int | None], int | None] = lambda state, seat: seat
    fault: Callable[[Table], Message | None] = lambda table: None

    def sitting(self, options: Mapping[str, Any]) -> Sitting:
        """Return who sits first with these options."""
        return (self.by_options(options) if self.by_options else None) or Sitting(self.rule, self.first)
