"""Finds out whether a database can be read and written now, without writing to it."""

import errno
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryFile

from .connection import DiskFull, Gone, UnwritableDatabase, connected, failing

File = tuple[int, int]
"""Which file it is, whatever it is called: its device and its number there."""
ROOM = 64 * 1024
"""For how many bytes there has to be room; a play takes half of that at most."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def file_at(path: Path) -> File | None:
    """Return which file is at `path`, or None."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def probe(path: Path, known: File | None, patience: float) -> None:
    """Raise CannotOpen where the database cannot be read and written, or is another file than the one that was opened.

    It takes little longer than `patience` (seconds), and leaves nothing behind.
    """
    if file_at(path) != known:
        raise Gone
    _find_room(path.parent)
    with failing(), closing(connected(path, "rw")) as db:
        db.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
        db.execute("SELECT 1 FROM games LIMIT 1").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute("BEGIN IMMEDIATE")
        # Where SQLite may only read, a transaction begins all the same; only this is refused. It is not kept.
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("ROLLBACK")


def _find_room(folder: Path) -> None:
    """Write a file without a name: the transaction of `probe`, which is rolled back, would not need any room."""
    try:
        with TemporaryFile(dir=folder, buffering=0) as file:
            file.write(bytes(ROOM))
    except OSError as error:
        if error.errno in NO_ROOM:
            raise DiskFull(error.strerror) from None
        if error.errno == errno.EROFS:
            raise UnwritableDatabase(error.strerror) from None
        # A database can be writable in a folder that is not: SQLite itself is asked for that.
