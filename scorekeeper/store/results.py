"""The result rows of finished games, and queries over them: lists of games, suggestions for forms.

The rows are computed from a game's log and written with it; `check --rebuild` rewrites them.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from operator import itemgetter

from sqlite_utils import Database

from ..core.numbers import rounded
from .connection import column, insert_rows, placeholders
from .external import UNKNOWN, ExternalResult
from .rows import GameStatus, GameSummary, Person, ResultLine, StoredGame, names_by_game, set_latest
from .settings import replaced

RecordEntry = tuple[float, str, int | None, str | None]
"""A candidate for a record, as in the table `marks`: value, seats, play number and text."""


@dataclass(frozen=True, slots=True)
class Projections:
    """The projections of a game for the history.

    `lines` are its result, best first (empty while it runs), and `marks` its candidates for records by name. `day` is
    its date ("2026-11-21", or NO_DAY), and `seconds` its duration, or None. `size` is the number of people who played;
    `rated` games count in statistics against other players: several people played, one of them won, and the game is not
    cooperative. `teams` are the totals of teams, best first; () without teams. `seats` are the seats of the players,
    each None if unknown; without `seats`, the players are stored by seat.
    """

    lines: tuple[ResultLine, ...]
    marks: Mapping[str, RecordEntry]
    day: str
    seconds: int | None
    size: int
    rated: bool
    teams: Sequence[float | None] = ()
    seats: Sequence[int | None] | None = None


OF_GAMES = ("results", "finished_games", "player_results", "search_words", "marks")
"""Tables of projections; each row belongs to one game."""


def put_projections(db: Database, game: StoredGame, made: Projections) -> None:
    """Replace a game's projections; only finished games with status ACTIVE have more than the result."""
    before = column(db, "SELECT player_id FROM player_results WHERE game_id = ?", [game.id])
    for table in OF_GAMES:
        db.execute(f"DELETE FROM {table} WHERE game_id = ?", [game.id])  # noqa: S608  (names of ours)
    add_projections(db, [(game, game.people, made)])
    set_latest(db, {*game.people, *before})


def add_projections(db: Database, games: Iterable[tuple[StoredGame, Sequence[int], Projections]]) -> None:
    """Add the projections of games that have none, given with the ids of their players by seat; see `put_projections`.

    The caller passes the players to `set_latest` afterwards.
    """
    rows: dict[str, list[dict[str, object]]] = {table: [] for table in OF_GAMES}
    ends = replaced(db)
    for game, players, made in games:
        rows["results"] += (
            {
                "game_id": game.id,
                "line": index,
                "seat": line.seat,
                "name": line.name,
                "place": line.place,
                "total": line.total,
            }
            for index, line in enumerate(made.lines)
        )
        if not made.lines or game.status is not GameStatus.ACTIVE:
            continue
        of_game = {"rulebook": ends.get(game.rulebook, game.rulebook), "moment": game.moment, "game_id": game.id}
        shared = {
            **of_game,
            "day": made.day,
            "size": made.size,
            "rated": made.rated,
            "seconds": made.seconds,
            "venue": plain(game.venue or ""),
        }
        margin = margin_of(made.teams or [line.total for line in made.lines]) if made.rated else ""
        rows["finished_games"].append({**shared, "margin": margin})
        rows["player_results"] += (
            {
                **shared,
                "player_id": players[each.seat],
                "year": made.day[:4],
                "seat": made.seats[each.seat] if made.seats else each.seat,
                "place": each.place,
                "total": each.total,
            }
            for each in made.lines
            if each.seat is not None
        )
        rows["marks"] += (
            {**of_game, "name": name, "value": value, "seats": seats, "number": number, "what": what}
            for name, (value, seats, number, what) in made.marks.items()
        )
        words = _words_about(game.venue, game.note, game.external_result)
        rows["search_words"] += ({"word": word, "game_id": game.id} for word in words)
    rows["search_words"].sort(key=itemgetter("word"))  # faster, because neighbours in the table are written together
    for table in OF_GAMES:
        insert_rows(db, table, rows[table])


def set_successor(db: Database, slug: str, successor: str | None) -> None:
    """Set or remove (None) the successor of a pad, and count the games of the pad accordingly.

    The caller ensures that the chain of successors has no circle.
    """
    db.table("definitions").update(slug, {"successor": successor})
    behind = """WITH RECURSIVE behind (slug) AS (
            SELECT ? UNION SELECT definitions.slug FROM definitions JOIN behind ON successor = behind.slug
        ) SELECT id FROM games WHERE rulebook IN (SELECT slug FROM behind)"""
    for table in ("finished_games", "player_results", "marks"):
        db.execute(
            f"UPDATE {table} SET rulebook = ? WHERE game_id IN ({behind})",  # noqa: S608  (names of ours)
            [replaced(db).get(slug, slug), slug],
        )


