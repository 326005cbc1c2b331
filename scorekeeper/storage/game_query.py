"""Past games that meet some conditions: a page of them at a time, and the number of all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from sqlite_utils import Database

from .connection import column, placeholders
from .listing import summaries
from .projections import plain, trimmed, words_of
from .rows import GameSummary

LAST_CHARACTER = "\U0010ffff"
Cursor = tuple[int, str]
"""A position in the list: the moment and the id of a game, by which games are sorted."""
LATEST: Cursor = (2**62, "")
FIRST: Cursor = (-(2**62), "")
PLAYED = """EXISTS (SELECT 1 FROM player_results
    WHERE player_id = ? AND moment = g.moment AND game_id = g.game_id{})"""
SAT = """EXISTS (SELECT 1 FROM player_results
    WHERE moment = g.moment AND game_id = g.game_id AND +player_id IN ({}))"""
"""The plus has SQLite compare the players of each game, instead of searching for each of many people."""
Sql = tuple[str, Sequence[object]]
"""A condition on `finished_games g`, and the values for its question marks."""


@dataclass(frozen=True, slots=True)
class GameQuery:
    """Conditions on past games; a game has to meet all that are given.

    `rulebook` is the slug of a title; all of `players` (their ids) sat there; `place` is the venue in any spelling.
    Each of `words` is part of a player's name, or begins a word of the title, place or note. The game was `won_by` or
    `lost_by` a player (rated games only); it began on one of the days from `first` to `last`; `size` is the number of
    players, and `rated` means at least two; `margin` is one of `projections.MARGINS`. With `record`, marks with one of
    these names have that value. `titles` are the names of each title in all languages that are searched, by slug.
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
    record: tuple[tuple[str, ...], int] | None = None
    rated: bool = False
    titles: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)

    def where(self, db: Database) -> Sql:
        """Return all conditions as one."""
        terms: list[Sql] = []
        if self.rulebook is not None:
            terms.append(("g.rulebook = ?", [self.rulebook]))
        for player in self.players:
            if player not in (self.won_by, self.lost_by):
                terms.append((PLAYED.format(""), [player]))
        for who, rank in ((self.won_by, "= 1"), (self.lost_by, "> 1")):
            if who is not None:
                terms.append((PLAYED.format(f" AND rated AND place {rank}"), [who]))
        if self.place:
            terms.append(("g.venue = ?", [plain(self.place)]))
        if self.first or self.last:
            days = (self.first or date.min, self.last or date.max)
            terms.append(("g.day BETWEEN ? AND ?", [each.isoformat() for each in days]))
        if self.size is not None:
            terms.append(("g.size = ?", [self.size]))
        if self.rated:
            terms.append(("g.size > 1", []))
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
    """A page of a list: its games, newest first, and whether there are `newer` and `older` ones."""

    games: Sequence[GameSummary]
    newer: bool
    older: bool


def find(db: Database, query: GameQuery, most: int, *, before: Cursor = LATEST, after: Cursor | None = None) -> Found:
    """Return up to `most` games: the newest `before` a position or, if it is given, the oldest `after` one."""
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
        return Found(summaries(db, ids), newer=before != LATEST, older=more)
    return Found(summaries(db, ids[::-1]), newer=more, older=after != FIRST)


def matching_ids(db: Database, query: GameQuery) -> tuple[str, ...]:
    """Return the ids of all games that meet the conditions, newest first."""
    where, values = query.where(db)
    sql = f"SELECT game_id FROM finished_games g WHERE {where} ORDER BY moment DESC, game_id DESC"  # noqa: S608
    return column(db, sql, values)


def count(db: Database, query: GameQuery) -> int:
    """Return the number of games that meet the conditions."""
    where, values = query.where(db)
    (games,) = db.execute(f"SELECT count(*) FROM finished_games g WHERE {where}", values).fetchone()  # noqa: S608
    return int(games)


def people_whose_name_has(db: Database, text: str) -> tuple[int, ...]:
    """Return the ids of the people whose name contains a text, given in plain form (`plain`)."""
    rows = db.execute(
        # SQLite cannot take accents off: it returns every name that has characters outside ASCII.
        """SELECT id, folded FROM players
        WHERE folded >= ' ' AND (length(folded) != length(CAST(folded AS BLOB)) OR instr(folded, ?))""",
        [text],
    )
    return tuple(player_id for player_id, folded in rows if text in plain(folded))
