"""From a rulebook's fields to forms: one mapping from shapes to WTForms, and what every form carries besides."""

import hashlib
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import abort, request
from werkzeug.datastructures import MultiDict
from wtforms import Field as FormField
from wtforms import StringField, ValidationError
from wtforms.form import BaseForm

from ..core.errors import Unreadable
from ..core.messages import Message, say
from ..core.rulebook import Kind, Play, Table
from ..core.shapes import ByPlayer, Choice, Digit, Field, Flag, Integer, Many, People, Record, Seat, Shape, Word
from ..desk import Slip
from .language import spoken

YES = "yes"
KEY = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
SHORT = 4  # fields of a form that can be told in a line
LONGEST_TEXT = 80  # characters of a typed list of numbers
WHOLE = r"[-\N{MINUS SIGN}]?[0-9]{1,6}"
REVISION = re.compile(r"[0-9]{1,9}", re.ASCII)

NO_DIGITS = say("Type the numbers one after the other, such as 1/1/6.")
NO_NUMBER = say("Type a whole number, such as 3.")
NO_NUMBERS = say("Type whole numbers with spaces between them, such as 6 5 3.")
TOO_MANY_NUMBERS = say("Type no more than {most} numbers.")
ALL_OR_NONE = say("Choose somebody for every place, or for none.")
HALF_FILLED = say("Fill this in too, or leave out what belongs to it.")
ONE_OF_THEM = say("Fill in one of these, and only one: {fields}.")
NO_CHOICE = say("Choose from what stands here.")
NOBODY = say("Choose one of the players at this table.")


class PlayField(StringField):
    """A field of a play: keeps what was typed as it was, and knows what it stands for once it is valid.

    Its label tells it apart from all others; `short` is enough where those around it are named already.
    """

    data: Any

    def __init__(self, label: str, *, short: str = "", optional: bool = False, **options: Any) -> None:
        super().__init__(label, **options)
        self.short = short or label
        self.optional = optional

    @property
    def value(self) -> Any:
        """What the text stands for; None for a field that was left out."""
        raise NotImplementedError

    @property
    def left_out(self) -> bool:
        """Whether nothing was filled in where nothing has to be."""
        return self.optional and not str(self.data or "").strip()

    def process_data(self, value: Any) -> None:
        """Take a value, as the text that stands for it."""
        self.data = None if value is None else self.written(value)

    @staticmethod
    def written(value: Any) -> str:
        """Return the text that stands for a value."""
        return str(value)


