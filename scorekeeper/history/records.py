"""The records of a title as they stand: the best marks of its games."""

from dataclasses import dataclass

from ..core.records import Kept
from ..storage import Database
from ..storage.connection import placeholders

MOST_HELD = 5
"""Maximum number of games whose record holders are named."""


@dataclass(frozen=True, slots=True)
class Best:
    """A record as it stands: its `value`, and how many games reached it (`count`).

    `games` are the first of these, up to MOST_HELD, the earliest first: each one's id, and the name of its mark.
    """

    value: int
    count: int
    games: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sizes:
    """A title's finished games: how many, and how many seconds they took on average, None where that is not known.

    `by_size` are the numbers of players, those of the most games first, each with its games.
    """

    games: int
    seconds: int | None
    by_size: tuple[tuple[int, int], ...]


def title_games(db: Database, rulebook: str) -> Sizes:
    """Return how often, how long and by how many a title was played."""
    games, timed, seconds = db.execute(
        "SELECT coalesce(sum(games), 0), sum(timed), sum(seconds) FROM game_counts WHERE rulebook = ?", [rulebook]
    ).fetchone()
    sizes = db.execute(
        "SELECT size, sum(games) FROM shape_counts WHERE rulebook = ? GROUP BY size ORDER BY 2 DESC, 1", [rulebook]
    ).fetchall()
    return Sizes(games, seconds // timed if timed else None, tuple(sizes))


def titles_played(db: Database) -> tuple[str, ...]:
    """Return the slugs of the titles with finished games, most played first."""
    rows = db.execute(
        "SELECT rulebook FROM game_counts GROUP BY rulebook ORDER BY sum(games) DESC, rulebook"
    ).fetchall()
    return tuple(slug for (slug,) in rows)


def holds(db: Database, rulebook: str, mark: str) -> bool:
    """Return whether any game of a title has this mark."""
    return bool(db.execute("SELECT 1 FROM marks WHERE rulebook = ? AND name = ? LIMIT 1", [rulebook, mark]).fetchall())


def best(db: Database, rulebook: str, kept: Kept) -> Best | None:
    """Return how a record of a title stands, or None if no game has a mark for it."""
    order = "" if kept.lowest else "DESC"
    found = [
        value
        for name in kept.marks
        for (value,) in db.execute(
            f"SELECT value FROM marks WHERE rulebook = ? AND name = ? ORDER BY value {order} LIMIT 1",  # noqa: S608
            [rulebook, name],
        )
    ]
    if not found:
        return None
    value = min(found) if kept.lowest else max(found)
    which = f"FROM marks WHERE rulebook = ? AND name IN ({placeholders(kept.marks)}) AND value = ?"
    values = [rulebook, *kept.marks, value]
    (count,) = db.execute(f"SELECT count(*) {which}", values).fetchone()
    first = db.execute(
        f"SELECT game_id, name {which} ORDER BY moment, game_id LIMIT ?", [*values, MOST_HELD]
    ).fetchall()
    return Best(value, count, tuple(first))


def any_without_plays(db: Database, rulebook: str) -> bool:
    """Return whether there is a past game of a title of which only the result is known."""
    asked = "SELECT 1 FROM games WHERE rulebook = ? AND shelf = 'table' AND finished = 1 AND told IS NOT NULL LIMIT 1"
    return bool(db.execute(asked, [rulebook]).fetchall())
