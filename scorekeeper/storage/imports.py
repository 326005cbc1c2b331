"""What imports did: how many games each added, replaced or left as they are, and which ones it changed."""

from collections import Counter
from dataclasses import dataclass

from sqlite_utils import Database

COUNTS = ("new", "same", "back", "ours", "theirs", "left_out")
COLUMNS = f"id, entry_key, digest, made, {', '.join(COUNTS)}, stayed"


@dataclass(frozen=True, slots=True)
class StoredImport:
    """An import as it is stored: the `key` and the `digest` of the form that asked for it, and when it was `made`.

    The rest counts games: `new` ones, ones that were here with the `same` content, deleted ones brought `back`; of
    those that are different here, ones where `ours` stayed, where `theirs` took its place, and that were `left_out`.
    When the import was taken back, games that had been changed since `stayed` (None: it was not taken back).
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
    stayed: int | None = None

    @property
    def can_be_taken_back(self) -> bool:
        return self.stayed is None and self.new + self.back + self.theirs > 0


def read_import(db: Database, key: str) -> StoredImport | None:
    """Return the import that a form with that entry key asked for, or None."""
    row = db.execute(f"SELECT {COLUMNS} FROM imports WHERE entry_key = ?", [key]).fetchone()  # noqa: S608
    return row and StoredImport(*row)


def latest_imports(db: Database, most: int) -> tuple[StoredImport, ...]:
    """Return the latest imports that did something to games, the latest first."""
    query = f"SELECT {COLUMNS} FROM imports WHERE new + back + theirs > 0 ORDER BY id DESC LIMIT ?"  # noqa: S608
    return tuple(StoredImport(*row) for row in db.execute(query, [most]))


def changes_of_import(db: Database, import_id: int) -> tuple[tuple[str, tuple[int, ...], bool], ...]:
    """Return what an import did: each game, the revisions that it made, and whether nobody changed the game since."""
    rows = db.execute(
        """SELECT game_id, group_concat(changes.revision), max(changes.revision) = games.revision
        FROM changes JOIN games ON games.id = game_id WHERE import_id = ? GROUP BY game_id""",
        [import_id],
    )
    return tuple((game, tuple(sorted(map(int, made.split(",")))), bool(as_it_was)) for game, made, as_it_was in rows)


def add_import(db: Database, key: str, digest: str, made: str) -> int:
    """Add an import and return its id; `set_import_counts` says at its end what it did."""
    added = db.table("imports").insert({"entry_key": key, "digest": digest, "made": made, **dict.fromkeys(COUNTS, 0)})
    return int(added.last_pk or 0)


def set_import_counts(db: Database, import_id: int, counts: Counter[str]) -> None:
    """Write the counts of an import, by the names in COUNTS."""
    db.table("imports").update(import_id, {name: counts[name] for name in COUNTS})


def set_taken_back(db: Database, import_id: int, stayed: int) -> None:
    """Write that an import was taken back, except for as many games as `stayed`."""
    db.table("imports").update(import_id, {"stayed": stayed})
