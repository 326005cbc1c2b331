"""Players: what their finished games come to, title by title, and who is the champion of a title.

A shared first place is a win for each. A solitaire game counts as played; only a game that was rated, one that had
somebody to win against, counts in a rate and in a streak.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..storage import Database
from ..storage.rows import GameSummary, Person
from ..storage.terms import plain
from .games import summaries

LEAST_WINS = 3
"""With how many wins a title has a champion."""
LEAST_STREAK = 2
"""How many wins one after the other are a streak."""
PLACES_OF = 100
"""Of how many of somebody's latest games it is counted where they were played."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a list: their games and wins, and when the last game began and ended, where that is known."""

    id: int
    name: str
    games: int
    wins: int
    started: str | None
    ended: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """What somebody's games come to: how many, how many of them were rated, and how many of these were won."""

    games: int
    rated: int
    wins: int


@dataclass(frozen=True, slots=True)
class Results:
    """The results of somebody's games of a title: the best, the first game that came to it, and the middle one.

    At least half of the results are no higher than the `middle` (the median; of two in the middle the lower one).
    """

    best: int
    best_game: str
    middle: int


@dataclass(frozen=True, slots=True)
class Streaks:
    """How many rated games somebody won one after the other at the most; and of the latest, how many they won or lost.

    `current` counts back to the last game that ended otherwise than the latest, which was `won` or not.
    """

    longest: int
    current: int
    won: bool


@dataclass(frozen=True, slots=True)
class Seatings:
    """What somebody's games come to by the number of players; their rated games by seat (from 0) and by place taken."""

    by_size: Mapping[int, Played]
    by_seat: Mapping[int, Played]
    by_place: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some rated games one after the other: the months of the first and the last ("2026-11"), and how many were won."""

    first: str
    last: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Champion:
    """Who has won most games of a title."""

    id: int
    name: str
    wins: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of somebody's: where they sat, the place they took and their points, and whether it was rated."""

    summary: GameSummary
    seat: int
    place: int
    total: int | None
    rated: bool


def players(
    db: Database, *, called: str, after: int | None, without: Person | None = None, most: int
) -> tuple[PlayerLine, ...]:
    """Return up to `most` of those who have finished a game, whoever has played most first.

    Only those whose name has `called` in it (case folded), without somebody, and only those who come after the
    player with the id `after` (None: from the first on).
    """
    rows = db.execute(
        # The latest game is looked for once it is known who is shown.
        """SELECT found.id, name, games, wins, started, ended FROM (
            SELECT id, name, sum(games) AS games, sum(wins) AS wins FROM player_counts JOIN players ON id = player_id
            WHERE instr(folded, ?) AND id IS NOT ? GROUP BY id HAVING (-sum(games), id) > (?, ?)
            ORDER BY sum(games) DESC, id LIMIT ?
        ) found JOIN games ON games.id = (
            SELECT game_id FROM sittings WHERE player_id = found.id ORDER BY moment DESC, game_id DESC LIMIT 1
        ) ORDER BY games DESC, found.id""",
        [called.casefold(), without and without.id, *_position(db, after), most],
    ).fetchall()
    return tuple(PlayerLine(*row) for row in rows)


def _position(db: Database, player_id: int | None) -> tuple[int, int]:
    """Return what the list of players is sorted by, for one of them; for None what comes before all."""
    if player_id is None:
        return -(2**62), 0
    (games,) = db.execute(
        "SELECT coalesce(sum(games), 0) FROM player_counts WHERE player_id = ?", [player_id]
    ).fetchone()
    return -games, player_id


def champions(db: Database) -> Mapping[str, Champion]:
    """Return the champion of each title that has one, by title."""
    titles = [rulebook for (rulebook,) in db.execute("SELECT DISTINCT rulebook FROM game_counts ORDER BY rulebook")]
    found = {rulebook: champion(db, rulebook) for rulebook in titles}
    return {rulebook: each for rulebook, each in found.items() if each}


def champion(db: Database, rulebook: str) -> Champion | None:
    """Return who has at least LEAST_WINS wins in a title, and more than anybody else; None if nobody has."""
    rows = db.execute(
        """SELECT id, name, wins FROM (
            SELECT player_id, sum(wins) AS wins FROM player_counts WHERE rulebook = ?
            GROUP BY player_id HAVING sum(wins) >= ? ORDER BY 2 DESC LIMIT 2
        ) JOIN players ON id = player_id ORDER BY wins DESC""",
        [rulebook, LEAST_WINS],
    ).fetchall()
    best = [Champion(*row) for row in rows]
    return best[0] if len(best) == 1 or (best and best[0].wins > best[1].wins) else None


def champion_in(db: Database, player_id: int, played: Mapping[str, Played]) -> Collection[str]:
    """Return in which of the titles that somebody has played they are the champion."""
    likely = {rulebook for rulebook, each in played.items() if each.wins >= LEAST_WINS}
    best = {rulebook: champion(db, rulebook) for rulebook in likely}
    return {rulebook for rulebook, each in best.items() if each and each.id == player_id}


def played(db: Database, player_id: int) -> Mapping[str, Played]:
    """Return what somebody's games come to by title, most played first."""
    rows = db.execute(
        """SELECT rulebook, sum(games), sum(rated), sum(wins) FROM player_counts WHERE player_id = ?
        GROUP BY rulebook ORDER BY 2 DESC, rulebook""",
        [player_id],
    ).fetchall()
    return {rulebook: Played(*counts) for rulebook, *counts in rows}


def in_all(each: Iterable[Played]) -> Played:
    """Return the sum of what games come to."""
    found = list(each)
    return Played(
        sum(played.games for played in found),
        sum(played.rated for played in found),
        sum(played.wins for played in found),
    )


