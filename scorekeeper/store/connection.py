"""Connections to a database file, its schema version, and the reasons for its being unavailable.

A new database is made from schema.sql. Every database records its applied migrations, and their number as
`user_version`.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from itertools import chain
from pathlib import Path
from typing import Any

from sqlite_utils import Database, Migrations
from sqlite_utils.db import NoTable, Table

from .migrations import BASE, STEPS, VERSION

BUSY_SECONDS = 10
SCHEMA = Path(__file__).with_name("schema.sql")
_migrations = Migrations("scorekeeper")
for _step in STEPS:
    _migrations()(_step)


class ExistingTables(Database):
    """A database that writes rows only into existing tables; sqlite-utils would create a missing table."""

    def create_table(self, name: str, *args: Any, **options: Any) -> Table:
        """Create the table of applied migrations; raise OperationalError for any other, as SQLite does."""
        if name != Migrations.migrations_table:
            raise sqlite3.OperationalError(f"no such table: {name}")
        return super().create_table(name, *args, **options)


class Reason(Enum):
    """Reason for a DatabaseUnavailable; `instance.SENTENCES` has a sentence for each."""

    NEWER = auto()
    TOO_OLD = auto()
    FOREIGN = auto()
    DAMAGED = auto()
    LOCKED = auto()
    BUSY = auto()
    UNWRITABLE = auto()
    NOT_A_FILE = auto()
    DISK_FULL = auto()
    NOT_THERE = auto()
    CUT_OFF = auto()
    GONE = auto()
    BEING_REPLACED = auto()
    CANNOT_BACK_UP = auto()
    UNKNOWN = auto()


class DatabaseUnavailable(Exception):
    """A database cannot be opened, read or written; nothing was written. The message has details, or is empty."""

    def __init__(self, reason: Reason, detail: object = "") -> None:
        super().__init__(str(detail or ""))
        self.reason = reason


FROM_OUTSIDE = sqlite3.OperationalError, sqlite3.DatabaseError
"""Exact classes of SQLite errors with external causes; errors of their other subclasses are bugs in our code."""
NO_TEXT = "Could not decode to UTF-8"
"""Start of Python's error message for a text in a database with an encoding other than UTF-8."""
REASONS = {
    sqlite3.SQLITE_NOTADB: Reason.DAMAGED,
    sqlite3.SQLITE_CORRUPT: Reason.DAMAGED,
    sqlite3.SQLITE_BUSY: Reason.LOCKED,
    sqlite3.SQLITE_LOCKED: Reason.LOCKED,
    sqlite3.SQLITE_READONLY: Reason.UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: Reason.UNWRITABLE,
    sqlite3.SQLITE_PERM: Reason.UNWRITABLE,
    sqlite3.SQLITE_FULL: Reason.DISK_FULL,
}


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise DatabaseUnavailable for an SQLite error not caused by a bug in our code."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if type(error) not in FROM_OUTSIDE:
            raise
        # Such a message quotes the undecodable text, which may be private.
        undecodable = not hasattr(error, "sqlite_errorcode") and str(error).startswith(NO_TEXT)
        primary = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the higher bits are the extended code
        reason = Reason.DAMAGED if undecodable else REASONS.get(primary, Reason.UNKNOWN)
        raise DatabaseUnavailable(reason, "it contains invalid text" if undecodable else error) from error
    except NoTable as error:  # a view instead of a table
        raise DatabaseUnavailable(Reason.UNKNOWN, error) from error
    except UnicodeDecodeError as error:  # an SQLite message that quotes undecodable text
        raise DatabaseUnavailable(Reason.DAMAGED, "it contains invalid text") from error


def preflight(path: Path) -> None:
    """Check that this version may change a database; raises DatabaseUnavailable, sqlite3.Error."""
    if not path.exists():
        return
    if not path.is_file():
        raise DatabaseUnavailable(Reason.NOT_A_FILE)
    with closing(connected(path, "ro")) as db:
        try:
            refuse_others(db)
        except sqlite3.OperationalError as error:
            # A program was killed while writing. Only a writing connection can roll that back; it checks again.
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise


def refuse_others(db: Database) -> None:
    """Raise DatabaseUnavailable for a database of a later version, a development version or another program."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise DatabaseUnavailable(Reason.NEWER)
    tables = own_tables(db)
    if not tables:
        return
    taken = {step.name for step in _migrations.applied(db)}
    if not taken or Migrations.migrations_table not in tables:  # a view of that name is not ours
        raise DatabaseUnavailable(Reason.FOREIGN)
    if BASE not in taken:
        raise DatabaseUnavailable(Reason.TOO_OLD)


def connected(path: Path, mode: str = "rwc") -> Database:
    """Return a connection to the database at `path`; `mode` is rwc (create if missing), rw or ro."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,  # `Store.close` closes the connections of all threads
    )
    return ExistingTables(connection, recursive_triggers=False, execute_plugins=False)


def column(db: Database, query: str, values: Sequence[object] = ()) -> tuple[Any, ...]:
    return tuple(value for (value,) in db.execute(query, values).fetchall())


