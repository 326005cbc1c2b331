"""Values in files of other apps: texts, integers, points, dates and times."""

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime, time
from functools import lru_cache

from ...core.numbers import KEPT, rounded

TERM = re.compile(r"([-+\N{MINUS SIGN}\N{EN DASH}]*)([0-9]+[.,]?[0-9]*|[.,][0-9]+)")
LARGEST = 10**12
"""Largest points, positive or negative, of a game scored elsewhere; larger ones are not read."""
MAX_POINTS_LENGTH = 200
"""Maximum length of points as text."""
DATE_FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%Y/%m/%d", "%d.%m.%y", "%m/%d/%y")
TIME_FORMATS = ("%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M:%S %p", "%I:%M%p")
"""Formats of dates and times saved by spreadsheets, most frequent first."""


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or, if it is invalid in these, Windows-1252, without outer spaces."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", errors="ignore")
    elif b"\0" in data[:2]:  # UTF-16 without a byte order mark, because these files start with an ASCII character
        text = data.decode("utf-16-be" if data[:1] == b"\0" else "utf-16-le", errors="ignore")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="ignore")
    return text.lstrip("\ufeff\r\n\t ")


def same_name(name: str) -> str:
    """Return a name without case, redundant spaces and differences of Unicode forms, for comparison."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def text_of(value: object) -> str:
    """Return a text in storable form, without lone surrogates and outer spaces; "" for anything else."""
    return value.encode(errors="ignore").decode().strip() if isinstance(value, str) else ""


def read_int(value: object) -> int:
    """Return an integer from 0 to 10^9, given as a number or as digits; 0 for anything else."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    return value if type(value) is int and 0 <= value <= 10**9 else 0


def read_points(value: object) -> float | None:
    """Return points, given as a number or as text, also a sum such as "12+9" or decimals with a point or a comma.

    A sum can end with a plus that no number follows, as in "12+9+". Return None for anything else, and beyond LARGEST.
    Integers are returned as int.
    """
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < len(str(LARGEST)):
        return int(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = f"{value:.{KEPT}f}" if isinstance(value, float) else str(value)
    text = "".join(str(value).split()).rstrip("+")
    if len(text) > MAX_POINTS_LENGTH:
        return None
    terms = TERM.findall(text)
    if not terms or "".join(sign + number for sign, number in terms) != text:
        return None
    if any(not sign for sign, _ in terms[1:]):
        return None
    total = sum((-1) ** (len(sign) - sign.count("+")) * float(number.replace(",", ".")) for sign, number in terms)
    return rounded(total) if abs(total) <= LARGEST else None


def read_when(text: str) -> tuple[date | None, time | None]:
    """Return the date and the time of day in a text, each None if missing or unreadable."""
    day, _, clock = " ".join(text.replace("T", " ").split()).partition(" ")
    when = _parsed(day, DATE_FORMATS)
    at = _parsed(clock.partition(".")[0].upper(), TIME_FORMATS) if clock else None
    if when is None or (clock and at is None):
        return None, None
    return when.date(), at.time() if at else None


@lru_cache(4096)  # most plays have the date or the time of another one
def _parsed(text: str, formats: Sequence[str]) -> datetime | None:
    if not text:
        return None
    for each in formats:
        with suppress(ValueError):
            return datetime.strptime(text, each)  # noqa: DTZ007  (it gets its zone when it is stored)
    return None
