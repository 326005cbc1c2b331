"""Form fields for the shapes of a rulebook's fields (numbers, words, players), and forms built from them."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from flask import g
from werkzeug.datastructures import MultiDict
from wtforms import Field as FormField
from wtforms import StringField, ValidationError
from wtforms.form import BaseForm

from ...core.errors import Refusal, Unreadable
from ...core.fields import (
    MAX_TERMS,
    Apart,
    ByPlayer,
    Choice,
    Deduction,
    Digit,
    Field,
    Flag,
    Integer,
    Many,
    People,
    Record,
    Seat,
    Several,
    Shape,
    Sum,
    Word,
)
from ...core.messages import Message, many, say
from ...core.numbers import rounded
from ..common.language import number, translated

YES = "yes"

ALL_OR_NONE = say("Choose a player for every place, or for none.")
NO_CHOICE = say("Choose one of these.")
NOBODY = say("Choose one of the players at this table.")

MAX_TEXT_LENGTH = 80  # characters of a typed list of numbers
MINUS = r"[-\N{MINUS SIGN}\N{EN DASH}]"
"""Regular expression for a typed minus."""
WHOLE = rf"{MINUS}?[0-9]{{1,6}}"
LARGE = re.compile(r"(?<![0-9.,])[0-9]{7}")
SIGN = rf"\s*(?:{MINUS}|\+\s*{MINUS}?)\s*"
"""Regular expression for the sign before a further number of a sum."""
APART = rf"(?:[\s/,.+]|{MINUS})"
"""Regular expression for a separator between digits."""

NO_DIGITS = say("Type the digits one after the other, such as 1/1/6.")
NO_NUMBER = say("Type a whole number, such as 3.")
NO_SUM = say("Type a whole number, or a short sum such as 3+6−2.")
TOO_LARGE = say("Type a number of at most 6 digits.")
NO_NUMBERS = say("Type whole numbers with spaces between them, such as 6 5 3.")


def form_field(field: Field, players: Mapping[str, str], label: str) -> FormField:
    """Return the form field for a field without nested fields; raises TypeError for an unsupported shape."""
    options: dict[str, Any] = {
        "description": translated(field.hint),
        "optional": not field.required,
        "short": translated(field.label),
    }
    match field.shape:
        case Seat():
            return Player(label, players, **options)
        case Many(item=Digit()):
            return Digits(label, **options)
        case Many(item=Word(words=words, labels=labels) | Choice(words=words, labels=labels), apart=apart):
            return Words(label, dict(zip(words, map(translated, labels), strict=True)), apart, **options)
        case Word(words=words, labels=labels) | Choice(words=words, labels=labels):
            return OneWord(label, dict(zip(words, map(translated, labels), strict=True)), **options)
        case Many(item=Integer(), most=most):
            return Numbers(label, most, **options)
        case Many(item=Seat()):
            return Players(label, players, **options)
        case Several():
            return SomePlayers(label, players, **options)
        case Flag():
            return Check(label, **options)
        case Deduction():
            return Deducted(label, field.shape, **options)
        case Sum():
            return Summed(label, field.shape, **options)
        case Integer():
            return Number(label, field.shape, **options)
    raise TypeError(f"no form field for {field.shape}")


class PlayField(StringField):
    """A field of a play: `data` is the typed text, `value` its value if the field is valid.

    The label is unique in the form; `short` is used inside a group that has its own label. `macro` names the macro in
    templates/_fields.html that renders the field. `no_sense` is the error for an empty or impossible value; scripts
    show it for an empty value. None if an empty value can be valid.
    """

    macro: ClassVar[str] = "text"
    no_sense: Message | None = None
    data: Any

    def __init__(self, label: str, *, short: str = "", optional: bool = False, **options: Any) -> None:
        super().__init__(label, **options)
        self.short = short or label
        self.optional = optional

    @property
    def value(self) -> Any:
        raise NotImplementedError

    @property
    def left_out(self) -> bool:
        return self.optional and not str(self.data or "").strip()

    def process_data(self, value: Any) -> None:
        self.data = None if value is None else self.written(value)

    @staticmethod
    def written(value: Any) -> str:
        return str(value)


class Check(PlayField):
    macro = "check"

    def pre_validate(self, form: BaseForm) -> None:
        if self.data not in (None, "", YES):
            raise ValidationError(translated(NO_CHOICE))

    @property
    def value(self) -> bool:
        return bool(self.data == YES)

    @staticmethod
    def written(value: bool) -> str:
        return YES if value else ""


class OneWord(PlayField):
    macro = "choice"
    no_sense = NO_CHOICE

    def __init__(self, label: str, choices: Mapping[str, str], **options: Any) -> None:
        super().__init__(label, **options)
        self.choices = choices
        self.spent: Collection[str] = ()

    @property
    def offered(self) -> Mapping[str, str]:
        return {word: label for word, label in self.choices.items() if word not in self.spent or word == self.data}

    def pre_validate(self, form: BaseForm) -> None:
        if not self.left_out and self.data not in self.choices:
            raise ValidationError(translated(self.no_sense))

    @property
    def value(self) -> str | None:
        return None if self.left_out else str(self.data)


class Words(PlayField):
    """A choice of several words, each at most once, and at most one of the words in each `apart`."""

    macro = "words"

    def __init__(self, label: str, words: Mapping[str, str], apart: Sequence[Apart] = (), **options: Any) -> None:
        super().__init__(label, **options)
        self.words, self.apart = words, apart

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = list(valuelist)

    def process_data(self, value: Sequence[Any] | None) -> None:
        self.data = list(value or ())

    def pre_validate(self, form: BaseForm) -> None:
        if any(word not in self.words for word in self.data) or len(set(self.data)) < len(self.data):
            raise ValidationError(translated(NO_CHOICE))

    @property
    def value(self) -> tuple[str, ...]:
        return tuple(self.data)


class SomePlayers(Words):
    """A choice of several players at the table, by key; the value contains their seats."""

    def __init__(self, label: str, players: Mapping[str, str], **options: Any) -> None:
        super().__init__(label, players, **options)

    def process_data(self, value: Sequence[int] | None) -> None:
        self.data = [list(self.words)[seat] for seat in value or ()]

    @property
    def value(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(sorted(list(self.words).index(key) for key in self.data))


class Players(PlayField):
    """An order of all players at the table: one choice per place, by key; the value contains their seats."""

    macro = "places"

    def __init__(self, label: str, players: Mapping[str, str], **options: Any) -> None:
        super().__init__(label, **options)
        self.players = players

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = list(valuelist)

    def process_data(self, value: Sequence[int] | None) -> None:
        self.data = [list(self.players)[seat] for seat in value or ()]

    @property
    def left_out(self) -> bool:
        return self.optional and not any(self.data)

    def pre_validate(self, form: BaseForm) -> None:
        if self.left_out:
            return
        if len(self.data) > len(self.players) or any(key not in self.players for key in self.data):
            raise ValidationError(translated(ALL_OR_NONE))

    def at(self, place: int) -> str:
        """Return the key of the player chosen for a place (from 1), or ""."""
        return self.data[place - 1] if place <= len(self.data) else ""

    @property
    def value(self) -> tuple[int, ...] | None:
        return None if self.left_out else tuple(map(list(self.players).index, self.data))


class Player(PlayField):
    """A choice of one player at the table, by key; the value is the player's seat."""

    macro = "player"

    def __init__(self, label: str, players: Mapping[str, str], **options: Any) -> None:
        super().__init__(label, **options)
        self.players = players

    def process_data(self, value: int | None) -> None:
        self.data = None if value is None else list(self.players)[value]

    def pre_validate(self, form: BaseForm) -> None:
        if not self.left_out and self.data not in self.players:
            raise ValidationError(translated(NOBODY))

    @property
    def value(self) -> int | None:
        return None if self.left_out else list(self.players).index(self.data)


