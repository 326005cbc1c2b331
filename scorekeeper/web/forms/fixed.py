"""Fixed forms: their fields are known beforehand, unlike those of the forms of plays and options."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import StringField, ValidationError
from wtforms.form import BaseForm

from ...core.messages import Message
from ..shell.language import translated


class FixedForm(FlaskForm):  # type: ignore[misc]
    """A form filled with what a POST has sent, or else with `values` by field name.

    Its token is not checked here: CSRFProtect checks that of every POST.
    """

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # noqa: D106
        csrf = False

    def __init__(self, **values: str) -> None:
        # FlaskForm by itself would read JSON, and files for texts.
        super().__init__(request.form if request.method == "POST" else None, data=values)


class Text(StringField):
    """A text, "" if none was sent. `clean` makes of a sent text what is stored, `check` returns its fault or None."""

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
    """Return the check of a text that has to be filled in."""
    return lambda text: None if text.strip() else fault
