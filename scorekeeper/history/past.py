"""Past games: a search for them, a page of results at a time, how many there are, and what to suggest in its form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..storage import Database
from ..storage.rows import GameSummary, Person, Shelf
from ..storage.terms import PLACE, plain
from .conditions import (
    Condition,
    Days,
    Held,
    Outcome,
    games_placed,
    games_shaped,
    names_like,
    of_all,
    of_margin,
    of_outcome,
    of_place,
    of_player,
    of_rated,
    of_record,
    of_size,
    of_word,
)
from .games import summaries

LOOKED_THROUGH, ALL_LOOKED_THROUGH = 200, 600
"""How many games are read at most to count those that fit, if the projections have no count for them.

If the leading condition has fewer than ALL_LOOKED_THROUGH games all of them are read, and the count is exact.
"""
ON_A_PAGE = 25
"""How many games a page of the list shows."""
RECENT_GAMES = 40
RECENT_PLACES = 200

Spot = tuple[int, str]
"""The place of a game in the list: its moment and its id, by which games are sorted."""
ON_DAYS = """(g.moment BETWEEN ? AND ? OR (
    SELECT CASE WHEN coalesce(started, ended) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*'
    THEN substr(coalesce(started, ended), 1, 10) ELSE date(moment, 'unixepoch') END FROM games WHERE games.id = g.id
) BETWEEN ? AND ?)"""
"""The test whether a game `g` began (or else ended) on these days: its values are `Days.surely` and `Days.bounds`."""
LATEST: Spot = (2**62, "")
FIRST: Spot = (-(2**62), "")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which past games somebody searches for; a game has to meet all that is given.

    `rulebook` is the slug of a title; all of `players` (their ids) sat there; each of `words` is found in the title, a
    player's name, the place or the note. `outcome`: somebody won or lost it; `size`: so many played; `margin`: how far
    the winner was ahead (`storage/margins.py`); `record`: it reached that record; `rated`: at least two people played.
    """

    rulebook: str | None = None
    players: tuple[int, ...] = ()
    place: str = ""
    days: Days = field(default_factory=Days)
    words: str = ""
    outcome: Outcome | None = None
    size: int | None = None
    margin: str = ""
    record: Held | None = None
    rated: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """How many `games` a search finds in all; if that is not `exact`, there are at least so many."""

    games: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a search: its games, newest first, whether there are `newer` and `older` ones, and how many in all."""

    games: Sequence[GameSummary]
    newer: bool
    older: bool
    count: Count


def find(
    db: Database,
    wanted: Wanted,
    most: int,
    *,
    before: Spot = LATEST,
    after: Spot | None = None,
    titles: Mapping[str, Sequence[str]] | None = None,
) -> Listed:
    """Return up to `most` of the wanted games: the newest `before` a spot or, if it is given, the oldest `after` one.

    `titles` are the names of each title, by slug: the wanted words are looked for in them, too.
    """
    question = _asked(db, wanted, titles or {})
    counted = _count(db, question)
    spots = [] if counted == Count(0, True) else _spots(db, question, most + 1, before, after)
    more, spots = len(spots) > most, spots[:most]
    if after is None:
        newer, older = before != LATEST, more
    else:
        newer, older, spots = more, after != FIRST, spots[::-1]
    games = summaries(db, [game_id for _, game_id in spots])
    return Listed(games, newer, older, replace(counted, games=max(counted.games, len(spots))))


def count(db: Database, wanted: Wanted) -> Count:
    """Return how many wanted games there are, as the first page of their list says."""
    question = _asked(db, wanted, {})
    counted = _count(db, question)
    if counted.exact:
        return counted
    return replace(counted, games=max(counted.games, len(_spots(db, question, ON_A_PAGE, LATEST, None))))


def recent_people(db: Database) -> tuple[Person, ...]:
    """Return who sat at the latest RECENT_GAMES games; who sat there most recently comes first."""
    rows = db.execute(
        """SELECT players.id, name, suggested FROM seats JOIN players ON players.id = player_id
        JOIN (SELECT id, moment FROM games WHERE shelf = ? AND finished = 1 ORDER BY moment DESC LIMIT ?) g
        ON g.id = game_id GROUP BY players.id ORDER BY max(moment) DESC, seat, name""",
        [Shelf.TABLE, RECENT_GAMES],
    ).fetchall()
    return tuple(Person(player_id, name, bool(suggested)) for player_id, name, suggested in rows)


def most_played_places(db: Database, most: int) -> tuple[str, ...]:
    """Return up to `most` places, those with the most games first, as each was written last."""
    rows = db.execute(
        """SELECT (SELECT venue FROM terms JOIN games ON games.id = game_id
                   WHERE kind = c.kind AND term = c.term ORDER BY terms.moment DESC LIMIT 1)
        FROM term_counts c WHERE kind = ? ORDER BY games DESC, term LIMIT ?""",
        [PLACE, most],
    ).fetchall()
    return tuple(place for (place,) in rows)


def latest_places(db: Database, most: int) -> tuple[str, ...]:
    """Return up to `most` places where people played most recently, the latest first, as each was written last."""
    rows = db.execute(
        """SELECT venue FROM games WHERE venue IS NOT NULL AND shelf != ? ORDER BY moment DESC, rowid DESC LIMIT ?""",
        [Shelf.DELETED, RECENT_PLACES],
    ).fetchall()
    places: dict[str, str] = {}
    for (place,) in rows:
        places.setdefault(plain(place), place)
    return tuple(place for known, place in places.items() if known)[:most]


def last_place(db: Database, since: int) -> str | None:
    """Return the place of the latest game; None if it has none, or its moment (of `StoredGame`) is before `since`."""
    rows = db.execute(
        """SELECT moment, venue FROM games WHERE shelf = ? AND finished IN (?, ?) AND moment >= ?
        ORDER BY moment DESC, rowid DESC LIMIT 1""",
        [Shelf.TABLE, 0, 1, since],
    ).fetchall()
    return rows[0][1] if rows else None


@dataclass(frozen=True, slots=True)
class _Question:
    """A search as `conditions`, the first of them for all games or a title.

    `leading` is the condition with the fewest games of those that can lead: its games are read, and tested for the
    others.
    """

    wanted: Wanted
    conditions: Sequence[Condition]
    leading: Condition

    @property
    def tests(self) -> tuple[str, list[object]]:
        """The SQL test of a game of the leading condition for all the others and the days, with its values."""
        everything, *others = self.conditions
        tested = [each for each in others if each is not self.leading]
        if not self.leading.titled:
            tested.append(everything)
        values = [value for each in tested for value in each.test[1]]
        tests = [each.test[0] for each in tested]
        if self.wanted.days.any:
            tests.append(ON_DAYS)
            values += [*self.wanted.days.surely(), *self.wanted.days.bounds]
        return " AND ".join(tests) or "TRUE", values


def _asked(db: Database, wanted: Wanted, titles: Mapping[str, Sequence[str]]) -> _Question:
    title, outcome = wanted.rulebook, wanted.outcome
    sat = [each for each in wanted.players if outcome is None or each != outcome.player]
    conditions = [of_all(db, title, wanted.days), *(of_player(db, each, title) for each in sat)]
    if outcome:
        conditions.append(of_outcome(db, outcome, title))
    if wanted.place:
        conditions.append(of_place(db, plain(wanted.place)))
    if wanted.size is not None:
        conditions.append(of_size(db, wanted.size))
    if wanted.rated:
        conditions.append(of_rated(db, title))
    if wanted.margin:
        conditions.append(of_margin(db, wanted.margin))
    if wanted.record:
        conditions.append(of_record(db, wanted.record))
    words = list(dict.fromkeys(plain(wanted.words).split()))
    names = names_like(db, words) if words else []
    conditions += [of_word(db, word, names, titles) for word in words]
    leading = min((each for each in conditions if each.can_lead), key=lambda each: each.games)
    return _Question(wanted, conditions, leading)


def _spots(db: Database, question: _Question, most: int, before: Spot, after: Spot | None) -> list[Spot]:
    tests, values = question.tests
    source, of_source = question.leading.source
    further, order, spot = ("<", " DESC", before) if after is None else (">", "", after)
    first, last = question.wanted.days.moments()
    bounds = (first, min(last, spot[0])) if after is None else (max(first, spot[0]), last)
    rows: list[Spot] = db.execute(
        f"""SELECT g.moment, g.id FROM ({source}) g
        WHERE g.moment BETWEEN ? AND ? AND (g.moment, g.id) {further} (?, ?) AND {tests}
        ORDER BY g.moment{order}, g.id{order} LIMIT ?""",  # noqa: S608  (no values in it)
        [*of_source, *bounds, *spot, *values, most * len(question.leading.sources)],
    ).fetchall()
    return list(dict.fromkeys(rows))[:most]


def _count(db: Database, question: _Question) -> Count:
    if not all(each.games for each in question.conditions):
        return Count(0, True)
    known, least = _known_count(db, question), _least(question)
    if known is not None:
        return Count(known, True)
    if least > LOOKED_THROUGH:
        return Count(least, False)
    most = ALL_LOOKED_THROUGH if question.leading.games < ALL_LOOKED_THROUGH else LOOKED_THROUGH
    tests, values = question.tests
    source, of_source = question.leading.source
    looked, found = db.execute(
        f"""SELECT count(*), count(DISTINCT CASE WHEN {tests} THEN g.id END) FROM (
            SELECT g.moment, g.id FROM ({source}) g WHERE g.moment BETWEEN ? AND ?
            ORDER BY g.moment DESC, g.id DESC LIMIT ?
        ) g""",  # noqa: S608  (no values in it)
        [*values, *of_source, *question.wanted.days.moments(), most],
    ).fetchone()
    return Count(max(found, least), looked < most)


def _known_count(db: Database, question: _Question) -> int | None:
    """Return how many games there are if the projections have that count, else None."""
    wanted, (everything, *others) = question.wanted, question.conditions
    if not others:
        return everything.games if wanted.days.whole_months else None
    if wanted.days.any:
        return None
    if len(others) == 1 and others[0].games == others[0].least and (others[0].titled or wanted.rulebook is None):
        return others[0].games
    if wanted.place or wanted.words or wanted.record:
        return None
    sat = tuple({*wanted.players, *([wanted.outcome.player] if wanted.outcome else [])})
    match sat:
        case () if not wanted.rated:
            return games_shaped(db, wanted.rulebook, wanted.size, wanted.margin or None)
        case (player,) if not wanted.margin:
            return games_placed(db, player, wanted.rulebook, wanted.size, wanted.outcome, rated=wanted.rated)
        case (_, _) if len(others) == len(wanted.players) and not wanted.outcome:
            return _games_together(db, sat, wanted.rulebook)
    return None


def _games_together(db: Database, players: Sequence[int], rulebook: str | None) -> int:
    title = "" if rulebook is None else " AND rulebook = ?"
    (games,) = db.execute(
        f"SELECT coalesce(sum(games), 0) FROM pair_counts WHERE player_id = ? AND other_id = ?{title}",  # noqa: S608
        [*players, *([] if rulebook is None else [rulebook])],
    ).fetchone()
    return int(games)


def _least(question: _Question) -> int:
    """Return how many games there are at least: more than 0 only if one condition is asked for, and nothing else."""
    _, *others = question.conditions
    alone = len(others) == 1 and question.wanted.rulebook is None and not question.wanted.days.any
    return others[0].least if alone else 0
