"""People and their names: who has not played for long, whose names look alike, and at which games somebody sits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from ..core.alike import alike, alike_to
from ..storage import Database
from ..storage.listing import summaries
from ..storage.rows import UNDATED, GameSummary, Shelf
from ..storage.seats import sat_together


@dataclass(frozen=True, slots=True)
class Named:
    """A person: their name, whether it is `suggested` when people sit down, and how many `games` they have.

    `games` counts finished games, or all games where a function says so. `moment` (seconds since 1970) is that of their
    latest game; None: they have no game, or only deleted ones.
    """

    id: int
    name: str
    suggested: bool
    games: int
    moment: int | None


def everybody(db: Database) -> tuple[Named, ...]:
    """Return everybody who has a name, sorted by name; `games` counts finished games."""
    rows = db.execute(
        """SELECT id, name, suggested, (SELECT count(*) FROM player_results WHERE player_id = id), latest
        FROM players WHERE folded >= ' ' ORDER BY folded"""
    ).fetchall()
    return tuple(Named(each, name, bool(suggested), *figures) for each, name, suggested, *figures in rows)


def long_unused(people: Sequence[Named], before: int) -> tuple[Named, ...]:
    """Return who is suggested but has not sat at a table since the moment `before`; who has been away longest is first.

    People without any dated game are left out: nobody knows when they played.
    """
    found = [each for each in people if each.suggested and UNDATED < (each.moment or UNDATED) < before]
    return tuple(sorted(found, key=lambda each: (each.moment, each.id)))


def look_alike(db: Database, people: Sequence[Named], most: int) -> tuple[tuple[Named, Named], ...]:
    """Return up to `most` pairs whose names look alike and who may be one person, as they never sat together.

    In each pair who sits at fewer games comes first; `games` counts all games.
    """
    found = []
    for one, other in _alike(tuple(each.name for each in people)):
        pair = sorted((people[one], people[other]), key=lambda each: each.games)
        if not _sat_together(db, *pair):
            found.append(sorted(_with_all_games(db, pair), key=lambda each: (each.games, -each.id)))
        if len(found) == most:
            break
    return tuple((rarer, other) for rarer, other in found)


def like(db: Database, people: Sequence[Named], player_id: int, most: int) -> tuple[Named, ...]:
    """Return up to `most` people whose names look like a player's, and who never sat with them; with all games."""
    others = [each for each in people if each.id != player_id]
    one = next(each for each in people if each.id == player_id)
    found = (others[at] for at in alike_to(one.name, [each.name for each in others]))
    return tuple(_with_all_games(db, islice((each for each in found if not _sat_together(db, each, one)), most)))


def games_of(db: Database, player_id: int) -> int:
    """Return at how many games somebody sits, finished or not, on any shelf."""
    (count,) = db.execute("SELECT count(*) FROM seats WHERE player_id = ?", [player_id]).fetchone()
    return int(count)


def running_games_of(db: Database, player_id: int, most: int) -> tuple[GameSummary, ...]:
    """Return up to `most` games in progress at which somebody sits, latest first."""
    rows = db.execute(
        """SELECT id FROM games WHERE shelf = ? AND NOT finished
        AND EXISTS (SELECT 1 FROM seats WHERE game_id = id AND player_id = ?) ORDER BY moment DESC, id LIMIT ?""",
        [Shelf.TABLE, player_id, most],
    ).fetchall()
    return tuple(summaries(db, [row[0] for row in rows]))


def _with_all_games(db: Database, people: Iterable[Named]) -> list[Named]:
    return [replace(each, games=games_of(db, each.id)) for each in people]


@lru_cache(2)
def _alike(names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    return alike(names)


def _sat_together(db: Database, one: Named, other: Named) -> bool:
    """Return whether two people ever sat at one game; it is quicker if `one` has played less."""
    return bool(sat_together(db, one.id, other.id, 1))