def replace_pad(db: Database, slug: str, successor: str) -> None:
    """Make a stored pad the successor of another stored pad, unless the successor has been replaced already.

    If the successor was replaced by the other pad before, the order is reversed.
    """
    ends = replaced(db)
    if slug in ends:
        return
    if ends.get(successor) == slug:
        set_successor(db, successor, None)
    set_successor(db, slug, successor)


def set_words(db: Database, game_id: str, venue: str | None, note: str | None, external_result: str | None) -> None:
    """Replace the venue and search words of a finished game with status ACTIVE."""
    for table in ("finished_games", "player_results"):
        db.execute(f"UPDATE {table} SET venue = ? WHERE game_id = ?", [plain(venue or ""), game_id])  # noqa: S608
    db.table("search_words").delete_where("game_id = ?", [game_id])
    words = _words_about(venue, note, external_result)
    insert_rows(db, "search_words", ({"word": word, "game_id": game_id} for word in words))


def _words_about(venue: str | None, note: str | None, external_result: str | None) -> frozenset[str]:
    """Return the search words of a game's location and note, and of the expansions and roles of an external result."""
    result = UNKNOWN if external_result is None else ExternalResult.read(external_result)
    return words_of(" ".join([venue or "", note or "", *result.expansions, *result.roles]))


# Margins of victory, and search words

MARGINS: Mapping[str, int | None] = {"0": 0, "1-3": 3, "4-10": 10, "11-20": 20, "21-": None}
"""Ranges of victory margins in points: the name and the upper limit of each.

Databases contain the names, and need a rebuild after a change of the ranges.
"""
PIECES = re.compile(r"\w+")
MAX_LENGTH = 80
"""Maximum length of a search word in characters; longer words are cut off."""


def margin_of(totals: Sequence[float | None]) -> str:
    """Return the name of a game's margin of victory in MARGINS, or ""; `totals` are best first."""
    match totals[:2]:
        case [int() | float() as first, int() | float() as second]:
            return next(name for name, most in MARGINS.items() if most is None or rounded(abs(first - second)) <= most)
    return ""  # without points, or without an opponent


@lru_cache(4096)
def plain(text: str) -> str:
    """Return the search form of a text: without case, accents and redundant spaces."""
    if text.isascii():
        return " ".join(text.casefold().split())
    bare = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return " ".join(unicodedata.normalize("NFKC", bare.casefold()).split())


def words_of(text: str) -> frozenset[str]:
    """Return the search words of a text, with parts of compound words: "o'brien" also yields "o" and "brien"."""
    return frozenset(each for word in text.split() for each in _words_in(word))


@lru_cache(4096)  # texts differ, but have many words in common
def _words_in(word: str) -> tuple[str, ...]:
    complete = [trimmed(each) for each in plain.__wrapped__(word).split()]
    return tuple(each[:MAX_LENGTH] for word in complete for each in (word, *PIECES.findall(word)) if each)


def trimmed(word: str) -> str:
    """Return a word without leading and trailing punctuation."""
    return re.sub(r"^\W+|\W+$", "", word)


# Lists and suggestions


RECENT_GAMES = 40
RECENT_PLACES = 200
LATEST_GAMES = 200


def latest(
    db: Database, *, finished: bool, most: int, after: int = 0, status: GameStatus = GameStatus.ACTIVE
) -> tuple[GameSummary, ...]:
    """Return up to `most` finished or running games of a status, latest first, without the first `after`."""
    return _summaries(
        db,
        "status = ? AND finished = ? ORDER BY moment DESC, id DESC LIMIT ? OFFSET ?",
        [status, finished, most, after],
    )


def latest_titles(db: Database) -> tuple[str, ...]:
    """Return the slugs of the titles with finished games, latest played first."""
    return column(db, "SELECT rulebook FROM finished_games GROUP BY rulebook ORDER BY max(moment) DESC, rulebook")


