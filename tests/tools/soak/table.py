"""A table whose score a phone keeps, and what therefore has to be in the database."""

import itertools
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace

from scorekeeper.desk.upkeep import faults
from scorekeeper.instance import open_desk

from .games import any_game
from .server import NoAnswer

WEIGHTS = {"enter": 30, "undo": 2, "redo": 8, "strike": 2, "about": 1, "shelf": 1}
LEADS_ON = 303


class Table:
    """Plays one game after the other; a form that had no answer (`pending`) is sent again as it was.

    `games` has the revision and the log, as it is stored, of each game by its id, as far as it was acknowledged; `keys`
    the game of every entry key whose form was acknowledged.
    """

    def __init__(self, name, chance, tally):
        self.name, self.chance, self.tally = name, chance, tally
        self.games, self.keys, self.pending = {}, {}, None
        self._numbers, self.game, self.id = itertools.count(), None, None

    @property
    def is_over(self):
        return self.id is None or (self.at == len(self.game.forms) and self.chance.random() < 0.5)

    def step(self, phone):
        """Send what had no answer, or else the next form; raises one of NoAnswer."""
        if self.pending is None:
            self.pending = self._next()
        elif self.pending.tries:
            self.tally.add("sent again")
        request = self.pending
        self.pending = replace(request, tries=request.tries + 1)
        status, location, text = phone.post(request.path, request.form)
        if status == 503:
            raise OutOfReach(text)
        self.pending = None
        if self.tally.holds(status == LEADS_ON, f"{status} for {request}: {text[-600:]}"):
            self.tally.add("acknowledged")
            self._take(request, location)

    @property
    def at(self):
        """How many plays the game has."""
        return len(self.games[self.id][1])

    def _next(self):
        key = f"entry-key-of-{self.name}-{next(self._numbers):08}"
        if self.is_over:
            self.game = any_game(self.chance)
            return Request("begin", f"/new/{self.game.slug}", self.game.begin | {"entry_key": key}, key)
        at, address = self.at, f"/games/{self.id}"
        can = {"about", "shelf"} | ({"enter"} if at < len(self.game.forms) else set())
        can |= {"strike"} if at else set()
        can |= {"enter": {"undo"}, "undo": {"redo"}}.get(self.act, set()) if at or self.act == "undo" else set()
        act = "shelf" if self.shelf == "away" else self._chosen(sorted(can))
        path, fields = {
            "enter": lambda: (f"{address}/plays", self.game.forms[at]),
            "undo": lambda: (f"{address}/undo", {}),
            "redo": lambda: (f"{address}/redo", {}),
            "strike": lambda: (f"{address}/plays", self._struck(at)),
            "about": lambda: (f"{address}/about", {"venue": f"Café {self.revision}", "note": ""}),
            "shelf": lambda: (f"{address}/shelf", {"shelf": "table" if self.shelf == "away" else "away"}),
        }[act]()
        return Request(act, path, fields | {"entry_key": key, "revision": str(self.revision)}, key)

    def _struck(self, number):
        """Return the fields of the form that deletes a play."""
        name = f"{self.game.forms[number - 1]['play']}.at-{number}"
        return {"play": name, f"{name}-nothing": "yes"}

    def _chosen(self, acts):
        return self.chance.choices(acts, [WEIGHTS[act] for act in acts])[0]

    def _take(self, request, location):
        """Note what a form did that was acknowledged."""
        if request.act == "begin":
            self.id = location.split("/")[2].split("?")[0]
            self.revision, self.act, self.shelf, log = 1, "begin", "table", ()
        else:
            self.revision, self.act, log = self.revision + 1, request.act, self.games[self.id][1]
            self.shelf = request.form.get("shelf", self.shelf)
        if request.act in ("enter", "redo"):
            log = self.game.stored[: len(log) + 1]
        elif request.act in ("undo", "strike"):
            log = log[:-1]
        self.games[self.id] = (self.revision, log)
        self.keys[request.key] = self.id


class OutOfReach(Exception):
    """The server says that the database is out of reach just now."""


@dataclass(frozen=True)
class Request:
    """A form to send: what it does, its path, its fields, its entry key, and how often it was sent before."""

    act: str
    path: str
    form: dict
    key: str
    tries: int = 0


def play(tables, phone, until):
    """Enter plays at these tables in turn until `until()` is true, or the server does not answer."""
    try:
        for table in itertools.cycle(tables):
            if until():
                return
            table.step(phone)
    except NoAnswer:
        return
    finally:
        phone.hang_up()


def hold(tables, disk, tally, brought=()):
    """Check that a database has all that was acknowledged at these tables once, and all else at most once.

    The same for what was `brought` by imports (each with its game's id, its log, and whether it was acknowledged).
    """
    stored = {row[0]: row[1:] for row in disk.execute("SELECT id, revision FROM games")}
    logs = dict.fromkeys(stored, ())
    for game, body in disk.execute("SELECT game_id, body FROM plays ORDER BY game_id, position"):
        logs[game] += (body,)
    keys = {}
    for key, game in disk.execute("SELECT entry_key, game_id FROM changes WHERE entry_key IS NOT NULL"):
        tally.holds(key not in keys, f"{key} counts twice")
        keys[key] = game
    changes = dict(disk.execute("SELECT game_id, count(*) FROM changes GROUP BY game_id"))
    known = set()
    for table in tables:
        waiting = table.pending
        known |= set(table.keys) | ({waiting.key} if waiting else set())
        for key, game in table.keys.items():
            tally.holds(keys.get(key) == game, f"{key} was acknowledged and is lost")
        for game, (revision, log) in table.games.items():
            late = bool(waiting and waiting.key in keys and keys[waiting.key] == game and waiting.key not in table.keys)
            tally.holds(stored.get(game) == (revision + late,), f"{game}: {stored.get(game)} for {revision} + {late}")
            tally.holds(changes.get(game) == revision + late, f"{game}: {changes.get(game)} changes for {revision}")
            tally.holds(late or logs.get(game) == log, f"{game}: {logs.get(game)} for {log}")
    tally.holds(set(keys) <= known, f"nobody sent {set(keys) - known}")
    imported = {each.game: each for each in brought if each.acknowledged or each.game in stored}
    for game, each in imported.items():
        tally.holds(stored.get(game) == (1,) and logs[game] == each.log, f"{game} was imported and is {logs.get(game)}")
    tally.holds(set(stored) == set(keys.values()) | imported.keys(), "a game that nobody began")


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
