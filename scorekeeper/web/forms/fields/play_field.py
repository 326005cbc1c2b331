"""The base of all form fields: it keeps the text as typed, and has a value once that is valid."""

from typing import Any, ClassVar

from wtforms import StringField


class PlayField(StringField):
    """A field of a play: `data` is the text as typed, `value` what it stands for once it is valid.

    The label is unique in the form; `short` is the label inside a group that is named already. `macro` is the macro in
    templates/_fields.html that draws the field.
    """

    macro: ClassVar[str] = "text"
    data: Any

    def __init__(self, label: str, *, short: str = "", optional: bool = False, **options: Any) -> None:
        super().__init__(label, **options)
        self.short = short or label
        self.optional = optional

    @property
    def value(self) -> Any:
        """The value of the text, None if the field was left out; only for a valid field."""
        raise NotImplementedError

    @property
    def left_out(self) -> bool:
        """Whether it is optional and nothing was filled in."""
        return self.optional and not str(self.data or "").strip()

    def process_data(self, value: Any) -> None:
        """Take a value, as the text that stands for it."""
        self.data = None if value is None else self.written(value)

    @staticmethod
    def written(value: Any) -> str:
        """Return the text that stands for a value."""
        return str(value)
