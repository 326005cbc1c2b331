"""What is wrong with what a title tells in the history: its records, and its functions, tried on an empty game."""

from collections.abc import Iterator
from typing import Any

from ..course import Course, Mark, Moment, Telling
from ..records import GENERAL
from ..table import Table
from .wording import A_FEW, Fault, names_faults, sentences_faults


def records_faults(telling: Telling[Any]) -> Iterator[Fault]:
    """Yield what is wrong with the names and labels of a title's records."""
    yield from names_faults("record", [record.name for record in telling.records], GENERAL)
    yield from sentences_faults(*(record.label for record in telling.records))


def told_faults(telling: Telling[Any], table: Table, state: Any) -> Iterator[Fault]:
    """Yield what is wrong with what is told of a game without a play, whose state is `state`.

    Raises whatever the title's functions raise.
    """
    course = Course(table, state, ())
    if telling.whole:
        telling.whole(course)
    if telling.figures:
        telling.figures(None, state)
    yield from sentences_faults(telling.round(state, state))
    told: tuple[object, ...] = telling.moments(course)
    for moment in told:
        if not isinstance(moment, Moment):
            yield Fault(f"moments says {moment!r}: return a tuple of Moments", "moments")
            return
        yield from sentences_faults(moment.message)
    for record in telling.records:
        if record.in_words:
            yield from sentences_faults(*(record.in_words(value) for value in A_FEW))
        mark: object = record.mark(course)
        if mark is not None and not isinstance(mark, Mark):
            yield Fault(f"the record {record.name!r} finds {mark!r}: return a Mark, or None", record.name)
        elif mark is not None:
            yield from sentences_faults(mark.what)
