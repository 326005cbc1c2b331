"""The printable page of a year."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from babel.dates import get_month_names
from flask import Blueprint, Response, abort, url_for
from sqlite_utils import Database

from ...core.durations import duration, hours
from ...core.messages import Count, Message, listed, many, say
from ...store.rows import NO_DAY
from ..common.charts import bars
from ..common.language import region
from ..common.page import service, show
from ..common.titles import FEW_TITLES
from .home import title_of
from .player import cooperative
from .players import Played, in_all

blueprint = Blueprint("years", __name__)

MONTHS = range(1, 13)
LAST_YEAR = 9999
LONG = 10 * 3600
"""Minimum duration, in seconds, shown in hours without minutes."""
MAX_NAMED, MAX_OF_TITLE, MAX_NEW = 5, 3, 40
"""Maximum numbers of players in rankings, in rankings of one title, and among new players. Rankings by wins can have
more players, if they are tied for the most wins."""
MAX_RANKED = 4
"""Maximum number of titles with a ranking, the most played ones."""

Ranked = tuple[int, str, Played]
"""A player's id, name and figures."""


@dataclass(frozen=True, slots=True)
class Year:
    """Figures of a year: the number of `games` by month (1 to 12) and slug, and by slug in `titles`, most played first.

    `timed` is the number of games with a known duration and `seconds` their total. `players` is the number of people.
    The rankings are `winners` by wins, `winners_of` by wins in a title, and `active` by games. `won_by_table` is the
    number of games with a winner by slug. `newcomers` are the names of people who played their first game in this year.
    """

    games: Mapping[tuple[int, str], int]
    titles: Mapping[str, int]
    timed: int
    seconds: int
    players: int
    winners: Sequence[Ranked]
    winners_of: Mapping[str, Sequence[Ranked]]
    active: Sequence[Ranked]
    won_by_table: Mapping[str, int]
    newcomers: Sequence[str]


def years_played(db: Database) -> tuple[int, ...]:
    """Return all years with games, latest first; games without a date do not count."""
    rows = db.execute(
        # Each step finds the next year in an index, without scanning its games.
        """WITH RECURSIVE years (year) AS (
            SELECT substr(max(day), 1, 4) FROM finished_games
            UNION ALL SELECT (SELECT substr(max(day), 1, 4) FROM finished_games WHERE day < year) FROM years
            WHERE year != ''
        ) SELECT year FROM years WHERE year != ''"""
    )
    return tuple(int(year) for (year,) in rows)


def undated(db: Database) -> int:
    """Return the number of games without a date, which count in no year."""
    (games,) = db.execute("SELECT count(*) FROM finished_games WHERE day = ?", [NO_DAY]).fetchone()
    return int(games)


def year_of(db: Database, year: int) -> Year | None:
    days = [f"{year:04}-01-01", f"{year:04}-12-31"]
    rows = db.execute(
        """SELECT CAST(substr(day, 6, 2) AS INTEGER), rulebook, count(*), count(seconds), coalesce(sum(seconds), 0)
        FROM finished_games WHERE day BETWEEN ? AND ? GROUP BY 1, 2""",
        days,
    ).fetchall()
    if not rows:
        return None
    titles: dict[str, int] = {}
    for _, slug, games, *_ in rows:
        titles[slug] = titles.get(slug, 0) + games
    played = db.execute(
        """SELECT player_id, name, rulebook, count(*), sum(rated), sum(rated AND place = 1), sum(size = 1)
        FROM player_results JOIN players ON players.id = player_id
        WHERE day BETWEEN ? AND ? GROUP BY player_id, rulebook ORDER BY player_id""",
        days,
    ).fetchall()
    people: list[Ranked] = [
        (*who, in_all(Played(*each[3:]) for each in of_titles))
        for who, of_titles in groupby(played, key=lambda each: each[:2])
    ]
    won = db.execute(
        """SELECT rulebook, count(*) FROM finished_games g WHERE day BETWEEN ? AND ?
        AND EXISTS (SELECT 1 FROM results WHERE game_id = g.game_id AND place = 1) GROUP BY rulebook""",
        days,
    )
    new = db.execute(
        """SELECT name FROM players WHERE id IN (SELECT player_id FROM player_results WHERE day BETWEEN ? AND ?)
        AND ? <= (SELECT day FROM player_results WHERE player_id = players.id AND day != '' ORDER BY moment LIMIT 1)
        ORDER BY id""",
        [*days, days[0]],
    ).fetchall()
    return Year(
        {(month, slug): games for month, slug, games, *_ in rows},
        dict(sorted(titles.items(), key=lambda each: (-each[1], each[0]))),
        timed=sum(timed for *_, timed, _ in rows),
        seconds=sum(seconds for *_, seconds in rows),
        players=len(people),
        winners=_most_wins(people, MAX_NAMED),
        winners_of={
            slug: _most_wins(
                [(each[0], each[1], Played(*each[3:])) for each in played if each[2] == slug], MAX_OF_TITLE
            )
            for slug in titles
        },
        active=sorted(people, key=lambda each: (-each[2].games, each[0]))[:MAX_NAMED],
        won_by_table=dict(won.fetchall()),
        newcomers=[name for (name,) in new],
    )


