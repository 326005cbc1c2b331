"""A pad of rows: each play is a player's number in one row."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from ..core.errors import IllegalPlay
from ..core.fields import PLAYER, Choice, Field, Sum
from ..core.history import Record, RecordEntry, Timeline, highest
from ..core.messages import Message, joined, listed, say
from ..core.numbers import rounded
from ..core.rulebook import Kind, Stop, stop
from ..core.sheet import Column, Line
from ..core.table import Summary, Table
from .definition import Definition, Rows, side_of
from .rounds import typed, unlikely

ROW, NUMBER = "row", "number"


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled row of a player, or of the player's team: the terms of its number."""

    seat: int
    row: str
    number: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The pad: for each side (a team or a player) the points by key of the row, without unfilled rows."""

    pad: Rows
    definition: Definition
    table: Table
    sides: tuple[tuple[int, ...], ...]
    points: tuple[Mapping[str, float], ...]
    stopped: bool = False


def start(pad: Rows, definition: Definition, table: Table) -> State:
    sides = definition.sides(table)
    return State(pad, definition, table, sides, ({},) * len(sides))


def fill(state: State, play: Filled, at: int) -> State:
    row, side = state.pad.row(play.row), side_of(state.sides, play.seat)
    own, number = state.points[side], rounded(sum(play.number))
    if row.key in own:
        player = state.table.players[play.seat]
        raise IllegalPlay(
            "filled", say("{player} has filled {row} already.", player=player, row=row.name), ROW, play.seat
        )
    fault = row.count.fault(number)
    if fault:
        raise IllegalPlay("not-possible", say("{row}: {fault}", row=row.name, fault=fault), NUMBER, play.seat)
    filled = {**own, row.key: row.count.points(number)}
    return replace(state, points=(*state.points[:side], filled, *state.points[side + 1 :]))


def finished(state: State) -> bool:
    return state.stopped or all(len(own) == len(state.pad.rows) for own in state.points)


def turn(state: State) -> int | None:
    """Return the seat whose turn it is, the first with the fewest rows; None if rows are filled in any order."""
    counts = [len(own) for own in state.points]
    return state.sides[counts.index(min(counts))][0] if state.pad.turns else None


def lines(state: State) -> list[Line]:
    """Return the score sheet, with None for unfilled rows."""
    return [_line(state, seat) for seat in range(len(state.table.players))]


def figures(before: State | None, state: State) -> tuple[float, ...] | None:
    """Return the totals if rows are filled in turn and all players have filled the same number; otherwise None."""
    level = state.pad.turns and len({len(own) for own in state.points}) == 1
    return tuple(line.total or 0 for line in lines(state)) if level else None


def round_name(before: State, state: State) -> Message | None:
    """Return the name of the round that a play ended, or None; rows filled in any order form no rounds."""
    if not state.pad.turns or turn(state) != state.sides[0][0] or state.stopped:
        return None
    return say("round {number}", number=len(state.points[0]))


def records(pad: Rows) -> tuple[Record[State], ...]:
    return tuple(
        Record(f"row-{row.key}", say("Most in {row}", row=row.name), partial(_most, row.key)) for row in pad.rows
    )


def columns(pad: Rows) -> tuple[Column, ...]:
    named = [*((row.key, row.name) for row in pad.rows), *((bonus.key, bonus.name) for bonus in pad.bonuses)]
    return tuple(Column(key, name) for key, name in named)


def tie_break_name(key: str) -> str:
    """Return the column name of a row as a tie-break, unlike any row's key because keys have no underscores."""
    return f"tie_{key}"


def kinds(pad: Rows, decimals: int) -> tuple[Kind[State, Filled], Kind[State, Stop]]:
    """Return the kinds of play: a row, and the early end."""
    chosen = Choice(tuple(row.key for row in pad.rows), tuple(row.name for row in pad.rows))
    entered = Sum(min(row.count.lowest for row in pad.rows), decimals)
    fields = (PLAYER, Field(ROW, chosen, say("Row")), Field(NUMBER, entered, say("Number")))
    return (
        Kind(
            "row",
            Filled,
            say("Enter the row"),
            fill,
            fields=fields,
            describe=_describe,
            question=_question,
            title=partial(_title, pad),
            exhausted_choices=lambda state, seat: state.points[side_of(state.sides, seat)],
            cell=ROW,
            in_turn=pad.turns,
        ),
        stop(lambda state: replace(state, stopped=True)),
    )


def _most(key: str, course: Timeline[State]) -> RecordEntry | None:
    """Return the most points of a player in a row, or None if no one has any."""
    moves = [move for move in course.moves if isinstance(move.play, Filled) and move.play.row == key]
    sides = course.state.sides
    had = (
        RecordEntry(course.state.points[side][key], (seat,), move.number)
        for move in moves
        for side in [side_of(sides, move.play.seat)]
        for seat in sides[side]
    )
    return highest(each for each in had if each.value > 0)


def _line(state: State, seat: int) -> Line:
    pad, own = state.pad, state.points[side_of(state.sides, seat)]
    bonuses = pad.bonus_points(own)
    parts = {row.key: own.get(row.key) for row in pad.rows}
    return Line(
        seat,
        rounded(sum(own.values()) + sum(bonuses.values())),
        {**parts, **bonuses},
        {tie_break_name(key): own.get(key) for key in state.definition.tie_breaks},
    )


def _question(state: State, play: Filled, at_once: bool) -> Message | None:
    known = (state.pad.row(play.row).count.most, *(points for own in state.points for points in own.values()))
    return unlikely(state.table.players[play.seat], rounded(sum(play.number)), known)


def _title(pad: Rows, table: Table, play: Filled) -> Message:
    return say("{player}'s row {row}", player=table.players[play.seat], row=pad.row(play.row).name)


def _describe(before: State, play: Filled, after: State) -> Summary:
    detail = listed((typed(play.number),)) if len(play.number) > 1 else None
    gained = rounded((_line(after, play.seat).total or 0) - (_line(before, play.seat).total or 0))
    headline = joined((before.pad.row(play.row).name, rounded(sum(play.number))), " ")
    return Summary(headline, detail, gained)
