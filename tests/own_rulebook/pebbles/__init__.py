"""Pebbles, a title that nobody sells: take one to three from a heap of twelve; whoever has most at its end wins."""

from dataclasses import dataclass, replace
from typing import ClassVar

from ...core.errors import IllegalPlay
from ...core.messages import N_, many, say
from ...core.ranking import ranked
from ...core.rulebook import Column, Kind, Line, Meta, Rulebook, Sheet, Table, Telling
from ...core.shapes import Field, Integer, Seat

HEAP = 12


@dataclass(frozen=True, slots=True)
class Take:
    """The seat `player` takes so many pebbles."""

    kind: ClassVar[str] = "take"
    player: int
    pebbles: int


@dataclass(frozen=True, slots=True)
class State:
    """What everybody has, and who took last."""

    table: Table
    taken: tuple[int, ...]
    last: int = -1

    @property
    def left(self):
        """What is left of the heap."""
        return HEAP - sum(self.taken)


TAKE = Kind(
    "take",
    Take,
    say("Take pebbles"),
    (Field("player", Seat(), say("Player")), Field("pebbles", Integer(), say("Pebbles"))),
    in_turn=True,
)


def apply(state, play, number):
    """Return the state after a play; raises IllegalPlay."""
    if not 1 <= play.pebbles <= min(3, state.left):
        raise IllegalPlay("so-many-pebbles", say("{count} pebbles cannot be taken.", count=play.pebbles))
    taken = [count + play.pebbles * (seat == play.player) for seat, count in enumerate(state.taken)]
    return replace(state, taken=tuple(taken), last=play.player)


def sheet(state):
    """Return the score paper."""
    return Sheet(
        ranked(
            [
                Line(seat, name, count, {"taken": count}, {}, (count,), count)
                for seat, (name, count) in enumerate(zip(state.table.players, state.taken, strict=True))
            ]
        )
    )


def tell(state, play):
    """Return what a play does."""
    return Telling(many("{count} pebble taken", "{count} pebbles taken", play.pebbles), points=play.pebbles)


RULEBOOK = Rulebook(
    meta=Meta(
        slug="pebbles",
        title=say("Pebbles"),
        players=(2, 3),
        first_seat=say("Whoever has the smallest hands begins."),
        crowned=N_("{player} has most pebbles"),
        shared=N_("{players} have equally many pebbles"),
        parts=(Column("taken", say("taken")),),
        tie_breaks=(),
    ),
    kinds=lambda table: (TAKE,),
    start=lambda table: State(table, (0,) * len(table.players)),
    apply=apply,
    turn=lambda state: (state.last + 1) % len(state.taken),
    finished=lambda state: state.left == 0,
    sheet=sheet,
    label=lambda table, play: say("{player}'s pebbles", player=table.players[play.player]),
    tell=tell,
    standing_out=lambda state: (),
    colours=lambda table: ("red", "violet", "blue")[: len(table.players)],
    show=lambda state: None,
    entry=lambda state, seat: None,
    starter=lambda state: 0,
)
