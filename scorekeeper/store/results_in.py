"""Results without plays in files: CSV tables, exports of the app BG Stats, and plays of BoardGameGeek."""

import csv
import json
import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from io import BytesIO, StringIO, TextIOWrapper
from typing import IO, Any, TextIO
from uuid import UUID, uuid5
from xml.etree.ElementTree import ParseError, XMLParser

from ..core.document import NOTE_LENGTH, VENUE_LENGTH
from ..core.errors import Explained, Unreadable
from ..core.fields import BOUND
from ..core.messages import Message, many, say
from ..core.names import BLANK, NAME_LENGTH, hidden_fault, name_fault
from ..core.numbers import KEPT, rounded
from ..core.rulebook import MAX_PLAYERS, Rulebook
from ..pads.factory import named
from ..pads.reader import MAX_BGG, TITLE_LENGTH
from .exporting import (
    BEGAN,
    COLUMNS,
    DATE,
    ENDED,
    FINISHED,
    GAME,
    MINUTES,
    NOTE,
    NUMBER,
    OURS,
    PLACE,
    PLAYER,
    RANK,
    SEAT,
    TOTAL,
    WON,
    YES,
    Rulebooks,
    Words,
    original_cell,
)
from .external import ExternalResult
from .games import ANONYMOUS, result_alone
from .rows import StoredGame

MAX_ITEMS = 200_000
"""Maximum number of plays, games, players and others in an export of BG Stats; one of 64 MB has about 60,000."""
MAX_NEW_TITLES = 2_000
"""Maximum number of titles that a file can define."""
MAX_VALUE = 2 * 2**20
"""Maximum number of characters in one value of an export of BG Stats, such as a play."""
PART = 2**16
"""Number of characters or bytes of a file read at once."""
AROUND = "\ufeff\r\n\t "
"""Characters that can come before the content of a file."""
JSON, JSON_MARK = json.JSONDecoder(), re.compile(r"[^\ufeff \t\r\n]")
MAX_TABLE_LINES = 500_000
MAX_ROW = 2**20
"""Maximum number of characters in one row of a table, which keeps the memory bounded for a hostile file."""
TERM = re.compile(r"([-+\N{MINUS SIGN}\N{EN DASH}]*)([0-9]+[.,]?[0-9]*|[.,][0-9]+)")
LARGEST = 10**12
"""Largest points, positive or negative, of a game scored elsewhere; larger ones are not read."""
MAX_POINTS_LENGTH = 200
"""Maximum length of points as text."""
DATE_FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%Y/%m/%d", "%d.%m.%y", "%m/%d/%y")
TIME_FORMATS = ("%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M:%S %p", "%I:%M%p")
"""Formats in which spreadsheets save dates and times, most frequent first."""
NO_WINNER = say("the winner is missing")
SHORTENED = say("imported with a shortened note, because a note can have at most {most} characters", most=NOTE_LENGTH)
ANONYMOUS_NAME = re.compile(re.escape(ANONYMOUS).replace(r"\{number\}", "[0-9]+"))


class _NoResult(Explained):
    """A game in a file cannot be imported as a result."""


@dataclass(frozen=True, slots=True)
class ParsedResults:
    """Content of a file: its results as games without plays, and the `titles` of those games by slug.

    `left_out` has a message for each game or group of games that cannot be imported; its value `count` is their number.
    A count of 0 marks a game imported without something unreadable, such as its date.
    """

    results: tuple[StoredGame, ...]
    titles: Rulebooks
    left_out: tuple[Message, ...]


