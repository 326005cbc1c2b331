"""A database that is looked at as it lies there: nothing of it is written, whatever state it is in."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from .connection import CutOff, NotAFile, NotThere, connected, failing, refuse_others
from .schema import bring_up_to_date, is_current
from .verifying import Verifier

LOG, JOURNAL = "-wal", "-journal"
"""What SQLite keeps beside a database while it is written, and leaves there when a program is cut off."""
CANNOT_PUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""What SQLite says where it may put nothing beside a database; a finer reason stands in the higher bits."""


@contextmanager
def looked_at(path: Path) -> Iterator[Verifier]:
    """Give a database as of one moment, to be verified; it may be worked with meanwhile.

    One of an older schema is brought up to date in a copy, which is gone at the end. Raises CannotOpen, also where
    something cannot be read later on.
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
            if is_current(db):
                yield Verifier(db)
            else:
                with closing(_brought_up_to_date(db)) as copy:
                    yield Verifier(db, copy)
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


def _brought_up_to_date(db: Database) -> Database:
    """Return a copy of a database with the schema of today; it lies in a file without a name."""
    copy = Database(sqlite3.connect("", isolation_level=None), recursive_triggers=False, execute_plugins=False)
    db.conn.backup(copy.conn)
    copy.execute("BEGIN")
    bring_up_to_date(copy)
    copy.execute("COMMIT")
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
