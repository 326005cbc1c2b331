"""The state of a game, the interface of a competition, and helpers shared by the competitions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from ...core.errors import IllegalPlay
from ...core.fields import Field
from ...core.messages import MINUS, Message, number, say
from ...core.rulebook import Kind
from ...core.table import Table

T = TypeVar("T")

ROUNDS = 5

Scores = tuple[int | None, ...]
"""A player's scores in the competitions of the game; None for a score not known yet."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game; tuples with one value per seat are in seat order.

    - `competitions`: the competitions of this game, in the order of the score sheet;
    - `parts`: the states of the competitions, by the name of the `Part`;
    - `order`: the seats in order of play;
    - `round`: counts from 1;
    - `course`: for each round that has ended, the scores by seat.
    """

    table: Table
    competitions: tuple["Competition", ...]
    parts: Mapping[str, Any]
    order: tuple[int, ...]
    round: int = 1
    course: tuple[tuple[Scores, ...], ...] = ()
    over: bool = False

    @property
    def seat_count(self) -> int:
        return len(self.table.players)

    @property
    def planning(self) -> bool:
        return is_planned(self.competitions)


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """A part of the state, used by one or several competitions; `name` is its key in `State.parts`."""

    name: str

    def there(self, state: State) -> bool:
        return self.name in state.parts

    def of(self, state: State) -> T:
        part: T = state.parts[self.name]
        return part

    def put(self, state: State, part: T) -> State:
        return replace(state, parts={**state.parts, self.name: part})


@dataclass(frozen=True, slots=True)
class StartNumber:
    """A number that each player starts with: the `printed` one, by number of players, or a value of the option `start`.

    The option corrects the number if a table's copy of the game differs.
    """

    field: Field
    printed: Mapping[int, int]

    def of(self, table: Table) -> int:
        number: int = table.options.get("start", {}).get(self.field.name, self.printed[len(table.players)])
        return number

    def corrected(self, table: Table) -> bool:
        return self.field.name in table.options.get("start", {})


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a round with its `panel` on the page, and whether it is `done`.

    `opens` and `sends` label the buttons that open the panel and submit its form, None without a form. `seat` is None
    for a panel for all players.
    """

    label: Message
    panel: str
    opens: Message
    sends: Message | None = None
    done: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a form: the `value` that it fills in, and its `label`; the `usual` one is preselected."""

    value: str
    label: str | Message
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """A value to enter before a round ends, with the `panel` and the `seat` to enter it, None for all players."""

    message: Message
    panel: str
    seat: int | None = None


class Competition:
    """A competition. Each competition has a module with a subclass, its only instance, and its plays.

    - `name`: its name in the document and of its template; `label`: its name on screens;
    - `kinds`: its kinds of play;
    - `part`: its part of the state;
    - `start_number`: a number at the start that the table can correct;
    - `handicaps`: whether it has handicaps (see `handicap`). `start` includes them if there is a `start_number`;
      otherwise the players apply them themselves;
    - `unknown`: the message that the scores of `{players}` are not known; `awaits`: the values to enter for them, None
      if scores are always known.
    """

    name: str
    label: Message
    kinds: tuple[Kind[State, Any], ...]
    part: Part[Any]
    start_number: StartNumber | None = None
    handicaps: bool = False
    unknown: str = ""
    awaits: Message | None = None

    def start(self, table: Table, taken: Sequence[int]) -> object:
        """Return the part of the state at the start; `taken` is the number of handicaps in this competition by seat."""
        raise NotImplementedError

    def starts_with(self, state: State, seat: int) -> tuple[Message, ...]:
        """Return the things that a seat starts with, as text."""
        return ()

    def handicap(self, count: int) -> Message:
        """Return the effect of `count` handicaps (from 1)."""
        raise NotImplementedError

    def score(self, state: State, seat: int) -> int | None:
        """Return the score of a seat; None while it is not known."""
        raise NotImplementedError

    def board(self, state: State) -> object:
        """Return the data for the competition's template that all seats share."""
        return None

    def entry(self, state: State, seat: int) -> object:
        """Return the data for the competition's template that enters plays of a seat."""
        return None


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def check_not_negative(numbers: Iterable[int], field: str, template: str, **values: object) -> None:
    """Raise IllegalPlay about `field` for the first number below 0; `template` gets `{number}` and `values`."""
    for each in numbers:
        if each < 0:
            raise IllegalPlay("negative-number", Message(template, {"number": each, **values}), field)


def is_planned(competitions: Iterable[Competition]) -> bool:
    """Return whether the planning board of Last Will sets errand boys and the order of play."""
    return any(each.name == "last-will" for each in competitions)


def handicaps(competitions: tuple[Competition, ...], behind: int) -> tuple[Competition, ...]:
    """Return the competitions of a player's handicaps; `behind` is the number of players later in the order of play.

    Source: "Take Handicaps"; with Last Will there are none: "Playing The Prodigals Club with Last Will".
    """
    if is_planned(competitions):
        return ()
    turns = [each for each in competitions if each.handicaps]
    return tuple(turns[count % len(turns)] for count in range(behind))


def described_handicaps(taken: Sequence[Competition]) -> tuple[Message, ...]:
    return tuple(each.handicap(taken.count(each)) for each in dict.fromkeys(taken))


def summed(values: Sequence[int]) -> str:
    """Return numbers as a sum: "8 + 5 − 1"."""
    first, *rest = values or (0,)
    return number(first) + "".join(f" {MINUS if value < 0 else '+'} {abs(value)}" for value in rest)


def reckoned(values: Sequence[int]) -> Message:
    """Return numbers as a sum with its result: "8 + 5 = 13"."""
    return say("{sum} = {result}", sum=summed(values), result=sum(values))
