"""A game in which every play is for everybody, as people write it: a column for each player, a row for each play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.fields import ByPlayer
from ...core.messages import Message
from ...core.replay import Replay
from ...core.rulebook import Kind
from .lines import LogLine, Who
from .log import Log

MOST_BESIDE = 4
"""So many names have room beside each other on a phone."""
Figures = tuple[int | None, ...]
"""A figure for each player, in seat order; None while it is not known."""


@dataclass(frozen=True, slots=True)
class PadRow:
    """A play, and by how much it changed what each player has."""

    line: LogLine
    gains: Figures

    @property
    def said(self) -> Sequence[Message]:
        """What there is to say of the play: what was corrected there last, and what is odd about it."""
        said = [remark.message for remark in self.line.remarks]
        return [self.line.changed, *said] if self.line.changed else said


@dataclass(frozen=True, slots=True)
class Pad:
    """The rows by play, and what all of them come to. `labelled`: there are plays of several kinds."""

    players: Sequence[Who]
    rows: Sequence[PadRow]
    sums: Figures
    labelled: bool

    @property
    def crowded(self) -> bool:
        """Whether there are so many players that their names have no room beside each other."""
        return len(self.players) > MOST_BESIDE

    @property
    def width(self) -> int:
        """How many columns there are."""
        return 1 + len(self.players)

    def last(self, seat: int, most: int) -> Sequence[int | None]:
        """Return by how much the last plays changed what a player has."""
        return [row.gains[seat] for row in self.rows[-most:]]


def pad(replay: Replay, log: Log, players: Sequence[Who]) -> Pad | None:
    """Return the plays of a game as a pad; None where there are none, or where some belong to a player."""
    kinds = [kind for kind in replay.rulebook.kinds(replay.table) if not kind.ends_game]
    if not replay.steps or not all(map(_for_everybody, kinds)):
        return None
    states = [*(step.before for step in replay.steps), replay.state]
    had = [_points(replay, state) for state in states]
    lines = sorted(log.lines, key=lambda line: line.number)
    rows = [
        PadRow(line, tuple(map(_gain, before, after))) for line, before, after in zip(lines, had, had[1:], strict=False)
    ]
    return Pad(players, rows, had[-1], len(kinds) > 1)


def _for_everybody(kind: Kind[Any, Any]) -> bool:
    return not kind.has_player and kind.other is None and any(isinstance(each.shape, ByPlayer) for each in kind.fields)


def _points(replay: Replay, state: object) -> Figures:
    """Return what everybody at the table has, by seat."""
    lines = {line.seat: line.points for line in replay.rulebook.lines(state)}
    return tuple(lines[seat] for seat in range(len(replay.table.players)))


def _gain(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before