def recent_titles(db: Database) -> tuple[str, ...]:
    """Return the slugs of the titles of the latest LATEST_GAMES finished and running games, latest played first."""
    query = """SELECT rulebook, moment, id FROM games WHERE status = ? AND finished = ?
        ORDER BY moment DESC, id DESC LIMIT ?"""
    rows = [
        row
        for finished in (True, False)
        for row in db.execute(query, [GameStatus.ACTIVE, finished, LATEST_GAMES]).fetchall()
    ]
    return tuple(dict.fromkeys(slug for slug, *_ in sorted(rows, key=lambda row: row[1:], reverse=True)))


def titles_played(db: Database) -> dict[str, tuple[int, str]]:
    """Return the number of finished games and the day of the latest game by title, latest played first.

    The day is "" if unknown. Only ACTIVE games count. A title with only running games has 0 finished ones.
    """
    rows = db.execute(
        """SELECT rulebook, count(*), max(day), max(moment) AS latest FROM finished_games GROUP BY rulebook UNION ALL
        SELECT rulebook, 0, substr(max(coalesce(started, '')), 1, 10), max(moment) FROM games
        WHERE status = ? AND finished = 0 GROUP BY rulebook ORDER BY latest, rulebook DESC""",
        [GameStatus.ACTIVE],
    ).fetchall()
    ends, found = replaced(db), dict[str, tuple[int, str]]()
    for slug, games, day, _ in rows:
        before = found.pop(ends.get(slug, slug), (0, ""))
        found[ends.get(slug, slug)] = (before[0] + games, max(before[1], day))
    return dict(reversed(found.items()))


def finished_before(db: Database, game: StoredGame, pause: int, most: int) -> tuple[GameSummary, ...]:
    """Return a finished game, and earlier games of its title that share a player with it, latest first.

    Games without a time of day are skipped. The list goes back to the first gap longer than `pause` seconds, and has at
    most `most` games. The given game comes first, even among games of the same moment.
    """
    players, rulebook = game.people, replaced(db).get(game.rulebook, game.rulebook)
    found: set[tuple[int, str]] = set()
    more = [(game.moment, game.id)]
    while more and len(found) < most:
        found.update(more)
        oldest = min(found)[0]
        rows = db.execute(
            f"""SELECT DISTINCT moment, game_id FROM player_results
            WHERE player_id IN ({placeholders(players)}) AND rulebook = ? AND moment BETWEEN ? AND ?
            AND (SELECT instr(coalesce(started, ended), 'T') FROM games WHERE id = game_id)""",  # noqa: S608
            [*players, rulebook, oldest - pause, oldest],
        ).fetchall()
        more = [each for each in rows if each not in found]
    latest_first = sorted(found, key=lambda each: (each[1] == game.id, *each), reverse=True)
    return summaries(db, [game_id for _, game_id in latest_first[:most]])


def has_neighbours(db: Database, game: StoredGame, pause: int) -> bool:
    """Return whether `in_evening` has further games."""
    return bool(_neighbours(db, [game.id], game.moment - pause, game.moment + pause, 1))


def in_evening(
    db: Database, game: StoredGame, pause: int, most: int
) -> tuple[tuple[GameSummary, int | None, bool], ...]:
    """Return the finished games of all titles in an evening, first to last, with duration in seconds and "rated".

    The evening grows from `game`, which is finished: another game belongs to it if it shares a player with any of its
    games, and starts at most `pause` seconds before its first or after its last one. So it contains all games of
    `finished_before`. Games without a time of day are skipped. Of more than `most` games, the ones nearest to `game`
    remain.
    """
    found = {game.id: game.moment}
    while len(found) < most:
        first, last = min(found.values()), max(found.values())
        more = _neighbours(db, [*found], first - pause, last + pause, -1)
        if not more:
            break
        found.update(more)
    nearest = sorted(found, key=lambda each: (abs(found[each] - game.moment), each))[:most]
    figures = {
        game_id: (seconds, bool(rated))
        for game_id, seconds, rated in db.execute(
            f"SELECT game_id, seconds, rated FROM finished_games WHERE game_id IN ({placeholders(nearest)})",  # noqa: S608
            nearest,
        )
    }
    ordered = sorted(summaries(db, nearest), key=lambda each: (each.moment, each.id))
    return tuple((each, *figures[each.id]) for each in ordered if each.id in figures)


