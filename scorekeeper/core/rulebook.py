"""The contract: what a rulebook is, and the values it deals in.

A kind of play owns its verbs: how it is carried out, described and filled in beforehand. A rulebook says which kinds a
table knows, how a game starts, and what it comes to; what concerns seats and what concerns pages are two values with
defaults that fit most titles. All functions are pure: `start` and `apply` make states, everything else looks at one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from .course import Telling, points
from .fields import Field, PerSeat
from .kinds import Kind, Stop, stop
from .messages import N_, Message, joined, say
from .preview import Preview
from .rules import Rules
from .seats import COLOURS, First, Seats, Sitting
from .sheet import Column, Line, Note
from .table import Summary, Table

__all__ = [
    "COLOURS",
    "First",
    "Helper",
    "Kind",
    "Meta",
    "Option",
    "Pages",
    "Rulebook",
    "Seats",
    "Sitting",
    "Stop",
    "stop",
]

S = TypeVar("S")
"""The state of a title: all that its plays have come to."""

POINTS = say("points")


@dataclass(frozen=True, slots=True)
class Option:
    """Something the table agrees on before the first play.

    `default(players)` is its value where it was left out; `fixed(players)` that of an option that is never asked for.
    What is `remembered` is offered again for the next game; `initial` is what the first game is offered.
    """

    field: Field
    default: Callable[[int], Any] | None = None
    fixed: Callable[[int], Any] | None = None
    remembered: bool = False
    initial: Any = None


@dataclass(frozen=True, slots=True)
class Meta:
    """What a rulebook says of itself.

    `players` is the fewest and the most; `sole_winner` and `joint_winners` announce who won, with `{player}` or
    `{players}`; `parts` and `tie_breaks` are in the order in which they count; `total` is what decides, and
    `lowest_wins` says that the lowest is best; `amount(count)` words an amount of it, where the number before the
    `total` ("65 thorns") would be wrong ("1 thorn"); `so_far` is what `Line.so_far` counts, where there is one; `bgg`
    is the number of the title at BoardGameGeek.
    """

    slug: str
    title: Message
    players: tuple[int, int]
    sole_winner: str = N_("{player} wins")
    joint_winners: str = N_("{players} share the win")
    parts: tuple[Column, ...] = ()
    tie_breaks: tuple[Column, ...] = ()
    total: Message = POINTS
    amount: Callable[[int], Message] | None = None
    lowest_wins: bool = False
    so_far: Message | None = None
    bgg: int | None = None

    def in_words(self, count: int) -> Message:
        """Return an amount of the `total`."""
        if self.amount is None and self.total != POINTS:
            return joined((count, self.total), " ")
        return (self.amount or points)(count)


@dataclass(frozen=True, slots=True)
class Helper(Generic[S]):
    """A question that can be asked at the table without entering anything.

    `name` stands in the address, `label` on the way to it, `intro` above its form. `answer(state, values)` returns what
    there is to say, from the values of the `fields` by name. `wanted(table)`: whether a table can need it.
    """

    name: str
    label: Message
    intro: Message
    fields: tuple[Field, ...]
    answer: Callable[[S, Mapping[str, Any]], tuple[Summary, ...]]
    wanted: Callable[[Table], bool] = lambda table: True


@dataclass(frozen=True, slots=True)
class Pages(Generic[S]):
    """What the title's own templates show, each a value that nobody else looks into.

    - `board(state)`: what lies on the table;
    - `entry(state, seat)`: what is needed to enter a play of that seat;
    - `preview(preview)`: what a play comes to while it is filled in, besides its description;
    - `further`: pages about a game that the title brings: the name of the template, and the label of the link to it,
      which the title's own templates show;
    - `gathered`: the kinds of play of which its page gathers several, to be sent together.
    """

    board: Callable[[S], object] = lambda state: None
    entry: Callable[[S, int], object] = lambda state, seat: None
    preview: Callable[[Preview[S]], object] = lambda preview: None
    further: Mapping[str, Message] = field(default_factory=dict)
    gathered: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Rulebook(Generic[S]):
    """One title and its rules; there is one of each, so it is equal to itself alone.

    - `kinds(table)`: the kinds of play this table knows;
    - `start(table)`: the state before the first play;
    - `finished(state)`: whether the game is over;
    - `lines(state)`: the score paper in seat order, as if the game ended now;
    - `turn(state)`: the seat whose turn it is, or None where anyone may be entered;
    - `notes(state)`: remarks on the game as a whole;
    - `extras(state)`: what the answer of `score` adds;
    - `headline(state)`: who won a game that is over, in words of its own, or None: as `meta` announces it;
    - `together(before, after, plays)`: what plays that one change enters are together, where there is a name for that
      (its headline; its detail says more), or None.

    `helpers` are questions that can be asked at the table; `rules` is what can be looked up there; `telling` is what
    the title has to say in the history.
    """

    meta: Meta
    kinds: Callable[[Table], tuple[Kind[S, Any], ...]]
    start: Callable[[Table], S]
    finished: Callable[[S], bool]
    lines: Callable[[S], Sequence[Line]]
    turn: Callable[[S], int | None] = lambda state: None
    notes: Callable[[S], tuple[Note, ...]] = lambda state: ()
    extras: Callable[[S], Mapping[str, Any]] = lambda state: {}
    headline: Callable[[S], Message | None] = lambda state: None
    together: Callable[[S, S, Sequence[Any]], Summary | None] = lambda before, after, plays: None
    options: tuple[Option, ...] = ()
    helpers: tuple[Helper[S], ...] = ()
    seats: Seats[S] = field(default_factory=Seats)
    pages: Pages[S] = field(default_factory=Pages)
    rules: Rules[S] = field(default_factory=Rules)
    telling: Telling[S] = field(default_factory=Telling)

    @cached_property
    def slug(self) -> str:
        """The rulebook's name in addresses and documents."""
        return self.meta.slug

    def kind(self, table: Table, name: str) -> Kind[S, Any] | None:
        """Return the kind of play with that name, or None if this table knows none."""
        return next((kind for kind in self.kinds(table) if kind.name == name), None)

    def kind_of(self, table: Table, play: object) -> Kind[S, Any]:
        """Return the kind of a play that was made at this table."""
        return next(kind for kind in self.kinds(table) if kind.make is type(play))

    def names(self, table: Table) -> tuple[str, ...]:
        """Return the names of all for whom plays are entered, by seat: the players, then the others."""
        return (*table.players, *self.seats.others(table))

    def seat_of(self, table: Table, play: object) -> int | None:
        """Return the seat for whom a play is entered; None for one that concerns the whole table."""
        kind = self.kind_of(table, play)
        return kind.seat(play) if kind.other is None else len(table.players) + kind.other

    def kinds_of(self, table: Table, seat: int | None) -> tuple[Kind[S, Any], ...]:
        """Return the kinds of play that can be entered of that seat, and those that concern the whole table.

        Without a seat these are all kinds.
        """
        other = None if seat is None or seat < len(table.players) else seat - len(table.players)
        return tuple(
            kind
            for kind in self.kinds(table)
            if seat is None or kind.other == other or (kind.other is None and not kind.has_player)
        )

    def title(self, table: Table, play: object) -> Message:
        """Return what to call a play, legal or not."""
        kind = self.kind_of(table, play)
        if not isinstance(kind.title, str):
            return kind.title(table, play)
        seat = self.seat_of(table, play)
        whose = {} if seat is None else {"player": self.names(table)[seat]}
        return Message(kind.title, whose) if kind.title else kind.label

    def table(self, players: Sequence[str], options: Mapping[str, Any]) -> Table:
        """Return the table of these players, with every option that was left out filled in where it has a default."""
        defaults = {option.field.name: option.default(len(players)) for option in self.options if option.default}
        return Table(tuple(players), defaults | dict(options))

    def fault(self, table: Table) -> Message | None:
        """Return why players and options, each right by itself, do not go together, or None."""
        fault = self.seats.fault(table)
        if fault is None and self.finished(self.start(table)):
            return say("With these options the game would be over before the first play.")
        return fault

    @cached_property
    def seat_options(self) -> tuple[Option, ...]:
        """The options of which each seat has its own."""
        return tuple(option for option in self.options if isinstance(option.field.shape, PerSeat))

    @cached_property
    def asked_options(self) -> tuple[Option, ...]:
        """The options that the whole table is asked for."""
        own = self.seat_options
        return tuple(option for option in self.options if option not in own and not option.fixed)
