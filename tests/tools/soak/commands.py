"""Commands that are cut off at any step: the folder holds a whole database all the same, the old one or the new one."""

import json
import shutil
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path

from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.games import Desk
from scorekeeper.desk.transaction import Submission
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.storage.database import Store
from tests.apps import lay_out
from tests.documents import game_document

from .forked import IMPORTED, Nursery
from .games import any_game
from .server import of
from .world import projections, read_document

DATABASES = sorted((Path(__file__).parents[2] / "databases").glob("*.db"))
CUTS = 6  # of each command in a round
HALF = "was left half written by a program that was cut off"
STEP = 1  # every so manieth system call is one at which a command is killed
FEW, MANY = 3, 12
HIDDEN = "Aurelia-Wilhelmina"


def commands(folder, rounds, tally):
    """Each round cuts off the upgrade of an old database, an import, a backup and a restore."""
    with Nursery() as nursery:
        for chance in rounds:
            for number, work in enumerate((upgrade, take_in, back_up, restore)):
                home = folder / f"{tally.round}-{number}"
                home.mkdir()
                Cut(home, nursery, chance, tally).each(work)
                shutil.rmtree(home)


def calls(folder, rounds, tally):
    """Each round kills a command at every one of the system calls by which it changes files."""
    with Nursery() as nursery:
        for chance in rounds:
            work = EVERY_CALL[tally.round % len(EVERY_CALL)]
            home = folder / str(tally.round)
            home.mkdir()
            Cut(home, nursery, chance, tally).at_every_call(work)
            shutil.rmtree(home)


