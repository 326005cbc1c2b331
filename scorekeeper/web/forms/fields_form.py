"""Forms made from a rulebook's fields: a tree of groups and leaves, by which a form is filled, read and drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import g
from werkzeug.datastructures import MultiDict
from wtforms.form import BaseForm

from ...core.errors import Refusal
from ...core.fields import ByPlayer, Field, Flag, Record
from ...core.messages import Message, say
from ...core.table import Table
from ..shell.language import translated
from .fields import form_field

ASKED = "asked"
"""Query parameter that says that the options in the address are complete: those that it does not name are empty."""
HALF_FILLED = say("Fill this in too, or clear what belongs to it.")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A field that is filled in: its name in the form (`path`), and the labels of the groups around it (`outer`)."""

    path: str
    field: Field
    outer: tuple[Message, ...]

    def leaves(self) -> Iterator["Leaf"]:
        """Yield the fields that are filled in: this one."""
        yield self

    def spread(self, value: Any) -> Iterator[tuple[str, Any]]:
        """Yield the parts of a value, each under its name in the form."""
        yield self.path, value

    def gathered(self, form: BaseForm) -> Any:
        """Return the value in a valid form; None if it was left out."""
        field: Any = form[self.path]
        return field.value

    def left_out(self, form: BaseForm) -> bool:
        """Return whether nothing was filled in."""
        field: Any = form[self.path]
        typed = field.data or ""
        return not any(text.strip() for text in ([typed] if isinstance(typed, str) else typed))

    ends_blank = left_out


@dataclass(frozen=True, slots=True)
class Group:
    """A field with fields inside: a record, with `parts` by name, or values by player, with `parts` by seat.

    An empty record is left out, while empty values by player are an empty mapping. An optional record is filled in
    with all its required fields, or not at all.
    """

    path: str
    field: Field
    parts: Mapping[str | int, "Node"]

    def leaves(self) -> Iterator[Leaf]:
        """Yield the fields that are filled in."""
        for part in self.parts.values():
            yield from part.leaves()

    def spread(self, value: Any) -> Iterator[tuple[str, Any]]:
        """Yield the parts of a value, each under its name in the form."""
        shape = self.field.shape
        given: Mapping[Any, Any] = (
            shape.given(value) if isinstance(shape, Record) and value is not None else value or {}
        )
        for key, part in self.parts.items():
            yield from part.spread(given.get(key))

    def gathered(self, form: BaseForm) -> Any:
        """Return the values in a valid form, by name or seat; None for a record that was left out."""
        values = {key: part.gathered(form) for key, part in self.parts.items()}
        given: dict[Any, Any] = {key: value for key, value in values.items() if value is not None}
        if not isinstance(self.field.shape, Record):
            return given
        return self.field.shape.made(given) if given and (self.field.required or not self.left_out(form)) else None

    def left_out(self, form: BaseForm) -> bool:
        """Return whether nothing was filled in."""
        return all(part.left_out(form) for part in self.parts.values())

    def ends_blank(self, form: BaseForm) -> bool:
        """Return whether the last part is still empty."""
        return list(self.parts.values())[-1].ends_blank(form)

    def half_filled(self, form: BaseForm) -> Sequence[Leaf]:
        """Return the empty required fields of records that are filled in only in part."""
        inside = [leaf for part in self.parts.values() if isinstance(part, Group) for leaf in part.half_filled(form)]
        shape = self.field.shape
        if self.field.required or not isinstance(shape, Record) or self.left_out(form):
            return inside
        needed = [self.parts[inner.name] for inner in shape.fields if inner.required and inner.shape != Flag()]
        missing = [leaf for part in needed if part.left_out(form) for leaf in part.leaves()]
        return [*missing, *inside]


Node = Leaf | Group


def tree(field: Field, table: Table, path: str = "", outer: tuple[Message, ...] = ()) -> Node:
    """Return the tree of form fields for a field.

    A field inside others has all their names in its path, "estate-mines-cards"; a value by player has the seat.
    """
    path = path or field.name
    inside = (*outer, field.label)
    match field.shape:
        case Record(fields=fields):
            asked = [inner if field.required else replace(inner, required=False) for inner in fields]
            return Group(path, field, {each.name: tree(each, table, f"{path}-{each.name}", inside) for each in asked})
        case ByPlayer(item=item):
            own = [
                Field(str(seat), item, say("{player}", player=name), False) for seat, name in enumerate(table.players)
            ]
            return Group(
                path, field, {seat: tree(each, table, f"{path}-{seat}", inside) for seat, each in enumerate(own)}
            )
    return Leaf(path, field, outer)


