"""Whether the tables of a database are those that Scorekeeper makes, whatever a file says of itself."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing

from sqlite_utils import Database

from .schema import NOTES, names_of_steps
from .steps import STEPS

TOKENS = re.compile(r"--[^\n]*|/\*.*?\*/|('(?:[^']|'')*'|\w+|[^\s\w])", re.DOTALL)
"""Comments, and in a group what SQLite reads: texts, words and signs."""
QUOTES = '"`[]'
"""Around names, where SQLite has put them when a table was changed."""
OF_LITESTREAM = re.compile(
    r"(?!.*REFERENCES)CREATE TABLE _litestream_\w+\s*\([^()]*\)", re.ASCII | re.IGNORECASE | re.DOTALL
)
"""What some versions of it make in a database: plain tables that refer to no others."""

Shape = Mapping[tuple[str, str], str]
"""What is in a schema, by its sort and name; and how it is made."""


def strangeness(db: Database) -> str | None:
    """Return what in the schema of a database is not as its steps make it, or None; raises sqlite3.Error.

    A trigger would act on what is written; a table that is made otherwise, or refers to ours, would refuse it.
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
    """Return a statement without what does not matter: comments, spaces, case, and quotes around names."""
    found = (token for token in TOKENS.findall(sql) if token and token not in QUOTES)
    return " ".join(token if token.startswith("'") else token.casefold() for token in found)
