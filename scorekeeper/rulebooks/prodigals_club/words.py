"""Sentences that several modules put together."""

from collections.abc import Iterable, Sequence

from ...core.messages import Message, say
from .setup import COLUMNS

MINUS = "\N{MINUS SIGN}"


def number(value: int) -> str:
    """Return a number with a real minus sign."""
    return str(value).replace("-", MINUS)


def summed(values: Sequence[int]) -> str:
    """Return numbers as a sum: "8 + 5 − 1"."""
    first, *rest = values or (0,)
    return number(first) + "".join(f" {MINUS if value < 0 else '+'} {abs(value)}" for value in rest)


def joined(messages: Iterable[Message]) -> Message:
    """Return several messages as one: "this; that; more"."""
    first, *rest = messages
    for message in rest:
        first = say("{first}; {second}", first=first, second=message)
    return first


def competition_names(names: Sequence[str]) -> Message:
    """Return competitions as people list them: "Possessions, Election and Society"."""
    first, *rest = (COLUMNS[name].label for name in names)
    for label in rest[:-1]:
        first = say("{first}, {second}", first=first, second=label)
    return say("{items} and {last}", items=first, last=rest[-1]) if rest else first
