"""The form of a sheet of rows: the keys of its fields, and the data for sheet-points.js."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..core.messages import Message
from .definition import Count, Input, PadRow
from .expressions import constant
from .keys import COLUMNS, DIGITS, KEYS, TICK, Keys, keys_of
from .round_form import facts_of
from .rows import NUMBER, RowsState

OPENED = "digits"
"""Name of the digits that the last key of a single row of keys opens."""


@dataclass(frozen=True, slots=True)
class RowForm:
    """A row: its `fields`, of which a row without a formula has one, and the name of the keys of each.

    `required` is whether every player needs a number in the row, or a value in each field without a default.
    """

    key: str
    label: Message
    fields: tuple[Input, ...]
    keys: tuple[Keys, ...]
    required: bool

    @property
    def beside(self) -> bool:
        """Whether the fields are above the keys, because they do not fit into a cell."""
        return len(self.fields) > 1

    def default(self, field: Input) -> float | None:
        """Return the default of a field; None for the first field if all have one, because every cell needs input."""
        every = all(each.default is not None for each in self.fields)
        return None if every and field == self.fields[0] else field.default


@dataclass(frozen=True, slots=True)
class SheetForm:
    """The form of a sheet: its `rows`, the `keys` of all fields, and the `height` of the keys in rows.

    `counting`: the rows with the expressions of their points, for sheet-points.js. `sides` in it has, for each player
    or team, the `values` in fields and the `points` in filled rows.
    """

    rows: tuple[RowForm, ...]
    keys: tuple[Keys, ...]
    counting: Mapping[str, Any]

    @property
    def height(self) -> int:
        return max(each.rows for each in self.keys)


def sheet_form(state: object) -> SheetForm | None:
    """Return the form of a sheet in a state of its game; None if its game has no pad of rows."""
    if not isinstance(state, RowsState):
        return None
    names = {"players": len(state.table.players)}
    decimals = state.definition.decimals
    groups: dict[Keys, Keys] = {}

    def keys(field: Input, beside: bool) -> Keys:
        own = _in_one_row(keys_of(field, names, decimals=decimals), beside)
        return groups.setdefault(replace(own, name=""), replace(own, name=f"keys-{len(groups)}"))

    rows = []
    for row in state.pad.rows:
        fields = row.formula.inputs if row.formula else (_number(row),)
        found = tuple(keys(each, len(fields) > 1) for each in fields)
        rows.append(RowForm(row.key, row.name, fields, found, row.counts))
    opened = [Keys(OPENED, DIGITS)] if any(each.opens is not None for each in groups.values()) else []
    counting = {
        "names": names,
        "rows": [
            {
                "key": row.key,
                "label": row.name,
                "points": row.formula.points.text if row.formula else _points(row.count),
                "counts": row.counts,
                "fields": [facts_of(each, None) for each in form.fields],
            }
            for row, form in zip(state.pad.rows, rows, strict=True)
        ],
        "bonuses": [
            {"key": each.key, "rows": each.rows, "start": each.bonus.start, "points": each.bonus.points}
            for each in state.pad.bonuses
        ],
        "lowestWins": state.definition.lowest_wins,
        "sides": [
            {
                "points": dict(points),
                "values": {key: filled[side] for key, filled in state.values.items() if side in filled},
            }
            for side, points in enumerate(state.points)
        ],
    }
    return SheetForm(tuple(rows), (*groups.values(), *opened), counting)


def _number(row: PadRow) -> Input:
    """Return the field of a row without a formula; its number can be 0 below the minimum if the row allows it."""
    count = row.count
    least = None if count.least is None else constant(min(count.least, 0) if count.zero else count.least)
    return Input(NUMBER, row.name, least, None if count.most is None else constant(count.most), count.step)


def _points(count: Count) -> str:
    """Return the points of a number as an expression."""
    points = NUMBER if count.each == 1 else f"{NUMBER} * {count.each}"
    if count.bonus is None:
        return points
    return f"{points} + ({count.bonus.points} if {points} >= {count.bonus.start} else 0)"


def _in_one_row(keys: Keys, beside: bool) -> Keys:
    """Return digits instead of keys for values from 0 on in a cell and, beside other fields, the first few values.

    A number in a cell can be a sum, such as the points of each bird, so it has keys only if they fill one row.
    """
    few = COLUMNS - 1
    if keys.way == TICK or (keys.way == KEYS and len(keys.values) <= few):
        return keys
    if beside and not (keys.negative or keys.decimals) and (keys.way == DIGITS or keys.values[:1] == (0,)):
        return Keys(keys.name, KEYS, tuple(range(few)), opens=few)
    return keys if keys.way != KEYS else Keys(keys.name, DIGITS, negative=keys.values[0] < 0)
