"""The animals: how many there are of each, and the sets that score."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...core.fields import Integer, Record
from ...core.messages import say
from ...core.sheet import Column
from .counting import Cards, Counts, Number, optional, optional_fields

ANIMALS = ("chickens", "cows", "sheep", "pigs")
"""The animals. Everything "by animal" in this rulebook is in this order."""

LABELS = (say("chickens"), say("cows"), say("sheep"), say("pigs"))
NONE = (0,) * len(ANIMALS)

EACH = 5
"""How many cards there are of each animal. Source: "Game Components"."""

SET_POINTS: Mapping[int, int] = {4: 4, 3: 2, 2: 1}
"""Points of a set by its number of different animals; a single animal counts nothing. Source: "Game End"."""

CARDS = Cards(LABELS, (EACH,) * len(ANIMALS), "too-many-animals", "animals")
COLUMNS = (Column("animals", say("animals")),)
FIELDS = (optional("animals", Record(optional_fields(ANIMALS, LABELS, Integer())), say("Animals")),)


@dataclass(frozen=True, slots=True)
class Sets:
    """How many sets of four, three and two different animals there are, and how many `unused` animals in no set."""

    fours: int
    threes: int
    twos: int
    unused: int

    @property
    def points(self) -> int:
        return self.fours * SET_POINTS[4] + self.threes * SET_POINTS[3] + self.twos * SET_POINTS[2]


def sets(animals: Counts) -> Sets:
    """Return the sets that the animals make, the largest being made first. Source: "Game End"."""
    most, second, third, fewest = sorted(animals, reverse=True)
    return Sets(fewest, third - fewest, second - third, most - second)


def numbers(animals: Counts) -> Iterator[Number]:
    """Yield every number that was entered, to be checked."""
    for label, count in zip(LABELS, animals, strict=True):
        yield Number("animals", label, count)


def points(animals: Counts) -> Mapping[str, int | None]:
    """Return the part of the score that is for animals."""
    return {"animals": sets(animals).points}
