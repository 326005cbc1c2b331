"""A pad of rounds: each play is a round with a number for each player."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.errors import IllegalPlay
from ..core.fields import ByPlayer, Field, Integer, Sum
from ..core.history import Record, RecordEntry, Timeline, highest
from ..core.messages import N_, Message, joined, listed, many, number, say
from ..core.rulebook import ENDED_EARLY, Kind, Option, Stop, stop
from ..core.sheet import Line
from ..core.table import Summary, Table
from .definition import BEST_ROUND, LAST_ROUND, Agreed, Deal, Definition, Rounds

POINTS = "points"
OPTIONS: Mapping[str, Message] = {"rounds": say("Rounds until the end"), "limit": say("Limit that ends the game")}
UNLIKELY = 10_000
"""Smallest absolute value of a number to ask about."""
ENDED = Summary(say("The game ended here"))
"""Summary of a Stop in a game that cannot end in any other way."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the terms of each player's number, by seat."""

    points: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class State:
    """The pad after a number of `rounds`: the players' totals, points in the `last` round, and `best` round."""

    definition: Definition
    table: Table
    totals: tuple[int, ...]
    last: tuple[int, ...]
    best: tuple[int, ...]
    rounds: int = 0
    stopped: bool = False

    @property
    def dealer(self) -> int | None:
        """The seat that deals this round, or None if the pad has no dealer."""
        return self.rounds % len(self.totals) if _pad(self).deals else None


def start(definition: Definition, table: Table) -> State:
    """Return an empty pad."""
    nothing = (0,) * len(table.players)
    return State(definition, table, nothing, nothing, nothing)


def end_round(state: State, play: Round, at: int) -> State:
    """Return the state after a round; raises IllegalPlay."""
    numbers = _numbers(state, play)
    _check_numbers(state, numbers)
    gained = tuple(map(_pad(state).count.points, numbers))
    better = min if state.definition.lowest_wins else max
    best = tuple(map(better, state.best, gained)) if state.rounds else gained
    totals = tuple(total + points for total, points in zip(state.totals, gained, strict=True))
    return replace(state, totals=totals, last=gained, best=best, rounds=state.rounds + 1)


def finished(state: State) -> bool:
    """Return whether the last round was played, a player reached the limit, or the players ended the game."""
    rounds, limit = ends(state.definition, state.table)
    return state.stopped or (rounds is not None and state.rounds >= rounds) or _reached(state.totals, limit)


def lines(state: State) -> list[Line]:
    """Return the score sheet."""
    values = {LAST_ROUND: state.last, BEST_ROUND: state.best}
    names = state.definition.tie_breaks
    return [
        Line(seat, total, tie_break={column_name(name): values[name][seat] for name in names})
        for seat, total in enumerate(state.totals)
    ]


def column_name(tie_break: str) -> str:
    """Return the column name of a tie-break in the answer of `scorekeeper score`."""
    return tie_break.replace(" ", "_")


def ends(definition: Definition, table: Table) -> tuple[int | None, int | None]:
    """Return the number of rounds and the limit that end a game at this table, each None if it does not apply."""
    rounds, limit = (definition.end.of(name, table.options) for name in OPTIONS)
    return rounds, limit


def kinds(
    definition: Definition, rounds: int | None, limit: int | None
) -> tuple[Kind[State, Round], Kind[State, Stop]]:
    """Return the kinds of play, a round and the early end, of a game with these ends (see `ends`)."""
    sort = definition.sort
    assert isinstance(sort, Rounds)  # noqa: S101  (the rulebook of any other pad has other kinds)
    label = definition.unit.more if definition.unit else say("Points")
    entered = Field(POINTS, ByPlayer(Sum(sort.count.lowest)), label, hint=_hint(sort, rounds, limit))
    return (
        Kind(
            "round",
            Round,
            say("Enter the round"),
            end_round,
            fields=(entered,),
            describe=_describe,
            question=lambda state, play, at_once: _question(state, play, limit),
            title=N_("the round"),
        ),
        stop(
            lambda state: replace(state, stopped=True),
            summary=ENDED if (rounds, limit) == (None, None) else ENDED_EARLY,
        ),
    )


def unlikely(player: str, number: int, known: Iterable[int | None]) -> Message | None:
    """Return a question about a large number with more digits than all `known` numbers of the game, or None."""
    most = max((abs(each) for each in known if each is not None), default=0)
    if abs(number) < UNLIKELY or len(str(abs(number))) <= len(str(most)):
        return None
    return say("Really {number} for {player}?", number=number, player=player)


def options(definition: Definition) -> tuple[Option, ...]:
    """Return the options that players choose before the first round."""
    return tuple(_option(name, agreed) for name, agreed in definition.end.agreed.items())


def options_fault(definition: Definition, table: Table) -> Message | None:
    """Return a message about an option outside its limits, or None."""
    for name, agreed in definition.end.agreed.items():
        if not agreed.least <= table.options.get(name, agreed.least) <= agreed.most:
            return say("{what}: from {least} to {most}.", what=OPTIONS[name], least=agreed.least, most=agreed.most)
    return None


def dealer(state: State) -> int | None:
    """Return the seat that deals the next round, or None without a dealer or after the end."""
    return None if finished(state) else state.dealer


