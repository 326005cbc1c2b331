"""Results of games as one file: a table for a spreadsheet, and an import file for the app BG Stats."""

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from itertools import groupby
from typing import Any
from uuid import UUID, uuid5

from ..core.durations import minutes_between
from ..core.messages import Message, say
from ..core.rulebook import Rulebook
from ..storage import Database
from ..storage.connection import placeholders

Rulebooks = Mapping[str, Rulebook[Any]]
Row = dict[str, Any]
"""A player of a game, by the names of the columns that `_rows` selects."""
PORTION = 500
"""Number of games that are read at once."""
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Tells a spreadsheet that the file is UTF-8."""
SEPARATORS = {"de": ";"}
"""Separator of cells in languages that write decimals with a comma; a comma in all others."""
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
OURS = UUID("8d6a2b0e-5a0f-4f0e-9d0c-6c1f6b8f2a17")
"""Namespace of the UUIDs that we make: of players, places and titles, and of results that come without an id."""


@dataclass(frozen=True, slots=True)
class Words:
    """The language of a table: its code ("de"), and the function that translates a message into it."""

    language: str
    say: Callable[[Message], str]


def csv_table(
    db: Database,
    rulebooks: Rulebooks,
    words: Words,
    game_ids: Sequence[str],
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Iterator[bytes]:
    """Yield a table of these games as CSV in UTF-8, in their order, portion by portion; headings come first.

    `progress(done, of)` is called after each portion with the number of games.
    """
    yield _csv([[words.say(column) for column in COLUMNS]], words, BOM)
    for first in range(0, len(game_ids), PORTION):
        portion = game_ids[first : first + PORTION]
        yield _csv([_cells(row, rulebooks, words) for row in _rows(db, portion)], words)
        progress(first + len(portion), len(game_ids))


def bgstats_file(
    db: Database, rulebooks: Rulebooks, say: Callable[[Message], str], game_ids: Sequence[str]
) -> Iterator[bytes]:
    """Yield a file with the finished games among these, part by part, as JSON in UTF-8; `say` translates.

    Games without a date, which BG Stats requires, and games of unknown titles are left out.
    """
    players, places, titles = _Named("player"), _Named("place"), _Named("title")
    between = '{"plays":['
    for first in range(0, len(game_ids), PORTION):
        for _, group in groupby(_rows(db, game_ids[first : first + PORTION]), key=lambda row: str(row["id"])):
            rows = [row for row in group if row["place"] is not None]
            if rows and (rows[0]["started"] or rows[0]["ended"]) and rows[0]["rulebook"] in rulebooks:
                play = _play(rows, rulebooks[rows[0]["rulebook"]], players, places, titles, say)
                yield f"{between}{_json(play)}".encode()
                between = ",\n"
    rest = {"players": players, "locations": places, "games": titles}
    parts = [f"{_json(name)}:{_json(list(each.known.values()))}" for name, each in rest.items()]
    yield f'{between if between[0] == "{" else ""}],{",".join(parts)},"userInfo":{{"meRefId":0}}}}\n'.encode()


def in_utc(written: str) -> str:
    """Return an ISO 8601 moment as BG Stats writes it: in UTC, or in its own zone if UTC would leave the calendar."""
    when = datetime.fromisoformat(written)
    with suppress(OverflowError):
        when = when.astimezone(UTC)
    return f"{when:%Y-%m-%d %H:%M:%S}"


def bgstats_title(rulebook: Rulebook[Any], *, points: bool) -> dict[str, Any]:
    """Return the properties of a title in BG Stats; `points`: whether its games have points."""
    known = {} if rulebook.meta.bgg is None else {"bggId": rulebook.meta.bgg}
    return {**known, "highestWins": not rulebook.meta.lowest_wins, "noPoints": not points}


def harmless(text: str | None) -> str | None:
    """Return a text so that a spreadsheet shows it: an apostrophe goes before what it would take for a formula."""
    if not text:
        return text
    return f"{HARMLESS if REACHES_OUT.match(text) else ''}{WITHIN.sub(HARMLESS, text)}"


def _rows(db: Database, game_ids: Sequence[str]) -> list[Row]:
    """Return the players of these games, with their results if the game is finished: in this order, by seat."""
    order = {game_id: index for index, game_id in enumerate(game_ids)}
    rows = db.query(
        f"""SELECT games.id AS id, rulebook, started, ended, venue, note, finished,
            seats.seat AS seat, players.name AS name, place, total
        FROM games JOIN seats ON seats.game_id = games.id JOIN players ON players.id = player_id
        LEFT JOIN results ON results.game_id = games.id AND results.seat = seats.seat
        WHERE games.id IN ({placeholders(game_ids)})""",  # noqa: S608  (question marks only)
        game_ids,
    )
    return sorted(rows, key=lambda row: (order[row["id"]], row["seat"]))


def _cells(row: Row, rulebooks: Rulebooks, words: Words) -> list[str | int | None]:
    rulebook, began, ended = rulebooks.get(row["rulebook"]), _time(row["started"]), _time(row["ended"])
    yes, no = words.say(YES), words.say(NO)
    return [
        when.date().isoformat() if (when := began or ended) else None,
        began.time().isoformat("minutes") if began else None,
        ended.time().isoformat("minutes") if ended else None,
        harmless(words.say(rulebook.meta.title) if rulebook else row["rulebook"]),
        harmless(row["venue"]),
        harmless(row["name"]),
        row["seat"] + 1,
        yes if row["seat"] == 0 else no,
        yes if row["finished"] else no,
        row["place"],
        row["total"],
        (yes if row["place"] == 1 else no) if row["finished"] else None,
        minutes_between(row["started"], row["ended"]),
        harmless(row["note"]),
        row["id"],
    ]


def _time(written: str | None) -> datetime | None:
    """Return a moment by the clock at the table, or None if there is none or it cannot be read."""
    try:
        return datetime.fromisoformat(written) if written else None
    except ValueError:  # outside the calendar
        return None


def _csv(rows: Sequence[Sequence[str | int | None]], words: Words, before: str = "") -> bytes:
    text = StringIO(before)
    text.seek(0, 2)
    csv.writer(text, delimiter=SEPARATORS.get(words.language, ",")).writerows(rows)
    return text.getvalue().encode()


class _Named:
    """The players, the places or the titles of a BG Stats file: each has a name and a number, from 1."""

    def __init__(self, what: str) -> None:
        self._what = what
        self.known: dict[str, dict[str, Any]] = {}

    def number(self, name: str, **more: object) -> int:
        """Return the number of a name, in any case; a new one gets `more`. Its UUID is the same in every file."""
        added = {"id": len(self.known) + 1, "uuid": str(uuid5(OURS, f"{self._what} {name.casefold()}")), "name": name}
        return int(self.known.setdefault(name.casefold(), added | more)["id"])


def _play(
    rows: Sequence[Row],
    rulebook: Rulebook[Any],
    players: _Named,
    places: _Named,
    titles: _Named,
    say: Callable[[Message], str],
) -> dict[str, Any]:
    game, points = rows[0], any(row["total"] is not None for row in rows)
    title = titles.number(
        say(rulebook.meta.title), **bgstats_title(rulebook, points=points), cooperative=False, usesTeams=False
    )
    return {
        "uuid": game["id"],
        "playDate": in_utc(game["started"] or game["ended"]),
        "durationMin": minutes_between(game["started"], game["ended"]) or 0,
        "gameRefId": title,
        **({"locationRefId": places.number(game["venue"])} if game["venue"] else {}),
        "comments": game["note"] or "",
        "ignored": False,
        "manualWinner": True,  # points do not say who wins a tie
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": players.number(row["name"], isAnonymous=False),
                "score": "" if row["total"] is None else str(row["total"]),
                "winner": row["place"] == 1,
                "rank": row["place"],
                "seatOrder": row["seat"] + 1,
                "startPlayer": row["seat"] == 0,
                "newPlayer": False,
            }
            for row in rows
        ],
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
