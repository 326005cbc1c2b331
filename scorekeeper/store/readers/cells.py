"""Values of cells as people write them: dates, times, durations, points and marks.

The order of day and month, and the decimal sign, follow from all cells of a column: see `day_order`, `decimal_sign`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from ...core.numbers import KEPT, rounded
from .values import LARGEST, same_name

plain = lru_cache(2**14)(same_name)
"""`same_name` with a cache, because cells repeat."""
Cell = str | int | float | bool | date | time | datetime | timedelta
"""A cell of a table; "" if it is empty."""


def texts(joined: str) -> frozenset[str]:
    """Return the texts between vertical bars: "a|b" contains "a" and "b"."""
    return frozenset(joined.split("|"))


MAX_DIGITS = len(str(LARGEST))
MAX_LENGTH = 200
"""Maximum number of characters of a date, a duration or points."""
MISSING = texts("|-|--|–|—|\N{MINUS SIGN}|/|.|?|n/a|#n/a|na|n. a.|n.a.|k. a.|k.a.|none|null|nan|nil|./.|x")
"""Texts for a missing value, compared without case."""
SUMS = texts(
    "total|totals|grand total|sum|sums|summe|summen|gesamt|insgesamt|endstand|σ|∑|ø|average|averages|avg|mean|"
    "durchschnitt|schnitt|mittelwert"
)
"""Texts that mark a line with sums or averages of other lines."""
YES = texts(
    "1|x|true|wahr|yes|y|ja|j|w|win|wins|won|winner|victory|g|gewonnen|gewinn|gewinner|gewinnerin|sieg|sieger|siegerin|s"
    "|on|ok|+|*|•|✓|✔|☑|✅|🏆|👑|🥇|1st|d|draw|tie|tied|t|remis|unentschieden|u"
)
"""Marks of a winner, and of players who share a win."""
NO = texts("0|false|falsch|no|n|nein|l|loss|lose|lost|loser|defeat|v|verloren|niederlage|off|✗|✘|❌|☐")
MONTHS = (
    ("january", "januar", "jänner"),
    ("february", "februar", "feber"),
    ("march", "märz", "maerz", "mrz"),
    ("april",),
    ("may", "mai"),
    ("june", "juni"),
    ("july", "juli"),
    ("august",),
    ("september", "sept"),
    ("october", "oktober"),
    ("november",),
    ("december", "dezember"),
)
FIRST_SERIAL, LAST_SERIAL, SERIAL_0 = 20_000, 80_000, date(1899, 12, 30)
"""Numbers of days in spreadsheets, from 1954 to 2119, and the day with the number 0."""
FIRST_OF_1900 = 70
"""First two-digit year of the 20th century; smaller numbers are years from 2000 on."""
YEAR = r"'?(\d{4}|\d{2})(?!\d)"
DATES = {
    "ymd": re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)"),
    "compact": re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)"),
    "numbers": re.compile(rf"(\d{{1,2}})([-/.]) ?(\d{{1,2}})\2 ?{YEAR}"),
    "day month": re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th|\.)?[ -]*(?:of )?([^\W\d]{{3,}})\.?,?[ -]*{YEAR}"),
    "month day": re.compile(rf"([^\W\d]{{3,}})\.?[ -]*(\d{{1,2}})(?:st|nd|rd|th)?,?[ -]+{YEAR}"),
    "year month day": re.compile(r"(\d{4})[ -]([^\W\d]{3,})\.?[ -](\d{1,2})(?!\d)"),
}
WEEKDAY = re.compile(r"[^\W\d]{2,}[.,]* +")
CLOCK = re.compile(r"(\d{1,2})(?:(?:[:.h])(\d{2}))?(?::(\d{2})(?:\.\d+)?)? ?([ap]\.?m\.?)?(?: ?(?:uhr|h|o'clock))?")
ZONE = re.compile(r" ?(?:z|utc|(?:gmt|utc)?[+-]\d{2}:?\d{2})(?: ?\([^)]*\))?$")
DURATION = re.compile(
    r"(?:(\d+(?:[.,]\d+)?) ?(?:h|hrs?|hours?|std|stdn|stunden?)\.?)?(?: |,|und|and)*"
    r"(?:(\d+(?:[.,]\d+)?) ?(?:m|mins?|minutes?|minuten?|')?\.?)?"
)
UNITS = re.compile(r"[€$£¥]|(?<![^\W\d])(?:eur|euro|usd|chf|gbp|points?|pts?|punkte?|pkte?|p|vp|sp|xp)(?![^\W\d])\.?")
SIGNS = dict.fromkeys(map(ord, "\N{MINUS SIGN}–—"), "-")
GROUPING = re.compile(r"(?<=\d)[\s'’`](?=\d{3}(?!\d))")
NUMBER = re.compile(r"\d[\d.,]*|[.,]\d+")
TERM = re.compile(r"([-+]*)(\d[\d.,]*|[.,]\d+)")
PLACE = re.compile(r"[=t]?(\d{1,3})(?:\.|st|nd|rd|th|er|e)?(?: ?(?:place|platz))?")
MAX_PLACE = 999
MEDALS = {"🥇": 1, "🥈": 2, "🥉": 3}


def text_of(cell: Cell) -> str:
    """Return a cell as text, without outer spaces and lone surrogates."""
    if isinstance(cell, str):
        return cell.strip() if cell.isascii() else cell.encode(errors="ignore").decode().strip()
    if isinstance(cell, datetime):
        return cell.isoformat(" ", "minutes") if cell.time() != time() else cell.date().isoformat()
    return str(cell)


def is_missing(cell: Cell) -> bool:
    return cell == "" or (isinstance(cell, str) and plain(cell) in MISSING)


# Dates and times


@dataclass(frozen=True, slots=True)
class WrittenDay:
    """A date as written: two numbers for day and month, and the year.

    `day_first` is None if the order of the numbers is open. `evidence` is the order that this date shows for the other
    dates of its column, None if it shows none.
    """

    first: int
    second: int
    year: int
    day_first: bool | None = False
    evidence: bool | None = None
    clock: time | None = None

    def read(self, day_first: bool | None) -> date | None:
        """Return the date, with `day_first` if the order is open; None for an open order or an invalid date."""
        order = self.day_first if self.day_first is not None else day_first
        if order is None:
            return None
        day, month = (self.first, self.second) if order else (self.second, self.first)
        try:
            return date(self.year, month, day)
        except ValueError:
            return None


def written_day(cell: Cell) -> WrittenDay | None:
    if isinstance(cell, str):
        return _written_day(cell) if len(cell) <= MAX_LENGTH else None
    if isinstance(cell, datetime):
        return WrittenDay(cell.month, cell.day, cell.year, clock=cell.time())
    if isinstance(cell, date):
        return WrittenDay(cell.month, cell.day, cell.year)
    if isinstance(cell, int | float) and not isinstance(cell, bool) and FIRST_SERIAL < cell < LAST_SERIAL:
        day = SERIAL_0 + timedelta(days=int(cell))
        return WrittenDay(day.month, day.day, day.year)
    return None


@lru_cache(2**14)
def _written_day(text: str) -> WrittenDay | None:
    text = plain(text)
    word = WEEKDAY.match(text)
    if word and not _month(word[0].strip(" .,")):
        text = text[word.end() :]
    for form, pattern in DATES.items():
        if not (found := pattern.match(text)):
            continue
        rest, clock = text[found.end() :].lstrip(" ,t"), None
        if rest and (clock := written_time(rest)) is None:
            continue
        day = _day_in(form, found.groups())
        if day and (day.read(True) or day.read(False)):
            return WrittenDay(day.first, day.second, day.year, day.day_first, day.evidence, clock)
    return None


def _day_in(form: str, parts: tuple[str, ...]) -> WrittenDay | None:
    if form == "ymd":
        return WrittenDay(int(parts[2]), int(parts[3]), int(parts[0]))
    if form == "compact":
        return WrittenDay(int(parts[1]), int(parts[2]), int(parts[0]))
    if form == "numbers":
        first, second, year = int(parts[0]), int(parts[2]), _year(parts[3])
        if max(first, second) > 12:
            return WrittenDay(first, second, year, first > 12, first > 12)
        if parts[1] == ".":
            return WrittenDay(first, second, year, True, True)
        return WrittenDay(first, second, year, True if first == second else None)
    if form == "day month":
        month = _month(parts[1])
        return WrittenDay(int(parts[0]), month, _year(parts[2]), True, True) if month else None
    if form == "month day":
        month = _month(parts[0])
        return WrittenDay(month, int(parts[1]), _year(parts[2]), False, False) if month else None
    month = _month(parts[1])
    return WrittenDay(month, int(parts[2]), int(parts[0])) if month else None


def _month(word: str) -> int:
    """Return the number of a month by its name in English or German or the start of that, or 0."""
    found = (number for number, names in enumerate(MONTHS, 1) if any(name.startswith(word) for name in names))
    return next(found, 0) if len(word) > 2 else 0


def _year(digits: str) -> int:
    year = int(digits)
    return year if len(digits) == 4 else year + (1900 if year >= FIRST_OF_1900 else 2000)


def day_order(cells: Iterable[Cell]) -> bool | None:
    """Return whether the day comes first in the dates of a column; None if nothing or contradictions decide."""
    orders = {day.evidence for cell in cells if (day := written_day(cell)) and day.evidence is not None}
    return orders.pop() if len(orders) == 1 else None


def written_time(cell: Cell) -> time | None:
    if isinstance(cell, str):
        return _written_time(cell) if len(cell) <= MAX_LENGTH else None
    if isinstance(cell, datetime):
        return cell.time()
    return cell if isinstance(cell, time) else None


@lru_cache(2**12)
def _written_time(cell: str) -> time | None:
    text = ZONE.sub("", plain(cell)).strip()
    found = CLOCK.fullmatch(text)
    if not found or text.isdigit():
        return None
    hour, minute, second, half = int(found[1]), int(found[2] or 0), int(found[3] or 0), found[4]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] == "p" else 0)
    try:
        return time(hour, minute, second)
    except ValueError:
        return None


def written_minutes(cell: Cell, unit: int = 1) -> int | None:
    """Return a cell as a duration in minutes; a number without a unit counts `unit` minutes. None if unreadable."""
    if isinstance(cell, time):
        return round(cell.hour * 60 + cell.minute + cell.second / 60)
    if isinstance(cell, timedelta):
        return round(cell.total_seconds() / 60) if cell >= timedelta() else None
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return round(cell * unit) if 0 <= cell < LARGEST else None
    if not isinstance(cell, str) or len(cell) > MAX_LENGTH:
        return None
    text = plain(cell)
    if found := re.fullmatch(r"(\d{1,4}):(\d{2})(?::(\d{2}))?(?: ?(?:h|std|stunden|hours?)\.?)?", text):
        return int(found[1]) * 60 + int(found[2]) + round(int(found[3] or 0) / 60)
    found = DURATION.fullmatch(text)
    if not found or not (found[1] or found[2]):
        return None
    hours, minutes = (float((each or "0").replace(",", ".")) for each in found.groups())
    if text[-1].isdigit() and not found[1]:
        minutes *= unit
    total = hours * 60 + minutes
    return round(total) if total < LARGEST else None


# Numbers


def decimal_sign(cells: Iterable[Cell]) -> str:
    """Return the decimal sign of a column, "." or ","; "" if nothing or contradictions decide.

    Signs before three digits ("1,250") decide nothing.
    """
    texts = (
        cell for cell in cells if isinstance(cell, str) and ("," in cell or "." in cell) and len(cell) <= MAX_LENGTH
    )
    found = {_sign_in(number.rstrip(".,")) for text in texts for number in NUMBER.findall(_digits(text))} - {""}
    return found.pop() if len(found) == 1 else ""


def _sign_in(number: str) -> str:
    """Return the decimal sign in a number as text, or "" if it is ambiguous."""
    point, comma = number.count("."), number.count(",")
    if point and comma:
        return "," if number.rfind(",") > number.rfind(".") else "."
    if point + comma == 0:
        return ""
    sign = "." if point else ","
    if point + comma > 1:
        return "," if sign == "." else "."
    before, _, after = number.partition(sign)
    return sign if len(after) != 3 or not before or before.startswith("0") or len(before) > 3 else ""


def written_points(cell: Cell, sign: str = "") -> float | None:
    """Return points, also a sum such as "12+9"; `sign` is the decimal sign, "" if unknown. None if unreadable.

    With an unknown sign, "1,250" and "1.250" are both 1250. A sum can end with a plus that no number follows.
    """
    if not isinstance(cell, str):
        if isinstance(cell, bool) or not isinstance(cell, int | float) or not abs(cell) <= LARGEST:
            return None
        return rounded(round(cell, KEPT))
    if cell.isdigit() and cell.isascii() and len(cell) < MAX_DIGITS:
        return int(cell)
    if not cell or len(cell) > MAX_LENGTH:
        return None
    text = _digits(cell).rstrip("+")
    terms = TERM.findall(text)
    if not terms or "".join(sign + number for sign, number in terms) != text or any(not each for each, _ in terms[1:]):
        return None
    total = 0.0
    for signs, number in terms:
        value = _number(number, sign)
        if value is None:
            return None
        total += -value if signs.count("-") % 2 else value
    return rounded(total) if abs(total) <= LARGEST else None


def is_number(cell: Cell) -> bool:
    return written_points(cell) is not None


def _digits(text: str) -> str:
    """Return the text of a number without units, spaces and signs between groups of three digits."""
    text = UNITS.sub("", GROUPING.sub("", plain(text).translate(SIGNS)))
    return re.sub(r"(?<=[-+]) +| +(?=[-+])", "", text).strip()


def _number(number: str, sign: str) -> float | None:
    sign = sign or _sign_in(number) or ("." if "," in number else ",")
    other = "," if sign == "." else "."
    grouped = rf"\d{{1,3}}(?:{re.escape(other)}\d{{3}})+(?:{re.escape(sign)}\d*)?"
    if not re.fullmatch(rf"{grouped}|\d*(?:{re.escape(sign)}\d*)?", number):
        return None
    return float(number.replace(other, "").replace(sign, ".")) if number.strip(".,") else None


def is_ordinal(cell: Cell) -> bool:
    """Return whether a cell can only be a place, not a number of points: "2nd", "2." or a medal."""
    return isinstance(cell, str) and not cell.strip().isdigit() and written_place(cell) is not None


def written_place(cell: Cell) -> int | None:
    """Return a cell as a place in a result, such as "1", "2nd", "3." or "=4", or None."""
    if isinstance(cell, str):
        return _written_place(cell) if len(cell) <= MAX_LENGTH else None
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return int(cell) if 0 <= cell <= MAX_PLACE and cell == int(cell) else None
    return None


@lru_cache(2**12)
def _written_place(cell: str) -> int | None:
    text = plain(cell).removesuffix(".0")
    found = PLACE.fullmatch(text)
    return int(found[1]) if found else MEDALS.get(text)


# Marks


def written_mark(cell: Cell) -> bool | None:
    """Return whether a cell has a mark, such as of a winner; False if empty, None for other texts."""
    if isinstance(cell, str):
        return _written_mark(cell) if len(cell) <= MAX_LENGTH else None
    if isinstance(cell, bool):
        return cell
    if isinstance(cell, int | float):
        return bool(cell) if cell in (0, 1) else None
    return None


@lru_cache(2**12)
def _written_mark(cell: str) -> bool | None:
    text = plain(cell)
    if text in YES:
        return True
    return False if text in NO or text in MISSING else None
