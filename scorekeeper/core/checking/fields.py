"""What is wrong with fields: names, labels, shapes that no form can ask for, and classes that do not take them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import MISSING, is_dataclass
from dataclasses import fields as parts_of
from typing import Any

from ..fields import ByPlayer, Choice, Digit, Field, Flag, Integer, Many, Record, Seat, Several, Shape, Sum, Word
from .wording import FIELD_NAME, Fault, names_faults, sentences_faults

TAKEN_FIELDS = ("kind", "csrf_token", "entry_key", "revision", "do", "new", "conflict")
"""Names that forms use for something else."""


def fields_faults(fields: Iterable[Field], taken: Collection[str] = TAKEN_FIELDS) -> Iterator[Fault]:
    """Yield what is wrong with the fields of a play, an option, a helper or a record."""
    fields = tuple(fields)
    yield from names_faults("field", [field.name for field in fields], taken, FIELD_NAME)
    for field in fields:
        yield from sentences_faults(field.label, field.hint)
        yield from _shape_faults(field.shape, field.name)


def holder_faults(make: Any, fields: Iterable[Field], of: str) -> Iterator[Fault]:
    """Yield where the class `make` does not take these fields; `of` says whose fields they are ("the kind 'round'")."""
    name = getattr(make, "__name__", str(make))
    about = f"class {name}"
    if not is_dataclass(make) or not make.__dataclass_params__.frozen:  # type: ignore[union-attr]
        yield Fault(f"{name} holds what {of} says: make it a dataclass with frozen=True", about)
        return
    parts = [each for each in parts_of(make) if each.init]
    takes = {each.name: each.default is not MISSING or each.default_factory is not MISSING for each in parts}
    given = {field.inside: field.required for field in fields}
    for missing in sorted(takes.keys() - given.keys()):
        if not takes[missing]:
            yield Fault(f"{name} takes {missing!r}, which is no field of {of}: add it", about)
    for unknown in sorted(given.keys() - takes.keys()):
        yield Fault(f"{of} has the field {unknown!r}, which {name} does not take: add it", about)
    for optional in sorted(takes.keys() & given.keys()):
        if not given[optional] and not takes[optional]:
            yield Fault(f"the field {optional!r} of {of} can be left out: give it a default in {name}", about)


def names_players(shape: Shape) -> bool:
    """Return whether a shape can be filled in only once the players are known."""
    match shape:
        case Record(fields=fields):
            return any(names_players(field.shape) for field in fields)
        case Many(item=item):
            return names_players(item)
    return isinstance(shape, (Seat, Several, ByPlayer))


def _shape_faults(shape: Shape, name: str) -> Iterator[Fault]:
    match shape:
        case Record(fields=fields, make=make):
            yield from fields_faults(fields, ())
            if make:
                yield from holder_faults(make, fields, f"the record {name!r}")
        case ByPlayer(item=item):
            yield from _shape_faults(item, name)
        case Word() | Choice() | Many(item=Word() | Choice()):
            yield from _words_faults(shape.item if isinstance(shape, Many) else shape, name)
        case Seat() | Several() | Flag() | Integer() | Sum() | Many(item=Digit() | Integer() | Seat()):
            return
        case _:
            yield Fault(f"no form can ask for the field {name!r}: choose another shape than {shape}", name)


def _words_faults(shape: Shape, name: str) -> Iterator[Fault]:
    if isinstance(shape, Word | Choice):
        if not shape.words or len(shape.words) != len(shape.labels):
            yield Fault(f"the field {name!r} needs words to choose from, and a label for each of them", name)
        yield from sentences_faults(*shape.labels)
