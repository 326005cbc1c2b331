"""Data for the keypad of code names: the verdict on each code name that can be typed.

The script in the browser looks up the verdicts, so it answers every tap without a request and contains no rules.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain

from ...core.messages import Message, say
from .agent import CARDS_LEFT, arrival, length_fault, no_country, taken
from .scoring import lines, taking
from .state import (
    LONGEST,
    CodeName,
    Country,
    Sent,
    State,
    bonus,
    cards_left,
    country_of_sum,
    directory,
    every_combination,
    sendable,
    spelled,
    turn,
)

BLANK = "%"
"""Placeholder for the code name or number in a shared message; the script inserts the typed one."""
WHOSE = "$"
"""Placeholder for the player in a shared message; the script inserts the name."""
GAIN = "#"
"""Placeholder for the points in a receipt; the script inserts them."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict shared by all code names in `names` (digits, separated by spaces: "116 44").

    Legal names all go to the same `country` (an index of `State.countries`) for the same `points`. For illegal names,
    `points` is None, and `country` is the country with the same agent, if it was already sent. `others` are names with
    the same verdict, but without the cards for them in this player's family.
    """

    names: str
    headline: Message
    detail: Message | None = None
    points: float | None = None
    country: int | None = None
    others: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The verdict on the unsent code names of a group in `Keypad.groups`; `turns`: the agent takes the country."""

    group: int
    headline: Message
    detail: Message | None
    points: float | None
    country: int | None
    turns: Message | None


@dataclass(frozen=True, slots=True)
class Keypad:
    """A player's cards, and the verdicts on all code names.

    - `cards`: the number of cards left; `left`: the same by number; `hands`: `left` of each seat;
    - `agents`: the number of agents sent by each seat;
    - `longest`: the maximum number of cards in a code name;
    - `groups`: the code names that go to the same country with the same bonus, as digits, separated by spaces;
    - `arrivals`: verdicts on the code names not sent yet, by group; `taken`: on the sent code names, by country;
      `nowhere`: on the code names that no country takes. `groups` and `nowhere` stay the same during a game;
    - `spent`: why one more card of a number cannot be used, by the number of cards left; `full`: why a fifth card
      cannot be added;
    - `on_turn`: whether it is this player's turn;
    - `receipt`: the result of the last agent, or None before the first; `receipts`: the result of the next agent, by
      country.
    """

    cards: int
    left: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    agents: tuple[int, ...]
    longest: int
    arrivals: tuple[Arrival, ...]
    taken: tuple[tuple[Verdict, ...], ...]
    nowhere: tuple[Verdict, ...]
    groups: tuple[str, ...]
    spent: tuple[Message, ...]
    full: Message
    on_turn: bool
    receipt: Message | None
    receipts: tuple[Message, ...]


def keypad(state: State, seat: int) -> Keypad:
    return Keypad(
        cards_left(state, seat),
        state.cards[seat],
        state.cards,
        tuple(sum(sent.seat == each for queue in state.queues for sent in queue) for each in range(state.seat_count)),
        LONGEST,
        tuple(_arrivals(state, seat)),
        tuple(_taken(state)),
        _nowhere(state.seat_count),
        _groups(state.seat_count),
        tuple(Message(few, {"player": WHOSE, "number": BLANK}) for few in CARDS_LEFT),
        length_fault(LONGEST + 1),
        seat == turn(state),
        receipt(state),
        tuple(_receipt(WHOSE, BLANK, country, GAIN) for country in state.countries),
    )


def receipt(state: State) -> Message | None:
    """Return the player, country and points of the last agent, such as "Anja 0/0/2 to Egoistria: +2"."""
    begun = [each for each in zip(state.countries, state.queues, strict=True) if each[1]]
    if not begun:
        return None
    country, queue = max(begun, key=lambda each: each[1][-1].number)
    last = queue[-1]
    gain = f"+{len(queue) + bonus(last.code_name)}"
    return _receipt(state.table.players[last.seat], spelled(last.code_name), country, gain)


