"""Connections to a database file, its schema version, and the reasons why it cannot be used.

A database records its applied migrations, and their number as `user_version`.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any

from sqlite_utils import Database, Migrations
from sqlite_utils.db import NoTable, Table

from .migrations import STEPS

BUSY_SECONDS = 10
_migrations = Migrations("scorekeeper")
for _step in STEPS:
    _migrations()(_step)


class ExistingTables(Database):
    """A database in which a row is only written into a table that is there; sqlite-utils would create a missing one."""

    def create_table(self, name: str, *args: Any, **options: Any) -> Table:
        """Create the table of the applied migrations; raise OperationalError, as SQLite does, for any other."""
        if name != Migrations.migrations_table:
            raise sqlite3.OperationalError(f"no such table: {name}")
        return super().create_table(name, *args, **options)


class Reason(Enum):
    """Why a database cannot be used; `instance.SENTENCES` has a sentence for each."""

    NEWER = auto()
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
    """A database cannot be opened, read or written now; nothing was written. The text has details, or is empty."""

    def __init__(self, reason: Reason, detail: object = "") -> None:
        super().__init__(str(detail or ""))
        self.reason = reason


FROM_OUTSIDE = sqlite3.OperationalError, sqlite3.DatabaseError
"""The classes of SQLite's errors that are no mistake in the code; their other subclasses are."""
NO_TEXT = "Could not decode to UTF-8"
"""How Python's message begins if a text in a database is not UTF-8."""
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
    """Raise DatabaseUnavailable for an error of SQLite that is no mistake in the code."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if type(error) not in FROM_OUTSIDE:
            raise
        # The text that could not be decoded follows in the message: it is nobody's business.
        no_text = not hasattr(error, "sqlite_errorcode") and str(error).startswith(NO_TEXT)
        primary = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the higher bits say more
        reason = Reason.DAMAGED if no_text else REASONS.get(primary, Reason.UNKNOWN)
        raise DatabaseUnavailable(reason, "it holds what is no text" if no_text else error) from error
    except NoTable as error:  # a view in place of a table
        raise DatabaseUnavailable(Reason.UNKNOWN, error) from error
    except UnicodeDecodeError as error:  # a message of SQLite that quotes what it found
        raise DatabaseUnavailable(Reason.DAMAGED, "it holds what is no text") from error


def preflight(path: Path) -> None:
    """Look whether this version may change a database; raises DatabaseUnavailable, sqlite3.Error."""
    if not path.exists():
        return
    if not path.is_file():
        raise DatabaseUnavailable(Reason.NOT_A_FILE)
    with closing(connected(path, "ro")) as db:
        try:
            refuse_others(db)
        except sqlite3.OperationalError as error:
            # A program was cut off while writing. Only a connection that may write can clear that; it looks again.
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise


def refuse_others(db: Database) -> None:
    """Raise DatabaseUnavailable for a database that a later version, or another program, has written."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(STEPS):
        raise DatabaseUnavailable(Reason.NEWER)
    taken = {step.name for step in _migrations.applied(db)}
    if not taken <= {step.__name__ for step in STEPS}:
        raise DatabaseUnavailable(Reason.NEWER)
    tables = db.table_names()
    if tables and not (taken and Migrations.migrations_table in tables):  # a view of that name is not ours
        raise DatabaseUnavailable(Reason.FOREIGN)


def connected(path: Path, mode: str = "rwc") -> Database:
    """Return a connection to the database at `path`; `mode` is rwc (made if it is missing), rw, or ro."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    return ExistingTables(connection, recursive_triggers=False, execute_plugins=False)


def column(db: Database, query: str, values: Sequence[object] = ()) -> tuple[Any, ...]:
    """Return what a query with one column finds."""
    return tuple(value for (value,) in db.execute(query, values).fetchall())


def placeholders(values: Sequence[object]) -> str:
    """Return as many question marks as there are values, for IN (...)."""
    return ", ".join("?" * len(values))


# The schema


def migrate(db: Database) -> None:
    """Take the steps that a database has not taken yet, inside the caller's transaction."""
    _migrations.apply(db)
    # Written even if there was no step to take: only then does a file that may only be read raise an error.
    db.execute(f"PRAGMA user_version = {len(STEPS)}")


def is_older(db: Database) -> bool:
    """Return whether a database has taken steps, but not all of them."""
    return 0 < len(_migrations.applied(db)) < len(STEPS)


def is_current(db: Database) -> bool:
    """Return whether a database has taken every step."""
    return len(_migrations.applied(db)) == len(STEPS)


# Read-only access: nothing is written


LOG, JOURNAL = "-wal", "-journal"
"""What SQLite keeps beside a database while it is written, and leaves there when a program is cut off."""
CANNOT_PUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""SQLite's error codes (their lowest 8 bits) if it may put nothing beside a database."""


@dataclass(frozen=True, slots=True)
class ReadOnlySnapshot:
    """A database as of one moment: its `file`, which can only be read, and a `copy` with the schema of today.

    The copy is in a file without a name and is gone afterwards, so anything may be written to it. `is_older`: the file
    has not taken all steps of the schema yet.
    """

    file: Database
    copy: Database
    is_older: bool


@contextmanager
def open_snapshot(path: Path) -> Iterator[ReadOnlySnapshot]:
    """Give a database as of one moment; others may work with it meanwhile.

    Raises DatabaseUnavailable, also for errors of SQLite inside the block.
    """
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
                yield ReadOnlySnapshot(db, copy, is_older=not is_current(db))
    finally:
        if not had_log:
            _tidy(path)


@contextmanager
def _reading(path: Path) -> Iterator[Database]:
    """Give a connection that can only read; raises DatabaseUnavailable if a program was cut off while writing."""
    with closing(connected(path, "ro")) as db:
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
                raise DatabaseUnavailable(Reason.CUT_OFF) from error
            # To read, SQLite puts two files beside it. Where it may not, nobody writes, and it can do without them.
            if error.sqlite_errorcode & 0xFF not in CANNOT_PUT or _has_content(_beside(path, LOG)):
                raise
        else:
            yield db
            return
    with closing(connected(path, "ro&immutable=1")) as db:
        yield db


def _tidy(path: Path) -> None:
    """Let SQLite delete the empty files that it has put beside a database in order to read it.

    It does so when a connection is closed that could write, and did not. If somebody works with the database by now,
    the files are theirs and stay.
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
