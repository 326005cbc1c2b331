"""The projections: what the history has of a game, made from its log and written with it, and the sums over all games.

All of it can be made anew from the logs, by writing each game's projections and then by `count_all`. The tables of
OF_GAMES have rows for each game; the tables of SUMS are counted from these.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from .margins import margin_of
from .rows import ResultLine, Shelf, StoredGame
from .seats import seated_players
from .terms import terms_of


@dataclass(frozen=True, slots=True)
class Projections:
    """What the history has of a game.

    `lines` are its result, best first (none while it runs), `marks` its values for records, by the record's name.
    `month` is that of its date ("2026-11", or NO_MONTH), `seconds` how long it took (None: nobody knows).
    """

    lines: tuple[ResultLine, ...]
    marks: Mapping[str, int]
    month: str
    seconds: int | None


@dataclass(frozen=True, slots=True)
class Sum:
    """How a table of sums is made: the columns of its `key`, the columns that it `counts`, and the query for both.

    In the query, {games} stands for a condition that limits it to some games.
    """

    key: tuple[str, ...]
    counts: tuple[str, ...]
    query: str


OF_GAMES = ("results", "sittings", "marks", "terms")
"""The tables in which each row is about one game."""
SUMS: Mapping[str, Sum] = {
    "game_counts": Sum(
        ("month", "rulebook"),
        ("games", "timed", "seconds"),
        """SELECT month, rulebook, count(*) AS games, count(seconds) AS timed, coalesce(sum(seconds), 0) AS seconds
        FROM (SELECT DISTINCT game_id, month, rulebook, seconds FROM sittings WHERE {games})
        GROUP BY month, rulebook""",
    ),
    "shape_counts": Sum(
        ("rulebook", "size", "margin"),
        ("games",),
        """SELECT rulebook, size, margin, count(*) AS games
        FROM (SELECT DISTINCT game_id, rulebook, size, margin FROM sittings WHERE {games})
        GROUP BY rulebook, size, margin""",
    ),
    "place_counts": Sum(
        ("player_id", "rulebook", "size", "seat", "place"),
        ("games",),
        """SELECT player_id, rulebook, size, seat, place, count(*) AS games
        FROM sittings WHERE {games} GROUP BY player_id, rulebook, size, seat, place""",
    ),
    "player_counts": Sum(
        ("player_id", "rulebook", "year"),
        ("games", "rated", "wins"),
        """SELECT player_id, rulebook, CAST(substr(month, 1, 4) AS INTEGER) AS year,
        count(*) AS games, sum(rated) AS rated, sum(rated AND place = 1) AS wins
        FROM sittings WHERE {games} GROUP BY player_id, rulebook, year""",
    ),
    "pair_counts": Sum(
        ("player_id", "other_id", "rulebook"),
        ("games", "above", "below"),
        """SELECT one.player_id, other.player_id AS other_id, one.rulebook,
        count(*) AS games, sum(one.place < other.place) AS above, sum(one.place > other.place) AS below
        FROM sittings one JOIN sittings other USING (game_id) WHERE other.player_id != one.player_id AND {games}
        GROUP BY one.player_id, other.player_id, one.rulebook""",
    ),
    "term_counts": Sum(
        ("kind", "term"),
        ("games",),
        "SELECT kind, term, count(*) AS games FROM terms WHERE {games} GROUP BY kind, term",
    ),
}
"""The tables of sums. A game without a date is in the month NO_MONTH, and in the year 0."""
SOME = "game_id IN (SELECT value FROM json_each(?))"

LATEST = """UPDATE players SET (latest, latest_seat) = (
    SELECT moment, seat FROM (
        SELECT * FROM (
            SELECT moment, game_id, seat FROM sittings
            WHERE player_id = players.id ORDER BY moment DESC, game_id DESC LIMIT 1
        )
        UNION ALL
        SELECT * FROM (
            SELECT moment, game_id, seat
            FROM games INDEXED BY games_without_figures CROSS JOIN seats ON game_id = id AND player_id = players.id
            WHERE (shelf = 'away' OR (shelf = 'table' AND NOT finished))
            AND moment >= coalesce((SELECT max(moment) FROM sittings WHERE player_id = players.id), -1e18)
            ORDER BY moment DESC, id DESC LIMIT 1
        )
    ) ORDER BY moment DESC, game_id DESC LIMIT 1
)"""
"""Everybody's latest game: kept with each person, so that those who played last are suggested first.

