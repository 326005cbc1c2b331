"""A JSON Schema (2020-12) of the game document, generated from the fields of the titles.

The schema refuses what `document.read` refuses, except what JSON Schema cannot express:

- duplicate keys, lone surrogates, nesting depth, 1.0 instead of 1, and the number of decimal places
- names that differ only in case or in their Unicode composition
- words accepted only at some tables, incompatible options, dates not in the calendar, and faults in a definition

A play whose kind exists only at other tables of the title must have valid fields here. `document.read` does not check
them, and reports the unknown kind.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from .document import COUNTS_AS, DEFINITION, FORMAT, MAX_PLAYS, NOTE_LENGTH, REQUIRED, VENUE_LENGTH, VERSION
from .fields import (
    BOUND,
    MAX_TERMS,
    ByPlayer,
    Choice,
    Field,
    Flag,
    Integer,
    Many,
    PerSeat,
    Record,
    Seat,
    Several,
    Shape,
    Sum,
    Word,
)
from .names import NAME_LENGTH
from .rulebook import Kind, Rulebook
from .table import Table

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
INTEGER: Schema = {"type": "integer", "minimum": -BOUND, "maximum": BOUND}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH, "pattern": r"^\S(.*\S)?$"}
PLAY: Schema = {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]}
UUID = "^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$"
MAX_WORDS = 6
"""Maximum number of words in an option of which all combinations are tried."""
WITH_OFFSET = r"T.*(Z|[+-][0-9:.]+)$"


def schema(rulebooks: Mapping[str, Rulebook[Any]], ready: Iterable[str] = ()) -> Schema:
    """Return the schema for documents of these titles, and for documents that contain a definition.

    `ready` are the names of the app's pads; their documents are described like documents with a definition.
    """
    by_name = {rulebook.name: rulebook for rulebook in rulebooks.values()}
    moment = {"type": "string", "format": "date-time", "pattern": WITH_OFFSET}
    return {
        "$schema": DIALECT,
        "title": "A game document of Scorekeeper",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "rulebook": {"type": "string"},
            DEFINITION: {"type": "object"},
            COUNTS_AS: {
                "type": "object",
                "properties": {"rulebook": {"type": "string"}, DEFINITION: {"type": "object"}},
                "required": ["rulebook", DEFINITION],
                "additionalProperties": False,
            },
            "players": {"type": "array", "items": NAME, "uniqueItems": True},
            "options": {"type": "object"},
            "plays": {"type": "array", "maxItems": MAX_PLAYS, "items": PLAY},
            "id": {"type": "string", "pattern": UUID},
            "started": moment,
            "ended": moment,
            "venue": {"type": "string", "maxLength": VENUE_LENGTH},
            "note": {"type": "string", "maxLength": NOTE_LENGTH},
        },
        "required": list(REQUIRED),
        "additionalProperties": False,
        "if": {"required": [DEFINITION]},
        "else": {
            "properties": {"rulebook": {"enum": sorted({*by_name, *ready})}, COUNTS_AS: False},
            "allOf": [
                _when("rulebook", name, {"$ref": f"#/$defs/{name}"}) for name in sorted(by_name)
            ],
        },
        "$defs": {name: _title(by_name[name]) for name in sorted(by_name)},
    }  # fmt: skip


def sample_table(rulebook: Rulebook[Any], count: int) -> Table:
    """Return a table of `count` invented players; required options without a default have a value of their shape."""
    needed = {
        option.field.name: _sample(option.field.shape, count)
        for option in rulebook.options
        if option.field.required and not option.default
    }
    initial = {option.field.name: option.initial for option in rulebook.options}
    options = {
        name: value
        for each in (needed, initial, rulebook.fixed(count))
        for name, value in each.items()
        if value is not None
    }
    return rulebook.table([f"Player {number}" for number in range(1, count + 1)], options)


def _sample(shape: Shape, count: int) -> Any:
    match shape:
        case PerSeat(item=Choice(words=words)):
            return words[:count]
        case Choice(words=words) | Word(words=words):
            return words[0]
        case Record(fields=fields):
            return {field.name: _sample(field.shape, count) for field in fields if field.required}
        case Many():
            return ()
        case Flag():
            return False
    return 1


def _title(rulebook: Rulebook[Any]) -> Schema:
    fewest, most = rulebook.meta.players
    return {
        "properties": {
            "players": {"minItems": fewest, "maxItems": most},
            "options": _record((option.field for option in rulebook.options), most),
            "plays": {"items": {"allOf": _kinds(rulebook)}},
        }
    }


def _kinds(rulebook: Rulebook[Any]) -> list[Schema]:
    """Return a schema for the plays of each kind, with alternatives if the fields depend on the table."""
    found: dict[str, list[Schema]] = {}
    for table in _tables(rulebook):
        for kind in rulebook.kinds(table):
            own, known = _play(kind, rulebook.meta.players[1]), found.setdefault(kind.name, [])
            if own not in known:
                known.append(own)
    return [_when("kind", name, own[0] if len(own) == 1 else {"anyOf": own}) for name, own in found.items()]


def _tables(rulebook: Rulebook[Any]) -> Iterator[Table]:
    """Yield tables that may differ in their kinds of play, by number of players and by options with several words."""
    for count in sorted(set(rulebook.meta.players)):
        table = sample_table(rulebook, count)
        yield table
        for option in rulebook.options:
            match option.field.shape:
                case Many(item=Choice(words=words)) if len(words) <= MAX_WORDS:
                    chosen = (some for size in range(1, len(words) + 1) for some in combinations(words, size))
                    others = (
                        rulebook.table(table.players, {**table.options, option.field.name: some}) for some in chosen
                    )
                    yield from (other for other in others if rulebook.fault(other) is None)


def _play(kind: Kind[Any, Any], most: int) -> Schema:
    play = _record(kind.fields, most, {"kind": {"const": kind.name}})
    if kind.cell_fields:
        others = [_record(fields, most, {"kind": {"const": kind.name}}) for fields in kind.cell_fields.values()]
        return {"anyOf": [play, *others]}
    return play | {"oneOf": [{"required": [name]} for name in kind.exactly_one_of]} if kind.exactly_one_of else play


def _when(key: str, value: str, then: Schema) -> Schema:
    return {"if": {"properties": {key: {"const": value}}}, "then": then}


def _record(fields: Iterable[Field], most: int, known: Mapping[str, Schema] | None = None) -> Schema:
    fields = tuple(fields)
    found = {
        "type": "object",
        "properties": {**(known or {}), **{field.name: _value(field.shape, most) for field in fields}},
        "additionalProperties": False,
    }
    required = [*(known or ()), *(field.name for field in fields if field.required)]
    return found | {"required": required} if required else found


def _value(shape: Shape, most: int) -> Schema:
    """Return the schema of a shape; `most` is the maximum number of players."""
    match shape:
        case Record(fields=fields, lenient=lenient):
            found = _record(fields, most)
            return {key: each for key, each in found.items() if key != "required"} if lenient else found
        case ByPlayer(item=item):
            return {"type": "object", "additionalProperties": _value(item, most)}
        case PerSeat(item=item, distinct=distinct):
            return {"type": "array", "items": _value(item, most), "maxItems": most, "uniqueItems": distinct}
        case Many(item=item, most=bound):
            many: Schema = {"type": "array", "items": _value(item, most)}
            return many if bound is None else many | {"maxItems": bound}
        case Several():
            return {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
        case Choice(words=words):
            return {"enum": list(words)}
        case Seat() | Word():
            return {"type": "string"}
        case Flag():
            return {"type": "boolean"}
        case Sum(decimals=decimals):
            term = INTEGER | {"type": "number"} if decimals else INTEGER
            return {"anyOf": [term, {"type": "array", "items": term, "minItems": 1, "maxItems": MAX_TERMS}]}
        case Integer():
            return INTEGER
    raise TypeError(f"no schema for {shape}")
