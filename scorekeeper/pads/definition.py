"""A definition: what the facts of a pad come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.fields import BOUND
from ..core.messages import Message, joined, say
from ..core.rulebook import StartingPlayer

LAST_ROUND, BEST_ROUND = "last round", "best round"
"""The tie-breaks of a pad of rounds."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What is counted: `one` bullhead, `more` bullheads."""

    one: Message
    more: Message

    def amount(self, count: int) -> Message:
        """Return so many of it in words."""
        return joined((count, self.one if count == 1 else self.more), " ")


@dataclass(frozen=True, slots=True)
class Bonus:
    """`points` for whoever has at least `start`."""

    start: int
    points: int

    def of(self, points: int) -> int:
        """Return what the bonus is for somebody with so many points."""
        return self.points if points >= self.start else 0


@dataclass(frozen=True, slots=True)
class Count:
    """What a number that is entered can be, and what it counts: `each` points for each, and a bonus."""

    least: int | None = None
    most: int | None = None
    step: int = 1
    each: int = 1
    bonus: Bonus | None = None

    @property
    def lowest(self) -> int:
        """Where the buttons of a form stop."""
        return -BOUND if self.least is None else self.least

    def fault(self, number: int) -> Message | None:
        """Return what is wrong with a number, or None."""
        if self.least is not None and number < self.least:
            return say("{number} is too low: the minimum is {least}.", number=number, least=self.least)
        if self.most is not None and number > self.most:
            return say("{number} is too high: the maximum is {most}.", number=number, most=self.most)
        if number % self.step:
            return say("{number} is not a multiple of {step}.", number=number, step=self.step)
        return None

    def points(self, number: int) -> int:
        """Return what a number counts."""
        points = number * self.each
        return points + self.bonus.of(points) if self.bonus else points


@dataclass(frozen=True, slots=True)
class Deal:
    """Numbers of a whole round that are right although the others rules say no: one player has `one`, all `others`."""

    one: int
    others: int


@dataclass(frozen=True, slots=True)
class Rounds:
    """A pad of rounds: a number for each player.

    The numbers of a round add up to at least `least` and at most `most`, and at most `scorers` of them are not 0;
    unless they are as in one of the `exceptions`. `empty` is what an empty field counts; None: each is needed. With
    `deals`, the deal goes round.
    """

    count: Count
    least: int | None = None
    most: int | None = None
    scorers: int | None = None
    exceptions: tuple[Deal, ...] = ()
    empty: int | None = None
    deals: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a pad: its `key` in plays, its name, and what its number can be."""

    key: str
    name: Message
    count: Count


@dataclass(frozen=True, slots=True)
class RowsBonus:
    """A bonus on the points of several rows together."""

    key: str
    name: Message
    rows: tuple[str, ...]
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class Rows:
    """A pad of rows: everybody has a number in each. With `turns`, they fill them one by one, in turn."""

    rows: tuple[Row, ...]
    bonuses: tuple[RowsBonus, ...] = ()
    turns: bool = False

    def row(self, key: str) -> Row:
        """Return the row with that key."""
        return next(row for row in self.rows if row.key == key)

    def bonus_points(self, points: Mapping[str, int]) -> dict[str, int]:
        """Return the bonuses, by key, for somebody with these points, by row."""
        return {each.key: each.bonus.of(sum(points.get(row, 0) for row in each.rows)) for each in self.bonuses}


@dataclass(frozen=True, slots=True)
class OnlyWinner:
    """A pad on which nothing is counted: the table says who won."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """A number that the table agrees on before the game, within limits; `default` None: it can be left out."""

    least: int
    most: int
    default: int | None = None


@dataclass(frozen=True, slots=True)
class End:
    """When a game of rounds ends: after so many, or when somebody has reached a limit. None: when the table says so."""

    rounds: int | Agreed | None = None
    limit: int | Agreed | None = None

    @property
    def agreed(self) -> Mapping[str, Agreed]:
        """What is agreed before the game, by the name of the option."""
        both = {"rounds": self.rounds, "limit": self.limit}
        return {name: value for name, value in both.items() if isinstance(value, Agreed)}

    def of(self, name: str, options: Mapping[str, Any]) -> int | None:
        """Return the number of rounds ("rounds") or the limit ("limit") at a table with these options."""
        value = getattr(self, name)
        return options.get(name) if isinstance(value, Agreed) else value


@dataclass(frozen=True, slots=True)
class Definition:
    """A pad: `sort` has its rounds or its rows, or says that only the winner counts; `facts` are what it was made from.

    `tie_breaks` are keys of rows, LAST_ROUND or BEST_ROUND. `short`, `rule`, `first`, `colours` and `bgg` are those of
    a title (see core/rulebook.py).
    """

    facts: Mapping[str, Any]
    title: Message
    players: tuple[int, int]
    sort: Rounds | Rows | OnlyWinner
    end: End = End()
    unit: Unit | None = None
    lowest_wins: bool = False
    tie_breaks: tuple[str, ...] = ()
    first: StartingPlayer = StartingPlayer.SAME
    rule: Message | None = None
    colours: tuple[str, ...] = ()
    bgg: int | None = None
