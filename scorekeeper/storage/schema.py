"""The schema: the steps that a database has taken, and whether its tables are those that they make.

A database records its steps, and their number as its `user_version`.
"""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing

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


def names_of_steps(db: Database) -> list[str]:
    """Return the steps that a database says it has taken, in their order."""
    return [step.name for step in _migrations.applied(db)]


TOKENS = re.compile(r"--[^\n]*|/\*.*?\*/|('(?:[^']|'')*'|\w+|[^\s\w])", re.DOTALL)
"""Comments and, in the group, what SQLite reads: texts, words and signs."""
QUOTES = '"`[]'
"""What SQLite puts around some names when a table is altered."""
OF_LITESTREAM = re.compile(
    r"(?!.*REFERENCES)CREATE TABLE _litestream_\w+\s*\([^()]*\)", re.ASCII | re.IGNORECASE | re.DOTALL
)
"""What some versions of Litestream make in a database: plain tables that refer to no others."""

Shape = Mapping[tuple[str, str], str]
"""The statement that makes each part of a schema, by the part's sort ("table", "index") and name."""


def strangeness(db: Database) -> str | None:
    """Return what in the schema of a database is not as its steps make it, or None; raises sqlite3.Error.

    A trigger could change what is written; a table that is made otherwise, or refers to ours, could refuse it.
    """
    steps = names_of_steps(db)
    if steps != [step.__name__ for step in STEPS[: len(steps)]]:
        return "the steps of its schema are not in order"
    is_so, should = _shape(db), _shape_after(len(steps))
    for sort, name in sorted({*is_so, *should}):
        made = is_so.get((sort, name))
        if made is None:
            return f"its {sort} {name} is missing"
        if (sort, name) not in should:
            return f"it has {'an' if sort == 'index' else 'a'} {sort} that is not Scorekeeper's"
        if made != should[sort, name]:
            return f"its {sort} {name} is not as Scorekeeper makes it"
    return None


def _shape_after(steps: int) -> Shape:
    with closing(Database(sqlite3.connect(":memory:"), execute_plugins=False)) as db:
        for step in STEPS[:steps]:
            step(db)
        return _shape(db)


def _shape(db: Database) -> Shape:
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT GLOB 'sqlite_*'").fetchall()
    return {
        (sort, name): _bare(sql or "")
        for sort, name, table, sql in rows
        if not (table == NOTES and sort in ("table", "index")) and not OF_LITESTREAM.fullmatch(sql or "")
    }


def _bare(sql: str) -> str:
    """Return a statement without what makes no difference: comments, spaces, case, and quotes around names."""
    found = (token for token in TOKENS.findall(sql) if token and token not in QUOTES)
    return " ".join(token if token.startswith("'") else token.casefold() for token in found)
