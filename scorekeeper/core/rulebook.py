"""The contract: what a title has to say of itself, and what it can say besides.

A rulebook says which kinds of play there are, how a game starts, when it is over and what everybody has; each kind of
play says how it is carried out (`Kind`). Seats (`Seats`) and pages (`Pages`) have values of their own, with
defaults that fit most titles. All functions are pure: `start` and `apply` make states, all others only read
them.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, TypeVar

from .errors import Refusal
from .fields import PLAYER, Field, PerSeat
from .finale import Stage
from .history import HistoryHooks, points
from .messages import N_, Message, joined, many, say
from .rules import Rules
from .sheet import Column, Line, Note
from .table import Recalled, Summary, Table

S = TypeVar("S")
"""The state of a title: all that its plays have come to."""
P = TypeVar("P")
"""A play: a frozen dataclass with attributes named like the fields of its kind. Plays that are equal mean the same."""

END_HERE, ENDED_EARLY = say("End the game here"), Summary(say("Ended early"))
COLOURS = ("blue", "green", "grey", "brown", "red", "violet", "teal", "orange", "pink", "black")
"""The colours that a player can have; pages have a sign for each, too."""
POINTS = say("points")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Kind(Generic[S, P]):
    """A kind of play: its `name` in the document, the class `make` of its plays, its fields, and its functions.

    - `label`: what entering a play is called ("Send agent"), as a button says it;
    - `apply(state, play, number)`: the state after play `number` (from 1); raises IllegalPlay. It need not ask whose
      turn it is, nor whether the game is over;
    - `describe(before, play, after)`: what a legal play does, what is odd about it and what was perhaps overlooked. By
      default its title;
    - `title`: what a play is called, legal or not: a text with the player's name in `{player}` ("{player}'s tally"), or
      a function of table and play. By default the label;
    - `prefill(state, seat, recalled)`: the play that the form of a seat begins from, or None for an empty form. With
      `recalls`, `recalled` has the plays of this kind in the last few other games of the title; otherwise it is empty;
    - `spent(state, seat)`: words of its choices with which that seat can enter nothing more; its form does not
      offer them;
    - `displaced_plays(state, play)`: plays of others that give up what this one claims of theirs. Entered before it, in
      this order, they make it legal, unless something else forbids it;
    - `filled(state, play)`: the play with which the form of `play` is filled in, such as the numbers that a change
      results in. By default `play`;
    - `stored(state, play, given)`: the play that is entered for one read from a form, such as the change that results
      in its numbers. `given` names the field of `either` in the play that is corrected, "" for a new one. By default
      `play`;
    - `overrides(play, kind)`: whether earlier plays of that kind (a name) and the same seat have no effect from this
      play on. By default never;
    - `question(state, play, at_once)`: what is asked before a legal play is entered at the end of the log, or None.
      `at_once`: the last change was within two seconds, so that somebody may have tapped twice by mistake.

    With `in_turn`, a play that is entered on another's turn gets a remark. With `replaces`, a play takes the place of
    the earlier one of the same kind and seat. Of the optional fields named in `either`, exactly one is given. `cell`
    names a field that is a Choice: the title has a sheet with a row for each of its words, in which each player has a
    cell for one play; a row's figures are the parts of the score of that name. `has_player` (set from the fields): a
    play belongs to a player. Without a player it concerns the whole table or, with `other`, somebody who is no player:
    the one with that index in `Seats.non_players`.
    """

    name: str
    play_type: type[P]
    label: Message
    apply: Callable[[S, P, int], S]
    _: KW_ONLY
    fields: tuple[Field, ...] = ()
    describe: Callable[[S, P, S], Summary] | None = None
    title: str | Callable[[Table, P], Message] = ""
    prefill: Callable[[S, int, Recalled], P | None] = lambda state, seat, recalled: None
    uses_recent_plays: bool = False
    exhausted_choices: Callable[[S, int], Collection[str]] = lambda state, seat: ()
    question: Callable[[S, P, bool], Message | None] = lambda state, play, at_once: None
    filled: Callable[[S, P], P] = lambda state, play: play
    stored: Callable[[S, P, str], P] = lambda state, play, given: play
    overrides: Callable[[P, str], bool] = lambda play, kind: False
    displaced_plays: Callable[[S, P], tuple[object, ...]] = lambda state, play: ()
    cell: str = ""
    in_turn: bool = False
    replaces: bool = False
    exactly_one_of: tuple[str, ...] = ()
    non_player: int | None = None
    has_player: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "has_player", any(each.name == PLAYER.name for each in self.fields))

    @property
    def ends_game(self) -> bool:
        """Whether it is the kind with which the table agrees to end the game."""
        return self.play_type is Stop

    def seat(self, play: P) -> int | None:
        """Return the seat whose play it is, or None for one that belongs to no player."""
        return getattr(play, PLAYER.inside) if self.has_player else None

    def value(self, play: P, field: Field) -> Any:
        """Return what a play holds for one of its fields."""
        return getattr(play, field.inside)

    def values(self, play: P) -> Mapping[str, Any]:
        """Return all that a play holds, by the names of the fields."""
        return {field.name: self.value(play, field) for field in self.fields}

    def given(self, play: P) -> str:
        """Return the field of `either` that a play has; "" for a kind without them."""
        return next((name for name in self.exactly_one_of if self.values(play)[name] is not None), "")

    def play(self, values: Mapping[str, Any]) -> P:
        """Return the play that holds these values, by the names of the fields."""
        inside = {field.name: field.inside for field in self.fields}
        return self.play_type(**{inside[name]: value for name, value in values.items()})


@dataclass(frozen=True, slots=True)
class Stop:
    """The play with which a table agrees to end the game here."""


def stop(
    apply: Callable[[S], S],
    *,
    label: Message = END_HERE,
    title: str = N_("the early end"),
    summary: Summary = ENDED_EARLY,
) -> Kind[S, Stop]:
    """Return the kind of play with which a table agrees to end here.

    `apply(state)` is the state in which the game is over; it raises IllegalPlay if the game cannot end yet. `title` is
    what the play is called in the list of all changes, `summary` what it does.
    """
    return Kind(
        "stop",
        Stop,
        label,
        lambda state, stop, number: apply(state),
        describe=lambda before, stop, after: summary,
        title=title,
    )


class StartingPlayer(StrEnum):
    """Who sits first in the next game of the same players: the same one, one drawn, the winner, or whom people name."""

    SAME = "same"
    DRAWN = "drawn"
    WINNER = "winner"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class SeatingRule:
    """Who sits first: what the `rule` says (None: it makes no difference), and who is `first` in the next game."""

    rule: Message | None = None
    first: StartingPlayer = StartingPlayer.SAME


@dataclass(frozen=True, slots=True)
class Seats(Generic[S]):
    """What concerns the seats.

    - `rule`, `first`: who sits first, and who does in the next game, as in Sitting;
    - `by_options(options)`: a Sitting in place of these two, where they depend on the options, by name (None: they do
      not). It is called while people sit down, too, when options may be missing;
    - `colours(table)`: the colour of each seat, from COLOURS;
    - `others(table)`: the names of those who are no players, but for whom plays are entered, too; their seats follow
      those of the players;
    - `eliminated(state)`: the seats that are out of the game while others play on;
    - `dealer(state)`: the seat that deals next, where the deal goes round, or None;
    - `next_to_enter(state, seat)`: where it is nobody's turn, the seat whose plays are entered after one of `seat`. For
      `seat` None: the seat to begin with when the table is opened, or None for the first of whom nothing is known yet;
    - `fault(table)`: why these players and options, each right by itself, do not go together, or None.
    """

    rule: Message | None = None
    first: StartingPlayer = StartingPlayer.SAME
    by_options: Callable[[Mapping[str, Any]], SeatingRule | None] | None = None
    colours: Callable[[Table], tuple[str, ...]] = lambda table: COLOURS[: len(table.players)]
    non_players: Callable[[Table], tuple[str, ...]] = lambda table: ()
    eliminated: Callable[[S], tuple[int, ...]] = lambda state: ()
    dealer: Callable[[S], int | None] = lambda state: None
    next_to_enter: Callable[[S, int | None], int | None] = lambda state, seat: seat
    fault: Callable[[Table], Message | None] = lambda table: None

    def sitting(self, options: Mapping[str, Any]) -> SeatingRule:
        """Return who sits first with these options."""
        return (self.by_options(options) if self.by_options else None) or SeatingRule(self.rule, self.first)


__all__ = [
    "COLOURS",
    "SLUG",
    "Helper",
    "Kind",
    "Meta",
    "Option",
    "Pages",
    "Rulebook",
    "SeatingRule",
    "Seats",
    "Stage",
    "StartingPlayer",
    "Stop",
    "stop",
]


@dataclass(frozen=True, slots=True)
class Option:
    """Something the table agrees on before the first play.

    `default(seat_count)` is its value if it was left out; `fixed(seat_count)` is the value of an option that nobody is
    asked for (None: it has none). `initial` is in the form of a new game; with `remembered`, only until a first game
    began: after that it is the value of the last game.
    """

    field: Field
    default: Callable[[int], Any] | None = None
    fixed: Callable[[int], Any] | None = None
    remembered: bool = False
    initial: Any = None


@dataclass(frozen=True, slots=True)
class Meta:
    """The facts of a title.

    - `slug`: its name in addresses and in stored games: it must never change;
    - `short`: the title where there is little room, if it is long;
    - `players`: the fewest and the most players;
    - `sole_winner`, `joint_winners`: who won, with `{player}` or `{players}`;
    - `parts`, `tie_breaks`: the columns of the score, and the tie-breaks, in the order in which they count;
    - `total`: the unit of the totals ("points"); with `lowest_wins` the lowest total wins;
    - `amount(count)`: an amount of it in words, where the number before the `total` ("65 thorns") is not always right
      ("1 thorn");
    - `so_far`: the unit of `Line.so_far`, if the lines have it; `at_end`: what the end of the game adds to that;
    - `bgg`: the number of the title at BoardGameGeek.
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
    at_end: Message | None = None
    bgg: int | None = None
    short: Message | None = None

    @property
    def heading(self) -> Message:
        """The title as it stands over a page of a game: `short`, if there is one."""
        return self.short or self.title

    @property
    def current(self) -> Message:
        """The unit of `Line.current`: what the totals are if the game ends now."""
        if self.so_far and self.at_end:
            return say("if it ended now: {so_far} + {at_end}", so_far=self.so_far, at_end=self.at_end)
        return self.so_far or self.total

    @property
    def player_count_text(self) -> Message:
        """How many can play, in words."""
        fewest, most = self.players
        if fewest == most:
            return many("{count} player", "{count} players", most)
        return say("{fewest}–{most} players", fewest=fewest, most=most)

    def in_words(self, count: int) -> Message:
        """Return an amount with its unit: "65 thorns"."""
        if self.amount is None and self.total != POINTS:
            return joined((count, self.total), " ")
        return (self.amount or points)(count)


