"""The conditions by which past games can be searched: each selects its games, and tests whether a game is one of them.

A search with several conditions reads the games of the condition with the fewest, newest first from an index, and tests
each game for the other conditions. So no search has to read all games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from ..storage import Database
from ..storage.connection import placeholders
from ..storage.rows import NO_MONTH, UNDATED
from ..storage.terms import PLACE, WORD, plain, trimmed, words_of

MOST_SOURCES = 20
"""With more sources than this a condition is only tested: its games are not read from the sources."""
MOST_COUNTED = 50
"""If a searched word fits more players or more words than this, their games are not counted."""
MOST_GAMES = FOREVER = 2**62
DAY = 86_400
LAST = "\U0010ffff"
SITTINGS = "SELECT moment, game_id AS id FROM sittings WHERE player_id = ?"
TERMS = "SELECT moment, game_id AS id FROM terms WHERE kind = ? AND term = ?"
FIRST_SEATS = "SELECT moment, game_id AS id FROM sittings WHERE seat = 0"
MARKS = "SELECT moment, game_id AS id FROM marks WHERE rulebook = ? AND name = ? AND value = ?"
OF_TITLE = "SELECT moment, id FROM games WHERE rulebook = ? AND shelf = 'table' AND finished = 1"


Sql = tuple[str, tuple[object, ...]]
"""A piece of a query, and the values for its question marks."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on games, as SQL.

    Each of the `sources` selects moments and ids of games, in order from an index; a game can be in several. `test` is
    true of a game `g` that meets the condition. At most `games` games meet it, and at least `least`. With `titled`, the
    sources and both numbers are of the title that is searched for, where there is one.
    """

    sources: tuple[Sql, ...]
    test: Sql
    games: int
    least: int
    titled: bool = False

    @property
    def can_lead(self) -> bool:
        """Whether a search can read the games of this condition, and test them for the others."""
        return 0 < len(self.sources) <= MOST_SOURCES

    @property
    def source(self) -> Sql:
        """One query for all sources; a game that is in several of them comes several times."""
        values = tuple(value for _, each in self.sources for value in each)
        return " UNION ALL ".join(query for query, _ in self.sources), values


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a player (by id) `won` or lost a rated game; a shared first place is a win."""

    player: int
    won: bool


