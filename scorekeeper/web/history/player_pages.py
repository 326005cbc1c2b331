"""The values of the list of players and of a player's page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from flask import url_for

from ...core.messages import Message, joined, listed, many, say
from ...history.pairs import LEAST_GAMES, Opponent, Opponents
from ...history.players import LEAST_STREAK, Champion, Played, PlayedGame, PlayerLine, Streaks
from ...storage.rows import Person
from ..game.lines import Link
from ..shell.language import short_date
from .pages import ListedGame
from .player_form import Form, past_address, percent
from .title_lines import TitleLine


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player in the list: the address behind the name, the wins and `of` how many games, and when the last was."""

    name: str
    address: str
    wins: int
    of: Message
    last: str


@dataclass(frozen=True, slots=True)
class ListedChampion:
    """The champion of a title; `address` is that behind the name."""

    slug: str
    title: Message | str
    name: str
    address: str
    wins: int


@dataclass(frozen=True)
class PlayersPage:
    """Everybody who has finished a game, or those with the name `called`; the first page has the champions, too.

    With `beside` each name leads to the page that compares both players. `onward` is the id of the last player on the
    page before (None: this is the first), `more`: the list goes on. `titles` are by slug, and so is `best`.
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
            won_of = many("of {count} game", "of {count} games", each.rated)
            of = won_of if each.wins else many("{count} game", "{count} games", each.games)
            yield ListedPlayer(each.name, self._address(each.id), each.wins, of, short_date(each.started or each.ended))

    @property
    def champions(self) -> Sequence[ListedChampion]:
        return [
            ListedChampion(slug, self.titles.get(slug, slug), each.name, self._address(each.id), each.wins)
            for slug, each in self.best.items()
        ]

    @property
    def up(self) -> Link | None:
        """One level up: the player to be compared, or None for home."""
        beside = self.beside
        return None if beside is None else Link(_address_of(beside.id), listed([beside.name]))

    @property
    def first_address(self) -> str | None:
        """The address of the beginning of the list, None if this is it."""
        return None if self.onward is None else self._list(None)

    @property
    def further_address(self) -> str | None:
        """The address where the list goes on, None if it does not."""
        return self._list(self.found[-1].id) if self.more else None

    def _list(self, after: int | None) -> str:
        beside = self.beside and self.beside.id
        return url_for("players.all_players", name=self.called or None, beside=beside, after=after)

    def _address(self, player_id: int) -> str:
        return _address_of(player_id) if self.beside is None else pair_address(self.beside.id, player_id)


@dataclass(frozen=True, slots=True)
class ListedOpponent:
    """Somebody to compare with: their `parts` (rival, nemesis), and the `record` if there are enough games together.

    `share`: of a hundred games in which one was ahead of the other, in how many the player was (None: no record).
    """

    name: str
    address: str
    parts: Sequence[Message]
    record: Message | None
    share: int | None
    games: Message


@dataclass(frozen=True, slots=True)
class ListedSitting:
    """A game in a player's list: the place they took, and their points (None: no points)."""

    game: ListedGame
    place: Message
    points: int | None


