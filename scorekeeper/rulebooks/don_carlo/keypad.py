"""What the page needs to answer every tap at once: what would become of each code name that can be typed.

The script in the browser looks that up here and repeats no rule.
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
"""Stands for the code name, or the number, in a sentence for several; the script puts in what is typed."""
WHOSE = "$"
"""Stands for the player in a sentence for all players; the script puts in the name."""
GAIN = "#"
"""Stands for the points in a receipt; the script puts them in."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of each code name in `names` (digits, separated by spaces: "116 44").

    If they can be sent, all go to the same `country` (an index of `State.countries`) for the same `points`. If not,
    there are no points, and `country` is the one that has the name already, if one has. `others` are names of which
    the same holds, but for which this player does not have the cards.
    """

    names: str
    headline: Message
    detail: Message | None = None
    points: int | None = None
    country: int | None = None
    others: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What becomes of all code names of one group that nobody has sent; `group` is its index in `Keypad.groups`.

    `turns` says whose country that takes, if it does.
    """

    group: int
    headline: Message
    detail: Message | None
    points: int | None
    country: int | None
    turns: Message | None


@dataclass(frozen=True, slots=True)
class Keypad:
    """What a player can type, and what would become of it.

    - `cards`, `left`: how many cards the player has left, and how many of each number; `hands`: the latter for each
      seat; `longest`: how many cards a code name has at most;
    - `groups`: the code names that go to the same country with the same bonus, as digits, separated by spaces;
    - `arrivals`: what becomes of those that nobody has sent, by group; `taken`: of those that were sent, by country;
      `nowhere`: of those for which there is no country. Groups and `nowhere` stay the same during a game;
    - `spent`: why one more card of a number cannot be laid, by how many are left; `full`: why there is no fifth card;
    - `on_turn`: it is this player's turn;
    - `receipt`: what the last agent did (None before the first); `receipts`: the same for the next one, by country.
    """

    cards: int
    left: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
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
    """Return what the page needs so that the player at that seat can send an agent."""
    return Keypad(
        cards_left(state, seat),
        state.cards[seat],
        state.cards,
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
    """Return who sent the last agent, where to, and what that earned: "Anja 0/0/2 to Egoistria: +2"."""
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
    """Yield one verdict for all open code names that go to the same country with the same bonus.

    Verdicts with a name for which the player has the cards come first, those with the shortest name before the others.
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
    """Return the code names for which there is a country, in groups: (country, bonus, ((bit, digits), ...))."""
    sums = country_of_sum(seat_count)
    groups: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for name, bit in directory(seat_count).bits.items():
        groups.setdefault((sums[sum(name)], bonus(name)), []).append((bit, _digits(name)))
    return tuple((country, extra, tuple(group)) for (country, extra), group in groups.items())


def verdicts(state: State, seat: int) -> tuple[Verdict, ...]:
    """Return what becomes of each code name for which there is a country."""
    return (*_open(state, seat), *chain.from_iterable(_taken(state)))


def _arrivals(state: State, seat: int) -> Iterable[Arrival]:
    """Yield the verdicts of `_open` with the number of the group in place of its names."""
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
    """Return one verdict for each sum without a country, on all code names with that sum."""
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
    """Yield for each country with agents the verdicts on their code names."""
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
