"""JSON read strictly: no duplicate keys, no NaN, no endless nesting, and an error that says where the fault is."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from .errors import Unreadable, shortened
from .messages import Message, say

MAX_DEPTH = 20
COMMANDS = re.compile("[\x7f-\x9f]")
"""Control characters that json.dumps leaves as they are; it escapes the others by itself."""
MAX_NUMBER_LENGTH = 20  # digits; a longer number is out of bounds anyway, and Python refuses to convert very long ones


@dataclass(frozen=True, slots=True)
class _Fault:
    """Takes the place of a wrong value until all is parsed: the parser does not say where in the document it is."""

    message: Message


class _NotHere(Exception):
    """This part of the document has no fault."""


def parse(data: bytes) -> Any:
    """Return the parsed JSON in `data` (UTF-8); raises Unreadable for no JSON, a duplicate key or too deep nesting."""
    faults: list[_Fault] = []

    def noted(message: Message) -> _Fault:
        faults.append(_Fault(message))
        return faults[-1]

    def unique_keys(pairs: list[tuple[str, Any]]) -> Any:
        unique = dict(pairs)
        if len(unique) == len(pairs):
            return unique
        counted = Counter(key for key, _ in pairs)
        return noted(say("the key {key!r} is in one object twice", key=shortened(counted.most_common(1)[0][0])))

    try:
        raw = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=unique_keys,
            parse_constant=lambda name: noted(say("{name} is not JSON", name=name)),
            parse_int=lambda digits: int(digits) if len(digits) <= MAX_NUMBER_LENGTH else 10**MAX_NUMBER_LENGTH,
        )
    except UnicodeDecodeError:
        raise Unreadable(say("the file is not UTF-8")) from None
    except json.JSONDecodeError as error:
        raise Unreadable(_no_json(error)) from None
    except RecursionError:
        raise Unreadable(_too_deep()) from None
    _check_depth(raw)
    if faults:
        raise _found(raw)
    return raw


def printed(value: object, indent: int | None = None) -> str:
    """Return a value as JSON that is safe to print: it has no control characters, which a terminal would obey."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _found(raw: Any) -> Unreadable:
    """Return the error for the first _Fault in `raw`, with its path; raises _NotHere if there is none."""
    if isinstance(raw, _Fault):
        return Unreadable(raw.message)
    steps = raw.items() if isinstance(raw, dict) else enumerate(raw, 1)
    inside = ((key, value) for key, value in steps if isinstance(value, (dict, list, _Fault)))
    for key, value in inside:
        try:
            return _found(value).within(key)
        except _NotHere:
            continue
    raise _NotHere


def _no_json(error: json.JSONDecodeError) -> Message:
    """Return a message that says where a text stops being JSON, and what to do."""
    if not error.doc.strip():
        return say("it is empty; export the game again")
    if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated"):
        return say("it is cut off; copy the file again, or export the game again")
    if error.lineno == 1:
        return say("it is not JSON from character {column} on; export the game again", column=error.colno)
    return say(
        "it is not JSON from line {line}, character {column} on; export the game again",
        line=error.lineno,
        column=error.colno,
    )


def _too_deep() -> Message:
    return say("the document is nested deeper than {most} levels", most=MAX_DEPTH)


def _check_depth(raw: object) -> None:
    level, depth = [raw], 0
    while level:
        depth += 1
        nested = [value for value in level if isinstance(value, (dict, list))]
        if nested and depth > MAX_DEPTH:
            raise Unreadable(_too_deep())
        level = [child for value in nested for child in (value.values() if isinstance(value, dict) else value)]
