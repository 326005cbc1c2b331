"""Export and import of results without plays: CSV tables for spreadsheets, and files of the app BG Stats."""

import csv
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import groupby
from typing import Any
from uuid import UUID, uuid5

from sqlite_utils import Database

from ..core.document import NOTE_LENGTH, VENUE_LENGTH, seats_fault
from ..core.durations import minutes_between
from ..core.fields import BOUND
from ..core.messages import Message, say
from ..core.names import name_fault
from ..core.rulebook import Rulebook
from .connection import placeholders
from .games import result_alone
from .rows import StoredGame

Rulebooks = Mapping[str, Rulebook[Any]]
Row = dict[str, Any]
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
"""Positions inside a text where such a cell would start if the spreadsheet uses another separator."""
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
DATE, BEGAN, ENDED, GAME, PLACE, PLAYER, SEAT, _, FINISHED, RANK, TOTAL, _, MINUTES, NOTE, NUMBER = range(15)
YES, NO = say("yes"), say("no")
OURS = UUID("8d6a2b0e-5a0f-4f0e-9d0c-6c1f6b8f2a17")
"""Namespace of generated UUIDs: for players, places and titles, and for results imported without an id."""


@dataclass(frozen=True, slots=True)
class Words:
    """The language of a table: its code ("de"), and the function that translates a message into it."""

    language: str
    say: Callable[[Message], str]


# Export


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
    """Yield a BG Stats file (JSON in UTF-8) with the finished games among these, in parts; `say` translates a message.

    Games without a date, which BG Stats requires, and games of titles not installed are left out.
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


def in_utc(written: str) -> str:
    """Return an ISO 8601 time in the format of BG Stats: in UTC, or unconverted if UTC is outside the calendar."""
    when = datetime.fromisoformat(written)
    with suppress(OverflowError):
        when = when.astimezone(UTC)
    return f"{when:%Y-%m-%d %H:%M:%S}"


def bgstats_title(rulebook: Rulebook[Any], *, points: bool) -> dict[str, Any]:
    """Return the BG Stats properties of a title; `points`: its games have points."""
    known = {} if rulebook.meta.bgg is None else {"bggId": rulebook.meta.bgg}
    return {**known, "highestWins": not rulebook.meta.lowest_wins, "noPoints": not points}


def harmless(text: str | None) -> str | None:
    """Return a text with an apostrophe before each part that a spreadsheet would interpret as a formula."""
    if not text:
        return text
    return f"{HARMLESS if REACHES_OUT.match(text) else ''}{WITHIN.sub(HARMLESS, text)}"


def _rows(db: Database, game_ids: Sequence[str]) -> list[Row]:
    """Return a row per player of these games, in this order and by seat; the results are None in an unfinished game."""
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
    """Return a stored time in its own time zone; None if it is missing or cannot be read."""
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
    """The numbered (from 1) players, places or titles of a BG Stats file, by case-folded name."""

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
        "manualWinner": True,  # points do not decide ties
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


# Import

POINTS = re.compile(r"[-\N{MINUS SIGN}\N{EN DASH}+]?[0-9]{1,7}")
NO_WINNER = say("the winner is missing")


class _NoResult(Exception):
    """A game in a file cannot be imported as a result; `message` has the reason."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class ParsedResults:
    """Content of a file: its results as games without plays, the games `left_out`, and the `faults`.

    `left_out` counts games of titles not installed by title, and unfinished or ignored games under UNFINISHED. Each
    fault has the position in the file (date or number of the play, or line) and the reason.
    """

    results: tuple[StoredGame, ...]
    left_out: Counter[str]
    faults: tuple[tuple[str, Message], ...]


UNFINISHED = ""
"""Key in `left_out` for unfinished and ignored games."""
Found = Iterator[tuple[str, StoredGame | Message | str]]
"""For each game of a file, its position, and its result, the reason for a fault, or the title of a game left out."""


def parse_results(data: bytes, rulebooks: Rulebooks, languages: Sequence[Words]) -> ParsedResults | None:
    """Return the content of a file; None if it is neither a BG Stats export nor a table from `csv_table`.

    `languages` are the possible languages of titles and headings.
    """
    text = data.decode("utf-8-sig", errors="replace")
    found = _bgstats(text, rulebooks, languages) if text.lstrip()[:1] == "{" else _table(text, rulebooks, languages)
    if found is None:
        return None
    parsed = [*found]
    return ParsedResults(
        tuple(each for _, each in parsed if isinstance(each, StoredGame)),
        Counter(each for _, each in parsed if isinstance(each, str)),
        tuple((where, each) for where, each in parsed if isinstance(each, Message)),
    )


