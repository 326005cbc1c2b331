"""What a finished game holds out for the records: those that every title keeps, and its own."""

from collections.abc import Iterator, Mapping

from .course import Mark
from .race import race
from .ranking import winners
from .replay import Replay

WINNING = "winning"
"""The winning total."""
MARGIN = "margin"
"""How far the next place was behind."""
CHANGES = "changes"
"""How often the lead changed."""
SECONDS = "seconds"
"""How long it took."""
GENERAL = (WINNING, MARGIN, CHANGES, SECONDS)
"""The records that every title keeps; its own have other names."""


def marks(replay: Replay, seconds: int | None) -> Mapping[str, Mark]:
    """Return what a finished game holds out, by the name of the record; `seconds` is how long it took, if known.

    Who sat there alone competes with nobody: such a game holds out nothing.
    """
    if len(replay.table.players) < 2:
        return {}
    return {**dict(_general(replay, seconds)), **dict(_own(replay))}


def _general(replay: Replay, seconds: int | None) -> Iterator[tuple[str, Mark]]:
    standings = replay.sheet().standings
    first = winners(standings)
    seat = first[0].seat if len(first) == 1 else None
    total = first[0].total
    if total is not None:
        yield WINNING, Mark(total, seat)
        totals = [standing.line.total for standing in standings if standing.place > 1]
        behind = next((each for each in totals if each is not None), total)
        yield MARGIN, Mark(abs(total - behind), seat)
    found = race(replay)
    if len(found.positions) > 2:
        yield CHANGES, Mark(len(found.changes))
    if seconds is not None:
        yield SECONDS, Mark(seconds)


def _own(replay: Replay) -> Iterator[tuple[str, Mark]]:
    course = replay.course()
    for record in replay.rulebook.telling.records:
        mark = record.mark(course)
        if mark:
            yield record.name, mark