class Digits(PlayField):
    def pre_validate(self, form: BaseForm) -> None:
        text = self.data or ""
        if len(text) > MAX_TEXT_LENGTH or not re.fullmatch(rf"(?:{APART}*[0-9])+{APART}*", text, re.ASCII):
            raise ValidationError(translated(NO_DIGITS))

    @property
    def value(self) -> tuple[int, ...]:
        return tuple(int(digit) for digit in re.findall(r"[0-9]", self.data or "", re.ASCII))

    @staticmethod
    def written(value: Sequence[int]) -> str:
        return "/".join(map(str, value))


def to_int(text: str) -> int:
    """Return a typed integer, with any sign that MINUS matches."""
    return int(re.sub(MINUS, "-", text))


def sentence(reason: str) -> str:
    """Return the message of an `Unreadable`, which is a lowercase clause, as a sentence."""
    return f"{reason[:1].upper()}{reason[1:].removesuffix('.')}."


class Number(PlayField):
    """An integer; several `parts`, sent separately or typed as "3 + 4", are added up."""

    macro = "stepper"
    parts: Sequence[str] = ()
    meaning = staticmethod(to_int)
    pattern = rf"\s*{WHOLE}\s*(\+\s*{WHOLE}\s*){{0,9}}"
    no_sense = NO_NUMBER

    def __init__(self, label: str, shape: Shape, **options: Any) -> None:
        super().__init__(label, **options)
        self.shape = shape
        self.least = getattr(shape, "least", 0)

    @property
    def keyboard(self) -> str:
        """The `inputmode`: digits, or all keys if the number can be negative; the digit keyboard has no minus."""
        return "text" if self.least < 0 else "numeric"

    @property
    def text(self) -> str:
        return self.data or ""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.parts = list(valuelist)
        filled = [part for part in self.parts if part.strip()]
        self.data = " + ".join(filled) if len(filled) != 1 else filled[0]

    def pre_validate(self, form: BaseForm) -> None:
        if self.left_out:
            return
        if not re.fullmatch(self.pattern, self.text, re.ASCII):
            raise ValidationError(translated(TOO_LARGE if LARGE.search(self.text) else self.no_sense))
        try:
            self.shape.read(self.value, People(()))
        except Unreadable as error:
            raise ValidationError(sentence(translated(error.message))) from None

    @property
    def value(self) -> int | None:
        return None if self.left_out else sum(map(self.meaning, re.findall(WHOLE, self.data or "", re.ASCII)))


