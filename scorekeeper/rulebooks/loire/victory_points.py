"""Points that are printed on cards beside the estate: victory point cards and sold goods."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...core.fields import Integer
from ...core.messages import many, say
from ...core.sheet import Column, Note
from .counting import Number, Owned, optional

COLUMNS = (Column("victory_cards", say("victory point cards")), Column("goods", say("sold goods")))
FIELDS = (
    optional("victory_cards", Integer(), say("Points on victory point cards")),
    optional("goods_vp", Integer(), say("Points on sold goods")),
)

BOX: Mapping[int, int] = {1: 8, 2: 7}
"""How many victory point cards there are, by their points. Source: "Game Components"."""

IN_BOX = sum(points * cards for points, cards in BOX.items())
"""The points on all victory point cards together."""


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """The points on victory point `cards` and on sold `goods`. Source: "Action 3", "Action 6"."""

    cards: int = 0
    goods: int = 0


def numbers(shown: VictoryPoints) -> Iterator[Number]:
    """Yield every number that was entered, to be checked."""
    yield Number("victory_cards", say("victory point cards"), shown.cards)
    yield Number("goods_vp", say("sold goods"), shown.goods)


def points(shown: VictoryPoints) -> Mapping[str, int | None]:
    """Return the parts of the score that are for these cards. Source: "Game End"."""
    return {"victory_cards": shown.cards, "goods": shown.goods}


def more_than_there_are(shown: Sequence[Owned[VictoryPoints]]) -> Note | None:
    """Return a note if all together have more points than the cards in the box, or None. Source: "Game Components"."""
    count = sum(each.thing.cards for each in shown)
    if count <= IN_BOX:
        return None
    players = tuple(each.player for each in shown if each.thing.cards)
    message = many(
        "{player} has {points} points on victory point cards, but the box has only {most}. Miscounted?",
        "{player} together have {points} points on victory point cards, but the box has only {most}. Miscounted?",
        len(players),
        player=players,
        points=count,
        most=IN_BOX,
    )
    return Note("more-victory-cards", message)
