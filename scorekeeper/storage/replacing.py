"""A database put in the place of another, which is kept."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from .backup import HEAD, beside, naming_full_disk, new_file, on_disk
from .connection import connected, failing
from .lock import InUse

PATIENCE_MS = 1000
"""So long SQLite waits for others who have the old database open and hold no lock of ours: an older version, say."""

STAYING = "SELECT name, value FROM settings WHERE name IN ('pairing_key', 'looking_key') OR name GLOB 'replica *'"
"""Which settings no backup brings back: the keys may have been made anew since, to shut somebody out; and a replica
that was kept of the old database goes on with the new one."""

SHARED = ("watch_keys", "hand_overs", "books")
"""Whom games were shared with when the backup was made: that may have been ended since."""


def put_in_place(copy: Path, path: Path, aside: Path | None) -> None:
    """Move a checked copy to where the database at `path` is; that is kept at `aside`, if there is one (else None).

    The copy gets the pairing key of the old one, and its replica, as far as they can be read, and no game in it is
    shared with anybody any more. Whoever calls has the database alone. Cut short at any point, `path` holds the old
    database or the new one, and the old one is whole at its place or at `aside`. Raises InUse where somebody has it
    open all the same, and CannotOpen, OSError.
    """
    path = path.resolve()
    _shut_out_guests(copy)
    if aside:
        _fold_log(path)
        _hand_over(path, copy)
        with naming_full_disk():
            _keep(path, aside)
        for each in beside(path):  # written for the old one: SQLite would take it for the new one's
            each.unlink()
        on_disk(path.parent)
    copy.replace(path)
    on_disk(path.parent)


def remove_second_name(path: Path, aside: Path) -> bool:
    """Take away what a restore that was cut short has left: another name of the database itself; return whether so."""
    if not (path.exists() and aside.exists() and path.samefile(aside)):
        return False
    aside.unlink()
    return True


def _fold_log(path: Path) -> None:
    """Bring all that stands in the write-ahead log into the database, so that one file holds it; a damaged one stays.

    Raises InUse where others have it open: SQLite does this for nobody else.
    """
    with path.open("rb") as file:
        if file.read(len(HEAD)) != HEAD:  # beside it SQLite would delete the log, and with it the last plays
            return
    try:
        with closing(connected(path, "rw")) as db:
            db.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
            db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise InUse from None
    except sqlite3.Error:
        pass


def _hand_over(path: Path, copy: Path) -> None:
    """Give the copy the settings that stay as they are; one whose log could not be folded into it is not asked."""
    if [*beside(path)]:
        return
    try:
        with closing(connected(path, "ro")) as db:
            kept = db.execute(STAYING).fetchall()
    except sqlite3.Error:
        return
    if kept:
        with failing(), closing(connected(copy, "rw")) as db:
            for each in kept:
                db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", each)


def _shut_out_guests(copy: Path) -> None:
    with failing(), closing(connected(copy, "rw")) as db:
        there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in SHARED:
            # A backup of an earlier version has none; and one without anything to delete stays as it is to the byte.
            if table in there and db.execute(f"SELECT 1 FROM {table}").fetchone():  # noqa: S608  (names of ours)
                db.execute(f"DELETE FROM {table}")  # noqa: S608


def _keep(path: Path, aside: Path) -> None:
    """Keep the database at another place: by a second name, or a copy of it and of what lies beside it."""
    aside.parent.mkdir(exist_ok=True)
    left = [*beside(path)]
    if not left and _linked(path, aside):
        on_disk(aside.parent)
        return
    for old in (*left, path):  # the database last: where it is, all is
        kept = aside.with_name(aside.name + old.name.removeprefix(path.name))
        with new_file(path.parent) as copy:  # each is there whole, or not at all
            shutil.copyfile(old, copy)
            shutil.copystat(old, copy)
            on_disk(copy)
            copy.replace(kept)
    on_disk(aside.parent)


def _linked(path: Path, aside: Path) -> bool:
    try:
        os.link(path, aside)
    except OSError:  # a file system without links
        return False
    return True
