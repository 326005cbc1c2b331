"""Head to head: two people in the games that they played together. Whoever took the better place beat the other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..storage import Database
from ..storage.rows import GameSummary
from .games import summaries

LEAST_GAMES = 5
"""How many games two people must have played together before one can be the other's rival or nemesis."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The games of two people as one of them sees it: in how many they finished `above` the other, and `below`."""

    games: int
    above: int
    below: int

    @property
    def level(self) -> int:
        """In how many games both took the same place."""
        return self.games - self.above - self.below


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody with whom a player has played, and the player's `record` against them."""

    id: int
    name: str
    record: HeadToHead


@dataclass(frozen=True, slots=True)
class Opponents:
    """The people with whom a player has played.

    The player beats the `rival` in the greatest share of their games together, and loses to the `nemesis` in the
    greatest share; each is None where there is nobody. `frequent` are those with the most games together.
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
    """Return the people with whom a player has played, up to `most` in `frequent`.

    A rival or nemesis has at least LEAST_GAMES games with the player. A rival loses more often than they win, a nemesis
    wins more often than they lose: nobody is both. If two have the same share, who has more games with the player wins.
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
    """Return the record of one player against another by slug of the title, most games together first."""
    rows = db.execute(
        """SELECT rulebook, games, above, below FROM pair_counts WHERE player_id = ? AND other_id = ?
        ORDER BY games DESC, rulebook""",
        [one, other],
    ).fetchall()
    return {rulebook: HeadToHead(*record) for rulebook, *record in rows}


def in_all(each: Iterable[HeadToHead]) -> HeadToHead:
    """Return the sum of these records."""
    found = list(each)
    return HeadToHead(
        sum(record.games for record in found),
        sum(record.above for record in found),
        sum(record.below for record in found),
    )


def together(db: Database, one: int, other: int, *, after: str | None, most: int) -> tuple[GameTogether, ...]:
    """Return up to `most` games of two players, latest first; with `after`, an id, those that follow it in the list."""
    first, second = _fewer_first(db, one, other)
    moment, last = _position(db, after)
    rows = db.execute(
        # CROSS JOIN makes SQLite go through the games of whoever has fewer.
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
    rows = db.execute(
        """SELECT player_id FROM player_counts WHERE player_id IN (?, ?) GROUP BY player_id ORDER BY sum(games)""",
        [one, other],
    ).fetchall()
    return (one, other) if not rows or rows[0][0] == one else (other, one)


def _position(db: Database, game_id: str | None) -> tuple[int, str]:
    """Return the moment and id by which a game is sorted; for None or an unknown id a value after all games."""
    rows = [] if game_id is None else db.execute("SELECT moment, id FROM games WHERE id = ?", [game_id]).fetchall()
    return rows[0] if rows else (2**62, "")