def _receipt(player: str, code_name: str, country: Country, points: str) -> Message:
    return say(
        "{player} {code_name} to {country}: {points}",
        player=player,
        code_name=code_name,
        country=country.name,
        points=points,
    )


def _open(state: State, seat: int) -> Iterable[Verdict]:
    """Yield one verdict per group of open code names with the same country and the same bonus.

    Groups that the player has cards for come first, in the order of the length of their first name.
    """
    can = sendable(state, seat)
    groups = []
    for country, extra, group in _scored_alike(state.seat_count):
        names = [digits for bit, digits in group if can & bit]
        others = [digits for bit, digits in group if state.open & ~can & bit]
        if names or others:
            groups.append((not names, [(len(name), name) for name in names[:1]], country, extra, names, others))
    for *_, country, extra, names, others in sorted(groups):
        summary = arrival(state, country, extra, BLANK)
        yield Verdict(" ".join(names), summary.headline, summary.detail, summary.points, country, " ".join(others))


@cache
def _scored_alike(seat_count: int) -> tuple[tuple[int, int, tuple[tuple[int, str], ...]], ...]:
    """Return the code names that a country takes, in groups: (country, bonus, ((bit, digits), ...))."""
    sums = country_of_sum(seat_count)
    groups: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for name, bit in directory(seat_count).bits.items():
        groups.setdefault((sums[sum(name)], bonus(name)), []).append((bit, _digits(name)))
    return tuple((country, extra, tuple(group)) for (country, extra), group in groups.items())


def verdicts(state: State, seat: int) -> tuple[Verdict, ...]:
    return (*_open(state, seat), *chain.from_iterable(_taken(state)))


def _arrivals(state: State, seat: int) -> Iterable[Arrival]:
    """Yield the verdicts of `_open`, with the number of the group instead of its names."""
    numbers, now = _numbers(state.seat_count), lines(state)[seat].total or 0
    for each in _open(state, seat):
        name = f"{each.names} {each.others}".split()[0]
        turns = taking(state, seat, each.country or 0, now, each.points or 0)
        yield Arrival(numbers[name], each.headline, each.detail, each.points, each.country, turns)


@cache
def _numbers(seat_count: int) -> Mapping[str, int]:
    return {name: number for number, names in enumerate(_groups(seat_count)) for name in names.split()}


@cache
def _groups(seat_count: int) -> tuple[str, ...]:
    return tuple(" ".join(digits for _, digits in group) for *_, group in _scored_alike(seat_count))


@cache
def _nowhere(seat_count: int) -> tuple[Verdict, ...]:
    """Return a verdict per sum without a country, on all code names with that sum."""
    sums = country_of_sum(seat_count)
    groups: dict[int, list[CodeName]] = {}
    for name in every_combination():
        if sum(name) not in sums:
            groups.setdefault(sum(name), []).append(name)
    verdicts = []
    for names in groups.values():
        message = no_country(seat_count, names[0])
        blanked = replace(message, values={**message.values, "code_name": BLANK})
        verdicts.append(Verdict(" ".join(map(_digits, names)), blanked))
    return tuple(verdicts)


def _taken(state: State) -> Iterable[tuple[Verdict, ...]]:
    for at, queue in enumerate(state.queues):
        if queue:
            yield _taken_there(at, state.countries[at], queue, state.table.players)


@lru_cache(512)  # a play changes the queue of only one country
def _taken_there(at: int, country: Country, queue: tuple[Sent, ...], players: tuple[str, ...]) -> tuple[Verdict, ...]:
    return tuple(
        Verdict(_digits(sent.code_name), taken(country, players[sent.seat], BLANK, sent.number), country=at)
        for sent in queue
    )


def _digits(name: CodeName) -> str:
    return "".join(map(str, name))
