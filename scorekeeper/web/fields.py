"""Form fields: one for each shape, which keeps what was typed as it was and knows what it stands for once it is valid."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wtforms import Field as FormField
from wtforms import StringField, ValidationError
from wtforms.form import BaseForm

from ..core.errors import Unreadable
from ..core.fields import Choice, Digit, Field, Flag, Integer, Many, People, Seat, Shape, Word
from ..core.messages import Message, say
from ..core.table import Table
from .language import translated

YES = "yes"
LONGEST_TEXT = 80  # characters of a typed list of numbers
WHOLE = r"[-\N{MINUS SIGN}]?[0-9]{1,6}"

NO_DIGITS = say("Type the digits one after the other, such as 1/1/6.")
NO_NUMBER = say("Type a whole number, such as 3.")
NO_NUMBERS = say("Type whole numbers with spaces between them, such as 6 5 3.")
ALL_OR_NONE = say("Choose somebody for every place, or for none.")
NO_CHOICE = say("Choose one of these.")
NOBODY = say("Choose one of the players at this table.")


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


class Digits(PlayField):
    """Single digits in a row, with or without something between them."""

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse what has no digits, or anything but digits and what may stand between them."""
        text = self.data or ""
        if len(text) > LONGEST_TEXT or not re.fullmatch(r"[0-9\s/,.+-]*[0-9][0-9\s/,.+-]*", text, re.ASCII):
            raise ValidationError(translated(NO_DIGITS))

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


def _sentence(reason: str) -> str:
    """Return what is said of a value behind its place in a document as a sentence that stands alone."""
    return f"{reason[:1].upper()}{reason[1:]}."


class Number(PlayField):
    """One whole number, or several `parts` that are added up."""

    macro = "stepper"
    parts: Sequence[str] = ()

    def __init__(self, label: str, shape: Shape, **options: Any) -> None:
        super().__init__(label, **options)
        self.shape = shape
        self.least = getattr(shape, "least", 0)

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
            raise ValidationError(translated(NO_NUMBER))
        try:
            self.shape.read(self.value, People(()))
        except Unreadable as error:
            raise ValidationError(_sentence(translated(error.message))) from None

    @property
    def value(self) -> int | None:
        """The number that was typed."""
        return None if self.left_out else sum(map(_whole, re.findall(WHOLE, self.data or "", re.ASCII)))


class Numbers(PlayField):
    """Whole numbers, in one text with something between them or in several."""

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
            raise ValidationError(translated(NO_NUMBERS))
        if self.most is not None and len(self.value or ()) > self.most:
            raise ValidationError(translated(say("Type no more than {most} numbers.", most=self.most)))

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

    macro = "check"

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse any other word."""
        if self.data not in (None, "", YES):
            raise ValidationError(translated(NO_CHOICE))

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

    macro = "choice"

    def __init__(self, label: str, choices: Mapping[str, str], **options: Any) -> None:
        super().__init__(label, **options)
        self.choices = choices

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse a word that there is not."""
        if not self.left_out and self.data not in self.choices:
            raise ValidationError(translated(NO_CHOICE))

    @property
    def value(self) -> str | None:
        """The word that was chosen."""
        return None if self.left_out else str(self.data)


class Words(PlayField):
    """Any of a few words, each at the most once."""

    macro = "words"

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
            raise ValidationError(translated(NO_CHOICE))

    @property
    def value(self) -> tuple[str, ...]:
        """The words that were chosen."""
        return tuple(self.data)


class Players(PlayField):
    """All players of the table in some order, each by the number of the seat; one choice for every `place`."""

    macro = "places"

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
            raise ValidationError(translated(ALL_OR_NONE))

    def at(self, place: int) -> str:
        """Return the seat that was chosen for a place (from 1), or ""."""
        return self.data[place - 1] if place <= len(self.data) else ""

    @property
    def value(self) -> tuple[int, ...] | None:
        """The seats in the order that was chosen."""
        return None if self.left_out else tuple(map(int, self.data))


class Player(PlayField):
    """One of the players at the table, by the number of the seat."""

    macro = "player"

    def __init__(self, label: str, table: Table, **options: Any) -> None:
        super().__init__(label, **options)
        self.seats = {str(seat): name for seat, name in enumerate(table.players)}

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse anybody who does not sit there."""
        if not self.left_out and self.data not in self.seats:
            raise ValidationError(translated(NOBODY))

    @property
    def value(self) -> int | None:
        """The seat that was chosen."""
        return None if self.left_out else int(self.data or "")


def form_field(field: Field, table: Table, label: str) -> FormField:
    """Return the form field for a field that has no others inside; raises TypeError for a shape that has none."""
    options: dict[str, Any] = {
        "description": translated(field.hint),
        "optional": not field.required,
        "short": translated(field.label),
    }
    match field.shape:
        case Seat():
            return Player(label, table, **options)
        case Many(item=Digit()):
            return Digits(label, **options)
        case Many(item=Word(words=words, labels=labels) | Choice(words=words, labels=labels)):
            return Words(label, dict(zip(words, map(translated, labels), strict=True)), **options)
        case Word(words=words, labels=labels) | Choice(words=words, labels=labels):
            return OneWord(label, dict(zip(words, map(translated, labels), strict=True)), **options)
        case Many(item=Integer(), most=most):
            return Numbers(label, most, **options)
        case Many(item=Seat()):
            return Players(label, table, **options)
        case Flag():
            return Check(label, **options)
        case Integer():
            return Number(label, field.shape, **options)
    raise TypeError(f"no form field for {field.shape}")
