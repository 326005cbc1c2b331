"""The records: the best that games of a title hold out."""

from dataclasses import dataclass

from ..core.records import Kept
from ..storage.reader import Reader, marks


@dataclass(frozen=True, slots=True)
class Best:
    """A record as it stands: its `value`, the game that reached it first, under which `mark`, and how many others did.

    One that is shared belongs to whoever reached it first.
    """

    value: int
    mark: str
    game_id: str
    others: int


def titles_played(reader: Reader) -> tuple[str, ...]:
    """Return the slugs of the titles of which there are finished games, most played first."""
    rows = reader.rows("SELECT rulebook FROM game_counts GROUP BY rulebook ORDER BY sum(games) DESC, rulebook")
    return tuple(slug for (slug,) in rows)


def holds(reader: Reader, rulebook: str, mark: str) -> bool:
    """Return whether any game of a title has this mark."""
    return bool(reader.rows("SELECT 1 FROM marks WHERE rulebook = ? AND name = ? LIMIT 1", [rulebook, mark]))


def best(reader: Reader, rulebook: str, kept: Kept) -> Best | None:
    """Return how a record of a title stands, or None while no game holds anything out for it."""
    order = "" if kept.lowest else "DESC"
    found = [
        value
        for name in kept.marks
        for (value,) in reader.rows(
            f"SELECT value FROM marks WHERE rulebook = ? AND name = ? ORDER BY value {order} LIMIT 1",  # noqa: S608
            [rulebook, name],
        )
    ]
    if not found:
        return None
    value = min(found) if kept.lowest else max(found)
    which = f"FROM marks WHERE rulebook = ? AND name IN ({marks(kept.marks)}) AND value = ?"
    values = [rulebook, *kept.marks, value]
    ((count,),) = reader.rows(f"SELECT count(*) {which}", values)
    first = [
        row
        for name in kept.marks
        for row in reader.rows(
            """SELECT moment, game_id, name FROM marks WHERE rulebook = ? AND name = ? AND value = ?
            ORDER BY moment, game_id LIMIT 1""",
            [rulebook, name, value],
        )
    ]
    _, game_id, name = min(first)
    return Best(value, name, game_id, count - 1)
