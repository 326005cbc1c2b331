"""No room on the disk, a database that another program keeps locked, a folder that may not be written."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import ExitStack, closing, contextmanager, suppress
from threading import Thread
from time import monotonic
from unittest.mock import patch

from scorekeeper.pairing import pairing_key
from scorekeeper.storage import connection, database
from tests.apps import open_app
from tests.pages import Page

from .clock import Device
from .commands import Cut, restore, take_in, upgrade
from .forked import Nursery
from .racing import PHONES, Phone, served
from .server import of
from .table import OutOfReach, Table, check, hold

NOBODY = 65534
TABLES = 3
MOST_STEPS = 4_000
SMALL, LARGE = "700k", "8m"
SHORT = 0.3  # seconds that a lock is waited for here


def disk(folder, rounds, tally):
    """Each round fills the disk, locks the database, and runs commands without room and without leave to write."""
    with Nursery() as nursery:
        for chance in rounds:
            here = folder / str(tally.round)
            here.mkdir()
            full(here / "pages", room_in_pages, chance, tally)
            with suppress(CannotMount):
                full(here / "disk", room_on_disk, chance, tally)
            locked(here / "locked", chance, tally)
            no_room(here / "commands", nursery, chance, tally)
            read_only(here / "read only", nursery, chance, tally)


class CannotMount(Exception):
    """This user, or this system, cannot mount a small disk."""


@contextmanager
def room_in_pages(folder):
    """Give an app, a function that lets its database grow by only a few pages more, and one that lifts that limit."""
    app = open_app(folder)
    store = app.extensions["desk"].store
    db = store._connection()
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    with closing(store):
        yield (
            app,
            lambda: db.execute(f"PRAGMA max_page_count = {pages + 6}"),
            lambda: db.execute("PRAGMA max_page_count = 1000000"),
        )


@contextmanager
def room_on_disk(folder):
    """Give an app on a small disk, a function that does nothing, and one that enlarges the disk; raises CannotMount."""
    folder.mkdir()
    if os.geteuid() or mount("-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", folder):
        raise CannotMount
    try:
        app = open_app(folder)
        with closing(app.extensions["desk"].store):
            yield app, lambda: None, lambda: mount("-o", f"remount,size={LARGE}", folder)
    finally:
        subprocess.run(["umount", "-l", folder], check=False)


def mount(*arguments):
    return subprocess.run(["mount", *map(str, arguments)], check=False, capture_output=True).returncode


def full(folder, room, chance, tally):
    """Enter plays until there is no room: a clear page, nothing half written; with room, entering works again."""
    with room(folder) as (app, end, make):
        store, complaints = app.extensions["desk"].store, []
        app.logger.addHandler(handler := Complaints(complaints))
        device = Device(app.test_client(), pairing_key(store))
        tables = [Table(f"{number}-{folder.name}-{tally.round}", chance, tally) for number in range(TABLES)]
        end()
        refused = steps = 0
        while refused < 2 * TABLES and steps < MOST_STEPS:
            steps += 1
            try:
                tables[steps % TABLES].step(device)
            except OutOfReach as page:
                refused += 1
                tally.holds("the disk is full" in Page(str(page)).text, str(page)[-600:])
                looks(tables, device, store, tally)
        tally.holds(refused, f"it was never full after {steps} forms")
        tally.add(f"times that there was no room ({folder.name})")
        make()
        for table in tables * 4:
            table.step(device)
        looks(tables, device, store, tally)
        tally.holds(not complaints, complaints[:1])
        app.logger.removeHandler(handler)
        check(folder, tally)


def looks(tables, device, store, tally):
    """Check that what was acknowledged is there, and that pages can still be read."""
    with closing(sqlite3.connect(store.path)) as disk_now:
        hold(tables, disk_now, tally)
    for path in ("/", "/past", *(f"/games/{table.id}" for table in tables if table.id)):
        status = device.get(path).status_code
        tally.holds(status == 200, f"{status} at {path}")


def locked(folder, chance, tally):
    """Another program locks the database for long: all phones are told so, and they do not wait one after another."""
    with ExitStack() as stack:
        for module in (connection, database):
            stack.enter_context(patch.object(module, "BUSY_SECONDS", SHORT))
        app = open_app(folder)
        store = stack.enter_context(closing(app.extensions["desk"].store))
        port = stack.enter_context(served(app))
        first = Phone(port).pair(pairing_key(store))
        phones = [first, *(first.another() for _ in range(PHONES - 1))]
        tables = [Table(f"{number}-locked-{tally.round}", chance, tally) for number in range(PHONES)]
        for table, phone in zip(tables, phones, strict=True):
            table.step(phone)
        other = stack.enter_context(closing(sqlite3.connect(store.path, isolation_level=None)))
        other.execute("BEGIN EXCLUSIVE")
        told, taken = [], []

        def step(table, phone):
            began = monotonic()
            try:
                table.step(phone)
            except OutOfReach as page:
                told.append(Page(str(page)).text)
            taken.append(monotonic() - began)

        threads = [Thread(target=step, args=each) for each in zip(tables, phones, strict=True)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        tally.add("phones told that it is locked", len(told))
        tally.holds(len(told) == PHONES and all("busy" in each for each in told), told)
        tally.holds(max(taken) < SHORT * PHONES * 0.8 + 1, f"they waited {sorted(taken)} seconds")
        tally.holds(phones[0].get("/")[0] == 200, "what can be read is not shown while it is locked")
        other.execute("ROLLBACK")
        for table, phone in zip(tables, phones, strict=True):
            table.step(phone)
        hold(tables, other, tally)
        for phone in phones:
            phone.hang_up()


def no_room(folder, nursery, chance, tally):
    """A command that finds no room says so in a sentence, and leaves a whole database."""
    work = chance.choice((upgrade, take_in, restore))
    home = folder / work.__name__
    home.mkdir(parents=True)
    cut = Cut(home, nursery, chance, tally)
    cut.fresh.mkdir()
    arguments, holds = work(cut)
    most = (cut.fresh / "scorekeeper.db").stat().st_size + chance.choice((-4096, 0, 4096, 20_000))
    status, _, said = cut.again(arguments, most_bytes=most)
    tally.add("commands without room")
    tally.holds(status in (0, 2) and "Traceback" not in said, f"{arguments}: {status} {said}")
    tally.holds(nursery.run("check", *of(cut.home))[0] == 0, f"{arguments}: then check finds something")
    holds(f"{arguments} with {most} bytes at most: {said}")
    shutil.rmtree(home)


def read_only(folder, nursery, chance, tally):
    """A database, or a folder, that may not be written is refused in a sentence, and is not changed."""
    folder.mkdir()
    for above in (folder, *folder.parents):
        with suppress(PermissionError):
            above.chmod(above.stat().st_mode | 0o055)
    cut = Cut(folder, nursery, chance, tally)
    cut.fresh.mkdir()
    command, _ = upgrade(cut)
    for mode, of_file in ((0o555, 0o444), (0o555, 0o666), (0o777, 0o444)):
        (cut.home / "scorekeeper.db").chmod(of_file)
        cut.home.chmod(mode)
        before = (cut.home / "scorekeeper.db").read_bytes()
        status, _, said = nursery.run(*command, user=None if os.geteuid() else NOBODY)
        tally.add("commands without leave to write")
        tally.holds(status == 2 and "Traceback" not in said and said.count("\n") == 1, f"{oct(mode)}: {status} {said}")
        tally.holds((cut.home / "scorekeeper.db").read_bytes() == before, f"{oct(mode)}: it was changed")
        cut.home.chmod(0o755)


class Complaints:
    """A log handler that keeps the messages."""

    level = 0

    def __init__(self, kept):
        self._kept = kept

    def handle(self, record):
        self._kept.append(record.getMessage())
