"""A year: how many games of what, who won most, who came most, and who was new."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..storage.reader import Reader

MOST_NAMED = 5
"""How many players are named for their wins or their games."""
MOST_OF_TITLE = 3
"""How many are named for their wins in one title."""
MOST_NEW = 40


@dataclass(frozen=True, slots=True)
class Played:
    """A player's year: `games`, and of those with somebody to win against (`rated`) the `wins`."""

    name: str
    games: int
    rated: int
    wins: int


@dataclass(frozen=True, slots=True)
class Year:
    """What was played in a year: `games` by month (1 to 12) and title, `titles` with the most played first.

    `timed` games took `seconds`; of the others it is not known. `winners` and `active` are the best of all the year's
    `players`, `winners_of` by title; `newcomers` are the first of those (`new` of them) whose first game was in it.
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


def latest_year(reader: Reader) -> int | None:
    """Return the latest year in which a game ended, or None if none has."""
    return _year(reader, "SELECT max(month) FROM game_counts")


def year_before(reader: Reader, year: int) -> int | None:
    """Return the latest year before this one in which a game ended, or None."""
    return _year(reader, "SELECT max(month) FROM game_counts WHERE month < ?", _months(year)[0])


def year_after(reader: Reader, year: int) -> int | None:
    """Return the earliest year after this one in which a game ended, or None."""
    return _year(reader, "SELECT min(month) FROM game_counts WHERE month > ?", _months(year)[1])


def year_of(reader: Reader, year: int) -> Year | None:
    """Return what was played in a year, or None if no game ended in it."""
    rows = reader.rows(
        "SELECT month, rulebook, games, timed, seconds FROM game_counts WHERE month BETWEEN ? AND ?", _months(year)
    )
    if not rows:
        return None
    totals: dict[str, int] = {}
    for _, rulebook, games, *_ in rows:
        totals[rulebook] = totals.get(rulebook, 0) + games
    titles = tuple(sorted(totals, key=lambda slug: (-totals[slug], slug)))
    ((players,),) = reader.rows("SELECT count(DISTINCT player_id) FROM player_counts WHERE year = ?", [year])
    new = reader.rows(
        """SELECT DISTINCT player_id FROM player_counts AS here WHERE year = ? AND NOT EXISTS (
            SELECT 1 FROM player_counts WHERE player_id = here.player_id AND year < here.year)""",
        [year],
    )
    return Year(
        {(int(month[5:]), rulebook): games for month, rulebook, games, *_ in rows},
        titles,
        timed=sum(timed for *_, timed, _ in rows),
        seconds=sum(seconds for *_, seconds in rows),
        players=players,
        winners=_best(reader, year, "sum(wins)", "sum(rated)", MOST_NAMED),
        winners_of={slug: _best(reader, year, "sum(wins)", "sum(rated)", MOST_OF_TITLE, slug) for slug in titles},
        active=_best(reader, year, "sum(games)", "folded", MOST_NAMED),
        new=len(new),
        newcomers=_names(reader, [player_id for (player_id,) in new][:MOST_NEW]),
    )


def _months(year: int) -> tuple[str, str]:
    """Return the first and the last month of a year, as they are stored."""
    return f"{year:04}-01", f"{year:04}-12"


def _year(reader: Reader, query: str, *values: str) -> int | None:
    ((month,),) = reader.rows(query, values)
    return None if month is None else int(month[:4])


def _best(
    reader: Reader, year: int, most: str, then: str, limit: int, rulebook: str | None = None
) -> tuple[Played, ...]:
    """Return the players with the most of something, ordered by `then` where they have as many."""
    rows = reader.rows(
        f"""SELECT name, sum(games), sum(rated), sum(wins) FROM player_counts JOIN players ON players.id = player_id
        WHERE year = ? AND (? IS NULL OR rulebook = ?) GROUP BY player_id HAVING {most} > 0
        ORDER BY {most} DESC, {then}, folded LIMIT ?""",  # noqa: S608  (columns of ours)
        [year, rulebook, rulebook, limit],
    )
    return tuple(Played(*row) for row in rows)


def _names(reader: Reader, player_ids: list[int]) -> tuple[str, ...]:
    places = ", ".join("?" * len(player_ids))
    rows = reader.rows(
        f"SELECT name FROM players WHERE id IN ({places}) ORDER BY id",  # noqa: S608  (question marks only)
        player_ids,
    )
    return tuple(name for (name,) in rows)