It is the latest of the games in `sittings` and of the other games that are not deleted. The latter are few, and only
those newer than the last sitting are read.
"""


def put_projections(db: Database, game: StoredGame, made: Projections, *, counting: bool = True) -> None:
    """Replace a game's projections by these; only a finished game that lies on the table is in the history.

    Without `counting` the sums and everybody's latest game stay as they are: `count_in` or `count_all` has to follow.
    """
    players = seated_players(db, game.id)
    if counting:
        sat = db.execute("SELECT player_id FROM sittings WHERE game_id = ?", [game.id]).fetchall()
        count_out(db, [game.id])
    for table in OF_GAMES:
        db.execute(f"DELETE FROM {table} WHERE game_id = ?", [game.id])  # noqa: S608  (names of ours)
    db.conn.executemany(
        "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)",
        [(game.id, index, line.seat, line.name, line.place, line.total) for index, line in enumerate(made.lines)],
    )
    if made.lines and game.shelf is Shelf.TABLE:
        _add_to_history(db, game, players, made)
    if counting:
        count_in(db, [game.id])
        set_latest(db, {player_id for (player_id,) in sat}.difference(players))


def set_terms(db: Database, game_id: str, moment: int, about: Iterable[str | None]) -> None:
    """Replace the words by which a game is found by those of its venue and its note."""
    _count(db, "term_counts", [game_id], -1)
    db.execute("DELETE FROM terms WHERE game_id = ?", [game_id])
    _add_terms(db, game_id, moment, about)
    _count(db, "term_counts", [game_id], 1)


def count_in(db: Database, game_ids: Sequence[str]) -> None:
    """Add the rows of these games to the sums, and find the latest game of everybody who sits there."""
    for table in SUMS:
        _count(db, table, game_ids, 1)
    db.execute(
        f"{LATEST} WHERE id IN (SELECT player_id FROM seats WHERE {SOME})",  # noqa: S608  (no values)
        [json.dumps(game_ids)],
    )


def count_out(db: Database, game_ids: Sequence[str]) -> None:
    """Subtract the rows of these games from the sums; `count_in` adds them again when they have changed."""
    for table in SUMS:
        _count(db, table, game_ids, -1)


def count_all(db: Database) -> None:
    """Make all sums anew, and find everybody's latest game."""
    for table, made in SUMS.items():
        db.execute(f"DELETE FROM {table}")  # noqa: S608  (names of ours)
        db.execute(f"INSERT INTO {table} {made.query.format(games='TRUE')}")
    db.execute(LATEST)


def set_latest(db: Database, player_ids: Collection[int]) -> None:
    """Find the latest game of these players; the rows of their games have to be written before."""
    db.execute(f"{LATEST} WHERE id IN (SELECT value FROM json_each(?))", [json.dumps(list(player_ids))])  # noqa: S608  (no values)


def _add_to_history(db: Database, game: StoredGame, players: Sequence[int], made: Projections) -> None:
    """Write who sat at a finished game, its marks and its words; the columns are those of `storage/steps.py`."""
    size = len(players)
    of_game = game.id, game.rulebook, game.moment, made.month
    further = size > 1, made.seconds, size, margin_of(made.lines)
    db.conn.executemany(
        "INSERT INTO sittings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (players[line.seat], *of_game, line.seat, line.place, line.total, *further)
            for line in made.lines
            if line.seat is not None
        ],
    )
    db.conn.executemany(
        "INSERT INTO marks VALUES (?, ?, ?, ?, ?)",
        [(game.rulebook, name, value, game.moment, game.id) for name, value in made.marks.items()],
    )
    _add_terms(db, game.id, game.moment, [game.venue, game.note])


def _add_terms(db: Database, game_id: str, moment: int, about: Iterable[str | None]) -> None:
    rows = [(*term, moment, game_id) for term in terms_of(*about)]
    db.conn.executemany("INSERT INTO terms VALUES (?, ?, ?, ?)", rows)


def _count(db: Database, table: str, game_ids: Sequence[str], sign: int) -> None:
    """Add the counts of these games to a table; with `sign` -1 subtract them, and delete the rows without a game."""
    made = SUMS[table]
    rows = db.execute(made.query.format(games=SOME), [json.dumps(game_ids)]).fetchall()
    keys = [row[: len(made.key)] for row in rows]
    counts = [[sign * count for count in row[len(made.key) :]] for row in rows]
    places = ", ".join("?" * (len(made.key) + len(made.counts)))
    added = ", ".join(f"{name} = {name} + excluded.{name}" for name in made.counts)
    db.conn.executemany(
        f"INSERT INTO {table} VALUES ({places}) ON CONFLICT DO UPDATE SET {added}",  # noqa: S608  (names of ours)
        [(*key, *each) for key, each in zip(keys, counts, strict=True)],
    )
    if sign < 0:
        found = " AND ".join(f"{name} = ?" for name in made.key)
        db.conn.executemany(f"DELETE FROM {table} WHERE {found} AND games = 0", keys)  # noqa: S608
