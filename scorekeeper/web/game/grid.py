"""The sheet of a title with a cell for each play (`Kind.cell`): a column for each player, a row for each word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...core.fields import PLAYER
from ...core.messages import Message
from ...core.replay import Replay
from ...core.rulebook import Kind
from .lines import Who
from .pad import MOST_BESIDE, Figures
from .slots import IN_ROW, Slot, name_of, rows_of

MOST_CELLS = 150
"""The most cells on one page; the plays of a larger sheet are entered one by one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: the `slot` in which it is filled in, or its `points` and the `address` of the play that filled it in.

    `name` is the name of its slot, `player` who fills it in.
    """

    name: str
    player: str
    points: int | None
    address: str = ""
    slot: Slot | None = None


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row: what it is called, and a cell for each player."""

    label: Message
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Grid:
    """The sheet: its rows, what is `added` to them (a name, and a figure for each player), and the sums.

    `open`: it can be filled in here.
    """

    players: Sequence[Who]
    rows: Sequence[GridRow]
    added: Sequence[tuple[Message, Figures]]
    sums: Figures
    open: bool

    @property
    def crowded(self) -> bool:
        """Whether the names do not fit beside each other on a phone."""
        return len(self.players) > MOST_BESIDE


def grid(
    replay: Replay,
    players: Sequence[Who],
    address: Callable[[int], str],
    slot: Callable[[str, int, str], Slot] | None,
) -> Grid | None:
    """Return the sheet as a replay has it, with the `address` of each play.

    None if the title has none, or if it is too large. `slot` returns the slot of a kind in a row of a seat; without it,
    nothing can be filled in.
    """
    kind = next((kind for kind in replay.rulebook.kinds(replay.table) if kind.cell), None)
    rows = rows_of(kind) if kind else {}
    if kind is None or len(rows) * len(players) > MOST_CELLS or _more_is_asked(kind):
        return None
    steps = [step for step in replay.steps if step.kind.name == kind.name]
    filled = {(step.seat, kind.value(step.play, _cell_of(kind))): address(step.number) for step in steps}
    lines = {line.seat: line for line in replay.rulebook.lines(replay.state)}

    def cell(seat: int, word: str) -> Cell:
        own = partial(Cell, name_of(kind.name, seat, IN_ROW + word), players[seat].name)
        if (seat, word) in filled:
            return own(lines[seat].parts.get(word), filled[seat, word])
        return own(None, slot=slot(kind.name, seat, IN_ROW + word) if slot else None)

    seats = range(len(players))
    added = [part for part in replay.rulebook.meta.parts if part.name not in rows]
    return Grid(
        players,
        [GridRow(label, [cell(seat, word) for seat in seats]) for word, label in rows.items()],
        [(part.label, tuple(lines[seat].parts.get(part.name) for seat in seats)) for part in added],
        tuple(lines[seat].points for seat in seats),
        slot is not None,
    )


def _cell_of(kind: Kind[Any, Any]) -> Any:
    return next(field for field in kind.fields if field.name == kind.cell)


def _more_is_asked(kind: Kind[Any, Any]) -> bool:
    """Return whether a play needs more than one field in its cell."""
    return len([field for field in kind.fields if field.name not in (PLAYER.name, kind.cell)]) != 1