@dataclass(frozen=True)
class PlayerPage:
    """A player: their games in all, by title and against others, the latest games, and their form.

    `names` are the titles by slug. `lately`: whether they won each of the latest games that could be won.
    """

    template: ClassVar[str] = "history/player.html"
    person: Person
    names: Mapping[str, Message]
    total: Played
    lines: Sequence[TitleLine]
    streaks: Streaks
    opponents: Opponents
    latest: Sequence[PlayedGame]
    lately: Sequence[bool]
    form: Form

    @property
    def up(self) -> Link:
        return Link(url_for("players.all_players"), say("Players"))

    @property
    def streak(self) -> int | None:
        """The most games they have won in a row; None if they are too few for a streak."""
        return self.streaks.longest if self.streaks.longest >= LEAST_STREAK else None

    @property
    def current(self) -> Message | None:
        """How many of the last games in a row they have won, or not won; None if they are too few for a streak."""
        count = self.streaks.current
        if count < LEAST_STREAK:
            return None
        if self.streaks.won:
            return say("They have won the last {count} games.", count=count)
        return say("They have not won in the last {count} games.", count=count)

    @property
    def last(self) -> str | None:
        """When they last played (ISO 8601), as far as that is known."""
        return next((each.game.summary.dated for each in self.games), None)

    @property
    def lately_said(self) -> Message:
        return say("Won {count} of the last {games}", count=sum(self.lately), games=len(self.lately))

    @property
    def rate(self) -> Message | None:
        """The share of rated games that they have won; None if no game was rated."""
        return percent(self.total.wins, self.total.rated)

    @cached_property
    def games(self) -> Sequence[ListedSitting]:
        return [
            ListedSitting(ListedGame(each.summary, self.names.get(each.summary.rulebook)), _place(each), each.total)
            for each in self.latest
        ]

    @property
    def head_to_head(self) -> Iterator[ListedOpponent]:
        """The rival and the nemesis, if there are such, then those with whom they have played most."""
        known = self.opponents
        chosen = [each for each in (known.rival, known.nemesis) if each]
        for each in dict.fromkeys([*chosen, *known.frequent]):
            record = each.record
            known_well, decided = record.games >= LEAST_GAMES, record.above + record.below
            yield ListedOpponent(
                each.name,
                pair_address(self.person.id, each.id),
                self._parts(each),
                score(record.above, record.below) if known_well else None,
                round(100 * record.above / decided) if known_well and decided else None,
                many("{count} game together", "{count} games together", record.games),
            )

    @property
    def compare_address(self) -> str:
        """The address where somebody can be chosen to compare with."""
        return url_for("players.all_players", beside=self.person.id)

    @property
    def past_addresses(self) -> Sequence[tuple[Message, str]]:
        """Labels and addresses of the lists of all their games, of those won and of those lost."""
        who, total = self.person.id, self.total
        listed = [(say("All games of {player}", player=self.person.name), past_address(who))]
        if total.wins:
            listed.append((say("Games won"), past_address(who, outcome=f"won-{who}")))
        if total.rated > total.wins:
            listed.append((say("Games lost"), past_address(who, outcome=f"lost-{who}")))
        return listed

    @property
    def rivals(self) -> bool:
        return bool(self.opponents.rival or self.opponents.nemesis)

    @property
    def least_games(self) -> int:
        """How many games together it takes to be a rival or a nemesis."""
        return LEAST_GAMES

    def _parts(self, opponent: Opponent) -> Sequence[Message]:
        """Return what an opponent is to the player: rival, nemesis, or played with most."""
        known, record = self.opponents, opponent.record
        if opponent == known.rival:
            return [say("Rival: beaten in {rate} of the games", rate=percent(record.above, record.games))]
        if opponent == known.nemesis:
            return [say("Nemesis: lost to in {rate} of the games", rate=percent(record.below, record.games))]
        return [say("Played with most")] if opponent == known.frequent[0] and record.games >= LEAST_GAMES else []


def _place(game: PlayedGame) -> Message:
    """Return the place that somebody took, and the other players, best first."""
    if not game.rated:
        return say("Solitaire")
    others = tuple(line.name for line in game.summary.results if line.seat is not None and line.seat != game.seat)
    count = len(game.summary.players)
    return say("Place {place} of {count}, with {players}", place=game.place, count=count, players=others)


def score(above: int, below: int) -> Message:
    """Return a head-to-head record as it is written: "12–4"."""
    return joined([above, below], "\N{EN DASH}")


def pair_address(one: int, other: int) -> str:
    """Return the address of the page that compares two players."""
    return url_for("players.pair", player_id=one, other_id=other)


def _address_of(player_id: int) -> str:
    return url_for("players.player", player_id=player_id)
