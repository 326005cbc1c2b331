"""Cards outside the estate, except bonus cards: victory points, sold goods, animals, start player card, storage.

The cards left in storage break ties: workers, silver, unsold goods, and animals in no set.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...core.errors import IllegalPlay
from ...core.fields import Flag, Integer, Record
from ...core.messages import Message, joined, many, say
from ...core.sheet import Column, Note
from .counting import Cards, Counts, Owned, optional, optional_fields

BOX: Mapping[int, int] = {1: 8, 2: 7}
"""The number of victory point cards, by their points. Source: "Game Components"."""

IN_BOX = sum(points * cards for points, cards in BOX.items())

ANIMALS = ("chickens", "cows", "sheep", "pigs")
"""The animals. All tuples by animal in this rulebook are in this order."""

ANIMAL_LABELS = (say("chickens"), say("cows"), say("sheep"), say("pigs"))
NO_ANIMALS = (0,) * len(ANIMALS)

EACH = 5
"""The number of cards of each animal. Source: "Game Components"."""

SET_POINTS: Mapping[int, int] = {4: 4, 3: 2, 2: 1}
"""Points of a set by its number of different animals; a single animal is not a set. Source: "Game End"."""

ANIMAL_CARDS = Cards(ANIMAL_LABELS, (EACH,) * len(ANIMALS), "too-many-animals", "animals")

START_PLAYER_POINTS = 1
"""Points of the start player card, either side up. Source: "Game End"."""

START_PLAYER_UNCLAIMED = Note(
    "start-player-unclaimed", say("Nobody has the starting player card, which counts 1 point.")
)

STORAGE = ("workers", "silver", "goods")
"""The contents of a storage, except animals, in the order of all storage counts in this rulebook."""

STORAGE_LABELS = (say("workers"), say("silver"), say("goods"))
EMPTY_STORAGE = (0,) * len(STORAGE)
GOODS = STORAGE.index("goods")

GOODS_TYPES = 3
GOODS_EACH = 6
"""The number of cards of each type of goods. Source: "Game Components"."""

LEFT_LABELS = (*STORAGE_LABELS, say("unused animals"))
"""Labels of the cards that break ties. Source: "Game End"."""

VICTORY_COLUMNS = (Column("victory_cards", say("victory point cards")), Column("goods", say("sold goods")))
ANIMAL_COLUMN = Column("animals", say("animals"))
START_PLAYER_COLUMN = Column("start_player", say("starting player"))
LEFT_COLUMN = Column("storage_left", say("cards left in storage"), won_by=say("more cards left in storage"))

FIELDS = (
    optional("victory_cards", Integer(), say("Points on victory point cards")),
    optional("goods_vp", Integer(), say("Points on sold goods")),
    optional("animals", Record(optional_fields(ANIMALS, ANIMAL_LABELS, Integer())), say("Animals")),
    optional("start_player", Flag(), say("Starting player card")),
    optional("storage", Record(optional_fields(STORAGE, STORAGE_LABELS, Integer())), say("Storage")),
)


@dataclass(frozen=True, slots=True)
class Sets:
    """The numbers of sets of four, three and two different animals, and of `unused` animals in no set."""

    fours: int
    threes: int
    twos: int
    unused: int

    @property
    def points(self) -> int:
        return self.fours * SET_POINTS[4] + self.threes * SET_POINTS[3] + self.twos * SET_POINTS[2]


def sets(animals: Counts) -> Sets:
    """Return the sets formed from the animals, the largest sets first. Source: "Game End"."""
    most, second, third, fewest = sorted(animals, reverse=True)
    return Sets(fewest, third - fewest, second - third, most - second)


def check_start_player(held: bool, others: Sequence[Owned[bool]]) -> None:
    for other in others:
        if held and other.thing:
            message = say(
                "{player} already has the starting player card: entry {number}.",
                player=other.player,
                number=other.number,
            )
            raise IllegalPlay("start-player-taken", message, "start_player")


def left_in_storage(storage: Counts, animals: Counts) -> int:
    """Return the number of cards left: workers, silver, unsold goods, unused animals. Source: "Game End"."""
    return sum(left_by_type(storage, animals))


def left_by_type(storage: Counts, animals: Counts) -> Counts:
    """Return the numbers of cards left, in the order of LEFT_LABELS. Source: "Game End"."""
    return (*storage, sets(animals).unused)


def left_in_words(storage: Counts, animals: Counts) -> Message:
    counted = zip(LEFT_LABELS, left_by_type(storage, animals), strict=True)
    return say(
        "Left in storage, which breaks ties: {sum} = {total}",
        sum=joined([joined(each, " ") for each in counted], " + "),
        total=left_in_storage(storage, animals),
    )


def more_victory_cards(shown: Sequence[Owned[int]]) -> Note | None:
    """Return a note if there are more points on victory point cards than in the box. Source: "Game Components"."""
    count = sum(each.thing for each in shown)
    if count <= IN_BOX:
        return None
    players = tuple(each.player for each in shown if each.thing)
    message = many(
        "{player} has {points} points on victory point cards, but the box has only {most}. Miscounted?",
        "{player} together have {points} points on victory point cards, but the box has only {most}. Miscounted?",
        len(players),
        player=players,
        points=count,
        most=IN_BOX,
    )
    return Note("more-victory-cards", message)


def more_goods(unsold: Sequence[Owned[Counts]], sellers: int) -> Note | None:
    """Return a note if there are more goods than in the box, or None.

    The number of goods sold is not entered, but each of the `sellers` has sold at least one. Source: "Game Components".
    """
    count, most = sum(each.thing[GOODS] for each in unsold), GOODS_TYPES * GOODS_EACH
    if count + sellers <= most:
        return None
    if count > most:
        message = say("{count} unsold goods are more than the {most} in the box. Miscounted?", count=count, most=most)
    else:
        message = say(
            "{count} unsold goods, and at least {sold} sold, are more than the {most} in the box. Miscounted?",
            count=count,
            sold=sellers,
            most=most,
        )
    return Note("more-goods", message)