def parse_results(data: bytes | IO[bytes], rulebooks: Rulebooks, languages: Sequence[Words]) -> ParsedResults | None:
    """Return the results in a file: an export of BG Stats, plays of BoardGameGeek, or a table like that of `csv_table`.

    None for an empty file, and for JSON that is not an export of BG Stats. `rulebooks` are the known titles; the file
    defines all other titles. `languages` are the languages of titles and headings. Raises Unreadable for other content.
    """
    source = BytesIO(data) if isinstance(data, bytes) else data
    encoding = _encoding(source)
    source.seek(0)
    file = TextIOWrapper(source, encoding, errors="ignore", newline="")
    try:
        start = file.read(PART).lstrip(AROUND)[:1]
        file.seek(0)
        titles, left_out = _Titles(rulebooks, languages), list[Message]()
        results: Iterator[StoredGame] | None
        if start in ("", "{", "["):
            results = _bgstats(file, titles, left_out)
        elif start == "<":
            results = _bgg_results(file.read().lstrip(AROUND), titles, left_out)
        else:
            results = _table(file.read().lstrip(AROUND), titles, left_out, languages)
        if results is None:
            return None
        return ParsedResults((*_with_own_ids(results),), titles.used, (*left_out,))
    finally:
        file.detach()  # otherwise it would close the source


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or, if it is invalid in these, Windows-1252."""
    return data.decode(_encoding(BytesIO(data)), errors="ignore")


def _encoding(file: IO[bytes]) -> str:
    file.seek(0)
    start = file.read(2)
    if start in (BOM_UTF16_LE, BOM_UTF16_BE):
        return "utf-16"
    if b"\0" in start:  # UTF-16 without a byte order mark, because these files start with an ASCII character
        return "utf-16-be" if start[:1] == b"\0" else "utf-16-le"
    decoder = getincrementaldecoder("utf-8")()
    try:
        decoder.decode(start)
        while part := file.read(PART):
            decoder.decode(part)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def same_name(name: str) -> str:
    """Return a name without case, redundant spaces and differences of Unicode forms, for comparison."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class _Titles:
    """The titles that a file can name, and those `used` by its games, by slug."""

    def __init__(self, rulebooks: Rulebooks, languages: Sequence[Words]) -> None:
        self.used: dict[str, Rulebook[Any]] = {}
        self._new = 0
        self._by_number, self._by_name = dict[int, Rulebook[Any]](), dict[str, Rulebook[Any]]()
        for each in rulebooks.values():
            self._add(each, *(words.say(each.meta.title) for words in languages), each.name, each.slug)

    def _add(self, rulebook: Rulebook[Any], *names: str) -> None:
        """Add a title; an earlier title with its number or name takes precedence."""
        if rulebook.meta.bgg:
            self._by_number.setdefault(rulebook.meta.bgg, rulebook)
        for name in names:
            self._by_name.setdefault(same_name(name), rulebook)

    def find(self, name: str, number: int = 0, **facts: object) -> Rulebook[Any]:
        """Return the title with this number on BoardGameGeek, or else with this name; `facts` define a new one.

        Raises _NoResult if a new title cannot have this name.
        """
        found = self._by_number.get(number) or self._by_name.get(same_name(name))
        if found is None:
            if self._new == MAX_NEW_TITLES:
                raise _NoResult(say("a file can add at most {most} titles", most=MAX_NEW_TITLES))
            self._new += 1
            title = " ".join(unicodedata.normalize("NFC", name).split())[:TITLE_LENGTH].strip()
            if name_fault(title, TITLE_LENGTH) or hidden_fault(title):  # such as a direction mark pasted into it
                title = "".join(each for each in title if each.isprintable() and each not in BLANK).strip()
            known = {"bgg": number} if 0 < number <= MAX_BGG else {}
            try:
                found = named(title, {"title": title, "players": [1, MAX_PLAYERS], **known, **facts})
            except Unreadable as error:
                raise _NoResult(error.message) from None
            self._add(found, name, title)
        self.used[found.slug] = found
        return found


def _with_own_ids(results: Iterable[StoredGame]) -> Iterator[StoredGame]:
    """Yield the results without repeated ones; different results with the same id get ids of their own."""
    met: dict[str, StoredGame] = {}
    for result in results:
        game, copy = result, 1
        while game.id in met and replace(met[game.id], id=result.id) != result:
            copy += 1
            game = replace(result, id=str(uuid5(OURS, f"{result.id} {copy}")))
        if game.id not in met:
            met[game.id] = game
            yield game


def _left_out(when: str, title: str, names: Sequence[str], reason: Message, count: int = 1) -> Message:
    """Return the message about a game that is not imported: its date or number in the file, title, players, reason."""
    return say(
        "{when}, {title} with {players}: {reason}",
        count=count,
        when=when or "?",
        title=title or "?",
        players=tuple(name or "?" for name in names) or ("?",),
        reason=reason,
    )


# BG Stats


