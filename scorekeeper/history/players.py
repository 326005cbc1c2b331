"""Players: their figures over finished games, title by title, and who is the champion of a title.

Which games count, in every figure: finished games on the table. A shared first place is a win for each. A rated game is
one with somebody to win against: wins, streaks, points and lengths are those of rated games. Games that somebody played
alone have figures of their own.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..storage import Database
from ..storage.rows import GameSummary, Person
from ..storage.terms import plain
from .games import summaries
from .past import Count, Wanted, count

LEAST_WINS = 3
"""How many wins in a title its champion has at least."""
LEAST_STREAK = 2
"""How many wins in a row are a streak."""
PLACES_OF = 100
"""Number of latest games from which somebody's usual places are chosen."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a list: their games, and when their latest game began and ended (None: not known)."""

    id: int
    name: str
    games: int
    rated: int
    wins: int
    started: str | None
    ended: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """How many `games` somebody has played, how many of them were `rated`, and how many of these they won."""

    games: int
    rated: int
    wins: int


@dataclass(frozen=True, slots=True)
class Results:
    """Somebody's totals in rated games of a title: the `best`, the id of the first game with it, and the `median`.

    With an even number of games, the median is the lower of the two in the middle.
    """

    best: int
    best_game: str
    median: int


@dataclass(frozen=True, slots=True)
class Alone:
    """The solo games of a title, of one player or of everybody.

    `rival` is the opponent run by the box and `wins` the wins against it; both are None without such an opponent.
    `best`, `best_game` and `player` are the best points, their game and who has them; None if no game has points.
    """

    games: int
    rival: str | None
    wins: int | None
    best: int | None
    best_game: str | None
    player: str | None


@dataclass(frozen=True, slots=True)
class Streaks:
    """Rated games in a row: the `longest` row of wins, and the row that the latest game belongs to.

    The `current` latest games were all `won`, or all not.
    """

    longest: int
    current: int
    won: bool


@dataclass(frozen=True, slots=True)
class Seatings:
    """Somebody's games by number of players, their rated games by seat (from 0), and how many by place taken."""

    by_size: Mapping[int, Played]
    by_seat: Mapping[int, Played]
    by_place: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some rated `games` in a row: the months of the `first` and the `last` ("2026-11"), and how many were won."""

    first: str
    last: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Champion:
    """The one player with the most wins in a title."""

    id: int
    name: str
    wins: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a player: their seat, the place they took, their points, and whether the game was rated."""

    summary: GameSummary
    seat: int
    place: int
    total: int | None
    rated: bool


def players(
    db: Database, *, called: str, after: int | None, without: Person | None = None, most: int
) -> tuple[PlayerLine, ...]:
    """Return up to `most` players with a finished game, those with the most games first.

    Their names contain `called` (in any case); `without` is left out. The list begins behind the player with the id
    `after`; None: from the start.
    """
    rows = db.execute(
        # The latest game is looked up only for the players that are returned.
        """SELECT found.id, name, games, rated, wins, started, ended FROM (
            SELECT id, name, sum(games) AS games, sum(rated) AS rated, sum(wins) AS wins
            FROM player_counts JOIN players ON id = player_id
            WHERE instr(folded, ?) AND id IS NOT ? GROUP BY id HAVING (-sum(games), id) > (?, ?)
            ORDER BY sum(games) DESC, id LIMIT ?
        ) found JOIN games ON games.id = (
            SELECT game_id FROM sittings WHERE player_id = found.id ORDER BY moment DESC, game_id DESC LIMIT 1
        ) ORDER BY games DESC, found.id""",
        [called.casefold(), without and without.id, *_position(db, after), most],
    ).fetchall()
    return tuple(PlayerLine(*row) for row in rows)


def _position(db: Database, player_id: int | None) -> tuple[int, int]:
    """Return the values by which a player is sorted in the list; for None values before all players."""
    if player_id is None:
        return -(2**62), 0
    (games,) = db.execute(
        "SELECT coalesce(sum(games), 0) FROM player_counts WHERE player_id = ?", [player_id]
    ).fetchone()
    return -games, player_id


