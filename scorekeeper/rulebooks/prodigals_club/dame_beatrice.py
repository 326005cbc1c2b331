"""Dame Beatrice: whether the markers that she moves up were all entered in this round."""

from collections.abc import Sequence
from dataclasses import dataclass

NAME = "dame-beatrice"


@dataclass(frozen=True, slots=True)
class Visit:
    """Her visit in a round, inferred from the plays: the document has no play of her own.

    She is `done` once everybody's markers were entered in plays that directly follow each other. A play counts if it
    comes after Hyde Park (where that is played), if the player's markers were known before (so starting positions never
    count), and if none went down: she only moves markers up. `seats` are those entered so far in the current run of
    such plays, `moved` whether any of them moved a marker, and `last` is the number of the latest play of markers.
    """

    seats: frozenset[int] = frozenset()
    last: int = 0
    done: bool = False
    moved: bool = False


NOT_YET = Visit()


def entered(
    visit: Visit, seat: int, before: Sequence[int] | None, after: Sequence[int], number: int, everybody: int
) -> Visit:
    """Return the visit after play `number`, in which a seat's markers were entered.

    `before` and `after` are the numbers under them (None: not known yet), `everybody` is the number of players.
    Source: "Dame Beatrice": the markers "move straight up 1 space" or stay where they are.
    """
    if before is None or any(new < old for old, new in zip(before, after, strict=True)):
        return Visit(last=number, done=visit.done)
    goes_on = number == visit.last + 1
    seats = (visit.seats if goes_on else frozenset()) | {seat}
    moved = tuple(before) != tuple(after) or (goes_on and visit.moved)
    return Visit(seats, number, visit.done or len(seats) == everybody, moved)
