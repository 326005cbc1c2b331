"""Watches the process that keeps a replica: starts it again when it ends, and asks it how far it is."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import Event, Lock, Thread

from ..logs import LOG
from ..storage import lock
from ..storage.database import Store
from ..storage.settings import read_setting, set_setting
from . import litestream
from .place import Place, read_place
from .state import ADVICE, Failed, Fault, ReplicaState
from .writer import Writer

ASKED_EVERY = 2.0
"""Seconds until Litestream is asked again whether the replica has everything."""
FIRST_PATIENCE, MOST_PATIENCE = 0.25, 60.0
"""Seconds until Litestream is asked, or started, again while something is wrong; they double each time.
For a folder they grow to LASTS only: a disk that comes back is used soon, and a look at it costs nothing."""
LASTS = 4.0
"""When the wait has grown to so many seconds, a PASSING fault is told of after all."""
TRIED_EVERY, MOST_TRIES = 600.0, 5
"""Seconds between two tries whether the replica could be restored, and how often these may fail at first."""
TO_STOP = 10
"""Seconds that Litestream gets, when the server stops, for what the replica lacks."""

PASSING = {Fault.ENDED, Fault.TAKEN, Fault.BROKEN}
"""Faults that are normal for a moment when Litestream starts."""
BEFORE_START = {Fault.MISSING, Fault.FOREIGN, Fault.TAKEN, Fault.SHARED}
"""Faults that keep Litestream from being started: once it is started, they are over."""


def kept_at(address: str, database: Path) -> Place:
    """Return the place that an address names; raises Unusable if no replica of the database can be kept there."""
    place = read_place(address)
    litestream.can_keep(database)
    return place


@contextmanager
def kept(store: Store, place: Place | None) -> Iterator["Replica | None"]:
    """Keep a replica of a store's database at a place meanwhile.

    Without a place, delete Litestream's notes of an earlier replica: they would keep a name that is removed later.
    """
    if place is None:
        database = store.path.absolute()
        if litestream.has_progress(database):
            with suppress(lock.InUse, OSError), lock.alone(database.with_name("replica")):
                litestream.forget_progress(database)
        yield None
        return
    replica = Replica(store, place)
    store.aside = replica.aside
    LOG.info("A replica is kept at %s.", place.shown)
    replica.start()
    try:
        yield replica
    finally:
        replica.stop()


class Replica:
    """The replica of a store's database at a place, kept from `start` to `stop`.

    No play ever waits for it. Whatever goes wrong is in its `state`, and is written once into the server's log.
    """

    def __init__(self, store: Store, place: Place) -> None:
        self._store, self._place, self._database = store, place, store.path.absolute()
        self._writer = Writer(self._database, place.folder) if place.folder else None
        self.state = ReplicaState()
        self._stopping, self._anew = Event(), Event()
        self._one = Lock()  # only one thread at a time starts or ends the process
        self._process: subprocess.Popen[bytes] | None = None
        self._patience = FIRST_PATIENCE
        self._thread = Thread(target=self._keep, name="replica", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Let Litestream send what the replica lacks, for some seconds, and end it."""
        self._stopping.set()
        with self._one:
            process = self._process
            if process and process.poll() is None:
                process.terminate()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(TO_STOP)
                process.kill()
        if self._writer:
            self._writer.leave()
        self._thread.join(1)  # if it still waits for an answer from far away, it does nothing after that

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Keep Litestream away from the database, which is written anew meanwhile.

        Its notes beside the database are deleted: they may have the removed name that the database is to lose.
        """
        with self._one:
            self._anew.set()
            _end(self._process)
            litestream.forget_progress(self._database)
            yield

    def _keep(self) -> None:
        while not self._stopping.is_set():
            try:
                with lock.alone(self._database.with_name("replica")):
                    self._ready()
                    self._watch()
                continue
            except lock.InUse:
                self._wrong(Failed(Fault.TAKEN))
            except Failed as error:
                self._wrong(error)
            except Exception as error:  # whatever it is, the replica must not look up to date
                self._wrong(Failed(Fault.OTHER, str(error) or repr(error)))
            self._wait()

    def _ready(self) -> None:
        """Make sure that the place is there, and is this database's; raises Failed, OSError and what the store does."""
        if self._place.folder and not self._place.folder.is_dir():
            raise Failed(Fault.MISSING)
        with self._store.reading() as db:
            known = read_setting(db, self._place.setting)
        if not known:
            if litestream.moments(self._database, self._place):
                raise Failed(Fault.FOREIGN)
            if self._stopping.is_set():
                return
            with self._store.writing() as db:
                set_setting(db, self._place.setting, "yes")
        if self._writer and not self._stopping.is_set():
            self._writer.claim()
        if not litestream.belongs_to(self._database, self._place):
            litestream.begin_progress(self._database, self._place)

    def _watch(self) -> None:
        """Keep the replica until told to stop, or until the database is written anew.

        Raises Failed where the process has to be started again, and OSError.
        """
        if litestream.answers(self._database):  # the process of a server that was killed; it ends soon
            raise Failed(Fault.TAKEN)
        with self._one:
            if self._stopping.is_set():
                return
            self._anew.clear()
            if self.state.fault in BEFORE_START:  # after a long wait, a PASSING fault would be told of at once
                self.state, self._patience = ReplicaState(self.state.until, Fault.SLOW), FIRST_PATIENCE
            with lock.shared(self._database) as keep_open:
                process = self._process = litestream.started(self._database, self._place, keep_open.fileno())
        reader = Thread(target=_drain, args=(process,), name="replica-log", daemon=True)
        reader.start()
        try:
            self._follow(process)
        finally:
            if not self._stopping.is_set():
                _end(process)

    def _follow(self, process: "subprocess.Popen[bytes]") -> None:
        """Ask the process again and again how far it is; raises Failed."""
        there, tries, next_try = _which(self._place.folder), MOST_TRIES, time.monotonic()
        while not self._stopping.is_set():
            asked = datetime.now().astimezone()
            if _which(self._place.folder) != there:
                raise Failed(Fault.MISSING)
            try:
                if self._writer:
                    self._writer.claim()
                litestream.sync(self._database)
                if time.monotonic() >= next_try:
                    if litestream.can_be_restored(self._database, self._place):
                        tries, next_try = 0, time.monotonic() + TRIED_EVERY
                    else:
                        tries -= 1
                        raise Failed(Fault.BROKEN)
            except Failed as error:
                if self._anew.is_set() or self._stopping.is_set():
                    return
                if tries < 0:  # Litestream does not repair it by itself: it has to begin with a whole copy
                    litestream.forget_progress(self._database)
                    raise
                if error.fault is Fault.SHARED:
                    raise
                if process.poll() is not None:
                    raise Failed(Fault.ENDED) from None
                self._wrong(error)
            else:
                self._right(asked)
            self._wait()

    def _wait(self) -> None:
        """Wait before the next question or start; the wait grows for as long as something is wrong."""
        self._stopping.wait(self._patience)
        if self._patience != ASKED_EVERY or self.state.fault:
            self._patience = min(2 * self._patience, LASTS if self._place.folder else MOST_PATIENCE)

    def _right(self, until: datetime) -> None:
        if self.state.fault:
            LOG.info("The replica at %s is up to date again.", self._place.shown)
        self.state, self._patience = ReplicaState(until), ASKED_EVERY

    def _wrong(self, error: Failed) -> None:
        """Put what is wrong into the state, and once into the log; a PASSING fault only when it lasts."""
        if error.fault in PASSING and self._patience < LASTS:
            return
        if self.state.fault is not error.fault:
            text = self._place.without_password(str(error))
            said = f"{ADVICE[error.fault]} ({text})" if text else str(ADVICE[error.fault])
            LOG.warning("The replica at %s is not up to date. %s", self._place.shown, said)
        self.state = ReplicaState(self.state.until, error.fault)


def _which(folder: Path | None) -> tuple[int, int] | None:
    """Return what tells a folder from another that is put in its place (another disk, say); None if there is none."""
    try:
        found = folder and folder.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None


def _drain(process: "subprocess.Popen[bytes]") -> None:
    """Read and forget what Litestream writes, so that it never has to wait; its faults are found by asking it."""
    assert process.stdout  # noqa: S101
    with process.stdout as lines:
        for _line in lines:
            pass


def _end(process: "subprocess.Popen[bytes] | None") -> None:
    if process and process.poll() is None:
        process.kill()
        process.wait()
