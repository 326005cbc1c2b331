"""The values of the page of two players side by side."""

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
    """The games of a title that two players played together: who is ahead, and how often each finished above the other.

    `above` and `below` are the first player's.
    """

    title: Message | str
    ahead: Message
    games: Message
    above: int
    below: int


def pair_lines(
    titles: Mapping[str, Message], one: Person, other: Person, records: Mapping[str, HeadToHead]
) -> Sequence[PairLine]:
    """Return the lines of two players title by title; with several titles, the sum comes first."""
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
    """A game that two players played together, and the place and points of each."""

    game: ListedGame
    one: Message
    other: Message


@dataclass(frozen=True)
class PairPage:
    """Two players side by side: their head-to-head `lines`, each one's games `in_all`, and their games `together`.

    `names` are the titles by slug. `onward`: the list of games continues from another page; `more`: it goes on.
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
        return Link(url_for("players.player", player_id=self.one.id), listed([self.one.name]))

    @property
    def rates(self) -> Sequence[Message | None]:
        """The share of rated games that each has won."""
        return [percent(each.wins, each.rated) for each in self.in_all]

    @cached_property
    def games(self) -> Sequence[ListedTogether]:
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
        """The two, each with the address of their page."""
        return ((each, url_for("players.player", player_id=each.id)) for each in (self.one, self.other))

    @property
    def latest_address(self) -> str | None:
        """The address of the beginning of the list, None if this is it."""
        return self._list(None) if self.onward else None

    @property
    def earlier_address(self) -> str | None:
        """The address where the list goes on, None if it does not."""
        return self._list(self.together[-1].summary.id) if self.more else None

    @property
    def past_address(self) -> str:
        """The address of the past games that both played."""
        return past_address(self.one.id, self.other.id)

    def _list(self, after: str | None) -> str:
        return url_for("players.pair", player_id=self.one.id, other_id=self.other.id, after=after, _anchor="games")


def _sitting(person: Person, sitting: Sitting) -> Message:
    if sitting.total is None:
        return say("{player}: place {place}", player=person.name, place=sitting.place)
    return say("{player}: place {place}, {points}", player=person.name, place=sitting.place, points=sitting.total)
