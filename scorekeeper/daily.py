"""The backup of each day, made by itself while the app runs."""

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from .instance import ADVICE
from .storage.connection import CannotOpen
from .storage.keeping import Backup, automatic_backups, back_up_daily, newest_daily

SECONDS = 600
"""So long it waits before it looks again whether the day has a backup; a clock may have jumped, or a machine slept."""
PATIENCE = 10  # seconds that a backup gets to end when the app is told to stop
LATE = timedelta(days=2)

_log = logging.getLogger("scorekeeper")


class _Stopped(Exception):
    """The app is told to stop."""


def _now() -> datetime:
    return datetime.now().astimezone()


class Daily:
    """Makes the backup of each day of the database at `path`; `error` is why the last one failed, or None."""

    def __init__(self, path: Path, now: Callable[[], datetime] = _now) -> None:
        self.error: CannotOpen | OSError | None = None
        self._path, self._now = path, now
        self._stopping = Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Look after each day meanwhile, in a thread that keeps nobody waiting."""
        thread = Thread(target=self._run, name="daily backup", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            thread.join(PATIENCE)

    def look(self) -> None:
        """Make the backup of this day unless there is one; what goes wrong is kept, and said once."""
        try:
            back_up_daily(self._path, self._now(), self._go_on)
        except _Stopped:
            return
        except (CannotOpen, OSError) as error:
            if self.error is None:
                _log.error("The daily backup could not be made: %s", _said(error))
            self.error = error
        else:
            self.error = None

    def last(self) -> datetime | None:
        """Return as of when the last backup of a day has everything; None if there is none, or nobody may look."""
        try:
            return newest_daily(self._path, self._now())
        except OSError:
            return None

    def kept(self) -> Collection[Backup]:
        """Return every backup that was made by itself, the daily ones and others; none where nobody may look."""
        try:
            return automatic_backups(self._path)
        except OSError:
            return ()

    @property
    def is_late(self) -> bool:
        """Return whether there has been a backup, and none for so long that something is wrong."""
        last = self.last()
        return last is not None and self._now() - last > LATE

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.look()
            self._stopping.wait(SECONDS)

    def _go_on(self, _done: int, _of: int) -> None:
        if self._stopping.is_set():
            raise _Stopped


def _said(error: CannotOpen | OSError) -> str:
    """Return what is wrong, and what to do."""
    if isinstance(error, OSError):
        return f"{error.strerror or error}. Make the folder backups beside the database writable. It is tried again."
    cause, advice = ADVICE[type(error)]
    return f"the database {cause.format(reason=error)}. {advice}. It is tried again."
