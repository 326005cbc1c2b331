"""Pads with only one play, the result: the winners, or whether all players won together."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..core.errors import IllegalPlay
from ..core.fields import Choice, Field, Several, Sum
from ..core.messages import N_, Message, say
from ..core.numbers import rounded
from ..core.rulebook import Kind
from ..core.sheet import Line
from ..core.table import Summary, Table
from .definition import Cooperative, Count, Definition
from .rounds import POINTS

WINNERS, WON, LOST = "winners", "won", "lost"
NO_WINNERS = say("Choose the winner, or several for a shared win.")


@dataclass(frozen=True, slots=True)
class Won:
    """The seats of the winners, several if they share the win."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a cooperative game, WON or LOST; with the terms of the points, if the pad counts them."""

    result: str
    points: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class ResultState:
    """The pad; `play` is None until the result is entered."""

    table: Table
    play: Won | Result | None = None


def finished(state: ResultState) -> bool:
    return state.play is not None


def lines(count: Count | None, state: ResultState) -> list[Line]:
    """Return the score sheet. The key of a line ranks the winners first: all or no players of a cooperative game.

    All players of a cooperative game have its points, if it has any (`count`) and they were not left out.
    """
    play, seats, total = state.play, range(len(state.table.players)), None
    if isinstance(play, Result):
        winners: Collection[int] = seats if play.result == WON else ()
        total = count.points(rounded(sum(play.points))) if count and play.points is not None else None
    else:
        winners = play.winners if play else ()
    return [Line(seat, total, key=(int(seat in winners),) if play else None) for seat in seats]


def kind(definition: Definition) -> Kind[ResultState, Any]:
    """Return the kind of play that names the winners, or that has the result of a cooperative game."""
    pad = definition.type
    if not isinstance(pad, Cooperative):
        return Kind(
            "won",
            Won,
            say("Enter who won"),
            _end,
            fields=(Field(WINNERS, Several(), say("Who won?")),),
            describe=_describe_winners,
            title=N_("who won"),
            missing=lambda state: {WINNERS: NO_WINNERS},
        )
    fields = [Field("result", Choice((WON, LOST), (say("Won"), say("Lost"))), say("Result"))]
    if pad.count:
        label = definition.unit.more if definition.unit else say("Points")
        shape = Sum(pad.count.lowest, definition.decimals)
        fields.append(Field(POINTS, shape, label, required=not pad.count.zero, hint=_limits(pad.count)))
    return Kind(
        "result",
        Result,
        say("Enter the result"),
        partial(_end_together, pad.count),
        fields=tuple(fields),
        describe=partial(_describe_result, definition),
        title=N_("the result"),
    )


def _end(state: ResultState, play: Won, number: int) -> ResultState:
    if not play.winners:
        raise IllegalPlay("nobody", NO_WINNERS, WINNERS)
    return replace(state, play=play)


def _limits(count: Count) -> Message | None:
    """Return the limits of an optional number as text."""
    if count.least is None or count.most is None or not count.zero:
        return None
    return say("{least} to {most}, or empty", least=count.least, most=count.most)


def _end_together(count: Count | None, state: ResultState, play: Result, number: int) -> ResultState:
    fault = count.fault(rounded(sum(play.points))) if count and play.points is not None else None
    if fault:
        raise IllegalPlay("not-possible", fault, POINTS)
    return replace(state, play=play)


def _describe_result(definition: Definition, before: ResultState, play: Result, after: ResultState) -> Summary:
    total = lines(definition.type.count if isinstance(definition.type, Cooperative) else None, after)[0].total
    unit = None if total is None or not definition.unit else definition.unit.amount(total)
    return Summary(say("Won together") if play.result == WON else say("Lost together"), unit, total)


def _describe_winners(before: ResultState, play: Won, after: ResultState) -> Summary:
    names = tuple(before.table.players[seat] for seat in play.winners)
    return Summary(
        say("{player} wins", player=names[0]) if len(names) == 1 else say("{players} share the win", players=names)
    )
