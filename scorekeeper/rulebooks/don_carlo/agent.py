"""The play that sends an agent: its code name, its country, and its points.

This module also has the helper for a hand without a legal code name: it lists all code names that the open cards allow.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

from ...core.errors import IllegalPlay
from ...core.fields import PLAYER, Digit, Field, Many
from ...core.messages import N_, Message, many, say
from ...core.rulebook import Helper, Kind
from ...core.table import Summary, Table
from .state import (
    FAMILY,
    IN_PLAY,
    LONGEST,
    RUN_BONUS,
    CodeName,
    Country,
    Sent,
    State,
    bonus,
    country_of_sum,
    sendable,
    spelled,
)

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent sent by the player at `seat`. `cards` are its numbers as entered, `code_name` the ascending ones.

    Agents with the same code name are equal, so the order of the cards does not matter. Source: "How to play", 1)
    Assign a code name.
    """

    seat: int
    cards: tuple[int, ...] = field(compare=False)
    code_name: CodeName = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code_name", tuple(sorted(self.cards)))


def apply(state: State, agent: Agent, number: int) -> State:
    """Return the state after the agent; raises IllegalPlay. Source: "How to play", 1) to 4)."""
    seat, name, names = agent.seat, agent.code_name, state.directory
    country = destination(state, seat, name)
    queue = (*state.queues[country], Sent(seat, name, number))
    left, out_of_reach = list(state.cards[seat]), 0
    for card in name:
        left[card] -= 1
    for card in name:
        # The player can no longer send names that need more of these cards than the player has left.
        out_of_reach |= names.needing[card][left[card] + 1]
    return State(
        state.table,
        _put(state.cards, seat, tuple(left)),
        _put(state.allowed, seat, state.allowed[seat] & ~out_of_reach),
        state.open & ~names.bits[name],
        _put(state.queues, country, queue),
        _put(state.influence, seat, state.influence[seat] + len(queue)),
        _put(state.bonus, seat, state.bonus[seat] + bonus(name)),
        seat,
    )


def destination(state: State, seat: int, name: CodeName) -> int:
    """Return the index of a code name's country; raises IllegalPlay. Source: "How to play", 1), 2) and "Attention"."""
    if not 1 <= len(name) <= LONGEST:
        raise IllegalPlay("code-name-length", length_fault(len(name)), "cards")
    for number in name:
        if not 0 <= number < len(FAMILY):
            raise IllegalPlay("no-such-number", no_such_number(number), "cards")
    country = country_of_sum(state.seat_count).get(sum(name))
    if country is None:
        raise IllegalPlay("no-country", no_country(state.seat_count, name), "cards")
    if not state.open & state.directory.bits[name]:
        sent = next(sent for sent in state.queues[country] if sent.code_name == name)
        message = taken(state.countries[country], state.table.players[sent.seat], sent.written, sent.number)
        raise IllegalPlay("code-name-taken", message, "cards")
    for number in name:
        if name.count(number) > state.cards[seat][number]:
            raise IllegalPlay("cards-spent", cards_spent(state, seat, number), "cards")
    return country


def describe(before: State, agent: Agent, after: State) -> Summary:
    return prospect(before, agent)


def prospect(state: State, agent: Agent) -> Summary:
    """Return the points of an agent not sent yet; raises IllegalPlay. Source: "How to play", 4) Scoring points."""
    country = destination(state, agent.seat, agent.code_name)
    return arrival(state, country, bonus(agent.code_name), spelled(agent.code_name))


def arrival(state: State, country: int, extra: int, written: str) -> Summary:
    """Return the points for one more agent; `extra` is the bonus of its code name, `written` its text."""
    return _arrival(state.countries[country], len(state.queues[country]) + 1, extra, written)


@lru_cache(4096)  # the keypad needs most of the results again after each play
def _arrival(country: Country, agents: int, extra: int, written: str) -> Summary:
    return Summary(
        say("{code_name} goes to {country}", code_name=written, country=country.label),
        _earned(agents, extra),
        agents + extra,
    )


