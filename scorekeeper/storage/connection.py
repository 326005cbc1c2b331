"""Connections to a database file, a look at it before it is opened, and the reasons why it cannot be opened."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from .schema import is_foreign, is_newer

BUSY_SECONDS = 10
DAMAGED = sqlite3.DatabaseError, UnicodeDecodeError
"""The errors of a damaged file; the second where SQLite's message quotes what it found there."""
SQLiteError = sqlite3.DatabaseError
"""What an open database raises: it cannot be reached, it is damaged, or a statement is wrong."""


class CannotOpen(Exception):
    """The database cannot be opened or brought up to date; nothing was written."""


class NewerDatabase(CannotOpen):
    """A later version of Scorekeeper has changed its schema."""


class ForeignDatabase(CannotOpen):
    """Another program's tables are in it."""


class DamagedDatabase(CannotOpen):
    """Its pages do not fit together, or it is no database at all."""


class LockedDatabase(CannotOpen):
    """Another program is writing and did not come to an end."""


class BusyDatabase(CannotOpen):
    """Another thread of this process is writing and did not come to an end: a large import, say."""


class UnwritableDatabase(CannotOpen):
    """The file, or the folder that it is in, may not be read or written."""


class NotAFile(CannotOpen):
    """Something else is in its place: a folder, say."""


class DiskFull(CannotOpen):
    """There is no room for it."""


class NotThere(CannotOpen):
    """There is no file of that name."""


class CutOff(CannotOpen):
    """A program was cut off while writing: nobody can read before a connection that may write has taken that back."""


class Gone(CannotOpen):
    """Its file was deleted, or another put in its place, while it was open."""


class BeingReplaced(CannotOpen):
    """Another database is just being put in its place."""


class CannotBackUp(CannotOpen):
    """It has to be brought up to date, and no backup of it could be made first."""


class WaitedTooLong(sqlite3.OperationalError):
    """Another thread of this process was writing for too long."""


class FileGone(sqlite3.OperationalError):
    """The file was deleted or replaced; SQLite would go on writing to the one that nobody finds again."""


FROM_OUTSIDE = sqlite3.OperationalError, *DAMAGED, WaitedTooLong, FileGone
"""Errors that are no mistake in the code: the disk is full, say, or the file is damaged. Only these very classes count:
the other subclasses of DatabaseError are mistakes."""

NO_TEXT = "Could not decode to UTF-8"
"""How Python's message begins if a text in a database is not UTF-8."""
CAUSES = {
    sqlite3.SQLITE_NOTADB: DamagedDatabase,
    sqlite3.SQLITE_CORRUPT: DamagedDatabase,
    sqlite3.SQLITE_BUSY: LockedDatabase,
    sqlite3.SQLITE_LOCKED: LockedDatabase,
    sqlite3.SQLITE_READONLY: UnwritableDatabase,
    sqlite3.SQLITE_CANTOPEN: UnwritableDatabase,
    sqlite3.SQLITE_PERM: UnwritableDatabase,
    sqlite3.SQLITE_FULL: DiskFull,
}


@contextmanager
def failing() -> Iterator[None]:
    """Raise, for every error of SQLite, the CannotOpen that says what it means."""
    try:
        yield
    except sqlite3.Error as error:
        raise cause_of(error) from error
    except UnicodeDecodeError as error:  # a message of SQLite that quotes what it found
        raise DamagedDatabase("it holds what is no text") from error


def preflight(path: Path) -> None:
    """Look whether this version may change a database, and change nothing. Raises CannotOpen, sqlite3.Error."""
    if not path.exists():
        return
    if not path.is_file():
        raise NotAFile
    with closing(connected(path, "ro")) as db:
        try:
            refuse_others(db)
        except sqlite3.OperationalError as error:
            # A program was cut off while writing. Only a connection that may write can clear that; it looks again.
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise


def refuse_others(db: Database) -> None:
    """Raise NewerDatabase or ForeignDatabase where a database is not one that this version may change."""
    if is_newer(db):
        raise NewerDatabase
    if is_foreign(db):
        raise ForeignDatabase


def connected(path: Path, mode: str = "rwc") -> Database:
    """Return a connection to the database at `path`; `mode` is rwc (made if it is missing), rw, or ro."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    return Database(connection, recursive_triggers=False, execute_plugins=False)


def cause_of(error: sqlite3.Error) -> CannotOpen:
    """Return what an error of SQLite means for somebody who wants to open a database."""
    if isinstance(error, WaitedTooLong):
        return BusyDatabase(error)
    if isinstance(error, FileGone):
        return Gone(error)
    if not hasattr(error, "sqlite_errorcode") and str(error).startswith(NO_TEXT):  # the text that was found follows
        return DamagedDatabase("it holds what is no text")
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the higher bits say more, as in SQLITE_READONLY_DIRECTORY
    return CAUSES.get(primary, CannotOpen)(error)


def placeholders(values: Sequence[object]) -> str:
    """Return as many question marks as there are values, for IN (...)."""
    return ", ".join("?" * len(values))
