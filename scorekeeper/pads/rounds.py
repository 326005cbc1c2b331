"""A pad of rounds: each play is a round with a number for each player, or the points of one player.

In a pad with fields, each player has values in the fields instead of a number (`formula.py` checks and counts them).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ..core.errors import IllegalPlay
from ..core.fields import BOUND, PLAYER, ByPlayer, Field, Integer, Sum
from ..core.history import Record, RecordEntry, Timeline, highest
from ..core.messages import N_, Message, joined, listed, many, number, say
from ..core.numbers import rounded
from ..core.rulebook import Kind, Option, stop
from ..core.sheet import Line, Note
from ..core.table import Recalled, Summary, Table
from .definition import (
    ANY,
    BEST_ROUND,
    FEWER,
    LAST_ROUND,
    ROUND,
    TURN,
    Agreed,
    Deal,
    Definition,
    Formula,
    Input,
    Rounds,
    for_players,
    side_of,
)
from .formula import VALUES, Entered, Terms, as_typed, check, defaults, described, in_short, met, numbers, record
from .formula import points as points_of

POINTS = "points"
OPTIONS: Mapping[str, Message] = {"rounds": say("Rounds until the end"), "limit": say("Limit that ends the game")}
UNLIKELY = 10_000
"""Smallest absolute value of a number to ask about."""
ENDED = Summary(say("The game ended here"))
"""Summary of a Stop in a game that cannot end in any other way."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the terms of each player's number, by seat."""

    points: Mapping[int, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Played:
    """A round of a pad with fields: the values of each player, by seat."""

    values: Mapping[int, Terms]


@dataclass(frozen=True, slots=True)
class Announcement:
    """The announcements before a round: the values of the announced fields, by seat."""

    values: Mapping[int, Terms]


@dataclass(frozen=True, slots=True)
class Entry:
    """Points of one player: the terms of the number."""

    seat: int
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """A player joins, or comes back; with `points`, these count for the missed rounds."""

    seat: int
    points: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """The leaving of a player, or a later joining; `points`, if any, count for the rounds missed."""

    seat: int
    points: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class NextDealer:
    """A change of dealer for the next round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Score:
    """The total of a side (a team or a player), the points in its `last` and `best` round, and the rounds `played`.

    In a pad with fields, `sums` has the sum of each field. For a player who joined or left: the rounds `missed`, and
    the points `given` for them; None if no points were given.
    """

    total: float = 0
    last: float = 0
    best: float = 0
    played: int = 0
    missed: int = 0
    given: float | None = None
    sums: Mapping[str, float] = field(default_factory=dict)

    @property
    def over(self) -> int:
        return self.played + self.missed


@dataclass(frozen=True, slots=True)
class RoundsState:
    """The pad, with the score of each side.

    `next` is the side to deal or to play next. `present` are the sides at the table. For players who join or leave
    (only without teams, so that a side is a seat): the number of rounds after which they `joined` (latecomers) or
    `left`, by seat. `announced` are the announced values of the next round, by side, or None before the announcement.
    `met` is whether the condition that ends the game was true after the last round.
    """

    pad: Rounds
    definition: Definition
    table: Table
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[Score, ...]
    present: tuple[int, ...]
    next: int = 0
    joined: Mapping[int, int] = field(default_factory=dict)
    left: Mapping[int, int] = field(default_factory=dict)
    stopped: bool = False
    announced: Mapping[int, Mapping[str, float]] | None = None
    met: bool = False

    @property
    def rounds(self) -> int:
        """The number of complete rounds; with points in any order, the number of entries."""
        if self.pad.entry == ANY:
            return sum(score.played for score in self.scores)
        return min(self.scores[side].over for side in self.present)

    def known(self, side: int) -> bool:
        """Return whether a side has a total; a side that missed rounds or left without points has none."""
        score = self.scores[side]
        return score.played > 0 or score.given is not None or (side in self.present and not score.missed)

    @property
    def dealer(self) -> int | None:
        """The seat that deals this round, or None if the pad has no dealer."""
        return self.sides[self.next][0] if self.pad.deals else None


def start(pad: Rounds, definition: Definition, table: Table) -> RoundsState:
    sides = definition.sides(table)
    return RoundsState(pad, definition, table, sides, (Score(),) * len(sides), tuple(range(len(sides))))


def end_round(state: RoundsState, play: Round, at: int) -> RoundsState:
    numbers = _numbers_of(state, play)
    _check_numbers(state, numbers)
    points = {side: state.pad.count.points(each) for side, each in numbers.items()}
    return _scored(state, points, _after(state, state.next))


def play_round(formula: Formula, state: RoundsState, play: Played, at: int) -> RoundsState:
    """Return the state after a round of a pad with fields."""
    entered = values_of_round(state, formula.inputs, play.values, state.announced or {})
    check(formula.inputs, entered, state.present, sums=True)
    after = _scored(state, points_of(formula, entered), _after(state, state.next), entered.values)
    when = state.definition.end.when
    if when is None:
        return after
    sums = {side: after.scores[side].sums for side in after.present}
    return replace(after, met=met(when, replace(entered, values=sums)))


def announce(formula: Formula, state: RoundsState, play: Announcement, at: int) -> RoundsState:
    """Return the state after the announcements before a round."""
    if state.announced is not None:
        raise IllegalPlay("already-announced", say("This round has been announced already."), VALUES)
    entered = values_of_round(state, formula.announced, play.values, {})
    check(formula.announced, entered, state.present, sums=False)
    return replace(state, announced=entered.values)


def enter_points(state: RoundsState, play: Entry, at: int) -> RoundsState:
    side, points = side_of(state.sides, play.seat), rounded(sum(play.points))
    if side not in state.present:
        raise _away(state, play.seat)
    fault = state.pad.count.fault(points)
    if fault:
        raise IllegalPlay("not-possible", fault, POINTS, play.seat)
    return _scored(state, {side: state.pad.count.points(points)}, _after(state, side))


def join(state: RoundsState, play: Join, at: int) -> RoundsState:
    """Return the state after a player joined; raises IllegalPlay for a player who is there."""
    seat = play.seat
    if seat in state.present:
        player = state.table.players[seat]
        raise IllegalPlay("is-there", say("{player} has joined already.", player=player), PLAYER.name, seat)
    missed, late = _missed(state, seat), not state.scores[seat].over
    return replace(
        state,
        scores=_credited(state, play, missed),
        present=tuple(sorted((*state.present, seat))),
        joined={**state.joined, seat: missed} if late else state.joined,
    )


def leave(state: RoundsState, play: Leave, at: int) -> RoundsState:
    """Return the state after a player left; raises IllegalPlay for a player who is away, and for the last one."""
    seat = play.seat
    if seat not in state.present:
        raise _away(state, seat)
    if len(state.present) == 1:
        raise IllegalPlay("last-player", say("The last player cannot leave. End the game instead."), PLAYER.name)
    over = state.rounds if state.pad.entry == ANY else state.scores[seat].over
    return replace(
        state,
        scores=_credited(state, play),
        present=tuple(each for each in state.present if each != seat),
        next=_after(state, seat) if state.next == seat else state.next,
        left={**state.left, seat: over},
    )


def set_dealer(state: RoundsState, play: NextDealer, at: int) -> RoundsState:
    """Return the state with a new dealer; raises IllegalPlay if the player is away or already deals next."""
    side = side_of(state.sides, play.seat)
    if side not in state.present:
        raise _away(state, play.seat)
    if side == state.next:
        player = state.table.players[play.seat]
        raise IllegalPlay("deals", say("{player} deals next already.", player=player), PLAYER.name, play.seat)
    return replace(state, next=side)


def _missed(state: RoundsState, seat: int) -> int:
    """Return the number of rounds that a player joining now has missed.

    The current round is one of them if the turn has already passed the seat.
    """
    rounds = state.rounds
    if state.pad.entry == ANY:
        return rounds - state.left[seat]
    begun = any(state.scores[each].over > rounds for each in state.present)
    return max(0, rounds + (begun and seat < state.next) - state.scores[seat].over)


def _after(state: RoundsState, side: int) -> int:
    return next((each for each in state.present if each > side), state.present[0])


def _scored(
    state: RoundsState,
    points: Mapping[int, float],
    next_side: int,
    values: Mapping[int, Mapping[str, float]] | None = None,
) -> RoundsState:
    """Return the state after these sides scored, with `values` in fields if any; `next_side` is the next one."""
    better, scores = min if state.definition.lowest_wins else max, list(state.scores)
    for side, each in points.items():
        had, own = scores[side], values[side] if values else {}
        scores[side] = replace(
            had,
            total=rounded(had.total + each),
            last=each,
            best=better(had.best, each) if had.played else each,
            played=had.played + 1,
            sums={name: rounded(had.sums.get(name, 0) + value) for name, value in own.items()},
        )
    return replace(state, scores=tuple(scores), next=next_side, announced=None)


def values_of_round(
    state: RoundsState,
    inputs: Sequence[Input],
    given: Mapping[int, Terms],
    announced: Mapping[int, Mapping[str, float]],
) -> Entered:
    """Return the values of a round; raises IllegalPlay for players who are away, and for two of one team."""
    usual, own = defaults(inputs), dict[int, Mapping[str, float]]()
    for seat, terms in given.items():
        side = _own_side(state, seat, own)
        own[side] = {**usual, **announced.get(side, {}), **numbers(terms)}
    return Entered(
        {side: own[side] for side in state.present if side in own},
        names_of(state),
        {side: _player(state, side) for side in state.present},
        {side: state.sides[side][0] for side in state.present},
        {side: score.total for side, score in enumerate(state.scores)},
        {side: score.sums for side, score in enumerate(state.scores)},
    )


def names_of(state: RoundsState) -> dict[str, int]:
    """Return the values of the names in expressions about the next round."""
    rounds, _ = ends(state.definition, state.table)
    present = [seat for side in state.present for seat in state.sides[side]]
    return {"round": state.rounds + 1, "rounds": rounds or 0, "players": len(present)}


def _own_side(state: RoundsState, seat: int, taken: Collection[int], field: str = VALUES) -> int:
    """Return the side of a seat with a value; raises IllegalPlay if it is away, or its team has a value already."""
    side = side_of(state.sides, seat)
    if side not in state.present:
        raise IllegalPlay("away", _away(state, seat).refusal.message, field, seat)
    if side in taken:
        message = say("{player}'s team has a number already.", player=state.table.players[seat])
        raise IllegalPlay("team-twice", message, field, seat)
    return side


def _credited(state: RoundsState, play: Join | Leave, missed: int = 0) -> tuple[Score, ...]:
    """Return the scores after a player missed more rounds, and got points for missed rounds, if any."""
    had = state.scores[play.seat]
    score = replace(had, missed=had.missed + missed)
    if play.points is not None:
        points = rounded(sum(play.points))
        score = replace(score, total=rounded(had.total + points), given=rounded((had.given or 0) + points))
    return (*state.scores[: play.seat], score, *state.scores[play.seat + 1 :])


def _away(state: RoundsState, seat: int) -> IllegalPlay:
    player = state.table.players[seat]
    return IllegalPlay("away", say("{player} is away.", player=player), PLAYER.name, seat)


def finished(state: RoundsState) -> bool:
    rounds, limit = ends(state.definition, state.table)
    if state.stopped or state.met or (rounds is not None and state.rounds >= rounds):
        return True
    totals = [score.total for score in state.scores]
    return limit is not None and (max(totals) >= limit if limit > 0 else min(totals) <= limit)


def turn(state: RoundsState) -> int | None:
    """Return the seat whose turn it is; None unless players score in turn."""
    return state.sides[state.next][0] if state.pad.entry == TURN else None


def lines(state: RoundsState) -> list[Line]:
    """Return the score sheet; the players of a team have the same points."""
    found = []
    for side, (seats, score) in enumerate(zip(state.sides, state.scores, strict=True)):
        values = {**score.sums, LAST_ROUND: score.last, BEST_ROUND: score.best}
        ties = {column_name(name): values.get(name.removeprefix(FEWER), 0) for name in state.definition.tie_breaks}
        total = score.total if state.known(side) else None
        found += [Line(seat, total, tie_break=ties) for seat in seats]
    return sorted(found, key=lambda line: line.seat or 0)


def away(state: RoundsState) -> tuple[int, ...]:
    return tuple(seat for side, seats in enumerate(state.sides) if side not in state.present for seat in seats)


def latecomer(seat: int, missed: tuple[float, ...] | None) -> tuple[Leave, Join]:
    """Return the plays that add a player to a running game: an absence from the start, then the join."""
    return Leave(seat), Join(seat, missed)


def notes(state: RoundsState) -> tuple[Note, ...]:
    """Return remarks on players with missed rounds."""
    found, by_entries = [], state.pad.entry == ANY
    for seat in dict.fromkeys([*state.joined, *state.left]):
        player, score, left = state.table.players[seat], state.scores[seat], state.left.get(seat, 0)
        missed, gone = score.missed, seat not in state.present
        last = left if gone else missed
        after = say("entry {number}", number=last) if by_entries else say("round {number}", number=last)
        if not state.known(seat):
            if finished(state):
                found.append(Note("did-not-play", say("{player} did not play.", player=player)))
            continue
        if gone:
            code, message = "left-early", say("{player} did not play.", player=player)
            if left:
                message = say("{player} left after {after}.", player=player, after=after)
        elif not missed:
            continue
        elif state.joined.get(seat) == missed:
            code, message = "joined-late", say("{player} joined after {after}.", player=player, after=after)
        else:
            code = "was-away"
            message = many("{player} missed {count} round.", "{player} missed {count} rounds.", missed, player=player)
            if by_entries:
                message = many(
                    "{player} missed {count} entry.", "{player} missed {count} entries.", missed, player=player
                )
        counts = say("The place counts only the points scored.")
        if score.given is not None:
            counts = say("The place also counts the points for missed rounds.")
        found.append(Note(code, joined((message, counts), " ")))
    return tuple(found)


def figures(before: RoundsState | None, state: RoundsState) -> tuple[float, ...] | None:
    """Return the totals, or None while they cannot be compared because only some players have had their turn.

    An absent latecomer is level with the last player.
    """
    nobody_scored = before is not None and all(
        old.played == new.played for old, new in zip(before.scores, state.scores, strict=True)
    )
    if nobody_scored or (state.pad.entry == TURN and len({state.scores[side].over for side in state.present}) > 1):
        return None
    totals = [line.total for line in lines(state)]
    known = [total for total in totals if total is not None]
    worst = max(known) if state.definition.lowest_wins else min(known)
    return tuple(worst if total is None else total for total in totals)


def column_name(tie_break: str) -> str:
    """Return the column name of a tie-break in the answer of `scorekeeper score`."""
    name = tie_break.removeprefix(FEWER)
    return name.replace(" ", "_") if name in (LAST_ROUND, BEST_ROUND) else f"tie_{name}"


def ends(definition: Definition, table: Table) -> tuple[int | None, int | None]:
    """Return the number of rounds and the limit that end a game at this table, each None if it does not apply."""
    rounds, limit = (definition.end.of(name, table.options, len(table.players)) for name in OPTIONS)
    return rounds, limit


def kinds(
    pad: Rounds, definition: Definition, rounds: int | None, limit: int | None
) -> tuple[Kind[RoundsState, Any], ...]:
    """Return the kinds of play of a game with these ends (see `ends`): points, attendance, dealer, and the early end.

    The players of a team all stay, because their score goes on without them.
    """
    label = definition.unit.more if definition.unit else say("Points")
    shape, hint = Sum(pad.count.lowest, definition.decimals), _hint(pad, rounds, limit)
    main: Kind[RoundsState, Any]
    if pad.formula:
        main = Kind(
            "round",
            Played,
            say("Enter the round"),
            partial(play_round, pad.formula),
            fields=(Field(VALUES, ByPlayer(record(pad.formula.inputs, definition.decimals)), say("Round"), hint=hint),),
            describe=partial(_describe_values, pad.formula),
            made_of=partial(_values_in_short, pad.formula.inputs),
            prefill=partial(_announced_so_far, pad.formula.announced),
            filled=partial(_with_announced, pad.formula.announced),
            stored=lambda state, play, given: _without_announced(state, play),
            question=partial(_question_about_values, limit),
            title=N_("the round"),
        )
    elif pad.entry == ROUND:
        main = Kind(
            "round",
            Round,
            say("Enter the round"),
            end_round,
            fields=(Field(POINTS, ByPlayer(shape), label, hint=hint),),
            describe=_describe,
            missing=lambda state: {POINTS: _number_missing(("{players}",))} if state.pad.empty is None else {},
            question=partial(_question, limit),
            offers=_exceptional_rounds,
            title=N_("the round"),
        )
    else:
        main = Kind(
            "points",
            Entry,
            say("Enter the points"),
            enter_points,
            fields=(PLAYER, Field(POINTS, shape, label, hint=hint)),
            describe=_describe_entry,
            question=partial(_question, limit),
            title=N_("{player}'s turn") if pad.entry == TURN else N_("{player}'s entry"),
            in_turn=pad.entry == TURN,
        )
    missed = Field(POINTS, Sum(-BOUND, definition.decimals), say("Points for missed rounds"), required=False)
    moves: Callable[..., Kind[RoundsState, Any]] = partial(
        Kind, fields=(PLAYER, missed), describe=_describe_attendance, on_table=False
    )
    comes = moves("join", Join, say("Joins"), join, title=N_("{player} joins"))
    goes = moves("leave", Leave, say("Leaves"), leave, title=N_("{player} leaves"))
    end: Kind[RoundsState, Any] = stop(_stopped)
    if rounds is None and limit is None:
        end = stop(_stopped, label=say("End game"), title=N_("the end of the game"), summary=ENDED, on_table=True)
    deals: Kind[RoundsState, Any] = Kind(
        "deal",
        NextDealer,
        say("Deals next"),
        set_dealer,
        fields=(PLAYER,),
        title=N_("{player} deals next"),
        on_table=False,
    )
    moved = () if definition.teams else (comes, goes)
    announces = (_announcement(pad.formula, definition.decimals),) if pad.formula and pad.formula.announced else ()
    return (main, *announces, *moved, *((deals,) if pad.deals else ()), end)


def _announcement(formula: Formula, decimals: int) -> Kind[RoundsState, Announcement]:
    inputs = tuple(replace(each, announced=False) for each in formula.announced)
    return Kind(
        "announce",
        Announcement,
        say("Enter the announcements"),
        partial(announce, formula),
        fields=(Field(VALUES, ByPlayer(record(inputs, decimals)), say("Before the round")),),
        describe=lambda before, play, after: Summary(
            joined([_parts(before, inputs, seat, terms) for seat, terms in sorted(play.values.items())])
        ),
        made_of=partial(_values_in_short, inputs),
        title=N_("the announcement"),
        possible=lambda state: state.announced is None,
        prepares=True,
    )


def _announced_so_far(inputs: Sequence[Input], state: RoundsState, seat: int, recalled: Recalled) -> Played | None:
    """Return the announced values as the beginning of a round, or None if nothing was announced."""
    sides = state.announced
    return (
        None if sides is None else _with_announced(inputs, state, Played({state.sides[side][0]: {} for side in sides}))
    )


def _with_announced(inputs: Sequence[Input], state: RoundsState, play: Played) -> Played:
    """Return a round with the announced values, because the form of the round shows them."""
    own, announced = {each.name for each in inputs}, state.announced or {}

    def announced_by(seat: int) -> Terms:
        values = announced.get(side_of(state.sides, seat), {})
        return {name: (value,) for name, value in values.items() if name in own}

    return Played({seat: {**announced_by(seat), **terms} for seat, terms in play.values.items()})


def _without_announced(state: RoundsState, play: Played) -> Played:
    """Return a round without announced values, so that a correction of the announcement changes it."""
    announced = state.announced or {}

    def is_announced(seat: int, name: str, each: tuple[float, ...]) -> bool:
        return announced.get(side_of(state.sides, seat), {}).get(name) == rounded(sum(each))

    return Played(
        {
            seat: {name: each for name, each in terms.items() if not is_announced(seat, name, each)}
            for seat, terms in play.values.items()
        }
    )


def _stopped(state: RoundsState) -> RoundsState:
    return replace(state, stopped=True)


def unlikely(player: str, number: float, known: Iterable[float | None]) -> Message | None:
    """Return a question about a large number with more digits than all `known` numbers of the game, or None."""
    most = max((abs(each) for each in known if each is not None), default=0)
    if abs(number) < UNLIKELY or len(str(int(abs(number)))) <= len(str(int(most))):
        return None
    return say("Really {number} for {player}?", number=number, player=player)


def options(definition: Definition) -> tuple[Option, ...]:
    return tuple(_option(name, agreed, definition.players) for name, agreed in definition.end.agreed.items())


def options_fault(definition: Definition, table: Table) -> Message | None:
    """Return a message about an option outside its limits, or None."""
    for name, agreed in definition.end.agreed.items():
        least, most = (for_players(each, len(table.players)) for each in (agreed.least, agreed.most))
        if not least <= table.options.get(name, least) <= most:
            return say("{what}: from {least} to {most}.", what=OPTIONS[name], least=least, most=most)
    return None


def dealer(state: RoundsState) -> int | None:
    """Return the seat that deals the next round, or None without a dealer or after the end."""
    return None if finished(state) else state.dealer


def extras(state: RoundsState) -> Mapping[str, Any]:
    """Return the dealer of the next round, if any, for the answer of `scorekeeper score`."""
    seat = dealer(state)
    return {} if seat is None else {"dealer": state.table.players[seat]}


def round_name(before: RoundsState, state: RoundsState) -> Message | None:
    """Return the name of the round that a play ended, for the history; None for any other play."""
    ended = state.pad.entry != ANY and state.rounds > before.rounds
    return say("round {number}", number=state.rounds) if ended else None


def most_in_a_round(course: Timeline[RoundsState]) -> RecordEntry | None:
    """Return the most points of a player in one round, or None if no one had any."""
    had = (
        RecordEntry(move.after.scores[side].last, (seat,), move.number)
        for move in course.moves
        if isinstance(move.play, Round | Played | Entry)
        for side, seats in enumerate(move.after.sides)
        if move.after.scores[side].played > move.before.scores[side].played
        for seat in seats
    )
    return highest(each for each in had if each.value > 0)


RECORDS = (Record("most-in-a-round", say("Most in one round"), most_in_a_round),)


def _question(limit: int | None, state: RoundsState, play: Round | Entry, at_once: bool) -> Message | None:
    """Return a question about the largest number of a play if it is unlikely, or None."""
    own = _numbers_of(state, play) if isinstance(play, Round) else {side_of(state.sides, play.seat): sum(play.points)}
    side = max(own, key=lambda each: abs(own[each]))
    had = (each for score in state.scores for each in (score.total, score.last, score.best))
    return unlikely(_player(state, side), own[side], (*had, limit, state.pad.count.most, state.pad.most))


def _player(state: RoundsState, side: int) -> str:
    """Return the name of a side's first player; its numbers are entered under this name."""
    return state.table.players[state.sides[side][0]]


def _numbers_of(state: RoundsState, play: Round) -> dict[int, float]:
    """Return the numbers of the present sides; raises IllegalPlay for a missing and for a superfluous number."""
    pad, own = state.pad, dict[int, float]()
    for seat, terms in play.points.items():
        own[_own_side(state, seat, own, POINTS)] = rounded(sum(terms))
    missing = [side for side in state.present if side not in own]
    if missing and pad.empty is None:
        message = _number_missing(tuple(_player(state, side) for side in missing))
        raise IllegalPlay("missing", message, POINTS, state.sides[missing[0]][0])
    return {side: own.get(side, pad.empty or 0) for side in state.present}


def _exceptional_rounds(state: RoundsState) -> list[tuple[Message, Mapping[int, Round]]]:
    """Return each exception's question, with the round for each player who can be `Deal.one`, by seat."""
    seats = [state.sides[side][0] for side in state.present]
    return [
        (
            _exception(deal),
            {one: Round({seat: (deal.one if seat == one else deal.others,) for seat in seats}) for one in seats},
        )
        for deal in state.pad.exceptions
    ]


def _exception(deal: Deal) -> Message:
    return say("Shot the moon? Enter {one}, and {others} for each other player.", one=deal.one, others=deal.others)


def _check_numbers(state: RoundsState, numbers: Mapping[int, float]) -> None:
    """Raise IllegalPlay for numbers outside the limits, unless they are one of the exceptions."""
    pad = state.pad
    deals = ([deal.one, *[deal.others] * (len(numbers) - 1)] for deal in pad.exceptions)
    if any(sorted(numbers.values()) == sorted(deal) for deal in deals):
        return
    for side, each in numbers.items():
        fault = pad.count.fault(each)
        if fault:
            message = say("{player}: {fault}", player=_player(state, side), fault=fault)
            meant = [_exception(deal) for deal in pad.exceptions if each in (deal.one, deal.others)]
            if meant:
                message = joined((message, *meant), " ")
            raise IllegalPlay("not-possible", message, POINTS, state.sides[side][0])
    scorers = tuple(_player(state, side) for side, each in numbers.items() if each)
    if pad.scorers is not None and len(scorers) > pad.scorers:
        message = many(
            "Only one player scores in a round, not {found}: {players}.",
            "At most {count} players score in a round, not {found}: {players}.",
            pad.scorers,
            found=len(scorers),
            players=scorers,
        )
        raise IllegalPlay("too-many", message, POINTS)
    fault = _sum_fault(pad, rounded(sum(numbers.values())))
    if fault:
        raise IllegalPlay("sum", fault, POINTS)


def _number_missing(players: tuple[str, ...]) -> Message:
    return say("A number is missing for {players}.", players=players)


def _sum_fault(pad: Rounds, found: float) -> Message | None:
    if pad.least is not None and pad.least == pad.most != found:
        return say("A round totals {sum}; this one totals {found}.", sum=pad.least, found=found)
    if pad.least is not None and found < pad.least:
        return say("A round totals at least {sum}; this one totals {found}.", sum=pad.least, found=found)
    if pad.most is not None and found > pad.most:
        return say("A round totals at most {sum}; this one totals {found}.", sum=pad.most, found=found)
    return None


def _describe(before: RoundsState, play: Round, after: RoundsState) -> Summary:
    sums = tuple(
        joined((before.table.players[seat], typed(terms)), " ")
        for seat, terms in sorted(play.points.items())
        if len(terms) > 1
    )
    return Summary(_round_title(before, after), listed(sums) if sums else None)


def _describe_values(formula: Formula, before: RoundsState, play: Played, after: RoundsState) -> Summary:
    """Return the points of all players as the headline, and the entered values as details."""
    headline = joined([joined((_player(after, side), after.scores[side].last), " ") for side in before.present], ", ")
    announced = before.announced or {}
    parts = [
        _parts(
            before,
            formula.inputs,
            seat,
            {**{name: (value,) for name, value in announced.get(side_of(before.sides, seat), {}).items()}, **terms},
        )
        for seat, terms in sorted(play.values.items())
    ]
    return Summary(headline, joined([_round_title(before, after), *(each for each in parts if each)]))


def _values_in_short(inputs: Sequence[Input], state: RoundsState, play: Played | Announcement) -> dict[int, Message]:
    """Return the values of each side of a legal play, with the announced ones."""
    announced = state.announced or {}
    return {
        seat: in_short(inputs, {**announced.get(side_of(state.sides, seat), {}), **numbers(terms)})
        for seat, terms in play.values.items()
    }


def _parts(state: RoundsState, inputs: Sequence[Input], seat: int, terms: Terms) -> Message | None:
    """Return the values of a player as text; None if there are none."""
    if not terms:
        return None
    return say("{player}: {kind}", player=state.table.players[seat], kind=described(inputs, terms))


def _round_title(before: RoundsState, after: RoundsState) -> Message:
    if before.dealer is None:
        return say("Round {number}", number=after.rounds)
    return say("Round {number}, dealt by {player}", number=after.rounds, player=before.table.players[before.dealer])


def _question_about_values(limit: int | None, state: RoundsState, play: Played, at_once: bool) -> Message | None:
    """Return a question about the largest value of a round if it is unlikely, or None."""
    found = [(each, seat) for seat, terms in play.values.items() for each in numbers(terms).values()]
    if not found:
        return None
    value, seat = max(found, key=lambda each: abs(each[0]))
    had = (each for score in state.scores for each in (score.total, score.last, score.best, *score.sums.values()))
    return unlikely(state.table.players[seat], value, (*had, limit))


def _describe_entry(before: RoundsState, play: Entry, after: RoundsState) -> Summary:
    total, old = (each.scores[side_of(after.sides, play.seat)].total for each in (after, before))
    detail = listed((typed(play.points),)) if len(play.points) > 1 else None
    return Summary(say("Total: {total}", total=total), detail, rounded(total - old))


def _describe_attendance(before: RoundsState, play: Join | Leave, after: RoundsState) -> Summary:
    player = before.table.players[play.seat]
    headline = say("{player} joins", player=player)
    if isinstance(play, Leave):
        begun = any(score.played for score in before.scores)
        headline = say("{player} leaves", player=player) if begun else say("{player} joins later", player=player)
    return Summary(headline, points=None if play.points is None else rounded(sum(play.points)))


def typed(terms: Sequence[float]) -> Message:
    """Return a sum as typed, with its result: "3+6−2 = 7"."""
    return joined((as_typed(terms), " = ", rounded(sum(terms))), "")


def _hint(pad: Rounds, rounds: int | None, limit: int | None) -> Message | None:
    """Return sentences about the end of the game and the value of an empty field, or None without any."""
    sentences = [
        rounds is not None
        and many("The game ends after {count} round.", "The game ends after {count} rounds.", rounds),
        limit is not None and say("The game ends when a player has {limit}.", limit=number(limit)),
        pad.empty is not None and say("An empty field counts as {number}.", number=pad.empty),
    ]
    found = tuple(each for each in sentences if each)
    return joined(found, " ") if found else None


def _option(name: str, agreed: Agreed, players: tuple[int, int]) -> Option:
    """Return the option for a number chosen before the game; its limits can depend on the number of players."""
    counts = range(players[0], players[1] + 1)
    least = min(for_players(agreed.least, count) for count in counts)
    most = max(for_players(agreed.most, count) for count in counts)
    chosen = agreed.default
    by_players = chosen is not None and chosen.constant is None
    hint = (
        N_("From {least} to {most}. Empty: by the number of players.") if by_players else N_("From {least} to {most}.")
    )
    return Option(
        Field(name, Integer(least), OPTIONS[name], required=False, hint=say(hint, least=least, most=most)),
        default=None if chosen is None else lambda count: for_players(chosen, count),
        remembered=not by_players,  # the last game may have had other players
        initial=None if chosen is None else chosen.constant,
    )
