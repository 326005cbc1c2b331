"""What is kept: SQLite through sqlite-utils. Nobody else knows SQL.

A `Store` opens one connection for each thread and keeps it, so that the write-ahead log is not folded away after
every request. All writing goes through `writing()`: one transaction, begun as a writer, one at a time.
"""

import json
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from .core.log import Edit
from .migrations import migrations

BUSY_SECONDS = 10
ON_THE_TABLE, PUT_AWAY, DELETED = "table", "away", "deleted"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is kept: `players` by seat, `options` and `plays` as JSON texts, times in ISO 8601.

    `moment` (seconds since 1970) is what it is sorted by: its end, or else its last change. `shelf` is where it lies:
    ON_THE_TABLE, PUT_AWAY or DELETED.
    """

    id: str
    rulebook: str
    players: tuple[str, ...]
    options: str
    plays: tuple[str, ...]
    revision: int
    finished: bool
    moment: int
    started: str | None = None
    ended: str | None = None
    venue: str | None = None
    note: str | None = None
    shelf: str = ON_THE_TABLE


@dataclass(frozen=True, slots=True)
class StoredChange:
    """A change as it is kept; `key` and `digest` are those of the form that asked for it, if one did."""

    revision: int
    act: str
    edits: tuple[Edit, ...]
    made: str
    key: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an entry key was used for: the game it changed, the revision that made, and the digest of what was said."""

    game_id: str
    revision: int
    digest: str


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line of a finished game's result; `seat` is None for somebody who is not at the table."""

    seat: int | None
    name: str
    place: int
    total: int | None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game as a list shows it: `plays` counts its log, `results` are best first and empty while it runs."""

    id: str
    rulebook: str
    players: tuple[str, ...]
    plays: int
    moment: int
    ended: str | None
    results: tuple[ResultLine, ...]
    revision: int


class Store:
    """The database at `path`, created or brought up to date when it is opened.

    Raises sqlite3.Error if the file cannot be opened, written or brought up to date.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._lock = threading.Lock()
        self._opened: list[Database] = []
        self._migrate()

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            for db in self._opened:
                db.conn.close()
            self._opened.clear()
        self._local = threading.local()

    def _connection(self) -> Database:
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            db = self._local.db = self._open()
            self._opened.append(db)
        return db

    def _open(self) -> Database:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        db = Database(connection, recursive_triggers=False, execute_plugins=False)
        _use_write_ahead_log(db)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        return db

    def _migrate(self) -> None:
        """Bring the schema up to date; begun as a writer, so that several starters do not trip over each other."""
        db = self._connection()
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("BEGIN IMMEDIATE")
        try:
            migrations.apply(db)
            # SQLite opens a file that it may only read without a word; this write makes it speak.
            db.execute(f"PRAGMA user_version = {len(migrations.applied(db))}")
            db.execute("COMMIT")
        except BaseException:
            db.rollback()
            raise
        finally:
            db.execute("PRAGMA foreign_keys = ON")

    @contextmanager
    def reading(self) -> Iterator["Reader"]:
        """Give a reader that sees one moment of the database."""
        db = self._connection()
        db.execute("BEGIN")
        try:
            yield Reader(db)
        finally:
            db.rollback()

    @contextmanager
    def writing(self) -> Iterator["Writer"]:
        """Give the only writer: everything it does is kept at the end, or nothing if an exception leaves the block.

        The lock keeps this process's threads in line; without it they would sleep and retry at SQLite's door.
        """
        db = self._connection()
        with self._lock:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield Writer(db)
                db.execute("COMMIT")
            except BaseException:
                db.rollback()
                raise


