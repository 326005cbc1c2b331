"""Names that can stand in addresses and forms, and sentences whose braces have values."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ..messages import Message

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
NAME = re.compile(r"[a-z][a-z0-9_-]*", re.ASCII)
FIELD_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)  # a hyphen stands between a field and one inside it
A_FEW = (1, 2)
"""Sample numbers for functions of a title that say a number in words."""
BRACES = re.compile(r"\{(\w*)[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a title.

    `says` tells what is wrong and what to do. `about` leads to the place in the title's code: it is a text there, the
    name of an argument, or "class X".
    """

    says: str
    about: str = ""


def braces(template: str) -> set[str]:
    """Return the names in the braces of a sentence."""
    return set(BRACES.findall(template.replace("{{", "").replace("}}", "")))


def names_faults(
    what: str, names: Iterable[str], taken: Collection[str] = (), pattern: re.Pattern[str] = NAME
) -> Iterator[Fault]:
    """Yield which names do not fit `pattern`, come twice, or are `taken`; `what` says what they name ("field")."""
    for name, count in Counter(list(names)).items():
        if not pattern.fullmatch(name):
            yield Fault(f"the {what} {name!r} needs a name that fits {pattern.pattern}", name)
        elif count > 1:
            yield Fault(f"two are called {name!r}: give each {what} a name of its own", name)
        elif name in taken:
            yield Fault(f"the name {name!r} is taken: call the {what} something else", name)


def sentences_faults(*messages: object) -> Iterator[Fault]:
    """Yield which of these are no messages, or have braces without a value; None is passed over."""
    for message in messages:
        if message is None:
            continue
        if not isinstance(message, Message):
            yield Fault(f"{message!r} is no message: write say({message!r})", str(message))
        elif braces(message.template) - set(message.values):
            missing = ", ".join(sorted(braces(message.template) - set(message.values)))
            yield Fault(f"{message.template!r} has braces without a value: give it {missing}", message.template)


def winner_faults(template: object, name: str) -> Iterator[Fault]:
    """Yield what is wrong with a text that announces who won; it must have `name` in braces, and no other."""
    if not isinstance(template, str):
        yield Fault(f"{str(template)!r} announces who won: mark it with N_(), not with say()", str(template))
    elif braces(template) != {name}:
        yield Fault(f"{template!r} announces who won: it needs {{{name}}} and no other braces", template)
