"""The end of a game of several players: the tallies are the final ones."""

from dataclasses import dataclass, replace

from ...core.messages import Message, say
from ...core.rulebook import Kind
from ...core.table import Summary, Table
from .scoring import check_known
from .state import State


@dataclass(frozen=True, slots=True)
class Stop:
    """The tallies are the final ones. Source: "Game End"."""


def apply(state: State, stop: Stop, number: int) -> State:
    """Return the state in which the game is over; raises IllegalPlay while somebody's points are not known."""
    check_known(state)
    return replace(state, over=True)


def describe(before: State, stop: Stop, after: State) -> Summary:
    """Return that the tallies count as they are."""
    return Summary(say("These tallies are final"))


def title(table: Table, stop: Stop) -> Message:
    """Return the name of this play in the list of all changes; undoing it is called "Reopen the game"."""
    return say("the end of the game")


STOP = Kind("stop", Stop, say("End the game"), apply, fields=(), describe=describe, title=title, ends_game=True)
