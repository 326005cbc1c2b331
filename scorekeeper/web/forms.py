"""From a rulebook's fields to forms: one mapping from shapes to WTForms, and what every form carries besides."""

import hashlib
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, cast

from flask import abort, request
from werkzeug.datastructures import MultiDict
from wtforms import Field as FormField
from wtforms import StringField, ValidationError
from wtforms.form import BaseForm

from ..core.messages import say
from ..core.rulebook import Kind, Play, Table
from ..core.shapes import Digit, Field, Many, Seat
from ..desk import Slip
from .language import spoken

KEY = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
LONGEST_TEXT = 80  # characters of a typed list of numbers
REVISION = re.compile(r"[0-9]{1,9}", re.ASCII)

NO_DIGITS = say("Type the numbers one after the other, such as 1/1/6.")
NOBODY = say("Choose one of the players at this table.")


class PlayField(StringField):
    """A field of a play: keeps what was typed as it was, and knows what it stands for once it is valid."""

    @property
    def value(self) -> Any:
        """What the text stands for."""
        raise NotImplementedError

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


class Player(PlayField):
    """One of the players at the table, by the number of the seat."""

    def __init__(self, label: str, table: Table, **options: Any) -> None:
        super().__init__(label, **options)
        self.seats = {str(seat): name for seat, name in enumerate(table.players)}

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse anybody who does not sit there."""
        if self.data not in self.seats:
            raise ValidationError(spoken(NOBODY))

    @property
    def value(self) -> int:
        """The seat that was chosen."""
        return int(self.data or "")


def fields_form(
    fields: Sequence[Field],
    table: Table,
    sent: MultiDict[str, str] | None = None,
    data: Mapping[str, Any] | None = None,
    prefix: str = "",
) -> BaseForm:
    """Return the form for these fields: filled with what was `sent`, or with values as `data` has them."""
    made: dict[str, Any] = {field.name: _form_field(field, table) for field in fields}
    form = BaseForm(made, prefix)  # a class for each form, as WTForms likes it, takes three times as long
    form.process(sent, data=data)
    return form


def play_form(kind: Kind, table: Table, data: Mapping[str, Any] | None = None, prefix: str = "") -> BaseForm:
    """Return the form for a play of that kind: filled with what was sent, or with values as `data` has them."""
    return fields_form(kind.fields, table, request.form if data is None else None, data, prefix)


def values_of(form: BaseForm, fields: Sequence[Field]) -> dict[str, Any]:
    """Return the values that a valid form holds, by the names of the fields."""
    return {field.name: cast("PlayField", form[field.name]).value for field in fields}


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


def _form_field(field: Field, table: Table) -> FormField:
    label, hint = spoken(field.label), spoken(field.hint)
    match field.shape:
        case Seat():
            return Player(label, table, description=hint)
        case Many(item=Digit()):
            return Digits(label, description=hint)
    raise TypeError(f"no form field for {field.shape}")


def errors_of(form: BaseForm) -> Sequence[str]:
    """Return every sentence that a form that is not valid has to say."""
    return [str(error) for field in form for error in field.errors]


def said(form: BaseForm) -> str:
    """Return what a form was filled with, in short: a player by name, the rest as it was typed."""
    return " ".join(
        field.seats.get(field.data or "", "") if isinstance(field, Player) else field.data or "" for field in form
    )
