"""A database copied whole while others work with it, and put in the place of another."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import mkstemp

from .connection import DamagedDatabase, NotThere, connected, failing, look

STEPS = 10_000
"""After so many steps of SQLite's machine it is told how far a copy is; that is some hundred times a second."""
FOLDER = "backups"
"""Where backups lie that are made by themselves, beside the database."""
BESIDE = "-wal", "-shm"
"""What SQLite keeps beside a database; the plays of the last minutes may stand in the first alone."""

Progress = Callable[[int, int], None]
"""Is told how many bytes are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a database: how many games (deleted ones, too) and plays; `changed` is when, in seconds since 1970."""

    games: int
    plays: int
    changed: int | None


def backup_path(path: Path, name: str) -> Path:
    """Return a new file for a backup of the database at `path`, called so and with the time; its folder is made."""
    folder = path.parent / FOLDER
    folder.mkdir(exist_ok=True)
    return folder / f"{name}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.db"


def silent(done: int, of: int) -> None:
    """Tell nobody how far it is."""


@contextmanager
def copied(source: Path, folder: Path, progress: Progress = silent) -> Iterator[tuple[Path, Contents]]:
    """Give a whole copy of the database at `source`, in a file of `folder`, and what is in it.

    The copy is as of one moment, holds nobody up, is checked, and is safely on the disk. Whoever wants to keep it moves
    it away; otherwise it is gone at the end. Raises CannotOpen where the source, or its copy, is not whole; OSError.
    """
    made, name = mkstemp(dir=folder, prefix=".copy-", suffix=".db")  # readable for this user alone
    os.close(made)
    copy = Path(name)
    try:
        with failing():
            _write(source, copy, progress)
            contents = _checked(copy)
        _on_disk(copy)
        yield copy, contents
    finally:
        copy.unlink(missing_ok=True)


def back_up(source: Path, target: Path, progress: Progress = silent) -> Contents:
    """Write a copy of the database at `source` to a file, whole or not at all; raises CannotOpen, OSError."""
    with copied(source, target.parent, progress) as (copy, contents):
        copy.replace(target)
        _on_disk(target.parent)
    return contents


def put_in_place(copy: Path, path: Path, aside: Path | None) -> None:
    """Move a checked copy to where the database at `path` is; that is kept at `aside`, if there is one (else None).

    Whoever calls has the database alone. Cut short at any point, `path` holds the old database or the new one, and the
    old one is whole at its place or at `aside`. Raises OSError.
    """
    if aside:
        _fold_log(path)
        _keep(path, aside)
        for beside in BESIDE:
            path.with_name(path.name + beside).unlink(missing_ok=True)
    copy.replace(path)
    _on_disk(path.parent)


def _write(source: Path, copy: Path, progress: Progress) -> None:
    if not source.exists():
        raise NotThere
    look(source)
    size = source.stat().st_size

    def tell() -> None:
        progress(min(copy.stat().st_size, size), size)

    with closing(connected(source, "ro")) as db:
        db.conn.set_progress_handler(tell, STEPS)
        db.execute("VACUUM INTO ?", [str(copy)])
    progress(size, size)


def _checked(path: Path) -> Contents:
    """Return what is in a database; raises CannotOpen and sqlite3.Error where it is not ours, newer, or not whole."""
    look(path)
    with closing(connected(path, "ro")) as db:
        (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise DamagedDatabase(found)
        if db.execute("PRAGMA foreign_key_check").fetchone():
            raise DamagedDatabase("rows refer to others that are missing")
        counts = """SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM plays),
            max(CAST(strftime('%s', made) AS INTEGER)) FROM changes"""
        return Contents(*db.execute(counts).fetchone())


def _fold_log(path: Path) -> None:
    """Bring what stands in the write-ahead log into the database, so that one file holds all; a damaged one stays."""
    try:
        with closing(connected(path, "rw")) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        pass


def _keep(path: Path, aside: Path) -> None:
    """Keep a second name, or a copy, of a database and of what lies beside it."""
    aside.parent.mkdir(exist_ok=True)
    for beside in ("", *BESIDE):
        old, kept = path.with_name(path.name + beside), aside.with_name(aside.name + beside)
        if old.exists():
            try:
                os.link(old, kept)
            except OSError:  # a file system without links
                shutil.copy2(old, kept)
                _on_disk(kept)
    _on_disk(aside.parent)


def _on_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folder
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
