"""Form fields in which numbers are typed."""

import re
from collections.abc import Sequence
from typing import Any

from wtforms import ValidationError
from wtforms.form import BaseForm

from ....core.errors import Unreadable
from ....core.fields import MOST_TERMS, People, Shape
from ....core.messages import say
from ...shell.language import translated
from .play_field import PlayField

LONGEST_TEXT = 80  # characters of a typed list of numbers
MINUS = r"[-\N{MINUS SIGN}\N{EN DASH}]"
"""What a minus can be typed as."""
WHOLE = rf"{MINUS}?[0-9]{{1,6}}"
LARGE = re.compile(r"[0-9]{7}")
FURTHER = rf"\s*(?:{MINUS}|\+\s*{MINUS}?)\s*[0-9]{{1,6}}"
"""One more number of a sum, with its sign."""
APART = rf"(?:[\s/,.+]|{MINUS})"
"""What can stand between digits that are typed one by one."""

NO_DIGITS = say("Type the digits one after the other, such as 1/1/6.")
NO_NUMBER = say("Type a whole number, such as 3.")
NO_SUM = say("Type a whole number, or a short sum such as 3+6−2.")
TOO_LARGE = say("Type a number of at most 6 digits.")
NO_NUMBERS = say("Type whole numbers with spaces between them, such as 6 5 3.")


class Digits(PlayField):
    """Single digits in a row, with or without separators."""

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse a text without digits, or with anything but digits and separators."""
        text = self.data or ""
        if len(text) > LONGEST_TEXT or not re.fullmatch(rf"(?:{APART}*[0-9])+{APART}*", text, re.ASCII):
            raise ValidationError(translated(NO_DIGITS))

    @property
    def value(self) -> tuple[int, ...]:
        return tuple(int(digit) for digit in re.findall(r"[0-9]", self.data or "", re.ASCII))

    @staticmethod
    def written(value: Sequence[int]) -> str:
        """Return digits as they are read out: "1/1/6"."""
        return "/".join(map(str, value))


def whole(text: str) -> int:
    """Return the whole number that is typed, with any minus that MINUS has."""
    return int(re.sub(MINUS, "-", text))


def _without_minus(text: str) -> int:
    return abs(whole(text))


def sentence(reason: str) -> str:
    """Return a reason from `Unreadable`, a clause without capital and full stop, as a sentence."""
    return f"{reason[:1].upper()}{reason[1:].removesuffix('.')}."


class Number(PlayField):
    """One whole number; several `parts`, as sent or typed ("3 + 4"), are added up."""

    macro = "stepper"
    parts: Sequence[str] = ()
    meaning = staticmethod(whole)
    pattern = rf"\s*{WHOLE}\s*(\+\s*{WHOLE}\s*){{0,9}}"
    no_sense = NO_NUMBER

    def __init__(self, label: str, shape: Shape, **options: Any) -> None:
        super().__init__(label, **options)
        self.shape = shape
        self.least = getattr(shape, "least", 0)

    @property
    def keyboard(self) -> str:
        """The keyboard of a phone (`inputmode`): digits, or all keys where a minus can be needed, which digits lack."""
        return "text" if self.least < 0 else "numeric"

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.parts = list(valuelist)
        filled = [part for part in self.parts if part.strip()]
        self.data = " + ".join(filled) if len(filled) != 1 else filled[0]

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse what is no sum of whole numbers, and what the shape does not accept."""
        if self.left_out:
            return
        text = self.data or ""
        if not re.fullmatch(self.pattern, text, re.ASCII):
            raise ValidationError(translated(TOO_LARGE if LARGE.search(text) else self.no_sense))
        try:
            self.shape.read(self.value, People(()))
        except Unreadable as error:
            raise ValidationError(sentence(translated(error.message))) from None

    @property
    def value(self) -> int | None:
        return None if self.left_out else sum(map(self.meaning, re.findall(WHOLE, self.data or "", re.ASCII)))


class Summed(Number):
    """One whole number, or a short sum of them, whose numbers are kept one by one."""

    macro = "sum"
    pattern = rf"\s*\+?\s*{WHOLE}({FURTHER}){{0,{MOST_TERMS - 1}}}\s*"
    no_sense = NO_SUM

    @property
    def keyboard(self) -> str:
        """The keyboard of a phone: one with digits and a plus, or all keys where a minus can be needed."""
        return "text" if self.least < 0 else "tel"

    @property
    def value(self) -> tuple[int, ...] | None:  # type: ignore[override]
        if self.left_out:
            return None
        typed = "".join((self.data or "").split())
        return tuple(whole(term.replace("+", "")) for term in re.findall(rf"{WHOLE}|{FURTHER}", typed, re.ASCII))

    @staticmethod
    def written(value: Sequence[int]) -> str:
        """Return a sum as it is typed: "3+6-2"."""
        return "+".join(map(str, value)).replace("+-", "-")


class Deducted(Number):
    """One whole number that is printed with a minus; typed with or without it, it means the same."""

    meaning = staticmethod(_without_minus)


class Numbers(PlayField):
    """Several whole numbers, in one text with separators or in several texts."""

    parts: Sequence[str] = ()

    def __init__(self, label: str, most: int | None, **options: Any) -> None:
        super().__init__(label, **options)
        self.most = most

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.parts = list(valuelist)
        self.data = " ".join(text.strip() for text in valuelist)

    @property
    def left_out(self) -> bool:
        """Whether it is optional and nothing was filled in; several empty texts are an empty list."""
        return super().left_out and len(self.parts) < 2

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse anything but whole numbers, and too many of them."""
        text = self.data or ""
        if len(text) > LONGEST_TEXT or not re.fullmatch(rf"[\s,;/]*({WHOLE}([\s,;/]+|$))*", text, re.ASCII):
            raise ValidationError(translated(NO_NUMBERS))
        if self.most is not None and len(self.value or ()) > self.most:
            raise ValidationError(translated(say("Type at most {most} numbers.", most=self.most)))

    @property
    def value(self) -> tuple[int, ...] | None:
        return None if self.left_out else tuple(map(whole, re.findall(WHOLE, self.data or "", re.ASCII)))

    @property
    def each(self) -> Sequence[str]:
        """The numbers one by one as they were typed; sent in several texts, empty ones stay in their places."""
        if len(self.parts) > 1:
            return self.parts
        return (self.data or "").replace(",", " ").split()

    @staticmethod
    def written(value: Sequence[int]) -> str:
        return " ".join(map(str, value))
