"""The signs of the card types, as the pages at the table show them."""

from ....core.rules import Drawing
from ..estate import CARD_TYPES, CardType

BY_NAME = {each.name: each for each in CARD_TYPES}


def sign(each: CardType) -> Drawing:
    """Return the sign of a card type with its label."""
    return Drawing("badge", each.label, {"name": each.name, "sign": each.sign}, named=True)


def cards(*names: str) -> tuple[CardType, ...]:
    """Return the card types with these names, to be drawn as cards."""
    return tuple(BY_NAME[name] for name in names)
