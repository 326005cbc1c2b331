"""The winner alone, where the cities are not followed."""

from dataclasses import dataclass, replace

from ...core.fields import PLAYER
from ...core.messages import Message, say
from ...core.rulebook import Kind
from ...core.table import Summary, Table
from .cities import State


@dataclass(frozen=True, slots=True)
class Won:
    """The player at `seat` has won; nothing is said of the cities."""

    seat: int


def apply(state: State, won: Won, number: int) -> State:
    """Return the state in which that player has won."""
    return replace(state, last=won.seat, winner=won.seat, known=False)


def describe(before: State, won: Won, after: State) -> Summary:
    """Return who has won."""
    return Summary(say("{player} has won", player=before.table.players[won.seat]), say("Entered without the cities"))


def title(table: Table, won: Won) -> Message:
    """Return the name of this play, as in "Undo Ada's victory"."""
    return say("{player}'s victory", player=table.players[won.seat])


WON = Kind("won", Won, say("Just record the winner"), apply, fields=(PLAYER,), describe=describe, title=title)
