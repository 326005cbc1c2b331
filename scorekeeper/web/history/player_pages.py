"""What the pages of players show."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from flask import url_for

from ...core.messages import Message, joined, listed, many, say
from ...history.pairs import LEAST_GAMES, Opponent, Opponents
from ...history.players import LEAST_STREAK, Champion, Played, PlayedGame, PlayerLine, Results
from ...storage.rows import Person
from ..game.lines import Link
from ..game.outcome import when_played
from .pages import ListedGame


def percent(part: int, whole: int) -> Message | None:
    """Return how much of a whole a part is, to the nearest percent; None of nothing."""
    return say("{number}%", number=(200 * part + whole) // (2 * whole)) if whole else None


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player in the list: where their name leads, what there is to say of their games, and when the last was."""

    name: str
    address: str
    figures: Message
    last: str


@dataclass(frozen=True, slots=True)
class ListedChampion:
    """The champion of a title, and where the name leads."""

    title: Message | str
    name: str
    address: str
    wins: Message


@dataclass(frozen=True)
class PlayersPage:
    """Everybody who has finished a game, or those of the name that was `called`; champions on the first page.

    With `beside` the names lead to the page of both of them. `onward`: after whom the list goes on here.
    """

    template: ClassVar[str] = "history/players.html"
    titles: Mapping[str, Message]
    found: Sequence[PlayerLine]
    called: str
    beside: Person | None
    best: Mapping[str, Champion]
    onward: int | None
    more: bool

    @property
    def players(self) -> Iterator[ListedPlayer]:
        """The players, as they are listed."""
        for each in self.found:
            games = many("{count} game", "{count} games", each.games)
            wins = many("{count} win", "{count} wins", each.wins)
            figures = joined([games, wins], ", ") if each.wins else games
            last = when_played(each.started, each.ended, time=False)
            yield ListedPlayer(each.name, self._address(each.id), figures, last)

    @property
    def champions(self) -> Sequence[ListedChampion]:
        """The champions of the titles that have one."""
        return [
            ListedChampion(
                self.titles.get(slug, slug),
                each.name,
                self._address(each.id),
                many("{count} win", "{count} wins", each.wins),
            )
            for slug, each in self.best.items()
        ]

    @property
    def up(self) -> Link | None:
        """One level up: whom somebody is compared with, where that is asked; else home."""
        beside = self.beside
        return None if beside is None else Link(_address_of(beside.id), listed([beside.name]))

    @property
    def first_address(self) -> str | None:
        """Where the list begins, if this is not its beginning."""
        return None if self.onward is None else self._list(None)

    @property
    def further_address(self) -> str | None:
        """Where the list goes on, if it does."""
        return self._list(self.found[-1].id) if self.more else None

    def _list(self, after: int | None) -> str:
        beside = self.beside and self.beside.id
        return url_for("players.all_players", name=self.called or None, beside=beside, after=after)

    def _address(self, player_id: int) -> str:
        return _address_of(player_id) if self.beside is None else pair_address(self.beside.id, player_id)


@dataclass(frozen=True, slots=True)
class TitleLine:
    """What somebody's games of a title come to; `wins` and `rate` are None where no game was rated."""

    title: Message | str
    games: int
    wins: int | None
    rate: Message | None
    best: int | None
    best_address: str | None
    middle: int | None
    champion: bool


def title_lines(
    titles: Mapping[str, Message],
    played: Mapping[str, Played],
    results: Mapping[str, Results | None],
    champion: Collection[str],
) -> Sequence[TitleLine]:
    """Return what somebody's games come to, title by title."""
    return [
        _title_line(titles.get(slug, slug), each, results.get(slug), champion=slug in champion)
        for slug, each in played.items()
    ]


def _title_line(title: Message | str, played: Played, results: Results | None, *, champion: bool) -> TitleLine:
    return TitleLine(
        title,
        played.games,
        played.wins if played.rated else None,
        percent(played.wins, played.rated),
        results.best if results else None,
        url_for("game.table", game_id=results.best_game) if results else None,
        results.middle if results else None,
        champion,
    )


