"""The table after some plays, and the value that a competition is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ...core.errors import IllegalPlay, Refusal
from ...core.fields import Field
from ...core.messages import Message
from ...core.preview import Preview
from ...core.rulebook import Helper, Kind
from ...core.rules import Cell, Ruling, Section
from ...core.sheet import Note
from ...core.table import Summary, Table

T = TypeVar("T")

Scores = tuple[int | None, ...]
"""A score in each competition that is played, None where it cannot be known yet."""


@dataclass(frozen=True, slots=True)
class State:
    """The table after some plays; what belongs to a seat stands in seat order.

    `competitions`: those played, in the order of the score paper; `parts`: what each knows of the table; `order`: seats
    in order of play; `round`: from 1; `course`: everybody's scores at the end of each round; `over`: whether the game
    is.
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
    """A part of the state that one competition, or several in common, look after; `name` is its place there."""

    name: str

    def there(self, state: State) -> bool:
        """Return whether a competition is played that looks after it."""
        return self.name in state.parts

    def of(self, state: State) -> T:
        """Return that part of a state."""
        part: T = state.parts[self.name]
        return part

    def put(self, state: State, part: T) -> State:
        """Return the state with another part in its place."""
        parts = {**state.parts, self.name: part}
        return State(state.table, state.competitions, parts, state.order, state.round, state.course, state.over)


@dataclass(frozen=True, slots=True)
class StartNumber:
    """A number that everybody starts with: as `printed` for so many players, or as the option `start` corrects it."""

    field: Field
    printed: Mapping[int, int]

    def of(self, table: Table) -> int:
        """Return the number, without handicaps."""
        number: int = table.options.get("start", {}).get(self.field.name, self.printed[len(table.players)])
        return number


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a round that has a `panel` of its own, and whether it is `done`; `seat`: for whom the panel is opened.

    `label` is its short name; `opens` and `sends` are on the buttons that open its panel and enter what is filled in
    there (None: nothing is entered).
    """

    label: Message
    panel: str
    opens: Message
    sends: Message | None = None
    done: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a form: what it fills in as `value`, and what stands on it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Check:
    """Something that is missing before a round ends: the `panel` in which it is entered, and the `seat` whose it is."""

    message: Message
    panel: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a competition does to a round.

    - `phase(state)`: its own phase after the actions, entered in a panel of its own, or None;
    - `unfinished(state)`: why the round cannot end yet, or None;
    - `checks(state)`: what should be entered before it does;
    - `notes(state)`: what is odd about a round that ends like this;
    - `following(state)`: the state at the beginning of the next round;
    - `together(before, after, plays)`: what plays that one change entered are together, or None.
    """

    phase: Callable[[State], Phase | None] = lambda state: None
    unfinished: Callable[[State], Refusal | None] = lambda state: None
    checks: Callable[[State], tuple[Check, ...]] = lambda state: ()
    notes: Callable[[State], tuple[Note, ...]] = lambda state: ()
    following: Callable[[State], State] = lambda state: state
    together: Callable[[State, State, Sequence[object]], Summary | None] = lambda before, after, plays: None


@dataclass(frozen=True, slots=True)
class Views:
    """What the template of a competition shows; it is found by the competition's name.

    - `board(state)`: what concerns the whole table;
    - `entry(state, seat)`: what is needed to enter plays of that seat;
    - `preview(preview)`: what one of its plays comes to besides its summary, or None;
    - `closed(state, seat)`: the kinds of play that have no form on that seat's page now;
    - `set_up_hint`: what to think of while setting up.
    """

    board: Callable[[State], object] = lambda state: None
    entry: Callable[[State, int], object] = lambda state, seat: None
    preview: Callable[[Preview[State]], object] = lambda preview: None
    closed: Callable[[State, int], tuple[str, ...]] = lambda state, seat: ()
    set_up_hint: Message | None = None


@dataclass(frozen=True, slots=True)
class CompetitionRules:
    """What a competition brings to the rules at hand.

    - `sections(state)`: those of its own;
    - `set_up`: what is set up for it, and `stack`: its tiles, where one icon on the back lies on top of two;
    - `start(state)`: what everybody has there at the start, and `doubts(state)`: where we are not sure of it;
    - `puts_out`: what is put out at the beginning of a round, `round_end`: what else is done at its end;
    - `must_place`: what its board adds to that one must place an errand boy, and `free_for_all`: the errand there that
      has a place for each colour;
    - `last_rounds(state)`: what changes in the last rounds, `boards.WHITE_ROUNDS`;
    - `move`: its scoring move, in words, and `backwards` the same the wrong way round;
    - `signs(state)`: each sign of the quick reference with what it means;
    - `below_zero`: what of it can be below 0, besides scores, and `never_below_zero`: what cannot;
    - `hand_limit`: how many cards are kept, where it changes that.
    """

    sections: Callable[[State], tuple[Section, ...]] = lambda state: ()
    set_up: tuple[Message, ...] = ()
    stack: Message | None = None
    start: Callable[[State], tuple[Message, ...]] = lambda state: ()
    doubts: Callable[[State], tuple[Ruling, ...]] = lambda state: ()
    puts_out: Message | None = None
    round_end: Message | None = None
    must_place: Message | None = None
    free_for_all: Message | None = None
    last_rounds: Callable[[State], tuple[Message, ...]] = lambda state: ()
    move: Message | None = None
    backwards: Message | None = None
    signs: Callable[[State], tuple[tuple[Cell, ...], ...]] = lambda state: ()
    below_zero: tuple[Message, ...] = ()
    never_below_zero: tuple[Message, ...] = ()
    hand_limit: int | None = None


@dataclass(frozen=True, eq=False)
class Competition:
    """One of the competitions, whole: its plays, its part of the score, and its part of the table.

    - `name` in the document and of its template, `label` for people;
    - `kinds` of play, and `helpers`: questions that are asked at the table;
    - `part` of the state, and `start(table, taken)`: that part at the start, with the handicaps taken, by seat;
    - `start_number`: what the table can correct, and `starts_with(state, seat)`: the start in words;
    - `score(state, seat)`: the score, None while it cannot be known, and `unknown`: a sentence that says so of the
      `{players}` concerned; `awaits`: what is entered for that (None: it is known from the start);
    - `handicap`: what one is here (None: none is taken here); it is counted in where there is a `start_number`;
    - `planning`: it has a planning board, which sets errand boys and the order of play; then nobody takes handicaps;
    - `replaces`: the name of the competition whose place it takes;
    - `rules`: what it brings to the rules at hand.
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
    rules: CompetitionRules = field(default_factory=CompetitionRules)


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def check_not_negative(numbers: Iterable[int], field: str, template: str, **values: object) -> None:
    """Raise IllegalPlay for the first number below 0: `template` says so of the `{number}`."""
    for number in numbers:
        if number < 0:
            raise IllegalPlay("negative-number", Message(template, {"number": number, **values}), field)


def handicaps(competitions: tuple[Competition, ...], behind: int) -> tuple[Competition, ...]:
    """Return where whoever plays ahead of `behind` others takes handicaps: the competition of each, in order.

    Source: "Take Handicaps"; with Last Will there are none: "Playing The Prodigals Club with Last Will".
    """
    if any(each.planning for each in competitions):
        return ()
    turns = [each for each in competitions if each.handicap]
    return tuple(turns[count % len(turns)] for count in range(behind))
