"""Read and write game documents: JSON files with one complete game each.

docs/game-document.md describes the format. Reading an invalid document raises Unreadable. A valid play of an unknown
kind or player becomes a Refusal in the log, which the replay reports as a conflict.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .errors import Refusal, Unreadable, shortened, unknown_key
from .fields import People, integer, read_fields, text
from .json_text import parse
from .messages import Message, many, say
from .names import name_fault
from .rulebook import Kind, Rulebook
from .table import Table

FORMAT, VERSION = "scorekeeper-game", 1
MAX_PLAYS = 10_000
VENUE_LENGTH, NOTE_LENGTH = 80, 2_000
REQUIRED = ("format", "version", "rulebook", "players", "options", "plays")
OPTIONAL = ("id", "started", "ended", "venue", "note")
DEFINITION = "definition"
"""Key of the definition of a title without code."""
COUNTS_AS = "counts_as"
"""Key of the name and definition of the pad that replaced the game's own and counts the game."""
KIND = frozenset({"kind"})
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)


Define = Callable[[str, object], Rulebook[Any]]
"""Function that returns the rulebook for a name and a definition; raises Unreadable."""


@dataclass(frozen=True, slots=True)
class Document:
    """One game: the rulebook, the table, the log, and details (None if unknown).

    `id` is a UUID in lower case. `started` and `ended` are ISO 8601 with an offset, unchanged from the document.
    `counts_as` is the pad that has replaced the game's pad.
    """

    rulebook: Rulebook[Any]
    table: Table
    plays: tuple[object | Refusal, ...]
    id: str | None = None
    started: str | None = None
    ended: str | None = None
    venue: str | None = None
    note: str | None = None
    counts_as: Rulebook[Any] | None = None


def read(data: bytes, rulebooks: Mapping[str, Rulebook[Any]], define: Define | None = None) -> Document:
    """Return the game in `data`, JSON in UTF-8 with or without a byte order mark; raises Unreadable.

    `define` makes the rulebook of a document that contains a definition; without `define`, such a document is
    unreadable.
    """
    raw = parse(data)
    if not isinstance(raw, dict):
        raise Unreadable(say("a game document is a JSON object"))
    for key in raw:
        if key not in (*REQUIRED, *OPTIONAL, DEFINITION) and not (key == COUNTS_AS and DEFINITION in raw):
            raise unknown_key(key)
    for key in REQUIRED:
        if key not in raw:
            raise Unreadable(say("{key} is missing", key=key))
    _part(raw, "format", _read_format)
    _part(raw, "version", _read_version)
    if DEFINITION in raw:
        rulebook = _defined(raw, define)
    else:
        rulebook = _part(raw, "rulebook", lambda slug: _read_rulebook(slug, rulebooks))
    players = _part(raw, "players", lambda names: _read_players(names, rulebook))
    options = _part(raw, "options", lambda values: _read_options(values, rulebook, players))
    table = rulebook.table(players, options)
    fault = rulebook.fault(table)
    if fault:
        raise Unreadable(fault).within("options")
    plays = _part(raw, "plays", lambda entries: _read_plays(entries, rulebook, table))
    return Document(
        rulebook,
        table,
        plays,
        id=_part(raw, "id", _read_id),
        started=_part(raw, "started", _read_time),
        ended=_part(raw, "ended", _read_time),
        venue=_part(raw, "venue", lambda value: _read_text(value, VENUE_LENGTH)),
        note=_part(raw, "note", lambda value: _read_text(value, NOTE_LENGTH)),
        counts_as=_part(raw, COUNTS_AS, lambda value: _read_counts_as(value, define)),
    )


def read_play(
    raw: object, rulebook: Rulebook[Any], table: Table, names: tuple[str, ...] | None = None
) -> Any | Refusal:
    """Return the play in `raw`, a Refusal if its kind or a player is unknown; raises Unreadable.

    `names` are the players' names in `raw`, in seat order, if they differ from the names at the table.
    """
    return _read_play(raw, {kind.name: kind for kind in rulebook.kinds(table)}, names or table.players)