@dataclass(frozen=True, slots=True)
class ListedOpponent:
    """Somebody to compare with: the parts they play, and the record, from enough games together on."""

    name: str
    address: str
    parts: Sequence[Message]
    record: Message | None
    games: Message


@dataclass(frozen=True, slots=True)
class ListedSitting:
    """A game of the player's in their list: the place they took, and their points (None without)."""

    game: ListedGame
    place: Message
    points: int | None


@dataclass(frozen=True)
class PlayerPage:
    """What the games of a player come to, title by title, and against others."""

    template: ClassVar[str] = "history/player.html"
    person: Person
    names: Mapping[str, Message]
    total: Played
    lines: Sequence[TitleLine]
    most_in_a_row: int
    opponents: Opponents
    latest: Sequence[PlayedGame]

    @property
    def up(self) -> Link:
        """One level up: all players."""
        return Link(url_for("players.all_players"), say("Players"))

    @property
    def streak(self) -> int | None:
        """How many games they have won one after the other at the most; None where that is no streak."""
        return self.most_in_a_row if self.most_in_a_row >= LEAST_STREAK else None

    @property
    def last(self) -> str | None:
        """When they played last, as far as that is known."""
        return next((each.game.summary.dated for each in self.games), None)

    @property
    def rate(self) -> Message | None:
        """How much of all their rated games they have won; None where no game was rated."""
        return percent(self.total.wins, self.total.rated)

    @property
    def has_results(self) -> bool:
        """Whether any of their games came to points."""
        return any(line.best is not None for line in self.lines)

    @property
    def columns(self) -> int:
        """How many figures there are for each title."""
        return 1 + 2 * (self.rate is not None) + 2 * self.has_results

    @cached_property
    def games(self) -> Sequence[ListedSitting]:
        """Their latest games."""
        return [
            ListedSitting(ListedGame(each.summary, self.names.get(each.summary.rulebook)), _place(each), each.total)
            for each in self.latest
        ]

    @property
    def head_to_head(self) -> Iterator[ListedOpponent]:
        """Those who stand out among whom they have played with, and whom they have played with most."""
        known = self.opponents
        chosen = [each for each in (known.rival, known.nemesis, known.companion) if each]
        for each in dict.fromkeys([*chosen, *known.frequent]):
            record = each.record
            yield ListedOpponent(
                each.name,
                pair_address(self.person.id, each.id),
                self._parts(each),
                score(record.above, record.below) if record.games >= LEAST_GAMES else None,
                many("{count} game together", "{count} games together", record.games),
            )

    @property
    def compare_address(self) -> str:
        """Where somebody else can be chosen to compare with."""
        return url_for("players.all_players", beside=self.person.id)

    @property
    def past_address(self) -> str:
        """Where all their games are listed."""
        return past_address(self.person.id)

    def _parts(self, opponent: Opponent) -> Sequence[Message]:
        """Return the parts that an opponent plays for the player."""
        known, record = self.opponents, opponent.record
        parts = (
            (known.rival, many("Rival: beaten most, once", "Rival: beaten most, {count} times", record.above)),
            (known.nemesis, many("Nemesis: lost to most, once", "Nemesis: lost to most, {count} times", record.below)),
            (known.companion, say("Played with most")),
        )
        return [part for each, part in parts if each == opponent]


def _place(game: PlayedGame) -> Message:
    """Return the place that somebody took, and among whom, best first."""
    if not game.rated:
        return say("Solitaire")
    others = tuple(line.name for line in game.summary.results if line.seat is not None and line.seat != game.seat)
    count = len(game.summary.players)
    return say("Place {place} of {count}, with {players}", place=game.place, count=count, players=others)


def score(above: int, below: int) -> Message:
    """Return a record as it is written: "12–4"."""
    return joined([above, below], "\N{EN DASH}")


def pair_address(one: int, other: int) -> str:
    """Return where two players are shown side by side."""
    return url_for("players.pair", player_id=one, other_id=other)


def past_address(*player_ids: int) -> str:
    """Return where the games of these players are listed among the past games."""
    return url_for("history.past", player=player_ids)


def _address_of(player_id: int) -> str:
    return url_for("players.player", player_id=player_id)
