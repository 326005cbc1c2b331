"""The history as a table for a spreadsheet: one line for each player of each game, as CSV."""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from typing import Any

from ..core.durations import minutes_between
from ..core.messages import Message, say
from ..core.rulebook import Rulebook
from ..storage import Database
from ..storage.connection import placeholders

PORTION = 500
"""How many games are read at once."""
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""It tells a spreadsheet that the file is UTF-8."""
SEPARATORS = {"de": ";"}
"""The separator of cells in languages that write decimals with a comma; in all others it is the comma."""
REACHES_OUT = re.compile(r"[\s\ufeff\"']*[=+\-@\t\r\n|%\uff0b\uff0d\uff1d\uff20]|[\t\r\n]")
"""The beginning of a cell that a spreadsheet would take for a formula or a command."""
WITHIN = re.compile(r"(?<=[;,\t\r\n])(?=(?:[^\S\t\r\n]|[\ufeff\"'])*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d]\s*[^\W\d_]))")
"""The places inside a text at which such a cell would begin if the spreadsheet uses another separator than ours."""
HARMLESS = "'"
COLUMNS = (
    say("Date"),
    say("Began"),
    say("Ended"),
    say("Game"),
    say("Place"),
    say("Player"),
    say("Seat"),
    say("Start player"),
    say("Finished"),
    say("Rank"),
    say("Total"),
    say("Won"),
    say("Minutes"),
    say("Note"),
    say("Number of the game"),
)
YES, NO = say("yes"), say("no")

Cell = str | int | None


@dataclass(frozen=True, slots=True)
class Words:
    """The language of a table: its code ("de"), and the function that translates a message into it."""

    language: str
    say: Callable[[Message], str]


@dataclass(frozen=True, slots=True)
class _Line:
    """A player of a game, as both are stored."""

    game_id: str
    rulebook: str
    started: str | None
    ended: str | None
    venue: str | None
    note: str | None
    finished: int
    seat: int
    name: str
    place: int | None
    total: int | None


def table(
    db: Database,
    rulebooks: Mapping[str, Rulebook[Any]],
    words: Words,
    game_ids: Sequence[str],
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Iterator[bytes]:
    """Yield a table of these games as CSV in UTF-8, in their order, portion by portion; headings come first.

    `progress(done, of)` is called after each portion with the number of games.
    """
    yield _written([[words.say(column) for column in COLUMNS]], words, BOM)
    for first in range(0, len(game_ids), PORTION):
        portion = game_ids[first : first + PORTION]
        yield _written([_cells(line, rulebooks, words) for line in _lines(db, portion)], words)
        progress(first + len(portion), len(game_ids))


def _lines(db: Database, game_ids: Sequence[str]) -> Iterator[_Line]:
    order = {game_id: index for index, game_id in enumerate(game_ids)}
    rows = db.execute(
        f"""SELECT games.id, rulebook, started, ended, venue, note, finished, seats.seat, players.name,
        place, total FROM games JOIN seats ON seats.game_id = games.id JOIN players ON players.id = player_id
        LEFT JOIN results ON results.game_id = games.id AND results.seat = seats.seat
        WHERE games.id IN ({placeholders(game_ids)})""",  # noqa: S608  (question marks only)
        game_ids,
    ).fetchall()
    found = (_Line(*row) for row in rows)
    yield from sorted(found, key=lambda line: (order[line.game_id], line.seat))


def _cells(line: _Line, rulebooks: Mapping[str, Rulebook[Any]], words: Words) -> list[Cell]:
    rulebook, began, ended = rulebooks.get(line.rulebook), _time(line.started), _time(line.ended)
    yes, no = words.say(YES), words.say(NO)
    return [
        when.date().isoformat() if (when := began or ended) else None,
        began.time().isoformat("minutes") if began else None,
        ended.time().isoformat("minutes") if ended else None,
        harmless(words.say(rulebook.meta.title) if rulebook else line.rulebook),
        harmless(line.venue),
        harmless(line.name),
        line.seat + 1,
        yes if line.seat == 0 else no,
        yes if line.finished else no,
        line.place,
        line.total,
        (yes if line.place == 1 else no) if line.finished else None,
        minutes_between(line.started, line.ended),
        harmless(line.note),
        line.game_id,
    ]


def harmless(text: str | None) -> str | None:
    """Return a text so that a spreadsheet shows it: an apostrophe goes before what it would take for a formula."""
    if not text:
        return text
    return f"{HARMLESS if REACHES_OUT.match(text) else ''}{WITHIN.sub(HARMLESS, text)}"


def _time(written: str | None) -> datetime | None:
    """Return a moment by the clock at the table, or None if there is none or it cannot be read."""
    try:
        return datetime.fromisoformat(written) if written else None
    except ValueError:  # outside the calendar
        return None


def _written(rows: Sequence[Sequence[Cell]], words: Words, before: str = "") -> bytes:
    text = StringIO(before)
    text.seek(0, 2)
    csv.writer(text, delimiter=SEPARATORS.get(words.language, ",")).writerows(rows)
    return text.getvalue().encode()
