"""Export of games: documents, alone or in a zip, CSV tables, and files of the app BG Stats."""

import csv
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from io import StringIO
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID, uuid5

from sqlite_utils import Database

from ..core.document import Document, write
from ..core.durations import has_time, minutes_between
from ..core.messages import Message, say
from ..core.rulebook import Rulebook
from .backups import silent
from .connection import placeholders
from .external import ExternalResult
from .games import GameService, ResultAlone, log_of, table_of
from .rows import StoredGame, all_game_ids
from .settings import replaced

Rulebooks = Mapping[str, Rulebook[Any]]
Progress = Callable[[int, int | None], None]
"""Callback with the number of games done and the total, None while unknown."""


# Documents

EARLIEST_IN_ZIP, LATEST_IN_ZIP = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""Earliest and latest file time in a zip."""


def documents(
    service: GameService, game_ids: Sequence[str] = (), progress: Progress = silent, *, known: bool = False
) -> Iterator[Document]:
    """Yield these games as documents, from one consistent snapshot; without ids, all games, oldest first.

    A game with only an external result has no document: with its id, ResultAlone is raised; otherwise the game is
    skipped. Raises NoSuchGame, also for a game of an uninstalled title; with `known` and without ids, such games are
    skipped. Without ids, the documents also contain the successors of replaced pads.
    """
    with service.store.dedicated_reader() as db:
        for game_id in game_ids:  # check all ids before yielding the first document
            if service.game(db, game_id).external_result is not None:
                raise ResultAlone(game_id)
        ends = {} if game_ids else replaced(db)
        asked = game_ids or all_game_ids(db, rulebooks=service.rulebooks if known else None)
        for number, game_id in enumerate(asked, 1):
            game = service.game(db, game_id)
            if game.external_result is None:
                document, successor = document_of(service, game), ends.get(game.rulebook)
                yield replace(document, counts_as=service.rulebooks.get(successor)) if successor else document
            progress(number, len(asked))


def document_of(service: GameService, game: StoredGame) -> Document:
    """Return a stored game as a document; a date without a time counts as unknown."""
    rulebook = service.rulebooks[game.rulebook]
    log, started = log_of(rulebook, game), game.started if game.started and has_time(game.started) else None
    return Document(rulebook, table_of(rulebook, game), log, game.id, started, game.ended, game.venue, game.note)


def zipped(documents: Iterable[Document]) -> Iterator[bytes]:
    """Yield a zip with one file per document, in parts, while the documents are produced."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for document in documents:
            name, when = document_name(document), _when(document)
            if f"{name}.json" in archive.NameToInfo:  # the name has only the first 8 characters of the id
                name += str(document.id)[8:]
            entry = zipfile.ZipInfo(f"{name}.json", EARLIEST_IN_ZIP)
            if when:
                time = when.year, when.month, when.day, when.hour, when.minute, when.second
                entry.date_time = min(max(EARLIEST_IN_ZIP, time), LATEST_IN_ZIP)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, json.dumps(write(document), ensure_ascii=False, indent=1) + "\n")
            yield sink.drained()
    yield sink.drained()


class _Sink:
    """Output file of a streamed zip."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing; required by `zipfile`."""

    def close(self) -> None:
        """Do nothing; required by `zipfile`."""

    def drained(self) -> bytes:
        """Return the data written since the last call."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data


def document_name(document: Document) -> str:
    """Return a file name for a document, without suffix: date, title, start of its id."""
    when = _when(document)
    return f"{when.date().isoformat() if when else 'undated'}-{document.rulebook.slug}-{str(document.id)[:8]}"


def _when(document: Document) -> datetime | None:
    written = document.started or document.ended
    return datetime.fromisoformat(written) if written else None


# Results

GameRow = dict[str, Any]
"""A player of a game, by the column names of the query in `_rows`."""
PORTION = 500
"""Number of games read at once."""
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Byte order mark; spreadsheets need it to recognize UTF-8."""
SEPARATORS = {"de": ";"}
"""Cell separators of languages with a decimal comma; all others use a comma."""
REACHES_OUT = re.compile(r"[\s\ufeff\"']*[=+\-@\t\r\n|%\uff0b\uff0d\uff1d\uff20]|[\t\r\n]")
"""Start of a cell that a spreadsheet would interpret as a formula or a command."""
WITHIN = re.compile(r"(?<=[;,\t\r\n])(?=(?:[^\S\t\r\n]|[\ufeff\"'])*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d]\s*[^\W\d_]))")
"""Positions inside a text where such a cell would start in a spreadsheet with another separator."""
HARMLESS = "'"
ADDED = re.compile(WITHIN.pattern + HARMLESS)
"""An apostrophe that `harmless` put inside a text."""
COLUMNS = (
    say("Date"),
    say("Started"),
    say("Ended"),
    say("Game"),
    say("Location"),
    say("Player"),
    say("Seat"),
    say("Starting player"),
    say("Finished"),
    say("Rank"),
    say("Total"),
    say("Won"),
    say("Minutes"),
    say("Note"),
    say("Role"),
    say("Expansions"),
    say("Categories"),
    say("Rounds"),
    say("Number of the game"),
)
"""Headings of a table. A cell can have several lines: expansions, and points by category or by round."""
UNKNOWN_POINTS = "–"
YES, NO = say("yes"), say("no")
OURS = UUID("8d6a2b0e-5a0f-4f0e-9d0c-6c1f6b8f2a17")
"""Namespace of generated UUIDs: for players, locations and titles, and for results imported without an id."""


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
    """Yield a CSV table of these games, in this order and in portions (UTF-8), with headings first.

    `progress(done, of)` is called after each portion with the number of games done and the total.
    """
    yield _csv([[words.say(column) for column in COLUMNS]], words, BOM)
    for first in range(0, len(game_ids), PORTION):
        portion = game_ids[first : first + PORTION]
        yield _csv([_cells(row, rulebooks, words) for row in _rows(db, portion)], words)
        progress(first + len(portion), len(game_ids))


