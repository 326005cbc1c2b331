"""The page of a player: totals, results by title and opponent, latest games and form."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from babel.dates import format_date
from flask import redirect, url_for
from sqlite_utils import Database
from werkzeug.wrappers import Response as AnyResponse

from ...core.durations import duration
from ...core.messages import Count, Message, joined, many, say
from ...core.rulebook import Rulebook
from ...store.connection import placeholders
from ...store.results import plain, summaries
from ...store.rows import GameSummary, Person
from ..common.charts import bars
from ..common.language import region
from ..common.page import Link, service, show
from ..common.titles import FEW_TITLES
from .home import ListedGame, listed, meta_of, shared_outcome, title_of
from .players import (
    MAX_ID,
    RATED,
    Played,
    blueprint,
    champions,
    in_all,
    past_url,
    percent,
    person_of,
    size_text,
)

PLAYER = f"<int(max={MAX_ID}):player_id>"
OPPONENTS, GAMES, VENUES = 6, 10, 5
MIN_TOGETHER = 5
"""Minimum number of games together for a rival or a nemesis."""
MIN_STREAK = 2
STRETCH, STRETCHES = 10, 5
"""Number of games in a stretch, and maximum number of stretches."""
PLACES_OF = 100
"""Number of latest games that determine a player's usual locations."""
LATEST_RATED = """SELECT substr(day, 1, 7), place = 1 FROM player_results
    WHERE player_id = ? AND rated AND day != '' ORDER BY moment DESC, game_id DESC LIMIT ?"""


class Counted(NamedTuple):
    """The number of a player's `games` with the same title, year ("" without a date), size, seat and place."""

    rulebook: str
    year: str
    size: int
    seat: int | None
    place: int
    rated: int
    games: int


def counted(db: Database, player_id: int) -> list[Counted]:
    rows = db.execute(
        """SELECT rulebook, year, size, seat, place, rated, count(*) FROM player_results
        WHERE player_id = ? GROUP BY rulebook, year, size, seat, place, rated""",
        [player_id],
    )
    return [Counted(*row) for row in rows]


def by(rows: Sequence[Counted], column: str) -> dict[Any, Played]:
    sums: dict[Any, list[int]] = {}
    for each in rows:
        games, rated, wins = sums.setdefault(getattr(each, column), [0, 0, 0])
        more = each.games if each.rated else 0
        sums[getattr(each, column)] = [games + each.games, rated + more, wins + (more if each.place == 1 else 0)]
    return {value: Played(*sums[value]) for value in sorted(sums)}