def _read_play(raw: object, kinds: Mapping[str, Kind[Any, Any]], names: tuple[str, ...]) -> Any | Refusal:
    if not isinstance(raw, dict):
        raise Unreadable(say("an entry is a JSON object"))
    if "kind" not in raw:
        raise Unreadable(say("{key} is missing", key="kind"))
    if not isinstance(raw["kind"], str):
        raise Unreadable(say("a text is needed here")).within("kind")
    kind = kinds.get(raw["kind"])
    if kind is None:
        return Refusal(
            "unknown-kind", say("This game has no entries of the kind {kind!r}.", kind=shortened(raw["kind"]))
        )
    people = People(names)
    values = read_fields(kind.fields_for(raw.get(kind.cell)), raw, people, KIND)
    if kind.exactly_one_of and sum(name in values for name in kind.exactly_one_of) != 1:
        raise Unreadable(say("exactly one of {keys} is needed", keys=", ".join(kind.exactly_one_of)))
    if people.unknown_names:
        return Refusal(
            "unknown-player", say("Nobody at this table is called {name!r}.", name=shortened(people.unknown_names[0]))
        )
    return kind.play(values)


def write_play(
    play: object, rulebook: Rulebook[Any], table: Table, names: tuple[str, ...] | None = None
) -> dict[str, Any]:
    return next(write_plays([play], rulebook, table, names))


