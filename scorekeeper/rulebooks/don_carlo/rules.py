"""The rules of Don Carlo: sending agents, and who can still send one."""

from dataclasses import dataclass, replace
from typing import TypeVar

from ...core.errors import IllegalPlay
from ...core.messages import Message, say
from ...core.rulebook import Table
from .code_names import LONGEST, CodeName, Directory, directory, spelled
from .countries import FAMILY, IN_PLAY, Country, country_of_sum
from .plays import Agent, Stop

Value = TypeVar("Value")

RUN_BONUS, TRIPLE_BONUS = 1, 2
BONUS_LENGTH = 3


@dataclass(frozen=True, slots=True)
class Sent:
    """An agent on the table: whose it is (a seat), its code name, and the number of the play that sent it."""

    player: int
    code_name: CodeName
    number: int


@dataclass(frozen=True, slots=True)
class State:
    """The table after some plays.

    `cards[seat][number]`: cards left, in hand and stockpile together; `allowed[seat]`: bits of the code names that
    those cards allow; `open`: bits of the names nobody has sent; `queues`: the agents in each country in play, in
    order; `influence` and `bonus`: points by seat; `last`: who sent the last agent; `stopped`: agreed to end here.
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
    def players(self) -> int:
        """How many play."""
        return len(self.table.players)

    @property
    def directory(self) -> Directory:
        """The code names of this game."""
        return directory(self.players)

    @property
    def countries(self) -> tuple[Country, ...]:
        """The countries in play."""
        return IN_PLAY[self.players]


def start(table: Table) -> State:
    """Return the table before the first play. Source: "How to set up the game"."""
    players = len(table.players)
    every = directory(players).all
    return State(
        table,
        cards=(FAMILY,) * players,
        allowed=(every,) * players,
        open=every,
        queues=((),) * len(IN_PLAY[players]),
        influence=(0,) * players,
        bonus=(0,) * players,
    )


def apply(state: State, play: Agent | Stop, number: int) -> State:
    """Return the state after play `number`; raises IllegalPlay."""
    if isinstance(play, Stop):
        return replace(state, stopped=True)
    return _send(state, play.player, play.code_name, number)


def _send(state: State, player: int, name: CodeName, number: int) -> State:
    """Return the state with the agent at the back of its queue. Source: "How to play", 1) to 4)."""
    country = destination(state, player, name)
    queue = (*state.queues[country], Sent(player, name, number))
    cards = _without(state.cards[player], name)
    return State(
        state.table,
        _put(state.cards, player, cards),
        _put(state.allowed, player, state.allowed[player] & ~_out_of_reach(state.directory, cards, name)),
        state.open & ~state.directory.bits[name],
        _put(state.queues, country, queue),
        _put(state.influence, player, state.influence[player] + len(queue)),
        _put(state.bonus, player, state.bonus[player] + bonus(name)),
        player,
    )


def destination(state: State, player: int, name: CodeName) -> int:
    """Return the index of the country that the code name leads to; raises IllegalPlay if it may not go.

    Source: "How to play", 1) Assign a code name, 2) Designate a country (with its "Attention").
    """
    if not 1 <= len(name) <= LONGEST:
        raise IllegalPlay("code-name-length", length_fault(len(name)))
    for number in name:
        if not 0 <= number < len(FAMILY):
            raise IllegalPlay("no-such-number", say("There is no card {number}: a family has 0 to 6.", number=number))
    country = country_of_sum(state.players).get(sum(name))
    if country is None:
        raise IllegalPlay("no-country", no_country(state.players, name))
    if not state.open & state.directory.bits[name]:
        raise IllegalPlay("code-name-taken", taken(state, country, _sent(state, country, name)))
    for number in name:
        if name.count(number) > state.cards[player][number]:
            raise IllegalPlay("cards-spent", cards_spent(state, player, number))
    return country


def bonus(name: CodeName) -> int:
    """Return the bonus points of a code name. Source: "How to play", 4) Scoring points: combinations of 3."""
    if len(name) != BONUS_LENGTH:
        return 0
    first, second, third = name
    if first == second == third:
        return TRIPLE_BONUS
    return RUN_BONUS if (second, third) == (first + 1, first + 2) else 0


def sendable(state: State, player: int) -> int:
    """Return the bits of the code names that the player can still send with all the cards they have left."""
    return state.open & state.allowed[player]


def is_out(state: State, player: int) -> bool:
    """Return whether the game has ended for that player. Source: "What do I do, if I can't send out an agent?"."""
    return not sendable(state, player)


def turn(state: State) -> int | None:
    """Return whose turn it is: the next in order after whoever sent last, passing over who is out."""
    first = 0 if state.last is None else state.last + 1
    seats = ((first + step) % state.players for step in range(state.players))
    return next((seat for seat in seats if not is_out(state, seat)), None)


def finished(state: State) -> bool:
    """Return whether nobody can send an agent any more, or the table stopped. Source: "End of the game"."""
    return state.stopped or not any(map(state.open.__and__, state.allowed))


def standing_out(state: State) -> tuple[int, ...]:
    """Return the seats for which the game has ended."""
    return tuple(seat for seat in range(state.players) if is_out(state, seat))


def cards_left(state: State, player: int) -> int:
    """Return how many number cards the player has left, in hand and stockpile together."""
    return sum(state.cards[player])


def cards_spent(state: State, player: int, number: int) -> Message:
    """Return the sentence that says how few cards of a number a player has left."""
    name, left = state.table.players[player], state.cards[player][number]
    if left == 0:
        return say("{player} has no {number} left.", player=name, number=number)
    if left == 1:
        return say("{player} has only one {number} left.", player=name, number=number)
    return say("{player} has only {left} cards with {number} left.", player=name, number=number, left=left)


def length_fault(length: int) -> Message:
    """Return the sentence that says why so many numbers make no code name."""
    if length == 0:
        return say("A code name needs at least one number.")
    return say("A code name has four numbers at the most; this one has {length}.", length=length)


def no_country(players: int, name: CodeName) -> Message:
    """Return the sentence that says why a code name leads nowhere with that many players."""
    total, written = sum(name), spelled(name)
    if total not in country_of_sum(max(IN_PLAY)):
        return say("{code_name} adds up to {sum}: no country takes that.", code_name=written, sum=total)
    return say(
        "{code_name} adds up to {sum}: with {players} players there is no country [{sum}].",
        code_name=written,
        sum=total,
        players=players,
    )


def taken(state: State, country: int, sent: Sent) -> Message:
    """Return the sentence that says that an agent in that country has its code name already."""
    return say(
        "{code_name} is already in {country}: {player} sent it in play {number}.",
        code_name=spelled(sent.code_name),
        country=state.countries[country].label,
        player=state.table.players[sent.player],
        number=sent.number,
    )


def _sent(state: State, country: int, name: CodeName) -> Sent:
    return next(sent for sent in state.queues[country] if sent.code_name == name)


def _without(cards: tuple[int, ...], name: CodeName) -> tuple[int, ...]:
    left = list(cards)
    for number in name:
        left[number] -= 1
    return tuple(left)


def _out_of_reach(names: Directory, cards: tuple[int, ...], played: CodeName) -> int:
    """Return the bits of the names that ask for more of the numbers just played than there are cards left."""
    bits = 0
    for number in played:
        bits |= names.needing[number][cards[number] + 1]
    return bits


def _put(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])
