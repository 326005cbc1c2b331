"""The definition of a pad, parsed from its facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.fields import BOUND
from ..core.messages import N_, Message, joined
from ..core.numbers import rounded
from ..core.rulebook import StartingPlayer
from ..core.table import Table
from .expressions import Expression, Scope

ROUND, TURN, ANY = "round", "turn", "any"
"""Ways to enter points: for all players together, for one player after the other, or for any player at any time."""
TEAMS = "teams"
"""Option with the team of each seat."""
LAST_ROUND, BEST_ROUND = "last round", "best round"
"""Tie-breaks of a pad of rounds."""
FEWER = "-"
"""Sign before the name of a tie-break that the lowest value wins."""
TOO_LOW, TOO_HIGH = (
    N_("{number} is too low: the minimum is {least}."),
    N_("{number} is too high: the maximum is {most}."),
)
TOO_LOW_OR_ZERO = N_("{number} is too low: it is 0, or at least {least}.")
NO_MULTIPLE = N_("{number} is not a multiple of {step}.")


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of the points: singular `one` ("bullhead") and plural `more` ("bullheads")."""

    one: Message
    more: Message

    def amount(self, count: float) -> Message:
        return joined((count, self.one if count == 1 else self.more), " ")


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus of `points` for at least `start` points."""

    start: int
    points: int

    def of(self, points: float) -> int:
        return self.points if points >= self.start else 0


@dataclass(frozen=True, slots=True)
class Count:
    """The limits of an entered number, and its points: the number times `each`, plus a bonus.

    With `zero`, the number can be 0 whatever the limits are.
    """

    least: int | None = None
    most: int | None = None
    step: int | None = None
    each: int = 1
    bonus: Bonus | None = None
    zero: bool = False

    @property
    def is_final(self) -> bool:
        """Whether the points are the entered number."""
        return self.each == 1 and self.bonus is None

    @property
    def lowest(self) -> int:
        return -BOUND if self.least is None else min(self.least, 0) if self.zero else self.least

    def fault(self, number: float) -> Message | None:
        if self.zero and number == 0:
            return None
        if self.least is not None and number < self.least:
            low = TOO_LOW_OR_ZERO if self.zero else TOO_LOW
            return Message(low, {"number": number, "least": self.least})
        if self.most is not None and number > self.most:
            return Message(TOO_HIGH, {"number": number, "most": self.most})
        if self.step and number % self.step:
            return Message(NO_MULTIPLE, {"number": number, "step": self.step})
        return None

    def points(self, number: float) -> float:
        points = rounded(number * self.each)
        return rounded(points + self.bonus.of(points)) if self.bonus else points


@dataclass(frozen=True, slots=True)
class Deal:
    """A valid round regardless of all other limits: one player has `one`, all other players have `others`."""

    one: int
    others: int


@dataclass(frozen=True, slots=True)
class Input:
    """A value entered for each player in a round or a row, called a field in definitions.

    `name` is its name in documents and expressions. Its value is at least `least` and at most `most`, and a multiple of
    `step`; the values of all players total at least `sum_least` and at most `sum_most`. `default` is its value if the
    field is left empty; a field without a default must be filled. An `announced` value is entered for all players
    before the round is played. `note` is a remark beside it in forms.
    """

    name: str
    label: Message
    least: Expression | None = None
    most: Expression | None = None
    step: int | None = None
    default: float | None = None
    sum_least: Expression | None = None
    sum_most: Expression | None = None
    announced: bool = False
    note: Message | None = None

    @property
    def lowest(self) -> int:
        """The lowest value that can always be typed."""
        if self.least is None or self.least.constant is None:
            return 0 if self.least else -BOUND
        return self.least.constant

    @property
    def is_tick(self) -> bool:
        """Whether the value is 0 or 1, and 0 if the field is left empty."""
        limits = [limit.constant if limit else None for limit in (self.least, self.most)]
        return limits == [0, 1] and self.default == 0


@dataclass(frozen=True, slots=True)
class Formula:
    """The fields to enter in a round or a row, and the expression of a player's points for them."""

    inputs: tuple[Input, ...]
    points: Expression

    @property
    def announced(self) -> tuple[Input, ...]:
        return tuple(each for each in self.inputs if each.announced)


