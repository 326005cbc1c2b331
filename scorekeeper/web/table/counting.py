"""What a phone needs to count the points of a round with fields while it is typed (counting.js)."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.messages import Message, say
from ...pads.definition import NO_MULTIPLE, TOO_HIGH, TOO_LOW
from ...pads.formula import MISSING, TOO_FEW, TOO_MANY
from ...pads.round_form import RoundForm
from .lines import Player

WORDS = {
    "missing": Message(MISSING),
    "tooMany": Message(TOO_MANY),
    "tooFew": Message(TOO_FEW),
    "tooHigh": Message(TOO_HIGH),
    "tooLow": Message(TOO_LOW),
    "noMultiple": Message(NO_MULTIPLE),
    "check": say("Check {players}."),
    "all": say("{field}: {found} in all"),
    "allOf": say("{field}: {found} of {sum}"),
    "beside": say("{field}: {found} in all · {other}: {sum}"),
    "left": say("{number} left for {players}"),
    "adds": say("Each key adds its number."),
    "next": say("Next: {player}"),
}
"""The texts of counting.js."""


def counting(form: RoundForm, sides: Sequence[Player]) -> Mapping[str, Any]:
    """Return the facts of a form with the keys and names of its sides (players or teams), and the texts."""
    own = [
        {"key": side.key, "name": side.name, **facts} for side, facts in zip(sides, form.counting["sides"], strict=True)
    ]
    return {**form.counting, "sides": own, "words": WORDS}
