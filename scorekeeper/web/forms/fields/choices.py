"""Form fields in which something is chosen: yes or no, words, players."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from wtforms import ValidationError
from wtforms.form import BaseForm

from ....core.messages import say
from ....core.table import Table
from ...shell.language import translated
from .play_field import PlayField

YES = "yes"

ALL_OR_NONE = say("Choose somebody for every place, or for none.")
NO_CHOICE = say("Choose one of these.")
NOBODY = say("Choose one of the players at this table.")


class Check(PlayField):
    """A check box: yes, or nothing."""

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
    """One of a few words."""

    macro = "choice"

    def __init__(self, label: str, choices: Mapping[str, str], **options: Any) -> None:
        super().__init__(label, **options)
        self.choices = choices
        self.spent: Collection[str] = ()

    @property
    def offered(self) -> Mapping[str, str]:
        """The words to choose from: all that are not `spent`, and the one that is chosen."""
        return {word: label for word, label in self.choices.items() if word not in self.spent or word == self.data}

    def pre_validate(self, form: BaseForm) -> None:
        if not self.left_out and self.data not in self.choices:
            raise ValidationError(translated(NO_CHOICE))

    @property
    def value(self) -> str | None:
        return None if self.left_out else str(self.data)


class Words(PlayField):
    """Any of a few words, each at most once."""

    macro = "words"

    def __init__(self, label: str, words: Mapping[str, str], **options: Any) -> None:
        super().__init__(label, **options)
        self.words = words

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = list(valuelist)

    def process_data(self, value: Sequence[Any] | None) -> None:
        self.data = list(value or ())

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse words that are not among the choices, and one word twice."""
        if any(word not in self.words for word in self.data) or len(set(self.data)) < len(self.data):
            raise ValidationError(translated(NO_CHOICE))

    @property
    def value(self) -> tuple[str, ...]:
        return tuple(self.data)


class SomePlayers(Words):
    """Some of the players at the table, by seat number."""

    def __init__(self, label: str, table: Table, **options: Any) -> None:
        super().__init__(label, {str(seat): name for seat, name in enumerate(table.players)}, **options)

    def process_data(self, value: Sequence[int] | None) -> None:
        """Take a tuple of seats."""
        self.data = [str(seat) for seat in value or ()]

    @property
    def value(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(sorted(map(int, self.data)))


class Players(PlayField):
    """All players of the table in some order, by seat number: one choice for each place."""

    macro = "places"

    def __init__(self, label: str, table: Table, **options: Any) -> None:
        super().__init__(label, **options)
        self.places = {str(seat): name for seat, name in enumerate(table.players)}

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = list(valuelist)

    def process_data(self, value: Sequence[int] | None) -> None:
        """Take a tuple of seats, one for each place."""
        self.data = [str(seat) for seat in value or ()]

    @property
    def left_out(self) -> bool:
        return self.optional and not any(self.data)

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse seats that the table does not have, and places for which nobody was chosen."""
        if self.left_out:
            return
        if len(self.data) > len(self.places) or any(seat not in self.places for seat in self.data):
            raise ValidationError(translated(ALL_OR_NONE))

    def at(self, place: int) -> str:
        """Return the seat that was chosen for a place (from 1), or ""."""
        return self.data[place - 1] if place <= len(self.data) else ""

    @property
    def value(self) -> tuple[int, ...] | None:
        return None if self.left_out else tuple(map(int, self.data))


class Player(PlayField):
    """One of the players at the table, by seat number."""

    macro = "player"

    def __init__(self, label: str, table: Table, **options: Any) -> None:
        super().__init__(label, **options)
        self.seats = {str(seat): name for seat, name in enumerate(table.players)}

    def pre_validate(self, form: BaseForm) -> None:
        if not self.left_out and self.data not in self.seats:
            raise ValidationError(translated(NOBODY))

    @property
    def value(self) -> int | None:
        return None if self.left_out else int(self.data or "")