@dataclass(frozen=True, slots=True)
class Helper(Generic[S]):
    """A question that can be asked at the table without entering anything.

    `name` stands in the address, `label` is the text of the link to it, `intro` stands above its form.
    `answer(state, values)` returns the answers, from the values of the `fields` by their names; an answer with a `play`
    offers to enter it. `wanted(table)`: whether a table can need it.
    """

    name: str
    label: Message
    intro: Message
    fields: tuple[Field, ...]
    answer: Callable[[S, Mapping[str, Any]], tuple[Summary, ...]]
    available: Callable[[Table], bool] = lambda table: True


@dataclass(frozen=True, slots=True)
class Preview(Generic[S]):
    """A play while it is filled in.

    `before` is the state before it. A legal play has the state `after` it and a `summary`, a refused one has its
    `refusal`.
    """

    play: object
    before: S
    after: S | None = None
    summary: Summary | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Pages(Generic[S]):
    """What the title's own templates show. The values are for these templates alone, and can be anything.

    - `board(state)`: what lies on the table;
    - `entry(state, seat)`: what is needed to enter a play of that seat;
    - `preview(preview)`: what a play would do, besides its description, while it is filled in;
    - `further`: pages of the title's own about a game: the name of the template, and the label of the link to it;
    - `gathered`: the names of the kinds of play whose form gathers several plays, to be sent together.
    """

    board: Callable[[S], object] = lambda state: None
    entry: Callable[[S, int], object] = lambda state, seat: None
    preview: Callable[[Preview[S]], object] = lambda preview: None
    extra_pages: Mapping[str, Message] = field(default_factory=dict)
    batched_kinds: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Rulebook(Generic[S]):
    """One title and its rules. It is compared by identity, as there is one of each.

    - `kinds(table)`: the kinds of play that this table uses;
    - `start(table)`: the state before the first play;
    - `finished(state)`: whether the game is over;
    - `lines(state)`: the score sheet in seat order, as if the game ended now;
    - `turn(state)`: the seat whose turn it is, or None where plays come in any order;
    - `notes(state)`: remarks on the game as a whole;
    - `extras(state)`: further keys for the answer of `scorekeeper score`;
    - `headline(state)`: who won a game that is over, or None to have it said as in `meta`;
    - `finale(state)`: the parts of the score that are opened one by one before the result of a game that is over, in
      the order in which they are; what they add is part of the totals of `lines`. None by default;
    - `together(before, after, plays)`: one description of several plays that one change enters, such as those of a
      phase, or None to have each described by itself.

    `helpers` are questions that can be asked at the table; `rules` are the rules that can be looked up there; `telling`
    is what the history tells of the title's games; `facts` are what a title without code was made from, which its game
    documents bring along.
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
    finale: Callable[[S], tuple[Stage, ...]] = lambda state: ()
    summarize_batch: Callable[[S, S, Sequence[Any]], Summary | None] = lambda before, after, plays: None
    options: tuple[Option, ...] = ()
    helpers: tuple[Helper[S], ...] = ()
    seats: Seats[S] = field(default_factory=Seats)
    pages: Pages[S] = field(default_factory=Pages)
    rules: Rules[S] = field(default_factory=Rules)
    history: HistoryHooks[S] = field(default_factory=HistoryHooks)
    definition: Mapping[str, Any] | None = None

    @cached_property
    def slug(self) -> str:
        """The rulebook's name in addresses and in the database."""
        return self.meta.slug

    @property
    def name(self) -> str:
        """The rulebook's name in documents: its slug, without the digest of its facts."""
        return self.slug.partition("~")[0]

    def kind(self, table: Table, name: str) -> Kind[S, Any] | None:
        """Return the kind of play with that name, or None if this table knows none."""
        return next((kind for kind in self.kinds(table) if kind.name == name), None)

    def kind_of(self, table: Table, play: object) -> Kind[S, Any]:
        """Return the kind of a play that was made at this table."""
        return next(kind for kind in self.kinds(table) if kind.play_type is type(play))

    def names(self, table: Table) -> tuple[str, ...]:
        """Return the names of all for whom plays are entered, by seat: the players, then the others."""
        return (*table.players, *self.seats.non_players(table))

    def seat_of(self, table: Table, play: object) -> int | None:
        """Return the seat for whom a play is entered, as in `names`; None for one that concerns the whole table."""
        kind = self.kind_of(table, play)
        return kind.seat(play) if kind.non_player is None else len(table.players) + kind.non_player

    def kinds_of(self, table: Table, seat: int | None) -> tuple[Kind[S, Any], ...]:
        """Return the kinds of play that can be entered for that seat, and those that concern the whole table.

        If `seat` is None, these are all kinds.
        """
        other = None if seat is None or seat < len(table.players) else seat - len(table.players)
        return tuple(
            kind
            for kind in self.kinds(table)
            if seat is None or kind.non_player == other or (kind.non_player is None and not kind.has_player)
        )

    def title(self, table: Table, play: object) -> Message:
        """Return what a play is called, legal or not."""
        kind = self.kind_of(table, play)
        if not isinstance(kind.title, str):
            return kind.title(table, play)
        seat = self.seat_of(table, play)
        whose = {} if seat is None else {"player": self.names(table)[seat]}
        return Message(kind.title, whose) if kind.title else kind.label

    def table(self, players: Sequence[str], options: Mapping[str, Any]) -> Table:
        """Return the table of these players; an option that was left out gets its default, if it has one."""
        defaults = {option.field.name: option.default(len(players)) for option in self.options if option.default}
        return Table(tuple(players), defaults | dict(options))

    def fault(self, table: Table) -> Message | None:
        """Return why players and options, each right by itself, do not go together, or None."""
        fault = self.seats.fault(table)
        if fault is None and self.finished(self.start(table)):
            return say("With these options the game would be over before the first entry.")
        return fault

    def fixed(self, count: int) -> Mapping[str, Any]:
        """Return the options that are never asked for, by name, as they are with that many players (None: left out)."""
        return {option.field.name: option.fixed(count) for option in self.options if option.fixed}

    @cached_property
    def seat_options(self) -> tuple[Option, ...]:
        """The options that have one value for each seat."""
        return tuple(option for option in self.options if isinstance(option.field.shape, PerSeat))

    @cached_property
    def asked_options(self) -> tuple[Option, ...]:
        """The options for which the table is asked once, for all players."""
        own = self.seat_options
        return tuple(option for option in self.options if option not in own and not option.fixed)