class Summed(Number):
    """A number, or a short sum of numbers stored as separate numbers; with `decimals`, "7,5" and "7½" are 7.5."""

    macro = "sum"
    no_sense = NO_SUM

    def __init__(self, label: str, shape: Sum, **options: Any) -> None:
        super().__init__(label, shape, **options)
        self.decimals = most = shape.decimals
        fraction = rf"(?:[.,][0-9]{{0,{most}}})?|[.,][0-9]{{1,{most}}}" if most else ""
        digits = rf"(?:[0-9]{{1,6}}{fraction})"  # without a sign
        self.term = rf"{MINUS}?{digits}|{SIGN}{digits}"
        self.pattern = rf"\s*\+?\s*{MINUS}?{digits}({SIGN}{digits}){{0,{MAX_TERMS - 1}}}\s*"
        if self.decimals:
            self.no_sense = many(
                "Type a number with at most {count} decimal place, such as {example}, or a short sum.",
                "Type a number with at most {count} decimal places, such as {example}, or a short sum.",
                self.decimals,
                example=1234.5,
            )

    @property
    def keyboard(self) -> str:
        """The `inputmode`: digits and a plus or decimal sign, or all keys if the sum can be negative."""
        return "text" if self.least < 0 else "decimal" if self.decimals else "tel"

    @property
    def text(self) -> str:
        return re.sub(" ?½", ".5", self.data or "") if self.decimals else self.data or ""

    @property
    def value(self) -> tuple[float, ...] | None:  # type: ignore[override]
        if self.left_out:
            return None
        typed = re.sub(MINUS, "-", "".join(self.text.split()).replace(",", "."))
        return tuple(rounded(float(term.replace("+", ""))) for term in re.findall(self.term, typed, re.ASCII))

    @staticmethod
    def written(value: Sequence[float]) -> str:
        """Return a sum as it would be typed, such as "3+6-2", with the decimal sign of the user's language."""
        return re.sub(MINUS, "-", "+".join(map(number, value))).replace("+-", "-")