class Digits(PlayField):
    """Single digits in a row, with or without something between them."""

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse what has no digits, or anything but digits and what may stand between them."""
        text = self.data or ""
        if len(text) > LONGEST_TEXT or not re.fullmatch(r"[0-9\s/,.+-]*[0-9][0-9\s/,.+-]*", text, re.ASCII):
            raise ValidationError(spoken(NO_DIGITS))

    @property
    def value(self) -> tuple[int, ...]:
        """The numbers that were typed."""
        return tuple(int(digit) for digit in re.findall(r"[0-9]", self.data or "", re.ASCII))

    @staticmethod
    def written(value: Sequence[int]) -> str:
        """Return digits as they are read out: "1/1/6"."""
        return "/".join(map(str, value))


def _whole(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


class Number(PlayField):
    """One whole number, or several `parts` that are added up; `number` tells templates what it is."""

    number = True
    parts: Sequence[str] = ()

    def __init__(self, label: str, shape: Shape, **options: Any) -> None:
        super().__init__(label, **options)
        self.shape = shape

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Take every part that was filled in."""
        self.parts = list(valuelist)
        filled = [part for part in self.parts if part.strip()]
        self.data = " + ".join(filled) if len(filled) != 1 else filled[0]

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse what is no whole number within bounds, and what its shape does not take."""
        if self.left_out:
            return
        if not re.fullmatch(rf"\s*{WHOLE}\s*(\+\s*{WHOLE}\s*){{0,9}}", self.data or "", re.ASCII):
            raise ValidationError(spoken(NO_NUMBER))
        try:
            self.shape.read(self.value, People(()))
        except Unreadable as error:
            raise ValidationError(spoken(error.message)) from None

    @property
    def value(self) -> int | None:
        """The number that was typed."""
        return None if self.left_out else sum(map(_whole, re.findall(WHOLE, self.data or "", re.ASCII)))


class Numbers(PlayField):
    """Whole numbers, in one text with something between them or in several."""

    numbers = True
    parts: Sequence[str] = ()

    def __init__(self, label: str, most: int | None, **options: Any) -> None:
        super().__init__(label, **options)
        self.most = most

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Take the numbers out of every text."""
        self.parts = list(valuelist)
        self.data = " ".join(text.strip() for text in valuelist)

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse anything but whole numbers, and too many of them."""
        text = self.data or ""
        if len(text) > LONGEST_TEXT or not re.fullmatch(rf"[\s,;/]*({WHOLE}([\s,;/]+|$))*", text, re.ASCII):
            raise ValidationError(spoken(NO_NUMBERS))
        if self.most is not None and len(self.value or ()) > self.most:
            raise ValidationError(spoken(Message(TOO_MANY_NUMBERS.template, {"most": self.most})))

    @property
    def value(self) -> tuple[int, ...] | None:
        """The numbers that were typed."""
        return None if self.left_out else tuple(map(_whole, re.findall(WHOLE, self.data or "", re.ASCII)))

    @property
    def each(self) -> Sequence[str]:
        """The numbers one by one, as and where they were typed."""
        if len(self.parts) > 1:
            return self.parts
        return (self.data or "").replace(",", " ").split()

    @staticmethod
    def written(value: Sequence[int]) -> str:
        """Return numbers with spaces between them."""
        return " ".join(map(str, value))


class Check(PlayField):
    """Yes, or nothing."""

    check = True

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse any other word."""
        if self.data not in (None, "", YES):
            raise ValidationError(spoken(NO_CHOICE))

    @property
    def value(self) -> bool:
        """Whether it was checked."""
        return bool(self.data == YES)

    @staticmethod
    def written(value: bool) -> str:
        """Return what a checked box sends."""
        return YES if value else ""


class OneWord(PlayField):
    """One of a few words."""

    def __init__(self, label: str, choices: Mapping[str, str], **options: Any) -> None:
        super().__init__(label, **options)
        self.choices = choices

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse a word that there is not."""
        if not self.left_out and self.data not in self.choices:
            raise ValidationError(spoken(NO_CHOICE))

    @property
    def value(self) -> str | None:
        """The word that was chosen."""
        return None if self.left_out else str(self.data)


class Words(PlayField):
    """Any of a few words, each at the most once."""

    def __init__(self, label: str, words: Mapping[str, str], **options: Any) -> None:
        super().__init__(label, **options)
        self.words = words

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Take every word that was sent."""
        self.data = list(valuelist)

    def process_data(self, value: Sequence[str] | None) -> None:
        """Take the words that are chosen."""
        self.data = list(value or ())

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse words that there are not, and the same twice."""
        if any(word not in self.words for word in self.data) or len(set(self.data)) < len(self.data):
            raise ValidationError(spoken(NO_CHOICE))

    @property
    def value(self) -> tuple[str, ...]:
        """The words that were chosen."""
        return tuple(self.data)


class Players(PlayField):
    """All players of the table in some order, each by the number of the seat; one choice for every `place`."""

    def __init__(self, label: str, table: Table, **options: Any) -> None:
        super().__init__(label, **options)
        self.places = {str(seat): name for seat, name in enumerate(table.players)}

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Take who was chosen for every place."""
        self.data = list(valuelist)

    def process_data(self, value: Sequence[int] | None) -> None:
        """Take seats in their order."""
        self.data = [str(seat) for seat in value or ()]

    @property
    def left_out(self) -> bool:
        """Whether nobody was chosen for any place."""
        return self.optional and not any(self.data)

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse strangers, and places for which nobody was chosen."""
        if self.left_out:
            return
        if len(self.data) > len(self.places) or any(seat not in self.places for seat in self.data):
            raise ValidationError(spoken(ALL_OR_NONE))

    @property
    def value(self) -> tuple[int, ...] | None:
        """The seats in the order that was chosen."""
        return None if self.left_out else tuple(map(int, self.data))


class Player(PlayField):
    """One of the players at the table, by the number of the seat."""

    def __init__(self, label: str, table: Table, **options: Any) -> None:
        super().__init__(label, **options)
        self.seats = {str(seat): name for seat, name in enumerate(table.players)}

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse anybody who does not sit there."""
        if not self.left_out and self.data not in self.seats:
            raise ValidationError(spoken(NOBODY))

    @property
    def value(self) -> int | None:
        """The seat that was chosen."""
        return None if self.left_out else int(self.data or "")


