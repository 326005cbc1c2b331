"""A pad of rows: each play is a player's number in one row, or the player's values in its fields."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from ..core.errors import IllegalPlay
from ..core.fields import PLAYER, Choice, Field, Sum
from ..core.history import Record, RecordEntry, Timeline, highest
from ..core.messages import Message, joined, listed, say
from ..core.numbers import rounded
from ..core.rulebook import Kind, Stop, stop
from ..core.sheet import Column, Line
from ..core.table import Summary, Table
from .definition import FEWER, Definition, Formula, PadRow, Rows, side_of
from .formula import VALUES, Entered, Terms, check, defaults, described, in_short, numbers, points, record
from .rounds import typed, unlikely

ROW, NUMBER = "row", "number"


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled row of a player, or of the player's team: the terms of its number, or its values in fields."""

    seat: int
    row: str
    number: tuple[float, ...] = ()
    values: Terms | None = None


@dataclass(frozen=True, slots=True)
class RowsState:
    """The pad: for each side (a team or a player) the points by key of the row, without unfilled rows.

    `values` has, by key of the row, the values in its fields of each side that has filled it.
    """

    pad: Rows
    definition: Definition
    table: Table
    sides: tuple[tuple[int, ...], ...]
    points: tuple[Mapping[str, float], ...]
    values: Mapping[str, Mapping[int, Mapping[str, float]]] = field(default_factory=dict)
    stopped: bool = False


def start(pad: Rows, definition: Definition, table: Table) -> RowsState:
    sides = definition.sides(table)
    return RowsState(pad, definition, table, sides, ({},) * len(sides))


def fill(state: RowsState, play: Filled, at: int) -> RowsState:
    row, side = state.pad.row(play.row), side_of(state.sides, play.seat)
    own = state.points[side]
    if row.key in own:
        player = state.table.players[play.seat]
        raise IllegalPlay(
            "filled", say("{player} has filled {row} already.", player=player, row=row.name), ROW, play.seat
        )
    if row.formula:
        return _with_values(state, row, row.formula, side, play)
    number = rounded(sum(play.number))
    fault = row.count.fault(number)
    if fault:
        raise IllegalPlay("not-possible", say("{row}: {fault}", row=row.name, fault=fault), NUMBER, play.seat)
    return _with_points(state, row, {side: row.count.points(number)})


def _with_values(state: RowsState, row: PadRow, formula: Formula, side: int, play: Filled) -> RowsState:
    """Return the state after a player filled in the fields of a row.

    The points of others in this row can change, because an expression can compare the players who have filled it.
    """
    entered = values_of_row(state, row, formula, play)
    check(formula.inputs, entered, [side], sums=len(entered.values) == len(state.sides))
    after = _with_points(state, row, points(formula, entered))
    return replace(after, values={**state.values, row.key: entered.values})


def values_of_row(state: RowsState, row: PadRow, formula: Formula, play: Filled) -> Entered:
    """Return the values in a row of the sides that have filled it, and of the side that fills it in with this play."""
    side = side_of(state.sides, play.seat)
    values = {**defaults(formula.inputs), **numbers(play.values or {})}
    filled = dict(sorted({**state.values.get(row.key, {}), side: values}.items()))
    players = {each: state.table.players[seats[0]] for each, seats in enumerate(state.sides)}
    seats = {each: seats[0] for each, seats in enumerate(state.sides)} | {side: play.seat}
    return Entered(filled, {"players": len(state.table.players)}, players, seats)


def _with_points(state: RowsState, row: PadRow, found: Mapping[int, float]) -> RowsState:
    own = ({**each, row.key: found[side]} if side in found else each for side, each in enumerate(state.points))
    return replace(state, points=tuple(own))


def after_end(state: RowsState) -> list[str]:
    """Return the rows that can be filled when all rows that count are filled: those that only break ties."""
    return [] if state.stopped else [row.key for row in state.pad.rows if not row.counts]


def _counted(state: RowsState, own: Mapping[str, float]) -> Mapping[str, float]:
    return {row.key: own[row.key] for row in state.pad.rows if row.counts and row.key in own}


def finished(state: RowsState) -> bool:
    most = sum(row.counts for row in state.pad.rows)
    return state.stopped or all(len(_counted(state, own)) == most for own in state.points)


def turn(state: RowsState) -> int | None:
    """Return the seat whose turn it is, the first with the fewest rows; None if rows are filled in any order."""
    counts = [len(_counted(state, own)) for own in state.points]
    return state.sides[counts.index(min(counts))][0] if state.pad.turns else None


def lines(state: RowsState) -> list[Line]:
    """Return the score sheet, with None for unfilled rows.

    A tie-break that one of the tied players has left empty does not decide, and is None for all of them.
    """
    found = [_line(state, seat) for seat in range(len(state.table.players))]
    optional = [tie_break_name(row.key) for row in state.pad.rows if not row.counts]
    names = [tie_break_name(key) for key in state.definition.tie_breaks]
    for place, name in enumerate(names):
        if name not in optional:
            continue
        tied = [(line.total, *(line.tie_break[each] for each in names[:place])) for line in found]
        empty = {each for each, line in zip(tied, found, strict=True) if line.tie_break[name] is None}
        found = [
            replace(line, tie_break={**line.tie_break, name: None}) if each in empty else line
            for each, line in zip(tied, found, strict=True)
        ]
    return found