@contextmanager
def large_cache(db: Database) -> Iterator[None]:
    """Keep more pages in memory, which makes a transaction with thousands of rows a fifth faster."""
    db.execute("PRAGMA cache_size = -16000")  # KiB
    try:
        yield
    finally:
        db.execute("PRAGMA cache_size = -2000")  # the default


def insert_rows(db: Database, table: str, rows: Iterable[Mapping[str, object]]) -> None:
    """Insert rows with the same columns in the same order.

    Unlike sqlite-utils, this does not read the schema each time.
    """
    rows = iter(rows)
    for first in rows:
        columns, values = ", ".join(first), placeholders([*first])
        every = (tuple(row.values()) for row in chain([first], rows))
        db.conn.executemany(f"INSERT INTO {table} ({columns}) VALUES ({values})", every)  # noqa: S608  (our names)


def update_row(db: Database, table: str, key: Mapping[str, object], values: Mapping[str, object]) -> None:
    """Write values to the row with that key.

    Unlike sqlite-utils, this does not read the schema each time.
    """
    columns, which = ", ".join(f"{name} = ?" for name in values), " AND ".join(f"{name} = ?" for name in key)
    db.execute(f"UPDATE {table} SET {columns} WHERE {which}", [*values.values(), *key.values()])  # noqa: S608


def placeholders(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


# The schema


def own_tables(db: Database) -> list[str]:
    """Return the tables except Litestream's, which can be the first ones in a new database that it replicates."""
    return [name for name in db.table_names() if not name.startswith("_litestream_")]


def migrate(db: Database) -> None:
    """Create the schema of a new database, or apply the pending migrations, inside the caller's transaction."""
    if own_tables(db):
        _migrations.apply(db)
    else:
        for statement in SCHEMA.read_text(encoding="utf-8").split(";\n"):
            db.execute(statement)
        _migrations.ensure_migrations_table(db)
        made = {"migration_set": _migrations.name, "applied_at": str(datetime.now(UTC))}
        names = (BASE, *(step.__name__ for step in STEPS))
        insert_rows(db, Migrations.migrations_table, ({**made, "name": name} for name in names))
    # Always written, so that a read-only file raises an error even if no migration is pending.
    db.execute(f"PRAGMA user_version = {VERSION}")


def is_older(db: Database) -> bool:
    return bool(own_tables(db) and _migrations.pending(db))


# Read-only access: nothing is written


LOG, JOURNAL = "-wal", "-journal"
"""Suffixes of SQLite's files beside a database in use; they remain if a program is killed."""
CANNOT_PUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""SQLite's primary error codes if it cannot create files beside a database."""


@dataclass(frozen=True, slots=True)
class ReadOnlySnapshot:
    """A consistent snapshot: the read-only `file`, and a temporary `copy` with the current schema, free to change."""

    file: Database
    copy: Database
    is_older: bool


@contextmanager
def open_snapshot(path: Path) -> Iterator[ReadOnlySnapshot]:
    """Yield a consistent snapshot of a database in use; raises DatabaseUnavailable, also for errors in the block."""
    if not path.exists():
        raise DatabaseUnavailable(Reason.NOT_THERE)
    if not path.is_file():
        raise DatabaseUnavailable(Reason.NOT_A_FILE)
    had_log = _beside(path, LOG).exists()
    try:
        with translate_errors(), _reading(path) as db:
            refuse_others(db)
            db.execute("BEGIN")
            with closing(sqlite3.connect("", isolation_level=None)) as connection:
                db.conn.backup(connection)
                copy = ExistingTables(connection, recursive_triggers=False, execute_plugins=False)
                copy.execute("BEGIN")
                migrate(copy)
                yield ReadOnlySnapshot(db, copy, is_older=is_older(db))
    finally:
        if not had_log:
            _tidy(path)


@contextmanager
def _reading(path: Path) -> Iterator[Database]:
    """Yield a read-only connection; raises DatabaseUnavailable if an interrupted write must be recovered first."""
    with closing(connected(path, "ro")) as db:
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
                raise DatabaseUnavailable(Reason.CUT_OFF) from error
            # In WAL mode SQLite creates two files even to read. If it cannot, no program is writing, and an immutable
            # connection works without them.
            if error.sqlite_errorcode & 0xFF not in CANNOT_PUT or _has_content(_beside(path, LOG)):
                raise
        else:
            yield db
            return
    with closing(connected(path, "ro&immutable=1")) as db:
        yield db


def _tidy(path: Path) -> None:
    """Make SQLite delete the empty files that it created beside a database in order to read it.

    SQLite does so when the last connection is closed and has write access. Files in use by another program stay.
    """
    if _has_content(_beside(path, LOG)) or _beside(path, JOURNAL).exists():
        return
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(connected(path, "rw")) as db:
        db.execute("PRAGMA query_only = ON")
        db.execute("SELECT 1 FROM sqlite_master").fetchone()


def _beside(path: Path, what: str) -> Path:
    return path.with_name(path.name + what)


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False
