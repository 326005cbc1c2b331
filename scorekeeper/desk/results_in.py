"""Results of games that were recorded elsewhere: in an export of the app BG Stats, or in a table of `results_out`."""

import csv
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import groupby
from typing import Any
from uuid import UUID, uuid5

from ..core.document import NOTE_LENGTH, VENUE_LENGTH, seats_fault
from ..core.fields import BOUND
from ..core.messages import Message, say
from ..core.names import name_fault
from ..core.rulebook import Rulebook
from ..storage.rows import StoredGame
from .games import result_alone
from .results_out import COLUMNS, OURS, YES, Rulebooks, Words, harmless

POINTS = re.compile(r"[-\N{MINUS SIGN}\N{EN DASH}+]?[0-9]{1,7}")
DATE, BEGAN, ENDED, GAME, PLACE, PLAYER, SEAT, _, FINISHED, RANK, TOTAL, _, MINUTES, NOTE, NUMBER = range(15)
NO_WINNER = say("who won is not told")


class _NoResult(Exception):
    """A game in the file that cannot be a result here; `said` is why."""

    def __init__(self, said: Message) -> None:
        super().__init__(said)
        self.said = said


@dataclass(frozen=True, slots=True)
class ParsedResults:
    """The content of a file: its results as games without plays, the games `left_out`, and the `faults`.

    `left_out` counts games by title if the title is not here, and unfinished or ignored games under UNFINISHED. Each
    fault has the place in the file (the date or number of the play, or the line) and why it is not a result.
    """

    results: tuple[StoredGame, ...]
    left_out: Counter[str]
    faults: tuple[tuple[str, Message], ...]


UNFINISHED = ""
"""Stands for a title in `left_out`."""
Found = Iterator[tuple[str, StoredGame | Message | str]]
"""For each game of a file its place there, and its result, or why it has none, or its title if it is left out."""


def parse_results(data: bytes, rulebooks: Rulebooks, languages: Sequence[Words]) -> ParsedResults | None:
    """Return the content of a file; None if it is neither an export of BG Stats nor a table of `results_out`.

    `languages` are those in which titles and headings may be written.
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
    """Return the slug of each title by what it is called; of several of one name, the first."""
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
            yield where, _play(play, rulebooks[slug], people, places)
        except _NoResult as error:
            yield where, error.said


def _play(
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
    """Return whether everybody has a place (0: none) and somebody the first; who played alone may have lost."""
    return all(ranks) and (1 in ranks or len(ranks) == 1)


def _ranks(winners: Sequence[bool], totals: Sequence[int | None], *, lowest: bool) -> list[int]:
    """Return the places: the winners first, all others by their points if all of these are known, else tied.

    Raises _NoResult if there is no winner and not everybody has points.
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
    whole = [(at, [*row, *[""] * (len(COLUMNS) - len(row))]) for at, row in numbered]
    for _, group in groupby(whole, key=lambda each: each[1][NUMBER] or (*each[1][: GAME + 1], each[1][PLACE])):
        (at, head), *_ = lines = [*group]
        slug = titles.get(head[GAME].casefold())
        if slug is None or head[FINISHED] not in yes:
            yield "", UNFINISHED if slug else head[GAME]
            continue
        try:
            yield str(at), _game(rulebooks[slug], [row for _, row in lines])
        except _NoResult as error:
            yield str(at), error.said


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
    """Return a text as it can be stored, without lone surrogates and outer spaces; "" for anything else."""
    return value.encode(errors="ignore").decode().strip() if isinstance(value, str) else ""


def _int(value: object) -> int:
    """Return a whole number that is not negative, given as a number or as digits; 0 for anything else."""
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdigit() and len(value) < len(str(BOUND)) else 0
    return value if type(value) is int and 0 <= value <= 10**9 else 0


def _points(value: object) -> int | None:
    """Return points, given as a number or a text; None for what is no whole number up to BOUND."""
    text = str(value).strip().removesuffix(".0")
    known = POINTS.fullmatch(text) and int(re.sub(r"[\N{MINUS SIGN}\N{EN DASH}]", "-", text))
    return known if type(known) is int and abs(known) <= BOUND else None


def _moment(text: str, form: str, *, utc: bool = False) -> str | None:
    """Return a time in the format `form` as ISO 8601 with the offset of this machine's zone; None if it is none.

    With `utc` the text is in UTC, else in the zone of this machine.
    """
    try:
        moment = datetime.strptime(text, form)  # noqa: DTZ007  (it gets its zone at once)
        return (moment.replace(tzinfo=UTC) if utc else moment).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return None


def _after(started: str | None, minutes: int) -> str | None:
    try:
        return started and (datetime.fromisoformat(started) + timedelta(minutes=minutes)).isoformat(timespec="seconds")
    except OverflowError:
        return None


def _plain(cell: str) -> str:
    """Return a cell as it was before `harmless` put apostrophes into it."""
    bare = re.sub(r"(?<=[;,\t\r\n])'", "", cell.removeprefix("'"))
    for text in (bare, cell.removeprefix("'")):
        if harmless(text) == cell:
            return _text(text)
    return _text(cell)
