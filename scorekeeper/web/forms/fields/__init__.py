"""Form fields for the shapes of a rulebook's fields."""

from typing import Any

from wtforms import Field as FormField

from ....core.fields import Choice, Deduction, Digit, Field, Flag, Integer, Many, Seat, Several, Sum, Word
from ....core.table import Table
from ...shell.language import translated
from .choices import Check, OneWord, Player, Players, SomePlayers, Words
from .numbers import Deducted, Digits, Number, Numbers, Summed


def form_field(field: Field, table: Table, label: str) -> FormField:
    """Return the form field for a field without fields inside; raises TypeError for a shape that has no form field."""
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
        case Several():
            return SomePlayers(label, table, **options)
        case Flag():
            return Check(label, **options)
        case Deduction():
            return Deducted(label, field.shape, **options)
        case Sum():
            return Summed(label, field.shape, **options)
        case Integer():
            return Number(label, field.shape, **options)
    raise TypeError(f"no form field for {field.shape}")
