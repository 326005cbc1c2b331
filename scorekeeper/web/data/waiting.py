"""Files that were sent and wait: games in them are here, but different, and somebody has to choose.

They have no name on the disk and are gone with the process; then they have to be chosen again.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from shutil import copyfileobj
from tempfile import TemporaryFile
from threading import Lock
from typing import IO
from weakref import finalize

from flask import current_app

from ...desk.importing import Found

MOST = 4
"""As many imports wait at once; one more takes the place of the oldest."""

Files = tuple[tuple[str, IO[bytes]], ...]
"""Files with the names that they were sent under."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Waiting:
    """An import that waits: its files, and what was found in them."""

    files: Files
    found: Found
    lock: Lock = field(default_factory=Lock)

    @contextmanager
    def in_hand(self) -> Iterator[Files]:
        """Give the files to whoever reads them; others wait so long."""
        with self.lock:
            yield self.files


class WaitingImports:
    """The imports that wait, by the entry key of the form that sent the files."""

    def __init__(self) -> None:
        self._waiting: dict[str, Waiting] = {}
        self._lock = Lock()

    def keep(self, key: str, files: Iterable[tuple[str, IO[bytes]]], found: Found) -> None:
        """Keep copies of these files."""
        with ExitStack() as opened:
            kept = Waiting(tuple((name, opened.enter_context(_copy(file))) for name, file in files), found)
            finalize(kept, opened.pop_all().close)  # once nobody has them in hand either
        with self._lock:
            self._waiting[key] = kept
            for oldest in [*self._waiting][:-MOST]:
                del self._waiting[oldest]

    def get(self, key: str) -> Waiting | None:
        """Return the import that waits under that key, or None."""
        return self._waiting.get(key)

    def forget(self, key: str) -> None:
        """Keep these files no longer."""
        with self._lock:
            self._waiting.pop(key, None)


def waiting_imports() -> WaitingImports:
    """Return the imports that wait for an answer."""
    found: WaitingImports = current_app.extensions["waiting_imports"]
    return found


def _copy(file: IO[bytes]) -> IO[bytes]:
    copy = TemporaryFile()  # noqa: SIM115  (whoever keeps it closes it)
    file.seek(0)
    copyfileobj(file, copy)
    return copy