def bgstats_file(
    db: Database, rulebooks: Rulebooks, say: Callable[[Message], str], game_ids: Sequence[str]
) -> Iterator[bytes]:
    """Yield a BG Stats file (JSON in UTF-8) with the finished games of `game_ids`, in parts.

    `say` translates a message. Skips games without a date, which BG Stats requires, and games of uninstalled titles.
    """
    players, places, titles = _Named("player"), _Named("place"), _Named("title")
    between = '{"plays":['
    for first in range(0, len(game_ids), PORTION):
        for _, group in groupby(_rows(db, game_ids[first : first + PORTION]), key=lambda row: str(row["id"])):
            rows = [row for row in group if row["place"] is not None]
            if rows and (rows[0]["started"] or rows[0]["ended"]) and rows[0]["rulebook"] in rulebooks:
                play = _bgstats_play(rows, rulebooks[rows[0]["rulebook"]], players, places, titles, say)
                yield f"{between}{_json(play)}".encode()
                between = ",\n"
    rest = {"players": players, "locations": places, "games": titles}
    parts = [f"{_json(name)}:{_json(list(each.known.values()))}" for name, each in rest.items()]
    yield f'{between if between[0] == "{" else ""}],{",".join(parts)},"userInfo":{{"meRefId":0}}}}\n'.encode()


def bgstats_time(written: str, zone: tzinfo | None = None) -> str:
    """Return an ISO 8601 time in the format of BG Stats: by the players' clock, or in a time zone if possible."""
    when = datetime.fromisoformat(written)
    with suppress(OverflowError):
        when = when.astimezone(zone) if zone else when
    return f"{when:%Y-%m-%d %H:%M:%S}"


def bgstats_title(rulebook: Rulebook[Any], *, points: bool) -> dict[str, Any]:
    """Return the BG Stats properties of a title; `points`: whether its games have points."""
    known = {} if rulebook.meta.bgg is None else {"bggId": rulebook.meta.bgg}
    has_points = points or not {"only_winner", "cooperative"} & set(rulebook.definition or {"only_winner"})
    return {
        **known,
        "highestWins": not rulebook.meta.lowest_wins,
        "noPoints": not has_points,
    }


def harmless(text: str | None) -> str | None:
    """Return a text with an apostrophe before each part that a spreadsheet would interpret as a formula."""
    if not text:
        return text
    return f"{HARMLESS if REACHES_OUT.match(text) else ''}{WITHIN.sub(HARMLESS, text)}"


def original_cell(cell: str) -> str:
    """Return a cell without the apostrophes of `harmless`."""
    bare = cell.removeprefix(HARMLESS) if REACHES_OUT.match(cell) else cell
    return ADDED.sub("", bare).encode(errors="ignore").decode().strip()


def _rows(db: Database, game_ids: Sequence[str]) -> list[GameRow]:
    """Return a row per person of these games, in this order; the results are None in an unfinished game.

    A row also has `minutes` and the known facts of an external result: whether the person is anonymous or `starts`,
    their `role` and points by category (`parts`) and by round, and the `expansions`. Anonymous people come last,
    without a seat.
    """
    order = {game_id: index for index, game_id in enumerate(game_ids)}
    rows = db.query(
        f"""SELECT games.id AS id, rulebook, started, ended, venue, note, finished,
            seats.seat AS seat, players.name AS name, place, total, external_result
        FROM games JOIN seats ON seats.game_id = games.id JOIN players ON players.id = player_id
        LEFT JOIN results ON results.game_id = games.id AND results.seat = seats.seat
        WHERE games.id IN ({placeholders(game_ids)})
        UNION ALL SELECT id, rulebook, started, ended, venue, note, finished, seat, name, place, total, external_result
        FROM games JOIN results ON game_id = id AND seat IS NULL
        WHERE external_result IS NOT NULL AND id IN ({placeholders(game_ids)})""",  # noqa: S608  (question marks only)
        [*game_ids, *game_ids],
    )
    ordered = sorted(
        rows,
        key=lambda row: (order[row["id"]], row["seat"] is None, row["seat"] or 0, len(row["name"]), row["name"]),
    )
    for _, group in groupby(ordered, key=itemgetter("id")):
        people = [*group]
        stored = people[0]["external_result"]
        result = ExternalResult(seats_known=True, starts=0) if stored is None else ExternalResult.read(stored)
        for line, row in enumerate(people):
            row["is_anonymous"], row["seat"] = row["seat"] is None, row["seat"] if result.seats_known else None
            row["starts"] = None if result.starts is None else line == result.starts
            row["role"], row["expansions"] = result.roles[line] if result.roles else "", result.expansions
            row["parts"] = {name: points[line] for name, points in result.parts.items()}
            row["rounds"] = [points[line] for points in result.rounds]
            row["minutes"] = minutes_between(row["started"], row["ended"]) or result.minutes
    return ordered


