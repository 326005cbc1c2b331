"""The log for whoever runs the server: one line for each message on standard error, with the time.

It has no names of players and no keys. Therefore the messages of libraries are written without the values in them, and
of an unexpected error only its class and where it happened. A title that could not be loaded is followed by its
traceback.
"""

import logging
import sys
from collections.abc import Hashable, Iterator
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TextIO

from .paths import PACKAGE

LOG = logging.getLogger(PACKAGE.name)
"""The app's own messages go through it; everybody may read them, with all values in them."""
NEAREST = 4
"""How many places in the code are named on the way to an unexpected error."""


def set_up() -> None:
    """Write the log to standard error: the app's messages from INFO on, those of libraries from WARNING on."""
    root = logging.getLogger()
    if not any(isinstance(handler, _ToStandardError) for handler in root.handlers):
        handler = _ToStandardError()
        handler.setFormatter(_Line())
        root.addHandler(handler)
    LOG.setLevel(logging.INFO)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that a request waits a moment is no news


class Faults:
    """Logs each fault once, until it has gone away."""

    def __init__(self) -> None:
        self._told: dict[Hashable, int] = {}
        self._lock = Lock()

    def tell(self, fault: Hashable, says: str, since: int = 0) -> bool:
        """Log a fault, unless it was logged with the same `since`: another number means that it was gone meanwhile.

        Return whether it was logged now.
        """
        with self._lock:
            if self._told.get(fault) == since:
                return False
            self._told[fault] = since
        LOG.error(says)
        return True

    def tell_error(self, error: BaseException) -> bool:
        """Log an unexpected error, once for each place in the code: its class and where it was, not its message.

        Return whether it was logged now.
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
    """Writes to whatever `sys.stderr` is at that moment."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr


class _Line(logging.Formatter):
    """A record as one line: the time, the level and the message; a traceback follows it."""

    def format(self, record: logging.LogRecord) -> str:
        says = record.getMessage() if record.name == LOG.name else _bare(record)
        line = " ".join(f"{self.formatTime(record, '%Y-%m-%d %H:%M:%S')} {record.levelname} {says}".split())
        if record.name == LOG.name and record.exc_info:  # of a title that could not be loaded
            return f"{line}\n{self.formatException(record.exc_info)}"
        return line


def _bare(record: logging.LogRecord) -> str:
    """Return a library's message without the values in it, for these can be anything."""
    says = f"{record.name}: {str(record.msg).replace('%s', '…').replace('%r', '…').replace('%d', '…')}"
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return says
    *_, (file, line) = [("an unknown place", 0), *_places(error.__traceback__)]
    return f"{says} ({type(error).__name__} in {file} line {line})"


def _places(traceback: TracebackType | None) -> Iterator[tuple[str, int]]:
    """Yield the file and line of each step on the way to an error; it happened at the last one."""
    while traceback:
        yield _file(Path(traceback.tb_frame.f_code.co_filename)), traceback.tb_lineno
        traceback = traceback.tb_next


def _file(path: Path) -> str:
    """Return the path of a file, shortened: from the package on, or only its folder and name."""
    if path.is_relative_to(PACKAGE):
        return path.relative_to(PACKAGE.parent).as_posix()
    return "/".join(path.parts[-2:])
