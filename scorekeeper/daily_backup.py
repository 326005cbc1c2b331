"""The daily backup, made automatically while the app runs."""

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from .instance import explain_in_full
from .store.backups import Backup, automatic_backups, back_up_daily, newest_daily
from .store.connection import DatabaseUnavailable
from .store.uploads import remove_old_uploads

SECONDS = 600
"""Seconds between checks for today's backup; not a day, because the clock may jump and the machine may sleep."""
PATIENCE = 10  # seconds to wait for a running backup when the app stops
LATE = timedelta(days=2)

_log = logging.getLogger("scorekeeper")


class _Stopped(Exception):
    """Raised to abandon the running backup when the app stops."""


def _now() -> datetime:
    return datetime.now().astimezone()


class Daily:
    """Makes daily backups of the database at `path`.

    `error` is the error of the last attempt, None if it succeeded.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = _now) -> None:
        self.error: DatabaseUnavailable | OSError | None = None
        self._path, self._now = path, now
        self._stopping = Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        thread = Thread(target=self._run, name="daily backup", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            thread.join(PATIENCE)

    def look(self) -> None:
        """Make today's backup unless it exists. A failure is stored in `error`; only the first in a row is logged."""
        try:
            back_up_daily(self._path, self._now(), self._go_on)
        except _Stopped:
            return
        except (DatabaseUnavailable, OSError) as error:
            if self.error is None:
                _log.error("Cannot make the daily backup: %s", _reason(error))
            self.error = error
        else:
            self.error = None

    def last(self) -> datetime | None:
        """Return the time of the last daily backup, or of the last check that found no changes; None if unknown."""
        try:
            return newest_daily(self._path, self._now())
        except OSError:
            return None

    def kept(self) -> Collection[Backup]:
        try:
            return automatic_backups(self._path)
        except OSError:
            return ()

    @property
    def is_late(self) -> bool:
        """Whether the last daily backup is older than LATE; False if no backup was ever made."""
        last = self.last()
        return last is not None and self._now() - last > LATE

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.look()
            remove_old_uploads(self._path.parent)
            self._stopping.wait(SECONDS)

    def _go_on(self, _done: int, _of: int) -> None:
        if self._stopping.is_set():
            raise _Stopped


def _reason(error: DatabaseUnavailable | OSError) -> str:
    if isinstance(error, OSError):
        reason = error.strerror or error
        return f"{reason}. Make the directory backups beside the database writable. Scorekeeper will retry."
    return f"{explain_in_full(error)} Scorekeeper will retry."
