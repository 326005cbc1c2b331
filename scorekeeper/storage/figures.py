"""What a finished game comes to for the history: written with it, taken out with it, and counted up."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import permutations
from typing import Any

from .reader import Reader
from .reader import marks as question_marks
from .rows import ResultLine, StoredGame

Sitting = tuple[int, int]
"""Who sat there (a player's id), and the place they took."""


class FiguresWriter(Reader):
    """Writes the figures of games; the counts are always the sums of the sittings."""

    _counting = True

    @contextmanager
    def counting_later(self) -> Iterator[None]:
        """Leave the counts, and everybody's latest game, as they are: `count_anew` is to follow."""
        self._counting = False
        yield
        self._counting = True

    def count_anew(self) -> None:
        """Count all sittings anew, and find everybody's latest game."""
        for statement in RECOUNT:
            self._db.execute(statement)
        self._db.execute(f"UPDATE players SET {LATEST}")  # noqa: S608  (no values)

    def set_latest(self, player_ids: Collection[int]) -> None:
        """Find the latest game of each of these players, which decides how they are suggested."""
        if self._counting:
            which = question_marks(list(player_ids))
            self._db.execute(f"UPDATE players SET {LATEST} WHERE id IN ({which})", list(player_ids))  # noqa: S608

    def set_figures(self, game: StoredGame, month: str, lines: Sequence[ResultLine], marks: Mapping[str, int]) -> None:
        """Put these in the place of a game's figures; with no lines it has none.

        `lines` are the results of a finished game, best first; `month` is when it ended ("2026-11"), `marks` what it
        holds out for records, by name.
        """
        before, players = self._remove_figures(game.id), self.player_ids(game.id)
        if lines:
            self._add_figures(game, month, lines, marks, players)
        self.set_latest({*before, *players})

    def _add_figures(
        self,
        game: StoredGame,
        month: str,
        lines: Sequence[ResultLine],
        marks: Mapping[str, int],
        players: Sequence[int],
    ) -> None:
        seated = [(line.seat, players[line.seat], line) for line in lines if line.seat is not None]
        rated = len(players) > 1
        self._db.conn.executemany(
            "INSERT INTO sittings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (player_id, game.id, game.rulebook, game.moment, month, seat, line.place, line.total, rated)
                for seat, player_id, line in seated
            ],
        )
        self._db.conn.executemany(
            "INSERT INTO marks VALUES (?, ?, ?, ?)",
            [(game.rulebook, name, value, game.id) for name, value in marks.items()],
        )
        self._count(game.rulebook, month, [(player_id, line.place) for _, player_id, line in seated], rated, 1)

    def _remove_figures(self, game_id: str) -> Sequence[int]:
        """Take a game's figures out and return who had sat there."""
        rows: list[Any] = self.rows(
            "SELECT player_id, place, rulebook, month, rated FROM sittings WHERE game_id = ?", [game_id]
        )
        if not rows:
            return ()
        *_, rulebook, month, rated = rows[0]
        self._count(rulebook, month, [(player_id, place) for player_id, place, *_ in rows], bool(rated), -1)
        self._db.execute("DELETE FROM sittings WHERE game_id = ?", [game_id])
        self._db.execute("DELETE FROM marks WHERE game_id = ?", [game_id])
        return [player_id for player_id, *_ in rows]

    def _count(self, rulebook: str, month: str, sittings: Sequence[Sitting], rated: bool, sign: int) -> None:
        """Count a game in (`sign` 1) or out (-1)."""
        if not self._counting:
            return
        year = int(month[:4])
        self._add("game_counts", ("month", "rulebook"), [(month, rulebook, sign)])
        self._add(
            "player_counts",
            ("player_id", "rulebook", "year"),
            [
                (player_id, rulebook, year, sign, sign * rated, sign * (rated and place == 1))
                for player_id, place in sittings
            ],
        )
        self._add(
            "pair_counts",
            ("player_id", "other_id", "rulebook"),
            [
                (one, other, rulebook, sign, sign * (place < others), sign * (place > others))
                for (one, place), (other, others) in permutations(sittings, 2)
            ],
        )

    def _add(self, table: str, key: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Add to counts; what has come to nothing is taken out."""
        rows = list(rows)
        if not rows:
            return
        counted = COUNTED[table]
        added = ", ".join(f"{name} = {name} + excluded.{name}" for name in counted)
        places = ", ".join("?" * (len(key) + len(counted)))
        self._db.conn.executemany(
            f"INSERT INTO {table} VALUES ({places}) ON CONFLICT DO UPDATE SET {added}",  # noqa: S608  (names of ours)
            rows,
        )
        found = " AND ".join(f"{name} = ?" for name in key)
        self._db.conn.executemany(
            f"DELETE FROM {table} WHERE {found} AND games = 0",  # noqa: S608  (names of ours)
            [row[: len(key)] for row in rows if int(str(row[len(key)])) < 0],
        )


COUNTED = {
    "game_counts": ("games",),
    "player_counts": ("games", "rated", "wins"),
    "pair_counts": ("games", "above", "below"),
}
"""The tables of counts, and what they count."""

RECOUNT = (
    "DELETE FROM game_counts",
    "INSERT INTO game_counts SELECT month, rulebook, count(DISTINCT game_id) FROM sittings GROUP BY month, rulebook",
    "DELETE FROM player_counts",
    """INSERT INTO player_counts
    SELECT player_id, rulebook, CAST(substr(month, 1, 4) AS INTEGER) AS year,
    count(*), sum(rated), sum(rated AND place = 1) FROM sittings GROUP BY player_id, rulebook, year""",
    "DELETE FROM pair_counts",
    """INSERT INTO pair_counts
    SELECT one.player_id, other.player_id, one.rulebook,
    count(*), sum(one.place < other.place), sum(one.place > other.place)
    FROM sittings one JOIN sittings other ON other.game_id = one.game_id AND other.player_id != one.player_id
    GROUP BY one.player_id, other.player_id, one.rulebook""",
)
"""Count the tables of counts from the sittings."""
LATEST = """(latest, latest_seat) = (
    SELECT moment, seat FROM (
        SELECT * FROM (
            SELECT moment, game_id, seat FROM sittings
            WHERE player_id = players.id ORDER BY moment DESC, game_id DESC LIMIT 1
        )
        UNION ALL
        SELECT * FROM (
            SELECT moment, game_id, seat
            FROM games INDEXED BY games_without_figures CROSS JOIN seats ON game_id = id AND player_id = players.id
            WHERE (shelf = 'away' OR (shelf = 'table' AND NOT finished))
            AND moment >= coalesce((SELECT max(moment) FROM sittings WHERE player_id = players.id), -1e18)
            ORDER BY moment DESC, id DESC LIMIT 1
        )
    ) ORDER BY moment DESC, game_id DESC LIMIT 1
)"""
"""Sets when a player's latest game was, and where they sat; of games with figures (who sat there has a sitting) and of
the others that are not deleted, which are few.
"""
