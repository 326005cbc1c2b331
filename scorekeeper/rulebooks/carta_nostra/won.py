"""A play for tables that do not enter their turns: it says only who has won."""

from dataclasses import dataclass, replace

from ...core.fields import PLAYER
from ...core.messages import N_, say
from ...core.rulebook import Kind
from ...core.table import Summary
from .cities import State


@dataclass(frozen=True, slots=True)
class Won:
    """The player at `seat` has won; the cities are not known."""

    seat: int


def apply(state: State, won: Won, number: int) -> State:
    """Return the state in which that player has won."""
    return replace(state, last=won.seat, winner=won.seat, known=False)


def describe(before: State, won: Won, after: State) -> Summary:
    """Return who has won."""
    return Summary(say("{player} has won", player=before.table.players[won.seat]), say("Entered without the cities"))


WON = Kind(
    "won",
    Won,
    say("Just record the winner"),
    apply,
    fields=(PLAYER,),
    describe=describe,
    title=N_("{player}'s victory"),
)
