"""Locks between programs: on a database in use, for critical sections, and on unfinished files.

SQLite's own locks are on the database file and do not prevent its replacement by another file. The operating system
releases the locks of a program that dies.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows needs no lock: an open file cannot be replaced there
    fcntl = None  # type: ignore[assignment]


class InUse(Exception):
    """Another program has the database open, or is replacing it."""


def shared(path: Path) -> IO[bytes]:
    """Return a shared lock on the database; closing the file releases it. Raises InUse during a restore, OSError."""
    return _locked(path, alone=False)


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Prevent other programs from opening the database at `path`; raises InUse if one has it open, and OSError."""
    with _locked(path, alone=True):
        yield


@contextmanager
def server_lock(path: Path) -> Iterator[None]:
    """Prevent a second server for the database at `path`; raises InUse if there is one already, and OSError."""
    with _locked(path, alone=True, end="-served"):
        yield


@contextmanager
def mutex(path: Path) -> Iterator[None]:
    """Run the block in one program at a time; waits for the lock file, created if missing; raises OSError."""
    with path.open("ab") as file:
        _lock(file.fileno(), alone=True, wait=True)
        yield


def claimed(file: int) -> bool:
    """Mark a new file as in progress while it is open; return False if it was already deleted as left over."""
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
    real = path.resolve()  # two paths may lead to the same database
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
    except OSError:  # the file system does not support locks
        pass