def _neighbours(db: Database, game_ids: Sequence[str], first: int, last: int, most: int) -> dict[str, int]:
    """Return the moments of up to `most` games (-1: all) in this range with players of given games, without these."""
    those = placeholders(game_ids)
    rows = db.execute(
        f"""SELECT DISTINCT game_id, moment FROM player_results
        WHERE player_id IN (SELECT player_id FROM player_results WHERE game_id IN ({those}))
        AND moment BETWEEN ? AND ? AND game_id NOT IN ({those})
        AND (SELECT instr(coalesce(started, ended), 'T') FROM games WHERE id = game_id) LIMIT ?""",  # noqa: S608
        [*game_ids, first, last, *game_ids, most],
    )
    return dict(rows.fetchall())


def has_inactive(db: Database) -> bool:
    query = "SELECT 1 FROM games WHERE status IN (?, ?) LIMIT 1"
    return db.execute(query, [GameStatus.ARCHIVED, GameStatus.DELETED]).fetchone() is not None


def last_winner(db: Database, rulebook: str, names: Sequence[str]) -> str | None:
    latest_win = """SELECT moment, game_id FROM player_results
        WHERE player_id = (SELECT id FROM players WHERE folded = ?) AND rulebook = ? AND place = 1
        ORDER BY moment DESC, game_id DESC LIMIT 1"""
    wins = [(*win, name) for name in names for win in db.execute(latest_win, [name.casefold(), rulebook]).fetchall()]
    return max(wins)[-1] if wins else None


def recent_players(db: Database, most: int) -> tuple[Person, ...]:
    """Return up to `most` players to suggest for a new game, most recent first."""
    rows = db.execute(
        """SELECT id, name FROM players WHERE suggested = TRUE AND latest IS NOT NULL
        ORDER BY latest DESC, latest_seat, name LIMIT ?""",
        [most],
    ).fetchall()
    return tuple(Person(player_id, name, suggested=True) for player_id, name in rows)


def players_of_latest_games(db: Database) -> tuple[Person, ...]:
    """Return the players of the latest RECENT_GAMES finished games, most recent first."""
    rows = db.execute(
        """SELECT players.id, name, suggested FROM seats JOIN players ON players.id = player_id
        JOIN (SELECT id, moment FROM games WHERE status = ? AND finished = 1 ORDER BY moment DESC LIMIT ?) g
        ON g.id = game_id GROUP BY players.id ORDER BY max(moment) DESC, seat, name""",
        [GameStatus.ACTIVE, RECENT_GAMES],
    ).fetchall()
    return tuple(Person(player_id, name, bool(suggested)) for player_id, name, suggested in rows)


def most_played_places(db: Database, most: int) -> tuple[str, ...]:
    """Return up to `most` locations with the most finished games, most used first, each in its latest spelling."""
    return column(
        db,
        """SELECT (SELECT games.venue FROM finished_games f JOIN games ON id = game_id
                   WHERE f.venue = counted.place ORDER BY f.moment DESC LIMIT 1)
        FROM (
            SELECT venue AS place, count(*) AS number FROM finished_games WHERE venue != ''
            GROUP BY venue ORDER BY number DESC, place LIMIT ?
        ) counted ORDER BY number DESC, place""",
        [most],
    )


def latest_places(db: Database, most: int) -> tuple[str, ...]:
    """Return up to `most` of the latest locations, latest first, each in its latest spelling."""
    query = "SELECT venue FROM games WHERE venue IS NOT NULL AND status != ? ORDER BY moment DESC, rowid DESC LIMIT ?"
    places: dict[str, str] = {}
    for place in column(db, query, [GameStatus.DELETED, RECENT_PLACES]):
        places.setdefault(plain(place), place)
    return tuple(place for known, place in places.items() if known)[:most]


def last_place(db: Database, since: int) -> str | None:
    """Return the location of the latest game; None without one, or if the game's `moment` is before `since`."""
    # `finished IN (0, 1)` lets SQLite use all columns of the index games_by_moment.
    rows = db.execute(
        """SELECT moment, venue FROM games WHERE status = ? AND finished IN (?, ?) AND moment >= ?
        ORDER BY moment DESC, rowid DESC LIMIT 1""",
        [GameStatus.ACTIVE, 0, 1, since],
    ).fetchall()
    return rows[0][1] if rows else None


def listed_games(db: Database, game_ids: Sequence[str]) -> Sequence[tuple[str, str, str | None, tuple[str, ...]]]:
    """Return the games with these ids, in this order: id, slug of the title, date, players' names."""
    rows = db.execute(
        f"SELECT id, rulebook, coalesce(started, ended) FROM games WHERE id IN ({placeholders(game_ids)})",  # noqa: S608
        game_ids,
    ).fetchall()
    names, found = names_by_game(db, game_ids), {row[0]: row for row in rows}
    return [(*found[game_id], names.get(game_id, ())) for game_id in game_ids if game_id in found]


