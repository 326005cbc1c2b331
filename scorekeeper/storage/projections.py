"""The projections: what the history has of a game, made from its log and written with it.

All of it can be rebuilt from the logs, by writing each game's projections again.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from .margins import margin_of
from .rows import ResultLine, Shelf, StoredGame
from .seats import seated_players
from .words import plain, words_of

Mark = tuple[int, str, int | None, str | None]
"""A candidate for a record: its value, seats, play number and text, as in the columns of the table `marks`."""


@dataclass(frozen=True, slots=True)
class Projections:
    """What the history has of a game.

    `lines` are its result, best first (none while it runs), `marks` its candidates for records, by the mark's name.
    `day` is that of its date ("2026-11-21", or NO_DAY), `seconds` its duration (None: not known).
    """

    lines: tuple[ResultLine, ...]
    marks: Mapping[str, Mark]
    day: str
    seconds: int | None


OF_GAMES = ("results", "finished_games", "player_results", "search_words", "marks")
"""The projections, as tables; each row is about one game."""

LATEST = """UPDATE players SET (latest, latest_seat) = (
    SELECT moment, seat FROM (
        SELECT * FROM (
            SELECT moment, game_id, seat FROM player_results
            WHERE player_id = players.id ORDER BY moment DESC, game_id DESC LIMIT 1
        )
        UNION ALL
        SELECT * FROM (
            SELECT moment, game_id, seat
            FROM games INDEXED BY games_without_figures CROSS JOIN seats ON game_id = id AND player_id = players.id
            WHERE (shelf = 'away' OR (shelf = 'table' AND NOT finished))
            AND moment >= coalesce((SELECT max(moment) FROM player_results WHERE player_id = players.id), -1e18)
            ORDER BY moment DESC, id DESC LIMIT 1
        )
    ) ORDER BY moment DESC, game_id DESC LIMIT 1
)"""
"""Everybody's latest game: kept with each person, so that those who played last are suggested first.

It is the latest of the games in `player_results` and of the other games that are not deleted. The latter are few, and
only those newer than the last finished game are read.
"""


def put_projections(db: Database, game: StoredGame, made: Projections) -> None:
    """Replace a game's projections; all but the result are for finished games on the table."""
    players = seated_players(db, game.id)
    before = db.execute("SELECT player_id FROM player_results WHERE game_id = ?", [game.id]).fetchall()
    for table in OF_GAMES:
        db.execute(f"DELETE FROM {table} WHERE game_id = ?", [game.id])  # noqa: S608  (names of ours)
    db.conn.executemany(
        "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)",
        [(game.id, index, line.seat, line.name, line.place, line.total) for index, line in enumerate(made.lines)],
    )
    if made.lines and game.shelf is Shelf.TABLE:
        size, of_game = len(players), (game.rulebook, game.moment, made.day)
        of_size = made.day[:4], size, made.seconds
        db.execute(
            "INSERT INTO finished_games VALUES (?, ?, ?, ?, ?, ?, ?, '')",
            [game.id, *of_game, size, margin_of(made.lines), made.seconds],
        )
        db.conn.executemany(
            "INSERT INTO player_results VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?)",
            [
                (players[each.seat], game.id, *of_game, *of_size, each.seat, each.place, each.total, size > 1)
                for each in made.lines
                if each.seat is not None
            ],
        )
        db.conn.executemany(
            "INSERT INTO marks VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(game.rulebook, name, value, game.moment, game.id, *more) for name, (value, *more) in made.marks.items()],
        )
        set_words(db, game.id, game.venue, game.note)
    set_latest(db, {*players, *(player_id for (player_id,) in before)})


def set_words(db: Database, game_id: str, venue: str | None, note: str | None) -> None:
    """Replace the venue and the words by which a finished game on the table is found."""
    for table in ("finished_games", "player_results"):
        db.execute(f"UPDATE {table} SET venue = ? WHERE game_id = ?", [plain(venue or ""), game_id])  # noqa: S608
    db.execute("DELETE FROM search_words WHERE game_id = ?", [game_id])
    words = words_of(f"{venue or ''} {note or ''}")
    db.conn.executemany("INSERT INTO search_words VALUES (?, ?)", [(word, game_id) for word in words])


def set_latest(db: Database, player_ids: Collection[int] | None = None) -> None:
    """Find the latest game of these players, or (None) of everybody; the rows of their games are written before."""
    if player_ids is None:
        db.execute(LATEST)
    else:
        db.execute(f"{LATEST} WHERE id IN (SELECT value FROM json_each(?))", [json.dumps(list(player_ids))])  # noqa: S608
