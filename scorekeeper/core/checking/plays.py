"""What is wrong with kinds of play: names and classes that two of them share, and fields that their class lacks."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ..fields import PLAYER, ByPlayer, Choice, Record
from ..messages import Message
from ..rulebook import Kind
from .fields import fields_faults, holder_faults
from .wording import Fault, names_faults, sentences_faults


def kinds_faults(kinds: Iterable[Kind[Any, Any]]) -> Iterator[Fault]:
    """Yield what is wrong with the kinds of play of one table."""
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
        if any(field.name == PLAYER.name and field.inside != PLAYER.inside for field in kind.fields):
            yield Fault(f"the field 'player' of {kind.name!r} must be the constant PLAYER", kind.name)
        yield from holder_faults(kind.make, kind.fields, f"the kind {kind.name!r}")
        yield from _either_faults(kind)
        shape = next((field.shape for field in kind.fields if field.name == kind.cell), None)
        if kind.cell and not (kind.has_player and isinstance(shape, Choice)):
            yield Fault(
                f"cell of {kind.name!r} names {kind.cell!r}: name a Choice of a kind that belongs to a player",
                kind.cell,
            )


def _either_faults(kind: Kind[Any, Any]) -> Iterator[Fault]:
    named = {field.name: field for field in kind.fields}
    for name in kind.either:
        if name not in named:
            yield Fault(f"either names {name!r}, which is no field of {kind.name!r}", name)
        elif named[name].required or isinstance(named[name].shape, Record | ByPlayer):
            yield Fault(f"{name!r} is in either: give it required=False, and a shape without parts", name)
