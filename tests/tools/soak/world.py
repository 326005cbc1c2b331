"""An application with games of every title at random positions, and all addresses that can be asked for."""

import logging
import re
import sqlite3
from contextlib import closing

from flask import got_request_exception

from scorekeeper.core.document import read
from scorekeeper.desk import changes
from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.transaction import Submission
from scorekeeper.desk.upkeep import faults
from scorekeeper.instance import open_desk
from scorekeeper.pairing import pairing_key
from scorekeeper.storage.rows import Shelf
from tests.apps import open_app

from .games import SLUGS, any_game
from .mutations import small_junk

UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"
NAMES = ("style.css", "js/app.js", "rivalry", "cards", "who-begins", "../x")


class World:
    """The application over `folder`, a paired client and a stranger, and the errors that were logged or raised."""

    def __init__(self, folder, chance, tally, finished=2):
        self.chance, self.tally, self.complaints = chance, tally, []
        self.app = open_app(folder)
        self.app.testing = False
        self.desk = self.app.extensions["desk"]
        self.games = [self._take_in(slug, cut=True) for slug in SLUGS]
        self.games += [self._take_in(chance.choice(SLUGS), cut=False) for _ in range(finished)]
        for game, shelf in zip(chance.sample(self.games, 2), (Shelf.ARCHIVED, Shelf.DELETED), strict=True):
            if chance.random() < 0.3:
                changes.lay_on(self.desk, game, shelf, Submission(f"a-key-of-the-soak-{shelf}", "", 1))
        self.client, self.stranger = self.app.test_client(), self.app.test_client()
        self.client.get(f"/pair/{pairing_key(self.desk.store)}")
        self.rules = sorted({rule.rule for rule in self.app.url_map.iter_rules()})
        self._disk = sqlite3.connect(self.desk.store.path)
        self._version = self._read_version()
        got_request_exception.connect(self._complain, self.app)
        self._handler = _Handler(self.complaints)
        logging.getLogger().addHandler(self._handler)

    def close(self):
        logging.getLogger().removeHandler(self._handler)
        self._disk.close()
        self.desk.store.close()

    def _take_in(self, slug, cut):
        document = dict(any_game(self.chance, slug).document)
        if cut:
            document["plays"] = document["plays"][: self.chance.randint(0, len(document["plays"]))]
        (taken,) = import_documents(self.desk, [read_document(document, self.desk.rulebooks)])
        return taken.id

    def _complain(self, sender, exception, **_):
        self.complaints.append(exception)

    def told(self):
        """Return the errors since this was last called."""
        told, self.complaints[:] = [*self.complaints], []
        return told

    def table(self):
        """Return an address where a play is entered or corrected."""
        game = f"/games/{self.chance.choice(self.games)}"
        return self.chance.choice((game, game, f"{game}/plays/{self.chance.randint(1, 9)}", f"{game}/plays/1/before"))

    def address(self):
        """Return an address for one of the application's routes, mostly of something that exists."""
        rule = self.chance.choice(self.rules)
        return re.sub(r"<(?:(\w+)(?:\([^)]*\))?:)?(\w+)>", lambda part: self._value(*part.groups()), rule)

    def _value(self, converter, name):
        chance = self.chance
        if chance.random() < 0.06:
            return re.sub(r"[?#]", "", small_junk(chance).decode("latin-1")) or "0"
        if converter == "uuid":
            return chance.choice([*self.games, *self.games, UNKNOWN_ID])
        if converter == "int":
            return str(chance.choice((1, 2, 3, 4, 5, 8, 13, 21, 40, 2026, 2025, 0, 999_999_999)))
        return chance.choice(SLUGS) if name == "slug" else chance.choice(NAMES)

    @property
    def wrote(self):
        """Whether anything was written since this was last asked."""
        before, self._version = self._version, self._read_version()
        return before != self._version

    def _read_version(self):
        return self._disk.execute("PRAGMA data_version").fetchone()

    def stands(self):
        """Check that every log stands, that SQLite finds the file whole, and that the projections are as rebuilt."""
        for game, fault in faults(self.desk):
            self.tally.holds(fault is None, f"{game}: {fault}")
        (said,) = self._disk.execute("PRAGMA integrity_check").fetchone()
        self.tally.holds(said == "ok" and not self._disk.execute("PRAGMA foreign_key_check").fetchall(), said)
        before = projections(self.desk.store.path)
        rebuild(self.desk)
        after = projections(self.desk.store.path)
        self.tally.holds(before == after, f"projections differ: {sorted(set(before) ^ set(after))[:6]}")


def rebuilt(home):
    """Write every projection of a folder anew."""
    desk = open_desk(home)
    with closing(desk.store):
        rebuild(desk)


def rebuild(desk):
    """Write every projection anew from the logs."""
    for _ in faults(desk, rebuild=True):
        pass


def projections(path):
    """Return all rows of a database, without the settings, and without names in results that the seat decides."""
    with closing(sqlite3.connect(path)) as disk:
        tables = [name for (name,) in disk.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: disk.execute(f"SELECT * FROM [{name}]") for name in tables if name != "settings"}  # noqa: S608
        own = {"results": lambda row: row[:3] + row[4:] if row[2] is not None else row}
        return sorted(f"{name} {own.get(name, tuple)(row)}" for name in rows for row in rows[name])


def read_document(document, rulebooks):
    import json

    return read(json.dumps(document).encode(), rulebooks)


class _Handler(logging.Handler):
    """Keeps what is logged with a traceback, or as an error."""

    def __init__(self, complaints):
        super().__init__(logging.WARNING)
        self._complaints = complaints

    def emit(self, record):
        self._complaints.append(self.format(record))
