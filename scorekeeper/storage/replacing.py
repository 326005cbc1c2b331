"""A database put in the place of another, which is kept."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from .backup import HEAD, beside, naming_full_disk, new_file, on_disk
from .connection import connected, translate_errors
from .lock import InUse

PATIENCE_MS = 1000
"""How long SQLite waits for programs that have the old database open without a lock of ours: an older version, say."""

STAYING = "SELECT name, value FROM settings WHERE name IN ('pairing_key', 'looking_key')"
"""The settings that are copied from the old database: the keys may have been replaced since the backup."""


def put_in_place(copy: Path, path: Path, aside: Path | None) -> None:
    """Move a checked copy to `path`; the database that is there is kept at `aside` (None: there is none).

    The copy gets the settings STAYING of the old database, as far as these can be read, and no game in it is shared:
    that may have ended since the backup. The caller holds the lock `alone`. Cut short at any point, `path` has the old
    database or the new one, and the old one is whole at its place or at `aside`. Raises InUse if somebody has it open
    all the same, and DatabaseUnavailable, OSError.
    """
    path = path.resolve()
    _delete_watch_keys(copy)
    if aside:
        _fold_log(path)
        _copy_settings(path, copy)
        with naming_full_disk():
            _keep(path, aside)
        for each in beside(path):  # written for the old one: SQLite would take it for the new one's
            each.unlink()
        on_disk(path.parent)
    copy.replace(path)
    on_disk(path.parent)


def _fold_log(path: Path) -> None:
    """Write the write-ahead log into the database, so that one file has all of it; a damaged database stays as it is.

    Raises InUse if others have it open: SQLite does this only for a connection that is alone.
    """
    with path.open("rb") as file:
        if file.read(len(HEAD)) != HEAD:  # SQLite would delete the log beside such a file, and the last plays with it
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


def _copy_settings(path: Path, copy: Path) -> None:
    """Copy the settings STAYING from the old database, unless its log could not be written into it."""
    if [*beside(path)]:
        return
    try:
        with closing(connected(path, "ro")) as db:
            kept = db.execute(STAYING).fetchall()
    except sqlite3.Error:
        return
    if kept:
        with translate_errors(), closing(connected(copy, "rw")) as db:
            for each in kept:
                db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", each)


def _delete_watch_keys(copy: Path) -> None:
    with translate_errors(), closing(connected(copy, "rw")) as db:
        # An early backup has no such table; and one without anything to delete stays unchanged to the byte.
        found = db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'watch_keys'").fetchone()
        if found and db.execute("SELECT 1 FROM watch_keys").fetchone():
            db.execute("DELETE FROM watch_keys")


def _keep(path: Path, aside: Path) -> None:
    """Keep the database at another place: by a second name, or as a copy of it and of the files beside it."""
    aside.parent.mkdir(exist_ok=True)
    left = [*beside(path)]
    if not left and _linked(path, aside):
        on_disk(aside.parent)
        return
    for old in (*left, path):  # the database last: where it is, the others are too
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
