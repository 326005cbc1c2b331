"""The end of a game, revealed in stages: the gains of each stage, and who is ahead in the stages revealed so far."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import add

from .messages import Message
from .sheet import Line

Points = tuple[int, ...]
"""Something that each line of the score sheet has, in the order of `Rulebook.lines`."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the score that is opened at the end of a game.

    `label` is what it is called, `short` what stands for it where there is little room (None: the label). `gains` are
    what it adds to the totals; `figures` are shown in their place, where something else is written down. `holders` are
    the indexes of the lines whose it is, `why` says why, or what it decided.
    """

    label: Message
    gains: Points
    holders: Points = ()
    why: Message | None = None
    figures: Points | None = None
    short: str | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """The totals `before` and after a stage, and the indexes of the lines that `were_ahead` and are `ahead` with them.

    Nobody is ahead while all are level. Unlike the lead (`race.py`), this ignores the stages that are still hidden.
    """

    stage: Stage
    before: Points
    totals: Points
    were_ahead: Points
    ahead: Points


def scenes(stages: Sequence[Stage], lines: Sequence[Line], won: Points, *, lowest_wins: bool) -> tuple[Scene, ...]:
    """Return the stages of a finished game with the standings after each; () if they bring nothing, or totals lack.

    The lines that `won` are ahead with the last stage, by tie-breaks too.
    """
    ends = tuple(line.total for line in lines if line.total is not None)
    if len(ends) < len(lines) or not any(any(stage.gains) for stage in stages):
        return ()
    begins = tuple(end - sum(stage.gains[index] for stage in stages) for index, end in enumerate(ends))
    totals = [begins]
    for stage in stages:
        totals.append(tuple(map(add, totals[-1], stage.gains)))
    ahead = [*(_ahead(each, min if lowest_wins else max) for each in totals[:-1]), won]
    return tuple(
        Scene(stage, totals[index], totals[index + 1], ahead[index], ahead[index + 1])
        for index, stage in enumerate(stages)
    )


def _ahead(totals: Points, best: Callable[[Points], int]) -> Points:
    return tuple(index for index, total in enumerate(totals) if total == best(totals) and len(set(totals)) > 1)
