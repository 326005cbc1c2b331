"""A strict JSON parser: no duplicate keys, no NaN, limited nesting, and errors with their place in the document."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from .errors import Unreadable, shortened
from .messages import Message, say

MAX_DEPTH = 20
UNESCAPED = re.compile("[\x7f-\x9f]")
"""Control characters that `json.dumps` does not escape."""
MAX_NUMBER_LENGTH = 20  # digits; a longer number is out of bounds anyway, and Python refuses to convert very long ones


@dataclass(frozen=True, slots=True)
class _Fault:
    """Placeholder for an invalid value until parsing ends, because the hooks of `json.loads` do not know its place."""

    message: Message


class _NoFault(Exception):
    """Raised if a part of the document has no fault."""


def parse(data: bytes) -> Any:
    """Return the parsed JSON in `data` (UTF-8); raises Unreadable, also for duplicate keys or over MAX_DEPTH levels."""
    faults: list[_Fault] = []

    def note_fault(message: Message) -> _Fault:
        faults.append(_Fault(message))
        return faults[-1]

    def unique_keys(pairs: list[tuple[str, Any]]) -> Any:
        unique = dict(pairs)
        if len(unique) == len(pairs):
            return unique
        counted = Counter(key for key, _ in pairs)
        return note_fault(say("the key {key!r} is in one object twice", key=shortened(counted.most_common(1)[0][0])))

    try:
        raw = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=unique_keys,
            parse_constant=lambda name: note_fault(say("{name} is not JSON", name=name)),
            parse_int=lambda digits: int(digits) if len(digits) <= MAX_NUMBER_LENGTH else 10**MAX_NUMBER_LENGTH,
        )
    except UnicodeDecodeError:
        raise Unreadable(say("the file is not UTF-8")) from None
    except json.JSONDecodeError as error:
        raise Unreadable(_syntax_error(error)) from None
    except RecursionError:
        raise Unreadable(_too_deep()) from None
    _check_depth(raw)
    if faults:
        raise _found(raw)
    return raw


def printed(value: object, indent: int | None = None) -> str:
    """Return a value as JSON without control characters, because a terminal would execute them."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return UNESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _found(raw: Any) -> Unreadable:
    """Return the error for the first _Fault in `raw`, with its path; raises _NoFault without one."""
    if isinstance(raw, _Fault):
        return Unreadable(raw.message)
    steps = raw.items() if isinstance(raw, dict) else enumerate(raw, 1)
    inside = ((key, value) for key, value in steps if isinstance(value, (dict, list, _Fault)))
    for key, value in inside:
        try:
            return _found(value).within(key)
        except _NoFault:
            continue
    raise _NoFault


def _syntax_error(error: json.JSONDecodeError) -> Message:
    if not error.doc.strip():
        return say("it is empty; export the game again")
    if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated"):
        return say("it is cut off; copy the file again, or export the game again")
    if error.lineno == 1:
        return say("not valid JSON from character {column} on; export the game again", column=error.colno)
    return say(
        "not valid JSON from line {line}, character {column} on; export the game again",
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
