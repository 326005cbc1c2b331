"""The sources of points: the plays that changed a figure of the score sheet, and by how much."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .messages import Message, joined, say, signed
from .numbers import rounded
from .replay import Replay
from .sheet import Line

TOTAL = ""
"""Name of the total in `changes`, instead of the name of a part."""


@dataclass(frozen=True, slots=True)
class Change:
    """The `value` of a figure after play `number`, 0 before the first play, and its value `before` that play."""

    number: int
    before: float | None
    value: float | None

    @property
    def by(self) -> float | None:
        return difference(self.before, self.value)


def difference(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else rounded(after - before)


def figure(line: Line, part: str) -> float | None:
    return line.total if part == TOTAL else line.parts.get(part)


def changes(replay: Replay, number: int, part: str) -> tuple[Change, ...]:
    """Return the value of a figure before the first play, then its changes in order; `number` is the index of its line.

    Points scored only at the end are counted as if the game had ended after each play.
    """
    states = [*(step.before for step in replay.steps), replay.state]
    sheets = map(replay.rulebook.lines, states)
    values = [figure(lines[number], part) if number < len(lines) else None for lines in sheets]
    later = zip(values[1:], values, strict=False)
    made = (Change(at, before, value) for at, (value, before) in enumerate(later, 1) if value != before)
    return (Change(0, None, values[0]), *made)


def gains(before: Sequence[Line], after: Sequence[Line]) -> Mapping[tuple[int, str], float]:
    """Return the differences between two score sheets, by line index and part, without unchanged or unknown figures."""
    found: dict[tuple[int, str], float] = {}
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        for part in (TOTAL, *new.parts):
            by = difference(figure(old, part), figure(new, part))
            if by:
                found[number, part] = by
    return found


def total_gains(before: Replay, after: Replay) -> Mapping[int, float]:
    """Return the differences of the current totals by line index, without lines whose total is unknown."""
    gained = [difference(old.current, new.current) for old, new in zip(before.lines, after.lines, strict=False)]
    return {number: by for number, by in enumerate(gained) if by is not None}


def gains_in_words(replay: Replay, changed: Mapping[int, float]) -> Message | None:
    texts = [joined((replay.lines[at].name, signed(by)), " ") for at, by in changed.items()]
    return say("Totals: {changes}", changes=joined(texts, ", ")) if texts else None
