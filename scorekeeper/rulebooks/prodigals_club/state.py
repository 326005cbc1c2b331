"""The state of a game, and the contract of a competition."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ...core.errors import IllegalPlay, Refusal
from ...core.fields import Field
from ...core.messages import Message
from ...core.preview import Preview
from ...core.rulebook import Helper, Kind
from ...core.sheet import Note
from ...core.table import Summary, Table

T = TypeVar("T")

Scores = tuple[int | None, ...]
"""A player's score in each competition that is played, None where it is not known yet."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game; what belongs to seats is in seat order.

    `competitions` are those played, in the order of the score paper; `parts` has the state of each competition by the
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
        return any(each.planning for each in self.competitions)


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
        parts = {**state.parts, self.name: part}
        return State(state.table, state.competitions, parts, state.order, state.round, state.course, state.over)


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
    """A key of a form: the `value` that it fills in, and its `label`."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Check:
    """Something that is missing before a round ends: the `panel` in which it is entered, and for which `seat`."""

    message: Message
    panel: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a competition adds to a round.

    - `phase(state)`: its own phase after the actions, entered in a panel of its own, or None;
    - `unfinished(state)`: why the round cannot end yet, or None;
    - `checks(state)`: what should be entered before the round ends, but need not be;
    - `notes(state)`: what is odd about the round if it ends now;
    - `following(state)`: the state with the competition's part as it begins the next round;
    - `together(before, after, plays)`: a summary of plays that one change entered together, or None.
    """

    phase: Callable[[State], Phase | None] = lambda state: None
    unfinished: Callable[[State], Refusal | None] = lambda state: None
    checks: Callable[[State], tuple[Check, ...]] = lambda state: ()
    notes: Callable[[State], tuple[Note, ...]] = lambda state: ()
    following: Callable[[State], State] = lambda state: state
    together: Callable[[State, State, Sequence[object]], Summary | None] = lambda before, after, plays: None


@dataclass(frozen=True, slots=True)
class Views:
    """What the template of a competition shows; the template has the competition's name.

    - `board(state)`: what concerns the whole table;
    - `entry(state, seat)`: what is needed to enter plays of that seat;
    - `preview(preview)`: what is shown of one of its plays besides the summary, or None;
    - `closed(state, seat)`: the names of the kinds of play that have no form for that seat now;
    - `set_up_hint`: what to remember while setting up.
    """

    board: Callable[[State], object] = lambda state: None
    entry: Callable[[State, int], object] = lambda state, seat: None
    preview: Callable[[Preview[State]], object] = lambda preview: None
    closed: Callable[[State, int], tuple[str, ...]] = lambda state, seat: ()
    set_up_hint: Message | None = None


@dataclass(frozen=True, eq=False)
class Competition:
    """A competition: its plays, its score, its part of the state and of the pages.

    - `name` is that in the document and of its template, `label` is for people;
    - `kinds` of play, and `helpers`: questions that are asked at the table;
    - `part` of the state; `start(table, taken)`: that part at the start, `taken` being the handicaps here by seat;
    - `start_number`: a number at the start that the table can correct; `starts_with(state, seat)`: the start in words;
    - `score(state, seat)`: the score, None while it is not known; `unknown`: the sentence that says so of `{players}`;
      `awaits`: what has to be entered for it (None: it is always known);
    - `handicap`: what a handicap is here (None: none is taken here); `start` includes it if there is a `start_number`;
    - `planning`: it has a planning board, which sets errand boys and the order of play, and nobody takes handicaps;
    - `replaces`: the name of the competition whose place it takes;
    - `rounds` and `views`: what it adds to a round and to the pages.
    """

    name: str
    label: Message
    kinds: tuple[Kind[State, Any], ...]
    part: Part[Any]
    start: Callable[[Table, Sequence[int]], object]
    score: Callable[[State, int], int | None]
    unknown: str = ""
    awaits: Message | None = None
    start_number: StartNumber | None = None
    starts_with: Callable[[State, int], tuple[Message, ...]] = lambda state, seat: ()
    handicap: Message | None = None
    planning: bool = False
    replaces: str = ""
    helpers: tuple[Helper[State], ...] = ()
    rounds: Rounds = field(default_factory=Rounds)
    views: Views = field(default_factory=Views)


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with `value` at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def check_not_negative(numbers: Iterable[int], field: str, template: str, **values: object) -> None:
    """Raise IllegalPlay about `field` for the first number below 0; `template` takes `{number}` and `values`."""
    for number in numbers:
        if number < 0:
            raise IllegalPlay("negative-number", Message(template, {"number": number, **values}), field)


def handicaps(competitions: tuple[Competition, ...], behind: int) -> tuple[Competition, ...]:
    """Return the handicaps of a player who has `behind` others behind them: the competition of each, in order.

    Source: "Take Handicaps"; with Last Will there are none: "Playing The Prodigals Club with Last Will".
    """
    if any(each.planning for each in competitions):
        return ()
    turns = [each for each in competitions if each.handicap]
    return tuple(turns[count % len(turns)] for count in range(behind))
