"""What all form fields share: what was typed stays as it was, and has a value once it is valid."""

from typing import Any, ClassVar

from wtforms import StringField


class PlayField(StringField):
    """A field of a play: keeps what was typed as it was, and knows what it stands for once it is valid.

    Its label tells it apart from all others; `short` is enough where those around it are named already. `macro` is the
    one in templates/_fields.html that draws it.
    """

    macro: ClassVar[str] = "text"
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
