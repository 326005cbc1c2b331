"""What the pages of the replay show: a position of a game, and where a figure comes from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from flask import url_for

from ...core.course import Moment
from ...core.messages import Message, say
from ...core.points import changes, gains
from ...core.replay import Replay
from ...core.sheet import Line
from ...core.story import story
from ...desk.games import GameView
from ..table.game_page import GamePage
from ..table.lines import Link, LogLine, Player, Who
from ..typed import filled


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the score paper: its line (from 0), and its part; TOTAL is the total."""

    line: int
    part: str


@dataclass(frozen=True, slots=True)
class Source:
    """A play that changed a figure: the play (None: how it was before the first), by how much, and what it came to.

    `here`: the page shows that position.
    """

    number: int
    play: LogLine | None
    by: int | None
    value: int | None
    here: bool


@dataclass(frozen=True)
class ReplayPage(GamePage):
    """A game as it stood after play `at` (0: before the first); `figure`: the one whose plays are listed.

    `view` holds what the plays up to there came to, `whole` what all of them did.
    """

    corrections_end: ClassVar[str] = "replay"
    at: int = 0
    figure: Figure | None = None
    whole: Replay = field(kw_only=True, compare=False)  # the game decides it

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/replay.html", "replay/replay.html"]

    @property
    def frame(self) -> str:
        """What the title's own page is put into."""
        return "replay/replay.html"

    @property
    def up(self) -> Link | None:
        """One level up: the table, or the result."""
        return Link(self.table_address, say("The result") if self.whole.finished else say("The table"))

    @property
    def here(self) -> str:
        """Where this page is."""
        figure = [("line", str(self.figure.line)), ("part", self.figure.part)] if self.figure else []
        return filled("replay", [("at", str(self.at)), *figure])

    @property
    def by_player(self) -> bool:
        """Whether a tap on a name enters a play: not here."""
        return False

    @property
    def count(self) -> int:
        """How many plays there are."""
        return len(self.whole.steps)

    @property
    def ended(self) -> bool:
        """Whether the game was over then."""
        return self.view.replay.finished

    @property
    def heading(self) -> Message:
        """Which position it is."""
        if self.at == 0:
            return say("Before the first play")
        return say("Play {number} of {count}", number=self.at, count=self.count)

    @cached_property
    def players(self) -> Sequence[Player]:
        """The players in seat order, with what the play changed for them."""
        before, players = {line.seat: line.points for line in self._before}, super().players
        return [replace(player, gain=_gain(before.get(player.seat), player.points)) for player in players]

    @cached_property
    def mover(self) -> Who | None:
        """Whose play it was."""
        return self.last.player if self.last else None

    def gain(self, line: int, part: str) -> int | None:
        """Return by how much the play changed a figure, if it did."""
        return self._gains.get((line, part))

    @property
    def first(self) -> str:
        """Where the position before the first play is."""
        return self.position(0)

    @property
    def back(self) -> str:
        """Where the position before this one is."""
        return self.position(max(self.at - 1, 0))

    @property
    def forward(self) -> str:
        """Where the position after this one is."""
        return self.position(min(self.at + 1, self.count))

    @property
    def end(self) -> str:
        """Where the position after the last play is."""
        return self.position(self.count)

    @cached_property
    def story(self) -> Sequence[Moment]:
        """What made the difference, once the game is over."""
        return story(self.whole)

    @cached_property
    def figure_label(self) -> Message | None:
        """What the figure is called whose plays are listed, and whose it is."""
        if self.figure is None:
            return None
        labels = {column.name: column.label for column in self.rulebook.meta.parts}
        label = labels.get(self.figure.part, self.rulebook.meta.total)
        names = {line.number: line.name for line in self.score_lines}
        return say("{player}: {figure}", player=names[self.figure.line], figure=label)

    @cached_property
    def sources(self) -> Sequence[Source]:
        """The plays that made the figure, the last one first."""
        if self.figure is None:
            return ()
        found = changes(self.whole, self.figure.line, self.figure.part)
        return [
            Source(
                each.number,
                self.log_line(self.whole.steps[each.number - 1]) if each.number else None,
                each.by,
                each.value,
                each.number == self.at,
            )
            for each in reversed(found)
        ]

    @property
    def plain_address(self) -> str:
        """Where the same position is without the plays of a figure."""
        return self.replay_address(self.at)

    def position(self, number: int) -> str:
        """Return where a position is; what is listed stays."""
        line, part = (self.figure.line, self.figure.part or None) if self.figure else (None, None)
        return url_for("replay.show", game_id=self.view.game.id, at=number, line=line, part=part)

    @property
    def since(self) -> int:
        """The position from which gains are counted: one play earlier, before the first play that same position."""
        return max(self.at - 1, 0)

    @cached_property
    def _before(self) -> Sequence[Line]:
        """The score paper there."""
        return self.rulebook.lines(self.whole.at(self.since).state)

    @cached_property
    def _gains(self) -> Mapping[tuple[int, str], int]:
        return gains(self._before, self.rulebook.lines(self.view.replay.state))


def replay_page(view: GameView, asked: int | None, figure: Figure | None) -> ReplayPage:
    """Return the page of a position: the one that was asked for, or else the last play that changed the figure.

    After the last play there is nothing more to see, so what lies beyond it is that.
    """
    whole = view.replay
    if asked is None:
        asked = changes(whole, figure.line, figure.part)[-1].number if figure else len(whole.steps)
    at = min(asked, len(whole.steps))
    return ReplayPage(replace(view, replay=whole.at(at)), at=at, figure=figure, whole=whole)


def _gain(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before
