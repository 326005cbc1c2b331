"""The interface of a rulebook.

A `Rulebook` defines the kinds of play, the start and end of a game, and the score sheet. Each `Kind` defines how its
plays are applied. `Seats`, `Pages`, `Rules` and `HistoryHooks` are optional; their defaults fit most titles. All
functions are pure: `start` and `apply` create states, all others only read them.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, TypeVar

from .errors import Refusal
from .fields import PLAYER, Field, Many, PerSeat
from .finale import Stage
from .history import HistoryHooks, points
from .messages import N_, Message, joined, many, say
from .rules import Rules
from .sheet import Column, Line, Note
from .table import Recalled, Summary, Table

S = TypeVar("S")
"""A title's class for the state of a game, the result of all plays so far."""
P = TypeVar("P")
"""A play: a frozen dataclass with attributes named like the fields of its kind. Equal plays have the same meaning."""

END_HERE, ENDED_EARLY = say("End the game here"), Summary(say("Ended early"))
REOPENED = say("Game reopened.")
COLOURS = ("blue", "green", "grey", "brown", "red", "violet", "teal", "orange", "pink", "black")
"""Colours of players. Pages also have a symbol for each."""
TEAM = " & "
"""Separator of the names of a team's players."""
MAX_PLAYERS = 20
"""Largest number of players of any title. Players from the 11th on share their colours with the first ten."""
POINTS = say("points")
OPTIONS_CHANGE = say("the change of options")
SOLE_WINNER = N_("{player} wins")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Kind(Generic[S, P]):
    """A kind of play: its `name` in the document, the class `play_type` of its plays, its fields, and its functions.

    - `label`: the text of the button that enters a play ("Send agent").
    - `apply(state, play, number)`: returns the state after play `number` (from 1); raises IllegalPlay. It need not
      check whose turn it is, nor whether the game is over.
    - `describe(before, play, after)`: returns a description of a legal play, with remarks on oddities and possible
      mistakes. The default is the play's title.
    - `title`: the name of a play, legal or not. It is a text with the player's name as `{player}` ("{player}'s tally"),
      or a function of table and play. The default is the label.
    - `prefill(state, seat, recalled)`: returns the initial play in a seat's form, or None for an empty form.
    - `uses_recent_plays`: `recalled` contains the plays of this kind in the last few other games of the title.
      Otherwise it is empty.
    - `exhausted_choices(state, seat)`: returns words of the kind's Choice that the seat can no longer enter. Its form
      does not offer them.
    - `displaced_plays(state, play)`: returns other players' plays that give up what this play claims. Entered before
      it in this order, they make it legal, unless another rule forbids it.
    - `filled(state, play)`: returns the play shown in the form for `play`, such as the numbers that result from a
      change. The default is `play`.
    - `stored(state, play, given)`: returns the play to store for one read from a form, such as the change behind its
      numbers. In a correction, `given` names the field of `exactly_one_of` in the current play; otherwise it is "".
      The default is `play`.
    - `overrides(play, kind)`: returns whether earlier plays of the kind named `kind` and the same seat have no effect
      from this play on. The default is never.
    - `made_of(state, play)`: returns short texts by seat about what the points of a play in this state are made of, for
      sheets ("2/2 · +10"). The default is none.
    - `undone(state)`: returns the message after undo of a play, if its title is not enough; `state` is the state
      before the play. The default names the play.
    - `missing(state)`: returns messages about empty fields that need a value, by field name. `{players}` is replaced by
      the players without a value. A phone shows them without a network. A required number or choice needs none.
    - `question(state, play, at_once)`: returns a question to ask before a legal play is added at the end of the log,
      or None. `at_once` is true if both were sent within two seconds, as by a double tap, even if they arrive
      later.
    - `prepares`: a play only prepares one of another kind, so lists of rounds do not number it.
    - `in_turn`: a play on another player's turn gets a remark.
    - `replaces`: a play replaces the previous one of the same kind and seat.
    - `exactly_one_of`: names of optional fields, exactly one of which is given.
    - `offers(state)`: returns questions about unusual plays, each with a play per player, by seat. The form has a
      button for each player that fills in this play.
    - `cell`: name of a Choice field. The table is then a sheet with a row for each of its words and a column for each
      player; each cell has one play. The parts of the score with these names are the points of the rows.
    - `cell_fields`: the fields of a play in a row of the sheet, by its word, if they differ from `fields`.
    - `after_end(state)`: returns the rows of the sheet that can still be filled in when the game is over.
    - `possible(state)`: whether the table has a form for it now. The default is always.
    - `has_player`: whether a play belongs to a player (set from the fields).
    - `on_table`: the table page has a form for it; for a Stop, a button below the standings. Plays of other kinds are
      entered on separate pages.
    - `non_player`: for a kind without a player, the index in `Seats.non_players` of its plays' non-player, or None if
      its plays concern all players.
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
    missing: Callable[[S], Mapping[str, Message]] = lambda state: {}
    question: Callable[[S, P, bool], Message | None] = lambda state, play, at_once: None
    filled: Callable[[S, P], P] = lambda state, play: play
    stored: Callable[[S, P, str], P] = lambda state, play, given: play
    overrides: Callable[[P, str], bool] = lambda play, kind: False
    made_of: Callable[[S, P], Mapping[int, Message]] = lambda state, play: {}
    undone: Callable[[S], Message] | None = None
    displaced_plays: Callable[[S, P], tuple[object, ...]] = lambda state, play: ()
    offers: Callable[[S], Sequence[tuple[Message, Mapping[int, P]]]] = lambda state: ()
    cell: str = ""
    cell_fields: Mapping[str, tuple[Field, ...]] = field(default_factory=dict)
    after_end: Callable[[S], Collection[str]] = lambda state: ()
    possible: Callable[[S], bool] = lambda state: True
    prepares: bool = False
    in_turn: bool = False
    replaces: bool = False
    exactly_one_of: tuple[str, ...] = ()
    on_table: bool = True
    non_player: int | None = None
    has_player: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "has_player", any(each.name == PLAYER.name for each in self.fields))

    @property
    def ends_game(self) -> bool:
        return self.play_type is Stop

    def seat(self, play: P) -> int | None:
        return getattr(play, PLAYER.inside) if self.has_player else None

    def value(self, play: P, field: Field) -> Any:
        return getattr(play, field.inside)

    def fields_for(self, word: object) -> tuple[Field, ...]:
        """Return the fields of a play with this word in its `cell`, or the fields of any other play."""
        return self.cell_fields.get(word, self.fields) if isinstance(word, str) else self.fields

    def word(self, play: P) -> str | None:
        """Return the row of the sheet (`cell`) that a play fills in; None for a kind without a sheet."""
        return next((self.value(play, field) for field in self.fields if field.name == self.cell), None)

    def fields_of(self, play: P) -> tuple[Field, ...]:
        return self.fields_for(self.word(play))

    def values(self, play: P) -> Mapping[str, Any]:
        return {field.name: self.value(play, field) for field in self.fields_of(play)}

    def given(self, play: P) -> str:
        """Return the name of the field of `exactly_one_of` that a play has; "" for a kind without such fields."""
        return next((name for name in self.exactly_one_of if self.values(play)[name] is not None), "")

    def play(self, values: Mapping[str, Any]) -> P:
        fields = self.fields_for(values.get(self.cell))
        inside = {field.name: field.inside for field in fields}
        return self.play_type(**{inside[name]: value for name, value in values.items()})


@dataclass(frozen=True, slots=True)
class Stop:
    """The play that ends a game early, by agreement of the players."""


def stop(
    apply: Callable[[S], S],
    *,
    label: Message = END_HERE,
    title: str = N_("the early end"),
    summary: Summary = ENDED_EARLY,
    on_table: bool = False,
) -> Kind[S, Stop]:
    """Return the kind of play that ends a game early, by agreement of the players.

    `apply(state)` returns the state of the finished game; it raises IllegalPlay if the game cannot end yet. `on_table`:
    the default table page has a button for the stop, because the game cannot end in any other way.
    """
    return Kind(
        "stop",
        Stop,
        label,
        lambda state, stop, number: apply(state),
        describe=lambda before, stop, after: summary,
        title=title,
        undone=lambda state: REOPENED,
        on_table=on_table,
    )


def seat_colours(count: int, colours: Sequence[str] = COLOURS) -> tuple[str, ...]:
    return tuple(colours[seat % len(colours)] for seat in range(count))


class StartingPlayer(StrEnum):
    """The starting player of the next game of the same players; DRAWN is by lot, ASKED is chosen by the players."""

    SAME = "same"
    DRAWN = "drawn"
    WINNER = "winner"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class SeatingRule:
    """The starting player: a sentence about the `rule`, if there is one, and the `first` player of the next game."""

    rule: Message | None = None
    first: StartingPlayer = StartingPlayer.SAME


@dataclass(frozen=True, slots=True)
class Seats(Generic[S]):
    """Seating order, colours, and further functions of the seats.

    - `rule`, `first`: the starting player, as in SeatingRule.
    - `by_options(options)`: returns a SeatingRule that replaces these two, or None. It is also called while players
      are being seated, when options may still be missing.
    - `colours(table)`: returns the colour of each seat, from COLOURS.
    - `non_players(table)`: returns the names of non-players with plays, such as a robot. Their seats follow those of
      the players.
    - `eliminated(state)`: returns the seats of players eliminated while others play on.
    - `away(state)`: returns the seats of absent players: before they joined, or after they left.
    - `latecomer(seat, missed)`: returns two plays of a player who joins a running game, one at the beginning of the log
      (absent) and one at its end. `missed` are points for missed rounds, as in the second play, or None. Without
      this function, a game with plays needs a play of every player.
    - `teams(table)`: returns the seats of each team; () if every player has a separate score. The lines of a team's
      players have the same points; the first player represents the team on the pages of the game.
    - `dealer(state)`: returns the seat that deals next, or None without a dealer.
    - `next_to_enter(state, seat)`: returns the seat whose play is entered after one of `seat`, without a turn
      order. If `seat` is None, returns the seat to begin with when the table page opens; None selects the first seat
      without any known part of the score.
    - `fault(table)`: returns a message if separately valid players and options cannot be combined, or None.
    """

    rule: Message | None = None
    first: StartingPlayer = StartingPlayer.SAME
    by_options: Callable[[Mapping[str, Any]], SeatingRule | None] | None = None
    colours: Callable[[Table], tuple[str, ...]] = lambda table: seat_colours(len(table.players))
    non_players: Callable[[Table], tuple[str, ...]] = lambda table: ()
    eliminated: Callable[[S], tuple[int, ...]] = lambda state: ()
    away: Callable[[S], tuple[int, ...]] = lambda state: ()
    latecomer: Callable[[int, Any], tuple[object, object]] | None = None
    teams: Callable[[Table], tuple[tuple[int, ...], ...]] = lambda table: ()
    dealer: Callable[[S], int | None] = lambda state: None
    next_to_enter: Callable[[S, int | None], int | None] = lambda state, seat: seat
    fault: Callable[[Table], Message | None] = lambda table: None

    def sitting(self, options: Mapping[str, Any]) -> SeatingRule:
        return (self.by_options(options) if self.by_options else None) or SeatingRule(self.rule, self.first)


__all__ = [
    "COLOURS",
    "MAX_PLAYERS",
    "OPTIONS_CHANGE",
    "SLUG",
    "SOLE_WINNER",
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
    "seat_colours",
    "stop",
]


@dataclass(frozen=True, slots=True)
class Option:
    """An option that the players choose before the first play.

    `default(seat_count)` returns its value if it was omitted. `fixed(seat_count)` returns the value of an option that
    no form asks for, or None. `initial` is the value in the form of a new game; with `remembered`, the
    form offers the value of the last game instead, if there is one. `change` is the label of a change of the option on
    the page with the players, for undo.
    """

    field: Field
    default: Callable[[int], Any] | None = None
    fixed: Callable[[int], Any] | None = None
    remembered: bool = False
    initial: Any = None
    change: Message = OPTIONS_CHANGE


@dataclass(frozen=True, slots=True)
class Meta:
    """Name, number of players and score columns of a title.

    - `slug`: its name in URLs and in stored games, which must never change.
    - `short`: a shorter title for narrow places.
    - `players`: the minimum and maximum number of players.
    - `sole_winner`, `joint_winners`: sentences about the result, with `{player}` or `{players}`.
    - `parts`, `tie_breaks`: the columns of the score, and the tie-breaks in order of precedence.
    - `total`: the unit of the totals ("points"). With `lowest_wins`, the lowest total wins.
    - `amount(count)`: returns an amount as text, if the number followed by `total` ("65 thorns") is not always correct
      ("1 thorn").
    - `so_far`: the unit of `Line.so_far`, if lines have it. `at_end`: the points that the end of the game adds to it.
    - `bgg`: the title's ID on BoardGameGeek.
    - `cooperative`: all players win or lose together.
    """

    slug: str
    title: Message
    players: tuple[int, int]
    sole_winner: str = SOLE_WINNER
    joint_winners: str = N_("{players} share the win")
    parts: tuple[Column, ...] = ()
    tie_breaks: tuple[Column, ...] = ()
    total: Message = POINTS
    amount: Callable[[float], Message] | None = None
    lowest_wins: bool = False
    so_far: Message | None = None
    at_end: Message | None = None
    bgg: int | None = None
    short: Message | None = None
    cooperative: bool = False

    @property
    def heading(self) -> Message:
        return self.short or self.title

    @property
    def current(self) -> Message:
        """The unit of `Line.current`, the totals if the game ended now."""
        if self.so_far and self.at_end:
            return say("if it ended now: {so_far} + {at_end}", so_far=self.so_far, at_end=self.at_end)
        return self.so_far or self.total

    @property
    def player_count_text(self) -> Message:
        fewest, most = self.players
        if fewest == most:
            return many("{count} player", "{count} players", most)
        return say("{fewest}–{most} players", fewest=fewest, most=most)

    def in_words(self, count: float) -> Message:
        """Return an amount with its unit: "65 thorns"."""
        if self.amount is None and self.total != POINTS:
            return joined((count, self.total), " ")
        return (self.amount or points)(count)


@dataclass(frozen=True, slots=True)
class Helper(Generic[S]):
    """A question that players can look up during a game without entering anything.

    `name` is part of the URL, `label` is the text of its link, `intro` is shown above its form. `answer(state, values)`
    returns the answers for the values of the `fields`, given by field name. An answer with a `play` offers to enter it.
    `available(table)` returns whether the question makes sense at a table.
    """

    name: str
    label: Message
    intro: Message
    fields: tuple[Field, ...]
    answer: Callable[[S, Mapping[str, Any]], tuple[Summary, ...]]
    available: Callable[[Table], bool] = lambda table: True


@dataclass(frozen=True, slots=True)
class Preview(Generic[S]):
    """A play while its form is filled in: a legal one has the state `after` it and a `summary`, others a `refusal`."""

    play: object
    before: S
    after: S | None = None
    summary: Summary | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Pages(Generic[S]):
    """Values for the title's own templates. Only these templates use the values, so they can be of any type.

    - `board(state)`: returns the value for the board.
    - `entry(state, seat)`: returns the value for the form of a seat's play.
    - `preview(preview)`: returns the value for the preview of a play, which also shows the play's description.
    - `extra_pages`: the title's own pages about a game: the label of their link, by name of the template.
    - `batched_kinds`: names of the kinds of play whose form sends several plays together.
    """

    board: Callable[[S], object] = lambda state: None
    entry: Callable[[S, int], object] = lambda state, seat: None
    preview: Callable[[Preview[S]], object] = lambda preview: None
    extra_pages: Mapping[str, Message] = field(default_factory=dict)
    batched_kinds: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Rulebook(Generic[S]):
    """A title and its rules. Rulebooks are compared by identity, because each exists only once.

    - `kinds(table)`: returns the kinds of play at this table.
    - `start(table)`: returns the state before the first play.
    - `finished(state)`: returns whether the game is over.
    - `lines(state)`: returns the score sheet in seat order, as if the game ended now.
    - `turn(state)`: returns the seat whose turn it is, or None if plays come in any order (the default).
    - `notes(state)`: returns remarks on the complete game.
    - `extras(state)`: returns further keys for the answer of `scorekeeper score`.
    - `headline(state)`: returns a sentence about the winners of a finished game, or None for the sentences of `meta`.
    - `finale(state)`: returns the parts of the score revealed one by one before the result of a finished game, in
      order. The totals of `lines` include them.
    - `summarize_batch(before, after, plays)`: returns one description of several plays of one change, such as a phase,
      or None to describe each separately.

    `helpers` are questions to look up during a game, `rules` is the rules page, and `history` has functions for the
    history of the title. `definition` is the data of a title without code, which its game documents contain.
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
        return self.meta.slug

    @property
    def name(self) -> str:
        """The rulebook's name in documents: its slug without the digest of its definition."""
        return self.slug.partition("~")[0]

    def kind(self, table: Table, name: str) -> Kind[S, Any] | None:
        return next((kind for kind in self.kinds(table) if kind.name == name), None)

    def kind_of(self, table: Table, play: object) -> Kind[S, Any]:
        return next(kind for kind in self.kinds(table) if kind.play_type is type(play))

    def names(self, table: Table) -> tuple[str, ...]:
        """Return the names by seat: the players (in teams, the names of the player's team), then the non-players."""
        team = {seat: seats for seats in self.seats.teams(table) for seat in seats}
        names = (
            TEAM.join(table.players[each] for each in team.get(seat, [seat])) for seat in range(len(table.players))
        )
        return (*names, *self.seats.non_players(table))

    def representatives(self, table: Table) -> Mapping[int | None, int]:
        """Return the seat that represents each seat in standings and sheets: the first of its team, or itself."""
        alone: dict[int | None, int] = {seat: seat for seat in range(len(table.players))}
        return alone | {seat: team[0] for team in self.seats.teams(table) for seat in team}

    def scorers(self, table: Table) -> tuple[int, ...]:
        """Return the seats that represent a player or a team."""
        return tuple(dict.fromkeys(self.representatives(table).values()))

    def seat_of(self, table: Table, play: object) -> int | None:
        """Return the seat of a play, as an index of `names`; None for a play that concerns all players."""
        kind = self.kind_of(table, play)
        return kind.seat(play) if kind.non_player is None else len(table.players) + kind.non_player

    def kinds_of(self, table: Table, seat: int | None) -> tuple[Kind[S, Any], ...]:
        """Return the kinds of play that can be entered for a seat, or for any seat if None.

        Kinds that concern all players are included.
        """
        other = None if seat is None or seat < len(table.players) else seat - len(table.players)
        return tuple(
            kind
            for kind in self.kinds(table)
            if seat is None or kind.non_player == other or (kind.non_player is None and not kind.has_player)
        )

    def title(self, table: Table, play: object) -> Message:
        """Return the name of a play, legal or not."""
        kind = self.kind_of(table, play)
        if not isinstance(kind.title, str):
            return kind.title(table, play)
        seat = self.seat_of(table, play)
        whose = {} if seat is None else {"player": self.names(table)[seat]}
        return Message(kind.title, whose) if kind.title else kind.label

    def table(self, players: Sequence[str], options: Mapping[str, Any]) -> Table:
        """Return the table of these players; an omitted option gets its default, if it has one."""
        defaults = {option.field.name: option.default(len(players)) for option in self.options if option.default}
        return Table(tuple(players), defaults | dict(options))

    def fault(self, table: Table) -> Message | None:
        """Return a message if players and options cannot be combined or would end the game at once, or None."""
        apart = (
            each.reason
            for option in self.options
            if isinstance(option.field.shape, Many)
            for each in option.field.shape.apart
            if len({*each.words}.intersection(table.options.get(option.field.name, ()))) > 1
        )
        fault = next(apart, None) or self.seats.fault(table)
        if fault is None and self.finished(self.start(table)):
            return say("With these options the game would be over before the first entry.")
        return fault

    def fixed(self, count: int) -> Mapping[str, Any]:
        """Return the values of the fixed options by name for `count` players; None for an option without a value."""
        return {option.field.name: option.fixed(count) for option in self.options if option.fixed}

    @cached_property
    def seat_options(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if isinstance(option.field.shape, PerSeat))

    @cached_property
    def asked_options(self) -> tuple[Option, ...]:
        """The options that a form asks for once, for all players."""
        own = self.seat_options
        return tuple(option for option in self.options if option not in own and not option.fixed)
