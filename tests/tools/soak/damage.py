"""A database that is cut short, damaged or newer: refused and left as it is, or the pages say what is wrong."""

import logging
import shutil
import sqlite3
import traceback
from contextlib import closing

from flask import got_request_exception

from scorekeeper.desk.stored import UnreadableLog
from scorekeeper.instance import Unusable
from scorekeeper.pairing import pairing_key
from scorekeeper.storage.connection import DAMAGED
from tests.answers import says
from tests.apps import open_app
from tests.pages import Page

from .commands import Cut
from .disk import Complaints
from .forked import Nursery
from .server import of

PAGE = 4096
TIMES = 6  # of each damage in a round
LOOKS = 12  # at each damaged database
PATHS = ("/", "/past", "/players", "/records", "/years", "/shelf", "/data", "/data/games.csv", "/data/games.zip")
OF_GAME = ("", "/plays", "/replay", "/document", "/about", "/rematch", "/players", "/plays/1")
OUT_OF_REACH = 503


def damage(folder, rounds, tally):
    """Each round damages copies of a database of a few games, before the start and while the server runs."""
    with Nursery() as nursery:
        for chance in rounds:
            home = folder / str(tally.round)
            home.mkdir()
            cut = Cut(home, nursery, chance, tally)
            cut.fresh.mkdir()
            cut.left(cut.documents(chance.randint(2, 6)), cut.fresh / "scorekeeper.db")
            fold(cut.fresh / "scorekeeper.db")
            for spoil in (newer, cut_short, cut_short, bytes_changed, bytes_changed, page_gone):
                for _ in range(TIMES):
                    before_start(cut, spoil)
            for spoil in (bytes_changed, page_gone):
                for _ in range(TIMES):
                    while_running(cut, spoil)
            shutil.rmtree(home)


def fold(path):
    """Write the log of a database into its file, since only the file is damaged."""
    with closing(sqlite3.connect(path)) as disk:
        disk.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def newer(chance, path):
    with closing(sqlite3.connect(path, isolation_level=None)) as disk:
        disk.execute(f"PRAGMA user_version = {chance.randint(90, 99)}")


def cut_short(chance, path):
    data = path.read_bytes()
    at = chance.randrange(1, len(data) // PAGE) * PAGE
    path.write_bytes(data[: at if chance.random() < 0.5 else at + chance.randrange(PAGE)])


def bytes_changed(chance, path):
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 10, 200))):
        at = chance.randrange(len(data))
        data[at : at + 1] = chance.randbytes(1)
    path.write_bytes(data)


def page_gone(chance, path):
    data = bytearray(path.read_bytes())
    at = chance.randrange(len(data) // PAGE) * PAGE
    data[at : at + PAGE] = chance.choice((bytes(PAGE), chance.randbytes(PAGE), data[-PAGE:]))
    path.write_bytes(data)


def before_start(cut, spoil):
    """Damage a database and start the app: it refuses and leaves the file as it is, or its pages say what is wrong."""
    database = lay_out(cut)
    spoil(cut.chance, database)
    spoiled, tally = database.read_bytes(), cut.tally
    tally.add(f"{spoil.__name__.replace('_', ' ')}")
    status, _, said = cut.nursery.run("check", *of(cut.home))
    tally.holds(status in (0, 1, 2) and "Traceback" not in said, f"{spoil.__name__}: check says {status} {said[-900:]}")
    tally.holds(database.read_bytes() == spoiled, f"{spoil.__name__}: check has written")
    tally.add("found by check", int(status != 0))
    try:
        app = open_app(cut.home)
    except Unusable as fault:
        tally.add("refused at the start")
        same = database.read_bytes() == spoiled
        tally.holds(str(fault).count(". ") >= 1 and "\n" not in str(fault), f"{spoil.__name__}: {fault}")
        tally.holds(same or "damaged" in str(fault), f"{spoil.__name__}: changed, and refused: {fault}")
        return
    except Exception:
        tally.breaks(f"{spoil.__name__}: {traceback.format_exc()[-900:]}")
        return
    tally.holds(spoil is not newer, "a newer database was opened")
    with closing(app.extensions["desk"].store):
        ask(cut, app, spoil)


def while_running(cut, spoil):
    """Damage a database under a server that is running."""
    database = lay_out(cut)
    app = open_app(cut.home)
    with closing(app.extensions["desk"].store) as store:
        key = pairing_key(store)
        app.extensions["desk"].store._connection().execute("PRAGMA cache_size = 0")
        fold(database)
        spoil(cut.chance, database)
        cut.tally.add(f"{spoil.__name__.replace('_', ' ')} while it runs")
        ask(cut, app, spoil, key)
    status, _, said = cut.nursery.run("check", *of(cut.home))
    cut.tally.holds(status in (0, 1, 2) and "Traceback" not in said, f"check says {status} {said[-900:]}")


def lay_out(cut):
    shutil.rmtree(cut.home, ignore_errors=True)
    shutil.copytree(cut.fresh, cut.home)
    return cut.home / "scorekeeper.db"


def ask(cut, app, spoil, key=None):
    """Look at some pages: each is answered, or says in a sentence that the database is out of reach."""
    complaints, tally = [], cut.tally
    app.logger.handlers[:] = [Complaints(complaints)]
    logging.getLogger().addHandler(handler := Quiet())
    got_request_exception.connect(lambda sender, exception, **_: complaints.append(exception), app, weak=False)
    client = app.test_client()
    try:
        with closing(sqlite3.connect(cut.fresh / "scorekeeper.db")) as disk:
            (known,) = disk.execute("SELECT value FROM settings WHERE name = 'pairing_key'").fetchone() or ("",)
            games = [game for (game,) in disk.execute("SELECT id FROM games")]
        client.get(f"/pair/{key or known}")
        paths = [*PATHS, *(f"/games/{game}{page}" for game in games for page in OF_GAME)]
        for path in cut.chance.sample(paths, LOOKS):
            try:
                judge(client.get(path), path, spoil, complaints, tally)
            except (*DAMAGED, UnreadableLog):  # in the middle of a download
                tally.holds(path.startswith("/data/"), f"{spoil.__name__}, {path}: {traceback.format_exc()[-900:]}")
                tally.add("downloads broken off")
            except Exception:
                tally.breaks(f"{spoil.__name__}, {path}: {traceback.format_exc()[-900:]}")
    finally:
        logging.getLogger().removeHandler(handler)


def judge(answer, path, spoil, complaints, tally):
    tally.add("pages")
    status, told = answer.status_code, complaints[:]
    complaints.clear()
    tally.add("pages that say what is wrong", int(status == OUT_OF_REACH))
    trace = [
        "".join(traceback.format_exception(each))[-1200:] if isinstance(each, Exception) else each for each in told
    ]
    fair = status < 500 or (status == OUT_OF_REACH and len(says(Page(answer))) >= 20)
    tally.holds(
        fair and not any(isinstance(each, Exception) for each in told), f"{spoil.__name__}, {path}: {status} {trace}"
    )


class Quiet(logging.NullHandler):
    """Keeps what is logged from the terminal."""