def _titles(rulebooks: Rulebooks, languages: Sequence[Words]) -> Mapping[str, str]:
    """Return the slugs of titles by case-folded name; for several titles with the same name, the first."""
    known = list(rulebooks.items())[::-1]
    named = ((words.say(each.meta.title), slug) for slug, each in known for words in languages)
    slugs = ((name, slug) for slug, each in known for name in (each.name, slug))
    return {name.casefold(): slug for name, slug in (*named, *slugs)}


def _bgstats(text: str, rulebooks: Rulebooks, languages: Sequence[Words]) -> Found | None:
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return None
    lists = ("players", "games", "plays")
    if not all(isinstance(raw.get(name), list) for name in lists) or "format" in raw:
        return None
    return _plays(raw, rulebooks, _titles(rulebooks, languages))


def _plays(raw: dict[str, Any], rulebooks: Rulebooks, titles: Mapping[str, str]) -> Found:
    numbers = {each.meta.bgg: slug for slug, each in list(rulebooks.items())[::-1] if each.meta.bgg}
    named = {number: _text(each.get("name")) for number, each in _by_id(raw["games"]).items()}
    games = {
        number: numbers.get(_int(each.get("bggId"))) or titles.get(named[number].casefold())
        for number, each in _by_id(raw["games"]).items()
    }
    people = {number: _text(each.get("name")) for number, each in _by_id(raw["players"]).items()}
    places = {number: _text(each.get("name")) for number, each in _by_id(raw.get("locations")).items()}
    for at, play in enumerate(raw["plays"], 1):
        number = _int(play.get("gameRefId")) if isinstance(play, dict) else -1
        slug = games.get(number)
        if slug is None or play.get("ignored"):
            yield "", UNFINISHED if slug else named.get(number, UNFINISHED)
            continue
        where = f"{_text(play.get('playDate')) or at}"
        try:
            yield where, _read_play(play, rulebooks[slug], people, places)
        except _NoResult as error:
            yield where, error.message


def _read_play(
    play: dict[str, Any], rulebook: Rulebook[Any], people: Mapping[int, str], places: Mapping[int, str]
) -> StoredGame:
    scores = _objects(play.get("playerScores"))
    scores.sort(key=lambda each: _int(each.get("seatOrder")))
    if not any(_int(each.get("seatOrder")) for each in scores):
        scores.sort(key=lambda each: not each.get("startPlayer"))
    totals = [_points(each.get("score")) for each in scores]
    ranks = [_int(each.get("rank")) for each in scores]
    if not _are_places(ranks):
        ranks = _ranks([bool(each.get("winner")) for each in scores], totals, lowest=rulebook.meta.lowest_wins)
    started = _moment(_text(play.get("playDate")), "%Y-%m-%d %H:%M:%S", utc=True)
    lasted = min(_int(play.get("durationMin")), BOUND)
    return _result(
        rulebook,
        _text(play.get("uuid")),
        [people.get(_int(each.get("playerRefId")), "") for each in scores],
        [*zip(ranks, totals, strict=True)],
        started,
        _after(started, lasted) if lasted else None,
        places.get(_int(play.get("locationRefId")), ""),
        _text(play.get("comments")),
    )


def _are_places(ranks: Sequence[int]) -> bool:
    """Return whether all players have a place (0: none) and one has the first place; a solo player may have lost."""
    return all(ranks) and (1 in ranks or len(ranks) == 1)


