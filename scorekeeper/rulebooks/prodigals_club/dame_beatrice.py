"""Dame Beatrice: whether the markers that she moves up were entered in this round."""

from collections.abc import Sequence
from dataclasses import dataclass

NAME = "dame-beatrice"


@dataclass(frozen=True, slots=True)
class Visit:
    """Her visit in a round, as far as the plays tell: the document has no play of her own.

    She is `done` once everybody's markers were entered in plays that follow each other directly, after what comes
    before her in a round (Hyde Park, where it is held), with all markers known beforehand, so that starting positions
    never count, and with none lower than it was: she only moves markers up. `seats` are those entered so far in such
    a row of plays, which `last` ended.
    """

    seats: frozenset[int] = frozenset()
    last: int = 0
    done: bool = False


NOT_YET = Visit()


def entered(
    visit: Visit, seat: int, before: Sequence[int] | None, after: Sequence[int], number: int, everybody: int
) -> Visit:
    """Return the visit after play `number`, in which a seat's markers were entered; `everybody`: how many play.

    Source: "Dame Beatrice", the markers "move straight up 1 space" or stay where they are.
    """
    if before is None or any(new < old for old, new in zip(before, after, strict=True)):
        return Visit(last=number, done=visit.done)
    seats = (visit.seats if number == visit.last + 1 else frozenset()) | {seat}
    return Visit(seats, number, visit.done or len(seats) == everybody)