class Reader:
    """Questions that can be asked of the database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def setting(self, name: str) -> str | None:
        """Return a setting, or None if it was never set."""
        row = self._db.execute("SELECT value FROM settings WHERE name = ?", [name]).fetchone()
        return None if row is None else str(row[0])

    def settings(self, beginning: str) -> tuple[tuple[str, str], ...]:
        """Return the settings whose names begin like this: name and value."""
        rows = self._db.execute("SELECT name, value FROM settings WHERE name >= ? ORDER BY name", [beginning])
        return tuple(takewhile(lambda row: row[0].startswith(beginning), rows))

    def earlier(self, key: str) -> Earlier | None:
        """Return what this entry key was used for, or None if it is new."""
        row = self._db.execute("SELECT game_id, revision, digest FROM changes WHERE entry_key = ?", [key]).fetchone()
        return row and Earlier(*row)

    def game(self, game_id: str) -> StoredGame | None:
        """Return a game with its whole log, or None if there is none with that id."""
        row = self._db.execute(
            """SELECT rulebook, options, revision, finished, moment, started, ended, venue, note, shelf
            FROM games WHERE id = ?""",
            [game_id],
        ).fetchone()
        if row is None:
            return None
        rulebook, options, revision, finished, moment, started, ended, venue, note, shelf = row
        plays = self._db.execute("SELECT body FROM plays WHERE game_id = ? ORDER BY position", [game_id])
        return StoredGame(
            game_id,
            rulebook,
            self._names([game_id])[game_id],
            options,
            tuple(body for (body,) in plays),
            revision,
            bool(finished),
            moment,
            started,
            ended,
            venue,
            note,
            shelf,
        )

    def game_ids(self, *, deleted: bool = False) -> tuple[str, ...]:
        """Return the id of every game, oldest first; those that were deleted only if they are asked for, too."""
        rows = self._db.execute("SELECT id FROM games WHERE ? OR shelf != ? ORDER BY moment, id", [deleted, DELETED])
        return tuple(game_id for (game_id,) in rows)

    def acts(self, game_id: str) -> tuple[tuple[int, str], ...]:
        """Return the changes of a game in order: the revision each made, and what was done."""
        return tuple(
            self._db.execute("SELECT revision, act FROM changes WHERE game_id = ? ORDER BY revision", [game_id])
        )

    def change(self, game_id: str, revision: int) -> StoredChange:
        """Return the change that made this revision of a game."""
        act, edits, made, key, digest = self._db.execute(
            "SELECT act, edits, made, entry_key, digest FROM changes WHERE game_id = ? AND revision = ?",
            [game_id, revision],
        ).fetchone()
        return StoredChange(revision, act, tuple(Edit(*edit) for edit in json.loads(edits)), made, key, digest)

    def summaries(
        self, *, finished: bool, most: int, after: int = 0, shelf: str = ON_THE_TABLE
    ) -> tuple[GameSummary, ...]:
        """Return up to `most` games on a shelf that are finished (or not), latest first, without the first `after`."""
        return self._summaries(
            "shelf = ? AND finished = ? ORDER BY moment DESC, id LIMIT ? OFFSET ?", [shelf, finished, most, after]
        )

    def finished_until(self, rulebook: str, moment: int, most: int) -> tuple[GameSummary, ...]:
        """Return up to `most` finished games of a rulebook that had ended by a `moment`, latest first."""
        return self._summaries(
            "shelf = ? AND finished AND rulebook = ? AND moment <= ? ORDER BY moment DESC, rowid DESC LIMIT ?",
            [ON_THE_TABLE, rulebook, moment, most],
        )

    def last_winner(self, rulebook: str, names: Sequence[str]) -> str | None:
        """Return which of these players won a game of a rulebook most recently, or None."""
        folded = {name.casefold(): name for name in names}
        row = self._db.execute(
            f"""SELECT folded FROM games JOIN results ON results.game_id = games.id AND place = 1
            JOIN seats ON seats.game_id = games.id AND seats.seat = results.seat JOIN players ON players.id = player_id
            WHERE shelf = ? AND finished AND rulebook = ? AND folded IN ({_marks(list(folded))})
            ORDER BY moment DESC, games.rowid DESC LIMIT 1""",  # noqa: S608  (question marks only)
            [ON_THE_TABLE, rulebook, *folded],
        ).fetchone()
        return row and folded[row[0]]

    def _summaries(self, which: str, values: Sequence[object]) -> tuple[GameSummary, ...]:
        rows = self._db.execute(
            f"""SELECT id, rulebook, moment, ended, (SELECT count(*) FROM plays WHERE game_id = games.id), revision
            FROM games WHERE {which}""",  # noqa: S608  (no values in it)
            values,
        ).fetchall()
        ids = [row[0] for row in rows]
        names = self._names(ids)
        results = self._results(ids, names)
        return tuple(
            GameSummary(game_id, rulebook, names[game_id], plays, moment, ended, results.get(game_id, ()), revision)
            for game_id, rulebook, moment, ended, plays, revision in rows
        )

    def anything_shelved(self) -> bool:
        """Return whether any game is put away or deleted."""
        return self._db.execute("SELECT 1 FROM games WHERE shelf != ? LIMIT 1", [ON_THE_TABLE]).fetchone() is not None

    def recent_players(self, most: int) -> tuple[str, ...]:
        """Return the names of known players, whoever sat at a table most recently first."""
        rows = self._db.execute(
            # With max(), SQLite takes the seat from the same row: the player's latest game.
            """SELECT name, max(moment), seat FROM players
            LEFT JOIN seats ON player_id = players.id LEFT JOIN games ON games.id = game_id
            GROUP BY players.id ORDER BY 2 DESC, seat, name LIMIT ?""",
            [most],
        )
        return tuple(name for name, *_ in rows)

    def _names(self, game_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        names: dict[str, tuple[str, ...]] = {}
        for game_id, name in self._db.execute(
            f"""SELECT game_id, name FROM seats JOIN players ON players.id = player_id
            WHERE game_id IN ({_marks(game_ids)}) ORDER BY game_id, seat""",  # noqa: S608  (question marks only)
            game_ids,
        ):
            names[game_id] = (*names.get(game_id, ()), name)
        return names

    def _results(
        self, game_ids: Sequence[str], names: Mapping[str, tuple[str, ...]]
    ) -> Mapping[str, tuple[ResultLine, ...]]:
        results: dict[str, tuple[ResultLine, ...]] = {}
        for game_id, seat, name, place, total in self._db.execute(
            f"""SELECT game_id, seat, name, place, total FROM results
            WHERE game_id IN ({_marks(game_ids)}) ORDER BY game_id, line""",  # noqa: S608  (question marks only)
            game_ids,
        ):
            line = ResultLine(seat, name if seat is None else names[game_id][seat], place, total)
            results[game_id] = (*results.get(game_id, ()), line)
        return results


class Writer(Reader):
    """What can be written; it reads, too, inside its transaction."""

    def set_setting(self, name: str, value: str) -> None:
        """Set or replace a setting."""
        self._db.execute(
            "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [name, value],
        )

    def add_game(self, game: StoredGame) -> None:
        """Add a game with its seats and log; names that match a known player (case folded) are that player."""
        self._db.execute(
            """INSERT INTO games (id, rulebook, options, revision, finished, started, ended, venue, note, moment)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            [
                game.id,
                game.rulebook,
                game.options,
                game.revision,
                game.finished,
                game.started,
                game.ended,
                game.venue,
                game.note,
                game.moment,
            ],
        )
        for seat, name in enumerate(game.players):
            self._db.execute("INSERT INTO seats VALUES (?, ?, ?)", [game.id, seat, self._player_id(name)])
        self._write_plays(game.id, game.plays, 0)

    def set_log(self, game: StoredGame, kept: int) -> None:
        """Write a game's log from position `kept` on, and all that the log decides."""
        self._db.execute("DELETE FROM plays WHERE game_id = ? AND position >= ?", [game.id, kept])
        self._write_plays(game.id, game.plays, kept)
        self._db.execute(
            "UPDATE games SET revision = ?, finished = ?, ended = ?, moment = ? WHERE id = ?",
            [game.revision, game.finished, game.ended, game.moment, game.id],
        )

    def add_change(self, game_id: str, change: StoredChange) -> None:
        """Add a change to a game's trail."""
        edits = json.dumps([[edit.at, edit.before, edit.after] for edit in change.edits])
        self._db.execute(
            "INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?, ?)",
            [game_id, change.revision, change.act, edits, change.made, change.key, change.digest],
        )

    def set_results(self, game_id: str, lines: Sequence[ResultLine]) -> None:
        """Put these lines, best first, in the place of a game's results; none for a game that is not finished."""
        self._db.execute("DELETE FROM results WHERE game_id = ?", [game_id])
        self._db.conn.executemany(
            "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)",
            [(game_id, index, line.seat, line.name, line.place, line.total) for index, line in enumerate(lines)],
        )

    def set_shelf(self, game_id: str, shelf: str, revision: int) -> None:
        """Lay a game on a shelf, or back on the table; that makes this revision."""
        self._db.execute("UPDATE games SET shelf = ?, revision = ? WHERE id = ?", [shelf, revision, game_id])

    def set_options(self, game_id: str, options: str) -> None:
        """Put these options (JSON) in the place of a game's."""
        self._db.execute("UPDATE games SET options = ? WHERE id = ?", [options, game_id])

    def set_finished(self, game_id: str, finished: bool) -> None:
        """Set whether a game is finished, where that alone was written wrongly."""
        self._db.execute("UPDATE games SET finished = ? WHERE id = ?", [finished, game_id])

    def _write_plays(self, game_id: str, plays: Sequence[str], kept: int) -> None:
        self._db.conn.executemany(
            "INSERT INTO plays VALUES (?, ?, ?)",
            [(game_id, position, body) for position, body in enumerate(plays) if position >= kept],
        )

    def _player_id(self, name: str) -> int:
        folded = name.casefold()
        row = self._db.execute("SELECT id FROM players WHERE folded = ?", [folded]).fetchone()
        if row is None:
            row = (self._db.execute("INSERT INTO players (name, folded) VALUES (?, ?)", [name, folded]).lastrowid,)
        return int(row[0])


def _use_write_ahead_log(db: Database) -> None:
    """Turn on the write-ahead log. SQLite does not wait for another starter that is just doing it; this does."""
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > patience:
                raise
        time.sleep(0.01)


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))
