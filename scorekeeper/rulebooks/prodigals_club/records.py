"""The records that this title keeps besides those of every title, such as the lowest winning score."""

from ...core.course import Course, Mark, Record, highest
from ...core.messages import Message, joined, many, say
from .ballot import BALLOT
from .competitions import played
from .election import ELECTION
from .hyde_park import HydePark
from .rounds import ROUNDS, EndRound, reaching_zero
from .state import State


def earliest_end(course: Course[State]) -> Mark | None:
    """Return the round after which a score of 0 ended the game, or None if that was the last round or another end.

    Source: "Check for End of Game".
    """
    last = course.moves[-1] if course.moves else None
    if last is None or not isinstance(last.play, EndRound) or course.state.round == ROUNDS:
        return None
    return Mark(course.state.round, (), last.number, joined(tuple(reaching_zero(last.before))))


def best_hyde_park(course: Course[State]) -> Mark | None:
    """Return who lost the most votes in Hyde Park in all rounds together, less those gained there; or None.

    Source: "Hyde Park Phase".
    """
    if ELECTION not in played(course.table):
        return None
    lost = [0] * len(course.table.players)
    since = [0] * len(lost)
    for move in course.moves:
        if isinstance(move.play, HydePark):
            before, after = BALLOT.of(move.before).votes, BALLOT.of(move.after).votes
            for seat, change in enumerate(each - other for each, other in zip(before, after, strict=True)):
                lost[seat] += change
                since[seat] = move.number if change else since[seat]
    return highest(Mark(votes, (seat,), since[seat]) for seat, votes in enumerate(lost) if votes > 0)


def _after_round(number: int) -> Message:
    return say("after round {round}", round=number)


def _votes_lost(count: int) -> Message:
    return many("{count} vote lost", "{count} votes lost", count)


RECORDS = (
    Record("earliest-end", say("Earliest end"), earliest_end, _after_round, lowest=True),
    Record("best-hyde-park", say("Best Hyde Park in a game"), best_hyde_park, _votes_lost),
)
