"""What a game as one file shows: the result, every play with the standings after it, and the board at each position."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from ...core.points import TOTAL
from ...desk.games import GameView
from ..language import clock, date, number
from ..table.final import FinalPage
from ..table.lines import LogLine
from .pages import ReplayPage


@dataclass(frozen=True)
class PositionPage(ReplayPage):
    """The standings and the board of a position, which lead nowhere."""

    @property
    def frame(self) -> str:
        """What the title's own page is put into: nothing but what it shows."""
        return "replay/position.html"

    def figure_address(self, line: int, part: str = TOTAL) -> str:
        """Return no address: nothing leads out of the file."""
        return ""

    def replay_address(self, number: int | None = None) -> str:
        """Return no address: nothing leads out of the file."""
        return ""


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A play (None: before the first), and how they stood after it, in few words."""

    number: int
    play: LogLine | None
    standings: str


@dataclass(frozen=True)
class FilePage(FinalPage):
    """A game as one file; `board_then` is the last board, drawn already."""

    template: ClassVar[str] = "replay/file.html"
    board_then: str = field(default="", kw_only=True)

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.view.replay.finished

    @property
    def when(self) -> str:
        """When the game ended or, while it goes on, began; and where, if that is known."""
        moment = self.view.game.ended or self.view.game.started
        return ", ".join(filter(None, (date(moment), clock(moment), self.view.game.venue)))

    @property
    def count(self) -> int:
        """How many plays there are."""
        return len(self.view.replay.steps)

    @cached_property
    def plays(self) -> Sequence[PlayLine]:
        """Every position, from the one before the first play on."""
        return [
            PlayLine(0, None, self._stood(0)),
            *(PlayLine(each.number, each, self._stood(each.number)) for each in self.log),
        ]

    def figure_address(self, line: int, part: str = TOTAL) -> str:
        """Return no address: nothing leads out of the file."""
        return ""

    def replay_address(self, number: int | None = None) -> str:
        """Return no address: nothing leads out of the file."""
        return ""

    def _stood(self, at: int) -> str:
        lines = self.rulebook.lines(self.view.replay.at(at).state)
        names = self.view.table.players
        return ", ".join(
            f"{line.name if line.seat is None else names[line.seat]} {number(line.points)}" for line in lines
        )


def position_page(view: GameView, at: int) -> PositionPage:
    """Return the page of a position."""
    return PositionPage(replace(view, replay=view.replay.at(at)), at=at, whole=view.replay)
