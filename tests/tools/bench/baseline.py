"""The least that could be served, to compare with: a Flask app with a page of 20 rows and a route that writes a row."""

import sqlite3
import threading
from pathlib import Path

from flask import Flask, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

ROWS = [
    {"number": n, "player": "Anneli", "what": f"{n} goes to <Chaotania>", "why": "the first agent there", "points": 1}
    for n in range(1, 21)
]


def create_app(folder: Path) -> Flask:
    """Return the app, with a database of its own in `folder`."""
    app = Flask(__name__)
    path, local = folder / "baseline.db", threading.local()
    _open(path).execute("CREATE TABLE plays (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    @app.get("/")
    def page() -> str:
        return render_template("plays.html", title="Plays", rows=ROWS)

    @app.post("/plays")
    def enter() -> AnyResponse:
        if not hasattr(local, "db"):
            local.db = _open(path)
        local.db.execute("BEGIN IMMEDIATE")
        local.db.execute("INSERT INTO plays (body) VALUES (?)", [request.form["cards"]])
        local.db.execute("COMMIT")
        return redirect("/", 303)

    return app


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db