def _ranks(winners: Sequence[bool], totals: Sequence[int | None], *, lowest: bool) -> list[int]:
    """Return the places: winners first, then the others by points, or tied if a player's points are missing.

    Raises _NoResult if there are no winners and a player's points are missing.
    """
    points = [each for each in totals if each is not None]
    if not any(winners) and len(points) < max(len(totals), 1):
        raise _NoResult(NO_WINNER)
    known = len(points) == len(totals)
    by_points = [((each or 0) if lowest else -(each or 0)) if known else 0 for each in totals]
    keys = [(0, 0) if won else (1, each) for won, each in zip(winners, by_points, strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]


def _table(text: str, rulebooks: Rulebooks, languages: Sequence[Words]) -> Found | None:
    first = text.partition("\n")[0]
    separator = ";" if first.count(";") > first.count(",") else ","
    try:
        rows = [*csv.reader(StringIO(text, newline=""), delimiter=separator)]
    except csv.Error:
        return None
    headings = [[words.say(column) for column in COLUMNS] for words in languages]
    if not rows or rows[0] not in headings:
        return None
    yes = {words.say(YES) for words in languages}
    return _games(rows[1:], rulebooks, _titles(rulebooks, languages), yes)


def _games(rows: Sequence[Sequence[str]], rulebooks: Rulebooks, titles: Mapping[str, str], yes: set[str]) -> Found:
    numbered = [(at, [_plain(cell) for cell in row]) for at, row in enumerate(rows, 2) if any(row)]
    padded = [(at, [*row, *[""] * (len(COLUMNS) - len(row))]) for at, row in numbered]
    for _, group in groupby(padded, key=lambda each: each[1][NUMBER] or (*each[1][: GAME + 1], each[1][PLACE])):
        (at, head), *_ = lines = [*group]
        slug = titles.get(head[GAME].casefold())
        if slug is None or head[FINISHED] not in yes:
            yield "", UNFINISHED if slug else head[GAME]
            continue
        try:
            yield str(at), _game(rulebooks[slug], [row for _, row in lines])
        except _NoResult as error:
            yield str(at), error.message


def _game(rulebook: Rulebook[Any], rows: Sequence[Sequence[str]]) -> StoredGame:
    rows = sorted(rows, key=lambda row: _int(row[SEAT]))
    head = rows[0]
    lines = [(_int(row[RANK]), _points(row[TOTAL])) for row in rows]
    if not _are_places([place for place, _ in lines]):
        raise _NoResult(NO_WINNER)
    started = _moment(f"{head[DATE]} {head[BEGAN]}", "%Y-%m-%d %H:%M")
    ended = _moment(f"{head[DATE]} {head[ENDED]}", "%Y-%m-%d %H:%M")
    minutes = min(_int(head[MINUTES]), BOUND)
    if started:
        ended = _after(started, minutes) if minutes else None
    names = [row[PLAYER] for row in rows]
    return _result(rulebook, head[NUMBER], names, lines, started, ended, head[PLACE], head[NOTE])


def _result(
    rulebook: Rulebook[Any],
    number: str,
    names: Sequence[str],
    lines: Sequence[tuple[int, int | None]],
    started: str | None,
    ended: str | None,
    venue: str,
    note: str,
) -> StoredGame:
    players = tuple(unicodedata.normalize("NFC", " ".join(name.replace("\0", "").split())) for name in names)
    fault = seats_fault(len(players), rulebook) or next(filter(None, map(name_fault, players)), None)
    if fault:
        raise _NoResult(fault)
    if len({name.casefold() for name in players}) < len(players):
        raise _NoResult(say("two players have the same name"))
    try:
        game_id = str(UUID(number))
    except ValueError:
        game_id = str(uuid5(OURS, repr((rulebook.slug, players, lines, started, number))))
    return result_alone(
        game_id,
        rulebook.slug,
        players,
        lines,
        started,
        ended,
        venue[:VENUE_LENGTH] or None,
        note[:NOTE_LENGTH] or None,
    )


def _by_id(listed: object) -> dict[int, dict[str, Any]]:
    return {_int(each.get("id")): each for each in _objects(listed)}


def _objects(listed: object) -> list[dict[str, Any]]:
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _text(value: object) -> str:
    """Return a text without lone surrogates (which cannot be stored) and outer spaces; "" for other values."""
    return value.encode(errors="ignore").decode().strip() if isinstance(value, str) else ""


def _int(value: object) -> int:
    """Return a non-negative integer, given as a number or as digits; 0 for other values."""
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdigit() and len(value) < len(str(BOUND)) else 0
    return value if type(value) is int and 0 <= value <= 10**9 else 0


def _points(value: object) -> int | None:
    """Return points, given as a number or a text; None unless they are an integer from -BOUND to BOUND."""
    text = str(value).strip().removesuffix(".0")
    known = POINTS.fullmatch(text) and int(re.sub(r"[\N{MINUS SIGN}\N{EN DASH}]", "-", text))
    return known if type(known) is int and abs(known) <= BOUND else None


def _moment(text: str, form: str, *, utc: bool = False) -> str | None:
    """Return a time in the format `form` as ISO 8601 with this machine's offset; None if it is not valid.

    With `utc` the text is in UTC, otherwise in this machine's time zone.
    """
    try:
        moment = datetime.strptime(text, form)  # noqa: DTZ007  (the next line sets the time zone)
        return (moment.replace(tzinfo=UTC) if utc else moment).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return None


def _after(started: str | None, minutes: int) -> str | None:
    try:
        return started and (datetime.fromisoformat(started) + timedelta(minutes=minutes)).isoformat(timespec="seconds")
    except OverflowError:
        return None


def _plain(cell: str) -> str:
    """Return the content of a cell without the apostrophes added by `harmless`."""
    bare = re.sub(r"(?<=[;,\t\r\n])'", "", cell.removeprefix("'"))
    for text in (bare, cell.removeprefix("'")):
        if harmless(text) == cell:
            return _text(text)
    return _text(cell)
