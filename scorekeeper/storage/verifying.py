"""Compares what is in a database with what should be, and writes nothing to it.

SQLite checks the file; the projections are made anew in a copy.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from .connection import (
    DatabaseUnavailable,
    Reason,
    bring_up_to_date,
    column,
    connected,
    is_current,
    refuse_others,
    translate_errors,
)
from .people import set_latest

LOG, JOURNAL = "-wal", "-journal"
"""What SQLite keeps beside a database while it is written, and leaves there when a program is cut off."""
CANNOT_PUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""SQLite's error codes (their lowest 8 bits) if it may put nothing beside a database."""
ABOUT_GAMES: Mapping[str, tuple[str, str]] = {
    "results": ("result", "game_id, line, seat, CASE WHEN seat IS NULL THEN name END, place, total"),
    "finished_games": ("list", "*"),
    "player_results": ("players", "*"),
    "marks": ("records", "*"),
    "search_words": ("search", "*"),
}
"""The projections: what to call them, and the columns that follow from the log."""
NUMBERED = {"plays": ("position", 0), "seats": ("seat", 0), "changes": ("revision", 1)}
"""The tables whose rows are numbered game by game, and from where on."""
MOST = 100
"""How many faults SQLite is asked for at most."""


@dataclass(frozen=True, slots=True)
class Examined:
    """A database as of one moment: its `file`, which can only be read, and a `copy` with the schema of today.

    The copy is in a file without a name and is gone afterwards, so anything may be written to it. `is_older`: the file
    has not taken all steps of the schema yet.
    """

    file: Database
    copy: Database
    is_older: bool


@contextmanager
def examined(path: Path) -> Iterator[Examined]:
    """Give a database as of one moment; others may work with it meanwhile.

    Raises DatabaseUnavailable, also for errors of SQLite inside the block.
    """
    if not path.exists():
        raise DatabaseUnavailable(Reason.NOT_THERE)
    if not path.is_file():
        raise DatabaseUnavailable(Reason.NOT_A_FILE)
    had_log = _beside(path, LOG).exists()
    try:
        with translate_errors(), _reading(path) as db:
            refuse_others(db)
            db.execute("BEGIN")
            with closing(sqlite3.connect("", isolation_level=None)) as connection:
                db.conn.backup(connection)
                copy = Database(connection, recursive_triggers=False, execute_plugins=False)
                copy.execute("BEGIN")
                bring_up_to_date(copy)
                yield Examined(db, copy, is_older=not is_current(db))
    finally:
        if not had_log:
            _tidy(path)


@contextmanager
def _reading(path: Path) -> Iterator[Database]:
    """Give a connection that can only read; raises DatabaseUnavailable if a program was cut off while writing."""
    with closing(connected(path, "ro")) as db:
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
                raise DatabaseUnavailable(Reason.CUT_OFF) from error
            # To read, SQLite puts two files beside it. Where it may not, nobody writes, and it can do without them.
            if error.sqlite_errorcode & 0xFF not in CANNOT_PUT or _has_content(_beside(path, LOG)):
                raise
        else:
            yield db
            return
    with closing(connected(path, "ro&immutable=1")) as db:
        yield db


def _tidy(path: Path) -> None:
    """Let SQLite delete the empty files that it has put beside a database in order to read it.

    It does so when a connection is closed that could write, and did not. If somebody works with the database by now,
    the files are theirs and stay.
    """
    if _has_content(_beside(path, LOG)) or _beside(path, JOURNAL).exists():
        return
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(connected(path, "rw")) as db:
        db.execute("PRAGMA query_only = ON")
        db.execute("SELECT 1 FROM sqlite_master").fetchone()


def _beside(path: Path, what: str) -> Path:
    return path.with_name(path.name + what)


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


# What is wrong in it


def damage(db: Database) -> tuple[str, ...]:
    """Return what SQLite finds wrong with a file, in its own words."""
    found = column(db, f"PRAGMA integrity_check({MOST})")
    return () if found == ("ok",) else tuple(line for text in found for line in text.splitlines())


