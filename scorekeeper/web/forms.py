"""From a rulebook's fields to forms: a tree of groups and leaves, which is filled, sent, read and drawn alike."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms.form import BaseForm

from ..core.fields import ByPlayer, Field, Record
from ..core.messages import Message, say
from ..core.rulebook import Kind
from ..core.table import Table
from .fields import OneWord, Player, form_field
from .language import translated

SHORT = 4  # fields of a form that can be told in a line
HALF_FILLED = say("Fill this in too, or leave out what belongs to it.")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A field that is filled in: its name in the form (`path`), and the labels of the groups around it."""

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
        """Return the value that a valid form holds; None for what was left out."""
        field: Any = form[self.path]
        return field.value


@dataclass(frozen=True, slots=True)
class Group:
    """Fields inside a field: `parts` by the name of a record's field, or by seat.

    A record with nothing filled in is left out; values by player are there even if nobody has one. Of an `optional`
    record either all that it requires is filled in, or nothing.
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
        for key, part in self.parts.items():
            yield from part.spread((value or {}).get(key))

    def gathered(self, form: BaseForm) -> Any:
        """Return the values that a valid form holds, by name or seat; None for a record that was left out."""
        values = {key: part.gathered(form) for key, part in self.parts.items()}
        given = {key: value for key, value in values.items() if value is not None}
        return given if given or isinstance(self.field.shape, ByPlayer) else None

    @property
    def together(self) -> Sequence[str]:
        """The names in the form that are filled in all or none."""
        shape = self.field.shape
        if self.field.required or not isinstance(shape, Record):
            return ()
        return [self.parts[inner.name].path for inner in shape.fields if inner.required]


Node = Leaf | Group


def tree(field: Field, table: Table, path: str = "", outer: tuple[Message, ...] = ()) -> Node:
    """Return what is filled in for a field.

    A field inside another is named after both, "estate-mines-cards"; a value for a player is named after the seat.
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
    """The form for some fields: `nodes` is the tree of them, `made` the form fields by name.

    Of the fields in `either` exactly one has to be filled in.
    """

    def __init__(self, nodes: Sequence[Node], made: Mapping[str, Any], prefix: str, either: Sequence[str]) -> None:
        super().__init__(made, prefix)
        self.nodes = nodes
        self.either = either

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether everything can be read; what cannot has its sentence beside it."""
        return super().validate(extra_validators) and self._one_of_either() and self._groups_whole()

    def _one_of_either(self) -> bool:
        choices: list[Any] = [self[name] for name in self.either]
        if not choices or sum(not choice.left_out for choice in choices) == 1:
            return True
        labels = ", ".join(choice.short for choice in choices)
        choices[0].errors = [translated(say("Fill in one of these, and only one: {fields}.", fields=labels))]
        return False

    def _groups_whole(self) -> bool:
        for node in self.nodes:
            group: list[Any] = [self[path] for path in node.together] if isinstance(node, Group) else []
            empty = [field for field in group if field.left_out]
            if empty and len(empty) < len(group):
                empty[0].errors = [translated(HALF_FILLED)]
                return False
        return True


def fields_form(
    fields: Sequence[Field],
    table: Table,
    sent: MultiDict[str, str] | None = None,
    data: Mapping[str, Any] | None = None,
    prefix: str = "",
    either: Sequence[str] = (),
) -> FieldsForm:
    """Return the form for these fields: filled with what was `sent`, or with values as `data` has them.

    A record can also be sent as one value, "1:don".
    """
    nodes = [tree(field, table) for field in fields]
    made = {leaf.path: form_field(leaf.field, table, _label(leaf)) for node in nodes for leaf in node.leaves()}
    values = {path: value for node in nodes for path, value in node.spread((data or {}).get(node.path))}
    # A class for each form, as WTForms likes it, takes three times as long.
    form = FieldsForm(nodes, made, prefix, either)
    form.process(_taken_apart(sent, nodes, prefix), data=values)
    return form


def play_form(
    kind: Kind[Any, Any],
    table: Table,
    play: object = None,
    prefix: str = "",
    values: Mapping[str, Any] | None = None,
) -> FieldsForm:
    """Return the form for a play of that kind: filled with a play, or with some values, or empty."""
    data = kind.values(play) if play is not None else values
    return fields_form(kind.fields, table, None, data, prefix, kind.either)


def sent_form(kind: Kind[Any, Any], table: Table, prefix: str = "") -> FieldsForm:
    """Return the form for a play of that kind as it was sent."""
    return fields_form(kind.fields, table, request.form, None, prefix, kind.either)


def values_of(form: FieldsForm) -> dict[str, Any]:
    """Return the values that a valid form holds, by the names of the fields; what was left out is left out."""
    values = {node.field.name: node.gathered(form) for node in form.nodes}
    return {name: value for name, value in values.items() if value is not None}


def errors_of(form: BaseForm) -> str:
    """Return every sentence that a form that is not valid has to say."""
    return " ".join(str(error) for field in form for error in field.errors)


def faults(form: BaseForm) -> str:
    """Return what is wrong with a form in one place: each sentence behind the name of its field."""
    wrong: list[Any] = [field for field in form if field.errors]
    return " ".join(f"{field.short}: {' '.join(field.errors)}" for field in wrong)


def typed_summary(form: BaseForm) -> str:
    """Return what a form was filled with, in short: "Ada 5"; of many fields each with its label."""
    fields: list[Any] = [field for field in form if _called(field)]
    if len(fields) <= SHORT:
        return " ".join(map(_called, fields))
    labelled = [_called(each) if isinstance(each, Player) else f"{each.short} {_called(each)}" for each in fields]
    return ", ".join(labelled[:SHORT])


def _called(field: Any) -> str:
    typed: Any = field.data or ""
    match field:
        case Player():
            return field.seats.get(typed, "")
        case OneWord():
            return field.choices.get(typed, str(typed))
    return " ".join(typed) if isinstance(typed, list) else str(typed)


def _label(leaf: Leaf) -> str:
    return ", ".join(translated(each) for each in (*leaf.outer, leaf.field.label))


def _taken_apart(sent: MultiDict[str, str] | None, nodes: Sequence[Node], prefix: str) -> MultiDict[str, str] | None:
    """Return what was sent with every record that was sent whole, "1:don", under the names of its fields."""
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
