"""The server is killed while several phones enter plays: what was acknowledged is there, and everything only once."""

import sqlite3
from contextlib import closing
from threading import Event, Thread

from scorekeeper.desk.upkeep import faults
from scorekeeper.instance import open_desk

from .server import SECONDS, Phone, Server
from .table import Table, hold, play

PHONES, TABLES = 4, 3
FEW, MANY = 3, 80  # forms that are acknowledged before a kill


def kills(folder, rounds, tally):
    """Each round kills the server at some moment; after half of them, what is there is checked."""
    home, phone = folder / "instance", None
    tables = []
    for chance in rounds:
        server = Server(home)
        tally.add("kills")
        if phone is None:
            phone = Phone(server.port).pair(server.key)
            tables = [
                [Table(f"{which}-{number}", chance, tally) for number in range(TABLES)] for which in range(PHONES)
            ]
        enough = Enough(tally, chance.randint(FEW, MANY))
        threads = [Thread(target=play, args=(each, phone.another(server.port), enough)) for each in tables]
        for each in threads:
            each.start()
        enough.reached.wait(SECONDS)
        server.kill()
        for each in threads:
            each.join()
        tally.holds(not server.complaints, server.complaints)
        if chance.random() < 0.5:
            look(home, tables, tally)
    phone.hang_up()
    server = Server(home)
    phone = phone.another(server.port)
    for table in (each for some in tables for each in some):
        if table.pending:
            table.step(phone)
    phone.hang_up()
    tally.holds(server.stop() == 0, "it did not stop in order")
    look(home, tables, tally)
    check(home, tally)


class Enough:
    """Sets `reached` once `many` forms were acknowledged; when called, it says whether the phones should stop."""

    def __init__(self, tally, many):
        self._tally, self._wanted, self.reached = tally, tally.counts["acknowledged"] + many, Event()

    def __call__(self):
        if self._tally.counts["acknowledged"] >= self._wanted or self._tally.broken:
            self.reached.set()
        return bool(self._tally.broken)


def look(home, tables, tally):
    """Check the database of a killed server as the next program finds it."""
    with closing(sqlite3.connect(home / "scorekeeper.db")) as disk:
        hold([each for some in tables for each in some], disk, tally)


def check(home, tally):
    """Check that every game can be replayed, and that SQLite finds the file whole."""
    desk = open_desk(home)
    with closing(desk.store):
        found = list(faults(desk))
    for game, fault in found:
        tally.holds(fault is None, f"{game}: {fault}")
    tally.add("games stand", len(found))
    with closing(sqlite3.connect(home / "scorekeeper.db")) as disk:
        (said,) = disk.execute("PRAGMA integrity_check").fetchone()
        tally.holds(said == "ok" and not disk.execute("PRAGMA foreign_key_check").fetchall(), said)
