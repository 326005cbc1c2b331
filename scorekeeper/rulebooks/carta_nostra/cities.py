"""The state of a game: the Mafiosi in each city, the latest removals, and the winner."""

from dataclasses import dataclass, replace
from typing import TypeVar

from ...core.messages import Message
from ...core.sheet import Line
from ...core.table import Table
from .mafiosi import ALL, LABELS, NOBODY

Value = TypeVar("Value")

City = tuple[int, ...]
"""The number of cards of each Mafioso in a city area, in the order of MAFIOSI."""


@dataclass(frozen=True, slots=True)
class Removal:
    """The removal of a Mafioso from a city: the `seat` of the player who removed it, and the play (number from 1)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class State:
    """The table after some plays.

    `removals[seat]` has the latest removal of each Mafioso from that seat's city. `last` is the seat that played last.
    `known` is False if only the winner was entered.
    """

    table: Table
    cities: tuple[City, ...]
    removals: tuple[tuple[Removal | None, ...], ...]
    last: int | None = None
    winner: int | None = None
    known: bool = True

    @property
    def seat_count(self) -> int:
        return len(self.table.players)


def start(table: Table) -> State:
    """Return the table before the first play: all cities are empty. Source: "Course of play", the deal."""
    count = len(table.players)
    return State(table, cities=(NOBODY,) * count, removals=((None,) * ALL,) * count)


def turn(state: State) -> int:
    """Return the seat on turn: to the left of the last player. Source: "Course of play", D."""
    return 0 if state.last is None else (state.last + 1) % state.seat_count


def finished(state: State) -> bool:
    return state.winner is not None


def lines(state: State) -> tuple[Line, ...]:
    """Return the score sheet. It does not have points: all players are tied until one has won. Source: "Game goal"."""
    return tuple(_line(state, seat) for seat in range(state.seat_count))


def different(city: City) -> int:
    return sum(count > 0 for count in city)


def no_race(before: State | None, state: State) -> None:
    """Return None, so that the history omits the race: more Mafiosi are not a lead. Source: "Game goal"."""


def missing(city: City) -> tuple[Message, ...]:
    return tuple(label for label, count in zip(LABELS, city, strict=True) if not count)


def one_step(city: City) -> bool:
    return different(city) == ALL - 1


def come_in(state: State, seat: int, mafioso: int) -> State:
    return replace(state, cities=put(state.cities, seat, _with(state.cities[seat], mafioso, 1)))


def taken_out(state: State, seat: int, mafioso: int, removal: Removal) -> State:
    return replace(
        state,
        cities=put(state.cities, seat, _with(state.cities[seat], mafioso, -1)),
        removals=put(state.removals, seat, put(state.removals[seat], mafioso, removal)),
    )


def decided(state: State, seat: int) -> State:
    """Return the state after a seat's turn; all five Mafiosi win. Source: "Game goal"; "Course of play", C."""
    return replace(state, winner=seat) if different(state.cities[seat]) == ALL else state


def put(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _with(city: City, mafioso: int, change: int) -> City:
    return put(city, mafioso, city[mafioso] + change)


def _line(state: State, seat: int) -> Line:
    city = different(state.cities[seat]) if state.known else None
    return Line(seat, total=None, parts={"city": city}, so_far=city, key=(int(seat == state.winner),))
