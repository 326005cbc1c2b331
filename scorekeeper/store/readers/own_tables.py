"""Reader of tables (CSV) with the headings of our exports, in any order and language."""

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from io import StringIO

from ...core.errors import Unreadable
from ...core.messages import Message, many, say
from ...core.names import NAME_LENGTH
from ..exporting import (
    BEGAN,
    COLUMNS,
    DATE,
    ENDED,
    FINISHED,
    GAME,
    MINUTES,
    NOTE,
    NUMBER,
    PLACE,
    PLAYER,
    RANK,
    SEAT,
    STARTS,
    TOTAL,
    WON,
    YES,
    Words,
    original_cell,
)
from ..games import ANONYMOUS
from . import ImportedGame, ImportedPlayer, LeftOutGame
from .bgg import CUT_OFF
from .bgstats import without_points
from .documents import FOREIGN
from .values import read_clock, read_points, read_when, same_name, whole

MAX_LINES = 500_000
MAX_ROW = 2**20
"""Maximum number of characters in one row of a table, which keeps the memory bounded for a hostile file."""
ANONYMOUS_NAME = re.compile(re.escape(ANONYMOUS).replace(r"\{number\}", "[0-9]+"))


def read_table(text: str, languages: Sequence[Words]) -> Iterator[ImportedGame | LeftOutGame]:
    """Return the games in a table; raises Unreadable without the headings of titles and players."""
    first, _, rest = text.partition("\n")
    stated = re.fullmatch(r"\"?sep=(.)\"?\s*", first, re.IGNORECASE)  # a line that Excel writes
    if stated:
        text, first = rest, rest.partition("\n")[0]
    separator = stated[1] if stated else max(",;\t", key=first.count)
    if "\0" in first or len(first) > MAX_ROW or separator not in first:
        raise Unreadable(FOREIGN)
    try:
        rows = _rows(text, separator)
        headings = [same_name(cell) for cell in next(rows, ())]
        for words in languages:
            ours = [same_name(words.say(column)) for column in COLUMNS]
            at = [headings.index(each) if each in headings else None for each in ours]
            if None not in (at[GAME], at[PLAYER]):
                yes = {"1", "x", "true", *(same_name(words.say(YES)) for words in languages)}
                return _games(_by_game(rows, at), at, yes)
    except (csv.Error, TypeError, ValueError):  # not csv.Error: `sep=` with a character that cannot separate
        raise Unreadable(CUT_OFF) from None
    raise Unreadable(
        say(
            "a table needs the headings {needed} in its first line; {more} are read too. Rename the headings, "
            "and import the table again",
            needed=(COLUMNS[GAME], COLUMNS[PLAYER]),
            more=tuple(each for at, each in enumerate(COLUMNS) if at not in (GAME, PLAYER)),
        )
    )


def _rows(text: str, separator: str) -> Iterator[list[str]]:
    """Yield the rows of a table; raises csv.Error for one longer than MAX_ROW, and Unreadable for too many."""
    length = 0

    def lines() -> Iterator[str]:
        nonlocal length
        for line in StringIO(text, newline=""):
            length += len(line)
            if length > MAX_ROW:
                raise csv.Error
            yield line

    for number, row in enumerate(csv.reader(lines(), delimiter=separator)):
        if number > MAX_LINES:
            raise Unreadable(say("a table can have at most {most} lines; divide it", most=MAX_LINES))
        length = 0
        yield row


def _by_game(rows: Iterable[Sequence[str]], at: Sequence[int | None]) -> Collection[list[list[str]]]:
    """Return the rows by game, each with the cells of COLUMNS; the rows of a game can be anywhere in the table."""
    games: dict[object, list[list[str]]] = {}
    for cells in rows:
        row = [original_cell(cells[index]) if index is not None and index < len(cells) else "" for index in at]
        if any(row):
            games.setdefault(row[NUMBER] or (*row[: GAME + 1], row[PLACE]), []).append(row)
    return games.values()


def _games(
    games: Iterable[list[list[str]]], at: Sequence[int | None], yes: Collection[str]
) -> Iterator[ImportedGame | LeftOutGame]:
    decided = True if at[RANK] is not None or at[WON] is not None else None
    unfinished = 0
    for rows in games:
        head = rows[0]
        if at[FINISHED] is not None and same_name(head[FINISHED]) not in yes:
            unfinished += 1
            continue
        players = tuple(
            ImportedPlayer(
                row[PLAYER] if row[SEAT] or not ANONYMOUS_NAME.fullmatch(row[PLAYER]) else None,
                read_points(row[TOTAL]),
                same_name(row[WON]) in yes if at[WON] is not None else None,
                whole(row[RANK]) or None,
                whole(row[SEAT]) or None,
                True if same_name(row[STARTS]) in yes else None,
            )
            for row in rows
        )
        day, clock = read_when(head[DATE])
        yield ImportedGame(
            head[GAME],
            players,
            day,
            read_clock(head[BEGAN]) or clock,
            read_clock(head[ENDED]),
            whole(head[MINUTES]) or None,
            head[PLACE],
            head[NOTE],
            head[NUMBER],
            decided=decided,
            remarks=tuple(_unread(rows)),
        )
    if unfinished:
        yield LeftOutGame(many("{count} unfinished game.", "{count} unfinished games.", unfinished), count=unfinished)


def _unread(rows: Sequence[Sequence[str]]) -> Iterator[Message]:
    """Yield a message for each cell that cannot be read."""
    head = rows[0]
    day = read_when(head[DATE])[0]
    if head[DATE] and day is None:
        yield say("imported without a date")
    unread = [column for column in (BEGAN, ENDED) if head[column] and (read_clock(head[column]) is None or day is None)]
    unread += [MINUTES] if head[MINUTES] and not _is_number(head[MINUTES]) else []
    yield from (_without(column, head[column]) for column in unread)
    for row in rows:
        if row[TOTAL] and read_points(row[TOTAL]) is None:
            yield without_points(row[TOTAL], row[PLAYER])
        yield from (
            _without(column, row[column]) for column in (RANK, SEAT) if row[column] and not _is_number(row[column])
        )


def _is_number(cell: str) -> bool:
    return whole(cell) > 0 or not cell.strip("0")


def _without(column: int, value: str) -> Message:
    return say("imported without {what} “{value}”", what=COLUMNS[column], value=value[:NAME_LENGTH])
