"""The records that this title keeps besides those of every title."""

from ...core.course import Course, Mark, Record
from ...core.messages import Message, joined, many, say
from .estate import TYPE_LABELS, Estate
from .state import State


def most_triples(course: Course[State]) -> Mark | None:
    """Return the most triples in one estate, of several the one entered first, or None if there is no triple.

    Source: "Action 2: Place a project in your estate".
    """
    state = course.state
    seats = [seat for seat in range(state.seat_count) if state.holdings[seat] is not None]
    counted = [(sum(_estate(state, seat).triples), -state.entered[seat], seat) for seat in seats]
    most, entered, seat = max(counted, default=(0, 0, 0))
    return Mark(most, (seat,), -entered, _types(_estate(state, seat))) if most else None


def _estate(state: State, seat: int) -> Estate:
    holding = state.holdings[seat]
    return holding.estate if holding else Estate()


def _types(estate: Estate) -> Message:
    counted = zip(TYPE_LABELS, estate.triples, strict=True)
    return joined([joined(each, " ") for each in counted if each[1]], ", ")


def _triples(count: int) -> Message:
    return many("{count} triple", "{count} triples", count)


RECORDS = (Record("most-triples", say("Most triples"), most_triples, _triples),)
