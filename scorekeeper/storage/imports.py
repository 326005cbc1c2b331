"""Imports: how many games each added, replaced, kept or left out, and which games it changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from ..core.log import Act
from .connection import placeholders
from .people import names_by_game
from .rows import Shelf

COUNTS = ("new", "same", "back", "ours", "theirs", "left_out")
COLUMNS = f"id, entry_key, digest, made, {', '.join(COUNTS)}, details"


@dataclass(frozen=True, slots=True)
class StoredImport:
    """An import as it is stored: the `key` and the `digest` of the form that asked for it, and when it was `made`.

    The counts are numbers of games: `new`, here already with the `same` content, brought `back` after they had been
    deleted; here with other content, where `ours` was kept or `theirs` replaced it; and `left_out`. `details` is what
    an import says of single games and files, as JSON; None for an import of an earlier version.
    """

    id: int
    key: str
    digest: str
    made: str
    new: int = 0
    same: int = 0
    back: int = 0
    ours: int = 0
    theirs: int = 0
    left_out: int = 0
    details: str | None = None


@dataclass(frozen=True, slots=True)
class TouchedGame:
    """A game that an import changed: the last thing that it did, where the game is now, whether it is `unchanged`."""

    rulebook: str
    act: Act
    shelf: Shelf
    unchanged: bool


def read_import(db: Database, key: str) -> StoredImport | None:
    """Return the import that a form with that entry key asked for, or None."""
    row = db.execute(f"SELECT {COLUMNS} FROM imports WHERE entry_key = ?", [key]).fetchone()  # noqa: S608
    return row and StoredImport(*row)


def latest_imports(db: Database, most: int) -> tuple[StoredImport, ...]:
    """Return the latest imports that changed games, the latest first."""
    query = f"SELECT {COLUMNS} FROM imports WHERE new + back + theirs > 0 ORDER BY id DESC LIMIT ?"  # noqa: S608
    return tuple(StoredImport(*row) for row in db.execute(query, [most]))


def games_of_import(db: Database, import_id: int) -> Mapping[str, TouchedGame]:
    """Return the games that an import changed by their ids, the latest played first."""
    rows = db.execute(
        """SELECT game_id, rulebook, act, shelf, changes.revision = games.revision FROM changes
        JOIN games ON games.id = game_id WHERE import_id = ? ORDER BY moment DESC, game_id, changes.revision""",
        [import_id],
    ).fetchall()
    return {
        game_id: TouchedGame(rulebook, Act(act), Shelf(shelf), bool(unchanged))
        for game_id, rulebook, act, shelf, unchanged in rows
    }


def add_import(db: Database, key: str, digest: str, made: str) -> int:
    """Add an import and return its id; `finish_import` writes at its end what it did."""
    added = db.table("imports").insert({"entry_key": key, "digest": digest, "made": made, **dict.fromkeys(COUNTS, 0)})
    return int(added.last_pk or 0)


def finish_import(db: Database, import_id: int, counts: Mapping[str, int], details: str) -> None:
    """Write the counts of an import, by the names in COUNTS, and its details."""
    db.table("imports").update(import_id, {**{name: counts.get(name, 0) for name in COUNTS}, "details": details})


def listed_games(db: Database, game_ids: Sequence[str]) -> Sequence[tuple[str, str, str | None, tuple[str, ...]]]:
    """Return the games with these ids, in this order: the id, the slug of the title, the date, the players' names."""
    rows = db.execute(
        f"SELECT id, rulebook, coalesce(started, ended) FROM games WHERE id IN ({placeholders(game_ids)})",  # noqa: S608
        game_ids,
    ).fetchall()
    names, found = names_by_game(db, game_ids), {row[0]: row for row in rows}
    return [(*found[game_id], names.get(game_id, ())) for game_id in game_ids if game_id in found]
