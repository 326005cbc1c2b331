"""What a finished game comes to for the history: written with it, taken out with it, and counted up."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, permutations

from .latest import LatestWriter
from .margins import margin_of
from .rows import ResultLine, StoredGame


@dataclass(frozen=True, slots=True)
class _Counted:
    """What of a game is counted: the month of its date, how long it took, how many sat there, by how much it was won.

    `sittings` are who sat there (a player's id), on which seat, and the place they took.
    """

    rulebook: str
    month: str
    seconds: int | None
    size: int
    margin: str
    sittings: Sequence[tuple[int, int, int]]

    @property
    def rated(self) -> bool:
        """Whether there was somebody to win against."""
        return self.size > 1


class FiguresWriter(LatestWriter):
    """Writes the figures of games; the counts are always the sums of the sittings."""

    _counting = True
    _together: dict[tuple[str, tuple[str, ...], tuple[int | str, ...]], list[int]] | None = None
    """What is to be added to counts by and by: by table and key, where that is not done at once."""

    @contextmanager
    def counting_together(self) -> Iterator[None]:
        """Add to each count but once for many games: they are written when the block is left, or when there are many.

        Inside the block nobody may read counts.
        """
        self._together = {}
        yield
        self._add_together()
        self._together = None

    @contextmanager
    def counting_later(self) -> Iterator[None]:
        """Leave the counts, and everybody's latest game, as they are: `count_all_anew` is to follow."""
        self._counting = False
        yield
        self._counting = True

    def count_all_anew(self) -> None:
        """Count all sittings and terms, and find everybody's latest game."""
        for statement in COUNT_ALL:
            self._db.execute(statement)
        self.set_latest_of_all()

    def set_latest(self, player_ids: Collection[int]) -> None:
        """Find the latest game of these players, unless that is to be done later."""
        if self._counting:
            super().set_latest(player_ids)

    def set_figures(
        self,
        game: StoredGame,
        month: str,
        seconds: int | None,
        lines: Sequence[ResultLine],
        marks: Mapping[str, int],
    ) -> None:
        """Put these in the place of a game's figures; with no lines it has none.

        `lines` are the results of a finished game, best first; `month` is that of its date ("2026-11", or NO_MONTH),
        `seconds` how long it took (None: nobody knows), `marks` what it holds out for records, by name.
        """
        before, players = self._remove_figures(game.id), self.player_ids(game.id)
        if lines:
            self._add_figures(game, month, seconds, lines, marks)
        self.set_latest({*before, *players})

    def _add_figures(
        self,
        game: StoredGame,
        month: str,
        seconds: int | None,
        lines: Sequence[ResultLine],
        marks: Mapping[str, int],
    ) -> None:
        players = self.player_ids(game.id)
        seated = [(line.seat, players[line.seat], line) for line in lines if line.seat is not None]
        sittings = [(player_id, seat, line.place) for seat, player_id, line in seated]
        counted = _Counted(game.rulebook, month, seconds, len(players), margin_of(lines), sittings)
        further = counted.rated, seconds, counted.size, counted.margin
        self._db.conn.executemany(
            "INSERT INTO sittings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (player_id, game.id, game.rulebook, game.moment, month, seat, line.place, line.total, *further)
                for seat, player_id, line in seated
            ],
        )
        self._db.conn.executemany(
            "INSERT INTO marks VALUES (?, ?, ?, ?, ?)",
            [(game.rulebook, name, value, game.moment, game.id) for name, value in marks.items()],
        )
        self._count(counted, 1)

    def count_anew(self, player_id: int) -> None:
        """Count what a player's sittings come to, by themselves and beside everybody who sat there with them."""
        mirrored = "SELECT other_id FROM pair_counts WHERE player_id = ?"
        for statement, times in (
            ("DELETE FROM player_counts WHERE player_id = ?", 1),
            ("DELETE FROM place_counts WHERE player_id = ?", 1),
            (f"DELETE FROM pair_counts WHERE other_id = ? AND player_id IN ({mirrored})", 2),  # noqa: S608  (no values)
            ("DELETE FROM pair_counts WHERE player_id = ?", 1),
            (
                """INSERT INTO player_counts
                SELECT player_id, rulebook, CAST(substr(month, 1, 4) AS INTEGER) AS year,
                count(*), sum(rated), sum(rated AND place = 1)
                FROM sittings WHERE player_id = ? GROUP BY rulebook, year""",
                1,
            ),
            (
                """INSERT INTO place_counts SELECT player_id, rulebook, size, seat, place, count(*)
                FROM sittings WHERE player_id = ? GROUP BY rulebook, size, seat, place""",
                1,
            ),
            (
                """INSERT INTO pair_counts
                SELECT one.player_id, other.player_id, one.rulebook,
                count(*), sum(one.place < other.place), sum(one.place > other.place)
                FROM sittings one JOIN sittings other USING (game_id)
                WHERE one.player_id = ? AND other.player_id != one.player_id GROUP BY other.player_id, one.rulebook""",
                1,
            ),
            (
                """INSERT INTO pair_counts
                SELECT other_id, player_id, rulebook, games, below, above FROM pair_counts WHERE player_id = ?""",
                1,
            ),
        ):
            self._db.execute(statement, [player_id] * times)

    def _remove_figures(self, game_id: str) -> Sequence[int]:
        """Take a game's figures out and return who had sat there."""
        rows = self.rows(
            "SELECT player_id, seat, place, rulebook, month, seconds, size, margin FROM sittings WHERE game_id = ?",
            [game_id],
        )
        if not rows:
            return ()
        *_, rulebook, month, seconds, size, margin = rows[0]
        self._count(_Counted(rulebook, month, seconds, size, margin, [row[:3] for row in rows]), -1)
        self._db.execute("DELETE FROM sittings WHERE game_id = ?", [game_id])
        self._db.execute("DELETE FROM marks WHERE game_id = ?", [game_id])
        return [player_id for player_id, *_ in rows]

    def _count(self, game: _Counted, sign: int) -> None:
        """Count a game in (`sign` 1) or out (-1)."""
        if not self._counting:
            return
        rulebook, month, year = game.rulebook, game.month, int(game.month[:4] or 0)  # 0: in none
        timed = game.seconds is not None
        self._add(
            "game_counts", ("month", "rulebook"), [(month, rulebook, sign, sign * timed, sign * (game.seconds or 0))]
        )
        self._add("shape_counts", ("rulebook", "size", "margin"), [(rulebook, game.size, game.margin, sign)])
        self._add(
            "place_counts",
            ("player_id", "rulebook", "size", "seat", "place"),
            [(player_id, rulebook, game.size, seat, place, sign) for player_id, seat, place in game.sittings],
        )
        self._add(
            "player_counts",
            ("player_id", "rulebook", "year"),
            [
                (player_id, rulebook, year, sign, sign * game.rated, sign * (game.rated and place == 1))
                for player_id, _, place in game.sittings
            ],
        )
        self._add(
            "pair_counts",
            ("player_id", "other_id", "rulebook"),
            [
                (one, other, rulebook, sign, sign * (place < others), sign * (place > others))
                for (one, _, place), (other, _, others) in permutations(game.sittings, 2)
            ],
        )

    def _add(self, table: str, key: Sequence[str], rows: Iterable[Sequence[int | str]]) -> None:
        """Add to counts: now, or by and by where that is asked."""
        if self._together is None:
            self._add_now(table, key, list(rows))
            return
        for row in rows:
            known = self._together.setdefault((table, tuple(key), tuple(row[: len(key)])), [0] * len(COUNTED[table]))
            known[:] = [had + int(more) for had, more in zip(known, row[len(key) :], strict=True)]
        if len(self._together) > MOST_TOGETHER:
            self._add_together()

    def _add_together(self) -> None:
        ordered = sorted((self._together or {}).items(), key=lambda each: (each[0][0], each[0][2]))
        for (table, key), together in groupby(ordered, key=lambda each: each[0][:2]):
            self._add_now(table, key, [(*names, *counts) for (*_, names), counts in together])
        self._together = {}

    def _add_now(self, table: str, key: Sequence[str], rows: Sequence[Sequence[int | str]]) -> None:
        """Add to counts; what has come to nothing is taken out."""
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
            [row[: len(key)] for row in rows if int(row[len(key)]) <= 0],
        )