@dataclass(frozen=True, slots=True)
class Held:
    """The games of a title that reached a record: they have this `value` under any of these `marks`."""

    rulebook: str
    marks: tuple[str, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Days:
    """The days from `first` to `last`, both included, by the clocks at the tables; None: no limit on that side.

    A game without a date fits only if there is no limit at all.
    """

    first: date | None = None
    last: date | None = None

    @property
    def bounds(self) -> tuple[str, str]:
        """The first and the last day in ISO 8601."""
        return (self.first or date.min).isoformat(), (self.last or date.max).isoformat()

    @property
    def months(self) -> tuple[str, str]:
        """The first and the last month as they are stored ("2026-11"); without a limit, NO_MONTH is included."""
        first, last = self.bounds
        return (first[:7] if self.any else NO_MONTH), last[:7]

    @property
    def any(self) -> bool:
        """Whether there is a limit."""
        return self != Days()

    @property
    def whole_months(self) -> bool:
        """Whether these days are whole months, so that counts by month are exact."""
        begins = self.first is None or self.first.day == 1
        return begins and (self.last is None or self.last == date.max or (self.last + timedelta(1)).day == 1)

    def moments(self) -> tuple[int, int]:
        """Return the first and last moment (seconds since 1970) that can be on these days, in any time zone."""
        first = _seconds(self.first) - DAY if self.first else UNDATED + 1 if self.any else -FOREVER
        last = _seconds(self.last) + 2 * DAY if self.last else FOREVER
        return first, last

    def surely(self) -> tuple[int, int]:
        """Return the moments (seconds since 1970) between which it is one of these days in every time zone."""
        first, last = self.moments()
        return first + 2 * DAY, last - 2 * DAY


def of_all(db: Database, rulebook: str | None, days: Days) -> Condition:
    """Return the condition that every past game meets, or every game of a title.

    It does not test for `days`: its numbers count the games of all months in which these days lie.
    """
    counted, months = "SELECT coalesce(sum(games), 0) FROM game_counts WHERE month BETWEEN ? AND ?", days.months
    if rulebook is None:
        (games,) = db.execute(counted, months).fetchone()
        source = "SELECT moment, id FROM games WHERE shelf = 'table' AND finished = 1"
        return Condition(((source, ()),), ("TRUE", ()), games, games, titled=True)
    (games,) = db.execute(f"{counted} AND rulebook = ?", [*months, rulebook]).fetchone()
    test = f"EXISTS ({OF_TITLE} AND moment = g.moment AND games.id = g.id)"
    return Condition(((OF_TITLE, (rulebook,)),), (test, (rulebook,)), games, games, titled=True)


def of_player(db: Database, player_id: int, rulebook: str | None) -> Condition:
    """Return the condition that a player sat there; `rulebook` is the title that is searched for, or None."""
    games = sum(_games_of(db, [player_id], rulebook))
    source, values = SITTINGS, (player_id,)
    if rulebook is None:
        return Condition(((source, values),), (_is_one(source), values), games, games, titled=True)
    of_title = (f"{source} AND rulebook = ?", (player_id, rulebook))
    return Condition((of_title,), (_is_one(source), values), games, games, titled=True)


def of_outcome(db: Database, outcome: Outcome, rulebook: str | None) -> Condition:
    """Return the condition that a player won there, or lost; `rulebook` is the title that is searched for, or None."""
    games = games_placed(db, outcome.player, rulebook, outcome=outcome)
    source = f"{SITTINGS} AND rated AND place {'=' if outcome.won else '>'} 1"
    values: tuple[object, ...] = (outcome.player,)
    test = (_is_one(source), values)
    if rulebook is not None:
        source, values = f"{source} AND rulebook = ?", (*values, rulebook)
    return Condition(((source, values),), test, games, games, titled=True)


def of_size(db: Database, size: int) -> Condition:
    """Return the condition that `size` people played."""
    games = games_shaped(db, size=size)
    source = f"{FIRST_SEATS} AND size = ?"
    return Condition(((source, (size,)),), (_is_one(source), (size,)), games, games)


def of_rated(db: Database, rulebook: str | None) -> Condition:
    """Return the condition that at least two people played; `rulebook` is the title that is searched for, or None."""
    games = games_shaped(db, rulebook) - games_shaped(db, rulebook, size=1)
    test = _is_one(f"{FIRST_SEATS} AND rated")
    return Condition((), (test, ()), games, games, titled=True)


def of_margin(db: Database, margin: str) -> Condition:
    """Return the condition that it was won by this margin (`storage/margins.py`)."""
    games = games_shaped(db, margin=margin)
    source = f"{FIRST_SEATS} AND margin = ?"
    return Condition(((source, (margin,)),), (_is_one(source), (margin,)), games, games)


def of_record(db: Database, held: Held) -> Condition:
    """Return the condition that it reached a record."""
    sources = tuple((MARKS, (held.rulebook, name, held.value)) for name in held.marks)
    names = placeholders(held.marks)
    (games,) = db.execute(
        f"SELECT count(DISTINCT game_id) FROM marks WHERE rulebook = ? AND value = ? AND name IN ({names})",  # noqa: S608
        [held.rulebook, held.value, *held.marks],
    ).fetchone()
    return Condition(sources, _any_source(sources), games, games, titled=True)


def games_shaped(db: Database, rulebook: str | None = None, size: int | None = None, margin: str | None = None) -> int:
    """Return how many games there are of a title, with `size` players, won by this margin; None: any."""
    return _sum_where(db, "shape_counts", {"rulebook": rulebook, "size": size, "margin": margin})


def games_placed(
    db: Database,
    player_id: int,
    rulebook: str | None = None,
    size: int | None = None,
    outcome: Outcome | None = None,
    *,
    rated: bool = False,
) -> int:
    """Return how many games of a title a player has, with `size` players, won or lost (`outcome.won`); None: any.

    With `rated`, only games with somebody to win against.
    """
    further = f" AND place {'=' if outcome.won else '>'} 1" if outcome else ""
    further += " AND size > 1" if rated or outcome else ""
    return _sum_where(db, "place_counts", {"player_id": player_id, "rulebook": rulebook, "size": size}, further)


def _sum_where(db: Database, table: str, known: Mapping[str, object], further: str = "") -> int:
    asked = {name: value for name, value in known.items() if value is not None}
    where = " AND ".join(f"{name} = ?" for name in asked)
    query = f"SELECT coalesce(sum(games), 0) FROM {table} WHERE {where or 'TRUE'}{further}"  # noqa: S608  (names of ours)
    (games,) = db.execute(query, list(asked.values())).fetchone()
    return int(games)


def of_place(db: Database, place: str) -> Condition:
    """Return the condition that it was played at a place, in its plain form (`storage/terms.py`)."""
    rows = db.execute("SELECT games FROM term_counts WHERE kind = ? AND term = ?", [PLACE, place]).fetchall()
    games = sum(count for (count,) in rows)
    return Condition(((TERMS, (PLACE, place)),), (_is_one(TERMS), (PLACE, place)), games, games)


def of_word(
    db: Database, searched: str, names: Sequence[tuple[int, str]], titles: Mapping[str, Sequence[str]]
) -> Condition:
    """Return the condition that a searched word is part of a player's name, or begins a word of title, place or note.

    `searched` is plain (`storage/terms.py`); `names` are ids and plain names of players; `titles` are the names of each
    title, by slug.
    """
    beginning = trimmed(searched)
    players = [player_id for player_id, name in names if searched in name]
    words = _words_like(db, beginning)
    slugs = [slug for slug, called in titles.items() if beginning and _begins_so(beginning, called)]
    counted = [] if len(players) > MOST_COUNTED else _games_of(db, players, None)
    games = [*counted, *(count for _, count in words), *(games_shaped(db, slug) for slug in slugs)]
    sources: list[Sql] = [(SITTINGS, (each,)) for each in players]
    sources += [(TERMS, (WORD, word)) for word, _ in words]
    uncounted = max(len(players), len(words)) > MOST_COUNTED
    test, values = _any_of(players, beginning, words) if len(sources) > MOST_SOURCES else _any_source(sources)
    if slugs:
        of_titles = f"(SELECT rulebook FROM games WHERE games.id = g.id) IN ({placeholders(slugs)})"  # noqa: S608
        test, values = f"({test} OR {of_titles})", (*values, *slugs)
    sources += [(OF_TITLE, (slug,)) for slug in slugs]
    return Condition(tuple(sources), (test, values), MOST_GAMES if uncounted else sum(games), max(games, default=0))


def _begins_so(beginning: str, called: Sequence[str]) -> bool:
    return any(word.startswith(beginning) for name in called for word in words_of(name))


def _is_one(source: str) -> str:
    """Return the test whether a game `g` is in a source; with the moment SQLite finds it by the source's index."""
    return f"EXISTS ({source} AND moment = g.moment AND game_id = g.id)"


def _any_source(sources: Sequence[Sql]) -> Sql:
    tests = " OR ".join(_is_one(source) for source, _ in sources)
    return f"({tests or 'FALSE'})", tuple(value for _, values in sources for value in values)


def _any_of(players: Sequence[int], beginning: str, words: Sequence[object]) -> Sql:
    """Return one test for many sources: whether one of these players sat there, or a word of the game begins so."""
    sat = f"EXISTS (SELECT 1 FROM sittings s WHERE s.game_id = g.id AND s.player_id IN ({placeholders(players)}))"  # noqa: S608
    if not words:
        return sat, tuple(players)
    said = "EXISTS (SELECT 1 FROM terms t WHERE t.game_id = g.id AND t.kind = ? AND t.term >= ? AND t.term < ?)"
    return f"({sat} OR {said})", (*players, WORD, beginning, beginning + LAST)


def names_like(db: Database, searched: Sequence[str]) -> list[tuple[int, str]]:
    """Return ids and plain names of everybody whose name may contain one of the searched words, given in plain form.

    Others can be among them: the caller compares the plain names.
    """
    rows = db.execute(
        # SQLite cannot take accents off: it returns every name that has letters outside ASCII.
        f"""SELECT id, folded FROM players
        WHERE length(folded) != length(CAST(folded AS BLOB)) {"OR instr(folded, ?) " * len(searched)}""",  # noqa: S608
        searched,
    ).fetchall()
    return [(player_id, plain(folded)) for player_id, folded in rows]


def _words_like(db: Database, beginning: str) -> list[tuple[str, int]]:
    """Return up to MOST_COUNTED + 1 words that begin so, and how many games each has."""
    if not beginning:
        return []
    found: list[tuple[str, int]] = db.execute(
        "SELECT term, games FROM term_counts WHERE kind = ? AND term >= ? AND term < ? LIMIT ?",
        [WORD, beginning, beginning + LAST, MOST_COUNTED + 1],
    ).fetchall()
    return found


def _games_of(db: Database, players: Sequence[int], rulebook: str | None) -> list[int]:
    """Return how many games each of these players has, of a title or (None) of all; no number for one without games."""
    if not players:
        return []
    titled, title = ("", []) if rulebook is None else (" AND rulebook = ?", [rulebook])
    rows = db.execute(
        f"SELECT sum(games) FROM player_counts WHERE player_id IN ({placeholders(players)}){titled} GROUP BY player_id",  # noqa: S608
        [*players, *title],
    ).fetchall()
    return [games for (games,) in rows]


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
