"""Schema migrations of existing databases. A new database is made from schema.sql.

A migration that has landed never changes. A change of the schema needs a migration here, the same change in schema.sql,
and an earlier database in tests/databases.
"""

import json
from typing import Any

from sqlite_utils import Database

from ..core.durations import minutes_between

BASE = "living_pads"
"""Last migration of the development versions before this list."""
BASE_VERSION = 24
"""`user_version` of a database whose last migration is BASE."""


def status_and_external_result(db: Database) -> None:
    """Rename two columns of games and the values of their status, and the change that archives a game."""
    for statement in (
        """CREATE TABLE new_games (
            id TEXT PRIMARY KEY,
            rulebook TEXT NOT NULL,
            options TEXT NOT NULL,
            revision INTEGER NOT NULL,
            finished INTEGER NOT NULL,
            started TEXT,
            ended TEXT,
            venue TEXT,
            note TEXT,
            moment INTEGER NOT NULL,
            status TEXT NOT NULL,
            external_result TEXT
        ) STRICT""",
        """INSERT INTO new_games SELECT id, rulebook, options, revision, finished, started, ended, venue, note, moment,
            CASE shelf WHEN 'table' THEN 'active' WHEN 'away' THEN 'archived' ELSE shelf END, told FROM games
            ORDER BY rowid""",
        "DROP TABLE games",
        "ALTER TABLE new_games RENAME TO games",
        "CREATE INDEX games_by_moment ON games (status, finished, moment, id)",
        "CREATE INDEX games_by_title ON games (rulebook, status, finished, moment, id)",
        """CREATE INDEX games_without_figures ON games (moment, id)
            WHERE status = 'archived' OR (status = 'active' AND NOT finished)""",
        "CREATE INDEX games_with_place ON games (moment) WHERE venue IS NOT NULL",
        "UPDATE changes SET act = 'archive' WHERE act = 'put away'",
    ):
        db.execute(statement)


PARTS_OF_RESULTS = ("external_result", "started", "ended")
Result = tuple[str | None, str | None, str | None]
"""External result, start and end of a game, as stored."""


def unknown_seats_and_times(db: Database) -> None:
    """Store external results as JSON objects, make their seats and midnights unknown, and allow unknown seats.

    Earlier versions seated players in the order of their source even without seats in it, and did not record the
    source. Therefore the seats and starting players of these results count as unknown; importing the same file again
    adds the ones that the file has. A source without times was stored as midnight.
    """
    for statement in (
        """CREATE TABLE new_results (
            player_id INTEGER NOT NULL REFERENCES players,
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            rulebook TEXT NOT NULL,
            moment INTEGER NOT NULL,
            day TEXT NOT NULL,
            year TEXT NOT NULL,
            size INTEGER NOT NULL,
            seconds INTEGER,
            venue TEXT NOT NULL,
            seat INTEGER,
            place INTEGER NOT NULL,
            total ANY,
            rated INTEGER NOT NULL,
            PRIMARY KEY (player_id, moment, game_id)
        ) STRICT, WITHOUT ROWID""",
        "INSERT INTO new_results SELECT * FROM player_results",
        "DROP TABLE player_results",
        "ALTER TABLE new_results RENAME TO player_results",
        "CREATE INDEX results_by_game ON player_results (game_id)",
        "CREATE INDEX results_by_moment ON player_results (moment, game_id, player_id, place)",
        "CREATE INDEX results_by_player ON player_results (player_id, moment, game_id, place, rated)",
        "CREATE INDEX results_by_title ON player_results (player_id, rulebook, year, size, seat, place, rated)",
        "CREATE INDEX results_by_total ON player_results (player_id, rulebook, rated, total)",
        "CREATE INDEX results_by_length ON player_results (player_id, rulebook, rated, seconds)",
        "CREATE INDEX results_by_venue ON player_results (player_id, venue)",
        "CREATE INDEX results_by_day ON player_results (day, player_id, rulebook, rated, place)",
        "CREATE INDEX results_won ON player_results (rulebook, player_id, place, rated) WHERE place = 1 AND rated",
        """INSERT OR REPLACE INTO settings SELECT 'projections', 'stale'
            WHERE EXISTS (SELECT 1 FROM games WHERE external_result IS NOT NULL)
            OR EXISTS (SELECT 1 FROM definitions WHERE facts LIKE '%"teams"%')""",  # records had the names of teams
    ):
        db.execute(statement)
    select = f"SELECT id, {', '.join(PARTS_OF_RESULTS)} FROM games WHERE external_result IS NOT NULL"  # noqa: S608
    for game_id, *stored in db.execute(select).fetchall():
        update = "UPDATE games SET external_result = ?, started = ?, ended = ? WHERE id = ?"
        db.execute(update, [*_with_unknown(*stored), game_id])
        _convert_changes(db, game_id, (*stored,))


def _with_unknown(external_result: str | None, started: str | None, ended: str | None) -> Result:
    """Return the new form of an external result and its times."""
    result: dict[str, Any] = {"lines": json.loads(external_result or "[]")}
    if started and started[10:19] == "T00:00:00":
        minutes = minutes_between(started, ended)
        result |= {"minutes": minutes} if minutes else {}
        started, ended = started[:10], None
    return json.dumps(result), started, ended


def _convert_changes(db: Database, game_id: str, stored: Result) -> None:
    """Convert the external results and times in the trail of a game, from its last change to its first."""
    query = "SELECT revision, delta FROM changes WHERE game_id = ? AND delta IS NOT NULL ORDER BY revision DESC"
    after = dict(zip(PARTS_OF_RESULTS, stored, strict=True))
    for revision, text in db.execute(query, [game_id]).fetchall():
        delta = json.loads(text)
        before = after | {part: delta[part][0] for part in PARTS_OF_RESULTS if part in delta}
        pairs = zip(_with_unknown(**before), _with_unknown(**after), strict=True)
        converted = {part: [*pair] for part, pair in zip(PARTS_OF_RESULTS, pairs, strict=True) if pair[0] != pair[1]}
        delta = {part: pair for part, pair in delta.items() if part not in PARTS_OF_RESULTS} | converted
        db.execute(
            "UPDATE changes SET delta = ? WHERE game_id = ? AND revision = ?",
            [json.dumps(delta) if delta else None, game_id, revision],
        )
        after = before


STEPS = (status_and_external_result, unknown_seats_and_times)
VERSION = BASE_VERSION + len(STEPS)
"""`user_version` of a database with the current schema."""
