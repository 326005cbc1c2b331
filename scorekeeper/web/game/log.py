"""The plays of a game as lists show them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from ...core.replay import Replay, Step
from ...core.table import Summary
from ...store.games import GameView
from ...store.trail import ChangeLine
from .lines import LogChange, LogLine, Said, Who

RECENT = 8
"""The most changes that are shown beside a board."""


@dataclass(frozen=True, eq=False)
class Log:
    """The plays of a `replay` as lists show them; `address(number)` is where the line of a play leads.

    `trail` has all changes of the game: if the last one corrected a play, that play is marked. `turned`: the latest
    play comes first.
    """

    view: GameView
    replay: Replay
    at_table: tuple[Who, ...]
    address: Callable[[int], str]
    trail: Sequence[ChangeLine] = ()
    turned: bool = False

    @cached_property
    def lines(self) -> Sequence[LogLine]:
        """Every play, described."""
        lines = [self.line(step) for step in self.replay.steps]
        last = self.trail[-1] if self.trail else None
        if lines and last and last.corrected:
            at = min(last.corrected, len(lines)) - 1
            lines[at] = replace(lines[at], changed=last.message)
        return lines[::-1] if self.turned else lines

    @property
    def changes(self) -> Sequence[LogChange]:
        """The same plays, grouped: those that one change entered, as far as they still stand next to each other."""
        changes = [tuple(lines) for _, lines in groupby(self.lines, self._change_of)]
        return [LogChange(lines, self._together([line.number for line in lines])) for lines in changes]

    @cached_property
    def recent(self) -> Sequence[LogChange]:
        """The last changes, the latest first. Only their plays are described, which is faster than `changes`."""
        changes = [tuple(steps) for _, steps in groupby(self.replay.steps, self._change_of)]
        return [
            LogChange(tuple(map(self.line, steps)), self._together([step.number for step in steps]))
            for steps in changes[: -RECENT - 1 : -1]
        ]

    @cached_property
    def last(self) -> LogLine | None:
        return self.line(self.replay.steps[-1]) if self.replay.steps else None

    def line(self, step: Step) -> LogLine:
        """Return a play as a list shows it."""
        summary = self.replay.describe(step)
        return LogLine(
            step.number,
            None if step.seat is None else self.at_table[step.seat],
            self.replay.rulebook.title(self.replay.table, step.play),
            summary,
            (
                *(Said(remark.message, remark.code) for remark in summary.remarks),
                *(Said(slip.message, slip.code, slip=True) for slip in summary.slips),
            ),
            self.address(step.number),
        )

    def _together(self, numbers: Sequence[int]) -> Summary | None:
        """Return what several plays are as a whole, if the rulebook has a name for that; None for one play."""
        steps = self.replay.steps[min(numbers) - 1 : max(numbers)]
        if len(steps) == 1:
            return None
        after = self.replay.at(max(numbers)).state
        return self.replay.rulebook.together(steps[0].before, after, [step.play for step in steps])

    def _change_of(self, play: LogLine | Step) -> int:
        """Return a number that all plays of one change share, and no others."""
        return self.view.put_in[play.number - 1] or -play.number