def missing_references(db: Database) -> tuple[tuple[str, str, int], ...]:
    """Return how many rows refer to rows that are not there: their table, the table of the others, the number."""
    rows = db.execute("""SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent""")
    return tuple(rows.fetchall())


def gaps(db: Database) -> Iterator[tuple[str, str]]:
    """Yield the games whose rows have a gap in their numbers: the game's id and the table."""
    for table, (number, first) in NUMBERED.items():
        query = f"""SELECT game_id FROM {table} GROUP BY game_id
            HAVING min({number}) != {first} OR max({number}) - min({number}) + 1 != count(*)"""  # noqa: S608
        yield from ((game_id, table) for game_id in column(db, query))


def merged_in_circles(db: Database) -> tuple[int, ...]:
    """Return the players who were merged into somebody who, in the end, was merged into them."""
    return column(
        db,
        """WITH RECURSIVE above (id, other) AS (
            SELECT id, merged_into FROM players WHERE merged_into IS NOT NULL
            UNION SELECT above.id, merged_into FROM above JOIN players ON players.id = other
            WHERE merged_into IS NOT NULL
        ) SELECT DISTINCT id FROM above WHERE id = other ORDER BY id""",
    )


def seats_of_others(db: Database) -> tuple[str, ...]:
    """Return the games with a seat that has neither the player who sat down there nor whom they were merged into."""
    return column(
        db,
        """WITH RECURSIVE above (id, other) AS (
            SELECT id, id FROM players
            UNION SELECT above.id, merged_into FROM above JOIN players ON players.id = other
            WHERE merged_into IS NOT NULL
        ), belongs (id, other) AS (
            SELECT above.id, other FROM above JOIN players ON players.id = other WHERE merged_into IS NULL
        )
        SELECT DISTINCT game_id FROM seats JOIN belongs ON belongs.id = coalesce(entered_as, player_id)
        WHERE other != player_id ORDER BY game_id""",
    )


def everybody(db: Database) -> Sequence[tuple[int, str, str, bool]]:
    """Return everybody: id, name, the name by which they are found, and whether they sit somewhere."""
    return db.execute(
        "SELECT id, name, folded, EXISTS (SELECT 1 FROM seats WHERE player_id = players.id) FROM players"
    ).fetchall()


def set_projections_aside(db: Database) -> None:
    """Copy all projections aside, so that they can be compared when they have been made anew."""
    db.execute("ATTACH '' AS aside")
    for table in (*ABOUT_GAMES, "players"):
        db.execute(f"CREATE TABLE aside.{table} AS SELECT * FROM main.{table}")  # noqa: S608  (names of ours)


def differing_games(db: Database) -> Mapping[str, Sequence[str]]:
    """Return the games whose projections came out different when made anew, and which of these."""
    found: dict[str, list[str]] = {}
    for table, (about, columns) in ABOUT_GAMES.items():
        query = f"SELECT DISTINCT game_id FROM ({_differences(table, columns)}) ORDER BY game_id"  # noqa: S608
        for game_id in column(db, query):
            found.setdefault(game_id, []).append(about)
    return found


def differing_players(db: Database) -> int:
    """Find everybody's latest game again, and return the number of players for whom another one was stored."""
    set_latest(db)
    (count,) = db.execute(
        """SELECT count(*) FROM main.players now JOIN aside.players stored USING (id)
        WHERE (now.latest, now.latest_seat) IS NOT (stored.latest, stored.latest_seat)"""
    ).fetchone()
    return int(count)


def _differences(table: str, columns: str) -> str:
    """Return the query for the rows that are only in the table aside, or only in the one made anew."""
    sides = [f"SELECT {columns} FROM {where}.{table}" for where in ("aside", "main")]  # noqa: S608
    return f"SELECT * FROM ({sides[0]} EXCEPT {sides[1]}) UNION ALL SELECT * FROM ({sides[1]} EXCEPT {sides[0]})"  # noqa: S608
