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

SECONDS = 600
"""How long it waits before it looks again whether the day has a backup: the clock may jump, and the machine sleep."""
PATIENCE = 10  # seconds that a backup gets to end when the app is told to stop
LATE = timedelta(days=2)

_log = logging.getLogger("scorekeeper")


class _Stopped(Exception):
    """The app is told to stop."""


def _now() -> datetime:
    return datetime.now().astimezone()


class Daily:
    """Makes the daily backups of the database at `path`; `error` is why the last one failed, or None."""

    def __init__(self, path: Path, now: Callable[[], datetime] = _now) -> None:
        self.error: DatabaseUnavailable | OSError | None = None
        self._path, self._now = path, now
        self._stopping = Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Make the backups meanwhile, in a thread of their own."""
        thread = Thread(target=self._run, name="daily backup", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            thread.join(PATIENCE)

    def look(self) -> None:
        """Make the backup of this day unless there is one; keep what goes wrong in `error`, and log the first time."""
        try:
            back_up_daily(self._path, self._now(), self._go_on)
        except _Stopped:
            return
        except (DatabaseUnavailable, OSError) as error:
            if self.error is None:
                _log.error("The daily backup could not be made: %s", _said(error))
            self.error = error
        else:
            self.error = None

    def last(self) -> datetime | None:
        """Return the moment as of which the last daily backup has everything; None if none can be found."""
        try:
            return newest_daily(self._path, self._now())
        except OSError:
            return None

    def kept(self) -> Collection[Backup]:
        """Return all automatic backups, the daily ones and others; none if the folder cannot be read."""
        try:
            return automatic_backups(self._path)
        except OSError:
            return ()

    @property
    def is_late(self) -> bool:
        """Whether the last daily backup is so old that something must be wrong; False if there never was one."""
        last = self.last()
        return last is not None and self._now() - last > LATE

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.look()
            self._stopping.wait(SECONDS)

    def _go_on(self, _done: int, _of: int) -> None:
        if self._stopping.is_set():
            raise _Stopped


def _said(error: DatabaseUnavailable | OSError) -> str:
    if isinstance(error, OSError):
        return f"{error.strerror or error}. Make the folder backups beside the database writable. It is tried again."
    return f"{explain_in_full(error, 'the database')} It is tried again."
