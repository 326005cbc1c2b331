"""Questions that can be asked of the database."""

import json
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..core.log import EDITING, About, AboutEdit, Act, Edit, Rename, StoredTable, TableEdit, Times, TimesEdit
from .importing import ImportReader
from .rows import Earlier, GameState, Shelf, StoredChange, StoredGame

CHANGES = """SELECT revision, act, edits, made, entry_key, digest, table_edit, about_edit, times_edit, import_id
FROM changes"""
EDITED = "coalesce(table_edit, about_edit, times_edit) IS NOT NULL"
"""Whether a change did something to a game besides its log that can be taken back."""


class Reader(ImportReader):
    """Answers from one moment of the database, inside a transaction that `Store` began."""

    def setting(self, name: str) -> str | None:
        """Return a setting, or None if it was never set."""
        row = self._db.execute("SELECT value FROM settings WHERE name = ?", [name]).fetchone()
        return None if row is None else str(row[0])

    def earlier(self, key: str) -> Earlier | None:
        """Return what this entry key was used for, or None if it is new."""
        row = self._db.execute("SELECT game_id, revision, digest FROM changes WHERE entry_key = ?", [key]).fetchone()
        return row and Earlier(*row)

    def game(self, game_id: str) -> StoredGame | None:
        """Return a game with its whole log, or None if there is none with that id."""
        row = self._db.execute(
            """SELECT rulebook, options, revision, finished, moment, started, ended, venue, note, shelf, told
            FROM games WHERE id = ?""",
            [game_id],
        ).fetchone()
        if row is None:
            return None
        rulebook, options, revision, finished, moment, started, ended, venue, note, shelf, told = row
        plays = self._db.execute("SELECT body FROM plays WHERE game_id = ? ORDER BY position", [game_id])
        return StoredGame(
            game_id,
            rulebook,
            self.names([game_id])[game_id],
            options,
            tuple(body for (body,) in plays),
            revision,
            bool(finished),
            moment,
            started,
            ended,
            venue,
            note,
            Shelf(shelf),
            told,
        )

    def state(self, game_id: str) -> GameState | None:
        """Return what tells a stored game from itself before a change, or None if there is none with that id."""
        row = self._db.execute(
            "SELECT revision, finished, moment, started, ended, venue, note, shelf FROM games WHERE id = ?", [game_id]
        ).fetchone()
        seats = "SELECT player_id, name FROM seats JOIN players ON players.id = player_id WHERE game_id = ?"
        return row and GameState(bool(row[1]), (*row, *self._db.execute(f"{seats} ORDER BY seat", [game_id])))

    def last_of_people(self) -> str | None:
        """Return the entry key of what was last done to anybody's name, or None."""
        row = self._db.execute("SELECT entry_key FROM people_changes ORDER BY id DESC LIMIT 1").fetchone()
        return None if row is None else str(row[0])

    def has_game(self, game_id: str) -> bool:
        """Return whether there is a game with that id, on whatever shelf."""
        return self._db.execute("SELECT 1 FROM games WHERE id = ?", [game_id]).fetchone() is not None

    def game_counts(self, rulebooks: Collection[str]) -> tuple[int, int]:
        """Return how many games there are of these titles, and of others; without those that were deleted."""
        known, others = self._db.execute(
            f"""SELECT count(*) FILTER (WHERE rulebook IN ({marks(list(rulebooks))})), count(*) FROM games
            WHERE shelf != ?""",  # noqa: S608  (question marks only)
            [*rulebooks, Shelf.DELETED],
        ).fetchone()
        return known, others - known

    def game_ids(
        self, *, deleted: bool = False, archived: bool = True, rulebooks: Collection[str] | None = None
    ) -> tuple[str, ...]:
        """Return the id of every game, oldest first; those that were deleted only if they are asked for, too.

        Without `archived`, no archived ones; with `rulebooks`, only those of these titles.
        """
        left_out = [shelf for shelf, wanted in ((Shelf.DELETED, deleted), (Shelf.ARCHIVED, archived)) if not wanted]
        rows = self._db.execute(
            f"""SELECT id FROM games WHERE shelf NOT IN ({marks(left_out)})
            AND (? OR rulebook IN ({marks(list(rulebooks or ()))})) ORDER BY moment, id""",  # noqa: S608  (question marks only)
            [*left_out, rulebooks is None, *(rulebooks or ())],
        )
        return tuple(game_id for (game_id,) in rows)

    def results_alone(self) -> int:
        """Return of how many games the result alone is told; without those that were deleted."""
        query = "SELECT count(*) FROM games WHERE told IS NOT NULL AND shelf != ?"
        (count,) = self._db.execute(query, [Shelf.DELETED]).fetchone()
        return int(count)

    def acts(self, game_id: str) -> tuple[tuple[int, Act, bool], ...]:
        """Return the changes of a game in order: the revision each made, what was done, whether it can be undone."""
        rows = self._db.execute(
            f"SELECT revision, act, {EDITED} FROM changes WHERE game_id = ? ORDER BY revision",  # noqa: S608
            [game_id],
        )
        return tuple((revision, Act(act), bool(edited) or act in EDITING) for revision, act, edited in rows)

    def edits(self, game_id: str) -> tuple[tuple[int, Act, bool, tuple[Edit, ...]], ...]:
        """Return the same with what each change did to the log."""
        rows = self._db.execute(
            f"SELECT revision, act, {EDITED}, edits FROM changes WHERE game_id = ? ORDER BY revision",  # noqa: S608
            [game_id],
        )
        return tuple(
            (revision, Act(act), bool(edited) or act in EDITING, _edits(edits)) for revision, act, edited, edits in rows
        )

    def change(self, game_id: str, revision: int) -> StoredChange:
        """Return the change that made this revision of a game."""
        row = self._db.execute(f"{CHANGES} WHERE game_id = ? AND revision = ?", [game_id, revision]).fetchone()
        return _stored_change(row)

    def changes(self, game_id: str) -> tuple[StoredChange, ...]:
        """Return the whole trail of a game, in order."""
        rows = self.rows(f"{CHANGES} WHERE game_id = ? ORDER BY revision", [game_id])
        return tuple(_stored_change(row) for row in rows)

    def box_facts(self, rulebook: str) -> Mapping[str, str]:
        """Return what the games of a rulebook say of its box (JSON), by name; the latest says it last.

        Games that were deleted say nothing.
        """
        rows = self._db.execute(
            # From one name to the next by the index: there are few, and said by very many games.
            """WITH RECURSIVE names (name) AS (
                SELECT min(name) FROM box_facts WHERE rulebook = ?1
                UNION ALL
                SELECT (SELECT min(name) FROM box_facts WHERE rulebook = ?1 AND name > names.name)
                FROM names WHERE names.name IS NOT NULL
            )
            SELECT name, (
                SELECT value FROM box_facts WHERE rulebook = ?1 AND name = names.name
                ORDER BY moment DESC, game_id DESC LIMIT 1
            ) FROM names WHERE name IS NOT NULL""",
            [rulebook],
        )
        return dict(rows.fetchall())

    def player_ids(self, game_id: str) -> tuple[int, ...]:
        """Return who sits at a game, by seat."""
        rows = self._db.execute("SELECT player_id FROM seats WHERE game_id = ? ORDER BY seat", [game_id])
        return tuple(player_id for (player_id,) in rows)

    def entered_ids(self, game_id: str) -> tuple[int, ...]:
        """Return as whom they sat down at a game, by seat: who was merged into somebody since is still told apart."""
        query = "SELECT coalesce(entered_as, player_id) FROM seats WHERE game_id = ? ORDER BY seat"
        return tuple(player_id for (player_id,) in self._db.execute(query, [game_id]))

    def names(self, game_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Return the players of these games by seat, by the ids of the games."""
        names: dict[str, tuple[str, ...]] = {}
        for game_id, name in self._db.execute(
            f"""SELECT game_id, name FROM seats JOIN players ON players.id = player_id
            WHERE game_id IN ({marks(game_ids)}) ORDER BY game_id, seat""",  # noqa: S608  (question marks only)
            game_ids,
        ):
            names[game_id] = (*names.get(game_id, ()), name)
        return names


def _stored_change(row: Sequence[Any]) -> StoredChange:
    revision, act, edits, made, key, digest, table_edit, about_edit, times_edit, import_id = row
    return StoredChange(
        revision,
        Act(act),
        _edits(edits),
        made,
        key,
        digest,
        _table_edit(table_edit),
        _about_edit(about_edit),
        _times_edit(times_edit),
        import_id,
    )


@lru_cache(4096)  # with every play the whole trail of its game is asked for
def _edits(text: str) -> tuple[Edit, ...]:
    return tuple(Edit(*edit) for edit in json.loads(text))


def _table_edit(text: str | None) -> TableEdit | None:
    if text is None:
        return None
    before, after, renames = json.loads(text)
    return TableEdit(_stored_table(*before), _stored_table(*after), tuple(Rename(*each) for each in renames))


def _about_edit(text: str | None) -> AboutEdit | None:
    if text is None:
        return None
    before, after = json.loads(text)
    return AboutEdit(About(*before), About(*after))


def _times_edit(text: str | None) -> TimesEdit | None:
    if text is None:
        return None
    before, after = json.loads(text)
    return TimesEdit(Times(*before), Times(*after))


def _stored_table(players: list[int], options: str) -> StoredTable:
    return StoredTable(tuple(players), options)


def marks(values: Sequence[object]) -> str:
    """Return as many question marks as there are values, for IN (...)."""
    return ", ".join("?" * len(values))
