"""Sent files that wait for an answer, because games in them are stored here but differ.

They are nameless temporary files, which end with the process; then the user has to choose the files again.
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
"""The most imports that wait at once; one more replaces the oldest."""

Files = tuple[tuple[str, IO[bytes]], ...]
"""Open files, each with the name under which it was sent."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Waiting:
    """An import that waits for an answer: its files, and what was found in them."""

    files: Files
    found: Found
    lock: Lock = field(default_factory=Lock)

    @contextmanager
    def in_hand(self) -> Iterator[Files]:
        """Yield the files to one reader at a time; others block until it is done."""
        with self.lock:
            yield self.files


class WaitingImports:
    """The imports that wait for an answer, by the entry key of the form that sent the files."""

    def __init__(self) -> None:
        self._waiting: dict[str, Waiting] = {}
        self._lock = Lock()

    def keep(self, key: str, files: Iterable[tuple[str, IO[bytes]]], found: Found) -> None:
        """Keep copies of these files under `key`."""
        with ExitStack() as opened:
            kept = Waiting(tuple((name, opened.enter_context(_copy(file))) for name, file in files), found)
            finalize(kept, opened.pop_all().close)  # the copies close when nobody refers to them
        with self._lock:
            self._waiting[key] = kept
            for oldest in [*self._waiting][:-MOST]:
                del self._waiting[oldest]

    def get(self, key: str) -> Waiting | None:
        return self._waiting.get(key)

    def forget(self, key: str) -> None:
        with self._lock:
            self._waiting.pop(key, None)


def waiting_imports() -> WaitingImports:
    """Return the waiting imports of the running application."""
    found: WaitingImports = current_app.extensions["waiting_imports"]
    return found


def _copy(file: IO[bytes]) -> IO[bytes]:
    copy = TemporaryFile()  # noqa: SIM115  (whoever keeps it closes it)
    file.seek(0)
    copyfileobj(file, copy)
    return copy
