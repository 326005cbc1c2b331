"""The server log on standard error, one line with the time per message.

The log contains no player names and no keys. Library messages are therefore logged without their values, and
unexpected errors only with their class and location. A title that fails to load is logged with its traceback.
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
"""Logger of the app's own messages, whose values are logged: they must not contain names or keys."""
NEAREST = 4
"""Maximum number of callers logged with an unexpected error, the nearest ones."""


def set_up() -> None:
    """Log to standard error: the app's messages from INFO, library messages from WARNING."""
    root = logging.getLogger()
    if not any(isinstance(handler, _ToStandardError) for handler in root.handlers):
        handler = _ToStandardError()
        handler.setFormatter(_Line())
        root.addHandler(handler)
    LOG.setLevel(logging.INFO)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # its warnings about briefly waiting requests are noise


class Faults:
    """Logs each fault once until it has been resolved."""

    def __init__(self) -> None:
        self._told: dict[Hashable, int] = {}
        self._lock = Lock()

    def tell(self, fault: Hashable, message: str, since: int = 0) -> bool:
        """Log a fault, unless logged with the same `since`; return whether it was logged now.

        A different `since` means that the fault was resolved in the meantime and has occurred again.
        """
        with self._lock:
            if self._told.get(fault) == since:
                return False
            self._told[fault] = since
        LOG.error(message)
        return True

    def tell_error(self, error: BaseException) -> bool:
        """Log an unexpected error once per location, and return whether it was logged now.

        The message is not logged, because it may contain a name.
        """
        places = list(_places(error.__traceback__))
        *callers, (file, line) = places or [("unknown file", 0)]
        callers = list(dict.fromkeys(callers[::-1]))[:NEAREST]
        via = f", called from {', '.join(f'{each} line {number}' for each, number in callers)}" if callers else ""
        name = type(error).__name__
        reason = f"{name} in {file} line {line}{via}"
        return self.tell(
            (name, file, line), f"Cannot answer a request: {reason}. Nothing was saved. Please report this bug."
        )


class _ToStandardError(logging.StreamHandler[TextIO]):
    """Handler that looks up `sys.stderr` for each record, so that a replaced stream takes effect."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr


class _Line(logging.Formatter):
    """Formats a record as one line with time, level and message, followed by the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        message = record.getMessage() if record.name == LOG.name else _without_values(record)
        line = " ".join(f"{self.formatTime(record, '%Y-%m-%d %H:%M:%S')} {record.levelname} {message}".split())
        if record.name == LOG.name and record.exc_info:  # a title failed to load
            return f"{line}\n{self.formatException(record.exc_info)}"
        return line


def _without_values(record: logging.LogRecord) -> str:
    """Return a library's message without its values, which may contain names or keys."""
    message = f"{record.name}: {str(record.msg).replace('%s', '…').replace('%r', '…').replace('%d', '…')}"
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return message
    *_, (file, line) = [("unknown file", 0), *_places(error.__traceback__)]
    return f"{message} ({type(error).__name__} in {file} line {line})"


def _places(traceback: TracebackType | None) -> Iterator[tuple[str, int]]:
    while traceback:
        yield _file(Path(traceback.tb_frame.f_code.co_filename)), traceback.tb_lineno
        traceback = traceback.tb_next


def _file(path: Path) -> str:
    if path.is_relative_to(PACKAGE):
        return path.relative_to(PACKAGE.parent).as_posix()
    return "/".join(path.parts[-2:])
