"""The trail of a game: every change that was made to it, as it is stored; and the imports, which changes name."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sqlite_utils import Database

from ..core.log import Act, Delta, Edit
from .rows import Earlier, Shelf, StoredChange

COUNTS = ("new", "same", "back", "ours", "theirs", "left_out")
IMPORTS = f"SELECT id, entry_key, digest, made, {', '.join(COUNTS)}, details FROM imports"  # noqa: S608


def change_by_key(db: Database, key: str) -> Earlier | None:
    """Return the change of a game that this entry key was used for, or None."""
    row = db.execute("SELECT game_id, revision, digest FROM changes WHERE entry_key = ?", [key]).fetchone()
    return row and Earlier(*row)


def read_changes(db: Database, game_id: str) -> tuple[StoredChange, ...]:
    """Return the whole trail of a game, in order."""
    rows = db.execute(
        """SELECT revision, act, edits, made, entry_key, digest, delta, import_id FROM changes
        WHERE game_id = ? ORDER BY revision""",
        [game_id],
    ).fetchall()
    return tuple(
        StoredChange(revision, Act(act), _edits(edits), made, key, digest, _delta(delta), import_id)
        for revision, act, edits, made, key, digest, delta, import_id in rows
    )


def read_deltas(db: Database, *parts: str) -> Iterator[tuple[str, int, Delta]]:
    """Yield the deltas of all games that have one of these parts, each with its game and revision."""
    rows = db.execute("SELECT game_id, revision, delta FROM changes WHERE delta IS NOT NULL").fetchall()
    for game_id, revision, text in rows:
        delta = _delta(text)
        if not delta.keys().isdisjoint(parts):
            yield game_id, revision, delta


def set_delta(db: Database, game_id: str, revision: int, delta: Delta) -> None:
    """Replace the delta of a change, when a name is erased."""
    db.table("changes").update((game_id, revision), {"delta": json.dumps(delta)})


def add_change(db: Database, game_id: str, change: StoredChange) -> None:
    """Add a change to a game's trail."""
    db.execute(
        """INSERT INTO changes (game_id, revision, act, edits, made, entry_key, digest, delta, import_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        [
            game_id,
            change.revision,
            change.act,
            json.dumps([[edit.at, edit.before, edit.after] for edit in change.edits]),
            change.made,
            change.key,
            change.digest,
            json.dumps(change.delta) if change.delta else None,
            change.import_id,
        ],
    )


@lru_cache(4096)  # every play asks for the whole trail of its game
def _edits(text: str) -> tuple[Edit, ...]:
    return tuple(Edit(*edit) for edit in json.loads(text))


def _delta(text: str | None) -> Delta:
    return {part: (before, after) for part, (before, after) in json.loads(text).items()} if text else {}


# Imports


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
    row = db.execute(f"{IMPORTS} WHERE entry_key = ?", [key]).fetchone()
    return row and StoredImport(*row)


def latest_imports(db: Database, most: int) -> tuple[StoredImport, ...]:
    """Return the latest imports that changed games, the latest first."""
    rows = db.execute(f"{IMPORTS} WHERE new + back + theirs > 0 ORDER BY id DESC LIMIT ?", [most])
    return tuple(StoredImport(*row) for row in rows)


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