class FieldsForm(BaseForm):
    """The form for some fields: `made` by name.

    Of the fields in `either` exactly one has to be filled in; of those in each of `together` all or none.
    """

    def __init__(
        self,
        made: Mapping[str, Any],
        prefix: str,
        either: Sequence[str] = (),
        together: Sequence[Sequence[str]] = (),
    ) -> None:
        super().__init__(made, prefix)
        self.either = either
        self.together = together

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether everything can be read; what cannot has its sentence beside it."""
        if not super().validate(extra_validators):
            return False
        choices: list[Any] = [self[name] for name in self.either]
        if choices and sum(not choice.left_out for choice in choices) != 1:
            labels = ", ".join(choice.short for choice in choices)
            choices[0].errors = [spoken(Message(ONE_OF_THEM.template, {"fields": labels}))]
            return False
        for names in self.together:
            group: list[Any] = [self[name] for name in names]
            empty = [field for field in group if field.left_out]
            if empty and len(empty) < len(group):
                empty[0].errors = [spoken(HALF_FILLED)]
                return False
        return True


def fields_form(
    fields: Sequence[Field],
    table: Table,
    sent: MultiDict[str, str] | None = None,
    data: Mapping[str, Any] | None = None,
    prefix: str = "",
    either: Sequence[str] = (),
) -> BaseForm:
    """Return the form for these fields: filled with what was `sent`, or with values as `data` has them.

    A field inside another is named after both, "estate-mines-cards", or all are sent as one: "1:don". A value for a
    player is named after the seat. Of the fields in `either` exactly one has to be filled in.
    """
    made: dict[str, Any] = {
        path: _form_field(field, table, outer)
        for each in fields
        for path, field, outer in _leaves(each, each.name, table)
    }
    values = {
        path: value for each in fields for path, value in _spread(each.shape, each.name, (data or {}).get(each.name))
    }
    # A class for each form, as WTForms likes it, takes three times as long.
    form = FieldsForm(made, prefix, either, _together(fields))
    form.process(_taken_apart(sent, fields, prefix), data=values)
    return form


def play_form(kind: Kind, table: Table, data: Mapping[str, Any] | None = None, prefix: str = "") -> BaseForm:
    """Return the form for a play of that kind: filled with what was sent, or with values as `data` has them."""
    return fields_form(kind.fields, table, request.form if data is None else None, data, prefix, kind.either)


def values_of(form: BaseForm, fields: Sequence[Field]) -> dict[str, Any]:
    """Return the values that a valid form holds, by the names of the fields; what was left out is left out."""
    values = {field.name: _gathered(field.shape, field.name, form) for field in fields}
    return {name: value for name, value in values.items() if value is not None}


def play_from(form: BaseForm, kind: Kind) -> Play:
    """Return the play that a valid form holds."""
    return kind.make(**values_of(form, kind.fields))


def new_entry_key() -> str:
    """Return a key that no form has carried yet."""
    return secrets.token_urlsafe(16)


def sent_slip() -> Slip:
    """Return the slip of the form that was sent; aborts with 400 if it carries none that can be read."""
    key, revision = request.form.get("entry_key", ""), request.form.get("revision", "0")
    if not KEY.fullmatch(key) or not REVISION.fullmatch(revision):
        abort(400)
    return Slip(key, _digest(), int(revision))


def _digest() -> str:
    said = sorted(item for item in request.form.items(multi=True) if item[0] not in ("entry_key", "csrf_token"))
    return hashlib.sha256(json.dumps([request.path, said]).encode()).hexdigest()


def _leaves(
    field: Field, path: str, table: Table, outer: Sequence[Message | str] = ()
) -> Iterator[tuple[str, Field, Sequence[Message | str]]]:
    """Yield the fields that are filled in: the name in the form, the field, and the labels of those around it."""
    match field.shape:
        case Record(fields=fields):
            for inner in fields:
                asked = inner if field.required else replace(inner, required=False)
                yield from _leaves(asked, f"{path}-{inner.name}", table, (*outer, field.label))
        case ByPlayer(item=item):
            for seat, name in enumerate(table.players):
                asked = Field(str(seat), item, say("{player}", player=name), required=False)
                yield f"{path}-{seat}", asked, (*outer, field.label)
        case _:
            yield path, field, outer


def _taken_apart(sent: MultiDict[str, str] | None, fields: Sequence[Field], prefix: str) -> MultiDict[str, str] | None:
    """Return what was sent with every record that was sent whole, "1:don", under the names of its fields."""
    whole = [field for field in fields if isinstance(field.shape, Record) and sent and sent.get(prefix + field.name)]
    if not sent or not whole:
        return sent
    apart = MultiDict(sent)
    for field in whole:
        assert isinstance(field.shape, Record)  # noqa: S101  (chosen above)
        values = sent[prefix + field.name].split(":", len(field.shape.fields) - 1)
        for inner, value in zip(field.shape.fields, values, strict=False):
            apart[f"{prefix}{field.name}-{inner.name}"] = value
    return apart


def _together(fields: Sequence[Field]) -> Sequence[Sequence[str]]:
    """Return the names in the form that are filled in all or none: what an optional record requires."""
    return [
        [f"{field.name}-{inner.name}" for inner in field.shape.fields if inner.required]
        for field in fields
        if isinstance(field.shape, Record) and not field.required
    ]


def _spread(shape: Shape, path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a value's parts, each under its name in the form."""
    if isinstance(shape, Record):
        for inner in shape.fields:
            yield from _spread(inner.shape, f"{path}-{inner.name}", (value or {}).get(inner.name))
    elif isinstance(shape, ByPlayer):
        for seat, item in (value or {}).items():
            yield from _spread(shape.item, f"{path}-{seat}", item)
    else:
        yield path, value


