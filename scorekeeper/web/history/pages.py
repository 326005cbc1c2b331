"""The pages that list games."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar

from flask import url_for

from ...core.messages import Message, say
from ...core.rulebook import Rulebook
from ...storage.rows import GameSummary
from ..submission import new_entry_key


def when(ended: str | None, moment: int) -> datetime:
    """Return when a game ended, as the clock at the table said, or else the moment that it is sorted by."""
    return datetime.fromisoformat(ended) if ended else datetime.fromtimestamp(moment, UTC).astimezone()


@dataclass(frozen=True)
class ListedGame:
    """A game in a list; `title` is None where its rulebook is not installed."""

    summary: GameSummary
    title: Message | None

    @property
    def when(self) -> datetime:
        """When it ended, as the clock at the table said, or when it was last changed."""
        return when(self.summary.ended, self.summary.moment)

    @property
    def outcome(self) -> Message:
        """Who won, and against whom."""
        first = tuple(line.name for line in self.summary.results if line.place == 1)
        others = tuple(line.name for line in self.summary.results if line.place > 1)
        if not others:
            return say("{players} shared the win", players=first)
        if len(first) > 1:
            return say("{players} shared the win against {others}", players=first, others=others)
        return say("{player} won against {others}", player=first[0], others=others)

    @property
    def points(self) -> int | None:
        """What the winner had."""
        return self.summary.results[0].total if self.summary.results else None


@dataclass(frozen=True)
class HomePage:
    """Games in progress, the titles to begin with, past games, and the number of the page of them (from 1).

    `set_aside` are the folders of titles that could not be loaded.
    """

    template: ClassVar[str] = "history/home.html"
    running: Sequence[ListedGame]
    rulebooks: Sequence[Rulebook[Any]]
    past: Sequence[ListedGame]
    number: int
    more: bool
    shelved: bool
    set_aside: Sequence[str] = ()

    @property
    def later_address(self) -> str | None:
        """Where the past games after these are listed, if there are any."""
        return None if self.number == 1 else url_for("history.home", page=self.number - 1, _anchor="past")

    @property
    def earlier_address(self) -> str | None:
        """Where the past games before these are listed, if there are any."""
        return url_for("history.home", page=self.number + 1, _anchor="past") if self.more else None


@dataclass(frozen=True)
class ShelfPage:
    """Games that were archived unfinished, and games that were deleted."""

    template: ClassVar[str] = "history/shelf.html"
    archived: Sequence[ListedGame]
    deleted: Sequence[ListedGame]
    entry_key: str = field(default_factory=new_entry_key)
