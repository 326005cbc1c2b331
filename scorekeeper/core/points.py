"""The sources of points: the plays that changed a figure of the score sheet, and by how much."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .messages import Message, joined, say, signed
from .replay import Replay
from .sheet import Line

TOTAL = ""
"""Denotes the total, instead of the name of a part."""


@dataclass(frozen=True, slots=True)
class Change:
    """The `value` of a figure after play `number` (0: before the first play), and its value `before` that play."""

    number: int
    before: int | None
    value: int | None

    @property
    def by(self) -> int | None:
        """The difference of the two values; None if one of them is unknown."""
        return None if self.before is None or self.value is None else self.value - self.before


def figure(line: Line, part: str) -> int | None:
    """Return a part of a line, or its total (TOTAL); None while unknown."""
    return line.total if part == TOTAL else line.parts.get(part)


def changes(replay: Replay, number: int, part: str) -> tuple[Change, ...]:
    """Return the value of a figure before the first play, then its changes in order.

    `number` is the index of the line in `Rulebook.lines`; `part` is the name of a column, or TOTAL. Points scored only
    at the end are counted as if the game had ended after each play.
    """
    values = [_value(replay, state, number, part) for state in _states(replay)]
    later = zip(values[1:], values, strict=False)
    made = (Change(at, before, value) for at, (value, before) in enumerate(later, 1) if value != before)
    return (Change(0, None, values[0]), *made)


def gains(before: Sequence[Line], after: Sequence[Line]) -> Mapping[tuple[int, str], int]:
    """Return the differences between two score sheets, by line index and part, without unchanged or unknown figures."""
    found: dict[tuple[int, str], int] = {}
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        for part in (TOTAL, *new.parts):
            was, now = figure(old, part), figure(new, part)
            if was is not None and now is not None and was != now:
                found[number, part] = now - was
    return found


def total_gains(before: Replay, after: Replay) -> Mapping[int, int]:
    """Return the differences of the current totals between two replays, by line index.

    A line without a change has 0. Lines without a known total are omitted.
    """
    pairs = enumerate(zip(before.lines, after.lines, strict=False))
    known = ((number, old.current, new.current) for number, (old, new) in pairs)
    return {number: new - old for number, old, new in known if old is not None and new is not None}


def gains_in_words(replay: Replay, changed: Mapping[int, int]) -> Message | None:
    """Return changes of totals, given by line index, as a sentence; None without changes."""
    texts = [joined((replay.lines[at].name, signed(by)), " ") for at, by in changed.items()]
    return say("Totals: {changes}", changes=joined(texts, ", ")) if texts else None


def _states(replay: Replay) -> list[Any]:
    return [*(step.before for step in replay.steps), replay.state]


def _value(replay: Replay, state: Any, number: int, part: str) -> int | None:
    paper = replay.rulebook.lines(state)
    return figure(paper[number], part) if number < len(paper) else None
