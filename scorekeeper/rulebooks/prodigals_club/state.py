"""The state of a game, what the rest of the game needs of a competition, and what the competitions share."""

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
"""A player's score in each competition that is played, None where it is not known yet."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game; what belongs to seats is in seat order.

    `competitions` are those played, in the order of the score sheet; `parts` has the state of each competition by the
    name of its `Part`; `order` has the seats in order of play; `round` counts from 1; `course` has the scores by seat
    at the end of each round.
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
        """Whether the order of play is set on a planning board."""
        return is_planned(self.competitions)


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """A part of the state that one competition, or several together, keep; `name` is its key in `State.parts`."""

    name: str

    def there(self, state: State) -> bool:
        """Return whether a competition is played that keeps this part."""
        return self.name in state.parts

    def of(self, state: State) -> T:
        """Return this part of a state."""
        part: T = state.parts[self.name]
        return part

    def put(self, state: State, part: T) -> State:
        """Return the state with this part replaced."""
        return replace(state, parts={**state.parts, self.name: part})


@dataclass(frozen=True, slots=True)
class StartNumber:
    """A number that everybody starts with: `printed` by number of players, or as the option `start` corrects it."""

    field: Field
    printed: Mapping[int, int]

    def of(self, table: Table) -> int:
        """Return the number, without handicaps."""
        number: int = table.options.get("start", {}).get(self.field.name, self.printed[len(table.players)])
        return number

    def corrected(self, table: Table) -> bool:
        """Return whether this table starts with a number of its own."""
        return self.field.name in table.options.get("start", {})


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a round that has a `panel` of its own, and whether it is `done`.

    `label` is its short name. `opens` and `sends` label the buttons that open the panel and send what is filled in
    there (None: nothing is sent). `seat` is whose panel is opened, None if it is that of the whole table.
    """

    label: Message
    panel: str
    opens: Message
    sends: Message | None = None
    done: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a form: the `value` that it fills in, and its `label`; the `usual` one is chosen at first."""

    value: str
    label: str | Message
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """Something that is missing before a round ends: the `panel` in which it is entered, and for which `seat`."""

    message: Message
    panel: str
    seat: int | None = None


class Competition:
    """A competition: each has a subclass in a module of its own, beside its plays, and one instance.

    - `name` is that in the document and of its template, `label` is for people;
    - `kinds`: its kinds of play;
    - `part`: its part of the state;
    - `start_number`: a number at the start that the table can correct;
    - `handicap`: what a handicap is here (None: none is taken here); `start` includes it if there is a `start_number`;
    - `unknown`: the sentence that says of `{players}` that their score is not known, `awaits`: what has to be entered
      for it (None: it is always known).
    """

    name: str
    label: Message
    kinds: tuple[Kind[State, Any], ...]
    part: Part[Any]
    start_number: StartNumber | None = None
    handicap: Message | None = None
    unknown: str = ""
    awaits: Message | None = None

    def start(self, table: Table, taken: Sequence[int]) -> object:
        """Return the part of the state at the start; `taken` is the number of handicaps taken here, by seat."""
        raise NotImplementedError

    def starts_with(self, state: State, seat: int) -> tuple[Message, ...]:
        """Return what a seat starts with, as text."""
        return ()

    def score(self, state: State, seat: int) -> int | None:
        """Return the score of a seat, None while it is not known."""
        raise NotImplementedError

    def board(self, state: State) -> object:
        """Return what the template of the competition shows of the table."""
        return None

    def entry(self, state: State, seat: int) -> object:
        """Return what the template of the competition needs to enter plays of a seat."""
        return None


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with `value` at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def check_not_negative(numbers: Iterable[int], field: str, template: str, **values: object) -> None:
    """Raise IllegalPlay about `field` for the first number below 0; `template` takes `{number}` and `values`."""
    for each in numbers:
        if each < 0:
            raise IllegalPlay("negative-number", Message(template, {"number": each, **values}), field)


def is_planned(competitions: Iterable[Competition]) -> bool:
    """Return whether a planning board sets errand boys and the order of play: Last Will has one."""
    return any(each.name == "last-will" for each in competitions)


def handicaps(competitions: tuple[Competition, ...], behind: int) -> tuple[Competition, ...]:
    """Return the handicaps of a player who has `behind` others behind them: the competition of each, in order.

    Source: "Take Handicaps"; with Last Will there are none: "Playing The Prodigals Club with Last Will".
    """
    if is_planned(competitions):
        return ()
    turns = [each for each in competitions if each.handicap]
    return tuple(turns[count % len(turns)] for count in range(behind))


def summed(values: Sequence[int]) -> str:
    """Return numbers as a sum: "8 + 5 − 1"."""
    first, *rest = values or (0,)
    return number(first) + "".join(f" {MINUS if value < 0 else '+'} {abs(value)}" for value in rest)


def reckoned(values: Sequence[int]) -> Message:
    """Return numbers as a sum with its result: "8 + 5 = 13"."""
    return say("{sum} = {result}", sum=summed(values), result=sum(values))