def champions(db: Database) -> Mapping[str, Champion]:
    """Return the champion of each title that has one, by slug."""
    titles = [rulebook for (rulebook,) in db.execute("SELECT DISTINCT rulebook FROM game_counts ORDER BY rulebook")]
    found = {rulebook: champion(db, rulebook) for rulebook in titles}
    return {rulebook: each for rulebook, each in found.items() if each}


def champion(db: Database, rulebook: str) -> Champion | None:
    """Return the player with at least LEAST_WINS wins in a title and more than anybody else, or None."""
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
    """Return the slugs of the titles of which a player is the champion; `played` has what they played, by slug."""
    likely = {rulebook for rulebook, each in played.items() if each.wins >= LEAST_WINS}
    best = {rulebook: champion(db, rulebook) for rulebook in likely}
    return {rulebook for rulebook, each in best.items() if each and each.id == player_id}


def played(db: Database, player_id: int) -> Mapping[str, Played]:
    """Return a player's games by slug of the title, most played first."""
    rows = db.execute(
        """SELECT rulebook, sum(games), sum(rated), sum(wins) FROM player_counts WHERE player_id = ?
        GROUP BY rulebook ORDER BY 2 DESC, rulebook""",
        [player_id],
    ).fetchall()
    return {rulebook: Played(*counts) for rulebook, *counts in rows}


def in_all(each: Iterable[Played]) -> Played:
    """Return the sum of these figures."""
    found = list(each)
    return Played(
        sum(played.games for played in found),
        sum(played.rated for played in found),
        sum(played.wins for played in found),
    )


