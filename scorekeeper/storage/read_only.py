"""A database as it lies there, for whoever only wants to know what is in it: nothing of it is written."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from .connection import CutOff, NotAFile, NotThere, connected, failing, refuse_others
from .schema import bring_up_to_date, is_current

LOG, JOURNAL = "-wal", "-journal"
"""What SQLite keeps beside a database while it is written, and leaves there when a program is cut off."""
CANNOT_PUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""What SQLite says where it may put nothing beside a database; a finer reason stands in the higher bits."""


@dataclass(frozen=True, slots=True)
class Examined:
    """A database as of one moment: its `file`, which can only be read, and a `copy` with the schema of today.

    The copy lies in a file without a name and is gone afterwards, so that anything can be tried out in it. `is_older`:
    the file has not taken all steps of the schema yet.
    """

    file: Database
    copy: Database
    is_older: bool


@contextmanager
def examined(path: Path) -> Iterator[Examined]:
    """Give a database as of one moment; others may work with it meanwhile.

    Raises CannotOpen, also where something cannot be read later on.
    """
    if not path.exists():
        raise NotThere
    if not path.is_file():
        raise NotAFile
    had_log = _beside(path, LOG).exists()
    try:
        with failing(), _reading(path) as db:
            refuse_others(db)
            db.execute("BEGIN")
            with closing(_copied(db)) as copy:
                yield Examined(db, copy, is_older=not is_current(db))
    finally:
        if not had_log:
            _tidy(path)


@contextmanager
def _reading(path: Path) -> Iterator[Database]:
    """Give a connection that can only read; raises CutOff where nobody can read before somebody has written."""
    with closing(connected(path, "ro")) as db:
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
                raise CutOff from error
            # SQLite wants to put two files beside it. Where it may not, nobody else does either: it can do without.
            if error.sqlite_errorcode & 0xFF not in CANNOT_PUT or _has_content(_beside(path, LOG)):
                raise
        else:
            yield db
            return
    with closing(connected(path, "ro&immutable=1")) as db:
        yield db


def _copied(db: Database) -> Database:
    """Return a copy of a database, brought up to date, inside a transaction of its own."""
    copy = Database(sqlite3.connect("", isolation_level=None), recursive_triggers=False, execute_plugins=False)
    db.conn.backup(copy.conn)
    copy.execute("BEGIN")
    bring_up_to_date(copy)
    return copy


def _tidy(path: Path) -> None:
    """Let SQLite take away the empty files that it has put beside a database in order to read it.

    That is done by a connection that could write, and does not; if somebody works with the database by now, the files
    are theirs and stay.
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
