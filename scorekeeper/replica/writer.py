"""The mark beside a replica in a folder that names who writes it: two machines that do would damage it."""

import socket
import time
from pathlib import Path
from uuid import getnode

from .state import Failed, Fault, failed

NAME = "writer"
LEFT = 30.0
"""Seconds without a new mark after which whoever made the last one is taken to be gone."""


class Writer:
    """Whoever keeps the replica of `database` in `folder`.

    The other machine's clock may be wrong, so its mark is held against the one seen before and not against the time.
    """

    def __init__(self, database: Path, folder: Path) -> None:
        self._name, self._mark = f"{socket.gethostname()}:{database} ({getnode():x})", folder / NAME
        self._seen, self._since = "", 0.0

    def claim(self) -> None:
        """Mark the folder as written by this one; raises Failed where another does, or where it cannot be marked."""
        try:
            mark = self._read()
            name = mark.partition("\n")[0]
            if name not in ("", self._name):
                if mark != self._seen:
                    self._seen, self._since = mark, time.monotonic()
                if time.monotonic() - self._since < LEFT:
                    raise Failed(Fault.SHARED, name)
            self._mark.write_text(f"{self._name}\n{time.time()}\n", encoding="utf-8")
        except OSError as error:
            raise failed(str(error)) from None

    def leave(self) -> None:
        """Take the mark away, if it is this one's, so that the next one need not wait."""
        try:
            if self._read().partition("\n")[0] == self._name:
                self._mark.unlink()
        except OSError:  # it counts as left after a while
            pass

    def _read(self) -> str:
        """Return the mark that is there, or nothing; raises OSError."""
        try:
            return self._mark.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return ""