def _bgstats(file: TextIO, titles: _Titles, left_out: list[Message]) -> Iterator[StoredGame] | None:
    known: dict[str, list[dict[str, Any]]] = {}
    kept = ("players", "games", "locations")
    try:
        for number, (name, in_list, value) in enumerate(_members(file)):
            if name == "format":  # a document
                return None
            if number > MAX_ITEMS:
                raise Unreadable(say("it is too large; export fewer games at once"))
            if in_list:
                known.setdefault(name, []).extend([value] if name in kept and isinstance(value, dict) else ())
    except (ValueError, RecursionError):
        return None
    if not {"players", "games", "plays"} <= known.keys():
        return None
    return _plays(file, known, titles, left_out)


def _members(file: TextIO) -> Iterator[tuple[str, bool, Any]]:
    """Yield name and value of each member of the JSON object in a file, and for a list each item by itself.

    The second value is whether it is a list; every list begins with the item None. Memory holds only one value and a
    part of the text, because an export of BG Stats can have 64 MB. Raises ValueError, RecursionError.
    """
    text, at = "", 0
    file.seek(0)

    def read_more() -> bool:
        nonlocal text, at
        more = file.read(max(PART, len(text) - at))  # doubled for a long value, which is read from its start again
        text, at = text[at:] + more, 0
        return bool(more)

    def mark(expected: str = "") -> str:
        """Return the next character except for spaces; if it is `expected`, also step over it."""
        nonlocal at
        while not (found := JSON_MARK.search(text, at)):
            at = len(text)
            if not read_more():
                raise ValueError
        at = found.start() + (found[0] in expected)
        if expected and found[0] not in expected:
            raise ValueError
        return found[0]

    def value() -> Any:
        nonlocal at
        mark()
        while True:
            try:
                found, end = JSON.raw_decode(text, at)
            except ValueError:
                if len(text) - at > MAX_VALUE or not read_more():
                    raise
                continue
            if end < len(text) or not read_more():  # a number at the end of this part may have more digits
                at = end
                return found

    mark("{")
    after = mark("}") if mark() == "}" else ","
    while after == ",":
        if mark() != '"':
            raise ValueError
        name = value()
        mark(":")
        if mark() == "[":
            mark("[")
            yield name, True, None
            between = mark("]") if mark() == "]" else ","
            while between == ",":
                yield name, True, value()
                between = mark(",]")
        else:
            yield name, False, value()
        after = mark(",}")
    if (text[at:] + file.read()).strip():
        raise ValueError


def _plays(
    file: TextIO, known: Mapping[str, list[dict[str, Any]]], titles: _Titles, left_out: list[Message]
) -> Iterator[StoredGame]:
    """Yield the plays in an export; `known` are its other lists, which can come after the plays."""
    games, people = _by_id(known["games"]), _by_id(known["players"])
    places = {number: _text(each.get("name")) for number, each in _by_id(known.get("locations")).items()}
    plays = (value for name, _, value in _members(file) if name == "plays" and isinstance(value, dict))
    ignored = 0
    for at, play in enumerate(plays, 1):
        if play.get("ignored"):
            ignored += 1
            continue
        game = games.get(_int(play.get("gameRefId")), {})
        scores = [(each, people.get(_int(each.get("playerRefId")), {})) for each in _objects(play.get("playerScores"))]
        when, names = _text(play.get("playDate")) or f"#{at}", [_text(person.get("name")) for _, person in scores]
        about = partial(_left_out, when, _text(game.get("name")), names)
        try:
            yield _read_play(play, game, scores, places, titles)
        except _NoResult as error:
            left_out.append(about(error.message))
        else:
            left_out += (about(each, 0) for each in _unread(play, scores))
    if ignored:
        left_out.append(many("{count} game that BG Stats ignores.", "{count} games that BG Stats ignores.", ignored))


def _unread(play: dict[str, Any], scores: Sequence[tuple[dict[str, Any], dict[str, Any]]]) -> Iterator[Message]:
    """Yield what cannot be read in a play: points, or the date."""
    for score, person in scores:
        if score.get("score") not in (None, "") and read_points(score["score"]) is None:
            yield _without_points(str(score["score"]), _text(person.get("name")))
    date = _text(play.get("playDate"))
    if date and read_moment(date) is None:
        yield say("imported without a date")
    if len(_text(play.get("comments"))) > NOTE_LENGTH:
        yield SHORTENED


