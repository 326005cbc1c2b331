"""The schema: the steps that a database has taken.

A database records its steps, and their number as its `user_version`.
"""

from sqlite_utils import Database, Migrations

from .steps import STEPS

_migrations = Migrations("scorekeeper")
NOTES = Migrations.migrations_table
"""The table where a database notes the steps that it has taken."""
for _step in STEPS:
    _migrations()(_step)


def bring_up_to_date(db: Database) -> None:
    """Take the steps that a database has not taken yet, inside the caller's transaction."""
    _migrations.apply(db)
    # Written even if there was no step to take: only then does a file that may only be read raise an error.
    db.execute(f"PRAGMA user_version = {len(STEPS)}")


def is_newer(db: Database) -> bool:
    """Return whether a database has taken steps that only a later version of Scorekeeper knows."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    known = {step.__name__ for step in STEPS}
    return version > len(STEPS) or any(step.name not in known for step in _migrations.applied(db))


def is_foreign(db: Database) -> bool:
    """Return whether a database has tables, but none that Scorekeeper made."""
    tables = db.table_names()
    return bool(tables) and not (NOTES in tables and _migrations.applied(db))


def is_older(db: Database) -> bool:
    """Return whether a database has taken steps, but not all of them."""
    return 0 < len(_migrations.applied(db)) < len(STEPS)


def is_current(db: Database) -> bool:
    """Return whether a database has taken every step."""
    return len(_migrations.applied(db)) == len(STEPS)
