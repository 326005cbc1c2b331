"""What people ask at the table."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ...core.messages import many, say
from ...core.rulebook import Helper, Telling
from ...core.shapes import Digit, Field, Many, Seat
from .plays import Agent
from .rules import State, is_out, sendable
from .scoring import tell


def open_cards(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return every code name that the open cards of a player allow, most points first, or to draw one more.

    Source: "What do I do, if I can't send out an agent?".
    """
    player, cards = values["player"], values["cards"]
    name, held = state.table.players[player], Counter(cards)
    if is_out(state, player):
        return (
            Telling(say("{player} is out: not even all the cards left make a code name that can go.", player=name)),
        )
    over = next((number for number in held if held[number] > _left(state, player, number)), None)
    if over is not None:
        left = _left(state, player, over)
        return (
            Telling(
                many(
                    "{player} has only {count} card {number} left.",
                    "{player} has only {count} cards {number} left.",
                    left,
                    player=name,
                    number=over,
                )
            ),
        )
    names = [each for each in state.directory.listed(sendable(state, player)) if not Counter(each) - held]
    if not names:
        return (Telling(say("None of these can go: draw one more card and lay it with the others.")),)
    told = [tell(state, Agent(player, each)) for each in names]
    return tuple(sorted(told, key=lambda telling: -(telling.points or 0)))


def _left(state: State, player: int, number: int) -> int:
    return state.cards[player][number] if number < len(state.cards[player]) else 0


OPEN_CARDS = Helper(
    "open-cards",
    say("Cannot send anything?"),
    say("Lay the hand cards open and type their numbers. Here is everything that they can send."),
    (
        Field("player", Seat(), say("Player")),
        Field("cards", Many(Digit()), say("Open cards"), hint=say("All of them, such as 0 0 5 6")),
    ),
    open_cards,
)
