"""What imports did: how many games each brought, replaced or left as they are, and to which it did something."""

from collections.abc import Sequence
from dataclasses import dataclass

from .sharing import SharingReader

COLUMNS = "id, entry_key, digest, made, new, same, back, ours, theirs, left_out, stayed"


@dataclass(frozen=True, slots=True)
class StoredImport:
    """An import as it is kept: the `key` and the `digest` of the form that asked for it, and when it was `made`.

    It brought in `new` games, found the `same`, brought deleted ones `back`; of those that are different here `ours`
    stayed, `theirs` took the place of ours, and some were `left_out`. When it was taken back, some had been changed
    since and `stayed` (None: it was not).
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
        """Whether there is anything to take back."""
        return self.stayed is None and self.new + self.back + self.theirs > 0


class ImportReader(SharingReader):
    """Answers about imports."""

    def import_of(self, key: str) -> StoredImport | None:
        """Return the import that a form with that entry key asked for, or None."""
        row = self._db.execute(f"SELECT {COLUMNS} FROM imports WHERE entry_key = ?", [key]).fetchone()  # noqa: S608
        return row and StoredImport(*row)

    def imports(self, most: int) -> tuple[StoredImport, ...]:
        """Return the latest imports that did something to games, the latest first."""
        query = f"SELECT {COLUMNS} FROM imports WHERE new + back + theirs > 0 ORDER BY id DESC LIMIT ?"  # noqa: S608
        return tuple(StoredImport(*row) for row in self._db.execute(query, [most]))

    def changes_of_import(self, import_id: int) -> tuple[tuple[str, tuple[int, ...], bool], ...]:
        """Return what an import did: each game, the revisions that it made, and whether nothing was done since."""
        rows = self._db.execute(
            """SELECT game_id, group_concat(changes.revision), max(changes.revision) = games.revision
            FROM changes JOIN games ON games.id = game_id WHERE import_id = ? GROUP BY game_id""",
            [import_id],
        )
        return tuple(
            (game, tuple(sorted(map(int, made.split(",")))), bool(as_it_was)) for game, made, as_it_was in rows
        )


class ImportWriter(ImportReader):
    """Writes what imports did."""

    def add_import(self, key: str, digest: str, made: str) -> int:
        """Add an import and return its id; what it does is said at its end."""
        added = self._db.execute(
            """INSERT INTO imports (entry_key, digest, made, new, same, back, ours, theirs, left_out)
            VALUES (?, ?, ?, 0, 0, 0, 0, 0, 0)""",
            [key, digest, made],
        )
        return int(added.lastrowid or 0)

    def set_import(self, import_id: int, counts: Sequence[int]) -> None:
        """Write of how many games an import did what: new, same, back, ours, theirs, left out."""
        self._db.execute(
            "UPDATE imports SET (new, same, back, ours, theirs, left_out) = (?, ?, ?, ?, ?, ?) WHERE id = ?",
            [*counts, import_id],
        )

    def set_taken_back(self, import_id: int, stayed: int) -> None:
        """Write that an import was taken back, and how many games had been changed since."""
        self._db.execute("UPDATE imports SET stayed = ? WHERE id = ?", [stayed, import_id])
