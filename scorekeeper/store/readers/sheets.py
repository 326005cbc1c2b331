"""Reading of tables in files: rows of cells from CSV text, XLSX, XLS and ODS, without their meaning."""

import csv
import json
import re
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from io import BytesIO, StringIO
from typing import IO
from zipfile import BadZipFile, LargeZipFile, ZipFile

from ...core.errors import Unreadable
from ...core.messages import say
from ..exporting import HARMLESS, original_cell
from . import workbook
from .cells import Cell
from .values import decoded

MAX_LINES = 500_000
MAX_COLUMNS = 1_000
MAX_CELLS = 5_000_000
"""Maximum number of cells in a table without the empty ones at the end of a row."""
MAX_ROW = 2**20
"""Maximum number of characters in one row."""
LOOKED_AT = 2**16
"""Number of characters examined to find the separator."""
MAX_UNPACKED = 200 * 2**20
"""Maximum number of bytes in the members of a workbook."""
MAX_SECONDS = 60
"""Time limit for reading a workbook, in seconds."""
ZIPPED, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of a workbook in XLSX or ODS, and in XLS."""
SEPARATORS = ",;\t|"
DAMAGE = (BadZipFile, LargeZipFile, zlib.error, struct.error, ValueError, RuntimeError, EOFError, OSError)
"""Exceptions raised by `zipfile` for an invalid file."""
FOREIGN = say(
    "it is none of these: game document, zip, table (CSV, XLSX, XLS or ODS), export of BG Stats, plays of "
    "BoardGameGeek (XML). "
    "Export the games again, and import the file unchanged"
)
CUT_OFF = say("it is cut off or damaged; save it again")
NO_WORKBOOK = say("it is not a spreadsheet that can be read (XLSX, XLS or ODS). Save it again, or save it as CSV")
TOO_LARGE = say("the spreadsheet is too large; delete empty and unneeded sheets, columns and lines, or divide it")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table in a file. Rows have no empty cells at their end; an empty row is an empty tuple."""

    name: str
    rows: Sequence[Sequence[Cell]]


def read_sheets(data: bytes) -> list[Sheet]:
    """Return the sheets with content in a file; a CSV table is a sheet without a name. Raises Unreadable."""
    found = _sheets_of_workbook(data) if is_workbook(BytesIO(data)) else [Sheet("", _rows_of_text(decoded(data)))]
    sheets = [each for each in found if any(each.rows)]
    if sheets and not sheets[0].name and max(map(len, sheets[0].rows)) < 2:  # a text without separators
        raise Unreadable(FOREIGN)
    if not sheets:
        raise Unreadable(say("the table is empty"))
    return sheets


def is_workbook(file: IO[bytes]) -> bool:
    """Return whether a file is a workbook: OLE, or a zip with a member that only XLSX and ODS have."""
    file.seek(0)
    start = file.read(len(OLE))
    if not start.startswith(ZIPPED):
        return start == OLE
    try:
        with ZipFile(file) as members:
            return not {"xl/workbook.xml", "xl/workbook.bin", "content.xml"}.isdisjoint(members.NameToInfo)
    except DAMAGE:
        return False


# Text


def _rows_of_text(text: str) -> list[tuple[Cell, ...]]:
    first, _, rest = text.partition("\n")
    stated = re.fullmatch(r"\"?sep=(.)\"?\s*", first, re.IGNORECASE)  # a line that Excel writes
    if stated:
        text = rest
    if "\0" in first:  # a later line can have it in a note
        raise Unreadable(CUT_OFF)
    try:
        return _limited(_text_rows(text, stated[1] if stated else _separator(text)))
    except (csv.Error, TypeError, ValueError):  # not csv.Error: `sep=` with a character that cannot separate
        raise Unreadable(CUT_OFF) from None


