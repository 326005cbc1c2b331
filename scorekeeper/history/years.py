"""A year: how many games of which title, who won most, who played most, and who was new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..storage import Database
from ..storage.connection import placeholders
from ..storage.rows import NO_MONTH

MOST_NAMED = 5
"""How many players are listed by wins, and by games."""
MOST_OF_TITLE = 3
"""How many players are listed by wins in one title."""
MOST_NEW = 40
"""How many new players are listed."""

Counts = Mapping[int, tuple[int, int, int]]
"""Games, rated games and wins, by id of the player."""


@dataclass(frozen=True, slots=True)
class Played:
    """A player's year: all `games`, the `rated` ones (with somebody to win against), and the `wins` among these."""

    id: int
    name: str
    games: int
    rated: int
    wins: int


@dataclass(frozen=True, slots=True)
class Year:
    """What was played in a year: `games` by month (1 to 12) and slug of the title, `titles` with the most played first.

    `timed` games are those whose length is known: together they took `seconds`. `players` is how many people played.
    `winners` has the most wins of them, `winners_of` the same by title, `active` the most games. `new` is how many
    played their first game in this year; `newcomers` are the names of the first of these.
    """

    games: Mapping[tuple[int, str], int]
    titles: tuple[str, ...]
    timed: int
    seconds: int
    players: int
    winners: tuple[Played, ...]
    winners_of: Mapping[str, tuple[Played, ...]]
    active: tuple[Played, ...]
    new: int
    newcomers: tuple[str, ...]


def years_played(db: Database) -> tuple[int, ...]:
    """Return the years in which games were played, the latest first; games without a date are left out."""
    rows = db.execute(
        """WITH RECURSIVE years (year) AS (
            SELECT substr(max(month), 1, 4) FROM game_counts
            UNION ALL SELECT (SELECT substr(max(month), 1, 4) FROM game_counts WHERE month < year) FROM years
            WHERE year != ''
        ) SELECT year FROM years WHERE year != ''"""
    ).fetchall()
    return tuple(int(year) for (year,) in rows)


def undated(db: Database) -> int:
    """Return how many games have no date: they count in no year."""
    (games,) = db.execute("SELECT coalesce(sum(games), 0) FROM game_counts WHERE month = ?", [NO_MONTH]).fetchone()
    return int(games)


def year_of(db: Database, year: int) -> Year | None:
    """Return what was played in a year, or None if no game was played in it."""
    rows = db.execute(
        "SELECT month, rulebook, games, timed, seconds FROM game_counts WHERE month BETWEEN ? AND ?", _months(year)
    ).fetchall()
    if not rows:
        return None
    totals: dict[str, int] = {}
    for _, rulebook, games, *_ in rows:
        totals[rulebook] = totals.get(rulebook, 0) + games
    titles = tuple(sorted(totals, key=lambda slug: (-totals[slug], slug)))
    counted = _counted(db, year)
    everybody = _summed(counted)
    new = _new(db, year)
    return Year(
        {(int(month[5:]), rulebook): games for month, rulebook, games, *_ in rows},
        titles,
        timed=sum(timed for *_, timed, _ in rows),
        seconds=sum(seconds for *_, seconds in rows),
        players=len(everybody),
        winners=_most_wins(db, everybody, MOST_NAMED),
        winners_of={slug: _most_wins(db, _summed(counted, slug), MOST_OF_TITLE) for slug in titles},
        active=_named(db, everybody, sorted(everybody, key=lambda each: (-everybody[each][0], each))[:MOST_NAMED]),
        new=len(new),
        newcomers=tuple(each.name for each in _named(db, everybody, new[:MOST_NEW])),
    )


def _months(year: int) -> tuple[str, str]:
    return f"{year:04}-01", f"{year:04}-12"


def _counted(db: Database, year: int) -> list[tuple[int, str, int, int, int]]:
    """Return rows of what everybody played in a year: player, title, games, rated games and wins."""
    return db.execute(
        "SELECT player_id, rulebook, games, rated, wins FROM player_counts WHERE year = ?", [year]
    ).fetchall()


def _summed(counted: Sequence[tuple[int, str, int, int, int]], slug: str | None = None) -> Counts:
    """Return the counts of everybody who played, in one title or (None) in all."""
    summed: dict[int, tuple[int, int, int]] = {}
    for player_id, rulebook, games, rated, wins in counted:
        if slug in (None, rulebook):
            before = summed.get(player_id, (0, 0, 0))
            summed[player_id] = (before[0] + games, before[1] + rated, before[2] + wins)
    return summed


def _most_wins(db: Database, counts: Counts, most: int) -> tuple[Played, ...]:
    """Return the players with the most wins, at least one; among equals who has fewer rated games comes first."""
    won = [player_id for player_id, (*_, wins) in counts.items() if wins]
    best = sorted(won, key=lambda player_id: (-counts[player_id][2], counts[player_id][1], player_id))
    return _named(db, counts, best[:most])


def _named(db: Database, counts: Counts, player_ids: Sequence[int]) -> tuple[Played, ...]:
    names = dict(
        db.execute(
            f"SELECT id, name FROM players WHERE id IN ({placeholders(player_ids)})",  # noqa: S608  (question marks only)
            player_ids,
        ).fetchall()
    )
    return tuple(Played(player_id, names[player_id], *counts[player_id]) for player_id in player_ids)


def _new(db: Database, year: int) -> list[int]:
    """Return the ids of the players whose first game with a date was in the year."""
    rows = db.execute(
        """SELECT DISTINCT player_id FROM player_counts AS here WHERE year = ? AND ? <= (
            SELECT month FROM sittings WHERE player_id = here.player_id AND month != ''
            ORDER BY moment LIMIT 1) ORDER BY player_id""",
        [year, _months(year)[0]],
    ).fetchall()
    return [player_id for (player_id,) in rows]
