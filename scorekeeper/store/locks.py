"""Locks between programs: on a database in use, on work that is done in turn, on files that are being written.

SQLite's own locks are on the database file; they do not prevent that another is put in its place. When a program dies,
its locks are gone, too.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows, where nobody can replace a file that is open: no lock is needed
    fcntl = None  # type: ignore[assignment]


class InUse(Exception):
    """Another program has the database open, or is putting another in its place."""


def shared(path: Path) -> IO[bytes]:
    """Return the lock on the database at `path` that all who work with it share; closing the file releases it.

    Raises InUse while another database is put in its place, and OSError.
    """
    return _locked(path, alone=False)


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Keep all others from opening the database at `path`; raises InUse if somebody has it open, and OSError."""
    with _locked(path, alone=True):
        yield


@contextmanager
def server_lock(path: Path) -> Iterator[None]:
    """Keep every other server from the database at `path`; raises InUse if there is one already, and OSError."""
    with _locked(path, alone=True, end="-served"):
        yield


@contextmanager
def mutex(path: Path) -> Iterator[None]:
    """Wait until no other program is in such a block with the same lock file, made if it is missing; raises OSError."""
    with path.open("ab") as file:
        _lock(file.fileno(), alone=True, wait=True)
        yield


def claimed(file: int) -> bool:
    """Mark a new file as being written while it is open; return False if it was deleted as left over before that."""
    _lock(file, alone=False, wait=True)
    return os.fstat(file).st_nlink > 0


def remove_left_over(path: Path) -> None:
    """Delete a file unless a program has claimed it and still has it open."""
    try:
        with path.open("rb") as file:
            _lock(file.fileno(), alone=True, wait=False)
            path.unlink()
    except (InUse, OSError):
        pass


def _locked(path: Path, *, alone: bool, end: str = "-lock") -> IO[bytes]:
    real = path.resolve()  # two folders may lead to one database
    file = real.with_name(real.name + end).open("ab")
    try:
        _lock(file.fileno(), alone=alone, wait=False)
    except InUse:
        file.close()
        raise
    return file


def _lock(file: int, *, alone: bool, wait: bool) -> None:
    if not fcntl:
        return
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise InUse from None
    except OSError:  # a file system without locks
        pass
