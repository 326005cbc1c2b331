"""What whoever runs the server is told: one line each on standard error, with the time.

No names of players and no keys get there, and so no values at all of what other programs say: a library's record is
told without what was put into it, an unexpected error by where it happened.
"""

import logging
import sys
from collections.abc import Hashable, Iterator
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TextIO

from .places import PACKAGE

LOG = logging.getLogger(PACKAGE.name)
"""All that is told goes through it; what it is given is a sentence that everybody may read."""
NEAREST = 4
"""So many places are told of the way to an unexpected error."""


def set_up() -> None:
    """Have everything told on standard error; a library only from a warning on."""
    root = logging.getLogger()
    if not any(isinstance(handler, _ToStandardError) for handler in root.handlers):
        handler = _ToStandardError()
        handler.setFormatter(_Line())
        root.addHandler(handler)
    LOG.setLevel(logging.INFO)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that a request waits a moment is no news


class Faults:
    """Tells each fault once, until it has gone away."""

    def __init__(self) -> None:
        self._told: dict[Hashable, int] = {}
        self._lock = Lock()

    def tell(self, fault: Hashable, says: str, since: int = 0) -> bool:
        """Tell a fault, unless it was told already; `since` is another number when it has gone away meanwhile.

        Return whether it was told now.
        """
        with self._lock:
            if self._told.get(fault) == since:
                return False
            self._told[fault] = since
        LOG.error(says)
        return True

    def tell_error(self, error: BaseException) -> bool:
        """Tell an unexpected error, once for each place: what and where, and nothing of what it says.

        Return whether it was told now.
        """
        places = list(_places(error.__traceback__))
        *way, (file, line) = places or [("an unknown place", 0)]
        way = list(dict.fromkeys(way[::-1]))[:NEAREST]
        came = f", by way of {', '.join(f'{each} line {number}' for each, number in way)}" if way else ""
        name = type(error).__name__
        return self.tell(
            (name, file, line), f"Unexpected: {name} in {file} line {line}{came}. Nothing was saved. Please report it."
        )


class _ToStandardError(logging.StreamHandler[TextIO]):
    """Writes to what is standard error at that moment."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr


class _Line(logging.Formatter):
    """A record as one line: the time, how grave it is, and what it says."""

    def format(self, record: logging.LogRecord) -> str:
        says = record.getMessage() if record.name == LOG.name else _bare(record)
        return " ".join(f"{self.formatTime(record, '%Y-%m-%d %H:%M:%S')} {record.levelname} {says}".split())


def _bare(record: logging.LogRecord) -> str:
    """Return what a library says without the values in it, for these can be anything."""
    says = f"{record.name}: {str(record.msg).replace('%s', '…').replace('%r', '…').replace('%d', '…')}"
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return says
    *_, (file, line) = [("an unknown place", 0), *_places(error.__traceback__)]
    return f"{says} ({type(error).__name__} in {file} line {line})"


def _places(traceback: TracebackType | None) -> Iterator[tuple[str, int]]:
    """Yield the files and lines by which an error came, the last where it happened."""
    while traceback:
        yield _file(Path(traceback.tb_frame.f_code.co_filename)), traceback.tb_lineno
        traceback = traceback.tb_next


def _file(path: Path) -> str:
    """Return a file's name as far as it tells which it is."""
    if path.is_relative_to(PACKAGE):
        return path.relative_to(PACKAGE.parent).as_posix()
    return "/".join(path.parts[-2:])
