"""Where the points come from: which plays changed a figure of the score paper, and by how much."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .replay import Replay
from .sheet import Line

TOTAL = ""
"""What stands for the total where a part of the score could be named."""


@dataclass(frozen=True, slots=True)
class Change:
    """A figure after play `number` (0: before the first play), and what it was `before` that play."""

    number: int
    before: int | None
    value: int | None

    @property
    def by(self) -> int | None:
        """By how much it changed; None where that cannot be said, as it was not known before or is not now."""
        return None if self.before is None or self.value is None else self.value - self.before


def figure(line: Line, part: str) -> int | None:
    """Return a part of a line, or its total (TOTAL); None while it is not known."""
    return line.total if part == TOTAL else line.parts.get(part)


def changes(replay: Replay, number: int, part: str) -> tuple[Change, ...]:
    """Return what a figure was before the first play, and then every play that changed it, in order.

    `number` is that of the line on the score paper (from 0, in the order of `Rulebook.lines`). What only the end gives
    is counted as if the game had ended after each play.
    """
    values = [_value(replay, state, number, part) for state in _states(replay)]
    later = zip(values[1:], values, strict=False)
    made = (Change(at, before, value) for at, (value, before) in enumerate(later, 1) if value != before)
    return (Change(0, None, values[0]), *made)


def gains(before: Sequence[Line], after: Sequence[Line]) -> Mapping[tuple[int, str], int]:
    """Return by how much every figure changed from one paper to another, by line and part; what did not is left out."""
    found: dict[tuple[int, str], int] = {}
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        for part in (TOTAL, *new.parts):
            by = Change(0, figure(old, part), figure(new, part)).by
            if by:
                found[number, part] = by
    return found


def _states(replay: Replay) -> list[Any]:
    return [*(step.before for step in replay.steps), replay.state]


def _value(replay: Replay, state: Any, number: int, part: str) -> int | None:
    paper = replay.rulebook.lines(state)
    return figure(paper[number], part) if number < len(paper) else None
