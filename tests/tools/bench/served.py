"""Servers for the bench, each in a process of its own: the app with its own settings, and a bare app beside it."""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import local

from flask import Flask, request

from scorekeeper.server import listening

ROWS = [{"number": number, "text": f"Anneli: {number} goes to Chaotania", "points": 1} for number in range(1, 21)]
PAGE = """<!doctype html><title>Plays</title><ol>{% for row in rows %}
<li><span>{{ row.number }}</span> <b>{{ row.text }}</b> +{{ row.points }}</li>{% endfor %}</ol>
<form method="post" action="/plays"><input name="cards"><button>Send</button></form>"""


def bare_app(folder: Path) -> Flask:
    """Return the least app to compare with: it writes a row to its own database and draws a page of 20 rows."""
    app, path, thread = Flask(__name__), folder / "bare.db", local()
    page = app.jinja_env.from_string(PAGE)
    folder.mkdir(exist_ok=True)

    def opened() -> sqlite3.Connection:
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        return db

    opened().execute("CREATE TABLE plays (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    @app.post("/plays")
    def enter() -> str:
        if not hasattr(thread, "db"):
            thread.db = opened()
        thread.db.execute("INSERT INTO plays (body) VALUES (?)", [request.form["cards"]])
        return page.render(rows=ROWS)

    return app


@contextmanager
def served(make: Callable[[Path], Flask], folder: Path) -> Iterator[int]:
    """Serve the app that `make` returns for `folder`; yield its port."""
    spawn = get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(make, folder, there), daemon=True)
    process.start()
    try:
        yield here.recv()
    finally:
        process.terminate()
        process.join()


def _serve(make: Callable[[Path], Flask], folder: Path, tell: Connection) -> None:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = listening(make(folder), "127.0.0.1", 0, behind_proxy=False)
    tell.send(server.effective_port)
    server.run()


def cpu_seconds() -> float:
    """Return the CPU seconds of all servers so far (Linux)."""
    stats = [Path(f"/proc/{each.pid}/stat").read_text().rpartition(")")[2].split() for each in active_children()]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")