def _cells(row: GameRow, rulebooks: Rulebooks, words: Words) -> list[str | float | None]:
    rulebook, began, ended = rulebooks.get(row["rulebook"]), _time(row["started"]), _time(row["ended"])
    yes, no, separator = words.say(YES), words.say(NO), SEPARATORS.get(words.language, ",")

    def points(value: float | None) -> str:
        return UNKNOWN_POINTS if value is None else str(value).replace(".", "," if separator == ";" else ".")

    return [
        when.date().isoformat() if (when := began or ended) else None,
        began.time().isoformat("minutes") if began and has_time(row["started"]) else None,
        ended.time().isoformat("minutes") if ended and has_time(row["ended"]) else None,
        harmless(words.say(rulebook.meta.title) if rulebook else row["rulebook"]),
        harmless(row["venue"]),
        harmless(row["name"]),
        None if row["seat"] is None else row["seat"] + 1,
        None if row["starts"] is None else yes if row["starts"] else no,
        yes if row["finished"] else no,
        row["place"],
        None if row["total"] is None else points(row["total"]),
        (yes if row["place"] == 1 else no) if row["finished"] else None,
        row["minutes"],
        harmless(row["note"]),
        harmless(row["role"]),
        harmless("\n".join(row["expansions"])),
        harmless("\n".join(f"{name}: {points(value)}" for name, value in row["parts"].items())),
        harmless("\n".join(map(points, row["rounds"]))),
        row["id"],
    ]


def _time(written: str | None) -> datetime | None:
    """Return a stored time in its own time zone, or None if missing or unreadable."""
    try:
        return datetime.fromisoformat(written) if written else None
    except ValueError:  # outside the calendar
        return None


def _csv(rows: Sequence[Sequence[str | float | None]], words: Words, before: str = "") -> bytes:
    text = StringIO(before)
    text.seek(0, 2)
    csv.writer(text, delimiter=SEPARATORS.get(words.language, ",")).writerows(rows)
    return text.getvalue().encode()


class _Named:
    """The numbered (from 1) players, locations or titles of a BG Stats file, by case-folded name."""

    def __init__(self, what: str) -> None:
        self._what = what
        self.known: dict[str, dict[str, Any]] = {}

    def number(self, name: str, **more: object) -> int:
        """Return the number of a name, ignoring case; add a new name with the properties `more`.

        A name has the same UUID in every file.
        """
        added = {"id": len(self.known) + 1, "uuid": str(uuid5(OURS, f"{self._what} {name.casefold()}")), "name": name}
        return int(self.known.setdefault(name.casefold(), added | more)["id"])


def _bgstats_play(
    rows: Sequence[GameRow],
    rulebook: Rulebook[Any],
    players: _Named,
    places: _Named,
    titles: _Named,
    say: Callable[[Message], str],
) -> dict[str, Any]:
    """Return a game as a play of BG Stats, where unknown values are missing. A day without a time is its midnight."""
    game, points = rows[0], any(row["total"] is not None for row in rows)
    title = titles.number(
        say(rulebook.meta.title),
        **bgstats_title(rulebook, points=points),
        cooperative=rulebook.meta.cooperative,
        usesTeams=False,
    )
    expansions = [titles.number(name, isExpansion=True, isBaseGame=False) for name in game["expansions"]]
    return {
        "uuid": game["id"],
        "playDate": bgstats_time(game["started"] or game["ended"]),
        "durationMin": game["minutes"] or 0,
        "gameRefId": title,
        **({"locationRefId": places.number(game["venue"])} if game["venue"] else {}),
        "comments": game["note"] or "",
        "ignored": False,
        "manualWinner": True,  # points do not decide ties
        "usesTeams": False,
        **({"expansionPlays": [{"gameRefId": number} for number in expansions]} if expansions else {}),
        "playerScores": [
            {
                "playerRefId": players.number(
                    "Anonymous player" if row["is_anonymous"] else row["name"], isAnonymous=row["is_anonymous"]
                ),
                "score": "" if row["total"] is None else str(row["total"]),
                "winner": row["place"] == 1,
                "rank": row["place"],
                **({"role": row["role"]} if row["role"] else {}),
                **({} if row["seat"] is None else {"seatOrder": row["seat"] + 1}),
                **({} if row["starts"] is None else {"startPlayer": row["starts"]}),
                "newPlayer": False,
            }
            for row in rows
        ],
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
