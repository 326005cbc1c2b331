"""All code names, each with a bit of its own, so that a set of code names is one whole number.

What a family can still send is then one `&`: of the names that its cards allow, and of those that nobody has sent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from .countries import FAMILY, country_of_sum

LONGEST = 4
"""How many cards a code name has at most. Source: "How to play", 1) Assign a code name."""
RUN_BONUS, TRIPLE_BONUS = 1, 2
"""The bonus points for three consecutive and for three identical numbers. Source: "How to play", 4) Scoring points."""
BONUS_LENGTH = 3
"""How many cards a code name with a bonus has, no more and no less. Source: the same, "Attention"."""

CodeName = tuple[int, ...]
"""The numbers of the cards, ascending."""


@dataclass(frozen=True, slots=True)
class Directory:
    """The code names for which there is a country with a given number of players.

    `names` lists them; `bits` has the bit of each; `needing[number][count]` has the bits of the names with at least
    `count` (0 to 5) cards of that number; `all` has every bit.
    """

    names: tuple[CodeName, ...]
    bits: Mapping[CodeName, int]
    needing: tuple[tuple[int, ...], ...]
    all: int

    def listed(self, bits: int) -> tuple[CodeName, ...]:
        """Return the names whose bits are set, in the order of `names`."""
        return tuple(name for index, name in enumerate(self.names) if bits >> index & 1)


@cache
def every_combination() -> tuple[CodeName, ...]:
    """Return all combinations of one to four cards of a family, also those for which there is no country."""
    return tuple(
        name
        for length in range(1, LONGEST + 1)
        for name in combinations_with_replacement(range(len(FAMILY)), length)
        if all(name.count(number) <= FAMILY[number] for number in name)
    )


@cache
def directory(seat_count: int) -> Directory:
    """Return the code names of a game with that many players (2 to 4). Source: "How to play", 1) and 2)."""
    sums = country_of_sum(seat_count)
    names = tuple(name for name in every_combination() if sum(name) in sums)
    bits = {name: 1 << index for index, name in enumerate(names)}
    needing = tuple(
        tuple(sum(bit for name, bit in bits.items() if name.count(number) >= count) for count in range(LONGEST + 2))
        for number in range(len(FAMILY))
    )
    return Directory(names, bits, needing, (1 << len(names)) - 1)


def spelled(name: CodeName) -> str:
    """Return a code name as it is written: "1/1/6"."""
    return "/".join(map(str, name))


def bonus(name: CodeName) -> int:
    """Return the bonus points of a code name. Source: "How to play", 4) Scoring points: combinations of 3."""
    if len(name) != BONUS_LENGTH:
        return 0
    first, second, third = name
    if first == second == third:
        return TRIPLE_BONUS
    return RUN_BONUS if (second, third) == (first + 1, first + 2) else 0