def _gathered(shape: Shape, path: str, form: BaseForm) -> Any:
    """Return the value that the fields under this name hold; None if all of them were left out."""
    if isinstance(shape, ByPlayer):
        seats = range(sum(field.short_name.startswith(f"{path}-") for field in form))
        by_seat = {seat: _gathered(shape.item, f"{path}-{seat}", form) for seat in seats}
        return {seat: value for seat, value in by_seat.items() if value is not None}
    if not isinstance(shape, Record):
        field: Any = form[path]
        return field.value
    values = {inner.name: _gathered(inner.shape, f"{path}-{inner.name}", form) for inner in shape.fields}
    return {name: value for name, value in values.items() if value is not None} or None


def _form_field(field: Field, table: Table, outer: Sequence[Message | str]) -> FormField:
    label = ", ".join(spoken(each) for each in (*outer, field.label))
    hint, short = spoken(field.hint), spoken(field.label)
    options: dict[str, Any] = {"description": hint, "optional": not field.required, "short": short}
    match field.shape:
        case Seat():
            return Player(label, table, **options)
        case Many(item=Digit()):
            return Digits(label, **options)
        case Many(item=Word(words=words, labels=labels) | Choice(words=words, labels=labels)):
            return Words(label, dict(zip(words, map(spoken, labels), strict=True)), **options)
        case Word(words=words, labels=labels) | Choice(words=words, labels=labels):
            return OneWord(label, dict(zip(words, map(spoken, labels), strict=True)), **options)
        case Many(item=Integer(), most=most):
            return Numbers(label, most, **options)
        case Many(item=Seat()):
            return Players(label, table, **options)
        case Flag():
            return Check(label, **options)
        case Integer():
            return Number(label, field.shape, **options)
    raise TypeError(f"no form field for {field.shape}")


def errors_of(form: BaseForm) -> Sequence[str]:
    """Return every sentence that a form that is not valid has to say."""
    return [str(error) for field in form for error in field.errors]


def said(form: BaseForm) -> str:
    """Return what a form was filled with, in short: a player by name, a word as it is called, others as typed."""
    words = [_called(field) for field in form]
    return " ".join(filter(None, words[:SHORT])) if len(words) <= SHORT else words[0]


def _called(field: Any) -> str:
    typed: str = field.data or ""
    match field:
        case Player():
            return field.seats.get(typed, "")
        case OneWord():
            return field.choices.get(typed, typed)
    return typed
