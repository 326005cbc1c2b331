"""By how much games were won, in the few sizes that are told apart; so they are stored, looked for and counted."""

from collections.abc import Mapping, Sequence

from .rows import ResultLine

MARGINS: Mapping[str, int | None] = {"0": 0, "1-3": 3, "4-10": 10, "11-20": 20, "21-": None}
"""What each is called, and how many points it is at most; one that is changed has to be written anew everywhere."""
UNKNOWN = ""
"""There are no points, or nobody to compare them with."""


def points_ahead(lines: Sequence[ResultLine]) -> int | None:
    """Return how far the first of these lines is ahead of the second; None where that is not a matter of points."""
    totals = [line.total for line in lines[:2]]
    match totals:
        case [int(first), int(second)]:
            return abs(first - second)
    return None


def margin_of(lines: Sequence[ResultLine]) -> str:
    """Return by how much a game was won, as it is stored; `lines` are its results, best first."""
    ahead = points_ahead(lines)
    if ahead is None:
        return UNKNOWN
    return next(name for name, most in MARGINS.items() if most is None or ahead <= most)
