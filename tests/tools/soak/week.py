"""A week in short: two houses with phones, watchers, imports and backups; one is killed again and again, one runs on.

What was acknowledged is there, and everything only once; every backup opens; the server that runs on needs no more
memory and no more files at the end than before. Then `scorekeeper check` finds nothing in either house, the history is
as if it were counted anew, and the documents of all games make the same games in an empty house.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_urlsafe
from statistics import mean
from threading import Event, Thread
from uuid import UUID

from scorekeeper.core.document import read, write
from scorekeeper.desk.exchange import documents, import_documents
from scorekeeper.desk.upkeep import verify
from scorekeeper.instance import open_desk
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.storage.read_only import examined

from .games import any_game
from .server import SECONDS, NoAnswer, Phone, Server, of
from .table import Table, check, hold, play
from .world import projections, rebuilt

PHONES, TABLES, WATCHERS = 3, 3, 6
FEW, MANY = 3, 80  # forms that are acknowledged before a kill
PAUSE = 0.05  # seconds from an answer to the next look of a watcher
ERRAND = 1.0  # and from one import, backup or list of all games to the next
SAMPLES = 40  # with fewer, nothing can be said of the memory
MORE_MEMORY, MORE_FILES = 1.15, 8
"""How much more than in the second quarter of the time the server may need in the last."""
BOUNDARY = "a-boundary-of-the-soak"
MULTIPART = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}


def week(folder, rounds, tally):
    """Each round kills one of the two servers at some moment; after half of them, what is there is checked."""
    killed, steady = House(folder / "killed", tally), House(folder / "steady", tally)
    used = []
    for chance in rounds:
        if steady.server is None:
            steady.open(chance)
        killed.open(chance)
        tally.add("kills")
        killed.wait(tally.counts["acknowledged"] + chance.randint(FEW, MANY))
        killed.kill()
        used.append(used_by(steady.server))
        for house in (killed, steady):
            tally.holds(not house.server.complaints, house.server.complaints)
        if chance.random() < 0.5:
            killed.look()
    steady.close()
    killed.open(chance)
    killed.close()
    for house in (killed, steady):
        house.look()
        house.stands()
        house.moves()
    flat(used, tally)


class House:
    """A server over its own folder, and what its phones have been told is done."""

    def __init__(self, home, tally):
        self.home, self.tally = home, tally
        self.server, self.phone, self.tables, self.brought = None, None, [], []

    def open(self, chance):
        """Start the server, and let phones enter plays, watch, import, and back up."""
        self.server, self.over = Server(self.home), Event()
        if self.phone is None:
            self.phone = Phone(self.server.port).pair(self.server.key)
            self.phone.hang_up()  # the others have its cookie
            self.tables = [
                [Table(f"{self.home.name}-{each}-{number}", chance, self.tally) for number in range(TABLES)]
                for each in range(PHONES)
            ]
        self.chance = chance
        self.threads = [Thread(target=play, args=(each, self._another(), self.done)) for each in self.tables]
        self.threads += [Thread(target=self.watch, args=(self._another(),)) for _ in range(WATCHERS)]
        self.threads.append(Thread(target=self.run_errands, args=(self._another(),)))
        for each in self.threads:
            each.start()

    def _another(self):
        return self.phone.another(self.server.port)

    def done(self):
        """Return whether the phones should stop."""
        return self.over.is_set() or bool(self.tally.broken)

    def wait(self, acknowledged):
        """Wait until so many forms are acknowledged in all, but not for ever."""
        until = time.monotonic() + SECONDS
        while self.tally.counts["acknowledged"] < acknowledged and not self.done() and time.monotonic() < until:
            time.sleep(0.002)

    def kill(self):
        self.server.kill()
        self._gone()

    def close(self):
        """Let everybody finish, send again what had no answer, and stop the server in order."""
        self._gone()
        phone = self._another()
        for table in (each for some in self.tables for each in some if each.pending):
            table.step(phone)
        phone.hang_up()
        self.tally.holds(self.server.stop() == 0, "it did not stop in order")

    def _gone(self):
        self.over.set()
        for each in self.threads:
            each.join()

    def watch(self, phone):
        """Look at the games as watchers do: each page is asked for again by its tag."""
        tags = {}
        with suppress(NoAnswer):
            while not self.done():
                games = [game for some in self.tables for table in some for game in list(table.games)[-1:]]
                game = self.chance.choice(games) if games else None
                status, _, text = phone.get(f"/games/{game}" if game else "/", tags.get(game))
                tags[game] = phone.tag
                self.tally.holds(status in (200, 304), f"a watcher got {status}: {text[-300:]}")
                self.tally.add("looks")
                time.sleep(PAUSE)
        phone.hang_up()

    def run_errands(self, phone):
        """Import games, save them all, and back up, one after the other."""
        errands = (self.bring_in, self.back_up, self.take_along)
        with suppress(NoAnswer):
            while not self.done():
                self.chance.choice(errands)(phone)
                self.over.wait(ERRAND)
        phone.hang_up()

    def bring_in(self, phone):
        """Import a game through the page; whether it came in is known only if that is answered."""
        game = any_game(self.chance)
        number = str(UUID(int=self.chance.getrandbits(128), version=4))
        brought = Brought(number, game.imported)
        self.brought.append(brought)
        body = multipart(json.dumps(game.document | {"id": number}), phone.token)
        status, _, text = phone.send("/data", body, MULTIPART)
        brought.acknowledged = self.tally.holds(status == 303, f"{status} for an import: {text[-300:]}")
        self.tally.add("imports")

    def back_up(self, _phone):
        """Make a backup beside the running server, and open it."""
        copy = self.home.with_name(f"{self.home.name}-copy")
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        command = [sys.executable, "-m", "scorekeeper.cli", "backup", *of(self.home), str(copy / "scorekeeper.db")]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if self.tally.holds(made.returncode == 0, made.stderr):
            check(copy, self.tally)
            self.tally.add("backups opened")

    def take_along(self, phone):
        """Save all games in a file of documents, and in a list."""
        for path in ("/data/games.zip", "/data/games.csv", "/past", "/records", "/years"):
            status, _, text = phone.get(path)
            self.tally.holds(status == 200, f"{status} for {path}: {text[-300:]}")

    def look(self):
        """Check the database of a server that is gone, as the next program finds it."""
        with closing(sqlite3.connect(self.home / "scorekeeper.db")) as disk:
            hold([each for some in self.tables for each in some], disk, self.tally, self.brought)

    def stands(self):
        """Check that every game can be replayed, and that the history is as if it were counted anew."""
        check(self.home, self.tally)
        with examined(self.home / "scorekeeper.db") as database:
            found = verify(database, all_rulebooks()).findings
        self.tally.holds(not found, found)
        before = projections(self.home / "scorekeeper.db")
        rebuilt(self.home)
        self.tally.holds(before == projections(self.home / "scorekeeper.db"), "the history was not as counted anew")

    def moves(self):
        """Check that the documents of all games are those of an empty house that they are imported into."""
        ours, theirs = open_desk(self.home), open_desk(self.home / "empty")
        with closing(ours.store), closing(theirs.store):
            before = {each.id: write(each) for each in documents(ours)}
            import_documents(theirs, [read(json.dumps(each).encode(), all_rulebooks()) for each in before.values()])
            after = {each.id: write(each) for each in documents(theirs)}
        self.tally.holds(before == after, "documents that were imported elsewhere are not the same")


class Brought:
    """A game that was sent as a file: its id, its log as it is stored, and whether the import was acknowledged."""

    def __init__(self, game, log):
        self.game, self.log, self.acknowledged = game, log, False


def multipart(document, token):
    """Return the body of the form with which a file of one game is imported."""
    fields = {"csrf_token": token, "entry_key": token_urlsafe(16)}
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    parts.append(
        'Content-Disposition: form-data; name="files"; filename="game.json"\r\n'
        f"Content-Type: application/json\r\n\r\n{document}"
    )
    return "".join(f"--{BOUNDARY}\r\n{part}\r\n" for part in parts).encode() + f"--{BOUNDARY}--\r\n".encode()


def used_by(server):
    """Return how much memory a server has, in MB, and how many files it has open."""
    about = Path(f"/proc/{server.process.pid}")
    (size,) = (line.split()[1] for line in (about / "status").read_text().splitlines() if line.startswith("VmRSS:"))
    return int(size) / 1024, len(os.listdir(about / "fd"))


def flat(used, tally):
    """Check that the server that ran all the time needed no more in the last quarter than in the second."""
    quarter = len(used) // 4
    second, last = used[quarter : 2 * quarter] or used, used[-quarter:]
    before, after = (tuple(map(mean, zip(*some, strict=True))) for some in (second, last))
    tally.add("MB of memory in the second quarter", round(before[0]))
    tally.add("MB in the last", round(after[0]))
    tally.add("files open at most", max(files for _, files in used))
    if len(used) >= SAMPLES:
        tally.holds(after[0] <= before[0] * MORE_MEMORY, f"memory went from {before[0]:.0f} to {after[0]:.0f} MB")
        tally.holds(after[1] <= before[1] + MORE_FILES, f"open files went from {before[1]:.0f} to {after[1]:.0f}")