class Cut:
    """Cuts a command off again and again, each time over a fresh copy of the same folder."""

    def __init__(self, folder, nursery, chance, tally):
        self.folder, self.nursery, self.chance, self.tally = folder, nursery, chance, tally
        self.home, self.fresh, self.backup = folder / "home", folder / "fresh", folder / "backup.db"

    def each(self, work):
        """Try `work`: it fills the fresh folder, and returns the command and a check for after each cut."""
        self.fresh.mkdir()
        arguments, holds = work(self)
        _, steps, _ = self.again(arguments)
        for _ in range(CUTS):
            if self.chance.random() < 0.7:
                cut = {"event": self.chance.randint(1, steps)}
            else:
                cut = {"seconds": self.chance.uniform(0.001, 0.1)}
            self.once(work, arguments, holds, **cut)

    def at_every_call(self, work):
        """Try `work` as often as it makes system calls that write, and kill it at one after the other."""
        self.fresh.mkdir()
        arguments, holds = work(self)
        _, count, _ = self.again(arguments, call=0)
        self.tally.add("calls that write", count)
        for call in range(1 + self.chance.randrange(STEP), count + 1, STEP):
            self.once(work, arguments, holds, call=call)

    def once(self, work, arguments, holds, **cut):
        """Run the command once, cut off so, and see whether all that it promises holds."""
        status, _, said = self.again(arguments, **cut)
        self.tally.add(f"{work.__name__.replace('_', ' ')} cut off" if status < 0 else "came to their end")
        self.tally.holds(status <= 0, f"{arguments} {cut}: {status} {said}")
        checked, _, said = self.nursery.run("check", *of(self.home))
        if HALF in said:  # it writes nothing: a start takes that back
            self.tally.add("of them taken back by the next start")
            self.nursery.run("export", *of(self.home), "--zip", self.folder / "games.zip")
            checked, _, said = self.nursery.run("check", *of(self.home))
        if self.tally.holds(checked == 0, f"{arguments} {cut}: then check says {checked} {said}"):
            holds(f"{arguments} {cut}")

    def again(self, arguments, **cut):
        """Make the home folder afresh and run the command; return what `Nursery.run` does."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self.fresh, self.home)
        return self.nursery.run(*arguments, **cut)

    def games(self, path=None):
        """Return the ids of the games in a database."""
        with closing(sqlite3.connect(path or self.home / "scorekeeper.db")) as disk:
            return {game for (game,) in disk.execute("SELECT id FROM games")}

    def documents(self, many):
        """Return so many recorded games as documents with ids."""
        return [
            any_game(self.chance).document | {"id": str(uuid.UUID(int=self.chance.getrandbits(128)))}
            for _ in range(many)
        ]

    def left(self, documents, path, submission=None):
        """Make a database with these games as a killed program leaves it: partly only in the log; return the ids."""
        with closing(Store(lay_out(self.folder / "made" / "scorekeeper.db"))) as store:
            desk = Desk(store, all_rulebooks())
            import_documents(desk, [read_document(each, desk.rulebooks) for each in documents], submission)
            for beside in ("", "-wal"):
                shutil.copy(f"{store.path}{beside}", f"{path}{beside}")
        shutil.rmtree(self.folder / "made")
        return {each["id"] for each in documents}


def upgrade(cut):
    """An old database is brought up to date by the first command that opens it."""
    shutil.copy(cut.chance.choice(DATABASES), cut.fresh / "scorekeeper.db")
    command = ["export", *of(cut.home), "--zip", cut.folder / "games.zip"]
    cut.again(command)
    wanted = undated(cut.home / "scorekeeper.db")

    def holds(how):
        status, _, said = cut.nursery.run(*command)
        cut.tally.holds(status == 0, f"{how}: then the upgrade says {said}")
        cut.tally.holds(undated(cut.home / "scorekeeper.db") == wanted, f"{how}: another database")

    return command, holds


def undated(path):
    """Return the content of a database without the times at which it took the steps of its schema."""
    return [line for line in projections(path) if not line.startswith("_sqlite_migrations ")]


def take_in(cut):
    """An import brings all its games, or none."""
    documents = cut.documents(MANY)
    before = cut.left(cut.documents(FEW), cut.fresh / "scorekeeper.db")
    file = cut.folder / "games.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in documents))
    command = ["import", *of(cut.home), file]
    new = {each["id"] for each in documents}

    def holds(how):
        cut.tally.holds(cut.games() in (before, before | new), f"{how}: {len(cut.games())} games")
        status, _, said = cut.nursery.run(*command)
        cut.tally.holds(status == 0 and cut.games() == before | new, f"{how}: then the import says {said}")

    return command, holds


def back_up(cut):
    """A backup is there whole or not at all, and the database itself stays as it is."""
    before = cut.left(cut.documents(FEW), cut.fresh / "scorekeeper.db")
    command = ["backup", *of(cut.home), cut.backup]

    def holds(how):
        cut.tally.holds(cut.games() == before, f"{how}: the database itself has {len(cut.games())} games")
        cut.tally.holds(not cut.backup.exists() or cut.games(cut.backup) == before, f"{how}: half a backup")
        cut.backup.unlink(missing_ok=True)

    return command, holds


def restore(cut):
    """After a restore the folder holds the old database or the new one; then restoring succeeds."""
    before = cut.left(cut.documents(FEW), cut.fresh / "scorekeeper.db")
    wanted = cut.left(cut.documents(FEW), cut.folder / "other.db")
    with closing(sqlite3.connect(cut.folder / "other.db")) as disk:
        disk.execute("VACUUM INTO ?", [str(cut.backup)])
    command = ["restore", *of(cut.home), cut.backup]

    def holds(how):
        cut.tally.holds(cut.games() in (before, wanted), f"{how}: {len(cut.games())} games")
        was_old = cut.games() == before
        kept = [cut.games(each) for each in (cut.home / "backups").glob("replaced-*.db")]
        cut.tally.holds(was_old or before in kept, f"{how}: what was replaced is not kept: {kept}")
        status, _, said = cut.nursery.run(*command)
        cut.tally.holds(status == 0 and cut.games() == wanted, f"{how}: then restoring says {said}")

    return command, holds


def rebuild(cut):
    """While the history is written anew, it is the old one or the new one, which says the same."""
    before = cut.left(cut.documents(FEW), cut.fresh / "scorekeeper.db")
    command = ["check", *of(cut.home), "--rebuild"]
    cut.again(command)
    wanted = undated(cut.home / "scorekeeper.db")

    def holds(how):
        cut.tally.holds(cut.games() == before, f"{how}: {len(cut.games())} games")
        status, _, said = cut.nursery.run(*command)
        cut.tally.holds(status == 0, f"{how}: then the rebuild says {said}")
        cut.tally.holds(undated(cut.home / "scorekeeper.db") == wanted, f"{how}: another history")

    return command, holds


def remove_name(cut):
    """A name is removed everywhere or nowhere; if it is, the next start clears away what is left of it in files."""
    hidden = game_document("carta-nostra", [HIDDEN, "Bo"], []) | {"id": str(uuid.UUID(int=7)), "note": f"{HIDDEN}?"}
    documents = [*cut.documents(FEW), hidden]
    before = cut.left(documents, cut.fresh / "scorekeeper.db")
    command = ["remove-name", HIDDEN, *of(cut.home)]

    def holds(how):
        cut.tally.holds(cut.games() == before, f"{how}: {len(cut.games())} games")
        removed = not written(cut.home / "scorekeeper.db", HIDDEN)
        whole = written(cut.home / "scorekeeper.db", HIDDEN) == written(cut.fresh / "scorekeeper.db", HIDDEN)
        cut.tally.add("of them with the name gone", int(removed))
        cut.tally.holds(removed or whole, f"{how}: half removed")
        cut.nursery.run("export", *of(cut.home), "--zip", cut.folder / "games.zip")  # opens it, as a start does
        left = [each.name for each in cut.home.rglob("*") if each.is_file() and HIDDEN.encode() in each.read_bytes()]
        cut.tally.holds(not removed or not left, f"{how}: the name is still in {left}")

    return command, holds


def written(path, text):
    """Return how often a text stands in a database."""
    with closing(sqlite3.connect(path)) as disk:
        return sum(line.count(text) for line in disk.iterdump())


def take_back(cut):
    """The games of an import are all taken back, or none."""
    before = cut.left(cut.documents(FEW), cut.fresh / "scorekeeper.db", Submission(IMPORTED, ""))
    command = ["take-back", *of(cut.home)]

    def holds(how):
        with closing(sqlite3.connect(cut.home / "scorekeeper.db")) as disk:
            deleted = disk.execute("SELECT count(*) FROM games WHERE shelf = 'deleted'").fetchone()[0]
        cut.tally.holds(cut.games() == before and deleted in (0, len(before)), f"{how}: {deleted} taken back")
        status, _, said = cut.nursery.run(*command)
        cut.tally.holds(status == 0, f"{how}: then taking it back says {said}")

    return command, holds


EVERY_CALL = (upgrade, restore, rebuild, remove_name, take_back)