def _separator(text: str) -> str:
    """Return the character that separates cells.

    If only one candidate occurs several times in the first line, it is the separator: notes and names in other lines
    contain any of them. Otherwise the separator is the candidate that most of the first lines contain equally often,
    and most often.
    """
    unquoted = re.sub(r'"[^"]*"', '""', text[:LOOKED_AT])
    lines = [line for line in unquoted.splitlines()[:30] if line.strip()]
    counts = {each: [line.count(each) for line in lines] for each in SEPARATORS}
    first = [each for each in SEPARATORS if lines and counts[each][0]]
    if len(first) == 1 and counts[first[0]][0] > 1:
        return first[0]

    def fit(separator: str) -> tuple[int, int]:
        found = [count for count in counts[separator] if count]
        usual = max(found, key=found.count, default=0)
        return found.count(usual), usual

    return max(SEPARATORS, key=fit)


def _text_rows(text: str, separator: str) -> Iterator[list[str]]:
    length = 0

    def lines() -> Iterator[str]:
        nonlocal length
        for line in StringIO(text, newline=""):
            length += len(line)
            if length > MAX_ROW:
                raise csv.Error
            yield line

    for row in csv.reader(lines(), delimiter=separator):
        length = 0
        yield [original_cell(cell) if HARMLESS in cell else cell for cell in row]


def _limited(rows: Iterator[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """Return the rows without empty cells at their ends; equal texts are one object.

    Raises Unreadable for too many columns, lines or cells.
    """
    kept: list[tuple[Cell, ...]] = []
    known: dict[str, str] = {}
    cells = 0
    for row in rows:
        end = len(row)
        while end and (row[end - 1] == "" or str(row[end - 1]).isspace()):
            end -= 1
        if end > MAX_COLUMNS:
            raise Unreadable(say("a table can have at most {most} columns", most=MAX_COLUMNS))
        cells += end
        if len(kept) >= MAX_LINES:
            raise Unreadable(say("a table can have at most {most} lines; divide it", most=MAX_LINES))
        if cells > MAX_CELLS:
            raise Unreadable(say("a table can have at most {most} cells; divide it", most=MAX_CELLS))
        kept.append(tuple([known.setdefault(cell, cell) if isinstance(cell, str) else cell for cell in row[:end]]))
    return kept


# Workbooks


def _sheets_of_workbook(data: bytes) -> list[Sheet]:
    """Return the sheets of an XLSX, XLS or ODS file, parsed by another process; raises Unreadable."""
    if data.startswith(ZIPPED):
        _check_size(data)
    try:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-I", workbook.__file__], input=data, capture_output=True, check=False, timeout=MAX_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(TOO_LARGE) from None
    if done.returncode == 1:
        raise Unreadable(NO_WORKBOOK)
    if done.returncode:  # the process ended for lack of memory or time
        raise Unreadable(TOO_LARGE)
    _, *sheets = (json.loads(line) for line in done.stdout.splitlines())
    return [Sheet(each["name"], _limited(map(_typed, each["rows"]))) for each in sheets]


def _check_size(data: bytes) -> None:
    """Raise Unreadable for a workbook with too much content, counted because its stated sizes can be wrong."""
    left = MAX_UNPACKED
    try:
        with ZipFile(BytesIO(data)) as members:
            for each in members.infolist():
                with members.open(each) as member:
                    while part := member.read(2**20):
                        left -= len(part)
                        if left < 0:
                            raise Unreadable(TOO_LARGE)
    except DAMAGE:
        raise Unreadable(NO_WORKBOOK) from None


def _typed(row: Sequence[object]) -> list[Cell]:
    cells: list[Cell] = []
    for cell in row:
        match cell:
            case {"date": str(written)}:
                cells.append(date.fromisoformat(written))
            case {"datetime": str(written)}:
                cells.append(datetime.fromisoformat(written))
            case {"time": str(written)}:
                cells.append(time.fromisoformat(written))
            case {"duration": int(seconds) | float(seconds)}:
                cells.append(timedelta(seconds=seconds))
            case str() | int() | float():
                cells.append(cell)
            case _:
                cells.append("")
    return cells
