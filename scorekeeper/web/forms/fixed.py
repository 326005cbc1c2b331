"""Forms with fixed fields, independent of rulebooks, and the checks of places and notes."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import StringField, ValidationError
from wtforms.form import BaseForm

from ...core.document import NOTE_LENGTH, VENUE_LENGTH
from ...core.messages import Message, say
from ..common.language import translated


class FixedForm(FlaskForm):  # type: ignore[misc]
    """A form filled from a POST request, or else from `values` by field name.

    It does not check the CSRF token, because CSRFProtect checks it for every POST.
    """

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # noqa: D106
        csrf = False

    def __init__(self, **values: str) -> None:
        # Pass the form data explicitly, because FlaskForm would also read JSON, and files into text fields.
        super().__init__(request.form if request.method == "POST" else None, data=values)


class Text(StringField):
    """A text field (default: ""). `clean` normalizes a sent text; `check` returns its fault or None."""

    data: str

    def __init__(
        self,
        *,
        clean: Callable[[str], str] = str,
        check: Callable[[str], Message | None] = lambda _: None,
        **options: Any,
    ) -> None:
        super().__init__(default="", **options)
        self.clean, self.check = clean, check

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        super().process_formdata(list(map(self.clean, valuelist)))

    def pre_validate(self, form: BaseForm) -> None:
        fault = self.check(self.data)
        if fault:
            raise ValidationError(translated(fault))


def needed(fault: Message) -> Callable[[str], Message | None]:
    """Return a check that returns `fault` for an empty text."""
    return lambda text: None if text.strip() else fault


UNREADABLE = ("Cc", "Cs")  # Unicode categories: control characters and surrogates


def clean_place(text: str) -> str:
    """Return a place in one line, without extra spaces and normalized to NFC."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def clean_note(text: str) -> str:
    """Return a note without surrounding and trailing spaces, normalized to NFC and to LF line ends."""
    lines = (line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return unicodedata.normalize("NFC", "\n".join(lines).strip())


def place_fault(place: str) -> Message | None:
    """Return the fault of a place, or None."""
    if len(place) > VENUE_LENGTH:
        return say(
            "A place can have at most {most} characters; this one has {length}.", most=VENUE_LENGTH, length=len(place)
        )
    return _unreadable(place)


def note_fault(note: str) -> Message | None:
    """Return the fault of a note, or None."""
    if len(note) > NOTE_LENGTH:
        return say(
            "A note can have at most {most} characters; this one has {length}.", most=NOTE_LENGTH, length=len(note)
        )
    return _unreadable(note.replace("\n", "").replace("\t", ""))


def _unreadable(text: str) -> Message | None:
    if any(unicodedata.category(character) in UNREADABLE for character in text):
        return say("Control characters and incomplete characters are not allowed here.")
    return None