def results(db: Database, player_id: int, rulebook: str, *, lowest_wins: bool) -> tuple[int, str, int] | None:
    """Return the best total in a title's rated games, its first game, and the lower median; None without points."""
    source = "FROM player_results WHERE player_id = ? AND rulebook = ? AND rated = 1 AND total IS NOT NULL"
    values = [player_id, rulebook]
    best, games = db.execute(f"SELECT {'min' if lowest_wins else 'max'}(total), count(*) {source}", values).fetchone()
    if not games:
        return None
    first = f"SELECT game_id {source} AND total = ? ORDER BY moment, game_id LIMIT 1"
    (game,) = db.execute(first, [*values, best]).fetchone()
    middle = f"SELECT total {source} ORDER BY total LIMIT 1 OFFSET ?"
    (median,) = db.execute(middle, [*values, (games - 1) // 2]).fetchone()
    return best, game, median


def median_seconds(db: Database, player_id: int, rulebook: str) -> int | None:
    """Return the lower median duration in seconds of a player's rated games of a title; None if none is known."""
    source = "FROM player_results WHERE player_id = ? AND rulebook = ? AND rated = 1 AND seconds IS NOT NULL"
    values = [player_id, rulebook]
    (games,) = db.execute(f"SELECT count(*) {source}", values).fetchone()
    median_row = [*values, max(0, games - 1) // 2]
    row = db.execute(f"SELECT seconds {source} ORDER BY seconds LIMIT 1 OFFSET ?", median_row).fetchone()
    return int(row[0]) if row else None


class Alone(NamedTuple):
    """Figures of a title's solo games, of one player or of all players.

    `rival` is the game's automatic opponent and `wins` the number of wins against it; both are None without one.
    `best`, `best_game` and `player` are the best points, their game and their player; None if no game has points.
    """

    games: int
    rival: str | None
    wins: int | None
    best: int | None
    best_game: str | None
    player: str | None

    @property
    def label(self) -> Message:
        return say("Solo against {rival}", rival=self.rival) if self.rival else say("Solo")


def alone(db: Database, rulebook: str, *, lowest_wins: bool, player_id: int | None = None) -> Alone | None:
    """Return the figures of a title's solo games, of one player or of all players; None without games."""
    # SQLite keeps the order of tables in a CROSS JOIN, so it starts with the few solo games.
    source = """finished_games g CROSS JOIN player_results r ON r.moment = g.moment AND r.game_id = g.game_id
        WHERE g.rulebook = ? AND g.size = 1"""
    values: list[object] = [rulebook]
    if player_id is not None:
        source, values = f"{source} AND r.player_id = ?", [rulebook, player_id]
    games, first = db.execute(f"SELECT count(*), sum(r.place = 1) FROM {source}", values).fetchone()  # noqa: S608
    if not games:
        return None
    rival = db.execute(
        """SELECT name FROM finished_games JOIN results USING (game_id)
        WHERE rulebook = ? AND size = 1 AND seat IS NULL LIMIT 1""",
        [rulebook],
    ).fetchone()
    best = db.execute(
        f"""SELECT total, g.game_id, (SELECT name FROM players WHERE id = player_id) FROM {source}
        AND total IS NOT NULL ORDER BY total {"" if lowest_wins else "DESC"}, g.moment, g.game_id LIMIT 1""",  # noqa: S608
        values,
    ).fetchone()
    return Alone(games, rival and rival[0], first if rival else None, *(best or (None, None, None)))


def streaks(db: Database, player_id: int) -> tuple[int, int, bool]:
    """Return the longest winning streak, the current streak, and whether it is of wins; only dated games count."""
    # SQLite reads the rows in primary key order, oldest first; an ORDER BY would take twice as long.
    query = "SELECT group_concat(place = 1, '') FROM player_results WHERE player_id = ? AND rated AND day != ''"
    flags: str = db.execute(query, [player_id]).fetchone()[0] or ""
    latest = flags[-1:]
    return max(map(len, flags.split("0"))), len(flags) - len(flags.rstrip(latest or None)), latest == "1"


def lately(db: Database, player_id: int, most: int) -> list[bool]:
    """Return whether a player won each of their up to `most` latest rated, dated games, oldest first."""
    return [bool(won) for _, won in reversed(db.execute(LATEST_RATED, [player_id, most]).fetchall())]


def stretches(db: Database, player_id: int, length: int, most: int) -> list[tuple[str, int]]:
    """Return the month of the last game and the number of wins for stretches of `length` rated games, earliest first.

    Up to `most` stretches are counted back from the latest game. The oldest games are omitted if they do not fill a
    stretch.
    """
    rows = db.execute(LATEST_RATED, [player_id, length * most]).fetchall()
    complete = [rows[first : first + length] for first in range(0, len(rows) - length + 1, length)]
    return [(each[0][0], sum(won for _, won in each)) for each in reversed(complete)]


class Opponent(NamedTuple):
    """An opponent: numbers of games together, `rated` games, and rated games with the player `above` or `below`."""

    id: int
    name: str
    games: int
    above: int
    below: int
    rated: int


def opponents(db: Database, player_id: int) -> tuple[Opponent | None, Opponent | None, list[Opponent]]:
    """Return a player's rival or None, nemesis or None, and all opponents, most games first.

    Both have at least MIN_TOGETHER rated games with the player. The rival finishes below the player more often than
    above and has the greatest share of such games; the nemesis is the opposite. Ties go to the opponent with more
    games.
    """
    # SQLite keeps the order of tables in a CROSS JOIN, so it starts with the player's own games.
    rows = db.execute(
        """SELECT id, name, games, above, below, rated FROM (
            SELECT other.player_id, count(*) AS games, sum(one.rated) AS rated,
            sum(one.rated AND one.place < other.place) AS above, sum(one.rated AND one.place > other.place) AS below
            FROM player_results one INDEXED BY results_by_player
            CROSS JOIN player_results other ON other.moment = one.moment AND other.game_id = one.game_id
            WHERE one.player_id = ? AND other.player_id != one.player_id GROUP BY other.player_id
        ) JOIN players ON id = player_id ORDER BY games DESC, id""",
        [player_id],
    )
    known = [Opponent(*row) for row in rows]
    often = [each for each in known if each.rated >= MIN_TOGETHER]

    def most(share: Callable[[Opponent], int], other: Callable[[Opponent], int]) -> Opponent | None:
        likely = [each for each in often if share(each) > other(each)]
        return max(likely, key=lambda each: Fraction(share(each), each.rated), default=None)

    above, below = (lambda each: each.above), (lambda each: each.below)
    return most(above, below), most(below, above), known


def usual_venues(db: Database, player_id: int, most: int) -> list[tuple[str, int]]:
    """Return up to `most` usual locations of a player in their latest spelling, each with its number of games.

    They are the most frequent locations of the latest PLACES_OF games; the numbers count all games.
    """
    rows = db.execute(
        """SELECT venue FROM (
            SELECT moment, game_id FROM player_results WHERE player_id = ? ORDER BY moment DESC, game_id DESC LIMIT ?
        ) latest CROSS JOIN games ON games.id = game_id WHERE venue IS NOT NULL
        ORDER BY latest.moment DESC, game_id DESC""",
        [player_id, PLACES_OF],
    ).fetchall()
    written: dict[str, str] = {}
    often: Counter[str] = Counter()
    for (venue,) in rows:
        if known := plain(venue):
            written.setdefault(known, venue)
            often[known] += 1
    usual = [known for known, _ in often.most_common(most)]
    games = dict(
        db.execute(
            f"""SELECT venue, count(*) FROM player_results
            WHERE player_id = ? AND venue IN ({placeholders(usual)}) GROUP BY venue""",  # noqa: S608
            [player_id, *usual],
        ).fetchall()
    )
    return sorted(((written[known], games[known]) for known in usual), key=lambda each: -each[1])


def latest_of(db: Database, player_id: int, most: int) -> list[tuple[GameSummary, int, int, int | None]]:
    """Return up to `most` finished games of a player, latest first, each with their stored seat, place and points."""
    rows = db.execute(
        """SELECT game_id, seats.seat, place, total FROM player_results
        JOIN seats USING (game_id, player_id) WHERE player_id = ?
        ORDER BY moment DESC, game_id DESC LIMIT ?""",
        [player_id, most],
    ).fetchall()
    games = summaries(db, [game_id for game_id, *_ in rows])
    return [(game, *figures) for game, (_, *figures) in zip(games, rows, strict=True)]


@blueprint.get(f"/{PLAYER}")
def player(player_id: int) -> AnyResponse:
    with service().store.reading() as db:
        person = person_of(db, player_id)
        if person.id != player_id:
            return redirect(url_for("players.player", player_id=person.id))  # the person remaining after the merge
        rows = counted(db, player_id)
        titles = by(rows, "rulebook")
        most_first = sorted(titles, key=lambda slug: (-titles[slug].games, slug))
        best_of, won_together = champions(db), by([each for each in rows if each.place == 1], "rulebook")
        lines = [
            line
            for slug in most_first
            for line in (
                [_cooperative_line(player_id, slug, titles[slug].games, won_together.get(slug))]
                if cooperative(slug)
                else _title_lines(
                    db, player_id, slug, titles[slug], champion=slug in best_of and best_of[slug][0] == player_id
                )
            )
        ]
        longest, current, won = streaks(db, player_id)
        latest = latest_of(db, player_id, GAMES)
        won_lately = lately(db, player_id, GAMES)
        rival, nemesis, known = opponents(db, player_id)
        last_stretches = stretches(db, player_id, STRETCH, STRETCHES)
        venues = usual_venues(db, player_id, VENUES)
    total = in_all(titles.values())
    row_now = None
    if current >= MIN_STREAK:
        row_now = (
            say("They have won the last {count} games.", count=Count(current))
            if won
            else say("They have not won in the last {count} games.", count=Count(current))
        )
    wins = tuple(wins for _, wins in last_stretches)
    chosen = dict.fromkeys([*(each for each in (rival, nemesis) if each), *known[:OPPONENTS]])
    shown = {
        "person": person,
        "up": Link(url_for("players.all_players"), say("Players")),
        "total": total,
        "lines": lines,
        "few": FEW_TITLES,
        "best": [each for each in lines if each["best"] is not None],
        "streak": longest if longest >= MIN_STREAK else None,
        "current": row_now,
        "last": next((game.dated for game, *_ in latest), None),
        "lately": won_lately if won_lately[1:] else (),
        "lately_text": say("Won {count} of the last {games}", count=sum(won_lately), games=len(won_lately)),
        "bars": bars([(_month(each), won) for each, won in last_stretches], highest=STRETCH) if wins[1:] else None,
        "bars_text": say("Wins in each {count} games, up to the latest: {wins}", count=STRETCH, wins=wins),
        "head_to_head": [_opponent_line(person, each, rival, nemesis, known[0]) for each in chosen],
        "compare_url": url_for("players.all_players", beside=player_id),
        "rivals": rival or nemesis,
        "least_games": MIN_TOGETHER,
        "games": [
            (game, _place(game, seat, place), points)
            for game, (_, seat, place, points) in zip(listed(each for each, *_ in latest), latest, strict=True)
        ],
        "past_urls": _past_urls(person, total),
        "played_at": [
            (venue, many("{count} game", "{count} games", Count(games)), past_url(player_id, place=venue))
            for venue, games in venues
        ],
        **_breakdowns(player_id, rows),
    }
    return show("history/player.html", shown)


def cooperative(slug: str) -> bool:
    meta = meta_of(slug)
    return meta is not None and meta.cooperative


def _cooperative_line(player_id: int, slug: str, games: int, won: Played | None) -> Mapping[str, object]:
    wins = won.games if won else 0
    return {
        "slug": slug,
        "title": title_of(slug),
        "url": past_url(player_id, title=slug),
        "wins": wins,
        "of": many("of {count} game", "of {count} games", Count(games)),
        "share": round(100 * wins / games),
        "about": say("Won together"),
        "best": None,
        "best_url": None,
        "median": None,
    }


def _title_lines(
    db: Database, player_id: int, slug: str, played: Played, *, champion: bool
) -> list[Mapping[str, object]]:
    """Return a line with the figures of a title's rated games, and one for solo games if there are any.

    An uninstalled title has no URL and no best points, because it is unknown whether the lowest points win.
    """
    rulebook: Rulebook[Any] | None = service().rulebooks.get(slug)
    lowest = rulebook.meta.lowest_wins if rulebook else False
    solo = (
        alone(db, slug, lowest_wins=lowest, player_id=player_id) if rulebook and played.games > played.rated else None
    )
    undecided = played.games - played.rated - (solo.games if solo else 0)
    lines: list[Mapping[str, object]] = []
    if played.rated or undecided or not solo:
        found = results(db, player_id, slug, lowest_wins=lowest) if rulebook else None
        seconds = median_seconds(db, player_id, slug)
        parts = [
            played.rate,
            joined(["\N{BLACK STAR}", say("Champion")], " ") if champion else None,
            None if seconds is None else say("median duration: {time}", time=duration(seconds)),
            many("{count} game without a winner", "{count} games without a winner", Count(undecided))
            if undecided
            else None,
        ]
        size = RATED if 0 < played.rated < played.games else None
        lines.append(
            {
                "slug": slug,
                "title": title_of(slug),
                "url": past_url(player_id, title=slug, size=size) if rulebook else None,
                "wins": played.wins if played.rated else None,
                "of": many("of {count} game", "of {count} games", Count(played.rated))
                if played.rated
                else many("{count} game", "{count} games", Count(played.games)),
                "share": round(100 * played.wins / played.rated) if played.rated else None,
                "about": joined([part for part in parts if part], " · "),
                "best": found and found[0],
                "best_url": found and url_for("game.table", game_id=found[1]),
                "median": found and say("Median: {points}", points=found[2]),
            }
        )
    if solo:
        lines.append(
            {
                "slug": slug,
                "title": title_of(slug),
                "url": past_url(player_id, title=slug, size=1),
                "wins": solo.wins,
                "of": many("{count} game", "{count} games", Count(solo.games))
                if solo.wins is None
                else many("of {count} game", "of {count} games", Count(solo.games)),
                "share": None if solo.wins is None else round(100 * solo.wins / solo.games),
                "about": solo.label,
                "best": solo.best,
                "best_url": solo.best_game and url_for("game.table", game_id=solo.best_game),
                "median": solo.label,
            }
        )
    return lines


def _opponent_line(
    person: Person, each: Opponent, rival: Opponent | None, nemesis: Opponent | None, most: Opponent
) -> Mapping[str, object]:
    """Return the line of an opponent, without the record if there are too few games together."""
    parts = None
    if each == rival:
        parts = say("Rival: beaten in {rate} of the games", rate=percent(each.above, each.rated))
    elif each == nemesis:
        parts = say("Nemesis: lost to in {rate} of the games", rate=percent(each.below, each.rated))
    elif each == most and each.games >= MIN_TOGETHER:
        parts = say("Played with most")
    known_well, decided = each.rated >= MIN_TOGETHER, each.above + each.below
    return {
        "name": each.name,
        "url": url_for("players.pair", player_id=person.id, other_id=each.id),
        "part": parts,
        "record": joined([Count(each.above), Count(each.below)], "\N{EN DASH}") if known_well else None,
        "share": round(100 * each.above / decided) if known_well and decided else None,
        "games": many("{count} game together", "{count} games together", Count(each.games)),
    }


def _place(game: ListedGame, seat: int, place: int) -> Message:
    """Return as text a player's place, or the result of a game without places, and the others, best first."""
    summary = game.summary
    people = [line for line in summary.results if line.seat is not None or summary.external_result]
    others = tuple(line.name for line in people if line.seat != seat)
    if not game.winners:
        outcome = shared_outcome(summary, game.meta)
        return say("{outcome}, with {players}", outcome=outcome, players=others) if others else outcome
    if not others:
        return say("Solo")
    return say("Place {place} of {count}, with {players}", place=place, count=len(people), players=others)


def _past_urls(person: Person, total: Played) -> list[tuple[Message, str]]:
    found = [(say("All games of {player}", player=person.name), past_url(person.id))]
    if total.wins:
        found.append((say("Games won"), past_url(person.id, outcome=f"won-{person.id}")))
    if total.rated > total.wins:
        found.append((say("Games lost"), past_url(person.id, outcome=f"lost-{person.id}")))
    return found


def _breakdowns(player_id: int, rows: Sequence[Counted]) -> Mapping[str, object]:
    """Return the figures by year, size and seat, each if there are several, and by place, with URLs of the games."""
    rated = [each for each in rows if each.rated]
    years = [
        (year, played, past_url(player_id, **{"from": year, "to": year}))
        for year, played in reversed(by(rows, "year").items())
        if year
    ]
    sizes = [(size_text(size), played, past_url(player_id, size=size)) for size, played in by(rows, "size").items()]
    seats = [
        (say("Seat {number}", number=seat + 1) if seat else say("Seat 1 (starts)"), played, None)
        for seat, played in by([each for each in rated if each.seat is not None], "seat").items()
    ]
    by_seat_and_size = ((say("By number of players"), sizes), (say("By seat"), seats))
    games = sum(each.games for each in rated)
    return {
        "by_year": (say("Year by year"), [(str(int(year)), *more) for year, *more in years]) if years[1:] else None,
        "breakdowns": [each for each in by_seat_and_size if each[1][1:]],
        "places": [
            (say("Place {place}", place=place), played.games, percent(played.games, games))
            for place, played in by(rated, "place").items()
        ],
    }


def _month(written: str) -> str:
    """Return the short name of a month ("2026-11") and the last two digits of its year."""
    year, _, month = written.partition("-")
    return format_date(date(int(year), int(month), 1), "LLL yy", region())
