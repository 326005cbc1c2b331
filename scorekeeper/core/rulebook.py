"""The contract: what a rulebook is, and the values it deals in.

A rulebook is one frozen value. Its functions are pure: `start` and `apply` make states, everything else looks at one.
A rulebook of turns names whose turn it is; one of tallies answers None and lets anyone be entered.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Protocol

from .messages import Message, say
from .shapes import Field, PerSeat


class Play(Protocol):
    """One entry in the log: a frozen dataclass whose attributes are named like the fields of its kind.

    Equal plays say the same thing, even where the document spells them differently.
    """

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits down to what: `players` in the order of play of the first round, and the options by name."""

    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of play: its name in the document, the class that holds it, its fields.

    `label` says what entering one does. A play `in_turn` that has a `player` is remarked when it is another's turn. Of
    the fields named in `either` exactly one is given.
    """

    name: str
    make: Callable[..., Play]
    label: Message
    fields: tuple[Field, ...] = ()
    in_turn: bool = False
    either: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """Something the table agrees on before the first play.

    `default` fills in what was left out, from the number of players. `settled` is what a table of so many players takes
    without being asked when it sits down (None: nothing). What is `remembered` is offered again for the next game;
    `offered` is what the first game is offered.
    """

    field: Field
    default: Callable[[int], Any] | None = None
    settled: Callable[[int], Any] | None = None
    remembered: bool = False
    offered: Any = None


@dataclass(frozen=True, slots=True)
class Column:
    """A part of the score or a tie-break: its name in the document and its heading for people."""

    name: str
    label: Message


POINTS = say("points")


@dataclass(frozen=True, slots=True)
class Meta:
    """What a rulebook says of itself.

    `players` is the fewest and the most; `first_seat` says who starts; `crowned` and `shared` announce who won, with
    `{player}` or `{players}`; `bgg` is the number of the title at BoardGameGeek; `total` is what decides;
    `drawn`: whether the first order of play is left to chance; `winner_begins`: whether who won last sits first.
    """

    slug: str
    title: Message
    players: tuple[int, int]
    first_seat: Message
    crowned: str
    shared: str
    parts: tuple[Column, ...]
    tie_breaks: tuple[Column, ...]
    bgg: int | None = None
    total: Message = POINTS
    drawn: bool = False
    winner_begins: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score paper before it is ranked: `seat` is None for somebody who is not at the table.

    `total`, a part or a tie-break is None while it cannot be known. `key` ranks: the greatest is first. `so_far` is
    what stands on the bookkeeper's paper while the game goes on: what was earned, without what only the end gives.
    """

    seat: int | None
    name: str
    total: int | None
    parts: Mapping[str, int | None]
    tie_break: Mapping[str, int | None]
    key: tuple[int, ...] | None
    so_far: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line and the place it takes, from 1; level lines share a place and the next is not moved up."""

    place: int
    line: Line


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth saying that changes no score: a `code` for programs and a `message` for people."""

    code: str
    message: Message


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth saying about play `number` (from 1) that changes no score."""

    number: int
    code: str
    message: Message


@dataclass(frozen=True, slots=True)
class Sheet:
    """The computed score paper: standings, best first, and `extras` that the answer of `score` adds.

    `remarks` are what the whole log gives occasion to say; they stand on its last play.
    """

    standings: tuple[Standing, ...]
    remarks: tuple[Note, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Telling:
    """What a play does, for people.

    `headline` says what happens, `detail` how it is reckoned, and `points` what it earns (None: it is not one that
    earns).
    """

    headline: Message
    detail: Message | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Helper:
    """A question that can be asked at the table without entering anything.

    `name` stands in the address, `label` on the way to it, `intro` above its form. `answer(state, values)` returns what
    there is to say, from the values of the `fields` by name. `wanted(table)`: whether a table can need it.
    """

    name: str
    label: Message
    intro: Message
    fields: tuple[Field, ...]
    answer: Callable[[Any, Mapping[str, Any]], tuple[Telling, ...]]
    wanted: Callable[[Table], bool] = lambda table: True


@dataclass(frozen=True, eq=False)
class Rulebook:
    """One title and its rules; there is one of each, so it is equal to itself alone.

    - `kinds(table)`: the kinds of play this table knows;
    - `start(table)`: the state before the first play;
    - `apply(state, play, number)`: the state after play `number` (from 1); raises IllegalPlay; never asks whose turn
      it is nor whether the game is over;
    - `turn(state)`: the seat whose turn it is, or None where anyone may be entered;
    - `finished(state)`: whether the game is over;
    - `sheet(state)`: the score paper, as if the game ended now;
    - `label(table, play)`: what to call a play, legal or not ("Zampano's 3/3/3");
    - `tell(state, play)`: what a legal play does in the state before it;
    - `standing_out(state)`: the seats that are out of the game while others play on;
    - `colours(table)`: the colour of each seat, by name: blue, green, grey, brown, red or violet;
    - `show(state)`: what lies on the table, for this rulebook's own pages;
    - `entry(state, seat)`: what this rulebook's own pages need to enter a play of that seat;
    - `starter(state)`: the seat that begins the next game of the same players;
    - `fault(table)`: what is wrong with a table of players and options that are right by themselves, or None;
    - `remarks(before, play, after)`: what is odd about a play that stands;
    - `onward(state, seat)`: where it is nobody's turn, whose plays are entered after one of that seat;
    - `draft(state, kind, seat, memory)`: the play of a kind that a form begins from, or None for an empty form;
    - `lessons(state, play)`: what a play that stands says of the box, for later games: values that JSON can hold, by
      name. The next `draft` finds them in its `memory`. None for a rulebook that learns nothing;
    - `sketch(state, play)`: what the rulebook's own pages show of a play while it is filled in, legal or not; None
      for a rulebook whose pages show nothing.

    `helpers` are questions that can be asked at the table.
    """

    meta: Meta
    kinds: Callable[[Table], tuple[Kind, ...]]
    start: Callable[[Table], Any]
    apply: Callable[[Any, Any, int], Any]
    turn: Callable[[Any], int | None]
    finished: Callable[[Any], bool]
    sheet: Callable[[Any], Sheet]
    label: Callable[[Table, Any], Message]
    tell: Callable[[Any, Any], Telling]
    standing_out: Callable[[Any], tuple[int, ...]]
    colours: Callable[[Table], tuple[str, ...]]
    show: Callable[[Any], Any]
    entry: Callable[[Any, int], Any]
    starter: Callable[[Any], int]
    options: tuple[Option, ...] = ()
    helpers: tuple[Helper, ...] = ()
    onward: Callable[[Any, int], int] = lambda state, seat: seat
    draft: Callable[[Any, str, int, Mapping[str, Any]], Any] = lambda state, kind, seat, memory: None
    lessons: Callable[[Any, Any], Mapping[str, Any]] | None = None
    sketch: Callable[[Any, Any], Any] | None = None
    fault: Callable[[Table], Message | None] = lambda table: None
    remarks: Callable[[Any, Any, Any], tuple[Note, ...]] = lambda before, play, after: ()

    @cached_property
    def slug(self) -> str:
        """The rulebook's name in addresses and documents."""
        return self.meta.slug

    def kind(self, table: Table, name: str) -> Kind | None:
        """Return the kind of play with that name, or None if this table knows none."""
        return next((kind for kind in self.kinds(table) if kind.name == name), None)

    def reseated(self, table: Table, first: int) -> Table:
        """Return the same table with the seat `first` as its first; what is chosen seat by seat goes along."""
        by_seat = {option.field.name for option in self.options if isinstance(option.field.shape, PerSeat)}
        options = {
            name: (*value[first:], *value[:first]) if name in by_seat else value
            for name, value in table.options.items()
        }
        return Table((*table.players[first:], *table.players[:first]), options)

    def table(self, players: Sequence[str], options: Mapping[str, Any]) -> Table:
        """Return the table of these players, with every option that was left out filled in where it has a default."""
        defaults = {option.field.name: option.default(len(players)) for option in self.options if option.default}
        return Table(tuple(players), defaults | dict(options))
