"""The table agrees to end before the last agent."""

from dataclasses import dataclass, replace

from ...core.messages import Message, say
from ...core.rulebook import Kind
from ...core.table import Summary, Table
from .state import State


@dataclass(frozen=True, slots=True)
class Stop:
    """The game ends here, and the countries are scored."""


def apply(state: State, stop: Stop, number: int) -> State:
    """Return the state in which nobody sends an agent any more."""
    return replace(state, stopped=True)


def describe(before: State, stop: Stop, after: State) -> Summary:
    """Return that the game ended early."""
    return Summary(say("Ended early"), say("The countries are scored at once"))


def title(table: Table, stop: Stop) -> Message:
    """Return the name of this play in the list of all changes; undoing it is called "Reopen the game"."""
    return say("the early end")


STOP = Kind("stop", Stop, say("End the game here"), apply, fields=(), describe=describe, title=title, ends_game=True)
