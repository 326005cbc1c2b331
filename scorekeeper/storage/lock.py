"""Locks between programs: on a database that others work with, on what is made in turn, on files being written.

SQLite's own locks are on the file that is replaced, so that they cannot guard it. The lock of a program that dies goes
with it.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows lets nobody replace a file that is open, so that nothing is missed there
    fcntl = None  # type: ignore[assignment]


class InUse(Exception):
    """Somebody has the database open, or is putting another in its place."""


def shared(path: Path) -> IO[bytes]:
    """Return the lock on the database at `path` as one of those who work with it; closing it gives it back.

    Raises InUse while another database is put in its place, and OSError.
    """
    return _locked(path, alone=False)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep everybody else from opening the database at `path`; raises InUse where somebody has it open, and OSError."""
    with _locked(path, alone=True):
        yield


@contextmanager
def in_turn(path: Path) -> Iterator[None]:
    """Wait until nobody else is here with the same path, a file that is made for this; raises OSError."""
    with path.open("ab") as file:
        _lock(file.fileno(), alone=True, wait=True)
        yield


def claimed(file: int) -> bool:
    """Say of a new open file that it is being written, as long as it is open; False: somebody took it for left over."""
    _lock(file, alone=False, wait=True)
    return os.fstat(file).st_nlink > 0


def remove_left_over(path: Path) -> None:
    """Delete a file unless somebody has claimed it and is still there."""
    try:
        with path.open("rb") as file:
            _lock(file.fileno(), alone=True, wait=False)
            path.unlink()
    except (InUse, OSError):
        pass


def _locked(path: Path, *, alone: bool) -> IO[bytes]:
    real = path.resolve()  # two folders may lead to one database
    file = real.with_name(f"{real.name}-lock").open("ab")
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
