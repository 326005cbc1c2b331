"""What a replica costs a play, and what it lacks after server and Litestream were killed while plays came in."""

import json
import os
import random
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from flask import Flask

from scorekeeper.pairing import pairing_key
from scorekeeper.replica import litestream
from scorekeeper.replica.place import Place, read_place
from scorekeeper.replica.watch import kept
from scorekeeper.web import create_app

from .browser import Browser
from .rounds import in_turns, timed
from .served import served
from .sitting import Archive, Bookkeeper, plays

ROUNDS, TIMES = 15, 20
KILLS, SECONDS = 50, 6


def figures(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield how long a play takes with a replica and without, and how many plays are missing in it after kills."""
    yield "sending a play, with a replica", _plays(folder / "plays")
    missing, seconds, restored = zip(*(_killed(folder / f"kill-{number}") for number in range(KILLS)), strict=True)
    yield f"plays missing after {KILLS} kills under load", f"{max(missing):6}      {median(missing):.0f} in the middle"
    yield "the oldest of them was answered before", f"{max(seconds):6.2f} s    {median(seconds):.2f} s in the middle"
    yield "restoring", f"{max(restored):6.2f} s    {median(restored):.2f} s in the middle"


def create_replicated_app(folder: Path) -> Flask:
    """Return the app over a folder, with a replica beside it for as long as the process lives."""
    app = create_app(folder)
    keeping = kept(app.extensions["desk"].store, _place(folder))
    app.extensions["replica"] = keeping.__enter__()
    app.extensions["keeping"] = keeping
    return app


def _place(folder: Path) -> Place:
    place = folder.with_name(f"{folder.name}-replica")
    place.mkdir(exist_ok=True)
    return read_place(str(place))


def _plays(folder: Path) -> str:
    with served(create_replicated_app, folder / "with") as kept_at, served(create_app, folder / "without") as bare:
        first, second = (
            _bookkeeper(Browser(port), Archive(folder / name)) for port, name in ((kept_at, "with"), (bare, "without"))
        )
        return str(in_turns(first.play, second.play, ROUNDS, TIMES)).replace("bare", "without")


def _bookkeeper(phone: Browser, archive: Archive) -> Bookkeeper:
    phone.get(f"/pair/{pairing_key(archive.store)}")
    return Bookkeeper(phone, archive, plays(40), first=20)


def _killed(folder: Path) -> tuple[int, float, float]:
    """Kill the server and Litestream while plays come in.

    Return how many plays are missing in the restored database, how many seconds before the kill the oldest of them was
    answered, and how long restoring took.
    """
    answered: list[tuple[str, int, float]] = []
    database = folder / "scorekeeper.db"
    with served(create_replicated_app, folder) as port:
        bookkeeper = _bookkeeper(Browser(port), Archive(folder))
        while not litestream.answers(database):
            pass
        litestream.sync(database)
        start = perf_counter()
        lasts = SECONDS * random.uniform(0.5, 1)
        while perf_counter() - start < lasts:
            bookkeeper.play()
            answered.append((*bookkeeper.entered, perf_counter()))
        _kill_litestream(database)
        ended = perf_counter()
    restored = folder / "restored.db"
    _, took = timed(lambda: litestream.restore(_place(folder), restored))
    with closing(sqlite3.connect(restored)) as db:
        (whole,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        assert whole == "ok", f"the replica is damaged: {whole}"  # rather no figures than those of a damaged one
        there: dict[str, int] = dict(db.execute("SELECT game_id, count(*) FROM plays GROUP BY game_id"))
    missing = [at for game, number, at in answered if there.get(game, 0) < number]
    return len(missing), ended - missing[0] if missing else 0.0, took


def _kill_litestream(database: Path) -> None:
    asked = [litestream.program(), "info", "-socket", litestream.SOCKET, "-json"]
    said = subprocess.run(asked, cwd=database.parent, capture_output=True, check=True).stdout
    os.kill(json.loads(said)["pid"], signal.SIGKILL)
