"""The pages by which games leave and come back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from ...core.durations import minutes
from ...core.errors import Unreadable
from ...core.messages import Message, joined, many, say
from ...desk.files import Place
from ...desk.games import seconds_of
from ..game.page import GamePage
from ..submission import new_entry_key
from .backup import Backups
from .bgstats import link, play_of

MOST_SHOWN = 100
"""How many of the things that are wrong with files are shown."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that cannot be imported: where it stands, and why."""

    place: Place
    reason: Message

    @property
    def where(self) -> Message:
        """The file, what it is called in the zip, and the line."""
        parts: list[object] = [self.place.file]
        parts += [self.place.entry] if self.place.entry else []
        parts += [say("line {number}", number=self.place.line)] if self.place.line else []
        return joined(parts, ", ")


def unreadable(error: Unreadable) -> Message:
    """Return what cannot be read in a document, with the way to it."""
    steps: list[object] = [say("item {number}", number=step) if isinstance(step, int) else step for step in error.path]
    if len(error.path) > 1 and error.path[0] == "plays":
        steps[:2] = [say("play {number}", number=error.path[1])]
    return say("{where}: {fault}", where=joined(steps, ", "), fault=error.message) if steps else error.message


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an import: its key, how many games it brought, how many of them can be taken back.

    `there` is how many of its documents were here already.
    """

    key: str
    new: int
    there: int
    removable: int

    @property
    def message(self) -> Message:
        """What became of it."""
        if not self.new:
            return many("{count} game, here already.", "{count} games, all here already.", self.there)
        if not self.removable:
            return say("The imported games were deleted. Each can be brought back.")
        new = many("{count} game was imported.", "{count} games were imported.", self.new)
        there = many("{count} was here already.", "{count} were here already.", self.there)
        return joined([new, there] if self.there else [new], " ")


@dataclass(frozen=True)
class DataPage:
    """All games to download, files to import; what became of the last import, or what is wrong with the files.

    `games` can be downloaded, `left_out` cannot, because their titles are not installed. `problems` are the first of
    `problem_count`. `backups`: how those of each day stand. Of the games that are `alone` only the result is known.
    """

    template: ClassVar[str] = "data/data.html"
    games: int
    left_out: int
    backups: Backups
    notice: Message | None = None
    problems: Sequence[Problem] = ()
    problem_count: int = 0
    outcome: Outcome | None = None
    alone: int = 0
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def more(self) -> int:
        """How many problems there are besides those that are shown."""
        return self.problem_count - len(self.problems)


@dataclass(frozen=True, eq=False, kw_only=True)
class BgStatsPage(GamePage):
    """What would be sent to BG Stats, and the link that does so; `player_ids` are by seat."""

    frame: str = "data/bgstats.html"

    @cached_property
    def play(self) -> dict[str, Any]:
        """The game as BG Stats names things."""
        return play_of(self.view, self.paper.standings, self.player_ids)

    @property
    def link(self) -> str:
        """The address that hands it over."""
        return link(self.play)

    @property
    def when(self) -> str | None:
        """When the game began, as the clock at the table said; the link has it in UTC. None: nobody knows."""
        return self.result.when if self.view.game.dated else None

    @property
    def duration(self) -> Message | None:
        """How long the game took, where that is known."""
        seconds = seconds_of(self.view.game)
        return None if seconds is None else many("{count} minute", "{count} minutes", minutes(seconds))

    @property
    def sent(self) -> Sequence[dict[str, Any]]:
        """Those who sat there as BG Stats gets them, the winner first: nobody else is sent."""
        return sorted(self.play["players"], key=lambda each: int(each["rank"]))
