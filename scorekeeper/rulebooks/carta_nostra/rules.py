"""The rules of the cities: who comes in, who is taken out, and who has won."""

from dataclasses import dataclass, replace
from typing import TypeVar

from ...core.errors import IllegalPlay
from ...core.messages import Message, say
from ...core.rulebook import Table
from .mafiosi import ALL, INDEX, LABELS, NOBODY, named
from .plays import AnyPlay, Hit, Turn, Won

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Removal:
    """Somebody was taken out of a city: by which seat, and the number of that play."""

    player: int
    number: int


@dataclass(frozen=True, slots=True)
class State:
    """The table after some plays.

    `cities[seat]` counts the Mafiosi in a city area, `removals[seat]` has the latest removal of each (None: there was
    none). `last` is who played last, `winner` who has won; the cities are `known` unless the winner alone was entered.
    """

    table: Table
    cities: tuple[tuple[int, ...], ...]
    removals: tuple[tuple[Removal | None, ...], ...]
    last: int | None = None
    winner: int | None = None
    known: bool = True

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.table.players)


def start(table: Table) -> State:
    """Return the table before the first play: nobody lies in a city. Source: "Course of play", the deal."""
    players = len(table.players)
    return State(table, cities=(NOBODY,) * players, removals=((None,) * ALL,) * players)


def apply(state: State, play: AnyPlay, number: int) -> State:
    """Return the state after play `number`; raises IllegalPlay."""
    if isinstance(play, Won):
        return replace(state, last=play.player, winner=play.player, known=False)
    check(state, play)
    after = replace(state, last=play.player)
    if play.hit is not None:
        after = _taken_out(after, play.hit, Removal(play.player, number))
    if play.city is not None:
        after = _come_in(after, play.player, INDEX[play.city])
    return _decided(after, play.player)


def check(state: State, turn: Turn) -> None:
    """Raise IllegalPlay for what nobody can have done in that turn.

    Source: "The jobs of Mafiosi", Hitman. Both actions come in any order ("Course of play", B), which makes no
    difference: one is in the player's own city, the other in somebody else's.
    """
    hit = turn.hit
    for name in (turn.city, hit.mafioso if hit else None):
        if name is not None and name not in INDEX:
            raise IllegalPlay("unknown-mafioso", _unknown(name))
    if hit is None:
        return
    if hit.player == turn.player:
        raise IllegalPlay("own-city", _own_city(state, hit))
    if not state.cities[hit.player][INDEX[hit.mafioso]]:
        raise IllegalPlay("nothing-to-liquidate", _nobody_there(state, hit))


def different(city: tuple[int, ...]) -> int:
    """Return how many different Mafiosi are among these."""
    return sum(count > 0 for count in city)


def missing(city: tuple[int, ...]) -> tuple[Message, ...]:
    """Return who is not among these."""
    return tuple(label for label, count in zip(LABELS, city, strict=True) if not count)


def one_step(city: tuple[int, ...]) -> bool:
    """Return whether one Mafioso more would win."""
    return different(city) == ALL - 1


def turn(state: State) -> int:
    """Return whose turn it is: the player to the left of whoever played last. Source: "Course of play", D."""
    return 0 if state.last is None else (state.last + 1) % state.players


def finished(state: State) -> bool:
    """Return whether somebody has won."""
    return state.winner is not None


def starter(state: State) -> int:
    """Return who begins the next game: whoever has won this one. Source: "Game start"."""
    return state.winner or 0


def _come_in(state: State, player: int, mafioso: int) -> State:
    city = state.cities[player]
    return replace(state, cities=_put(state.cities, player, _put(city, mafioso, city[mafioso] + 1)))


def _taken_out(state: State, hit: Hit, removal: Removal) -> State:
    mafioso, city = INDEX[hit.mafioso], state.cities[hit.player]
    removals = _put(state.removals[hit.player], mafioso, removal)
    return replace(
        state,
        cities=_put(state.cities, hit.player, _put(city, mafioso, city[mafioso] - 1)),
        removals=_put(state.removals, hit.player, removals),
    )


def _decided(state: State, player: int) -> State:
    """Return the state at the end of that player's turn. Source: "Game goal"; "Course of play", C."""
    return replace(state, winner=player) if different(state.cities[player]) == ALL else state


def _unknown(name: str) -> Message:
    return say("There is no Mafioso {name!r}: there are {mafiosi}.", name=name, mafiosi=named(LABELS))


def _own_city(state: State, hit: Hit) -> Message:
    return say(
        "A Hitman works in other players' cities: {player} cannot take a {mafioso} out of their own.",
        player=state.table.players[hit.player],
        mafioso=LABELS[INDEX[hit.mafioso]],
    )


def _nobody_there(state: State, hit: Hit) -> Message:
    names, label = state.table.players, LABELS[INDEX[hit.mafioso]]
    removal = state.removals[hit.player][INDEX[hit.mafioso]]
    if removal is None:
        return say("No {mafioso} has come into {player}'s city.", mafioso=label, player=names[hit.player])
    return say(
        "No {mafioso} is left in {player}'s city: {other} took the last one out in play {number}.",
        mafioso=label,
        player=names[hit.player],
        other=names[removal.player],
        number=removal.number,
    )


def _put(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])