def summaries(db: Database, game_ids: Sequence[str]) -> tuple[GameSummary, ...]:
    """Return the games with these ids, in this order, without unknown ids."""
    found = (
        {each.id: each for each in _summaries(db, f"id IN ({placeholders(game_ids)})", game_ids)} if game_ids else {}
    )
    return tuple(found[game_id] for game_id in game_ids if game_id in found)


def _summaries(db: Database, which: str, values: Sequence[object]) -> tuple[GameSummary, ...]:
    rows = db.execute(
        f"""SELECT id, rulebook, moment, ended, (SELECT count(*) FROM plays WHERE game_id = games.id), revision,
        started, venue, note, external_result IS NOT NULL FROM games WHERE {which}""",  # noqa: S608  (no values in it)
        values,
    ).fetchall()
    ids = [row[0] for row in rows]
    names = names_by_game(db, ids)
    results = _results(db, ids, names)
    return tuple(
        GameSummary(game_id, rulebook, names[game_id], plays, moment, ended, results.get(game_id, ()), *others)
        for game_id, rulebook, moment, ended, plays, *others in rows
    )


def _results(
    db: Database, game_ids: Sequence[str], names: Mapping[str, tuple[str, ...]]
) -> Mapping[str, tuple[ResultLine, ...]]:
    results: dict[str, tuple[ResultLine, ...]] = {}
    for game_id, seat, name, place, total in db.execute(
        f"""SELECT game_id, seat, name, place, total FROM results
        WHERE game_id IN ({placeholders(game_ids)}) ORDER BY game_id, line""",  # noqa: S608  (question marks only)
        game_ids,
    ):
        line = ResultLine(seat, name if seat is None else names[game_id][seat], place, total)
        results[game_id] = (*results.get(game_id, ()), line)
    return results


# Filtered lists: a page at a time, and the exact count


LAST_CHARACTER = "\U0010ffff"
Cursor = tuple[int, str]
"""A position in the list: moment and id of a game, the sort key."""
NEWEST_CURSOR: Cursor = (2**62, "")
OLDEST_CURSOR: Cursor = (-(2**62), "")
PLAYED = """EXISTS (SELECT 1 FROM player_results
    WHERE player_id = ? AND moment = g.moment AND game_id = g.game_id{})"""
SAT = """EXISTS (SELECT 1 FROM player_results
    WHERE moment = g.moment AND game_id = g.game_id AND +player_id IN ({}))"""
"""The unary plus disables the index on player_id: checking a game's few players beats searching for many players."""
Sql = tuple[str, Sequence[object]]
"""A condition on `finished_games g`, and the values for its question marks."""


