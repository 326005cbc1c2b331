"""The page of all players with finished games, and the champion of each title.

All player figures count finished, active games. A game with at least two players is rated: wins, streaks, points and
durations count rated games only. A shared first place counts as a win for each player.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from sqlite_utils import Database

from ...core.fields import small_number
from ...core.messages import Message, listed, many, say
from ...store.rows import Person, read_person
from ..common.language import short_date
from ..common.page import service, show
from ..seating.form import clean
from ..table.lines import Link
from .home import headings

blueprint = Blueprint("players", __name__, url_prefix="/players")

MAX_ID = 999_999_999
SHOWN = 100
RATED, RATED_TEXT = "2+", say("Two players or more")
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
        """The share of wins in rated games; None if no game was rated."""
        return percent(self.wins, self.rated)


def in_all(each: Iterable[Played]) -> Played:
    """Return the sum of figures."""
    found = list(each)
    return Played(*(sum(getattr(one, name) for one in found) for name in ("games", "rated", "wins", "alone")))


def percent(part: int, total: int) -> Message | None:
    """Return a part of a total in percent, rounded half up; None if the total is 0."""
    return say("{number}%", number=(200 * part + total) // (2 * total)) if total else None


def everybody(db: Database) -> Mapping[int, Played]:
    """Return the figures of all players by id, most games first."""
    rows = db.execute(
        """SELECT player_id, count(*), sum(rated), sum(rated AND place = 1) FROM player_results
        GROUP BY player_id ORDER BY 2 DESC, player_id"""
    )
    return {player_id: Played(*counts) for player_id, *counts in rows}


def champion(db: Database, rulebook: str) -> tuple[int, int] | None:
    """Return the id and wins of a title's champion: at least MIN_WINS wins and more than all others; None if none."""
    best = db.execute(
        """SELECT player_id, count(*) FROM player_results WHERE rulebook = ? AND place = 1 AND rated
        GROUP BY player_id HAVING count(*) >= ? ORDER BY 2 DESC LIMIT 2""",
        [rulebook, MIN_WINS],
    ).fetchall()
    return best[0] if len(best) == 1 or (best and best[0][1] > best[1][1]) else None


def named(db: Database, called: str) -> dict[int, str]:
    """Return the names by id that contain `called`, ignoring case."""
    return dict(db.execute("SELECT id, name FROM players WHERE instr(folded, ?)", [called.casefold()]).fetchall())


def person_of(db: Database, player_id: int) -> Person:
    """Return a player or the person they were merged into; aborts with 404 for an unknown id."""
    return read_person(db, player_id) or abort(404)


def size_text(size: int) -> Message:
    """Return a number of players as text."""
    return many("Alone", "{count} players", size)


def past_address(*player_ids: int, **others: object) -> str:
    """Return the URL of the past games of these players; `others` are further filters."""
    return url_for("past.past", player=player_ids, **others)  # type: ignore[arg-type]


@blueprint.get("")
def all_players() -> Response:
    """Show all players with finished games, filtered by `name`; with `beside`, to choose one to compare."""
    called, after, beside = clean(request.args.get("name", "")), _asked("after"), _asked("beside")
    with service().store.reading() as db:
        compared = None if beside is None else person_of(db, beside)
        names, figures = named(db, called), everybody(db)
        found = [each for each in figures if each in names and (compared is None or each != compared.id)]
        if after is not None:
            spot = figures[after].games if after in figures else 0
            found = [each for each in found if (-figures[each].games, each) > (-spot, after)]
        first = not called and after is None and compared is None
        slugs = db.execute("SELECT DISTINCT rulebook FROM finished_games ORDER BY rulebook").fetchall() if first else ()
        champions = {slug: best for (slug,) in slugs if (best := champion(db, slug))}
        last = {each: _last_game(db, each) for each in found[:SHOWN]}

    def address(player_id: int) -> str:
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
                "title": headings().get(slug, slug),
                "name": names[best],
                "address": address(best),
                "wins": wins,
            }
            for slug, (best, wins) in champions.items()
        ],
        "players": [
            {
                "name": names[each],
                "address": address(each),
                "wins": figures[each].wins,
                "of": many("of {count} game", "of {count} games", figures[each].rated)
                if figures[each].wins
                else many("{count} game", "{count} games", figures[each].games),
                "last": short_date(last[each]),
            }
            for each in found[:SHOWN]
        ],
        "first_address": None if after is None else page_after(None),
        "further_address": page_after(found[SHOWN - 1]) if len(found) > SHOWN else None,
    }
    return show("history/players.html", shown)


def _last_game(db: Database, player_id: int) -> str | None:
    """Return the date (ISO 8601) of a player's latest finished game; None if unknown."""
    row = db.execute(
        """SELECT coalesce(started, ended) FROM games WHERE id = (
            SELECT game_id FROM player_results WHERE player_id = ? ORDER BY moment DESC, game_id DESC LIMIT 1
        )""",
        [player_id],
    ).fetchone()
    return str(row[0]) if row and row[0] else None


def _asked(name: str) -> int | None:
    """Return the player id in a query parameter (None if absent). Aborts with 404 if it is malformed."""
    asked = request.args.get(name)
    if asked is None:
        return None
    number = small_number(asked, MAX_ID)
    return abort(404) if number is None else number
