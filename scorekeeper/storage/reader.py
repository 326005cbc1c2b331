"""Questions that can be asked of the database."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlite_utils import Database

from ..core.log import EDITING, Act, Edit, Rename, StoredTable, TableEdit
from .rows import Earlier, PeopleAct, PeopleChange, Person, Shelf, StoredChange, StoredGame


class Reader:
    """Answers from one moment of the database, inside a transaction that `Store` began."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Return what an SQL query finds: its rows as tuples. For the history, which asks its own questions."""
        return self._db.execute(query, values).fetchall()

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
        )

    def game_ids(self, *, deleted: bool = False) -> tuple[str, ...]:
        """Return the id of every game, oldest first; those that were deleted only if they are asked for, too."""
        rows = self._db.execute(
            "SELECT id FROM games WHERE ? OR shelf != ? ORDER BY moment, id", [deleted, Shelf.DELETED]
        )
        return tuple(game_id for (game_id,) in rows)

    def acts(self, game_id: str) -> tuple[tuple[int, Act, bool], ...]:
        """Return the changes of a game in order: the revision each made, what was done, whether it can be undone."""
        rows = self._db.execute(
            "SELECT revision, act, table_edit IS NOT NULL FROM changes WHERE game_id = ? ORDER BY revision", [game_id]
        )
        return tuple((revision, Act(act), bool(edited) or act in EDITING) for revision, act, edited in rows)

    def change(self, game_id: str, revision: int) -> StoredChange:
        """Return the change that made this revision of a game."""
        act, edits, made, key, digest, table_edit = self._db.execute(
            "SELECT act, edits, made, entry_key, digest, table_edit FROM changes WHERE game_id = ? AND revision = ?",
            [game_id, revision],
        ).fetchone()
        log_edits = tuple(Edit(*edit) for edit in json.loads(edits))
        return StoredChange(revision, Act(act), log_edits, made, key, digest, _table_edit(table_edit))

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

    def person(self, player_id: int) -> Person | None:
        """Return a player, or None if there is none with that id."""
        return self._person("id = ?", player_id)

    def person_called(self, name: str) -> Person | None:
        """Return the player of that name (case folded), or None if nobody is called so."""
        return self._person("folded = ?", name.casefold())

    def has_name(self, player_id: int, name: str) -> bool:
        """Return whether a player is called so, to the letter."""
        called = self.person_called(name)
        return called is not None and called.id == player_id and called.name == name

    def sits_somewhere(self, player_id: int) -> bool:
        """Return whether a player sits at any game."""
        row = self._db.execute("SELECT 1 FROM seats WHERE player_id = ? LIMIT 1", [player_id]).fetchone()
        return row is not None

    def people_change(self, change_id: int) -> PeopleChange | None:
        """Return a change to a person, or None if there is none with that id."""
        return self._people_change("id = ?", change_id)

    def earlier_people_change(self, key: str) -> PeopleChange | None:
        """Return the change to a person that this entry key was used for, or None if it is new."""
        return self._people_change("entry_key = ?", key)

    def last_people_change(self, player_id: int) -> PeopleChange | None:
        """Return what was last done to a person's name, or None."""
        return self._people_change("player_id = ? ORDER BY id DESC LIMIT 1", player_id)

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

    def _person(self, which: str, value: object) -> Person | None:
        query = f"SELECT id, name, suggested FROM players WHERE {which}"  # noqa: S608  (no values in it)
        row = self._db.execute(query, [value]).fetchone()
        return row and Person(row[0], row[1], bool(row[2]))

    def _people_change(self, which: str, value: object) -> PeopleChange | None:
        columns = "id, player_id, act, before, after, made, entry_key, digest"
        query = f"SELECT {columns} FROM people_changes WHERE {which}"  # noqa: S608  (no values in it)
        row = self._db.execute(query, [value]).fetchone()
        return row and PeopleChange(row[0], row[1], PeopleAct(row[2]), *row[3:])


def _table_edit(text: str | None) -> TableEdit | None:
    if text is None:
        return None
    before, after, renames = json.loads(text)
    return TableEdit(_stored_table(*before), _stored_table(*after), tuple(Rename(*each) for each in renames))


def _stored_table(players: list[int], options: str) -> StoredTable:
    return StoredTable(tuple(players), options)


def marks(values: Sequence[object]) -> str:
    """Return as many question marks as there are values, for IN (...)."""
    return ", ".join("?" * len(values))
