"""Head to head: two people in the games that they played together, where whoever finished above beat the other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..storage import Database
from ..storage.rows import GameSummary
from .games import summaries

LEAST_GAMES = 5
"""How many games together make two people rivals."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The games of two people, from the side of one: in how many they finished above the other, and below."""

    games: int
    above: int
    below: int

    @property
    def level(self) -> int:
        """How many of them neither won over the other."""
        return self.games - self.above - self.below


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom one has played with, and the record against them."""

    id: int
    name: str
    record: HeadToHead


@dataclass(frozen=True, slots=True)
class Opponents:
    """Those whom somebody has played with.

    From LEAST_GAMES games together on, the `rival` is beaten in the greatest part of them, the `nemesis` wins over them
    in the greatest part; each is None where there is nobody. `frequent` are those who were there most, however often
    that was.
    """

    rival: Opponent | None
    nemesis: Opponent | None
    frequent: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """How somebody did in a game: the place they took, and their points."""

    place: int
    total: int | None


@dataclass(frozen=True, slots=True)
class GameTogether:
    """A game of two people, and how each of them did."""

    summary: GameSummary
    one: Sitting
    other: Sitting


def opponents(db: Database, player_id: int, most: int) -> Opponents:
    """Return whom somebody has played with: who stands out among them, and the `most` who were there most.

    A rival is beaten more often than they win, a nemesis wins more often than they are beaten: nobody is both. Of two
    with the same part of the games, who was there more often stands out.
    """
    rows = db.execute(
        """SELECT other_id, sum(games), sum(above), sum(below) FROM pair_counts WHERE player_id = ?
        GROUP BY other_id ORDER BY 2 DESC, other_id""",
        [player_id],
    ).fetchall()
    known = [(other_id, HeadToHead(*record)) for other_id, *record in rows]
    often = [each for each in known if each[1].games >= LEAST_GAMES]
    beaten = [
        (Fraction(record.above, record.games), each, record) for each, record in often if record.above > record.below
    ]
    lost_to = [
        (Fraction(record.below, record.games), each, record) for each, record in often if record.below > record.above
    ]
    rival, nemesis = (max(found, key=lambda each: each[0], default=None) for found in (beaten, lost_to))
    return Opponents(
        rival and _opponent(db, *rival[1:]),
        nemesis and _opponent(db, *nemesis[1:]),
        tuple(_opponent(db, *each) for each in known[:most]),
    )


def _opponent(db: Database, player_id: int, record: HeadToHead) -> Opponent:
    (name,) = db.execute("SELECT name FROM players WHERE id = ?", [player_id]).fetchone()
    return Opponent(player_id, name, record)


def head_to_head(db: Database, one: int, other: int) -> Mapping[str, HeadToHead]:
    """Return the record of one player against another by title, most games together first."""
    rows = db.execute(
        """SELECT rulebook, games, above, below FROM pair_counts WHERE player_id = ? AND other_id = ?
        ORDER BY games DESC, rulebook""",
        [one, other],
    ).fetchall()
    return {rulebook: HeadToHead(*record) for rulebook, *record in rows}


def in_all(each: Iterable[HeadToHead]) -> HeadToHead:
    """Return the sum of records."""
    found = list(each)
    return HeadToHead(
        sum(record.games for record in found),
        sum(record.above for record in found),
        sum(record.below for record in found),
    )


def together(db: Database, one: int, other: int, *, after: str | None, most: int) -> tuple[GameTogether, ...]:
    """Return up to `most` games of two players, latest first; only those before the game `after`, if there is one."""
    first, second = _fewer_first(db, one, other)
    moment, last = _position(db, after)
    rows = db.execute(
        # CROSS JOIN keeps the order: through the games of whoever has fewer.
        """SELECT few.game_id, few.place, few.total, more.place, more.total FROM sittings few
        CROSS JOIN sittings more ON more.player_id = ? AND more.moment = few.moment AND more.game_id = few.game_id
        WHERE few.player_id = ? AND (few.moment, few.game_id) < (?, ?)
        ORDER BY few.moment DESC, few.game_id DESC LIMIT ?""",
        [second, first, moment, last, most],
    ).fetchall()
    found = []
    for game, (_, *results) in zip(summaries(db, [game_id for game_id, *_ in rows]), rows, strict=True):
        few, more = Sitting(*results[:2]), Sitting(*results[2:])
        found.append(GameTogether(game, few, more) if first == one else GameTogether(game, more, few))
    return tuple(found)


def _fewer_first(db: Database, one: int, other: int) -> tuple[int, int]:
    """Return two players, first the one with fewer games."""
    rows = db.execute(
        """SELECT player_id FROM player_counts WHERE player_id IN (?, ?) GROUP BY player_id ORDER BY sum(games)""",
        [one, other],
    ).fetchall()
    return (one, other) if not rows or rows[0][0] == one else (other, one)


def _position(db: Database, game_id: str | None) -> tuple[int, str]:
    """Return what games are sorted by, for one of them; what comes after all for None, or one that is not there."""
    rows = [] if game_id is None else db.execute("SELECT moment, id FROM games WHERE id = ?", [game_id]).fetchall()
    return rows[0] if rows else (2**62, "")
