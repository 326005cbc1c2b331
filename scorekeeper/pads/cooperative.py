"""A pad for cooperative games: one entry has the result, and all players win or lose together."""

from dataclasses import dataclass, replace

from ..core.fields import Choice, Field
from ..core.messages import N_, say
from ..core.rulebook import Kind
from ..core.sheet import Line
from ..core.table import Summary, Table

WON, LOST = "won", "lost"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of the game: WON or LOST."""

    result: str


@dataclass(frozen=True, slots=True)
class State:
    """The pad; `result` is None while the game goes on."""

    table: Table
    result: str | None = None


def end(state: State, play: Result, number: int) -> State:
    """Return the state after the result was entered."""
    return replace(state, result=play.result)


def finished(state: State) -> bool:
    """Return whether the result was entered."""
    return state.result is not None


def lines(state: State) -> list[Line]:
    """Return the score sheet: there are no points. A won game ranks all players first, a lost one none."""
    key = None if state.result is None else (int(state.result == WON),)
    return [Line(seat, None, key=key) for seat in range(len(state.table.players))]


def _describe(before: State, play: Result, after: State) -> Summary:
    return Summary(say("The table won") if play.result == WON else say("The table lost"))


KIND: Kind[State, Result] = Kind(
    "result",
    Result,
    say("Enter the result"),
    end,
    fields=(Field("result", Choice((WON, LOST), (say("Won"), say("Lost"))), say("Result")),),
    describe=_describe,
    title=N_("the result"),
)
"""The only kind of play."""
