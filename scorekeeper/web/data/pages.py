"""The values of the pages for export and import."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar

from ...core.durations import minutes
from ...core.errors import Unreadable
from ...core.messages import N_, Message, joined, many, say
from ...core.rulebook import Rulebook
from ...desk.files import Place
from ...desk.games import seconds_of
from ...desk.importing import Became, Found
from ...storage.imports import StoredImport
from ...storage.rows import StoredGame
from ..forms.submission import new_entry_key
from ..game.page import GamePage
from .backup import Backups
from .bgstats import link, play_of

MOST_SHOWN = 100
"""The most problems of files that are shown."""


IN_LISTS = {"plays": N_("play {number}"), "players": N_("player {number}")}
"""What to call an item of a list in a document, by the name of the list."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that cannot be imported: its place, the reason, and the game, if that could be read."""

    place: Place
    reason: Message
    title: Message | str = ""
    players: tuple[str, ...] = ()

    @property
    def where(self) -> Message:
        """The file, the entry if it is a zip, the line, and the game."""
        parts: list[object] = [self.place.file]
        parts += [self.place.entry] if self.place.entry else []
        parts += [say("line {number}", number=self.place.line)] if self.place.line else []
        parts += [say("{title} with {players}", title=self.title, players=self.players)] if self.players else []
        return joined(parts, ", ")


def unreadable(error: Unreadable) -> Message:
    """Return what cannot be read in a document, with the path to it: "play 3, player: ..."."""
    steps: list[object] = [say("item {number}", number=step) if isinstance(step, int) else step for step in error.path]
    if len(error.path) > 1 and error.path[0] in IN_LISTS:
        steps[:2] = [Message(IN_LISTS[str(error.path[0])], {"number": error.path[1]})]
    return say("{where}: {fault}", where=joined(steps, ", "), fault=error.message) if steps else error.message


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an import."""

    stored: StoredImport

    @property
    def made(self) -> datetime:
        return datetime.fromisoformat(self.stored.made)

    @property
    def can_be_undone(self) -> bool:
        return self.stored.can_be_taken_back

    @property
    def message(self) -> Message:
        did, same = self.stored, self.stored.same
        said = [
            many("{count} game was imported.", "{count} games were imported.", did.new),
            many("{count} deleted game was brought back.", "{count} deleted games were brought back.", did.back),
            many("{count} game is now as in the file.", "{count} games are now as in the file.", did.theirs),
            many("{count} stayed as it is here.", "{count} stayed as they are here.", did.ours),
            many("{count} was left out.", "{count} were left out.", did.left_out),
            many("{count} was here already.", "{count} were here already.", same),
        ]
        told = [each for each in said if each.values["count"]]
        if len(told) == 1 and same:
            return many("{count} game, here already.", "{count} games, all here already.", same)
        return joined(told, " ")

    @property
    def undone(self) -> Message | None:
        """What undoing the import did; None if it was not undone."""
        if self.stored.stayed is None:
            return None
        said: list[object] = [say("The import was undone.")]
        if self.stored.new or self.stored.back:
            said.append(say("The imported games were deleted. Each can be brought back."))
        if self.stored.theirs:
            said.append(say("What it had changed is again as it was here."))
        if self.stored.stayed:
            changed = many(
                "{count} was changed since, and stays.", "{count} were changed since, and stay.", self.stored.stayed
            )
            said.append(changed)
        return joined(said, " ")


@dataclass(frozen=True, slots=True)
class FileGame:
    """A game in a file, and in what it differs (`differs`) from the stored game, if there is one."""

    title: Message | str
    game: StoredGame
    differs: tuple[Message, ...]

    @property
    def when(self) -> str | None:
        """When it was played (ISO 8601), None if that is not known."""
        return self.game.dated

    @property
    def differences(self) -> Message:
        return say("Different: {differences}.", differences=self.differs)


@dataclass(frozen=True, slots=True)
class Group:
    """Games in files to which the same would happen: the heading, the first games, and how many `more` there are."""

    called: Message
    games: Sequence[FileGame]
    more: int


@dataclass(frozen=True, slots=True)
class Question:
    """The question what to do with games in files that are stored here, but differ; the files wait under `key`."""

    key: str
    found: Found
    rulebooks: Mapping[str, Rulebook[Any]]

    @property
    def different(self) -> Group:
        """The games that are stored here, but differ."""
        said = many("{count} game is different here", "{count} games are different here", self._count(Became.OURS))
        return self._group(Became.OURS, said)

    @property
    def others(self) -> Sequence[Group]:
        """The other games: new, deleted here, and the same here."""
        said = {
            Became.NEW: many("{count} new game", "{count} new games", self._count(Became.NEW)),
            Became.BACK: many(
                "{count} game is deleted here and comes back",
                "{count} games are deleted here and come back",
                self._count(Became.BACK),
            ),
            Became.SAME: many(
                "{count} game is the same here", "{count} games are the same here", self._count(Became.SAME)
            ),
        }
        return [self._group(sort, called) for sort, called in said.items() if self._count(sort)]

    def _count(self, sort: Became) -> int:
        return self.found.counts[sort]

    def _group(self, sort: Became, called: Message) -> Group:
        shown = [FileGame(title_of(self.rulebooks, game), game, differs) for game, differs in self.found.first[sort]]
        return Group(called, shown, self._count(sort) - len(shown))


@dataclass(frozen=True)
class DataPage:
    """The page of export and import, with the `outcome` of an import or the `problems` of its files.

    `games` is how many games can be downloaded; `left_out`, how many cannot, because their titles are not installed;
    `alone`, of how many only the result is known. `imports` are the recent ones. `problems` are the first of
    `problem_count`. A `question` has to be answered before anything is imported. `refused` is the form field that the
    notice and the problems are about, "" for none.
    """

    template: ClassVar[str] = "data/data.html"
    games: int
    left_out: int
    backups: Backups
    imports: Sequence[Outcome]
    notice: Message | None = None
    problems: Sequence[Problem] = ()
    problem_count: int = 0
    outcome: Outcome | None = None
    question: Question | None = None
    alone: int = 0
    refused: str = ""
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def more(self) -> int:
        """How many problems are not shown."""
        return self.problem_count - len(self.problems)


def title_of(rulebooks: Mapping[str, Rulebook[Any]], game: StoredGame) -> Message | str:
    """Return the title of a game, or its slug if the title is not installed."""
    return rulebooks[game.rulebook].meta.title if game.rulebook in rulebooks else game.rulebook


@dataclass(frozen=True, eq=False, kw_only=True)
class BgStatsPage(GamePage):
    """What BG Stats would get of a game, and the link that sends it there; `player_ids` are by seat."""

    frame: str = "data/bgstats.html"

    @cached_property
    def play(self) -> dict[str, Any]:
        """The game as a play of BG Stats."""
        return play_of(self.view, self.paper.standings, self.player_ids)

    @property
    def link(self) -> str:
        return link(self.play)

    @property
    def when(self) -> str:
        """When the game began, by the clock at the table (the link has UTC); "" if that is not known."""
        return self.result.when

    @property
    def duration(self) -> Message | None:
        """How long the game took; None if that is not known."""
        seconds = seconds_of(self.view.game)
        return None if seconds is None else many("{count} minute", "{count} minutes", minutes(seconds))

    @property
    def sent(self) -> Sequence[dict[str, Any]]:
        """The players as BG Stats gets them, the winner first; lines of others on the score paper are not sent."""
        return sorted(self.play["players"], key=lambda each: int(each["rank"]))
