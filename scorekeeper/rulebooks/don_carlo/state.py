"""The countries, the code names, and the state of a game: agents, cards, the turn, and the eliminated seats."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement

from ...core.messages import Message, say
from ...core.rulebook import stop
from ...core.table import Summary, Table


@dataclass(frozen=True, slots=True, eq=False)  # one object per country, compared by identity
class Country:
    """A country card: the `sums` of code names that go there, its `worth` in points, its `name` and its `label`.

    The label is the name with the sums, such as "Chaotania [8]". If the English rulebook does not give a name, both
    contain the number ("Country 4"), and a translation can have the name. Source: "How to set up the game"; "End of the
    game: country scoring" for the worth of [1-3] and [9-12].
    """

    sums: range
    worth: int
    name: Message
    label: Message

    @property
    def number(self) -> str:
        """The sums as printed on the card: "1–3", "4"."""
        return f"{self.sums[0]}–{self.sums[-1]}" if self.takes_several else str(self.sums[0])

    @property
    def takes_several(self) -> bool:
        """Whether the card shows a range of sums, which do not show its worth."""
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
"""The number of cards in a family of each number, 0 to 6. Source: "Contents"."""

HAND = 4
"""The number of cards in a hand. Source: "How to play"; "What do I do, if I can't send out an agent?"."""

COLOURS = ("blue", "green", "grey", "brown")
"""The colours of the families, as stored."""

COLOUR_LABELS = (say("Blue: Zampiano"), say("Green: Donny"), say("Grey"), say("Brown"))
"""The labels of the colours, with the head of the family if the rulebook gives the head's colour."""


@cache
def country_of_sum(seat_count: int) -> Mapping[int, int]:
    """Return the index of the country in IN_PLAY[seat_count] by sum; sums without a country are omitted."""
    return {total: index for index, country in enumerate(IN_PLAY[seat_count]) for total in country.sums}


LONGEST = 4
"""The maximum number of cards in a code name. Source: "How to play", 1) Assign a code name."""
RUN_BONUS, TRIPLE_BONUS = 1, 2
"""The bonus points for three consecutive and for three identical numbers. Source: "How to play", 4) Scoring points."""
BONUS_LENGTH = 3
"""The exact number of cards in a code name with a bonus. Source: "How to play", 4) Scoring points, "Attention"."""

CodeName = tuple[int, ...]
"""The numbers of the cards, ascending."""


@dataclass(frozen=True, slots=True)
class Directory:
    """The code names with a country for a given number of players, each with a bit in bit sets.

    `names` lists them, and `bits` has the bit of each. `needing[number][count]` has the bits of the names with at least
    `count` (0 to 5) cards of that number. `all` has every bit.
    """

    names: tuple[CodeName, ...]
    bits: Mapping[CodeName, int]
    needing: tuple[tuple[int, ...], ...]
    all: int

    def listed(self, bits: int) -> tuple[CodeName, ...]:
        return tuple(name for index, name in enumerate(self.names) if bits >> index & 1)


@cache
def every_combination() -> tuple[CodeName, ...]:
    """Return all combinations of one to four cards of a family, including those that no country takes."""
    return tuple(
        name
        for length in range(1, LONGEST + 1)
        for name in combinations_with_replacement(range(len(FAMILY)), length)
        if all(name.count(number) <= FAMILY[number] for number in name)
    )


@cache
def directory(seat_count: int) -> Directory:
    """Return the code names of a game with `seat_count` players (2 to 4). Source: "How to play", 1) and 2)."""
    sums = country_of_sum(seat_count)
    names = tuple(name for name in every_combination() if sum(name) in sums)
    bits = {name: 1 << index for index, name in enumerate(names)}
    needing = tuple(
        tuple(sum(bit for name, bit in bits.items() if name.count(number) >= count) for count in range(LONGEST + 2))
        for number in range(len(FAMILY))
    )
    return Directory(names, bits, needing, (1 << len(names)) - 1)


def spelled(name: CodeName) -> str:
    """Return a formatted code name, such as "1/1/6"."""
    return "/".join(map(str, name))


def bonus(name: CodeName) -> int:
    """Return the bonus points of a code name. Source: "How to play", 4) Scoring points: combinations of 3."""
    if len(name) != BONUS_LENGTH:
        return 0
    first, second, third = name
    if first == second == third:
        return TRIPLE_BONUS
    return RUN_BONUS if (second, third) == (first + 1, first + 2) else 0


@dataclass(frozen=True, slots=True)
class Sent:
    """An agent on the table: the seat that sent it, its code name, and the number of its play (from 1)."""

    seat: int
    code_name: CodeName
    number: int

    @property
    def written(self) -> str:
        return spelled(self.code_name)


@dataclass(frozen=True, slots=True)
class State:
    """The table after some plays.

    - `cards[seat][number]`: the number of cards left, in hand and stockpile together;
    - `allowed[seat]`: bits of the code names that these cards allow;
    - `open`: bits of the code names not sent yet;
    - `queues`: the agents in each of `countries`, in the order of arrival;
    - `influence`, `bonus`: points by seat;
    - `last`: the seat that sent the last agent, or None before the first agent;
    - `stopped`: whether the table agreed to end the game early.
    """

    table: Table
    cards: tuple[tuple[int, ...], ...]
    allowed: tuple[int, ...]
    open: int
    queues: tuple[tuple[Sent, ...], ...]
    influence: tuple[int, ...]
    bonus: tuple[int, ...]
    last: int | None = None
    stopped: bool = False

    @property
    def seat_count(self) -> int:
        return len(self.table.players)

    @property
    def directory(self) -> Directory:
        return directory(self.seat_count)

    @property
    def countries(self) -> tuple[Country, ...]:
        return IN_PLAY[self.seat_count]


def start(table: Table) -> State:
    """Return the table before the first play. Source: "How to set up the game"."""
    seat_count = len(table.players)
    every = directory(seat_count).all
    return State(
        table,
        cards=(FAMILY,) * seat_count,
        allowed=(every,) * seat_count,
        open=every,
        queues=((),) * len(IN_PLAY[seat_count]),
        influence=(0,) * seat_count,
        bonus=(0,) * seat_count,
    )


def turn(state: State) -> int | None:
    """Return the seat on turn: the next after `state.last` that can still send an agent, or None if no seat can.

    Source: "How to play", 5); "What do I do, if I can't send out an agent?".
    """
    first = 0 if state.last is None else state.last + 1
    seats = ((first + step) % state.seat_count for step in range(state.seat_count))
    return next((seat for seat in seats if sendable(state, seat)), None)


def finished(state: State) -> bool:
    """Return whether no player can send an agent, or the table agreed to end the game. Source: "End of the game"."""
    return state.stopped or not any(map(state.open.__and__, state.allowed))


def eliminated(state: State) -> tuple[int, ...]:
    """Return the eliminated seats. Source: "What do I do, if I can't send out an agent?"."""
    return tuple(seat for seat in range(state.seat_count) if not sendable(state, seat))


def sendable(state: State, seat: int) -> int:
    """Return the bits of the code names that a player can still send with all cards left, in hand and stockpile."""
    return state.open & state.allowed[seat]


def cards_left(state: State, seat: int) -> int:
    return sum(state.cards[seat])


def stopped(state: State) -> State:
    return replace(state, stopped=True)


STOP = stop(stopped, summary=Summary(say("Ended early"), say("The countries are scored at once")))
