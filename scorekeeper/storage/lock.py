"""Who has a database open: shared by all who work with it, alone for whoever puts another in its place.

SQLite's own locks are on the file that is replaced, so that they cannot guard it. The lock of a program that dies goes
with it.
"""

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


def _locked(path: Path, *, alone: bool) -> IO[bytes]:
    file = path.with_name(f"{path.name}-lock").open("ab")
    try:
        if fcntl:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise InUse from None
    except OSError:  # a file system without locks
        pass
    return file