def title(table: Table, agent: Agent) -> Message:
    return say("{player}'s {code_name}", player=table.players[agent.seat], code_name=spelled(agent.code_name))


def length_fault(length: int) -> Message:
    if length == 0:
        return say("A code name needs at least one number.")
    return say("A code name has up to four numbers; this one has {length}.", length=length)


def no_such_number(number: int) -> Message:
    """Return why a card with that number does not exist. Source: "Contents"."""
    return say("There is no card {number}: a family has 0 to 6.", number=number)


def no_country(seat_count: int, name: CodeName) -> Message:
    """Return why no country takes a code name with `seat_count` players. Source: "How to set up the game"."""
    total, written = sum(name), spelled(name)
    if total not in country_of_sum(max(IN_PLAY)):
        return say("{code_name} adds up to {sum}: no country takes that.", code_name=written, sum=total)
    return say(
        "{code_name} adds up to {sum}: with {players} players there is no country [{sum}].",
        code_name=written,
        sum=total,
        players=seat_count,
    )


def taken(country: Country, player: str, written: str, number: int) -> Message:
    """Return why a code name cannot be sent again: `player` sent it to `country` in play `number`."""
    return say(
        "{code_name} is already in {country}: {player} sent it in entry {number}.",
        code_name=written,
        country=country.label,
        player=player,
        number=number,
    )


CARDS_LEFT = (
    N_("{player} has no {number} left."),
    N_("{player} has only one {number} left."),
    N_("{player} has only two {number}s left."),
    N_("{player} has only three {number}s left."),
    N_("{player} has only four {number}s left."),
)
"""Refusals of a play with too many cards of a number, by the number of cards left (0 to 4, the most in a family)."""


def cards_spent(state: State, seat: int, number: int) -> Message:
    return Message(CARDS_LEFT[state.cards[seat][number]], {"player": state.table.players[seat], "number": number})


def _earned(agents: int, extra: int) -> Message:
    """Return the parts of the points: one per agent there, and the bonus. Source: "How to play", 4) Scoring points."""
    here = many("the first agent here", "{count} agents here now", agents)
    if not extra:
        return here
    return say(
        "{here}, and {combination}: {agents}\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}{extra}",
        here=here,
        combination=say("a run") if extra == RUN_BONUS else say("three alike"),
        agents=agents,
        extra=extra,
    )


def _put(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])


def open_cards(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return every agent allowed by a player's open cards, most points first; without any, the advice to draw a card.

    Source: "What do I do, if I can't send out an agent?".
    """
    seat, held = values["player"], Counter(values["cards"])
    fault = _not_held(state, seat, held)
    if fault is not None:
        return (Summary(fault),)
    names = [name for name in state.directory.listed(sendable(state, seat)) if not Counter(name) - held]
    if not names:
        return (Summary(say("You cannot send an agent with these: draw one more card.")),)
    agents = (Agent(seat, name) for name in names)
    summaries = [replace(prospect(state, agent), play=agent) for agent in agents]
    return tuple(sorted(summaries, key=lambda summary: -(summary.points or 0)))


def _not_held(state: State, seat: int, held: Mapping[int, int]) -> Message | None:
    if not sendable(state, seat):
        return say("{player} is out: the cards left make no new code name.", player=state.table.players[seat])
    for number, count in held.items():
        if not 0 <= number < len(FAMILY):
            return no_such_number(number)
        if count > state.cards[seat][number]:
            return cards_spent(state, seat, number)
    return None


AGENT = Kind(
    "agent",
    Agent,
    say("Send agent"),
    apply,
    fields=(
        PLAYER,
        Field("cards", Many(Digit()), say("Code name"), hint=say("Up to four numbers from 0 to 6, such as 1/1/6")),
    ),
    describe=describe,
    title=title,
    in_turn=True,
)
OPEN_CARDS = Helper(
    "open-cards",
    say("Can't send an agent?"),
    say("Lay your hand face up and enter its cards. This shows every agent that you can send."),
    (PLAYER, Field("cards", Many(Digit()), say("Open cards"), hint=say("All of them, such as 0 0 5 6"))),
    open_cards,
)