@dataclass(frozen=True, slots=True)
class Rounds:
    """A pad of rounds, each with a number for each player; or, unless `entry` is ROUND, of numbers of single players.

    Only with ROUND: the numbers of a round total at least `least` and at most `most`, and at most `scorers` of them
    are not 0. Numbers that match one of the `exceptions` are always valid. `empty` is the value of an empty field; if
    it is None, every player needs a number. With `deals`, the deal passes to the next player after each round.

    With a `formula` (only with ROUND), each player has its inputs instead of a number.
    """

    count: Count
    least: int | None = None
    most: int | None = None
    scorers: int | None = None
    exceptions: tuple[Deal, ...] = ()
    empty: int | None = None
    deals: bool = False
    entry: str = ROUND
    formula: Formula | None = None


@dataclass(frozen=True, slots=True)
class PadRow:
    """A row of a pad: its `key` in plays, its name, and the limits of its number or the `formula` for its values.

    Unless it `counts`, it has no points: it only breaks ties, and can stay empty.
    """

    key: str
    name: Message
    count: Count
    formula: Formula | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class RowsBonus:
    """A bonus for the combined points of several rows."""

    key: str
    name: Message
    rows: tuple[str, ...]
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class Rows:
    """A pad of rows, called categories on screens: each player has a number in each. With `turns`, one row per turn."""

    rows: tuple[PadRow, ...]
    bonuses: tuple[RowsBonus, ...] = ()
    turns: bool = False

    def row(self, key: str) -> PadRow:
        return next(row for row in self.rows if row.key == key)

    def bonus_points(self, points: Mapping[str, float]) -> dict[str, int]:
        return {each.key: each.bonus.of(rounded(sum(points.get(row, 0) for row in each.rows))) for each in self.bonuses}


@dataclass(frozen=True, slots=True)
class OnlyWinner:
    """A pad without points: players enter only the winners."""


@dataclass(frozen=True, slots=True)
class Cooperative:
    """A pad on which the players win or lose together: one entry has the result, and the points if they `count`.

    If 0 is always possible (`Count.zero`), the points can also be left out.
    """

    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Agreed:
    """A number within limits, chosen before the game. It can be omitted if `default` is None.

    All three are expressions of the number of players.
    """

    least: Expression
    most: Expression
    default: Expression | None = None


def for_players(number: Expression, count: int) -> int:
    """Return the value of an expression about the end of a game for a number of players."""
    value: int = number.of(Scope({"players": count}))
    return value


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game of rounds. An end that is None does not apply.

    The game ends after a number of `rounds`, at a `limit` that a player reaches, or after a round in which the
    condition `when` is true.
    """

    rounds: Expression | Agreed | None = None
    limit: Expression | Agreed | None = None
    when: Expression | None = None

    @property
    def agreed(self) -> Mapping[str, Agreed]:
        both = {"rounds": self.rounds, "limit": self.limit}
        return {name: value for name, value in both.items() if isinstance(value, Agreed)}

    def of(self, name: str, options: Mapping[str, Any], count: int = 1) -> int | None:
        """Return the number of rounds ("rounds") or the limit ("limit") with these options and players, or None."""
        value = getattr(self, name)
        if isinstance(value, Expression):
            return for_players(value, count)
        return options.get(name) if isinstance(value, Agreed) else None


def side_of(sides: Sequence[Sequence[int]], seat: int) -> int:
    if seat < len(sides) and seat in sides[seat]:  # without teams
        return seat
    return next(side for side, seats in enumerate(sides) if seat in seats)


@dataclass(frozen=True, slots=True)
class Definition:
    """A pad. `type` is one of rounds, rows, only a winner, or a cooperative result.

    `facts` is the data that it was parsed from. Entered numbers have up to `decimals` decimal places. With `teams`, the
    option TEAMS groups the players, and each team has one score.

    `tie_breaks` are keys of rows, names of fields, LAST_ROUND or BEST_ROUND, after FEWER if the lowest value wins.
    `rule`, `first`, `colours` and `bgg` are described in core/rulebook.py. `help` explains the scoring.
    """

    facts: Mapping[str, Any]
    title: Message
    players: tuple[int, int]
    type: Rounds | Rows | OnlyWinner | Cooperative
    end: End = End()
    unit: Unit | None = None
    lowest_wins: bool = False
    tie_breaks: tuple[str, ...] = ()
    first: StartingPlayer = StartingPlayer.SAME
    rule: Message | None = None
    colours: tuple[str, ...] = ()
    bgg: int | None = None
    decimals: int = 0
    teams: bool = False
    help: Message | None = None

    def sides(self, table: Table) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side of a game: of each team, or of each player. A side has one score."""
        if not self.teams:
            return tuple((seat,) for seat in range(len(table.players)))
        chosen = table.options[TEAMS]
        return tuple(tuple(seat for seat, own in enumerate(chosen) if own == team) for team in dict.fromkeys(chosen))
