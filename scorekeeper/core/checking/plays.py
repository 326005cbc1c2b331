"""Kinds of play: told apart by name and by class, with the fields that their class takes."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from ..fields import PLAYER, ByPlayer, Record
from ..messages import Message
from ..rulebook import Kind
from .fields import fields_faults
from .wording import Fault, names_faults, sentences_faults


def kinds_faults(kinds: Iterable[Kind[Any, Any]]) -> Iterator[Fault]:
    """Yield what is wrong with the kinds of play that a table knows."""
    kinds = tuple(kinds)
    yield from names_faults("kind of play", [kind.name for kind in kinds])
    for make, count in Counter(kind.make for kind in kinds).items():
        if count > 1:
            yield Fault(
                f"two kinds of play are made of {make.__name__}: give each a class of its own", f"class {make.__name__}"
            )
    for kind in kinds:
        yield from sentences_faults(kind.label)
        if isinstance(kind.title, str):
            whose = {"player": ""} if kind.has_player or kind.other is not None else {}
            yield from sentences_faults(Message(kind.title, whose))
        yield from fields_faults(kind.fields)
        yield from _class_faults(kind)
        yield from _either_faults(kind)


def _class_faults(kind: Kind[Any, Any]) -> Iterator[Fault]:
    """Yield where the fields of a kind are not what its class takes."""
    make, name, about = kind.make, kind.make.__name__, f"class {kind.make.__name__}"
    if not is_dataclass(make) or not make.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        yield Fault(f"{name} holds plays: make it a dataclass with frozen=True", about)
        return
    if any(field.name == PLAYER.name and field.inside != PLAYER.inside for field in kind.fields):
        yield Fault(f"the field 'player' of {kind.name!r} must be the constant PLAYER", kind.name)
    parts = [each for each in fields(make) if each.init]
    takes = {each.name: each.default is not MISSING or each.default_factory is not MISSING for each in parts}
    given = {field.inside: field.required for field in kind.fields}
    for missing in sorted(takes.keys() - given.keys()):
        if not takes[missing]:
            yield Fault(f"{name} takes {missing!r}, which is no field of the kind {kind.name!r}: add it", about)
    for unknown in sorted(given.keys() - takes.keys()):
        yield Fault(f"the kind {kind.name!r} has the field {unknown!r}, which {name} does not take: add it", about)
    for optional in sorted(takes.keys() & given.keys()):
        if not given[optional] and not takes[optional]:
            yield Fault(f"the field {optional!r} of {kind.name!r} can be left out: give it a default in {name}", about)


def _either_faults(kind: Kind[Any, Any]) -> Iterator[Fault]:
    named = {field.name: field for field in kind.fields}
    for name in kind.either:
        if name not in named:
            yield Fault(f"either names {name!r}, which is no field of {kind.name!r}", name)
        elif named[name].required or isinstance(named[name].shape, Record | ByPlayer):
            yield Fault(f"{name!r} is in either: give it required=False, and a shape without parts", name)
