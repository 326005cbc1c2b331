"""Phones that enter recorded games at a server that is killed again and again: every entry must be there once."""

import json
import subprocess
import time
from itertools import count
from random import Random
from threading import Event, Thread

from tests.pages import Page
from tests.tools.client import SECONDS, Client, NoAnswer

from .games import any_game
from .server import check, command

PHONES = 6
FEWEST, MOST = 3, 120  # acknowledged forms before a kill
LOST, REPEATED = 0.1, 0.1
"""Shares of the forms whose answer is lost, and that are sent again after their answer."""
WEIGHTS = {"enter": 30, "undo": 2, "redo": 8, "delete": 2, "about": 1}


class Evening:
    """The phones that enter plays at a server."""

    def __init__(self, server, tally):
        self.tally, self.server, self.over = tally, server, Event()
        with Client(server.port).pair(server.key) as paired:
            self.phones = [Phone(f"phone-{number}", paired, tally) for number in range(PHONES)]
        self.running = True

    def play_until_killed(self, chance):
        """Enter plays on all phones until the server is killed at a random moment."""
        if not self.running:
            self.server.start()
        self.over.clear()
        for phone in self.phones:
            phone.chance.seed(chance.random())
        threads = [Thread(target=phone.play, args=(self.over,)) for phone in self.phones]
        for each in threads:
            each.start()
        enough = self.tally.counts["acknowledged"] + chance.randint(FEWEST, MOST)
        until = time.monotonic() + SECONDS
        while self.tally.counts["acknowledged"] < enough and time.monotonic() < until and not self.tally.broken:
            time.sleep(0.002)
        self.tally.holds(time.monotonic() < until, "the phones do not get on")
        self.server.kill()
        self.running = False
        self.tally.add("kills")
        self.over.set()
        for each in threads:
            each.join()

    def finish(self):
        """Send what is waiting, stop the server in order, and check that every entry is there once."""
        self.server.start()
        for phone in self.phones:
            phone.finish()
        self.tally.holds(self.server.stop() == 0, "the server did not stop in order")
        self.tally.holds(not self.server.complaints, self.server.complaints)
        check(self.server.folder, self.tally)
        exported = subprocess.run(command("export", self.server.folder), capture_output=True, text=True, check=True)
        documents = {each["id"]: each for each in map(json.loads, exported.stdout.splitlines())}
        expected = {game: plays for phone in self.phones for game, (_, plays) in phone.games.items()}
        self.tally.holds(documents.keys() == expected.keys(), f"games: {documents.keys() ^ expected.keys()}")
        for game in documents.keys() & expected.keys():
            stored, plays = documents[game]["plays"], list(expected[game])
            self.tally.holds(stored == plays, f"{game} has {stored} instead of {plays}")
        self.tally.add("games compared", len(documents))


class Phone:
    """A phone that enters one game after the other; a form without an answer (`waiting`) is sent again unchanged.

    `games` has the revision and the plays of each game by its id, as acknowledged.
    """

    def __init__(self, name, paired, tally):
        self.name, self.tally, self.chance = name, tally, Random()
        self.client = Client(paired.port, paired.cookie)
        self.client.token = paired.token
        self.games, self.waiting = {}, None
        self._game, self._id, self._last, self._numbers = None, None, "", count()

    def play(self, over):
        """Enter plays until `over` is set."""
        while not over.is_set() and not self.tally.broken:
            try:
                self.step()
            except NoAnswer:
                over.wait(0.05)
        self.client.close()

    def step(self):
        """Send the waiting form, or else the next one; raises NoAnswer."""
        if self.waiting:
            self.tally.add("sent again")
        else:
            self.waiting = self._next()
            if self.chance.random() < LOST:
                self.client.post_and_hang_up(*self.waiting[1:])
                self.tally.add("answers lost")
                return
        act, path, form = self.waiting
        answer = self.client.post(path, form)
        fault = f"{answer.status} for {act} {path} {form}: {answer.text[-600:]}"
        if self.tally.holds(answer.status == 303, fault):
            self.tally.add("acknowledged")
            location, self.waiting = answer.headers["Location"], None
            self._take(act, location)
            if self.chance.random() < REPEATED:
                again = self.client.post(path, form)
                same = again.status == 303 and again.headers["Location"] == location
                self.tally.holds(same, f"{act} {path} sent twice leads to {again.headers}, at first {location}")
                self.tally.add("sent twice")

    def finish(self):
        """Send the waiting form, and check the revision of each game: each form counts once."""
        if self.waiting:
            self.step()
        for game, (revision, _) in self.games.items():
            found = Page(self.client.get(f"/games/{game}/about").text).hidden.get("revision")
            self.tally.holds(found == str(revision), f"{game} has revision {found} instead of {revision}")
        self.client.close()

    def _next(self):
        """Return what the next form does, its path and its fields."""
        key = {"entry_key": f"key-of-{self.name}-{next(self._numbers):08}"}
        revision, plays = self.games.get(self._id, (0, ()))
        if self._id is None or (len(plays) == len(self._game.forms) and self.chance.random() < 0.5):
            self._game = any_game(self.chance)
            return "begin", f"/new/{self._game.slug}", self._game.begin | key
        can = ["about"]
        can += ["enter"] if len(plays) < len(self._game.forms) else []
        can += ["delete"] if plays else []
        can += ["undo"] if self._last == "enter" else ["redo"] if self._last == "undo" else []
        act = self.chance.choices(can, [WEIGHTS[each] for each in can])[0]
        path = {"enter": "plays", "delete": "plays"}.get(act, act)
        if act == "enter":
            fields = self._game.forms[len(plays)]
        elif act == "delete":
            slot = f"{self._game.forms[len(plays) - 1]['play']}.at-{len(plays)}"
            fields = {"play": slot, f"{slot}-nothing": "yes"}
        else:
            fields = {"venue": f"Café {revision}", "note": ""} if act == "about" else {}
        return act, f"/games/{self._id}/{path}", fields | key | {"revision": str(revision)}

    def _take(self, act, location):
        """Record what an acknowledged form did."""
        if act == "begin":
            self._id = location.split("/")[2].split("?")[0]
            self.games[self._id] = (0, ())
        revision, plays = self.games[self._id]
        change = {"enter": 1, "redo": 1, "undo": -1, "delete": -1}.get(act, 0)
        self.games[self._id] = (revision + 1, self._game.plays[: len(plays) + change])
        self._last = act
