"""What the page needs to answer every tap at once: the rules' own word on every code name that could be typed.

No rule is repeated in the browser; it looks up what is laid out here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain

from ...core.messages import Message, say
from .agent import CARDS_LEFT, arrival, length_fault, no_country, taken
from .code_names import LONGEST, CodeName, bonus, directory, every_combination, spelled
from .countries import Country, country_of_sum
from .state import Sent, State, cards_left, sendable, turn

BLANK = "%"
"""Stands for the code name, or a number, in a sentence that serves many; the page puts what is typed in its place."""
WHOSE = "$"
"""Stands for the player in a sentence that serves all of them."""
GAIN = "#"
"""Stands for the points in a receipt, which the page puts in as it does the other two."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of each of the `names` (as digits, separated by spaces); `points` is None if they may not go.

    Those that may go all lead to one country (its index in IN_PLAY). For `others` the same holds as soon as somebody
    has the cards for them; this player has not.
    """

    names: str
    headline: Message
    detail: Message | None = None
    points: int | None = None
    country: int | None = None
    others: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What becomes of all code names of one group, but for those that were sent already; `group` is its number."""

    group: int
    headline: Message
    detail: Message | None
    points: int | None
    country: int | None


@dataclass(frozen=True, slots=True)
class Keypad:
    """What a player can type, and what comes of it.

    `cards`: how many are left, `left`: how many of each number, `hands`: how many each seat has left of each;
    `longest`: how many a code name takes. `groups`: all code names by country and bonus; `arrivals`: what becomes of
    those that can go, `taken`: of those that were sent, by country, `nowhere`: of those on sums that no country takes.
    The first and the last stay the same all game. `spent`: by how many of a number are left, why one more cannot be
    laid. `full`: why there is no fifth number. `on_turn`: it is this player's turn. `receipt`: what the last agent was
    (None before the first), `receipts`: what the next one will have been, by country.
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

    Those for which the player has the cards come first, the shortest of them at the front.
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
    """Return the code names that can be sent, as bit and digits, by country and bonus."""
    sums = country_of_sum(seat_count)
    groups: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for name, bit in directory(seat_count).bits.items():
        groups.setdefault((sums[sum(name)], bonus(name)), []).append((bit, _digits(name)))
    return tuple((country, extra, tuple(group)) for (country, extra), group in groups.items())


def verdicts(state: State, seat: int) -> tuple[Verdict, ...]:
    """Return what becomes of each code name that can go or was sent already."""
    return (*_open(state, seat), *chain.from_iterable(_taken(state)))


def _arrivals(state: State, seat: int) -> Iterable[Arrival]:
    """Yield the same of those that can go in few words, for a page that knows the groups."""
    numbers = _numbers(state.seat_count)
    for each in _open(state, seat):
        name = f"{each.names} {each.others}".split()[0]
        yield Arrival(numbers[name], each.headline, each.detail, each.points, each.country)


@cache
def _numbers(seat_count: int) -> Mapping[str, int]:
    return {name: number for number, names in enumerate(_groups(seat_count)) for name in names.split()}


@cache
def _groups(seat_count: int) -> tuple[str, ...]:
    return tuple(" ".join(digits for _, digits in group) for *_, group in _scored_alike(seat_count))


@cache
def _nowhere(seat_count: int) -> tuple[Verdict, ...]:
    """Return one verdict for all code names of the same sum that leads nowhere."""
    sums = country_of_sum(seat_count)
    groups: dict[int, list[CodeName]] = {}
    for name in every_combination():
        if sum(name) not in sums:
            groups.setdefault(sum(name), []).append(name)
    return tuple(
        Verdict(" ".join(map(_digits, names)), _blanked(no_country(seat_count, names[0]))) for names in groups.values()
    )


def _taken(state: State) -> Iterable[tuple[Verdict, ...]]:
    """Yield for each country where agents are the verdicts on their code names."""
    for country, queue in zip(state.countries, state.queues, strict=True):
        if queue:
            yield _taken_there(country, queue, state.table.players)


@lru_cache(512)  # a play changes those of one country
def _taken_there(country: Country, queue: tuple[Sent, ...], players: tuple[str, ...]) -> tuple[Verdict, ...]:
    return tuple(
        Verdict(_digits(sent.code_name), taken(country, players[sent.seat], BLANK, sent.number)) for sent in queue
    )


def _digits(name: CodeName) -> str:
    return "".join(map(str, name))


def _blanked(message: Message) -> Message:
    return replace(message, values={**message.values, "code_name": BLANK})
