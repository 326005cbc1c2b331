"""What the page needs to answer every tap at once: the rules' own word on every code name that could be typed.

No rule is repeated in the browser; it looks up what is laid out here.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

from ...core.errors import IllegalPlay
from ...core.messages import Message
from .code_names import CodeName, every_combination
from .countries import FAMILY, country_of_sum
from .plays import Agent
from .rules import State, bonus, cards_left, cards_spent, destination, length_fault, sendable
from .scoring import tell

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
    """What the seat `player` can type, and what comes of it.

    `cards`: how many are left, `left`: how many of each number. `verdicts`: on every code name that the cards allow,
    and on some that they do not. `spent`: for each number, why one more than is left cannot be laid. `full`: why
    there is no fifth number.
    """

    player: int
    cards: int
    left: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    spent: tuple[Message, ...]
    full: Message


def keypad(state: State, player: int) -> Keypad:
    """Return what the page needs so that this seat can send an agent."""
    names = state.directory
    open_names = names.listed(sendable(state, player))
    taken = names.listed(names.all & ~state.open)
    sums = country_of_sum(state.players)
    nowhere = (name for name in every_combination() if sum(name) not in sums)
    return Keypad(
        player,
        cards_left(state, player),
        state.cards[player],
        (
            *_verdicts(state, player, ((name, (sums[sum(name)], bonus(name))) for name in open_names)),
            *_verdicts(state, player, ((name, sum(name)) for name in nowhere)),
            *_verdicts(state, player, ((name, name) for name in taken)),
        ),
        tuple(cards_spent(state, player, number) for number in range(len(FAMILY))),
        length_fault(5),
    )


def _verdicts(state: State, player: int, names: Iterable[tuple[CodeName, Hashable]]) -> Iterable[Verdict]:
    """Yield one verdict for all names that share a key, worked out on the first of them."""
    groups: dict[Hashable, list[CodeName]] = {}
    for name, key in names:
        groups.setdefault(key, []).append(name)
    for group in groups.values():
        joined = " ".join("".join(map(str, name)) for name in group)
        yield _verdict(state, Agent(player, group[0]), joined)


def _verdict(state: State, agent: Agent, names: str) -> Verdict:
    try:
        destination(state, agent.player, agent.code_name)
    except IllegalPlay as illegal:
        return Verdict(names, _blanked(illegal.refusal.message), None, None)
    telling = tell(state, agent)
    return Verdict(names, _blanked(telling.headline), telling.detail, telling.points)


def _blanked(message: Message) -> Message:
    return replace(message, values={**message.values, "code_name": BLANK})
