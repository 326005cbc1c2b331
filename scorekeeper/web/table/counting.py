"""The data for scripts that count the points of a round with fields, or of a sheet of rows, while they are typed."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.messages import Message, say
from ...pads.definition import NO_MULTIPLE, TOO_HIGH, TOO_LOW
from ...pads.formula import MISSING, TOO_FEW, TOO_MANY
from ...pads.round_form import RoundForm
from ...pads.sheet_form import SheetForm
from .lines import Player, PlayerTag

WORDS = {
    "missing": Message(MISSING),
    "tooMany": Message(TOO_MANY),
    "tooFew": Message(TOO_FEW),
    "tooHigh": Message(TOO_HIGH),
    "tooLow": Message(TOO_LOW),
    "noMultiple": Message(NO_MULTIPLE),
    "check": say("Check {players}."),
    "all": say("{field}: {found} in total"),
    "allOf": say("{field}: {found} of {sum}"),
    "beside": say("{field}: {found} in total · {other}: {sum}"),
    "left": say("{number} left for {players}"),
    "adds": say("Each key adds its number."),
    "next": say("Next: {player}"),
}
"""The texts of counting.js."""
IN_SHEET = {
    "next": say("Next: {player}, {row}"),
    "about": say(", {row}"),
    "field": say(", {row}: {field}"),
    "result": say("See the result"),
    "enter": say("Enter the numbers"),
}
"""The texts of sheet-points.js."""


def counting(form: RoundForm, sides: Sequence[Player]) -> Mapping[str, Any]:
    """Return the facts of a form with the keys and names of its sides (players or teams), and the texts."""
    own = [
        {"key": side.key, "name": side.name, **facts} for side, facts in zip(sides, form.counting["sides"], strict=True)
    ]
    return {**form.counting, "sides": own, "words": WORDS}


def counting_sheet(form: SheetForm, sides: Sequence[PlayerTag]) -> Mapping[str, Any]:
    """Return the facts of a sheet with the keys and names of its sides (players or teams), and the texts."""
    own = zip(sides, form.counting["sides"], strict=True)
    facts = [{"key": side.key, "name": side.name, "sign": side.sign, **each} for side, each in own]
    return {**form.counting, "sides": facts, "words": IN_SHEET}
