"""The score pad of a game in which every play has a value for each player: columns are players, rows are plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...core.fields import ByPlayer
from ...core.messages import Message
from ...core.replay import Replay
from ...core.rulebook import Kind
from .lines import LogLine, Who
from .log import Log

MOST_BESIDE = 4
"""The most names that fit beside each other on a phone."""
Figures = tuple[int | None, ...]
"""A figure for each player, in seat order; None while it is not known."""


@dataclass(frozen=True, slots=True)
class PadRow:
    """A play, and by how much it changed each player's points; `gains` is () for one that only ended the game."""

    line: LogLine
    gains: Figures

    @property
    def said(self) -> Sequence[Message]:
        """The remarks on the play; first what was corrected, if the last change of the game did that here."""
        said = [remark.message for remark in self.line.remarks]
        return [self.line.changed, *said] if self.line.changed else said


@dataclass(frozen=True, slots=True)
class Pad:
    """The score pad: a row for each play, and the sums. `labelled`: the title has more than one kind of such plays."""

    players: Sequence[Who]
    rows: Sequence[PadRow]
    sums: Figures
    labelled: bool

    @property
    def crowded(self) -> bool:
        """Whether the names do not fit beside each other on a phone."""
        return len(self.players) > MOST_BESIDE

    @property
    def width(self) -> int:
        return 1 + len(self.players)

    def last(self, seat: int, most: int) -> Sequence[int | None]:
        """Return by how much the last plays, at most `most`, changed a player's points."""
        return [row.gains[seat] for row in self.rows if row.gains][-most:]


def pad(replay: Replay, log: Log, players: Sequence[Who]) -> Pad | None:
    """Return the plays of a game as a pad; None without plays, or if any kind has no value for each player."""
    kinds = [kind for kind in replay.rulebook.kinds(replay.table) if not kind.ends_game]
    if not replay.steps or not all(map(_for_everybody, kinds)):
        return None
    states = [*(step.before for step in replay.steps), replay.state]
    had = [_points(replay, state) for state in states]
    lines = sorted(log.lines, key=lambda line: line.number)
    gains = [tuple(map(_gain, before, after)) for before, after in pairwise(had)]
    if replay.rulebook.kind_of(replay.table, replay.steps[-1].play).ends_game and not any(gains[-1]):
        gains[-1] = ()
    rows = [PadRow(line, each) for line, each in zip(lines, gains, strict=False)]
    return Pad(players, rows, had[-1], len(kinds) > 1)


def _for_everybody(kind: Kind[Any, Any]) -> bool:
    return not kind.has_player and kind.other is None and any(isinstance(each.shape, ByPlayer) for each in kind.fields)


def _points(replay: Replay, state: object) -> Figures:
    """Return everybody's points in this state, by seat."""
    lines = {line.seat: line.points for line in replay.rulebook.lines(state)}
    return tuple(lines[seat] for seat in range(len(replay.table.players)))


def _gain(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before
