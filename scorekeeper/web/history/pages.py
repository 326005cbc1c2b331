"""The values of home and of the shelf, and of a game in a list."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date as calendar_date
from datetime import datetime
from typing import Any, ClassVar

from ...core.messages import Message, joined, listed, many, say
from ...core.rulebook import Rulebook
from ...storage.rows import GameSummary
from ..forms.submission import new_entry_key
from ..shell.language import clock, date, day_of_month, short_date

NOTE_SHOWN = 120
SHOWN = 2


@dataclass(frozen=True)
class ListedGame:
    """A game in a list; `title` is None if its rulebook is not installed. `progress` needs `today`."""

    summary: GameSummary
    title: Message | None
    today: calendar_date | None = None

    @property
    def name(self) -> Message | str:
        """The name of its title, or else its slug."""
        return self.title or self.summary.rulebook

    @property
    def on(self) -> str:
        """The day on which it began, or else ended."""
        return short_date(self.summary.dated)

    @property
    def day(self) -> str:
        """The same below the name of the month."""
        return day_of_month(self.summary.dated)

    @property
    def progress(self) -> Message:
        """How many plays it has, and when it began: with the day, unless that is today."""
        plays, started = self.summary.plays, self.summary.started
        if started is None:
            return many("{count} play", "{count} plays", plays)
        time = clock(started)
        if datetime.fromisoformat(started).date() != self.today:
            time = f"{date(started)}, {time}"
        return many("{count} play, since {time}", "{count} plays, since {time}", plays, time=time)

    @property
    def winners(self) -> Message:
        """Who won, or shared the win."""
        return listed([line.name for line in self.summary.results if line.place == 1])

    @property
    def about(self) -> Message:
        """The title, the others, the place, and that only the result is known, as far as there is something to say."""
        others = [line.name for line in self.summary.results if line.place > 1]
        told = say("Result only") if self.summary.told else None
        parts = (self.name, joined(others, ", ") if others else None, self.summary.venue, told)
        return joined([each for each in parts if each], " · ")

    @property
    def note(self) -> str:
        """The beginning of its note, up to NOTE_SHOWN characters."""
        note = " ".join((self.summary.note or "").split())
        return note if len(note) <= NOTE_SHOWN else f"{note[:NOTE_SHOWN].rsplit(' ', 1)[0]} …"

    @property
    def points(self) -> int | None:
        return self.summary.results[0].total if self.summary.results else None


@dataclass(frozen=True)
class TitleTab:
    """The emblem of a title, to choose it by; `chosen`: the page shows what there is of it.

    `address` leads to that; without an address the tab is a button of the form that it is in.
    """

    slug: str
    title: Message
    address: str
    chosen: bool


@dataclass(frozen=True)
class HomePage:
    """Games in progress, the titles, and the latest past games; `shelved`: there are archived or deleted games.

    The latest SHOWN games in progress are `at_hand`, and the others folded away, so that the titles stay in sight.

    `set_aside` are the folders and files of titles that could not be loaded.
    """

    template: ClassVar[str] = "history/home.html"
    running: Sequence[ListedGame]
    rulebooks: Sequence[Rulebook[Any]]
    past: Sequence[ListedGame]
    shelved: bool
    set_aside: Sequence[str] = ()

    @property
    def at_hand(self) -> Sequence[ListedGame]:
        return self.running[:SHOWN]

    @property
    def others(self) -> Sequence[ListedGame]:
        return self.running[SHOWN:]


@dataclass(frozen=True, slots=True)
class JustLaid:
    """A game that was archived or deleted just now."""

    game: ListedGame
    deleted: bool

    @property
    def said(self) -> Message:
        title, players = self.game.title or self.game.summary.rulebook, self.game.summary.players
        if self.deleted:
            return say("{title}, {players}: deleted.", title=title, players=players)
        return say("{title}, {players}: archived.", title=title, players=players)


@dataclass(frozen=True)
class ShelfPage:
    """Archived and deleted games; `just` is the one that was put there just now."""

    template: ClassVar[str] = "history/shelf.html"
    archived: Sequence[ListedGame]
    deleted: Sequence[ListedGame]
    just: JustLaid | None = None
    entry_key: str = field(default_factory=new_entry_key)

    def is_just(self, game: ListedGame) -> bool:
        return self.just is not None and self.just.game.summary.id == game.summary.id
