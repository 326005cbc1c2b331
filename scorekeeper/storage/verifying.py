"""What stands in a database, held against what it should be: the file by SQLite, the projections by making them again.

Projections are made again by those who write them always, into temporary tables of the same names: these hide the
tables of the database, which so can only be read. Afterwards both are compared.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from sqlite_utils import Database

from .shape import strangeness
from .writer import Writer

OF_GAMES: Mapping[str, tuple[str, str]] = {
    "results": ("result", "game_id, line, seat, CASE WHEN seat IS NULL THEN name END, place, total"),
    "sittings": ("players", "*"),
    "marks": ("records", "*"),
    "terms": ("search", "*"),
    "box_facts": ("box", "*"),
}
"""The tables that say something of each game: what of it, and the columns that the log decides."""
SUMS: Mapping[str, tuple[str, str]] = {
    "player_counts": ("the sums of the players", "*"),
    "pair_counts": ("the sums of the pairs of players", "*"),
    "game_counts": ("the sums of the months", "*"),
    "place_counts": ("the places of the players", "*"),
    "shape_counts": ("the sums by number of players and margin", "*"),
    "term_counts": ("the counts of words and places", "*"),
    "players": ("the latest games of the players", "id, latest, latest_seat"),
}
"""The tables that say something of many games: what, and the columns that the games decide."""
NUMBERED = {"plays": ("position", 0), "seats": ("seat", 0), "changes": ("revision", 1)}
"""The tables whose rows are numbered game by game, and from where on."""
MOST = 100
"""As many faults as SQLite is asked for."""
CACHE = 64 * 1024
"""Kilobytes of temporary tables that are kept in memory."""


class Verifier(Writer):
    """A database that is looked at, in one transaction; `copy` is the same with the schema of today, if that differs.

    Whatever is asked beyond the file itself is asked of the copy, if there is one.
    """

    def __init__(self, db: Database, copy: Database | None = None) -> None:
        super().__init__(copy or db)
        self._file = db
        self.is_older = copy is not None

    def damage(self) -> tuple[str, ...]:
        """Return what SQLite finds wrong with the file, in its own words."""
        found = [text for (text,) in self._file.execute(f"PRAGMA integrity_check({MOST})")]
        return () if found == ["ok"] else tuple(line for text in found for line in text.splitlines())

    def strangeness(self) -> str | None:
        """Return what in the file's schema is not as Scorekeeper makes it, or None; such a file is not restored."""
        return strangeness(self._file)

    def missing_references(self) -> tuple[tuple[str, str, int], ...]:
        """Return which rows refer to others that are not there: their table, that of the others, and how many."""
        rows = self._file.execute(
            """SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent"""
        )
        return tuple(rows.fetchall())

    def gaps(self) -> Iterator[tuple[str, str]]:
        """Yield the games whose rows are not numbered without a gap: id and table."""
        for table, (number, first) in NUMBERED.items():
            query = f"""SELECT game_id FROM {table} GROUP BY game_id
                HAVING min({number}) != {first} OR max({number}) - min({number}) + 1 != count(*)"""  # noqa: S608
            yield from ((game_id, table) for (game_id,) in self.rows(query))

    def merged_in_circles(self) -> tuple[int, ...]:
        """Return the players who were merged into somebody who, in the end, was merged into them."""
        return tuple(
            player
            for (player,) in self.rows(
                """WITH RECURSIVE above (id, other) AS (
                    SELECT id, merged_into FROM players WHERE merged_into IS NOT NULL
                    UNION SELECT above.id, merged_into FROM above JOIN players ON players.id = other
                    WHERE merged_into IS NOT NULL
                ) SELECT DISTINCT id FROM above WHERE id = other ORDER BY id"""
            )
        )

    def seats_of_others(self) -> tuple[str, ...]:
        """Return the games with a seat that is not that of whoever sat down there, or of whom they were merged into."""
        return tuple(
            game_id
            for (game_id,) in self.rows(
                """WITH RECURSIVE above (id, other) AS (
                    SELECT id, id FROM players
                    UNION SELECT above.id, merged_into FROM above JOIN players ON players.id = other
                    WHERE merged_into IS NOT NULL
                ), belongs (id, other) AS (
                    SELECT above.id, other FROM above JOIN players ON players.id = other WHERE merged_into IS NULL
                )
                SELECT DISTINCT game_id FROM seats JOIN belongs ON belongs.id = coalesce(entered_as, player_id)
                WHERE other != player_id ORDER BY game_id"""
            )
        )

    def people(self) -> Iterator[tuple[int, str, str, bool]]:
        """Yield everybody: id, name, the name by which they are found, and whether they sit somewhere."""
        yield from self.rows(
            """SELECT id, name, folded, EXISTS (SELECT 1 FROM seats WHERE player_id = players.id) FROM players"""
        )

    def make_again(self) -> None:
        """Hide every projection behind an empty table, into which it is to be written again."""
        self._db.execute(f"PRAGMA temp.cache_size = -{CACHE}")
        for sql in self._statements():
            self._db.execute(sql)
        self._db.execute("INSERT INTO temp.players SELECT * FROM main.players")

    def keep(self, game_id: str) -> None:
        """Take over what stands in the projections for a game that cannot be replayed."""
        for table in OF_GAMES:
            self._db.execute(f"DELETE FROM temp.{table} WHERE game_id = ?", [game_id])  # noqa: S608
            self._db.execute(f"INSERT INTO temp.{table} SELECT * FROM main.{table} WHERE game_id = ?", [game_id])  # noqa: S608

    def differing_games(self) -> Mapping[str, Sequence[str]]:
        """Return the games of which something else stands in the projections, and what of each."""
        found: dict[str, list[str]] = {}
        for table, (about, columns) in OF_GAMES.items():
            query = f"SELECT DISTINCT game_id FROM ({_differences(table, columns)}) ORDER BY game_id"  # noqa: S608
            for (game_id,) in self.rows(query):
                found.setdefault(game_id, []).append(about)
        return found

    def differing_sums(self) -> Iterator[tuple[str, int]]:
        """Yield which sums are not those of the games, and in how many rows."""
        self.count_all_anew()
        for table, (about, columns) in SUMS.items():
            (count,) = self.rows(f"SELECT count(*) FROM ({_differences(table, columns)})")[0]  # noqa: S608
            if count:
                yield about, count

    def _statements(self) -> Iterator[str]:
        """Yield how the temporary tables are made: as those of the database are, and found by game like these."""
        hidden = {*OF_GAMES, *SUMS}
        rows = self.rows("SELECT name, tbl_name, sql FROM main.sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC")
        for name, table, sql in rows:
            if table in hidden and (name == table or name.endswith("_by_game")):
                yield re.sub(r"^CREATE (TABLE|INDEX) ", r"CREATE \1 temp.", sql, count=1)


def _differences(table: str, columns: str) -> str:
    """Return the query for the rows that stand in the database and not in what was made again, or the other way."""
    sides = [f"SELECT {columns} FROM {where}.{table}" for where in ("main", "temp")]  # noqa: S608
    return f"SELECT * FROM ({sides[0]} EXCEPT {sides[1]}) UNION ALL SELECT * FROM ({sides[1]} EXCEPT {sides[0]})"  # noqa: S608
