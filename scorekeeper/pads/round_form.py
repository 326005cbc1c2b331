"""The form of a round with fields: its layout, the keys of its fields, and the data for counting.js."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.messages import Message
from .definition import Input
from .formula import short_labels
from .keys import FEW_KEYS, MOST_KEYS, Keys, keys_of
from .rounds import Announcement, Played, RoundsState, ends, names_of

LINES, COLUMNS, CARDS = "lines", "columns", "cards"
MAX_LINES, MAX_COLUMNS, MAX_BESIDE = 6, 3, 3
"""Maximum number of lines that fit above the keys, of columns, and of fields side by side in a line."""
MAX_ROUNDS = 100
"""Maximum number of rounds whose values get a key in advance."""


@dataclass(frozen=True, slots=True)
class RoundForm:
    """The form of a round, or of what is announced before it.

    - `inputs`: its fields, with their `keys` in the same order.
    - `layout`: LINES (a line for each player, a column for each field), COLUMNS (a column for each player or team) or
      CARDS (a card for each player, and the fields of one player above the keys).
    - `seats`: the seats that represent the sides (players or teams) in it. `scores`: their totals.
    - `announces`: whether the form is only for the announcement.
    - `counting`: the fields, the expression of the points and the values of its names, for counting.js.
    """

    inputs: tuple[Input, ...]
    keys: tuple[Keys, ...]
    layout: str
    seats: tuple[int, ...]
    scores: tuple[float, ...]
    round: int
    announces: bool
    announced: bool
    counting: Mapping[str, Any]

    @property
    def short_labels(self) -> Message:
        return short_labels(self.inputs)

    @property
    def announced_labels(self) -> tuple[Message, ...]:
        return tuple(each.label for each in self.inputs if each.announced)

    @property
    def rows(self) -> int:
        """The number of rows of keys of the field with the most keys."""
        return max(each.rows for each in self.keys)


def round_form(state: object, play_type: type) -> RoundForm | None:
    """Return the form for a play of this type in a state; None unless it is a round of a pad with fields."""
    if not (isinstance(state, RoundsState) and state.pad.formula and play_type in (Played, Announcement)):
        return None
    formula, announces = state.pad.formula, play_type is Announcement
    inputs, count = formula.announced if announces else formula.inputs, len(state.present)
    entered = [each for each in inputs if announces or not each.announced]
    if count <= MAX_COLUMNS and (state.definition.teams or len(entered) > MAX_BESIDE):
        layout = COLUMNS
    else:
        layout = CARDS if count > MAX_LINES or len(entered) > MAX_BESIDE else LINES
    names, (rounds, _) = names_of(state), ends(state.definition, state.table)
    numbers = range(1, min(rounds or 0, MAX_ROUNDS) + 1)
    most_keys = FEW_KEYS if layout == CARDS else MOST_KEYS
    scores = tuple(state.scores[side].total for side in state.present)
    return RoundForm(
        inputs,
        tuple(keys_of(each, names, numbers, most_keys, state.definition.decimals) for each in inputs),
        layout,
        tuple(state.sides[side][0] for side in state.present),
        scores,
        state.rounds + 1,
        announces,
        state.announced is not None,
        {
            "names": names,
            "points": formula.points.text,
            "fields": [
                facts_of(each, _met_by(each, formula.announced, formula.points.text)) for each in formula.inputs
            ],
            "sides": [
                {"score": state.scores[side].total, "earlier": dict(state.scores[side].sums)} for side in state.present
            ],
        },
    )


def facts_of(field: Input, met_by: str | None) -> dict[str, Any]:
    """Return what a phone needs about a field; its limits are expressions."""
    limits = {"least": field.least, "most": field.most, "sumLeast": field.sum_least, "sumMost": field.sum_most}
    return {
        "name": field.name,
        "label": field.label,
        "note": field.note,
        "step": field.step,
        "default": field.default,
        "announced": field.announced,
        "metBy": met_by,
        **{name: limit.text if limit else None for name, limit in limits.items()},
    }


def _met_by(field: Input, announced: tuple[Input, ...], points: str) -> str | None:
    """Return the name of the announced field that the points compare with this one for equality, or None."""
    for each in () if field.announced else announced:
        if re.search(rf"\b(?:{each.name} == {field.name}|{field.name} == {each.name})\b", points):
            return each.name
    return None
