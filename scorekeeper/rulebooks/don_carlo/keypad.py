"""What the page needs to answer every tap at once: the rules' own word on every code name that could be typed.

No rule is repeated in the browser; it looks up what is laid out here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain

from ...core.messages import Message, say
from .agent import cards_spent, going, length_fault, no_country, taken
from .code_names import LONGEST, CodeName, bonus, directory, every_combination, spelled
from .countries import FAMILY, Country, country_of_sum
from .state import Sent, State, cards_left, sendable, turn

BLANK = "%"
"""Stands for the code name in a sentence that serves many; the page puts the typed one in its place."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of each of the `names` (as digits, separated by spaces); `points` is None if they may not go."""

    names: str
    headline: Message
    detail: Message | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Keypad:
    """What a player can type, and what comes of it.

    `cards`: how many are left, `left`: how many of each number; `longest`: how many a code name takes. `groups`: the
    verdicts on every code name that the cards allow, and on some that they do not; the first group is of those that can
    go, each other one seldom changes. `spent`: for each number, why one more than is left cannot be laid. `full`: why
    there is no fifth number. `on_turn`: it is this player's turn. `receipt`: what the last agent was (None before the
    first).
    """

    cards: int
    left: tuple[int, ...]
    longest: int
    groups: tuple[tuple[Verdict, ...], ...]
    spent: tuple[Message, ...]
    full: Message
    on_turn: bool
    receipt: Message | None

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Every verdict."""
        return tuple(chain.from_iterable(self.groups))


def keypad(state: State, seat: int) -> Keypad:
    """Return what the page needs so that the player at that seat can send an agent."""
    return Keypad(
        cards_left(state, seat),
        state.cards[seat],
        LONGEST,
        tuple(filter(None, (tuple(_sendable(state, seat)), _nowhere(state.seat_count), *_taken(state)))),
        tuple(cards_spent(state, seat, number) for number in range(len(FAMILY))),
        length_fault(LONGEST + 1),
        seat == turn(state),
        receipt(state),
    )


def receipt(state: State) -> Message | None:
    """Return who sent the last agent, where to, and what that earned: "Anja 0/0/2 to Egoistria: +2"."""
    begun = [each for each in zip(state.countries, state.queues, strict=True) if each[1]]
    if not begun:
        return None
    country, queue = max(begun, key=lambda each: each[1][-1].number)
    last = queue[-1]
    return say(
        "{player} {code_name} to {country}: {points}",
        player=state.table.players[last.seat],
        code_name=spelled(last.code_name),
        country=country.name,
        points=f"+{len(queue) + bonus(last.code_name)}",
    )


def _sendable(state: State, seat: int) -> Iterable[Verdict]:
    """Yield one verdict for all code names that can go to the same country with the same bonus, the shortest first."""
    can = sendable(state, seat)
    groups = [
        (country, extra, [digits for bit, digits in names if can & bit])
        for country, extra, every, names in _scored_alike(state.seat_count)
        if can & every
    ]
    for country, extra, names in sorted(groups, key=lambda group: (len(group[2][0]), group[2][0])):
        summary = going(state.countries[country], len(state.queues[country]) + 1, BLANK, extra)
        yield Verdict(" ".join(names), summary.headline, summary.detail, summary.points)


@cache
def _scored_alike(seat_count: int) -> tuple[tuple[int, int, int, tuple[tuple[int, str], ...]], ...]:
    """Return the code names that can be sent in groups of the same country and bonus: these, all bits, and the names.

    Each name is its bit and its digits.
    """
    sums = country_of_sum(seat_count)
    groups: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for name, bit in directory(seat_count).bits.items():
        groups.setdefault((sums[sum(name)], bonus(name)), []).append((bit, _digits(name)))
    return tuple((*alike, sum(bit for bit, _ in names), tuple(names)) for alike, names in groups.items())


@cache
def _nowhere(seat_count: int) -> tuple[Verdict, ...]:
    """Return one verdict for all code names of the same sum that leads nowhere."""
    sums = country_of_sum(seat_count)
    groups: dict[int, list[CodeName]] = {}
    for name in every_combination():
        if sum(name) not in sums:
            groups.setdefault(sum(name), []).append(name)
    return tuple(
        Verdict(" ".join(map(_digits, names)), _blanked(no_country(seat_count, names[0])), None, None)
        for names in groups.values()
    )


def _taken(state: State) -> Iterable[tuple[Verdict, ...]]:
    """Yield for each country the verdicts on the code names that are there."""
    for country, queue in zip(state.countries, state.queues, strict=True):
        yield _taken_there(country, queue, state.table.players)


@lru_cache(512)
def _taken_there(country: Country, queue: tuple[Sent, ...], players: tuple[str, ...]) -> tuple[Verdict, ...]:
    return tuple(
        Verdict(_digits(sent.code_name), taken(country, players[sent.seat], BLANK, sent.number), None, None)
        for sent in queue
    )


def _digits(name: CodeName) -> str:
    return "".join(map(str, name))


def _blanked(message: Message) -> Message:
    return replace(message, values={**message.values, "code_name": BLANK})