def _most_wins(people: Sequence[Ranked], most: int) -> list[Ranked]:
    """Return up to `most` players with wins, and all tied for most wins, by wins and then by fewest rated games."""
    winners = sorted(
        (each for each in people if each[2].wins), key=lambda each: (-each[2].wins, each[2].rated, each[0])
    )
    return winners[: max(most, len(_leaders(winners)))]


def _leaders(winners: Sequence[Ranked]) -> list[Ranked]:
    return [each for each in winners if each[2].wins == winners[0][2].wins]


@blueprint.get("/years")
@blueprint.get("/years/<int:year>")
def years(year: int | None = None) -> Response:
    if year is not None and not 1 <= year <= LAST_YEAR:
        abort(404)
    with service().store.reading() as db:
        played = years_played(db)
        shown_year = next(iter(played), None) if year is None else year
        found = None if shown_year is None else year_of(db, shown_year)
        shown: dict[str, object] = {"year": shown_year, "undated": undated(db)}
    if shown_year is not None:
        days: Mapping[str, Any] = {"from": f"{shown_year:04}-01-01", "to": f"{shown_year:04}-12-31"}
        shown["before"] = next((each for each in played if each < shown_year), None)
        shown["after"] = next((each for each in reversed(played) if each > shown_year), None)
        shown["past_url"] = url_for("past.past", **days)
    return show("history/year.html", shown | (_figures(found) if found else {}))


def _figures(year: Year) -> dict[str, object]:
    short, long = (get_month_names(width, "stand-alone", region()) for width in ("narrow", "wide"))
    months = {month: sum(year.games.get((month, slug), 0) for slug in year.titles) for month in MONTHS}
    left = len(year.newcomers) - MAX_NEW
    rankings = [(say("Most wins"), _by_wins(year.winners))]
    won = [slug for slug in year.titles if year.winners_of[slug]] if len(year.titles) > 1 else []
    rankings += [
        (say("Most wins: {title}", title=title_of(slug)), _by_wins(year.winners_of[slug])) for slug in won[:MAX_RANKED]
    ]
    by_games = [
        (*who, each.games, many("{count} of them alone", "{count} of them alone", each.alone) if each.alone else None)
        for *who, each in year.active
    ]
    rankings.append((say("Most games"), by_games))
    time = hours(year.seconds) if year.seconds >= LONG else duration(year.seconds)
    return {
        "games": sum(year.games.values()),
        "players": year.players,
        "time": time if year.timed else None,
        "titles": [(slug, title_of(slug), games, _most(year, slug, games)) for slug, games in year.titles.items()],
        "few": FEW_TITLES,
        "bars": bars([(short[month], games) for month, games in months.items()]),
        "bars_text": ", ".join(f"{long[month]} {games}" for month, games in months.items() if games),
        "rankings": [each for each in rankings if each[1]],
        "ranked": say(
            "Lists for the {count} most played of {all} games; the table has all of them.",
            count=MAX_RANKED,
            all=len(won),
        )
        if len(won) > MAX_RANKED
        else None,
        "newcomers": year.newcomers[:MAX_NEW],
        "more": many("and {count} more", "and {count} more", left) if left > 0 else None,
    }


def _most(year: Year, slug: str, games: int) -> tuple[int, Message] | None:
    """Return the most wins in a title and the players; for a cooperative title, the number of won games as text."""
    if cooperative(slug):
        return year.won_by_table.get(slug, 0), many("won, of {count} game", "won, of {count} games", Count(games))
    best = _leaders(year.winners_of[slug])
    return (best[0][2].wins, listed([name for _, name, _ in best])) if best else None


def _by_wins(people: Sequence[Ranked]) -> list[tuple[Any, ...]]:
    """Return the lines of a ranking by wins: player id and name, wins, and the number of rated games as text."""
    return [
        (*who, played.wins, many("of {count} game", "of {count} games", Count(played.rated))) for *who, played in people
    ]
