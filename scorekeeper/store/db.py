"""The database in use: opened, brought up to date, read and written.

A `Store` opens one connection for each thread and keeps it, because SQLite writes the write-ahead log into the database
and deletes it whenever the last one is closed. All writing goes through `writing()`: one transaction at a time, begun
as a writer.
"""

import errno
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from sqlite_utils import Database

from . import locks
from .backups import back_up_before_step
from .connection import (
    BUSY_SECONDS,
    DatabaseUnavailable,
    Reason,
    connected,
    is_older,
    migrate,
    preflight,
    refuse_others,
    translate_errors,
)
from .migrations import STEPS

NO_WAIT = 0.05
"""Seconds; a shorter wait for other threads is not taken off the time that SQLite may wait."""
OWN_CHECKPOINTS = 1000
"""Pages of the write-ahead log after which SQLite writes it into the database by itself."""
ROOM = 64 * 1024
"""Bytes for which `probe` looks for room; a play takes half of that at most."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Store:
    """The database at `path`, created or brought up to date when it is opened; raises DatabaseUnavailable."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._lock = threading.Lock()
        self._opened: list[Database] = []
        self._held: IO[bytes] | None = None
        self._file: tuple[int, int] | None = None  # its device and its number there
        self.written = 0  # how often something was written since it was opened
        try:
            with translate_errors():
                preflight(path)
                self._held = hold(path)
                self._migrate()
        except DatabaseUnavailable:
            self.close()
            raise

    def close(self) -> None:
        """Close every connection; a store that is used again opens new ones."""
        with self._lock:
            for db in self._opened:
                db.conn.close()
            self._opened.clear()
            self._file = None
            if self._held:
                self._held.close()
        self._local = threading.local()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Give the database as of one moment, to be read. Raises DatabaseUnavailable."""
        with translate_errors():
            db = self.current()
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.rollback()

    def current(self) -> Database:
        """Return this thread's database: inside of what it reads or writes just now, if it does, or else as it is."""
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            if self._file:
                self._see_that_it_is_there()
            db = self._local.db = connected(self.path, "rw" if self._file else "rwc")
            self._opened.append(db)
            _use_write_ahead_log(db)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            self._file = self._file or _identity(self.path)
        return db

    @contextmanager
    def dedicated_reader(self) -> Iterator[Database]:
        """Give the database as of one moment by a connection of its own, for somebody who reads slowly.

        The thread can use the store for other things meanwhile, and nobody is kept from writing. Raises
        DatabaseUnavailable.
        """
        with translate_errors(), closing(connected(self.path)) as db:
            db.execute("BEGIN")
            yield db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Give the database to its only writer; at the end all changes are kept, or none if there was an exception.

        The threads of this process wait for a lock here, because SQLite would make them sleep and try again. Both waits
        together take at most BUSY_SECONDS. Raises DatabaseUnavailable.
        """
        with translate_errors():
            db, patience = self.current(), time.monotonic() + BUSY_SECONDS
            if not self._lock.acquire(timeout=BUSY_SECONDS):
                raise DatabaseUnavailable(Reason.BUSY)
            try:
                self._see_that_it_is_there()
                self._share_checkpoints(db)
                with _transaction(db, patience):
                    yield db
                self.written += 1
            finally:
                self._lock.release()

    def is_whole(self) -> bool:
        """Return whether the file's pages fit together, and every row has those that it refers to."""
        db = self.current()
        try:
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            return bool(found == "ok" and not db.execute("PRAGMA foreign_key_check").fetchone())
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return False

    def vacuum(self) -> bool:
        """Write the file anew, so that nothing of what was deleted or written over is left in it.

        Return whether that was possible: not while Litestream keeps a replica, while somebody reads or writes for long,
        or without room on the disk.
        """
        if self.is_replicated():
            return False
        db = self.current()
        with self._lock:
            try:
                db.execute("VACUUM")
                (busy, *_) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.OperationalError:
                return False
        return not busy

    def is_replicated(self) -> bool:
        """Return whether Litestream keeps a replica of the database."""
        return notes_beside(self.path).exists()

    def probe(self, patience: float) -> None:
        """Raise DatabaseUnavailable if the database cannot be read and written now; waits at most `patience` seconds.

        Nothing is written.
        """
        self._see_that_it_is_there()
        try:  # the transaction below, which is rolled back, would not need any room
            with TemporaryFile(dir=self.path.parent, buffering=0) as file:
                file.write(bytes(ROOM))
        except OSError as error:
            if error.errno in NO_ROOM:
                raise DatabaseUnavailable(Reason.DISK_FULL, error.strerror) from None
            if error.errno == errno.EROFS:
                raise DatabaseUnavailable(Reason.UNWRITABLE, error.strerror) from None
            # A database can be writable in a folder that is not: SQLite itself is asked for that.
        with translate_errors(), closing(connected(self.path, "rw")) as db:
            db.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
            db.execute("SELECT 1 FROM games LIMIT 1").fetchone()
            (version,) = db.execute("PRAGMA user_version").fetchone()
            db.execute("BEGIN IMMEDIATE")
            # Where SQLite may only read, a transaction begins all the same; only this is refused. It is not kept.
            db.execute(f"PRAGMA user_version = {version}")
            db.execute("ROLLBACK")

    def _share_checkpoints(self, db: Database) -> None:
        """Leave it to Litestream to write the log into the database while it keeps a replica.

        If SQLite does that just when Litestream lets go of the database for a moment, the log begins anew, Litestream
        misses pages, and the replica is damaged without a word.
        """
        theirs = self.is_replicated()
        if theirs != getattr(self._local, "theirs", False):
            db.execute(f"PRAGMA wal_autocheckpoint = {0 if theirs else OWN_CHECKPOINTS}")
            self._local.theirs = theirs

    def _see_that_it_is_there(self) -> None:
        if _identity(self.path) != self._file:
            raise DatabaseUnavailable(Reason.GONE)  # SQLite would go on writing to the file that nobody finds again

    def _migrate(self) -> None:
        """Bring the schema up to date, in a writing transaction: programs that start at once do it one by one."""
        db = self.current()
        db.execute("PRAGMA foreign_keys = OFF")
        self._share_checkpoints(db)
        try:
            with _transaction(db):
                refuse_others(db)
                if is_older(db):
                    self._back_up_first()
                migrate(db)
        finally:
            db.execute("PRAGMA foreign_keys = ON")

    def _back_up_first(self) -> None:
        """Keep the database as it is before its schema changes: an older version could not read it afterwards."""
        try:
            back_up_before_step(self.path, len(STEPS), datetime.now().astimezone())
        except DatabaseUnavailable as error:
            if error.reason is not Reason.DISK_FULL:
                raise
            raise DatabaseUnavailable(Reason.CANNOT_BACK_UP, "there is no room on the disk") from None
        except OSError as error:
            raise DatabaseUnavailable(Reason.CANNOT_BACK_UP, error.strerror) from None


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device of the file at `path` and its number there, or None without a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def notes_beside(path: Path) -> Path:
    """Return the folder of Litestream's notes on the database at `path`: it is there while a replica is kept."""
    return path.with_name(f".{path.name}-litestream")


def hold(path: Path) -> IO[bytes]:
    """Return the lock that keeps others from restoring over a database; raises DatabaseUnavailable."""
    try:
        return locks.shared(path)
    except locks.InUse:
        raise DatabaseUnavailable(Reason.BEING_REPLACED) from None
    except OSError as error:
        raise DatabaseUnavailable(Reason.UNWRITABLE, error.strerror) from None


def _use_write_ahead_log(db: Database) -> None:
    """Turn on the write-ahead log, and wait if another program is doing so: SQLite itself does not wait then."""
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
def _transaction(db: Database, patience: float | None = None) -> Iterator[None]:
    """Begin as a writer: a transaction that reads first and then writes is refused if another one wrote meanwhile.

    `patience` is until when to wait (by time.monotonic); without it, BUSY_SECONDS from now.
    """
    left = BUSY_SECONDS if patience is None else patience - time.monotonic()
    if left > BUSY_SECONDS - NO_WAIT:
        db.execute("BEGIN IMMEDIATE")
    else:
        db.execute(f"PRAGMA busy_timeout = {max(0, int(left * 1000))}")
        try:
            db.execute("BEGIN IMMEDIATE")
        finally:
            db.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
