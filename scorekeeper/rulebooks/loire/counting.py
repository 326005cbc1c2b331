"""Helpers for counted things: their owners, the number of cards in the box, and optional fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ...core.errors import IllegalPlay
from ...core.fields import Field, Shape
from ...core.messages import Message, say

T = TypeVar("T")

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Owned(Generic[T]):
    """A `thing` of the `player` (a name, or Aaron), and the `number` of the play that entered it."""

    player: str
    thing: T
    number: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of several types: the numbers in the box (`many`), and the `code` and `field` of the refusal of more."""

    labels: tuple[Message, ...]
    many: Counts
    code: str
    field: str


def check_enough(cards: Cards, player: str, counts: Counts, others: Sequence[Owned[Counts]]) -> None:
    """Raise IllegalPlay if `counts` and the counts of `others` together exceed the cards. Source: "Game Components"."""
    for index, (label, most, count) in enumerate(zip(cards.labels, cards.many, counts, strict=True)):
        taken = [(each.player, each.thing[index]) for each in others if each.thing[index]]
        if count + sum(number for _, number in taken) > most:
            raise IllegalPlay(cards.code, _too_many(most, label, player, count, taken), cards.field)


def _too_many(most: int, label: Message, player: str, count: int, taken: Sequence[tuple[str, int]]) -> Message:
    if not taken:
        return say(
            "There are only {most} {type}: {player} cannot have {count}.",
            most=most,
            type=label,
            player=player,
            count=count,
        )
    return say(
        "There are only {most} {type}: {player} cannot have {count}. Already taken: {others}.",
        most=most,
        type=label,
        player=player,
        count=count,
        others=tuple(f"{other} {number}" for other, number in taken),
    )


def given(values: Mapping[str, int] | None, names: Sequence[str]) -> Counts:
    """Return the values of `names` in the same order; a missing value is 0."""
    return tuple((values or {}).get(name, 0) for name in names)


def optional(name: str, shape: Shape, label: Message) -> Field:
    return Field(name, shape, label, required=False)


def optional_fields(names: Sequence[str], labels: Sequence[Message], shape: Shape) -> tuple[Field, ...]:
    return tuple(optional(name, shape, label) for name, label in zip(names, labels, strict=True))
