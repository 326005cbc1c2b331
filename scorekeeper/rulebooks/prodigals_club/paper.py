"""The score paper of a round for the pages: what everybody has, how it came about, and what is still missing."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core.messages import Message, many, say
from ...core.rulebook import Column
from .rules import State, all_scores, hyde_park_missing, never_entered, rewarded_ranks, scores
from .scoring import highest_first
from .setup import COLUMNS, ELECTION, LAST_WILL, POSSESSIONS, ROUNDS, SET_UP, SOCIETY, begin, errand_boys
from .telling import reaching_zero


@dataclass(frozen=True, slots=True)
class Holdings:
    """The numbers of a seat as they stand; None for what is not part of the game or was never entered."""

    player: int
    votes: int | None
    pounds: int | None
    tiles: tuple[int, ...] | None
    properties: tuple[int, ...] | None
    markers: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Player:
    """A seat on the paper.

    `begin` says what it starts with and `handicaps` which of them it took, in words; `scores` are those in each
    competition, and `highest` the numbers of the competitions (from 0) in which the final score lies, if it is known.
    `falling` are the competitions with their scores from the highest down. `leads`: whether nobody would be placed
    better, once that is known of everybody. `entered`: whether the markers were entered in this round (True where there
    are none).
    """

    name: str
    begin: tuple[Message, ...]
    handicaps: tuple[Message, ...]
    scores: tuple[int | None, ...]
    highest: tuple[int, ...]
    falling: tuple[tuple[Column, int], ...]
    total: int | None
    leads: bool
    holdings: Holdings
    entered: bool


@dataclass(frozen=True, slots=True)
class Paper:
    """All that is to be shown: `players` in seat order, and `order` as seats in order of play.

    `course` has everybody's scores at the end of each round, by seat and by competition. `missing` is what the round
    cannot end without, `ending` who would end the game with it. `errand_boys` says how many everybody has. `phases` are
    those of a round, with where each leads on the page ("" for nowhere) and whether it is done. `ranks`: how many
    are rewarded in Hyde Park.
    """

    competitions: tuple[Column, ...]
    players: tuple[Player, ...]
    course: tuple[tuple[tuple[int | None, ...], ...], ...]
    round: int
    rounds: int
    order: tuple[int, ...]
    errand_boys: Message
    missing: tuple[Message, ...]
    ending: tuple[Message, ...]
    phases: tuple[tuple[Message, str, bool], ...]
    has_hyde_park: bool
    ranks: int
    over: bool


TAKEN = {
    POSSESSIONS: say("one pound more"),
    ELECTION: say("one vote more"),
    SOCIETY: say("the rightmost marker one space up"),
}


def paper(state: State) -> Paper:
    """Return the paper as it stands."""
    fallings = [highest_first(reached) for reached in all_scores(state)]
    known = [falling for falling in fallings if falling]
    lowest = min(known) if len(known) == len(fallings) else None
    return Paper(
        competitions=tuple(COLUMNS[each] for each in state.competitions),
        players=tuple(_player(state, seat, lowest) for seat in range(state.players)),
        course=state.course,
        round=state.round,
        rounds=ROUNDS,
        order=state.order,
        errand_boys=_errand_boys(state),
        missing=() if state.over else _missing(state),
        ending=() if state.over else tuple(reaching_zero(state)),
        phases=tuple(_phases(state)),
        has_hyde_park=state.hyde_park is not None,
        ranks=rewarded_ranks(state.players),
        over=state.over,
    )


def holdings(state: State, seat: int) -> Holdings:
    """Return the numbers of a seat as they stand."""
    held = state.held[seat]
    return Holdings(
        seat,
        votes=state.votes[seat] if ELECTION in state.competitions else None,
        pounds=state.pounds[seat] if _has_purse(state) else None,
        tiles=held if POSSESSIONS in state.competitions else None,
        properties=held if LAST_WILL in state.competitions else None,
        markers=state.markers[seat],
    )


def _has_purse(state: State) -> bool:
    return POSSESSIONS in state.competitions or LAST_WILL in state.competitions


def _player(state: State, seat: int, lowest: tuple[int, ...] | None) -> Player:
    reached = scores(state, seat)
    falling = highest_first(reached)
    total = falling[0] if falling else None
    columns = [COLUMNS[each] for each in state.competitions]
    known = [(column, score) for column, score in zip(columns, reached, strict=True) if score is not None]
    return Player(
        state.table.players[seat],
        _begin(state, seat),
        tuple(TAKEN[each] for each in begin(state.table)[seat].handicaps),
        reached,
        () if total is None else tuple(index for index, score in enumerate(reached) if score == total),
        tuple(sorted(known, key=lambda each: -each[1])),
        total,
        falling is not None and falling == lowest,
        holdings(state, seat),
        SOCIETY not in state.competitions or seat in state.moved,
    )


def _begin(state: State, seat: int) -> tuple[Message, ...]:
    begun, told = begin(state.table)[seat], []
    if ELECTION in state.competitions:
        told.append(many("{count} vote", "{count} votes", begun.votes))
    if _has_purse(state):
        told.append(many("{count} pound", "{count} pounds", begun.pounds))
    if POSSESSIONS in state.competitions:
        tiles = SET_UP[state.players].tiles
        told.append(many("{count} possession tile", "{count} possession tiles", tiles))
    return tuple(told)


def _errand_boys(state: State) -> Message:
    count = errand_boys(state.table)
    if state.last_will:
        return many(
            "{count} errand boy more than the planning board of Last Will shows",
            "{count} errand boys more than the planning board of Last Will shows",
            count,
        )
    return many("{count} errand boy each", "{count} errand boys each", count)


def _phases(state: State) -> Iterator[tuple[Message, str, bool]]:
    """Yield the phases of a round in order. Source: "Overview" of "The Round"; with Last Will planning comes first."""
    yield say("Set-up"), "", False
    if state.last_will:
        yield say("Planning"), "", False
    yield say("Errands"), "", False
    yield say("Actions"), "", False
    if ELECTION in state.competitions:
        yield say("Hyde Park"), "hyde-park" if state.hyde_park is None else "", state.hyde_park is not None
    if SOCIETY in state.competitions:
        yield say("Dame Beatrice"), "dame-beatrice", False  # only the table knows
    yield say("End of the round"), "end-round", False


def _missing(state: State) -> tuple[Message, ...]:
    if ELECTION in state.competitions and state.hyde_park is None:
        return (hyde_park_missing(state), *never_entered(state))
    return never_entered(state)
