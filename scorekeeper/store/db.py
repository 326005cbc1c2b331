"""The database in use: opening, migrating, reading and writing.

A `Store` opens one connection per thread and keeps it, because SQLite checkpoints and deletes the write-ahead log
whenever the last connection is closed. All writing goes through `writing()`: one transaction at a time, begun with
`BEGIN IMMEDIATE`.
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
from .migrations import VERSION

NO_WAIT = 0.05
"""Seconds that a thread can wait for others without reducing SQLite's own timeout."""
OWN_CHECKPOINTS = 1000
"""Size of the write-ahead log, in pages, that triggers a checkpoint by SQLite."""
ROOM = 2**20
"""Bytes of free space required by `probe`. The end of a game of three players needs 150 kB, of 20 players more."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Store:
    """The database at `path`, created or migrated on opening; raises DatabaseUnavailable."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._lock = threading.Lock()
        self._opened: list[Database] = []
        self._held: IO[bytes] | None = None
        self._file: tuple[int, int] | None = None  # device and inode
        self.written = 0  # number of write transactions since it was opened
        try:
            with translate_errors():
                preflight(path)
                self._held = hold(path)
                self._migrate()
        except DatabaseUnavailable:
            self.close()
            raise

    def close(self) -> None:
        """Close every connection; a store used again opens new ones."""
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
        """Yield the database inside a read transaction; raises DatabaseUnavailable."""
        with translate_errors():
            db = self.current()
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.rollback()

    def current(self) -> Database:
        """Return this thread's connection, opened if necessary, with any open transaction of the thread."""
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            if self._file:
                self._refuse_missing()
            db = self._local.db = connected(self.path, "rw" if self._file else "rwc")
            self._opened.append(db)
            _use_write_ahead_log(db)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            self._file = self._file or _identity(self.path)
        return db

    @contextmanager
    def dedicated_reader(self) -> Iterator[Database]:
        """Yield the database in a separate read transaction, for slow readers; raises DatabaseUnavailable."""
        with translate_errors(), closing(connected(self.path)) as db:
            db.execute("BEGIN")
            yield db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Yield the database inside a write transaction; commit at the end, or roll back after an exception.

        The threads of this process wait for a lock, because SQLite would let them sleep and retry. Waiting for threads
        and for other processes takes at most BUSY_SECONDS together. Raises DatabaseUnavailable.
        """
        with translate_errors():
            db, patience = self.current(), time.monotonic() + BUSY_SECONDS
            if not self._lock.acquire(timeout=BUSY_SECONDS):
                raise DatabaseUnavailable(Reason.BUSY)
            try:
                self._refuse_missing()
                self._leave_checkpoints(db)
                with _transaction(db, patience):
                    yield db
                self.written += 1
            finally:
                self._lock.release()

    def is_whole(self) -> bool:
        """Return whether the file is undamaged and no row refers to a missing row."""
        db = self.current()
        try:
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            return bool(found == "ok" and not db.execute("PRAGMA foreign_key_check").fetchone())
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return False

    def vacuum(self) -> bool:
        """Rewrite the file without any deleted or overwritten content; return whether that succeeded.

        It fails while Litestream keeps a replica, during a long read or write, or without free disk space.
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
        return notes_beside(self.path).exists()

    def probe(self, patience: float) -> None:
        """Raise DatabaseUnavailable unless the database can be read and written; wait at most `patience` seconds."""
        self._refuse_missing()
        try:  # the transaction below is rolled back, so it cannot detect a full disk
            with TemporaryFile(dir=self.path.parent, buffering=0) as file:
                missing = ROOM
                while missing:  # on an almost full disk, a write stops early without an error
                    missing -= file.write(bytes(missing))
        except OSError as error:
            if error.errno in NO_ROOM:
                raise DatabaseUnavailable(Reason.DISK_FULL, error.strerror) from None
            if error.errno == errno.EROFS:
                raise DatabaseUnavailable(Reason.UNWRITABLE, error.strerror) from None
            # A database can be writable in a read-only directory, so the statements below test it.
        with translate_errors(), closing(connected(self.path, "rw")) as db:
            db.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
            db.execute("SELECT 1 FROM games LIMIT 1").fetchone()
            (version,) = db.execute("PRAGMA user_version").fetchone()
            db.execute("BEGIN IMMEDIATE")
            # BEGIN IMMEDIATE succeeds even on a read-only file; only a write, which is rolled back, fails.
            db.execute(f"PRAGMA user_version = {version}")
            db.execute("ROLLBACK")

    def _leave_checkpoints(self, db: Database) -> None:
        """Leave checkpoints to Litestream while it keeps a replica.

        If SQLite makes a checkpoint while Litestream briefly holds no lock, the log restarts, Litestream misses pages,
        and the replica is silently damaged.
        """
        replicated = self.is_replicated()
        if replicated != getattr(self._local, "replicated", False):
            db.execute(f"PRAGMA wal_autocheckpoint = {0 if replicated else OWN_CHECKPOINTS}")
            self._local.replicated = replicated

    def _refuse_missing(self) -> None:
        if _identity(self.path) != self._file:
            raise DatabaseUnavailable(Reason.GONE)  # SQLite would keep writing to the deleted file

    def _migrate(self) -> None:
        """Migrate the schema in a write transaction, so that programs started at the same time take turns."""
        db = self.current()
        db.execute("PRAGMA foreign_keys = OFF")
        self._leave_checkpoints(db)
        try:
            with _transaction(db):
                refuse_others(db)
                if is_older(db):
                    self._back_up_first()
                migrate(db)
        finally:
            db.execute("PRAGMA foreign_keys = ON")

    def _back_up_first(self) -> None:
        """Back up the database before a migration, because an older version could not read it afterwards."""
        try:
            back_up_before_step(self.path, VERSION, datetime.now().astimezone())
        except DatabaseUnavailable as error:
            if error.reason is not Reason.DISK_FULL:
                raise
            raise DatabaseUnavailable(Reason.CANNOT_BACK_UP, "the disk is full") from None
        except OSError as error:
            raise DatabaseUnavailable(Reason.CANNOT_BACK_UP, error.strerror) from None


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def notes_beside(path: Path) -> Path:
    """Return Litestream's metadata directory for the database at `path`; it exists while a replica is kept."""
    return path.with_name(f".{path.name}-litestream")


def hold(path: Path) -> IO[bytes]:
    """Return the lock that prevents a restore over a database in use; raises DatabaseUnavailable."""
    try:
        return locks.shared(path)
    except locks.InUse:
        raise DatabaseUnavailable(Reason.BEING_REPLACED) from None
    except OSError as error:
        raise DatabaseUnavailable(Reason.UNWRITABLE, error.strerror) from None


def _use_write_ahead_log(db: Database) -> None:
    """Turn on the write-ahead log; retry if another program is doing the same, because SQLite does not wait then."""
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
    """Run a write transaction; commit at the end, or roll back after an exception.

    Uses BEGIN IMMEDIATE, because SQLite refuses the first write of a reading transaction after another one has written.
    `patience` is a deadline by time.monotonic (default: BUSY_SECONDS from now).
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