@dataclass(frozen=True, slots=True)
class GameQuery:
    """Conditions on past games; a game must meet all given conditions.

    `rulebook`: slug of the title. `players`: ids of players, all of whom took part. `place`: the location in any
    spelling. `words`: each is part of a player's name, or begins a word of the title, location, note, an expansion or a
    role. `won_by`, `lost_by`: id of a player who won or lost (rated games only). `table_won`: whether the players of a
    cooperative game won. `first`, `last`: range of days. `size`: number of people. `rated`: see `Projections`.
    `margin`: one of MARGINS. `record`: names of marks and a value; one of these marks has it. `titles`: names of the
    titles to search, in all languages, by slug; `cooperative`: slugs of the cooperative titles.
    """

    rulebook: str | None = None
    players: tuple[int, ...] = ()
    place: str = ""
    first: date | None = None
    last: date | None = None
    words: str = ""
    won_by: int | None = None
    lost_by: int | None = None
    size: int | None = None
    margin: str = ""
    record: tuple[tuple[str, ...], float] | None = None
    rated: bool = False
    table_won: bool | None = None
    titles: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)
    cooperative: Sequence[str] = field(default=(), compare=False)

    def where(self, db: Database) -> Sql:
        """Return all conditions joined by AND."""
        terms: list[Sql] = []
        if self.rulebook is not None:
            terms.append(("g.rulebook = ?", [self.rulebook]))
        for player in self.players:
            if player not in (self.won_by, self.lost_by):
                terms.append((PLAYED.format(""), [player]))
        for who, rank in ((self.won_by, "= 1"), (self.lost_by, "> 1")):
            if who is not None:
                terms.append((PLAYED.format(f" AND rated AND place {rank}"), [who]))
        if self.table_won is not None:
            won = "EXISTS (SELECT 1 FROM results WHERE game_id = g.game_id AND place = 1)"
            terms.append((f"g.rulebook IN ({placeholders(self.cooperative)})", self.cooperative))
            terms.append((won if self.table_won else f"NOT {won}", []))
        if self.place:
            terms.append(("g.venue = ?", [plain(self.place)]))
        if self.first or self.last:
            days = (self.first or date.min, self.last or date.max)
            terms.append(("g.day BETWEEN ? AND ?", [each.isoformat() for each in days]))
        if self.size is not None:
            terms.append(("g.size = ?", [self.size]))
        if self.rated:
            terms.append(("g.rated", []))
        if self.margin:
            terms.append(("g.margin = ?", [self.margin]))
        if self.record:
            names, value = self.record
            held = f"SELECT game_id FROM marks WHERE rulebook = ? AND value = ? AND name IN ({placeholders(names)})"  # noqa: S608
            terms.append((f"g.game_id IN ({held})", [self.rulebook, value, *names]))
        terms += [self._has_word(db, word) for word in dict.fromkeys(plain(self.words).split())]
        return " AND ".join(sql for sql, _ in terms) or "TRUE", [value for _, values in terms for value in values]

    def _has_word(self, db: Database, word: str) -> Sql:
        beginning = trimmed(word)
        slugs = [
            slug
            for slug, names in self.titles.items()
            if beginning and any(each.startswith(beginning) for name in names for each in words_of(name))
        ]
        people = people_whose_name_has(db, word)
        either: list[Sql] = []
        if people:
            either.append((SAT.format(placeholders(people)), people))
        if slugs:
            either.append((f"+g.rulebook IN ({placeholders(slugs)})", slugs))
        if beginning:
            words = "SELECT game_id FROM search_words WHERE word >= ? AND word < ?"
            either.append((f"g.game_id IN ({words})", [beginning, beginning + LAST_CHARACTER]))
        sql = " OR ".join(sql for sql, _ in either) or "FALSE"
        return f"({sql})", [value for _, values in either for value in values]


@dataclass(frozen=True, slots=True)
class Found:
    """A page of a list: its games, newest first; `newer` and `older`: whether the list has more of them."""

    games: Sequence[GameSummary]
    newer: bool
    older: bool


def find(
    db: Database, query: GameQuery, most: int, *, before: Cursor = NEWEST_CURSOR, after: Cursor | None = None
) -> Found:
    """Return up to `most` games: the newest `before` a position or, if `after` is given, the oldest after it."""
    where, values = query.where(db)
    sign, order, at = ("<", "DESC", before) if after is None else (">", "ASC", after)
    ids = column(
        db,
        f"""SELECT game_id FROM finished_games g WHERE {where} AND (moment, game_id) {sign} (?, ?)
        ORDER BY moment {order}, game_id {order} LIMIT ?""",  # noqa: S608  (no values in it)
        [*values, *at, most + 1],
    )
    more, ids = len(ids) > most, ids[:most]
    if after is None:
        return Found(summaries(db, ids), newer=before != NEWEST_CURSOR, older=more)
    return Found(summaries(db, ids[::-1]), newer=more, older=after != OLDEST_CURSOR)


def matching_ids(db: Database, query: GameQuery) -> tuple[str, ...]:
    where, values = query.where(db)
    sql = f"SELECT game_id FROM finished_games g WHERE {where} ORDER BY moment DESC, game_id DESC"  # noqa: S608
    return column(db, sql, values)


def count(db: Database, query: GameQuery) -> int:
    if (
        query == GameQuery(players=query.players[:1]) and query.players
    ):  # one index is enough, without a look at each game
        return int(db.table("player_results").count_where("player_id = ?", query.players))
    where, values = query.where(db)
    (games,) = db.execute(f"SELECT count(*) FROM finished_games g WHERE {where}", values).fetchone()  # noqa: S608
    return int(games)


def people_whose_name_has(db: Database, text: str) -> tuple[int, ...]:
    """Return the ids of players whose names contain a text in search form (`plain`)."""
    rows = db.execute(
        # SQLite cannot remove accents: return every name with characters outside ASCII, and compare it below.
        """SELECT id, folded FROM players
        WHERE folded >= ' ' AND (length(folded) != length(CAST(folded AS BLOB)) OR instr(folded, ?))""",
        [text],
    )
    return tuple(player_id for player_id, folded in rows if text in plain(folded))
