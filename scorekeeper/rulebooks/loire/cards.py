"""The cards in the box: types and their decks, bonus cards, animals, and Aaron's piles."""

from collections.abc import Mapping

from ...core.messages import Message, say

TYPES = ("castles", "mines", "cloisters", "knowledge", "ships", "pastures", "buildings")
"""The types of action cards. Every tuple "by type" in this rulebook is in this order."""

TYPE_LABELS: tuple[Message, ...] = (
    say("castles"),
    say("mines"),
    say("cloisters"),
    say("knowledge"),
    say("ships"),
    say("pastures"),
    say("buildings"),
)
"""What to call the types."""

CLOISTERS = TYPES.index("cloisters")

DECK: tuple[int, ...] = (12, 12, 12, 18, 18, 18, 24)
"""How many cards there are of each type. Source: "Game Components"."""

TRIPLE = 3
"""How many cards of a type score together. Source: "Action 2: Place a project in your estate"."""

PRINTED: Mapping[str, int] = {"buildings": 3, "pastures": 4, "cloisters": 6}
"""What a triple is worth where the rulebook says so; the cards of the other types have it printed on them.

Source: "Action 2: Place a project in your estate".
"""

FIRST_POINTS = 1
"""What the bonus card for the first triple of a type counts. Source: "Additional important rules"."""

ALL_SEVEN: Mapping[int, tuple[int, ...]] = {1: (3, 1), 2: (3, 1), 3: (4, 2, 1), 4: (4, 3, 2, 1)}
"""The points on the bonus cards for all 7 types, by number of players. Source: "Game Setup", "Solitaire Variation"."""

ANIMALS = ("chickens", "cows", "sheep", "pigs")
"""The animals. Every tuple "by animal" in this rulebook is in this order."""

ANIMAL_LABELS: tuple[Message, ...] = (say("chickens"), say("cows"), say("sheep"), say("pigs"))
"""What to call the animals."""

EACH_ANIMAL = 5
"""How many cards there are of each animal. Source: "Game Components"."""

SET_POINTS: Mapping[int, int] = {4: 4, 3: 2, 2: 1}
"""What a set of so many different animals counts; a single one counts nothing. Source: "Game End"."""

STORAGE = ("workers", "silver", "goods")
"""What lies in a storage besides animals."""

STORAGE_LABELS: tuple[Message, ...] = (say("workers"), say("silver"), say("goods"))
"""What to call it."""

AARON = "Aaron"
"""The opponent of somebody who plays alone. Source: "Solitaire Variation"."""

ROUNDS = "ABCDE"
"""The rounds. Source: "Game Play"."""

AARONS_CARDS: tuple[int, ...] = (3, 7, 12, 18, 25)
"""How many cards Aaron has in all in each round. Source: "Solitaire Variation"."""