class FieldsForm(BaseForm):
    """The form for some fields: `nodes` are their trees, `made` the form fields by path.

    Of the fields named in `either` exactly one has to be filled in. `refusals` has, by the path of a group, why the
    rules refuse its fields together; each of these fields names the group as `refused_with`.
    """

    def __init__(self, nodes: Sequence[Node], made: Mapping[str, Any], prefix: str, either: Sequence[str]) -> None:
        super().__init__(made, prefix)
        self.nodes = nodes
        self.either = either
        self.prefix = prefix
        self.refusals: dict[str, Refusal] = {}

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether everything can be read; a field that cannot gets its reason as an error."""
        readable: bool = super().validate(extra_validators)
        one = self._one_of_either()
        missing = [leaf for node in self.nodes if isinstance(node, Group) for leaf in node.half_filled(self)]
        for leaf in missing:
            field: Any = self[leaf.path]
            field.errors = [translated(HALF_FILLED)]
        return readable and one and not missing

    def is_filled(self, node: Node) -> bool:
        """Return whether any field of a group has something in it."""
        found: list[Any] = [self[leaf.path] for leaf in node.leaves()]
        return any(field.data for field in found)

    def refuse(self, group: Group | None, reason: Refusal | None) -> None:
        """Mark the fields of a group, and no others, as refused together."""
        self.refusals = {group.path: reason} if group and reason else {}
        for node in self.nodes:
            for leaf in node.leaves():
                field: Any = self[leaf.path]
                field.refused_with = f"{self.prefix}{node.path}" if node is group else ""

    def _one_of_either(self) -> bool:
        choices: list[Any] = [self[name] for name in self.either]
        if not choices or sum(not choice.left_out for choice in choices) == 1:
            return True
        if any(choice.errors for choice in choices):
            return False
        labels = ", ".join(choice.short for choice in choices)
        choices[0].errors = [translated(say("Fill in exactly one of these: {fields}.", fields=labels))]
        return False


def fields_form(
    fields: Sequence[Field],
    table: Table,
    sent: MultiDict[str, str] | None = None,
    data: Mapping[str, Any] | None = None,
    prefix: str = "",
    either: Sequence[str] = (),
) -> FieldsForm:
    """Return the form for these fields, filled with what was `sent` or, without that, with the values in `data`.

    `sent` is by form names, which begin with `prefix`; `data` by field names. A record can also be sent as one value,
    "1:don".
    """
    nodes = [tree(field, table) for field in fields]
    made = {leaf.path: form_field(leaf.field, table, _label(leaf)) for node in nodes for leaf in node.leaves()}
    values = {path: value for node in nodes for path, value in node.spread((data or {}).get(node.path))}
    # A class for each form, as WTForms likes it, takes three times as long.
    form = FieldsForm(nodes, made, prefix, either)
    form.process(_taken_apart(sent, nodes, prefix), data=values)
    return form


def values_of(form: FieldsForm) -> dict[str, Any]:
    """Return the values in a valid form by field name, without fields that were left out."""
    values = {node.field.name: node.gathered(form) for node in form.nodes}
    return {name: value for name, value in values.items() if value is not None}


def typed_in(form: FieldsForm | None) -> list[tuple[str, str]]:
    """Return what is typed in a form, readable or not, as pairs of form name and text, without empty fields."""
    return [pair for field in form or () for pair in typed_in_field(field)]


def typed_in_field(field: Any) -> list[tuple[str, str]]:
    """Return the pairs of one form field, which can hold several words."""
    data: Any = field.data or ()
    return [(field.name, str(word)) for word in (data if isinstance(data, list | tuple) else [data])]


def errors_of(form: BaseForm) -> str:
    """Return all errors of an invalid form in one text, each once."""
    return " ".join(dict.fromkeys(str(error) for field in form for error in field.errors))


def faults(form: FieldsForm, only: str = "") -> str:
    """Return the errors of a form, or of the field named `only`, in one text: each behind the label of its field."""
    return " ".join(f"{name}: {' '.join(field.errors)}" for name, field in _named(form, only) if field.errors)


def wrong(form: FieldsForm, only: str = "") -> str:
    """Return the names of the form fields with errors (or of those inside the field `only`), joined by spaces."""
    return " ".join(field.name for _, field in _named(form, only) if field.errors)


def first_fault() -> bool:
    """Return whether this is the first call for a page: its first faulty field gets the focus."""
    first: bool = not g.get("has_fault")
    g.has_fault = True
    return first


def _named(form: FieldsForm, only: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every form field with its label, without that of the outermost group."""
    for node in form.nodes:
        if only not in ("", node.field.name):
            continue
        for leaf in node.leaves():
            yield _said([*leaf.outer[1:], leaf.field.label]), form[leaf.path]


def _label(leaf: Leaf) -> str:
    return _said([*leaf.outer, leaf.field.label])


def _said(labels: Sequence[Message]) -> str:
    return ", ".join(map(translated, labels))


def _taken_apart(sent: MultiDict[str, str] | None, nodes: Sequence[Node], prefix: str) -> MultiDict[str, str] | None:
    """Return what was sent, with each record that was sent as one value ("1:don") split into its fields."""
    whole = [node for node in nodes if isinstance(node, Group) and sent and sent.get(prefix + node.path)]
    if not sent or not whole:
        return sent
    apart = MultiDict(sent)
    for node in whole:
        parts = list(node.parts.values())
        values = sent[prefix + node.path].split(":", len(parts) - 1)
        for part, value in zip(parts, values, strict=False):
            apart[f"{prefix}{part.path}"] = value
    return apart
