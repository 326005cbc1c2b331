"""Questions about people: who they are, how they are called and were called, what was done to their names."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlite_utils import Database

from .rows import PeopleAct, PeopleChange, Person

STANDING_BEHIND = """WITH RECURSIVE behind (id) AS (
    SELECT ?1 UNION SELECT players.id FROM players JOIN behind ON merged_into = behind.id
) SELECT id FROM behind"""
"""A player, everybody who was merged into them, and so on."""
OWN_NAMES = (PeopleAct.RENAME, PeopleAct.HIDE, PeopleAct.SHOW)
"""What was done to one name alone: both names in such a change are names of that person."""

StoredRename = tuple[int, str, str]
"""Who was given another name in a game: before and after."""


class PeopleReader:
    """Answers about people, from one moment of the database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Return what an SQL query finds: its rows as tuples. For the history, which asks its own questions."""
        return self._db.execute(query, values).fetchall()

    def merged(self, player_id: int) -> int:
        """Return whose seats a player's are: of whoever they were merged into, or else their own."""
        while True:
            row = self._db.execute("SELECT merged_into FROM players WHERE id = ?", [player_id]).fetchone()
            if row is None or row[0] is None:
                return player_id
            player_id = int(row[0])

    def person(self, player_id: int) -> Person | None:
        """Return a player, or who they were merged into; None if there is none with that id."""
        return self._person("id = ?", self.merged(player_id))

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

    def sat_together(self, player_id: int, other: int, most: int) -> tuple[str, ...]:
        """Return up to `most` games in which both of two players sit, latest first, wherever these games lie."""
        rows = self._db.execute(
            """SELECT id FROM seats one CROSS JOIN seats other ON other.game_id = one.game_id AND other.player_id = ?
            JOIN games ON id = one.game_id WHERE one.player_id = ? ORDER BY moment DESC, id LIMIT ?""",
            [other, player_id, most],
        )
        return tuple(game_id for (game_id,) in rows)

    def people_change(self, change_id: int) -> PeopleChange | None:
        """Return a change to a person, or None if there is none with that id."""
        return self._people_change("id = ?", change_id)

    def earlier_people_change(self, key: str) -> PeopleChange | None:
        """Return the change to a person that this entry key was used for, or None if it is new."""
        return self._people_change("entry_key = ?", key)

    def last_people_change(self, player_id: int) -> PeopleChange | None:
        """Return what was last done to a person's name, or None."""
        return self._people_change("player_id = ? ORDER BY id DESC LIMIT 1", player_id)

    def standing_behind(self, player_id: int) -> frozenset[int]:
        """Return a player and everybody who was merged into them, and so on."""
        return frozenset(row[0] for row in self.rows(STANDING_BEHIND, [player_id]))

    def names_of(self, player_id: int) -> frozenset[str]:
        """Return every name that a player and who was merged into them has or had.

        A former name that is somebody else's now is left out.
        """
        people = self.standing_behind(player_id)
        names = {name for each, name in self.rows("SELECT id, name FROM players") if each in people}
        for each, act, before, after in self.rows("SELECT player_id, act, before, after FROM people_changes"):
            if each in people:
                names |= {before, after} if act in OWN_NAMES else {before}
        for *_, renames in self.renames():
            names |= {name for each, *both in renames if each in people for name in both if name}
        called = {name: self.person_called(name) for name in names}
        return frozenset(name for name, person in called.items() if person is None or person.id == player_id)

    def former_names(self) -> Mapping[str, frozenset[int]]:
        """Return who has or had each name (case folded), by changes of names: whoever was merged since is one of them.

        A name that somebody has always had is not among them.
        """
        had: dict[str, set[int]] = {}
        for player_id, name in self.rows("SELECT id, name FROM players WHERE merged_into IS NOT NULL"):
            had.setdefault(name.casefold(), set()).add(player_id)
        for player_id, act, *both in self.rows("SELECT player_id, act, before, after FROM people_changes"):
            for name in both if act == PeopleAct.RENAME else ():
                had.setdefault(name.casefold(), set()).add(player_id)
        for *_, renames in self.renames():
            for player_id, *both in renames:
                for name in filter(None, both):
                    had.setdefault(name.casefold(), set()).add(player_id)
        return {name: frozenset(players) for name, players in had.items()}

    def folded_names(self) -> frozenset[str]:
        """Return the names that people have, case folded."""
        return frozenset(row[0] for row in self.rows("SELECT folded FROM players"))

    def texts(self) -> tuple[str, ...]:
        """Return the places and notes of all games, each text once."""
        query = "SELECT venue FROM games WHERE venue IS NOT NULL UNION SELECT note FROM games WHERE note IS NOT NULL"
        return tuple(text for (text,) in self.rows(query))

    def renames(self) -> Iterator[tuple[str, int, Sequence[object], Sequence[StoredRename]]]:
        """Yield the changes of games that touched who sits there: game, revision, both tables, new names."""
        for game_id, revision, text in self.rows(
            "SELECT game_id, revision, table_edit FROM changes WHERE table_edit IS NOT NULL"
        ):
            *tables, renames = json.loads(text)
            yield game_id, revision, tables, [(player, before, after) for player, before, after in renames]

    def _person(self, which: str, value: object) -> Person | None:
        query = f"SELECT id, name, suggested FROM players WHERE {which}"  # noqa: S608  (no values in it)
        row = self._db.execute(query, [value]).fetchone()
        return row and Person(row[0], row[1], bool(row[2]))

    def _people_change(self, which: str, value: object) -> PeopleChange | None:
        columns = "id, player_id, act, before, after, made, entry_key, digest, other_id"
        query = f"SELECT {columns} FROM people_changes WHERE {which}"  # noqa: S608  (no values in it)
        row = self._db.execute(query, [value]).fetchone()
        return row and PeopleChange(row[0], row[1], PeopleAct(row[2]), *row[3:])
