"""A database opened only to see what is in it: nothing is written to it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from .connection import (
    DatabaseUnavailable,
    Reason,
    bring_up_to_date,
    connected,
    is_current,
    refuse_others,
    translate_errors,
)

LOG, JOURNAL = "-wal", "-journal"
"""What SQLite keeps beside a database while it is written, and leaves there when a program is cut off."""
CANNOT_PUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""SQLite's error codes (their lowest 8 bits) if it may put nothing beside a database."""


@dataclass(frozen=True, slots=True)
class Examined:
    """A database as of one moment: its `file`, which can only be read, and a `copy` with the schema of today.

    The copy is in a file without a name and is gone afterwards, so anything may be written to it. `is_older`: the file
    has not taken all steps of the schema yet.
    """

    file: Database
    copy: Database
    is_older: bool


@contextmanager
def examined(path: Path) -> Iterator[Examined]:
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
                copy = Database(connection, recursive_triggers=False, execute_plugins=False)
                copy.execute("BEGIN")
                bring_up_to_date(copy)
                yield Examined(db, copy, is_older=not is_current(db))
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