class Deducted(Number):
    """An integer shown with a minus, which can be typed with or without it."""

    @staticmethod
    def meaning(text: str) -> int:
        return abs(to_int(text))


class Numbers(PlayField):
    """Several integers, sent as one text with separators or as several texts."""

    parts: Sequence[str] = ()

    def __init__(self, label: str, most: int | None, **options: Any) -> None:
        super().__init__(label, **options)
        self.most = most

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.parts = list(valuelist)
        self.data = " ".join(text.strip() for text in valuelist)

    @property
    def left_out(self) -> bool:
        """Whether the field is optional and empty; several empty texts are an empty list instead."""
        return super().left_out and len(self.parts) < 2

    def pre_validate(self, form: BaseForm) -> None:
        text = self.data or ""
        if len(text) > MAX_TEXT_LENGTH or not re.fullmatch(rf"[\s,;/]*({WHOLE}([\s,;/]+|$))*", text, re.ASCII):
            raise ValidationError(translated(NO_NUMBERS))
        if self.most is not None and len(self.value or ()) > self.most:
            raise ValidationError(translated(say("Type at most {most} numbers.", most=self.most)))

    @property
    def value(self) -> tuple[int, ...] | None:
        return None if self.left_out else tuple(map(to_int, re.findall(WHOLE, self.data or "", re.ASCII)))

    @property
    def each(self) -> Sequence[str]:
        """The typed numbers. If they were sent as several texts, empty ones are included."""
        if len(self.parts) > 1:
            return self.parts
        return (self.data or "").replace(",", " ").split()

    @staticmethod
    def written(value: Sequence[int]) -> str:
        return " ".join(map(str, value))


ASKED = "asked"
"""Query parameter that marks the options in the query as complete: missing options are empty, not initial."""
HALF_FILLED = say("Fill this in too, or clear what belongs to it.")


@dataclass(frozen=True, slots=True)
class Leaf:
    """An input field with its name in the form (`path`) and the labels of the enclosing groups (`outer`)."""

    path: str
    field: Field
    outer: tuple[Message, ...]

    def leaves(self) -> Iterator["Leaf"]:
        yield self

    def spread(self, value: Any) -> Iterator[tuple[str, Any]]:
        yield self.path, value

    def gathered(self, form: BaseForm) -> Any:
        field: Any = form[self.path]
        return field.value

    def left_out(self, form: BaseForm) -> bool:
        field: Any = form[self.path]
        typed = field.data or ""
        return not any(text.strip() for text in ([typed] if isinstance(typed, str) else typed))

    ends_blank = left_out


