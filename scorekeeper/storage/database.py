"""The database file: looked at, opened, brought up to date; who reads it and who writes it.

A `Store` opens one connection for each thread and keeps it, so that the write-ahead log is not folded away after
every request. All writing goes through `writing()`: one transaction, begun as a writer, one at a time.
"""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from .reader import Reader
from .schema import bring_up_to_date, is_foreign, is_newer
from .writer import Writer

BUSY_SECONDS = 10

OutOfReach = sqlite3.OperationalError
"""What an open store raises when it cannot be written just now: it is locked, or the disk is full."""


class CannotOpen(Exception):
    """The database cannot be opened or brought up to date; nothing was written."""


class NewerDatabase(CannotOpen):
    """A later version of Scorekeeper has changed its schema."""


class ForeignDatabase(CannotOpen):
    """Another program's tables are in it."""


class DamagedDatabase(CannotOpen):
    """Its pages do not fit together, or it is no database at all."""


class LockedDatabase(CannotOpen):
    """Somebody else is writing and did not come to an end."""


class UnwritableDatabase(CannotOpen):
    """The file, or the folder that it is in, may not be read or written."""


class NotAFile(CannotOpen):
    """Something else is in its place: a folder, say."""


class DiskFull(CannotOpen):
    """There is no room for it."""


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


class Store:
    """The database at `path`, created or brought up to date when it is opened; raises CannotOpen."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._lock = threading.Lock()
        self._opened: list[Database] = []
        try:
            _look(path)
            self._migrate()
        except sqlite3.Error as error:
            self.close()
            raise _cause(error) from error
        except CannotOpen:
            self.close()
            raise

    def close(self) -> None:
        """Close every connection; a store that is asked again opens new ones."""
        with self._lock:
            for db in self._opened:
                db.conn.close()
            self._opened.clear()
        self._local = threading.local()

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Give a reader that sees one moment of the database."""
        db = self._connection()
        db.execute("BEGIN")
        try:
            yield Reader(db)
        finally:
            db.rollback()

    @contextmanager
    def reading_apart(self) -> Iterator[Reader]:
        """Give a reader with a connection of its own, for what is read so slowly that other things go on meanwhile.

        It sees one moment of the database, and keeps nobody from writing.
        """
        with closing(_connected(self.path)) as db:
            db.execute("BEGIN")
            yield Reader(db)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Give the only writer: everything it does is kept at the end, or nothing if an exception leaves the block.

        The lock keeps this process's threads in line; without it they would sleep and retry at SQLite's door.
        """
        db = self._connection()
        with self._lock, _transaction(db):
            yield Writer(db)

    def write_anew(self) -> bool:
        """Write the file anew, so that nothing of what was deleted or written over is left in it.

        Return whether that could be done: not while somebody reads or writes for long, or without room on the disk.
        """
        db = self._connection()
        with self._lock:
            try:
                db.execute("VACUUM")
                (busy, *_) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.OperationalError:
                return False
        return not busy

    def _connection(self) -> Database:
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            db = self._local.db = _connected(self.path)
            self._opened.append(db)
            _set_up(db)
        return db

    def _migrate(self) -> None:
        """Bring the schema up to date; begun as a writer, so that several starters do not trip over each other."""
        db = self._connection()
        db.execute("PRAGMA foreign_keys = OFF")
        try:
            with _transaction(db):
                _refuse_others(db)
                bring_up_to_date(db)
        finally:
            db.execute("PRAGMA foreign_keys = ON")


def _look(path: Path) -> None:
    """Look at a database that may not be this version's, and change nothing in it. Raises CannotOpen, sqlite3.Error."""
    if not path.exists():
        return
    if not path.is_file():
        raise NotAFile
    with closing(_connected(path, "ro")) as db:
        try:
            _refuse_others(db)
        except sqlite3.OperationalError as error:
            # Somebody was cut off while writing: only one who may write can clear that away, and looks again then.
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise


def _refuse_others(db: Database) -> None:
    if is_newer(db):
        raise NewerDatabase
    if is_foreign(db):
        raise ForeignDatabase


def _connected(path: Path, mode: str = "rwc") -> Database:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    return Database(connection, recursive_triggers=False, execute_plugins=False)


def _set_up(db: Database) -> None:
    _use_write_ahead_log(db)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")


def _use_write_ahead_log(db: Database) -> None:
    """Turn on the write-ahead log. SQLite does not wait for another starter that is just doing it; this does."""
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > patience:
                raise
        time.sleep(0.01)


@contextmanager
def _transaction(db: Database) -> Iterator[None]:
    """Begin as a writer: one that read first and then wanted to write would be told that the database is locked."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def _cause(error: sqlite3.Error) -> CannotOpen:
    """Return what an error of SQLite means for somebody who wants to open a database."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest tells finer, as in SQLITE_READONLY_DIRECTORY
    return CAUSES.get(primary, CannotOpen)(error)