def _read_play(
    play: dict[str, Any],
    game: dict[str, Any],
    scores: list[tuple[dict[str, Any], dict[str, Any]]],
    places: Mapping[int, str],
    titles: _Titles,
) -> StoredGame:
    """Return a play of BG Stats as a result, from its `game` and the `scores` with their players; raises _NoResult."""
    if not game:
        raise _NoResult(say("the title is missing"))
    facts: dict[str, object] = {"wins": "highest" if game.get("highestWins", True) else "lowest"}
    if game.get("cooperative") or game.get("noPoints"):
        facts = {"cooperative" if game.get("cooperative") else "only_winner": True}
    name = _text(game.get("name")) or _text(game.get("bggName"))
    rulebook = titles.find(name, _int(game.get("bggId")), **facts)
    scores.sort(key=lambda each: _int(each[0].get("seatOrder")))
    if not any(_int(each.get("seatOrder")) for each, _ in scores):
        scores.sort(key=lambda each: not each[0].get("startPlayer"))
    scores.sort(key=lambda each: bool(each[1].get("isAnonymous")))  # anonymous people have no seat
    totals = [read_points(each.get("score")) for each, _ in scores]
    won = [bool(each.get("winner")) for each, _ in scores]
    if rulebook.meta.cooperative:
        ranks = [int(each) for each in won]
    else:
        ranks = ranked(won, [_int(each.get("rank")) for each, _ in scores], totals, lowest=rulebook.meta.lowest_wins)
    day = str(_int(play.get("playDateYmd")))
    started = read_moment(_text(play.get("playDate")), f"{day[:4]}-{day[4:6]}-{day[6:]}" if len(day) == 8 else "")
    lasted = min(_int(play.get("durationMin")), BOUND)
    return _result(
        rulebook,
        _text(play.get("uuid")),
        [_text(person.get("name")) for _, person in scores if not person.get("isAnonymous")],
        [*zip(ranks, totals, strict=True)],
        started,
        minutes_after(started, lasted) if lasted else None,
        places.get(_int(play.get("locationRefId")), ""),
        _text(play.get("comments")),
    )


