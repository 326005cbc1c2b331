"""What the pages of players show."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from flask import url_for

from ...core.messages import Message, joined, listed, many, say
from ...history.pairs import LEAST_GAMES, Opponent, Opponents
from ...history.players import LEAST_STREAK, PLACES_OF, Champion, Played, PlayedGame, PlayerLine, Streaks
from ...storage.rows import Person
from ..game.lines import Link
from ..game.outcome import when_played
from .pages import ListedGame
from .player_form import Form, past_address, percent
from .title_lines import TitleLine


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
    streaks: Streaks
    opponents: Opponents
    latest: Sequence[PlayedGame]
    form: Form

    @property
    def up(self) -> Link:
        """One level up: all players."""
        return Link(url_for("players.all_players"), say("Players"))

    @property
    def streak(self) -> int | None:
        """How many games they have won one after the other at the most; None where that is no streak."""
        return self.streaks.longest if self.streaks.longest >= LEAST_STREAK else None

    @property
    def current(self) -> Message | None:
        """How many games they have won, or not, up to the latest; None where that is no streak."""
        count = self.streaks.current
        if count < LEAST_STREAK:
            return None
        if self.streaks.won:
            return say("They have won the last {count} games.", count=count)
        return say("They have not won in the last {count} games.", count=count)

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
        chosen = [each for each in (known.rival, known.nemesis) if each]
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
    def past_addresses(self) -> Sequence[tuple[Message, str]]:
        """Where all their games are listed, and those that they won or lost."""
        who, total = self.person.id, self.total
        listed = [(say("All games of {player}", player=self.person.name), past_address(who))]
        if total.wins:
            listed.append((say("Games won"), past_address(who, outcome=f"won-{who}")))
        if total.rated > total.wins:
            listed.append((say("Games lost"), past_address(who, outcome=f"lost-{who}")))
        return listed

    @property
    def venues_of(self) -> int | None:
        """In how many of their latest games it is counted where they play; None where that is all of them."""
        return PLACES_OF if self.total.games > PLACES_OF else None

    @property
    def rivals(self) -> bool:
        """Whether somebody stands out among whom they have played with."""
        return bool(self.opponents.rival or self.opponents.nemesis)

    @property
    def least_games(self) -> int:
        """From how many games together on somebody stands out."""
        return LEAST_GAMES

    def _parts(self, opponent: Opponent) -> Sequence[Message]:
        """Return the parts that an opponent plays for the player."""
        known, record = self.opponents, opponent.record
        if opponent == known.rival:
            return [say("Rival: beaten in {rate} of the games", rate=percent(record.above, record.games))]
        if opponent == known.nemesis:
            return [say("Nemesis: lost to in {rate} of the games", rate=percent(record.below, record.games))]
        return [say("Played with most")] if opponent == known.frequent[0] and record.games >= LEAST_GAMES else []


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


def _address_of(player_id: int) -> str:
    return url_for("players.player", player_id=player_id)
