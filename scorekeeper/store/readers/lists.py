"""Several names in one cell of a table, with or without points: "Ada 77 + Bo 65", "Ada, Bo und Cy"."""

import re
from collections.abc import Callable, Collection

from .cells import Cell, is_missing, plain, text_of, written_points

FIRM = (re.compile(r"\s*[;|\n]\s*"), re.compile(r"\s*\+\s*(?!\d)"))
LOOSE = re.compile(r"\s*(?:,(?!\d)|(?<!\d),|[&/])\s*|\s+(?:and|und|vs\.?|versus|gegen)\s+", re.IGNORECASE)
"""Signs between names: the first kind in a cell separates all its names. Loose signs also occur within names."""
BETWEEN_NUMBERS = re.compile(r"\s*[-–:+,&/]\s*|\s+")
NUMBER = r"[-+\N{MINUS SIGN}–]?\d[\d.,']*"
BETWEEN = r"(?:\s*[:=(]\s*|\s+|(?<=[^\W\d])(?=\d))"
NAME_FIRST = re.compile(rf"(?P<name>[^\d:=(]*[^\W\d][^:=(]*?){BETWEEN}(?P<points>{NUMBER})\)?")
POINTS_FIRST = re.compile(rf"(?P<points>{NUMBER})\s*[:=x]?\s+(?P<name>[^\W\d].*)")


def parts_of(cell: Cell, known: Collection[str] = (), *, loose: bool = True) -> list[str]:
    """Return the texts that a cell lists; the complete text if it is one of the `known` names in plain form."""
    text = text_of(cell)
    if not text or plain(text) in known:
        return [text] if text else []
    for separator in (*FIRM, LOOSE) if loose else FIRM:
        if separator.search(text):
            return [part for each in separator.split(text) if (part := each.strip(" ,;+"))]
    return [text]


def numbers_of(cell: Cell, count: int, read: Callable[[str], float | None]) -> list[float | None] | None:
    """Return the `count` numbers that a cell lists without names, or None if it has other content."""
    for parts in (parts_of(cell), BETWEEN_NUMBERS.split(text_of(cell))):
        values = [None if is_missing(each) else read(each) for each in parts]
        if len(parts) == count and all(v is not None or is_missing(p) for p, v in zip(parts, values, strict=True)):
            return values
    return None


def name_and_points(text: str, read: Callable[[str], float | None] = written_points) -> tuple[str, float] | None:
    """Return the name and points in a text such as "Ada 77", "Ada: 77" or "77 Ada", or None."""
    found = NAME_FIRST.fullmatch(text) or POINTS_FIRST.fullmatch(text)
    points = read(found["points"]) if found else None
    return (found["name"].strip(), points) if found and points is not None else None


def has_named_points(cell: Cell) -> bool:
    """Return whether a cell has names with points, instead of points with a unit."""
    return written_points(cell) is None and any(name_and_points(each) for each in parts_of(cell))
