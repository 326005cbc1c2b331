"""Figures round by round, story sentences, and records."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...core.history import Highlight, Move, Record, RecordEntry, Timeline
from ...core.messages import Message, joined, say
from ...core.story import BEST, CHANGES
from .election import BEST_HYDE_PARK
from .rounds import EndRound, reaching_zero
from .scoring import all_scores, highest_first
from .state import ROUNDS, Competition, State

Highest = tuple[int, Competition]
"""A player's highest score, and its competition; if there are several, the first on the score sheet."""


def figures(before: State | None, state: State) -> tuple[int, ...] | None:
    """Return the highest score of each player if a round or the game has just ended, else None. Source: "Scoring"."""
    if before is None or (len(state.course) == len(before.course) and not state.over):
        return None
    known = [scores[0] for scores in map(highest_first, all_scores(state)) if scores]
    return tuple(known) if len(known) == len(state.table.players) else None


def round_ended(before: State, state: State) -> Message | None:
    """Return the name of the round that ended between two states, or None."""
    return say("round {round}", round=before.round) if len(state.course) > len(before.course) else None


def moments(course: Timeline[State]) -> tuple[Highlight, ...]:
    ends = [move for move in course.moves if figures(move.before, move.after)]
    tipped = tuple(_tipped(course, ends))
    steepest = _steepest(course, ends) if not tipped else ()
    return (*tipped, *steepest, *_cost(course.state), *_ended(course, ends))


def _tipped(course: Timeline[State], ends: Sequence[Move[State]]) -> Iterator[Highlight]:
    """Yield the last change of the lead if both leaders led alone. Source: "Scoring"."""
    rounds = [_highest(move.after) for move in ends]
    leaders = [_leaders(each) for each in rounds]
    index = len(ends) - 1
    while index > 0 and leaders[index] == leaders[index - 1]:
        index -= 1
    if index < 1 or len(leaders[index]) > 1 or len(leaders[index - 1]) > 1:
        return
    (winner,), (rival,), names = leaders[index], leaders[index - 1], course.table.players
    before, after = rounds[index - 1 : index + 1]
    message = say(
        "The lead changed in round {round}: {player} {mine}, {other} {theirs}.",
        round=ends[index].before.round,
        player=names[winner],
        mine=_went(before[winner], after[winner]),
        other=names[rival],
        theirs=_went(before[rival], after[rival]),
    )
    yield Highlight(message, ends[index].number, 80, CHANGES)


def _steepest(course: Timeline[State], ends: Sequence[Move[State]]) -> Iterator[Highlight]:
    """Yield the largest fall of a player's highest score from the end of one round to the end of the next."""
    falls = [
        (before[0] - after[0], seat, before[0], after[0], move)
        for earlier, move in pairwise(ends)
        for seat, (before, after) in enumerate(zip(_highest(earlier.after), _highest(move.after), strict=True))
    ]
    most = max((fall[0] for fall in falls), default=0)
    steepest = [fall for fall in falls if fall[0] == most]
    if most > 1 and len(steepest) == 1:
        _, seat, before, after, move = steepest[0]
        message = say(
            "Nobody's highest score fell further in a round than {player}'s in round {round}: from {before} to "
            "{after}.",
            player=course.table.players[seat],
            round=move.before.round,
            before=before,
            after=after,
        )
        yield Highlight(message, move.number, 40, BEST)


def _cost(state: State) -> Iterator[Highlight]:
    """Yield the competition that alone kept the second-placed player from winning. Source: "Scoring"."""
    fallings = [highest_first(scores) or () for scores in all_scores(state)]
    lowest = sorted(falling[:1] for falling in fallings)
    if not all(fallings) or lowest[0] == lowest[1] or lowest[1:2] == lowest[2:3]:
        return
    best, (seat,) = lowest[0][0], [seat for seat, each in enumerate(fallings) if each[:1] == lowest[1]]
    highest = _highest(state)[seat]
    if fallings[seat][1] < best:
        message = say(
            "Only one competition kept {player} from winning: {highest}, and elsewhere {next} at most.",
            player=state.table.players[seat],
            highest=_written(highest),
            next=fallings[seat][1],
        )
        yield Highlight(message, None, 70)


def _ended(course: Timeline[State], ends: Sequence[Move[State]]) -> Iterator[Highlight]:
    """Yield the only player with 0 or below, if that ended the game early. Source: "Check for End of Game"."""
    state = course.state
    if not ends or ends[-1].before.round == ROUNDS or len(ends[-1].after.course) == len(ends[-1].before.course):
        return
    reached = [
        (seat, (score, each))
        for seat, scores in enumerate(all_scores(state))
        for each, score in zip(state.competitions, scores, strict=True)
        if score is not None and score <= 0
    ]
    seats = {seat for seat, _ in reached}
    if len(seats) != 1:
        return
    (seat,), winners = seats, _leaders(_highest(state))
    values = {
        "player": state.table.players[seat],
        "scores": tuple(_written(score) for _, score in reached),
        "round": ends[-1].before.round,
    }
    if seat in winners:
        message = say("{player} ended the game in round {round}, with {scores}.", **values)
    else:
        message = say("{player} ended the game in round {round}, with {scores}, and did not win it.", **values)
    yield Highlight(message, ends[-1].number, 65)


def _highest(state: State) -> tuple[Highest, ...]:
    """Return the highest known score of each player; each must have one."""
    return tuple(
        max(
            ((score, each) for score, each in zip(scores, state.competitions, strict=True) if score is not None),
            key=lambda each: each[0],
        )
        for scores in all_scores(state)
    )


def _leaders(highest: Sequence[Highest]) -> tuple[int, ...]:
    best = min(score for score, _ in highest)
    return tuple(seat for seat, (score, _) in enumerate(highest) if score == best)


def _written(highest: Highest) -> Message:
    return say("{score} ({competition})", score=highest[0], competition=highest[1].label)


def _went(before: Highest, after: Highest) -> Message:
    if before[0] == after[0]:
        return say("stayed at {score}", score=after[0])
    if before[1] is after[1]:
        course = say(
            "from {before} to {after} ({competition})", before=before[0], after=after[0], competition=after[1].label
        )
    else:
        course = say("from {before} to {after}", before=_written(before), after=_written(after))
    return say("went {course}", course=course)


def earliest_end(course: Timeline[State]) -> RecordEntry | None:
    """Return the round, before the last, that a score of 0 or below ended. Source: "Check for End of Game"."""
    last = course.moves[-1] if course.moves else None
    if last is None or not isinstance(last.play, EndRound) or course.state.round == ROUNDS:
        return None
    return RecordEntry(course.state.round, (), last.number, joined(tuple(reaching_zero(last.before))))


RECORDS = (
    Record(
        "earliest-end",
        say("Earliest end"),
        earliest_end,
        lambda number: say("after round {round}", round=number),
        lowest=True,
    ),
    BEST_HYDE_PARK,
)
