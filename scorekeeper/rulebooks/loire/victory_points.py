"""Points that can be read off cards at the side of the estate: victory point cards and sold goods."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...core.fields import Integer
from ...core.messages import say
from ...core.sheet import Column
from .counting import Number, optional

COLUMNS = (Column("victory_cards", say("victory point cards")), Column("goods", say("sold goods")))
FIELDS = (
    optional("victory_cards", Integer(), say("Points on victory point cards")),
    optional("goods_vp", Integer(), say("Points on sold goods")),
)


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """The points on victory point `cards` and on sold `goods`. Source: "Action 3", "Action 6"."""

    cards: int = 0
    goods: int = 0


def numbers(shown: VictoryPoints) -> Iterator[Number]:
    """Yield every number that was entered."""
    yield Number("victory_cards", say("victory point cards"), shown.cards)
    yield Number("goods_vp", say("sold goods"), shown.goods)


def points(shown: VictoryPoints) -> Mapping[str, int | None]:
    """Return what the cards show. Source: "Game End"."""
    return {"victory_cards": shown.cards, "goods": shown.goods}
