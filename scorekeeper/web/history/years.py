"""The page of a year, which is also made to be printed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from babel.dates import get_month_names
from flask import Blueprint, Response, abort, url_for

from ...core.durations import duration, hours
from ...core.messages import Message, many, say
from ...history.years import Played, Year, undated, year_of, years_played
from ..shell.language import region
from ..shell.page import page
from ..shell.services import desk
from .bars import Bars, bars

blueprint = Blueprint("years", __name__)

MONTHS = range(1, 13)
LAST_YEAR = 9999
LONG = 10 * 3600
"""Seconds from which a duration is given in hours only."""


@dataclass(frozen=True)
class TitleOfYear:
    """A title in a year: how many games of it there were, and who won most of them (None: nobody could win)."""

    slug: str
    title: Message | str
    games: int
    best: Played | None


@dataclass(frozen=True)
class Ranking:
    """Who has the most of something, best first."""

    heading: Message
    lines: Sequence["RankedPlayer"]


@dataclass(frozen=True)
class RankedPlayer:
    """A player in a ranking: `address` of their page, the `count`, and what it is a part `of`."""

    name: str
    address: str
    count: int
    of: Message | None = None


@dataclass(frozen=True)
class YearPage:
    """A year with its games, or the message that there are none in it (`year` is None: no game has a date).

    `games` and `players` are how many there were, `time` is how long they sat there (None: nobody knows). `titles` has
    the most played first. `bars` are the games by month, and `bars_said` the same in words. `newcomers` played for the
    first time; `more` says how many others did. `others` are all years with games, the latest first, with this one if
    it has any. `undated` is the number of games without a date.
    """

    template: ClassVar[str] = "history/year.html"
    year: int | None
    others: Sequence[int]
    undated: int
    games: int = 0
    players: int = 0
    time: Message | None = None
    titles: Sequence[TitleOfYear] = ()
    bars: Bars | None = None
    bars_said: str = ""
    rankings: Sequence[Ranking] = ()
    newcomers: Sequence[str] = ()
    more: Message | None = None

    @property
    def before(self) -> int | None:
        """The last year with games before this one."""
        return next((each for each in self.others if self.year and each < self.year), None)

    @property
    def after(self) -> int | None:
        """The first year with games after this one."""
        return next((each for each in reversed(self.others) if self.year and each > self.year), None)

    @property
    def past_address(self) -> str:
        days: Mapping[str, Any] = {"from": f"{self.year:04}-01-01", "to": f"{self.year:04}-12-31"}
        return url_for("past.past", **days)


@blueprint.get("/years")
@blueprint.get("/years/<int:year>")
def years(year: int | None = None) -> Response:
    """Show a year; without one in the address, the latest with a game."""
    if year is not None and not 1 <= year <= LAST_YEAR:
        abort(404)
    with desk().store.reading() as db:
        played = years_played(db)
        shown = next(iter(played), None) if year is None else year
        found = None if shown is None else year_of(db, shown)
        without = undated(db)
    if shown is None or found is None:
        return page(YearPage(shown, played, without))
    return page(_page(shown, found, played, without))


def _page(number: int, year: Year, others: Sequence[int], without: int) -> YearPage:
    short, long = (get_month_names(width, "stand-alone", region()) for width in ("narrow", "wide"))
    months = {month: sum(year.games.get((month, slug), 0) for slug in year.titles) for month in MONTHS}
    known = {slug: rulebook.meta.heading for slug, rulebook in desk().rulebooks.items()}
    left = year.new - len(year.newcomers)
    return YearPage(
        number,
        others,
        without,
        sum(year.games.values()),
        year.players,
        _time(year),
        [
            TitleOfYear(slug, known.get(slug, slug), _games_of(year, slug), next(iter(year.winners_of[slug]), None))
            for slug in year.titles
        ],
        bars([(short[month], games) for month, games in months.items()]),
        ", ".join(f"{long[month]} {games}" for month, games in months.items() if games),
        tuple(_rankings(year, known)),
        year.newcomers,
        many("and {count} more", "and {count} more", left) if left else None,
    )


def _time(year: Year) -> Message | None:
    """Return how long people sat at the table, if any length is known."""
    if not year.timed:
        return None
    return hours(year.seconds) if year.seconds >= LONG else duration(year.seconds)


def _games_of(year: Year, slug: str) -> int:
    return sum(games for (_, title), games in year.games.items() if title == slug)


def _rankings(year: Year, titles: Mapping[str, Message]) -> Sequence[Ranking]:
    """Return who won most (of all titles and, with several, by title) and who played most, without empty rankings."""
    several = len(year.titles) > 1
    found = [
        Ranking(say("Most wins"), _wins(year.winners)),
        *(
            Ranking(say("Most wins: {title}", title=titles.get(slug, slug)), _wins(year.winners_of[slug]))
            for slug in year.titles
            if several
        ),
        Ranking(say("Most games"), [_ranked(each, each.games, _alone(each)) for each in year.active]),
    ]
    return [each for each in found if each.lines]


def _wins(players: Sequence[Played]) -> list[RankedPlayer]:
    return [_ranked(each, each.wins, many("of {count} game", "of {count} games", each.rated)) for each in players]


def _alone(player: Played) -> Message | None:
    """Return how many games a player played alone: they count as games, but wins are counted out of the others."""
    alone = player.games - player.rated
    return many("{count} of them alone", "{count} of them alone", alone) if alone else None


def _ranked(player: Played, count: int, of: Message | None = None) -> RankedPlayer:
    return RankedPlayer(player.name, url_for("players.player", player_id=player.id), count, of)
