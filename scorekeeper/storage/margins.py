"""By how much games were won: a few ranges of points, as they are stored, searched for and counted."""

from collections.abc import Mapping, Sequence

from .rows import ResultLine

MARGINS: Mapping[str, int | None] = {"0": 0, "1-3": 3, "4-10": 10, "11-20": 20, "21-": None}
"""The name of each range, and its most points. A database has the names: after a change it needs a rebuild."""
UNKNOWN = ""
"""The name where there are no points, or nobody to compare them with."""


def points_ahead(lines: Sequence[ResultLine]) -> int | None:
    """Return the difference in points between the first two of these lines; None where there is none."""
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
