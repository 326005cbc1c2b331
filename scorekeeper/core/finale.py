"""The end of a game, revealed in stages: the gains of each stage, and the leaders by the stages revealed so far."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import add

from .messages import Message
from .numbers import rounded
from .sheet import Line

Points = tuple[float, ...]
"""A value for each line of the score sheet, in the order of `Rulebook.lines`."""
Lines = tuple[int, ...]
"""Indexes of lines of the score sheet."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the score, revealed at the end of a game.

    `gains` are the points that it adds to the totals; if players write down other numbers, `figures` are shown instead.
    `holders` are the lines that won the part or are best in it. `why` is the reason, or what it decided.
    """

    label: Message
    gains: Points
    holders: Lines = ()
    why: Message | None = None
    figures: Points | None = None
    short: str | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A stage with the totals `before` and after it, and the indexes of the lines that `were_ahead` and are `ahead`.

    No line is ahead while all are level. Unlike the lead (`race.py`), this ignores stages not yet revealed.
    """

    stage: Stage
    before: Points
    totals: Points
    were_ahead: Lines
    ahead: Lines


def scenes(stages: Sequence[Stage], lines: Sequence[Line], won: Lines, *, lowest_wins: bool) -> tuple[Scene, ...]:
    """Return the stages of a finished game with totals and leaders; () if no stage changes a total, or one is unknown.

    After the last stage, the lines in `won` are ahead, which also accounts for tie-breaks.
    """
    ends = tuple(line.total for line in lines if line.total is not None)
    if len(ends) < len(lines) or not any(any(stage.gains) for stage in stages):
        return ()
    begins = tuple(rounded(end - sum(stage.gains[index] for stage in stages)) for index, end in enumerate(ends))
    totals = [begins]
    for stage in stages:
        totals.append(tuple(map(rounded, map(add, totals[-1], stage.gains))))
    ahead = [*(_ahead(each, min if lowest_wins else max) for each in totals[:-1]), won]
    return tuple(
        Scene(stage, totals[index], totals[index + 1], ahead[index], ahead[index + 1])
        for index, stage in enumerate(stages)
    )


def _ahead(totals: Points, best: Callable[[Points], float]) -> Lines:
    return tuple(index for index, total in enumerate(totals) if total == best(totals) and len(set(totals)) > 1)