def ranked(won: Sequence[bool], ranks: Sequence[int], totals: Sequence[float | None], *, lowest: bool) -> list[int]:
    """Return the places: the winners first, all others by their ranks, or by points if all are known, else tied.

    Without winners, the ranks or the points decide. If these are missing or the same for all, no player has a place
    (0): many people keep a lost cooperative game in this way.
    """
    known = None not in totals
    if not any(won):
        lost_alone = [*ranks] == [2]  # in our exports only
        if lost_alone or (all(ranks) and 1 in ranks and len({*ranks}) > 1):
            return [*ranks]
        if not known or len({*totals}) < 2:
            return [0] * len(totals)
    elif known and not all(won):  # some people play a title the other way round: the winners show it
        best = [each or 0 for each, winner in zip(totals, won, strict=True) if winner]
        others = [each or 0 for each, winner in zip(totals, won, strict=True) if not winner]
        fewest, most = max(best) <= min(others), min(best) >= max(others)
        lowest = fewest if fewest != most else lowest
    by_points = [((each or 0) if lowest else -(each or 0)) if known else 0 for each in totals]
    after = ranks if all(rank > 1 for rank, winner in zip(ranks, won, strict=True) if not winner) else by_points
    keys = [(0, 0.0) if winner else (1, float(each)) for winner, each in zip(won, after, strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]


# Plays of BoardGameGeek

NOT_PLAYS = say(
    "this XML file is not a page of plays of BoardGameGeek. Open {address} with your name there, "
    "save the page as a file, and import that file",
    address="https://boardgamegeek.com/xmlapi2/plays?username=NAME&page=1",
)
CUT_OFF = say("it is cut off or damaged; save it again")
MAX_KEPT, MAX_EVENTS, MAX_DEPTH = 500_000, 5_000_000, 20
"""Maximum number of plays, items and players in XML, of all elements and parts of texts, and of nested elements."""
PORTION_OF_XML = 2**16
MAX_TAG = 2**20 // PORTION_OF_XML
"""Maximum number of portions of XML without the start of a tag: long texts and tags need much memory."""
BGG_KEPT = {
    "play": ("id", "date", "quantity", "length", "incomplete", "nowinstats", "location"),
    "item": ("name", "objectid"),
    "player": ("name", "username", "startposition", "score", "win"),
}
"""The elements of plays and their attributes to read; BoardGameGeek also has colours, ratings and new players."""
NO_DATE = "0000-00-00"
ANONYMOUS_ON_BGG = {"", "anonymous", "anonymous player"}


class _BggPlays:
    """The plays in XML of BoardGameGeek, as a target of `XMLParser`, which raises Unreadable for other and hostile XML.

    Each play has its attributes, and `item`, `players` and `comments`. Equal texts are stored once.
    """

    def __init__(self) -> None:
        self.plays: list[dict[str, Any]] = []
        self._path, self._texts = list[str](), dict[str, str]()
        self._events = self._kept = 0

    def doctype(self, *_: object) -> None:
        """Refuse a document type: only there can entities be defined, which expand or read other files."""
        raise Unreadable(NOT_PLAYS)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count_event()
        if (not self._path and tag != "plays") or len(self._path) >= MAX_DEPTH:
            raise Unreadable(NOT_PLAYS)
        self._path.append(tag)
        self._kept += tag in BGG_KEPT
        kept = {key: self._once(attributes[key]) for key in BGG_KEPT.get(tag, ()) if key in attributes}
        if tag == "play":
            self.plays.append(kept | {"players": []})
        elif tag == "item" and self.plays:
            self.plays[-1]["item"] = kept
        elif tag == "player" and self.plays:
            self.plays[-1]["players"].append(kept)

    def data(self, text: str) -> None:
        self._count_event()
        if self._path[-1:] == ["comments"] and self.plays:
            play = self.plays[-1]
            note = play.get("comments", "")
            if len(note) <= NOTE_LENGTH:
                play["comments"] = note + text

    def end(self, _: str) -> None:
        self._path.pop()

    def _count_event(self) -> None:
        self._events += 1
        if self._events > MAX_EVENTS or self._kept > MAX_KEPT:
            raise Unreadable(say("it is too large; import the pages of plays one by one"))

    def _once(self, text: str) -> str:
        return self._texts.setdefault(text, text)


def _bgg_results(text: str, titles: _Titles, left_out: list[Message]) -> Iterator[StoredGame]:
    """Return the results in XML of BoardGameGeek; raises Unreadable."""
    target, without_tag = _BggPlays(), 0
    parser = XMLParser(target=target)  # noqa: S314  (the target refuses everything that defusedxml refuses)
    try:
        for first in range(0, len(text), PORTION_OF_XML):
            portion = text[first : first + PORTION_OF_XML]
            without_tag = 0 if "<" in portion else without_tag + 1
            if without_tag > MAX_TAG:
                raise Unreadable(CUT_OFF)
            parser.feed(portion)
        parser.close()
    except (ParseError, ValueError):
        raise Unreadable(CUT_OFF) from None
    return _bgg_games(target.plays, titles, left_out)


def _bgg_games(plays: Sequence[dict[str, Any]], titles: _Titles, left_out: list[Message]) -> Iterator[StoredGame]:
    by_title: dict[object, list[dict[str, Any]]] = {}
    for play in plays:
        for player in play["players"]:
            player["name"] = _text(player.get("name")) or _text(player.get("username"))
        by_title.setdefault(_bgg_title(play), []).append(play)
    facts = {title: _bgg_facts(alike) for title, alike in by_title.items()}
    for play in plays:
        item, quantity = play.get("item", {}), max(_int(play.get("quantity")), 1)
        when, names = play.get("date") or f"#{play.get('id')}", [player["name"] for player in play["players"]]
        about = partial(_left_out, when, _text(item.get("name")), names)
        reason = None
        if play.get("incomplete", "0") not in ("", "0"):
            reason = say("it is marked as incomplete on BoardGameGeek")
        elif not names:
            reason = say("it has no players on BoardGameGeek")
        if reason:
            left_out.append(about(reason, quantity))
            continue
        try:
            yield _bgg_game(play, titles, facts[_bgg_title(play)])
        except _NoResult as error:
            left_out.append(about(error.message, quantity))
            continue
        for player in play["players"]:
            score = _text(player.get("score"))
            if score and read_points(score) is None:
                left_out.append(about(_without_points(score, player["name"]), 0))
        date, length = play.get("date", NO_DATE), play.get("length", "0")
        if date != NO_DATE and read_moment(date) is None:
            left_out.append(about(say("imported without a date"), 0))
        if length not in ("", "0") and (read_moment(date) is None or not _int(length)):
            left_out.append(about(_without(MINUTES, length), 0))
        if play.get("nowinstats", "0") not in ("", "0") and any(each.get("win") == "1" for each in play["players"]):
            left_out.append(about(say("imported with its winner, although BoardGameGeek does not count wins in it"), 0))
        if len(_text(play.get("comments"))) > NOTE_LENGTH:
            left_out.append(about(SHORTENED, 0))
        if quantity > 1:
            told = say("imported once, because BoardGameGeek has one result for {number} games", number=quantity)
            left_out.append(about(told, quantity - 1))  # the others could have had any result


def _bgg_title(play: Mapping[str, Any]) -> object:
    item = play.get("item", {})
    return _int(item.get("objectid")) or same_name(_text(item.get("name")))


def _bgg_facts(plays: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """Return the definition of a title by its plays, because BoardGameGeek does not export it.

    It is cooperative if several people won together without points, and in no play a part of them. The lowest points
    win if they did in most plays.
    """
    has_points, together, apart, lowest = False, False, False, 0
    for play in plays:
        won = [player.get("win") == "1" for player in play["players"]]
        points = [read_points(player.get("score")) for player in play["players"]]
        known = [each for each in points if each is not None]
        has_points |= bool(known)
        together |= len(won) > 1 and all(won) and not known
        if any(won) and not all(won):
            apart = True
            if len(known) == len(won) and min(known) < max(known):
                best = {each for each, winner in zip(known, won, strict=True) if winner}
                lowest += (min(known) in best) - (max(known) in best)
    if together and not apart:
        return {"cooperative": True}
    if not has_points:
        return {"only_winner": True}
    return {"wins": "lowest" if lowest > 0 else "highest"}


def _bgg_game(play: dict[str, Any], titles: _Titles, facts: dict[str, object]) -> StoredGame:
    """Return a play of BoardGameGeek as a result; raises _NoResult."""
    item, players = play.get("item", {}), play["players"]
    if not item:
        raise _NoResult(say("the title is missing"))
    rulebook = titles.find(_text(item.get("name")), _int(item.get("objectid")), **facts)
    anonymous = [player["name"].casefold() in ANONYMOUS_ON_BGG and not player.get("username") for player in players]
    lines = sorted(
        zip(anonymous, players, strict=True), key=lambda line: (line[0], _int(line[1].get("startposition")))
    )  # anonymous people have no seat
    won = [player.get("win") == "1" for _, player in lines]
    totals = [read_points(player.get("score")) for _, player in lines]
    if rulebook.meta.cooperative:
        places = [int(each) for each in won]
    else:
        places = ranked(won, [0] * len(won), totals, lowest=rulebook.meta.lowest_wins)
    started, lasted = read_moment(_text(play.get("date"))), min(_int(play.get("length")), BOUND)
    return _result(
        rulebook,
        str(uuid5(OURS, f"bgg play {play['id']}")) if play.get("id") else "",
        [player["name"] for hidden, player in lines if not hidden],
        [*zip(places, totals, strict=True)],
        started,
        minutes_after(started, lasted) if lasted else None,
        _text(play.get("location")),
        _text(play.get("comments")),
    )


# Tables

FOREIGN = say(
    "it is none of these: game document, zip, CSV table, export of BG Stats, plays of BoardGameGeek (XML). "
    "Export the games again, and import the file unchanged"
)


def _table(text: str, titles: _Titles, left_out: list[Message], languages: Sequence[Words]) -> Iterator[StoredGame]:
    """Return the results in a table with our headings, in any order and language; raises Unreadable without these."""
    first, _, rest = text.partition("\n")
    stated = re.fullmatch(r"\"?sep=(.)\"?\s*", first, re.IGNORECASE)  # a line that Excel writes
    if stated:
        text, first = rest, rest.partition("\n")[0]
    separator = stated[1] if stated else max(",;\t", key=first.count)
    if "\0" in first or len(first) > MAX_ROW or separator not in first:
        raise Unreadable(FOREIGN)
    try:
        rows = _rows_of(text, separator)
        headings = [same_name(cell) for cell in next(rows, ())]
        for words in languages:
            ours = [same_name(words.say(column)) for column in COLUMNS]
            at = [headings.index(each) if each in headings else None for each in ours]
            if None not in (at[GAME], at[PLAYER]):
                yes = {"1", "x", "true", *(same_name(words.say(YES)) for words in languages)}
                return _games(_collected(rows, at), at, titles, left_out, yes)
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


def _rows_of(text: str, separator: str) -> Iterator[list[str]]:
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
        if number > MAX_TABLE_LINES:
            raise Unreadable(say("a table can have at most {most} lines; divide it", most=MAX_TABLE_LINES))
        length = 0
        yield row


def _collected(rows: Iterable[Sequence[str]], at: Sequence[int | None]) -> Collection[list[list[str]]]:
    """Return the rows by game, each with the cells of COLUMNS; `at` is the index of these in `rows`, or None.

    The rows of a game can be anywhere in the table.
    """
    games: dict[object, list[list[str]]] = {}
    for cells in rows:
        row = [original_cell(cells[index]) if index is not None and index < len(cells) else "" for index in at]
        if any(row):
            games.setdefault(row[NUMBER] or (*row[: GAME + 1], row[PLACE]), []).append(row)
    return games.values()


def _games(
    games: Iterable[list[list[str]]],
    at: Sequence[int | None],
    titles: _Titles,
    left_out: list[Message],
    yes: Collection[str],
) -> Iterator[StoredGame]:
    """Yield the results of a table by the rows of its games; `at` is the index of each of COLUMNS, or None."""
    unfinished = 0
    for rows in games:
        head = rows[0]
        if at[FINISHED] is not None and same_name(head[FINISHED]) not in yes:
            unfinished += 1
            continue
        about = partial(_left_out, head[DATE] or head[NUMBER], head[GAME], [row[PLAYER] for row in rows])
        try:
            yield _game(rows, titles, decided=at[RANK] is not None or at[WON] is not None, yes=yes)
        except _NoResult as error:
            left_out.append(about(error.message))
        else:
            left_out += (about(each, 0) for each in _unread_cells(rows))
    if unfinished:
        left_out.append(many("{count} unfinished game.", "{count} unfinished games.", unfinished))


def _unread_cells(rows: Sequence[Sequence[str]]) -> Iterator[Message]:
    """Yield a message for each cell that cannot be read, or was shortened."""
    head, date = rows[0], rows[0][DATE]
    if date and read_moment(date) is None:
        yield say("imported without a date")
    unread = [column for column in (BEGAN, ENDED) if head[column] and read_moment(f"{date} {head[column]}") is None]
    if head[MINUTES] and (not _is_number(head[MINUTES]) or read_moment(date) is None):
        unread.append(MINUTES)
    yield from (_without(column, head[column]) for column in unread)
    for row in rows:
        if row[TOTAL] and read_points(row[TOTAL]) is None:
            yield _without_points(row[TOTAL], row[PLAYER])
        yield from (
            _without(column, row[column]) for column in (RANK, SEAT) if row[column] and not _is_number(row[column])
        )
    if len(head[NOTE]) > NOTE_LENGTH:
        yield SHORTENED


def _is_number(cell: str) -> bool:
    return _int(cell) > 0 or not cell.strip("0")


def _without(column: int, value: str) -> Message:
    return say("imported without {what} “{value}”", what=COLUMNS[column], value=value[:NAME_LENGTH])


def _without_points(points: str, player: str) -> Message:
    return say("imported without the points “{points}” of {player}", points=points[:NAME_LENGTH], player=player)


def _game(rows: Sequence[Sequence[str]], titles: _Titles, *, decided: bool, yes: Collection[str]) -> StoredGame:
    """Return the game in these rows as a result; `decided`: the table has places or winners. Raises _NoResult."""
    rows = sorted(rows, key=lambda row: (not row[SEAT], _int(row[SEAT])))  # anonymous people have no seat
    head, totals = rows[0], [read_points(row[TOTAL]) for row in rows]
    winners, ranks = [same_name(row[WON]) in yes for row in rows], [_int(row[RANK]) for row in rows]
    facts = {"wins": "highest"} if any(each is not None for each in totals) else {"only_winner": True}
    rulebook = titles.find(head[GAME], **facts)
    if rulebook.meta.cooperative:
        places = [int(each) for each in winners]
    elif all(ranks) and (1 in ranks or len(ranks) == 1):
        places = ranks
    elif any(winners) or not decided:
        places = ranked(winners, ranks, totals, lowest=rulebook.meta.lowest_wins)
    elif any(ranks):
        raise _NoResult(NO_WINNER)
    else:
        places = [0] * len(rows)
    began, ended = read_moment(f"{head[DATE]} {head[BEGAN]}"), read_moment(f"{head[DATE]} {head[ENDED]}")
    started = began or (None if head[ENDED] and ended else read_moment(head[DATE]))
    minutes = min(_int(head[MINUTES]), BOUND)
    if not head[ENDED] or (started and minutes):
        ended = minutes_after(started, minutes) if minutes else None
    elif started and ended and ended < started:  # after midnight
        ended = minutes_after(ended, 24 * 60)
    return _result(
        rulebook,
        head[NUMBER],
        [row[PLAYER] for row in rows if row[SEAT] or not ANONYMOUS_NAME.fullmatch(row[PLAYER])],
        [*zip(places, totals, strict=True)],
        started,
        ended,
        head[PLACE],
        head[NOTE],
    )


# Values


def _result(
    rulebook: Rulebook[Any],
    number: str,
    names: Sequence[str],
    lines: Sequence[tuple[int, float | None]],
    started: str | None,
    ended: str | None,
    venue: str,
    note: str,
) -> StoredGame:
    players = tuple(map(_player, names))
    fault = next(filter(None, map(_name_fault, players)), None)
    if fault or not players:
        raise _NoResult(fault or say("a player's name is needed here"))
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
        ExternalResult((*lines,), seats_known=True, starts=0),
        started,
        ended,
        venue[:VENUE_LENGTH] or None,
        note[:NOTE_LENGTH] or None,
    )


@lru_cache(4096)  # a file repeats names, and one copy of each takes less memory
def _player(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.replace("\0", "").split()))


