"""Pebbles, a made-up title: take one to three from a heap of twelve; the player with most at the end wins."""

from dataclasses import dataclass, replace

from ...core.errors import IllegalPlay
from ...core.fields import PLAYER, Field, Integer
from ...core.messages import N_, many, say
from ...core.rulebook import Kind, Meta, Rulebook
from ...core.sheet import Line
from ...core.table import Summary, Table

HEAP = 12


@dataclass(frozen=True, slots=True)
class Take:
    """The player at `seat` takes this number of pebbles."""

    seat: int
    pebbles: int


@dataclass(frozen=True, slots=True)
class State:
    """Each player's pebbles, and the last player who took some."""

    taken: tuple[int, ...]
    last: int = -1

    @property
    def left(self) -> int:
        """Pebbles remaining in the heap."""
        return HEAP - sum(self.taken)


def start(table: Table) -> State:
    """Return the table with a full heap."""
    return State((0,) * len(table.players))


def take(state: State, play: Take, number: int) -> State:
    """Return the state after a play; raises IllegalPlay."""
    if not 1 <= play.pebbles <= min(3, state.left):
        raise IllegalPlay("so-many-pebbles", say("{count} pebbles cannot be taken.", count=play.pebbles), "pebbles")
    taken = [count + play.pebbles * (seat == play.seat) for seat, count in enumerate(state.taken)]
    return replace(state, taken=tuple(taken), last=play.seat)


def describe(before: State, play: Take, after: State) -> Summary:
    """Return a play's summary."""
    return Summary(many("{count} pebble taken", "{count} pebbles taken", play.pebbles), points=play.pebbles)


TAKE = Kind(
    "take",
    Take,
    say("Take pebbles"),
    take,
    fields=(PLAYER, Field("pebbles", Integer(), say("Pebbles"))),
    describe=describe,
    title=N_("{player}'s pebbles"),
    in_turn=True,
)

RULEBOOK = Rulebook(
    meta=Meta(
        slug="pebbles",
        title=say("Pebbles"),
        players=(2, 3),
        sole_winner=N_("{player} has most pebbles"),
        joint_winners=N_("{players} have equally many pebbles"),
    ),
    kinds=lambda table: (TAKE,),
    start=start,
    finished=lambda state: state.left == 0,
    lines=lambda state: [Line(seat, count) for seat, count in enumerate(state.taken)],
    turn=lambda state: (state.last + 1) % len(state.taken),
)