@dataclass(frozen=True, slots=True)
class Group:
    """A field with nested fields: a record with `parts` by name, or values by player with `parts` by seat.

    An empty record is omitted unless it is lenient. Empty values by player become an empty mapping. An optional record
    must be either empty or filled in with all its required fields.
    """

    path: str
    field: Field
    parts: Mapping[str | int, "Node"]

    def leaves(self) -> Iterator[Leaf]:
        for part in self.parts.values():
            yield from part.leaves()

    def spread(self, value: Any) -> Iterator[tuple[str, Any]]:
        shape = self.field.shape
        given: Mapping[Any, Any] = (
            shape.given(value) if isinstance(shape, Record) and value is not None else value or {}
        )
        for key, part in self.parts.items():
            yield from part.spread(given.get(key))

    def gathered(self, form: BaseForm) -> Any:
        values = {key: part.gathered(form) for key, part in self.parts.items()}
        given: dict[Any, Any] = {key: value for key, value in values.items() if value is not None}
        shape = self.field.shape
        if not isinstance(shape, Record) or self.lenient:
            return given
        return shape.made(given) if given and (self.field.required or not self.left_out(form)) else None

    def left_out(self, form: BaseForm) -> bool:
        return all(part.left_out(form) for part in self.parts.values())

    def ends_blank(self, form: BaseForm) -> bool:
        return [*self.parts.values(), *self.needed][-1].ends_blank(form)

    @property
    def lenient(self) -> bool:
        """Whether the rules refuse a record without its required fields, instead of the form."""
        return isinstance(self.field.shape, Record) and self.field.shape.lenient

    @property
    def needed(self) -> Sequence["Node"]:
        """The required fields of a record."""
        fields = self.field.shape.fields if isinstance(self.field.shape, Record) else ()
        return [self.parts[inner.name] for inner in fields if inner.required and inner.shape != Flag()]

    def half_filled(self, form: BaseForm) -> Sequence[Leaf]:
        """Return the empty required fields of partially filled records."""
        inside = [leaf for part in self.parts.values() if isinstance(part, Group) for leaf in part.half_filled(form)]
        shape = self.field.shape
        if self.field.required or not isinstance(shape, Record) or self.left_out(form):
            return inside
        missing = [leaf for part in self.needed if part.left_out(form) for leaf in part.leaves()]
        return [*missing, *inside]


Node = Leaf | Group


def tree(
    field: Field,
    players: Mapping[str, str],
    path: str = "",
    outer: tuple[Message, ...] = (),
    scorers: Collection[int] | None = None,
) -> Node:
    """Return the tree of form fields for a field.

    The path of a nested field includes the names of all enclosing fields, such as "estate-mines-cards". For a value by
    player it includes the player's key. `players` are the names of the players by key, in seat order; `scorers` are the
    seats with such a value (default: all).
    """
    path = path or field.name
    inside = (*outer, field.label)
    match field.shape:
        case Record(fields=fields):
            asked = [inner if field.required else replace(inner, required=False) for inner in fields]
            return Group(path, field, {each.name: tree(each, players, f"{path}-{each.name}", inside) for each in asked})
        case ByPlayer(item=item):
            own = [Field(key, item, say("{player}", player=name), False) for key, name in players.items()]
            return Group(
                path,
                field,
                {
                    seat: tree(each, players, f"{path}-{each.name}", inside)
                    for seat, each in enumerate(own)
                    if scorers is None or seat in scorers
                },
            )
    return Leaf(path, field, outer)


