"""The page of all players with finished games, and the champion of each title.

All player figures count finished, active games. A game is rated if at least two people played against each other and
the winner is known: wins, streaks, points and durations count rated games only. A shared first place counts as a win
for each player. Cooperative games are not rated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, Response, abort, request, url_for
from sqlite_utils import Database

from ...core.fields import small_number
from ...core.messages import Count, Message, listed, many, say
from ...store.results import latest_titles
from ...store.rows import Person, read_person
from ..common.language import short_date
from ..common.page import Link, service, show
from ..common.titles import FEW_TITLES
from ..forms.fixed import one_line
from .home import title_of

blueprint = Blueprint("players", __name__, url_prefix="/players")

MAX_ID = 999_999_999
SHOWN = 100
RATED, RATED_TEXT = "2+", say("Two players or more, with a winner")
"""Choice in the player-count filter of past games that selects rated games."""
MIN_WINS = 3
"""Minimum number of wins of a title's champion."""


@dataclass(frozen=True, slots=True)
class Played:
    """The number of `games`, of `rated` ones, of `wins` in rated games, and of games played `alone`."""

    games: int
    rated: int
    wins: int
    alone: int = 0

    @property
    def rate(self) -> Message | None:
        return percent(self.wins, self.rated)


def in_all(each: Iterable[Played]) -> Played:
    found = list(each)
    return Played(*(sum(getattr(one, name) for one in found) for name in ("games", "rated", "wins", "alone")))


def percent(part: int, total: int) -> Message | None:
    """Return a part of a total in percent, rounded half up, or None if the total is 0."""
    return say("{number}%", number=(200 * part + total) // (2 * total)) if total else None


def everybody(db: Database) -> Mapping[int, Played]:
    rows = db.execute(
        """SELECT player_id, count(*), sum(rated), sum(rated AND place = 1) FROM player_results
        GROUP BY player_id ORDER BY 2 DESC, player_id"""
    )
    return {player_id: Played(*counts) for player_id, *counts in rows}


def champions(db: Database) -> Mapping[str, tuple[int, int]]:
    """Return the id and wins of each title's champion: at least MIN_WINS wins, and more than all others."""
    rows = db.execute(
        """SELECT rulebook, player_id, count(*) FROM player_results WHERE place = 1 AND rated
        GROUP BY rulebook, player_id HAVING count(*) >= ? ORDER BY rulebook, 3 DESC""",
        [MIN_WINS],
    )
    by_title = {slug: list(group) for slug, group in groupby(rows.fetchall(), key=lambda each: each[0])}
    return {slug: best[0][1:] for slug, best in by_title.items() if not best[1:] or best[0][2] > best[1][2]}


def named(db: Database, called: str) -> dict[int, str]:
    return dict(db.execute("SELECT id, name FROM players WHERE instr(folded, ?)", [called.casefold()]).fetchall())


def person_of(db: Database, player_id: int) -> Person:
    return read_person(db, player_id) or abort(404)


def size_text(size: int) -> Message:
    return many("Alone", "{count} players", size)


def past_url(*player_ids: int, **others: object) -> str:
    return url_for("past.past", player=player_ids, **others)  # type: ignore[arg-type]


@blueprint.get("")
def all_players() -> Response:
    """Show all players with finished games, filtered by `name`; with `beside`, to compare one with that player."""
    called, after, beside = one_line(request.args.get("name", "")), _asked("after"), _asked("beside")
    with service().store.reading() as db:
        compared = None if beside is None else person_of(db, beside)
        names, figures = named(db, called), everybody(db)
        found = [each for each in figures if each in names and (compared is None or each != compared.id)]
        if after is not None:
            spot = figures[after].games if after in figures else 0
            found = [each for each in found if (-figures[each].games, each) > (-spot, after)]
        first = not called and after is None and compared is None
        best_of = champions(db) if first else {}
        latest = {slug: index for index, slug in enumerate(latest_titles(db) if len(best_of) > FEW_TITLES else ())}
        last = {each: _last_game(db, each) for each in found[:SHOWN]}

    def url(player_id: int) -> str:
        if compared is None:
            return url_for("players.player", player_id=player_id)
        return url_for("players.pair", player_id=compared.id, other_id=player_id)

    def page_after(last_shown: int | None) -> str:
        further = {"name": called or None, "beside": compared and compared.id, "after": last_shown}
        return url_for("players.all_players", **further)  # type: ignore[arg-type]

    shown = {
        "called": called,
        "beside": compared,
        "up": compared and Link(url_for("players.player", player_id=compared.id), listed([compared.name])),
        "champions": [
            {
                "slug": slug,
                "title": title_of(slug),
                "name": names[best],
                "url": url(best),
                "wins": wins,
            }
            for slug, (best, wins) in sorted(best_of.items(), key=lambda each: (latest.get(each[0], 0), each[0]))
        ],
        "few": FEW_TITLES,
        "players": [
            {
                "name": names[each],
                "url": url(each),
                "wins": figures[each].wins,
                "of": many("of {count} game", "of {count} games", Count(figures[each].rated))
                if figures[each].wins
                else many("{count} game", "{count} games", Count(figures[each].games)),
                "last": short_date(last[each]),
            }
            for each in found[:SHOWN]
        ],
        "first_url": None if after is None else page_after(None),
        "further_url": page_after(found[SHOWN - 1]) if len(found) > SHOWN else None,
    }
    return show("history/players.html", shown)


def _last_game(db: Database, player_id: int) -> str | None:
    row = db.execute(
        """SELECT coalesce(started, ended) FROM games WHERE id = (
            SELECT game_id FROM player_results WHERE player_id = ? ORDER BY moment DESC, game_id DESC LIMIT 1
        )""",
        [player_id],
    ).fetchone()
    return str(row[0]) if row and row[0] else None


def _asked(name: str) -> int | None:
    """Return the player id in a query parameter, or None if it is missing; abort with 404 if it is malformed."""
    asked = request.args.get(name)
    if asked is None:
        return None
    number = small_number(asked, MAX_ID)
    return abort(404) if number is None else number