def write_plays(
    plays: Iterable[object], rulebook: Rulebook[Any], table: Table, names: tuple[str, ...] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield plays as JSON; `names` (in seat order) replace the players' names at the table."""
    people = People(names or table.players)
    kinds = {kind.play_type: kind for kind in rulebook.kinds(table)}
    for play in plays:
        kind = kinds[type(play)]
        values = ((field, kind.value(play, field)) for field in kind.fields_of(play))
        yield {"kind": kind.name} | {
            field.name: field.shape.write(value, people)
            for field, value in values
            if field.required or value is not None
        }


def write(document: Document) -> dict[str, Any]:
    """Return the document as JSON, without the refused entries of its log."""
    rulebook, table = document.rulebook, document.table
    people = People(table.players)
    known = {name: getattr(document, name) for name in OPTIONAL}
    if document.counts_as is not None:
        known[COUNTS_AS] = {"rulebook": document.counts_as.name, DEFINITION: document.counts_as.definition}
    return {
        "format": FORMAT,
        "version": VERSION,
        "rulebook": rulebook.name,
        **({} if rulebook.definition is None else {DEFINITION: rulebook.definition}),
        "players": list(table.players),
        "options": {
            option.field.name: option.field.shape.write(table.options[option.field.name], people)
            for option in rulebook.options
            if option.field.name in table.options
        },
        "plays": list(write_plays((play for play in document.plays if not isinstance(play, Refusal)), rulebook, table)),
    } | {name: value for name, value in known.items() if value is not None}


def explained(error: Unreadable) -> str:
    """Return an error as one English sentence: its place in the document, and what is wrong."""
    where = ", ".join(f"item {step}" if isinstance(step, int) else str(step) for step in error.path)
    where = re.sub(r"^plays, item (\d+)", r"play \1", where)
    return f"{where}: {error.message}" if where else str(error.message)


def _part(raw: dict[str, Any], key: str, reader: Any) -> Any:
    if key not in raw:
        return None
    try:
        return reader(raw[key])
    except Unreadable as error:
        raise error.within(key) from None


def _read_format(value: object) -> None:
    if value != FORMAT:
        raise Unreadable(say("this must be {format!r}", format=FORMAT))


def _read_version(value: object) -> None:
    if integer(value) != VERSION:
        raise Unreadable(say("only version {version} is supported; update Scorekeeper to read it", version=VERSION))


def _read_rulebook(slug: object, rulebooks: Mapping[str, Rulebook[Any]]) -> Rulebook[Any]:
    if not isinstance(slug, str) or slug not in rulebooks:
        names = sorted({each.name for each in rulebooks.values()})
        raise Unreadable(
            say("no such game is installed here, only {slugs} and the ready score pads", slugs=", ".join(names))
        )
    return rulebooks[slug]


def _defined(raw: dict[str, Any], define: Define | None) -> Rulebook[Any]:
    name = _part(raw, "rulebook", text)
    if define is None:
        raise unknown_key(DEFINITION)
    rulebook: Rulebook[Any] = _part(raw, DEFINITION, lambda facts: define(name, facts))
    return rulebook


def _read_counts_as(value: object, define: Define | None) -> Rulebook[Any]:
    if not isinstance(value, dict):
        raise Unreadable(say("a JSON object is needed here"))
    for key in value:
        if key not in ("rulebook", DEFINITION):
            raise unknown_key(key)
    for key in ("rulebook", DEFINITION):
        if key not in value:
            raise Unreadable(say("{key} is missing", key=key))
    return _defined(value, define)


def _read_players(names: object, rulebook: Rulebook[Any]) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise Unreadable(say("a list is needed here"))
    folded: set[str] = set()
    for number, name in enumerate(names, 1):
        try:
            fault = name_fault(text(name))
        except Unreadable as error:
            raise error.within(number) from None
        if fault:
            raise Unreadable(say("{name!r}: {fault}", name=shortened(name), fault=fault)).within(number)
        if name.casefold() in folded:
            raise Unreadable(say("two players are called {name}", name=name)).within(number)
        folded.add(name.casefold())
    fault = seats_fault(len(names), rulebook)
    if fault:
        raise Unreadable(fault)
    return tuple(names)


def seats_fault(count: int, rulebook: Rulebook[Any]) -> Message | None:
    fewest, most = rulebook.meta.players
    if fewest <= count <= most:
        return None
    if fewest == most:
        return many("{title} needs {count} player.", "{title} needs {count} players.", most, title=rulebook.meta.title)
    return say(
        "{title} needs {fewest}–{most} players.",
        title=rulebook.meta.title,
        fewest=fewest,
        most=most,
    )


def _read_options(values: object, rulebook: Rulebook[Any], players: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(values, dict):
        raise Unreadable(say("a JSON object is needed here"))
    return read_fields([option.field for option in rulebook.options], values, People(players), frozenset())


def _read_plays(entries: object, rulebook: Rulebook[Any], table: Table) -> tuple[object | Refusal, ...]:
    if not isinstance(entries, list):
        raise Unreadable(say("a list is needed here"))
    if len(entries) > MAX_PLAYS:
        raise Unreadable(say("a game has at most {most} entries", most=MAX_PLAYS))
    plays = []
    kinds = {kind.name: kind for kind in rulebook.kinds(table)}
    for number, entry in enumerate(entries, 1):
        try:
            plays.append(_read_play(entry, kinds, table.players))
        except Unreadable as error:
            raise error.within(number) from None
    return tuple(plays)


def _read_id(value: object) -> str:
    if not UUID.fullmatch(text(value)):
        raise Unreadable(say("a UUID is needed here"))
    return str(value).lower()


def _read_time(value: object) -> str:
    fault = Unreadable(say("a date and time with an offset is needed here, such as 2026-02-01T20:15:00+01:00"))
    try:
        moment = datetime.fromisoformat(text(value))
    except ValueError:
        raise fault from None
    if moment.tzinfo is None or "T" not in str(value):
        raise fault
    return str(value)


def _read_text(value: object, most: int) -> str:
    if len(text(value)) > most:
        raise Unreadable(say("this can have at most {most} characters", most=most))
    return str(value)