def extras(state: State) -> Mapping[str, Any]:
    """Return the dealer of the next round, if any, for the answer of `scorekeeper score`."""
    seat = dealer(state)
    return {} if seat is None else {"dealer": state.table.players[seat]}


def round_name(before: State, state: State) -> Message | None:
    """Return the name of the round that a play ended, for the history; None for a Stop."""
    return say("round {number}", number=state.rounds) if state.rounds > before.rounds else None


def most_in_a_round(course: Timeline[State]) -> RecordEntry | None:
    """Return the most points of a player in one round, or None if no one had any."""
    rounds = [move for move in course.moves if isinstance(move.play, Round)]
    had = (RecordEntry(points, (seat,), move.number) for move in rounds for seat, points in enumerate(move.after.last))
    return highest(each for each in had if each.value > 0)


RECORDS = (Record("most-in-a-round", say("Most in one round"), most_in_a_round),)


def _question(state: State, play: Round, limit: int | None) -> Message | None:
    """Return a question about the largest number of a round if it is unlikely, or None."""
    numbers = _numbers(state, play)
    seat = max(range(len(numbers)), key=lambda each: abs(numbers[each]))
    known = (*state.totals, *state.last, *state.best, limit, _pad(state).count.most, _pad(state).most)
    return unlikely(state.table.players[seat], numbers[seat], known)


def _pad(state: State) -> Rounds:
    assert isinstance(state.definition.sort, Rounds)  # noqa: S101  (no other pad has such a state)
    return state.definition.sort


def _numbers(state: State, play: Round) -> tuple[int, ...]:
    """Return the players' numbers by seat; raises IllegalPlay if a required number is missing."""
    pad, players = _pad(state), state.table.players
    missing = [seat for seat in range(len(players)) if seat not in play.points]
    if missing and pad.empty is None:
        names = tuple(players[seat] for seat in missing)
        raise IllegalPlay("missing", say("A number is missing for {players}.", players=names), POINTS, missing[0])
    return tuple(sum(play.points[seat]) if seat in play.points else pad.empty or 0 for seat in range(len(players)))


def _check_numbers(state: State, numbers: Sequence[int]) -> None:
    """Raise IllegalPlay for numbers outside the limits, unless they are one of the exceptions."""
    pad = _pad(state)
    if any(_is_deal(numbers, each) for each in pad.exceptions):
        return
    for seat, (name, each) in enumerate(zip(state.table.players, numbers, strict=True)):
        fault = pad.count.fault(each)
        if fault:
            raise IllegalPlay("not-possible", say("{player}: {fault}", player=name, fault=fault), POINTS, seat)
    scorers = tuple(name for name, each in zip(state.table.players, numbers, strict=True) if each)
    if pad.scorers is not None and len(scorers) > pad.scorers:
        message = many(
            "Only one player scores in a round, not {found}: {players}.",
            "At most {count} players score in a round, not {found}: {players}.",
            pad.scorers,
            found=len(scorers),
            players=scorers,
        )
        raise IllegalPlay("too-many", message, POINTS)
    fault = _sum_fault(pad, sum(numbers))
    if fault:
        raise IllegalPlay("sum", fault, POINTS)


def _is_deal(numbers: Sequence[int], deal: Deal) -> bool:
    return sorted(numbers) == sorted([deal.one, *[deal.others] * (len(numbers) - 1)])


def _sum_fault(pad: Rounds, found: int) -> Message | None:
    if pad.least is not None and pad.least == pad.most != found:
        return say("A round totals {sum}; this one totals {found}.", sum=pad.least, found=found)
    if pad.least is not None and found < pad.least:
        return say("A round totals at least {sum}; this one totals {found}.", sum=pad.least, found=found)
    if pad.most is not None and found > pad.most:
        return say("A round totals at most {sum}; this one totals {found}.", sum=pad.most, found=found)
    return None


def _reached(totals: Sequence[int], limit: int | None) -> bool:
    if limit is None:
        return False
    return max(totals) >= limit if limit > 0 else min(totals) <= limit


def _describe(before: State, play: Round, after: State) -> Summary:
    """Return the number and dealer of the round, and the typed sums."""
    headline = say("Round {number}", number=after.rounds)
    if before.dealer is not None:
        dealer = before.table.players[before.dealer]
        headline = say("Round {number}, dealt by {player}", number=after.rounds, player=dealer)
    sums = tuple(
        joined((before.table.players[seat], typed(terms)), " ")
        for seat, terms in sorted(play.points.items())
        if len(terms) > 1
    )
    return Summary(headline, listed(sums) if sums else None)


def typed(terms: Sequence[int]) -> str:
    """Return a sum as typed, with its result: "3+6−2 = 7"."""
    first, *others = terms
    signed = (f"+{each}" if each >= 0 else number(each) for each in others)
    return f"{number(first)}{''.join(signed)} = {number(sum(terms))}"


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


def _option(name: str, agreed: Agreed) -> Option:
    hint = say("From {least} to {most}.", least=agreed.least, most=agreed.most)
    field = Field(name, Integer(agreed.least), OPTIONS[name], required=False, hint=hint)
    default: Callable[[int], Any] | None = None if agreed.default is None else lambda count: agreed.default
    return Option(field, default, remembered=True, initial=agreed.default)