class FieldsForm(BaseForm):
    """A form: `nodes` are the trees of its fields, `made` the form fields by path.

    Exactly one of the fields named in `either` must be filled in. `refusals` contains, by the path of a group, why the
    rules refuse its combination of values. Each field of that group has the group's form name in `refused_with`.
    """

    def __init__(self, nodes: Sequence[Node], made: Mapping[str, Any], prefix: str, either: Sequence[str]) -> None:
        super().__init__(made, prefix)
        self.nodes = nodes
        self.either = either
        self.prefix = prefix
        self.refusals: dict[str, Refusal] = {}

    def validate(self, extra_validators: Any = None) -> bool:
        readable: bool = super().validate(extra_validators)
        one = self._one_of_either()
        missing = [leaf for node in self.nodes if isinstance(node, Group) for leaf in node.half_filled(self)]
        for leaf in missing:
            field: Any = self[leaf.path]
            field.errors = [translated(HALF_FILLED)]
        return readable and one and not missing

    def is_filled(self, node: Node) -> bool:
        found: list[Any] = [self[leaf.path] for leaf in node.leaves()]
        return any(field.data for field in found)

    def refuse(self, group: Group | None, reason: Refusal | None) -> None:
        """Mark the fields of a group as refused together, and unmark all others; None only unmarks."""
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
    players: Mapping[str, str],
    sent: MultiDict[str, str] | None = None,
    data: Mapping[str, Any] | None = None,
    prefix: str = "",
    either: Sequence[str] = (),
    scorers: Collection[int] | None = None,
) -> FieldsForm:
    """Return the form for these fields, filled from `sent` or, without it, from `data`.

    `players` are the names of the players by their keys in the form, in seat order. `sent` is form data with names that
    begin with `prefix`; `data` contains values by field name. A record can also be sent as a single value, such as
    "1:don". `scorers` are the seats with a value in a ByPlayer field (default: all).
    """
    nodes = [tree(field, players, scorers=scorers) for field in fields]
    leaves = [leaf for node in nodes for leaf in node.leaves()]
    made = {leaf.path: form_field(leaf.field, players, _joined([*leaf.outer, leaf.field.label])) for leaf in leaves}
    values = {path: value for node in nodes for path, value in node.spread((data or {}).get(node.path))}
    # Not a class per form, which is usual in WTForms but takes three times as long.
    form = FieldsForm(nodes, made, prefix, either)
    form.process(_split_records(sent, nodes, prefix), data=values)
    return form


def values_of(form: FieldsForm) -> dict[str, Any]:
    values = {node.field.name: node.gathered(form) for node in form.nodes}
    return {name: value for name, value in values.items() if value is not None}


def typed_in(form: FieldsForm | None) -> list[tuple[str, str]]:
    """Return the data of a form, valid or not, as pairs of form name and text, without empty fields."""
    return [pair for field in form or () for pair in typed_in_field(field)]


def typed_in_field(field: Any) -> list[tuple[str, str]]:
    data: Any = field.data or ()
    return [(field.name, str(word)) for word in (data if isinstance(data, list | tuple) else [data])]


def errors_of(form: BaseForm) -> str:
    return " ".join(dict.fromkeys(str(error) for field in form for error in field.errors))


def faults(form: FieldsForm, only: str = "") -> str:
    """Return the errors of a form, or of the field named `only`, as one text, each after the label of its field."""
    return " ".join(f"{name}: {' '.join(field.errors)}" for name, field in _named(form, only) if field.errors)


def wrong(form: FieldsForm, only: str = "") -> str:
    """Return the names of the form fields with errors, joined by spaces; `only` limits them to one field."""
    return " ".join(field.name for _, field in _named(form, only) if field.errors)


def first_fault() -> bool:
    """Return whether this is the first call in a request, because only a page's first faulty field gets the focus."""
    first: bool = not g.get("has_fault")
    g.has_fault = True
    return first


def _named(form: FieldsForm, only: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the form fields with their labels, without the label of the outermost group."""
    for node in form.nodes:
        if only not in ("", node.field.name):
            continue
        for leaf in node.leaves():
            yield _joined([*leaf.outer[1:], leaf.field.label]), form[leaf.path]


def _joined(labels: Sequence[Message]) -> str:
    return ", ".join(map(translated, labels))


def _split_records(sent: MultiDict[str, str] | None, nodes: Sequence[Node], prefix: str) -> MultiDict[str, str] | None:
    """Return `sent` with each record sent as a single value ("1:don") split into its fields."""
    joined = [node for node in nodes if isinstance(node, Group) and sent and sent.get(prefix + node.path)]
    if not sent or not joined:
        return sent
    apart = MultiDict(sent)
    for node in joined:
        parts = list(node.parts.values())
        values = sent[prefix + node.path].split(":", len(parts) - 1)
        for part, value in zip(parts, values, strict=False):
            apart[f"{prefix}{part.path}"] = value
    return apart
