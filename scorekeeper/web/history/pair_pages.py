"""What the page of two players side by side shows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from flask import url_for

from ...core.messages import Message, joined, listed, many, say
from ...history.pairs import GameTogether, HeadToHead, Sitting, in_all
from ...history.players import Played
from ...storage.rows import Person
from ..game.lines import Link
from .pages import ListedGame
from .player_form import past_address, percent


@dataclass(frozen=True, slots=True)
class PairLine:
    """The games of a title that two players played together: who is ahead, and who finished above how often."""

    title: Message | str
    ahead: Message
    games: Message
    above: int
    below: int


def pair_lines(
    titles: Mapping[str, Message], one: Person, other: Person, records: Mapping[str, HeadToHead]
) -> Sequence[PairLine]:
    """Return how two players stand, title by title, and first in all where there are several."""
    lines = [_pair_line(titles.get(slug, slug), one, other, each) for slug, each in records.items()]
    return [_pair_line(say("All titles"), one, other, in_all(records.values())), *lines] if lines[1:] else lines


def _pair_line(title: Message | str, one: Person, other: Person, record: HeadToHead) -> PairLine:
    games = many("{count} game", "{count} games", record.games)
    level = [say("{count} level", count=record.level)] if record.level else []
    return PairLine(title, _ahead(one, other, record), joined([games, *level], ", "), record.above, record.below)


def _ahead(one: Person, other: Person, record: HeadToHead) -> Message:
    if record.above == record.below:
        return say("neither is ahead")
    return say("{player} is ahead", player=(one if record.above > record.below else other).name)


@dataclass(frozen=True, slots=True)
class ListedTogether:
    """A game of two players in their list, and how each of them did."""

    game: ListedGame
    one: Message
    other: Message


@dataclass(frozen=True)
class PairPage:
    """Two players side by side: how they stand, what all their games come to, and their games together.

    `onward`: whether the list of games goes on here from another page.
    """

    template: ClassVar[str] = "history/pair.html"
    one: Person
    other: Person
    names: Mapping[str, Message]
    lines: Sequence[PairLine]
    in_all: Sequence[Played]
    together: Sequence[GameTogether]
    onward: bool
    more: bool

    @property
    def up(self) -> Link:
        """One level up: the first of the two."""
        return Link(url_for("players.player", player_id=self.one.id), listed([self.one.name]))

    @property
    def rates(self) -> Sequence[Message | None]:
        """How much of their rated games each has won."""
        return [percent(each.wins, each.rated) for each in self.in_all]

    @cached_property
    def games(self) -> Sequence[ListedTogether]:
        """The games they played together, latest first."""
        return [
            ListedTogether(
                ListedGame(each.summary, self.names.get(each.summary.rulebook)),
                _sitting(self.one, each.one),
                _sitting(self.other, each.other),
            )
            for each in self.together
        ]

    @property
    def people(self) -> Iterator[tuple[Person, str]]:
        """The two, and where each has a page."""
        return ((each, url_for("players.player", player_id=each.id)) for each in (self.one, self.other))

    @property
    def latest_address(self) -> str | None:
        """Where the list begins, if this is not its beginning."""
        return self._list(None) if self.onward else None

    @property
    def earlier_address(self) -> str | None:
        """Where the list goes on, if it does."""
        return self._list(self.together[-1].summary.id) if self.more else None

    @property
    def past_address(self) -> str:
        """Where their games are listed among the past games."""
        return past_address(self.one.id, self.other.id)

    def _list(self, after: str | None) -> str:
        return url_for("players.pair", player_id=self.one.id, other_id=self.other.id, after=after, _anchor="games")


def _sitting(person: Person, sitting: Sitting) -> Message:
    if sitting.total is None:
        return say("{player}: place {place}", player=person.name, place=sitting.place)
    return say("{player}: place {place}, {points}", player=person.name, place=sitting.place, points=sitting.total)
