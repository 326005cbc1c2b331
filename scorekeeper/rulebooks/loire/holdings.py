"""What somebody has on the table, and what can be counted in it without knowing what it is worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.messages import Message, say
from .cards import (
    ANIMAL_LABELS,
    ANIMALS,
    CLOISTERS,
    STORAGE,
    STORAGE_LABELS,
    TRIPLE,
    TYPE_LABELS,
    TYPES,
)

NO_CARDS = (0,) * len(TYPES)
NO_ANIMALS = (0,) * len(ANIMALS)
NOTHING_STORED = (0,) * len(STORAGE)


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player, or Aaron, has.

    `cards` and `cloisters` are by type: the cards of that type, and the cloisters laid to them. `first_triples` are
    the types whose "first" card is held, in order; `all_seven` the points on the card for all 7 types, 0 for none;
    `animals` are by animal, `storage` has workers, silver and goods.
    """

    cards: tuple[int, ...] = NO_CARDS
    cloisters: tuple[int, ...] = NO_CARDS
    first_triples: tuple[str, ...] = ()
    all_seven: int = 0
    victory_cards: int = 0
    goods_vp: int = 0
    animals: tuple[int, ...] = NO_ANIMALS
    start_player: bool = False
    storage: tuple[int, ...] = NOTHING_STORED


EMPTY = Holding()


@dataclass(frozen=True, slots=True)
class AnimalSets:
    """A collection of animals as it scores: how many sets of four, three and two, and how many animals in none."""

    fours: int
    threes: int
    twos: int
    unused: int


def given(values: Mapping[str, Any] | None, names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers that were given under these names, 0 for those that were not."""
    return tuple((values or {}).get(name, 0) for name in names)


def numbers(holding: Holding) -> Iterator[tuple[Message, int]]:
    """Yield every number of a holding with what it counts."""
    yield from zip(TYPE_LABELS, holding.cards, strict=True)
    for label, count in zip(TYPE_LABELS, holding.cloisters, strict=True):
        yield say("cloisters laid to {type}", type=label), count
    yield say("all 7 types"), holding.all_seven
    yield say("victory point cards"), holding.victory_cards
    yield say("sold goods"), holding.goods_vp
    yield from zip(ANIMAL_LABELS, holding.animals, strict=True)
    yield from zip(STORAGE_LABELS, holding.storage, strict=True)


def triples(holding: Holding) -> tuple[int, ...]:
    """Return the triples by type: a cloister counts as the type it was laid to. Source: "Cloisters", "Action 2"."""
    both = zip(holding.cards, holding.cloisters, strict=True)
    return tuple((cards + laid) // TRIPLE for cards, laid in both)


def from_decks(holding: Holding) -> tuple[int, ...]:
    """Return by type how many cards came out of its deck: a cloister is one wherever it lies."""
    drawn = list(holding.cards)
    drawn[CLOISTERS] += sum(holding.cloisters)
    return tuple(drawn)


def shows_all_seven(holding: Holding) -> bool:
    """Return whether there are the six other types and a cloister anywhere. Source: "All 7 types"."""
    return all(from_decks(holding))


def animal_sets(animals: tuple[int, ...]) -> AnimalSets:
    """Return the sets that the animals make, the greatest first. Source: "Game End"."""
    most, second, third, fewest = sorted(animals, reverse=True)
    return AnimalSets(fewest, third - fewest, second - third, most - second)


def storage_left(holding: Holding) -> int:
    """Return the cards left in storage: workers, silver, unsold goods, unused animals. Source: "Game End"."""
    return sum(holding.storage) + animal_sets(holding.animals).unused