def figures(before: RowsState | None, state: RowsState) -> tuple[float, ...] | None:
    """Return the totals if rows are filled in turn and all players have filled the same number; otherwise None."""
    level = state.pad.turns and len({len(_counted(state, own)) for own in state.points}) == 1
    return tuple(line.total or 0 for line in lines(state)) if level else None


def round_name(before: RowsState, state: RowsState) -> Message | None:
    """Return the name of the round that a play ended, or None; rows filled in any order form no rounds."""
    if not state.pad.turns or turn(state) != state.sides[0][0] or state.stopped:
        return None
    return say("round {number}", number=len(_counted(state, state.points[0])))


def records(pad: Rows) -> tuple[Record[RowsState], ...]:
    return tuple(
        Record(f"row-{row.key}", say("Most in {row}", row=row.name), partial(_most, row.key))
        for row in pad.rows
        if row.counts
    )


def columns(pad: Rows) -> tuple[Column, ...]:
    named = [*((row.key, row.name) for row in pad.rows), *((bonus.key, bonus.name) for bonus in pad.bonuses)]
    return tuple(Column(key, name) for key, name in named)


def tie_break_name(key: str) -> str:
    """Return the column name of a row as a tie-break, unlike any row's key because keys have no underscores."""
    return f"tie_{key.removeprefix(FEWER)}"


def kinds(pad: Rows, decimals: int) -> tuple[Kind[RowsState, Filled], Kind[RowsState, Stop]]:
    """Return the kinds of play: a row, and the early end."""
    chosen = Choice(tuple(row.key for row in pad.rows), tuple(row.name for row in pad.rows))
    entered = Sum(min((row.count.lowest for row in pad.rows if not row.formula), default=0), decimals)
    named = (PLAYER, Field(ROW, chosen, say("Category")))
    return (
        Kind(
            "row",
            Filled,
            say("Enter the category"),
            fill,
            fields=(*named, Field(NUMBER, entered, say("Number"))),
            describe=_describe,
            made_of=_made_of,
            question=_question,
            title=partial(_title, pad),
            exhausted_choices=lambda state, seat: state.points[side_of(state.sides, seat)],
            cell=ROW,
            cell_fields={
                row.key: (*named, Field(VALUES, record(row.formula.inputs, decimals), row.name))
                for row in pad.rows
                if row.formula
            },
            after_end=after_end,
            in_turn=pad.turns,
        ),
        stop(lambda state: replace(state, stopped=True)),
    )


def _most(key: str, course: Timeline[RowsState]) -> RecordEntry | None:
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


def _line(state: RowsState, seat: int) -> Line:
    pad, side = state.pad, side_of(state.sides, seat)
    own = state.points[side]
    bonuses = pad.bonus_points(own)
    parts = {row.key: own.get(row.key) for row in pad.rows}
    return Line(
        seat,
        rounded(sum(_counted(state, own).values()) + sum(bonuses.values())),
        {**parts, **bonuses},
        {tie_break_name(key): _tie_break(state, side, key.removeprefix(FEWER)) for key in state.definition.tie_breaks},
    )


def _tie_break(state: RowsState, side: int, key: str) -> float | None:
    """Return the points of a side in a row, or the sum of its values in a field; None if there are none yet."""
    if any(row.key == key for row in state.pad.rows):
        return state.points[side].get(key)
    found = [filled[side][key] for filled in state.values.values() if key in filled.get(side, {})]
    return rounded(sum(found)) if found else None


def _question(state: RowsState, play: Filled, at_once: bool) -> Message | None:
    known = (state.pad.row(play.row).count.most, *(points for own in state.points for points in own.values()))
    typed_in = numbers(play.values).values() if play.values else [rounded(sum(play.number))]
    return unlikely(state.table.players[play.seat], max(typed_in, key=abs), known)


def _made_of(state: RowsState, play: Filled) -> dict[int, Message]:
    """Return the values in the fields of a row, by the first seat of its side."""
    formula = state.pad.row(play.row).formula
    seat = state.sides[side_of(state.sides, play.seat)][0]
    return {seat: in_short(formula.inputs, numbers(play.values or {}))} if formula else {}


def _title(pad: Rows, table: Table, play: Filled) -> Message:
    return say("{player}'s category {row}", player=table.players[play.seat], row=pad.row(play.row).name)


def _describe(before: RowsState, play: Filled, after: RowsState) -> Summary:
    row = before.pad.row(play.row)
    gained = rounded((_line(after, play.seat).total or 0) - (_line(before, play.seat).total or 0))
    if row.formula:
        found = after.points[side_of(after.sides, play.seat)][row.key]
        detail = described(row.formula.inputs, play.values) if play.values else None
        return Summary(joined((row.name, found), " "), detail, gained)
    detail = listed((typed(play.number),)) if len(play.number) > 1 else None
    return Summary(joined((row.name, rounded(sum(play.number))), " "), detail, gained)
