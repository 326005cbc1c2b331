"""The records of this title."""

from ...core.course import Course, Mark, Record
from ...core.messages import Message, many, say
from .cities import State
from .turn import Turn


def fewest_turns(course: Course[State]) -> Mark | None:
    """Return how many turns the winner took; None if only the winner was entered. Source: "Game goal"."""
    winner = course.state.winner
    if winner is None or not whole(course):
        return None
    turns = [move.number for move in course.moves if isinstance(move.play, Turn) and move.seat == winner]
    return Mark(len(turns), (winner,), turns[-1])


def whole(course: Course[State]) -> bool:
    """Return whether every turn was entered, and not only the winner."""
    return course.state.known


def _turns(count: int) -> Message:
    return many("{count} turn", "{count} turns", count)


RECORDS = (Record("fewest-turns", say("Fewest turns to win"), fewest_turns, _turns, lowest=True),)