def results(db: Database, player_id: int, rulebook: str, *, lowest_wins: bool) -> Results | None:
    """Return somebody's results in a title, or None where no game came to points."""
    whose = "FROM sittings WHERE player_id = ? AND rulebook = ? AND total IS NOT NULL"
    who = [player_id, rulebook]
    (count,) = db.execute(f"SELECT count(*) {whose}", who).fetchone()
    if not count:
        return None
    (best,) = db.execute(f"SELECT {'min' if lowest_wins else 'max'}(total) {whose}", who).fetchone()
    (game,) = db.execute(
        f"SELECT game_id {whose} AND total = ? ORDER BY moment, game_id LIMIT 1", [*who, best]
    ).fetchone()
    (middle,) = db.execute(f"SELECT total {whose} ORDER BY total LIMIT 1 OFFSET ?", [*who, (count - 1) // 2]).fetchone()
    return Results(best, game, middle)


def streaks(db: Database, player_id: int) -> Streaks:
    """Return how often somebody won one after the other, over all titles.

    A game without a date is none of them: nobody knows which game came before it.
    """
    # The games come in the order of their primary key; to ask for that would take twice as long.
    query = "SELECT group_concat(place = 1, '') FROM sittings WHERE player_id = ? AND rated AND month != ''"
    (found,) = db.execute(query, [player_id]).fetchone()
    flags: str = found or ""
    latest = flags[-1:]
    return Streaks(max(map(len, flags.split("0"))), len(flags) - len(flags.rstrip(latest or None)), latest == "1")


def by_year(db: Database, player_id: int) -> Mapping[int, Played]:
    """Return what somebody's games with a date come to by year, the latest first."""
    rows = db.execute(
        """SELECT year, sum(games), sum(rated), sum(wins) FROM player_counts
        WHERE player_id = ? AND year != 0 GROUP BY year ORDER BY year DESC""",
        [player_id],
    ).fetchall()
    return {year: Played(*counts) for year, *counts in rows}


def form(db: Database, player_id: int, length: int, most: int) -> tuple[Stretch, ...]:
    """Return up to `most` stretches of so many rated games each, back from the latest game, the earliest first.

    Games without a date are none of them.
    """
    rows = db.execute(
        """SELECT month, place = 1 FROM sittings WHERE player_id = ? AND rated AND month != ''
        ORDER BY moment DESC, game_id DESC LIMIT ?""",
        [player_id, length * most],
    ).fetchall()
    whole = [rows[first : first + length] for first in range(0, len(rows) - length + 1, length)]
    return tuple(Stretch(each[-1][0], each[0][0], length, sum(won for _, won in each)) for each in reversed(whole))


def seatings(db: Database, player_id: int) -> Seatings:
    """Return how somebody did by the number of players, by seat and by place."""
    rows = db.execute(
        "SELECT size, seat, place, sum(games) FROM place_counts WHERE player_id = ? GROUP BY size, seat, place",
        [player_id],
    ).fetchall()
    rated = [row for row in rows if row[0] > 1]
    by_place: Counter[int] = Counter()
    for _, _, place, games in rated:
        by_place[place] += games
    return Seatings(
        {size: _placed(row for row in rows if row[0] == size) for size in sorted({row[0] for row in rows})},
        {seat: _placed(row for row in rated if row[1] == seat) for seat in sorted({row[1] for row in rated})},
        dict(sorted(by_place.items())),
    )


def _placed(rows: Iterable[tuple[int, int, int, int]]) -> Played:
    """Return what games come to, counted by number of players, seat and place."""
    return in_all(
        Played(games, games * (size > 1), games * (size > 1 and place == 1)) for size, _, place, games in rows
    )


def usual_seconds(db: Database, player_id: int, rulebook: str) -> int | None:
    """Return how long somebody's games of a title take: half of them took no longer; None where that is not known."""
    whose, who = "FROM sittings WHERE player_id = ? AND rulebook = ? AND seconds IS NOT NULL", [player_id, rulebook]
    (count,) = db.execute(f"SELECT count(*) {whose}", who).fetchone()
    rows = db.execute(
        f"SELECT seconds {whose} ORDER BY seconds LIMIT 1 OFFSET ?", [*who, max(0, count - 1) // 2]
    ).fetchall()
    return rows[0][0] if rows else None


def usual_venues(db: Database, player_id: int, most: int) -> Sequence[tuple[str, int]]:
    """Return up to `most` places where somebody played most, as they were written last, and how often.

    Only their latest PLACES_OF games are counted.
    """
    rows = db.execute(
        """SELECT venue FROM (
            SELECT moment, game_id FROM sittings WHERE player_id = ? ORDER BY moment DESC, game_id DESC LIMIT ?
        ) latest CROSS JOIN games ON games.id = game_id WHERE venue IS NOT NULL
        ORDER BY latest.moment DESC, game_id DESC""",
        [player_id, PLACES_OF],
    ).fetchall()
    written: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for (venue,) in rows:
        if known := plain(venue):
            written.setdefault(known, venue)
            counted[known] += 1
    return [(written[known], count) for known, count in counted.most_common(most)]


def latest_of(db: Database, player_id: int, most: int) -> tuple[PlayedGame, ...]:
    """Return up to `most` of somebody's games, latest first."""
    rows = db.execute(
        """SELECT game_id, seat, place, total, rated FROM sittings WHERE player_id = ?
        ORDER BY moment DESC, game_id DESC LIMIT ?""",
        [player_id, most],
    ).fetchall()
    games = summaries(db, [game_id for game_id, *_ in rows])
    return tuple(
        PlayedGame(game, seat, place, total, bool(rated))
        for game, (_, seat, place, total, rated) in zip(games, rows, strict=True)
    )
