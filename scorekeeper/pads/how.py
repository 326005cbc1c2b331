"""Explanation of a pad: its help, the notes on its fields, and worked examples of points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..core.messages import Message
from ..core.replay import Replay
from .definition import Definition, Formula, Input, Rounds, Rows
from .formula import Entered, described
from .rounds import Played, RoundsState, values_of_round
from .rows import Filled, RowsState, values_of_row

MOST_WORKED = 2
"""Maximum number of players whose points are worked out."""


@dataclass(frozen=True, slots=True)
class Worked:
    """The points of the player with this `seat`: the values they are made of as text, the summands, and the points."""

    seat: int
    values: Message
    parts: Sequence[float]
    points: float


def definition_of(state: object) -> Definition | None:
    """Return the definition of the pad in a state of its game; None for other games, and for pads without points."""
    return state.definition if isinstance(state, RoundsState | RowsState) else None


def noted(definition: Definition) -> list[Input]:
    pad_type = definition.type
    formulas = (
        [pad_type.formula]
        if isinstance(pad_type, Rounds)
        else [row.formula for row in pad_type.rows]
        if isinstance(pad_type, Rows)
        else []
    )
    return [each for formula in formulas if formula for each in formula.inputs if each.note]


def worked(replay: Replay) -> list[Worked]:
    """Return the points of some players in the last entered round, or in the row of the last entry, worked out."""
    for step in reversed(replay.steps):
        found = _entered(step.before, step.play)
        if found:
            return list(_worked(*found))[:MOST_WORKED]
    return []


def _entered(state: object, play: object) -> tuple[Formula, Entered] | None:
    if isinstance(state, RoundsState) and isinstance(play, Played) and state.pad.formula:
        return state.pad.formula, values_of_round(state, state.pad.formula.inputs, play.values, state.announced or {})
    if isinstance(state, RowsState) and isinstance(play, Filled):
        row = state.pad.row(play.row)
        return (row.formula, values_of_row(state, row, row.formula, play)) if row.formula else None
    return None


def _worked(formula: Formula, found: Entered) -> Iterator[Worked]:
    """Yield the points of each side, those with the most summands first."""
    results = {}
    for side in found.values:
        scope = found.scope(side)
        results[side] = formula.points.of(scope), formula.points.parts(scope)
    for side in sorted(results, key=lambda each: -len(results[each][1])):
        points, parts = results[side]
        yield Worked(
            found.seats[side],
            described(formula.inputs, {name: (value,) for name, value in found.values[side].items()}),
            parts,
            float(points),
        )
