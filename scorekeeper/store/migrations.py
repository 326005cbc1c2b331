"""Schema migrations of existing databases. A new database is made from schema.sql.

A migration that has landed never changes. A change of the schema needs a migration here, the same change in schema.sql
and a database in tests/databases that was made before it.
"""

from sqlite_utils import Database

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


STEPS = (status_and_external_result,)
VERSION = BASE_VERSION + len(STEPS)
"""`user_version` of a database with the current schema."""
