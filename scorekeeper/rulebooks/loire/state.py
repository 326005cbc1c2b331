"""The state of a game: the counted things of each player, and of Aaron."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ...core.table import Table
from .bonuses import Bonuses
from .cards import EMPTY_STORAGE, NO_ANIMALS
from .counting import Counts, Owned
from .estate import NO_CARDS, Estate

T = TypeVar("T")

AARON = "Aaron"
"""The opponent in a solo game. Source: "Solitaire Variation"."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Everything that a player, or Aaron, has; `animals` and `storage` are in the order of ANIMALS and STORAGE.

    `victory_cards` and `sold_goods` are the points on these cards. Source: "Action 3", "Action 6".
    """

    estate: Estate = field(default_factory=Estate)
    bonuses: Bonuses = field(default_factory=Bonuses)
    victory_cards: int = 0
    sold_goods: int = 0
    animals: Counts = NO_ANIMALS
    start_player: bool = False
    storage: Counts = EMPTY_STORAGE


@dataclass(frozen=True, slots=True)
class Compared:
    mine: Holding
    his: Holding


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    `holdings` are by seat, None before a first tally; in a solo game, Aaron's is the last. `entered` has the number of
    the play that entered each holding, or 0. In a solo game, `ended` has the numbers of the plays that ended the
    earlier rounds, and `compared` both holdings at the end of each of these rounds.
    """

    table: Table = field(hash=False)  # its options cannot be hashed
    holdings: tuple[Holding | None, ...]
    entered: tuple[int, ...]
    ended: tuple[int, ...] = ()
    compared: tuple[Compared, ...] = ()
    over: bool = False

    @property
    def seat_count(self) -> int:
        return len(self.table.players)

    @property
    def solo(self) -> bool:
        return is_solo(self.table)

    @property
    def aaron(self) -> int:
        """The index of Aaron's holding. Valid in solo games only."""
        return self.seat_count

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.table.players, *others(self.table))

    @property
    def round(self) -> int:
        """The number of the round, from 0."""
        return len(self.ended)

    @property
    def aaron_before(self) -> Counts:
        return self.compared[-1].his.estate.cards if self.compared else NO_CARDS

    def entered_in(self, index: int) -> int | None:
        """Return the round (from 0) of the play that entered the holding at `index`, or None without a play."""
        number = self.entered[index]
        return sum(ended < number for ended in self.ended) if number else None

    def entered_now(self, index: int) -> bool:
        return self.entered_in(index) == self.round

    def everybody(self, thing: Callable[[Holding], T], without: int | None = None) -> tuple[Owned[T], ...]:
        """Return `thing(holding)` with its owner for every holding entered, except the one at index `without`."""
        held = enumerate(zip(self.names, self.holdings, self.entered, strict=True))
        return tuple(
            Owned(name, thing(holding), number)
            for index, (name, holding, number) in held
            if holding is not None and index != without
        )

    def with_holding(self, index: int, holding: Holding, number: int) -> "State":
        return replace(
            self,
            holdings=(*self.holdings[:index], holding, *self.holdings[index + 1 :]),
            entered=(*self.entered[:index], number, *self.entered[index + 1 :]),
        )


def is_solo(table: Table) -> bool:
    return bool(table.options.get("solo"))


def others(table: Table) -> tuple[str, ...]:
    """Return the names of the estate owners who are not players."""
    return (AARON,) if is_solo(table) else ()


def start(table: Table) -> State:
    count = len(table.players) + len(others(table))
    return State(table, (None,) * count, (0,) * count)