def results(db: Database, player_id: int, rulebook: str, *, lowest_wins: bool) -> Results | None:
    """Return somebody's results in a title, or None if no rated game of theirs has a total."""
    whose = "FROM sittings WHERE player_id = ? AND rulebook = ? AND rated AND total IS NOT NULL"
    who = [player_id, rulebook]
    (games,) = db.execute(f"SELECT count(*) {whose}", who).fetchone()
    if not games:
        return None
    (best,) = db.execute(f"SELECT {'min' if lowest_wins else 'max'}(total) {whose}", who).fetchone()
    (game,) = db.execute(
        f"SELECT game_id {whose} AND total = ? ORDER BY moment, game_id LIMIT 1", [*who, best]
    ).fetchone()
    (median,) = db.execute(f"SELECT total {whose} ORDER BY total LIMIT 1 OFFSET ?", [*who, (games - 1) // 2]).fetchone()
    return Results(best, game, median)


def alone(db: Database, rulebook: str, *, lowest_wins: bool, player_id: int | None = None) -> Alone | None:
    """Return the games of a title that somebody, or (None) anybody, played alone; None if there are none."""
    whose = "sittings WHERE rulebook = ? AND size = 1 AND seat = 0"
    who: list[object] = [rulebook]
    if player_id is not None:
        whose, who = f"{whose} AND player_id = ?", [rulebook, player_id]
    games, first = db.execute(f"SELECT count(*), sum(place = 1) FROM {whose}", who).fetchone()  # noqa: S608
    if not games:
        return None
    rivals = db.execute(
        """SELECT name FROM sittings JOIN results USING (game_id)
        WHERE rulebook = ? AND size = 1 AND sittings.seat = 0 AND results.seat IS NULL LIMIT 1""",
        [rulebook],
    ).fetchall()
    order = "" if lowest_wins else "DESC"
    best = db.execute(
        f"""SELECT total, game_id, (SELECT name FROM players WHERE id = player_id)
        FROM {whose} AND total IS NOT NULL ORDER BY total {order}, moment, game_id LIMIT 1""",  # noqa: S608
        who,
    ).fetchall()
    rival = rivals[0][0] if rivals else None
    return Alone(games, rival, first if rival else None, *(best[0] if best else (None, None, None)))


def streaks(db: Database, player_id: int) -> Streaks:
    """Return the streaks of a player over all titles.

    Games without a date are left out: nobody knows which game came before them.
    """
    # The games come in the order of their primary key, oldest first; an ORDER BY would take twice as long.
    query = "SELECT group_concat(place = 1, '') FROM sittings WHERE player_id = ? AND rated AND month != ''"
    (found,) = db.execute(query, [player_id]).fetchone()
    flags: str = found or ""
    latest = flags[-1:]
    return Streaks(max(map(len, flags.split("0"))), len(flags) - len(flags.rstrip(latest or None)), latest == "1")


def lately(db: Database, player_id: int, most: int) -> tuple[bool, ...]:
    """Return whether a player won each of their latest rated games, up to `most` of them, the latest at the end.

    Games without a date are left out, as in streaks.
    """
    rows = db.execute(
        """SELECT place = 1 FROM sittings WHERE player_id = ? AND rated AND month != ''
        ORDER BY moment DESC, game_id DESC LIMIT ?""",
        [player_id, most],
    ).fetchall()
    return tuple(bool(won) for (won,) in reversed(rows))


def by_year(db: Database, player_id: int) -> Mapping[int, Played]:
    """Return a player's games by year, the latest first; games without a date are left out."""
    rows = db.execute(
        """SELECT year, sum(games), sum(rated), sum(wins) FROM player_counts
        WHERE player_id = ? AND year != 0 GROUP BY year ORDER BY year DESC""",
        [player_id],
    ).fetchall()
    return {year: Played(*counts) for year, *counts in rows}


def form(db: Database, player_id: int, length: int, most: int) -> tuple[Stretch, ...]:
    """Return up to `most` stretches of `length` rated games each, counted back from the latest; the earliest is first.

    Games without a date are left out, and so are the oldest games that do not fill a stretch.
    """
    rows = db.execute(
        """SELECT month, place = 1 FROM sittings WHERE player_id = ? AND rated AND month != ''
        ORDER BY moment DESC, game_id DESC LIMIT ?""",
        [player_id, length * most],
    ).fetchall()
    whole = [rows[first : first + length] for first in range(0, len(rows) - length + 1, length)]
    return tuple(Stretch(each[-1][0], each[0][0], length, sum(won for _, won in each)) for each in reversed(whole))


def seatings(db: Database, player_id: int) -> Seatings:
    """Return a player's games by number of players, by seat and by place taken."""
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
    """Return the figures of these rows: number of players, seat, place, number of games."""
    return in_all(
        Played(games, games * (size > 1), games * (size > 1 and place == 1)) for size, _, place, games in rows
    )


def median_seconds(db: Database, player_id: int, rulebook: str) -> int | None:
    """Return the median length of a player's rated games of a title in seconds; None if no length is known."""
    whose = "FROM sittings WHERE player_id = ? AND rulebook = ? AND rated AND seconds IS NOT NULL"
    who = [player_id, rulebook]
    (games,) = db.execute(f"SELECT count(*) {whose}", who).fetchone()
    rows = db.execute(
        f"SELECT seconds {whose} ORDER BY seconds LIMIT 1 OFFSET ?", [*who, max(0, games - 1) // 2]
    ).fetchall()
    return rows[0][0] if rows else None


def usual_venues(db: Database, player_id: int, most: int) -> Sequence[tuple[str, Count]]:
    """Return up to `most` places where a player plays most often, as each was written last, with all games there.

    They are chosen among the places of their latest PLACES_OF games.
    """
    rows = db.execute(
        """SELECT venue FROM (
            SELECT moment, game_id FROM sittings WHERE player_id = ? ORDER BY moment DESC, game_id DESC LIMIT ?
        ) latest CROSS JOIN games ON games.id = game_id WHERE venue IS NOT NULL
        ORDER BY latest.moment DESC, game_id DESC""",
        [player_id, PLACES_OF],
    ).fetchall()
    written: dict[str, str] = {}
    lately: Counter[str] = Counter()
    for (venue,) in rows:
        if known := plain(venue):
            written.setdefault(known, venue)
            lately[known] += 1
    venues = [written[known] for known, _ in lately.most_common(most)]
    counted = [(venue, count(db, Wanted(players=(player_id,), place=venue))) for venue in venues]
    return sorted(counted, key=lambda each: -each[1].games)


def latest_of(db: Database, player_id: int, most: int) -> tuple[PlayedGame, ...]:
    """Return up to `most` finished games of a player, latest first."""
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
