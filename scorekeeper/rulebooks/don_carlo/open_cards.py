"""Help for a hand with which no agent can be sent: every code name that the open cards allow."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...core.fields import PLAYER, Digit, Field, Many
from ...core.messages import Message, say
from ...core.rulebook import Helper
from ...core.table import Summary
from .agent import Agent, cards_spent, no_such_number, prospect
from .countries import FAMILY
from .state import State, sendable


def open_cards(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return every code name that the open cards of a player allow, most points first; if none, to draw one more card.

    Source: "What do I do, if I can't send out an agent?".
    """
    seat, held = values["player"], Counter(values["cards"])
    fault = _fault(state, seat, held)
    if fault is not None:
        return (Summary(fault),)
    names = [name for name in state.directory.listed(sendable(state, seat)) if not Counter(name) - held]
    if not names:
        return (Summary(say("No agent can go with these: draw one more card.")),)
    agents = (Agent(seat, name) for name in names)
    summaries = [replace(prospect(state, agent), play=agent) for agent in agents]
    return tuple(sorted(summaries, key=lambda summary: -(summary.points or 0)))


def _fault(state: State, seat: int, held: Mapping[int, int]) -> Message | None:
    """Return why the player cannot have these open cards, or None."""
    if not sendable(state, seat):
        return say("{player} is out: the cards left make no new code name.", player=state.table.players[seat])
    for number, count in held.items():
        if not 0 <= number < len(FAMILY):
            return no_such_number(number)
        if count > state.cards[seat][number]:
            return cards_spent(state, seat, number)
    return None


OPEN_CARDS = Helper(
    "open-cards",
    say("Can't send an agent?"),
    say("Lay the hand face up and enter its cards. Here is every agent that can go."),
    (PLAYER, Field("cards", Many(Digit()), say("Open cards"), hint=say("All of them, such as 0 0 5 6"))),
    open_cards,
)
