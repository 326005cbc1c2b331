"""The start player card, which counts a point at the end."""

from collections.abc import Mapping, Sequence

from ...core.errors import IllegalPlay
from ...core.fields import Flag
from ...core.messages import say
from ...core.sheet import Column, Note
from .counting import Owned, optional

POINTS = 1
"""Points of the card, either side up. Source: "Game End"."""

COLUMNS = (Column("start_player", say("start player")),)
FIELDS = (optional("start_player", Flag(), say("Start player card")),)
UNCLAIMED = Note("start-player-unclaimed", say("Nobody has the start player card, which counts 1 point."))


def check(held: bool, others: Sequence[Owned[bool]]) -> None:
    """Raise IllegalPlay if somebody else has the card."""
    for other in others:
        if held and other.thing:
            message = say(
                "{player} already has the start player card: play {number}.", player=other.player, number=other.number
            )
            raise IllegalPlay("start-player-taken", message, "start_player")


def points(held: bool, alone: bool) -> Mapping[str, int | None]:
    """Return the part of the score for the card; `alone` it is not used. Source: "Game End", "Solitaire Variation"."""
    return {"start_player": POINTS if held and not alone else 0}
