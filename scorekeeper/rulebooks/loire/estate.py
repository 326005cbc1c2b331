"""The estate: action cards of seven types, the cloisters added to them, and the points for triples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...core.errors import IllegalPlay, Unreadable
from ...core.fields import Field, Integer, People, Record, integer
from ...core.messages import Message, say
from ...core.rulebook import Option
from ...core.sheet import Column
from ...core.table import Table
from .counting import Cards, Counts, given, optional, optional_fields


@dataclass(frozen=True, slots=True)
class CardType:
    """A type of action cards, with its `name` in the document and its number of cards. Source: "Game Components"."""

    name: str
    label: Message
    sign: str
    deck: int


CARD_TYPES = (
    CardType("castles", say("castles"), "♜", 12),
    CardType("mines", say("mines"), "⚒", 12),
    CardType("cloisters", say("cloisters"), "✝", 12),
    CardType("knowledge", say("knowledge"), "✎", 18),
    CardType("ships", say("ships"), "⚓", 18),
    CardType("pastures", say("pastures"), "❦", 18),
    CardType("buildings", say("buildings"), "⌂", 24),
)
"""The card types. All tuples by type in this rulebook are in this order."""

TYPES = tuple(each.name for each in CARD_TYPES)
TYPE_LABELS = tuple(each.label for each in CARD_TYPES)
CLOISTERS = TYPES.index("cloisters")
NO_CARDS = (0,) * len(TYPES)
DECKS = Cards(TYPE_LABELS, tuple(each.deck for each in CARD_TYPES), "too-many-cards", "estate")

TRIPLE = 3
"""The number of cards of a type that score together. Source: "Action 2: Place a project in your estate"."""

MAX_ADDED = TRIPLE - 1
"""The maximum number of cloisters added per card of a type: a stack of three has at least one card of its type."""

PRINTED: Mapping[str, int] = {"buildings": 3, "pastures": 4, "cloisters": 6}
"""Points of a triple by type, if the rulebook gives them; the points of other types are only printed on the cards.

Source: "Action 2: Place a project in your estate".
"""


@dataclass(frozen=True, slots=True)
class Estate:
    cards: Counts = NO_CARDS
    cloisters: Counts = NO_CARDS

    @property
    def stacks(self) -> Counts:
        """The number of cards counted as each type; an added cloister counts as that type. Source: "Cloisters"."""
        return tuple(cards + added for cards, added in zip(self.cards, self.cloisters, strict=True))

    @property
    def triples(self) -> Counts:
        """The number of triples of each type. Source: "Action 2: Place a project in your estate"."""
        return tuple(count // TRIPLE for count in self.stacks)

    @property
    def drawn(self) -> Counts:
        """The number of cards from each deck; an added cloister counts as a cloister here."""
        drawn = list(self.cards)
        drawn[CLOISTERS] += sum(self.cloisters)
        return tuple(drawn)


def entered(values: Mapping[str, Mapping[str, int]] | None) -> Estate:
    """Return the estate of a play; an omitted number is 0."""
    stacks = [(values or {}).get(name, {}) for name in TYPES]
    return Estate(tuple(each.get("cards", 0) for each in stacks), tuple(each.get("cloisters", 0) for each in stacks))


def entry(estate: Estate) -> Mapping[str, Mapping[str, int]]:
    """Return the values that enter this estate, with every number given."""
    stacks = zip(TYPES, estate.cards, estate.cloisters, strict=True)
    return {name: {"cards": cards, "cloisters": cloisters} for name, cards, cloisters in stacks}


def check_cloisters(estate: Estate) -> None:
    """Raise IllegalPlay if a type has more added cloisters than its cards allow. Source: "Cloisters": "Wild"."""
    for index, (label, cards, added) in enumerate(zip(TYPE_LABELS, estate.cards, estate.cloisters, strict=True)):
        most = MAX_ADDED * cards
        if added and index == CLOISTERS:
            message = say("Cloisters are not added to {type}: count them as cards of that type.", type=label)
            raise IllegalPlay("cloister-without-card", message, "estate")
        if added > most:
            message = say(
                "At most {most} cloisters can be added to {type}, two to each card, not {added}.",
                most=most,
                type=label,
                added=added,
            )
            raise IllegalPlay("cloister-without-card", message, "estate")


def triple_values(table: Table) -> Mapping[str, int]:
    """Return the points of a triple by type, except types with an unknown value. Source: "Action 2"."""
    return {**PRINTED, **table.options.get("triple_values", {})}


def lacking(estate: Estate, worth: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(name for name, count in zip(TYPES, estate.triples, strict=True) if count and name not in worth)


def values_missing(types: Sequence[str]) -> Message:
    return say("Fill in what a triple of {types} is worth: it is printed on the cards.", types=labels(types))


def points(estate: Estate, worth: Mapping[str, int]) -> int | None:
    """Return the points for triples; None while a value is missing. Source: "Action 2"."""
    if lacking(estate, worth):
        return None
    return sum(count * worth[name] for name, count in zip(TYPES, estate.triples, strict=True) if count)


def labels(types: Sequence[str]) -> tuple[Message, ...]:
    return tuple(TYPE_LABELS[TYPES.index(each)] for each in types)


def piles(values: Mapping[str, int] | None) -> Estate:
    """Return the estate of Aaron's table; he never adds cloisters to other types."""
    return Estate(given(values, TYPES))


@dataclass(frozen=True, slots=True)
class PrintedValue(Integer):
    """The field of a number printed on a card: an integer from 0."""

    def read(self, value: object, people: People) -> int:
        if integer(value) < 0:
            raise Unreadable(say("what is printed on a card is never negative"))
        return integer(value)


COLUMN = Column("triples", say("triples"))
STACK = Record(optional_fields(("cards", "cloisters"), (say("cards"), say("cloisters added to them")), Integer()))
STACKS = optional("estate", Record(optional_fields(TYPES, TYPE_LABELS, STACK)), say("Estate"))
PILES = optional("estate", Record(optional_fields(TYPES, TYPE_LABELS, Integer())), say("Estate"))
TRIPLE_VALUES = Option(
    Field(
        "triple_values",
        Record(optional_fields(TYPES, TYPE_LABELS, PrintedValue())),
        say("What a triple is worth"),
        required=False,
        hint=say("As printed at the foot of the cards"),
    ),
    remembered=True,
    initial=PRINTED,
)
