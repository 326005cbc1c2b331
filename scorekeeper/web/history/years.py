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
class Month:
    """A row of the table of games: the name of the month, the number of games of each title, and the sum."""

    name: str
    counts: Sequence[int]
    total: int


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

    `figures` say how much was played. `titles` head the columns of `months`; `totals` are their sums, `total` is that
    of all games. `newcomers` played for the first time; `more` says how many others did. `others` are all years with
    games, the latest first, with this one if it has any. `undated` is the number of games without a date.
    """

    template: ClassVar[str] = "history/year.html"
    year: int | None
    figures: Sequence[Message]
    titles: Sequence[Message | str]
    months: Sequence[Month]
    total: int
    totals: Sequence[int]
    bars: Bars | None
    rankings: Sequence[Ranking]
    newcomers: Sequence[str]
    more: Message | None
    others: Sequence[int]
    undated: int

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
        return page(YearPage(shown, (), (), (), 0, (), None, (), (), None, played, without))
    return page(_page(shown, found, played, without))


def _page(number: int, year: Year, others: Sequence[int], without: int) -> YearPage:
    months = _months(year)
    short = get_month_names("narrow", "stand-alone", region())
    known = {slug: rulebook.meta.title for slug, rulebook in desk().rulebooks.items()}
    left = year.new - len(year.newcomers)
    return YearPage(
        number,
        tuple(_figures(year)),
        [known.get(slug, slug) for slug in year.titles],
        [month for month in months if month.total],
        sum(month.total for month in months),
        [*(sum(column) for column in zip(*(month.counts for month in months), strict=True))],
        bars([(short[each], month.total) for each, month in zip(MONTHS, months, strict=True)]),
        tuple(_rankings(year, known)),
        year.newcomers,
        many("and {count} more", "and {count} more", left) if left else None,
        others,
        without,
    )


def _figures(year: Year) -> Sequence[Message]:
    """Return how much was played: games, players, and the time at the table if any is known."""
    games = sum(year.games.values())
    told = [
        many("{count} game", "{count} games", games),
        many("{count} player", "{count} players", year.players),
    ]
    if year.timed:
        took = hours(year.seconds) if year.seconds >= LONG else duration(year.seconds)
        told.append(say("{time} at the table", time=took))
    return told


def _months(year: Year) -> list[Month]:
    names = get_month_names("abbreviated", "stand-alone", region())
    counts = [[year.games.get((month, slug), 0) for slug in year.titles] for month in MONTHS]
    return [Month(names[month], each, sum(each)) for month, each in zip(MONTHS, counts, strict=True)]


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