_name_fault = lru_cache(4096)(name_fault)


def _by_id(listed: object) -> dict[int, dict[str, Any]]:
    return {_int(each.get("id")): each for each in _objects(listed)}


def _objects(listed: object) -> list[dict[str, Any]]:
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _text(value: object) -> str:
    """Return a text in storable form, without lone surrogates and outer spaces; "" for anything else."""
    return value.encode(errors="ignore").decode().strip() if isinstance(value, str) else ""


def _int(value: object) -> int:
    """Return a whole number of at least 0, given as a number or as digits; 0 for anything else."""
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdigit() and len(value) < len(str(BOUND)) else 0
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


def read_moment(text: str, day: str = "") -> str | None:
    """Return a date and time of the players' clock as ISO 8601 with the offset of this machine; None if unreadable.

    `day`, if given and valid, replaces the date. Without a time it is midnight.
    """
    date, _, time = " ".join(text.replace("T", " ").split()).partition(" ")
    when = _parsed(day, DATE_FORMATS) or _parsed(date, DATE_FORMATS)
    clock = _parsed(time.partition(".")[0].upper(), TIME_FORMATS) if time else when
    if when is None or clock is None:
        return None
    try:
        return datetime.combine(when, clock.time()).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return None


@lru_cache(4096)  # most plays have the date or the time of another one
def _parsed(text: str, formats: Sequence[str]) -> datetime | None:
    if not text:
        return None
    for each in formats:
        with suppress(ValueError):
            return datetime.strptime(text, each)  # noqa: DTZ007  (it gets its zone in read_moment)
    return None


def minutes_after(started: str | None, minutes: int) -> str | None:
    """Add minutes to a stored time; None if there is no time, or the result is outside the calendar."""
    try:
        return started and (datetime.fromisoformat(started) + timedelta(minutes=minutes)).isoformat(timespec="seconds")
    except OverflowError:
        return None
