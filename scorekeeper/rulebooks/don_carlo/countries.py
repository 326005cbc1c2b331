"""The countries, which of them are in play, and the cards and colours of the families."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ...core.messages import Message, say


@dataclass(frozen=True, slots=True, eq=False)  # there is one object for each, compared by identity
class Country:
    """A country card: the `sums` of code names that go there, its `worth` in points, its `name` and its `label`.

    The label has the sums, too: "Chaotania [8]". Where the English rulebook has no name, both have the number ("Country
    4"); a translation can have the name. Source: "How to set up the game"; "End of the game: country scoring" for the
    worth of [1-3] and [9-12].
    """

    sums: range
    worth: int
    name: Message
    label: Message

    @property
    def number(self) -> str:
        """What is printed on the card: "1–3", "4"."""
        return f"{self.sums[0]}–{self.sums[-1]}" if self.takes_several else str(self.sums[0])

    @property
    def takes_several(self) -> bool:
        """Whether the card shows a range of sums; then its worth cannot be read from it."""
        return len(self.sums) > 1


EGOISTRIA = Country(range(1, 4), 3, say("Egoistria"), say("Egoistria [1-3]"))
FOUR = Country(range(4, 5), 4, say("Country\N{NO-BREAK SPACE}4"), say("Country 4"))
FIVE = Country(range(5, 6), 5, say("Country\N{NO-BREAK SPACE}5"), say("Country 5"))
ABSURDISTAN = Country(range(6, 7), 6, say("Absurdistan"), say("Absurdistan [6]"))
SEVEN = Country(range(7, 8), 7, say("Country\N{NO-BREAK SPACE}7"), say("Country 7"))
CHAOTANIA = Country(range(8, 9), 8, say("Chaotania"), say("Chaotania [8]"))
SQUADRONIA = Country(range(9, 13), 9, say("Squadronia"), say("Squadronia [9-12]"))

IN_PLAY: Mapping[int, tuple[Country, ...]] = {
    2: (EGOISTRIA, FIVE, ABSURDISTAN, SEVEN, SQUADRONIA),
    3: (EGOISTRIA, FIVE, ABSURDISTAN, SEVEN, CHAOTANIA, SQUADRONIA),
    4: (EGOISTRIA, FOUR, FIVE, ABSURDISTAN, SEVEN, CHAOTANIA, SQUADRONIA),
}
"""The countries on the table by number of players. Source: "How to set up the game"."""

FAMILY: tuple[int, ...] = (4, 4, 4, 4, 4, 3, 2)
"""How many cards of each number, 0 to 6, a family has. Source: "Contents"."""

HAND = 4
"""How many cards everybody holds. Source: "How to play"; "What do I do, if I can't send out an agent?"."""

COLOURS = ("blue", "green", "grey", "brown")
"""The families by colour."""

COLOUR_LABELS = (say("Blue: Zampiano"), say("Green: Donny"), say("Grey"), say("Brown"))
"""The same for people, with the head of the family where the rulebook gives their colour."""


@cache
def country_of_sum(seat_count: int) -> Mapping[int, int]:
    """Return the index in IN_PLAY[seat_count] of the country for each sum; a sum without a country is left out."""
    return {total: index for index, country in enumerate(IN_PLAY[seat_count]) for total in country.sums}
