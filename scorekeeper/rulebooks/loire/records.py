"""The records that this title keeps besides those of every title."""

from ...core.course import Course, Mark, Record, highest
from ...core.messages import Message, joined, many, say
from .estate import TYPE_LABELS, Estate
from .state import State


def most_triples(course: Course[State]) -> Mark | None:
    """Return the most triples in one estate, or None if there is no triple.

    Source: "Action 2: Place a project in your estate".
    """
    state = course.state
    held = zip(range(state.seat_count), state.holdings, strict=False)  # Aaron's cards are left out
    estates = [(seat, holding.estate) for seat, holding in held if holding]
    return highest(
        Mark(sum(estate.triples), (seat,), state.entered[seat], _types(estate))
        for seat, estate in estates
        if any(estate.triples)
    )


def _types(estate: Estate) -> Message:
    counted = zip(TYPE_LABELS, estate.triples, strict=True)
    return joined([joined(each, " ") for each in counted if each[1]], ", ")


def _triples(count: int) -> Message:
    return many("{count} triple", "{count} triples", count)


RECORDS = (Record("most-triples", say("Most triples"), most_triples, _triples),)
