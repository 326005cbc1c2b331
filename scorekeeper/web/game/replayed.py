"""What the replay of a game shows at a position: steps to others, the story, and the plays that made a figure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...core.course import Moment
from ...core.messages import Message, say
from ...core.points import changes
from ...core.replay import Replay
from ...core.story import story
from .lines import Log, LogLine, PlayerTag
from .links import Links
from .score_sheet import Paper


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the score paper: the line, by its index in `Rulebook.lines`, and the part of the score or TOTAL."""

    line: int
    part: str


@dataclass(frozen=True, slots=True)
class Source:
    """A play that changed a figure (None: its value before the first play), by how much, and its `value` after that.

    `here`: the page shows this position.
    """

    number: int
    play: LogLine | None
    by: int | None
    value: int | None
    here: bool


@dataclass(frozen=True, eq=False)
class Replayed:
    """The game `whole` after play `at` (0: before the first). With a `figure` the plays that made it are listed."""

    at: int
    whole: Replay
    paper: Paper
    log: Log
    links: Links
    figure: Figure | None = None

    @property
    def count(self) -> int:
        return len(self.whole.steps)

    @property
    def heading(self) -> Message:
        if self.at == 0:
            return say("Before the first play")
        return say("Play {number} of {count}", number=self.at, count=self.count)

    @property
    def mover(self) -> PlayerTag | None:
        """Whose play led to this position."""
        return self.log.last.player if self.log.last else None

    @property
    def ways(self) -> Mapping[str, str]:
        """The addresses of the "first" position, the one "back", the one "forward", and the "end"."""
        ways = {"first": 0, "back": max(self.at - 1, 0), "forward": min(self.at + 1, self.count), "end": self.count}
        return {name: self.position(number) for name, number in ways.items()}

    @cached_property
    def story(self) -> Sequence[Moment]:
        """What made the difference, once the game is over."""
        return story(self.whole)

    @property
    def label(self) -> Message:
        """Whose figure it is of which the plays are listed, and what it is called."""
        assert self.figure  # noqa: S101  (asked only where there is one)
        meta = self.whole.rulebook.meta
        labels = {column.name: column.label for column in meta.parts}
        names = {line.number: line.name for line in self.paper.lines}
        return say(
            "{player}: {figure}", player=names[self.figure.line], figure=labels.get(self.figure.part, meta.total)
        )

    @property
    def sources(self) -> Sequence[Source]:
        """The plays that made the figure, the last one first; none without a figure."""
        found = changes(self.whole, self.figure.line, self.figure.part) if self.figure else ()
        return [
            Source(
                each.number,
                self.log.line(self.whole.steps[each.number - 1]) if each.number else None,
                each.by,
                each.value,
                each.number == self.at,
            )
            for each in reversed(found)
        ]

    def position(self, number: int) -> str:
        """Return the address of the replay after play `number`, with the same figure listed."""
        return (
            self.links.figure(self.figure.line, self.figure.part, number) if self.figure else self.links.replay(number)
        )


def figure_at(whole: Replay, figure: Figure) -> int:
    """Return the number of the last play that changed a figure."""
    return changes(whole, figure.line, figure.part)[-1].number