COUNTED = {
    "game_counts": ("games", "timed", "seconds"),
    "shape_counts": ("games",),
    "place_counts": ("games",),
    "player_counts": ("games", "rated", "wins"),
    "pair_counts": ("games", "above", "below"),
}
"""The tables of counts, and what they count."""
MOST_TOGETHER = 20_000

COUNT_ALL = (
    "DELETE FROM game_counts",
    """INSERT INTO game_counts
    SELECT month, rulebook, count(*), count(seconds), coalesce(sum(seconds), 0)
    FROM (SELECT DISTINCT game_id, month, rulebook, seconds FROM sittings) GROUP BY month, rulebook""",
    "DELETE FROM shape_counts",
    """INSERT INTO shape_counts SELECT rulebook, size, margin, count(*)
    FROM (SELECT DISTINCT game_id, rulebook, size, margin FROM sittings) GROUP BY rulebook, size, margin""",
    "DELETE FROM place_counts",
    """INSERT INTO place_counts SELECT player_id, rulebook, size, seat, place, count(*)
    FROM sittings GROUP BY player_id, rulebook, size, seat, place""",
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
    "DELETE FROM term_counts",
    "INSERT INTO term_counts SELECT kind, term, count(*) FROM terms GROUP BY kind, term",
)
"""How the tables of counts are made from what they count."""
