"""The state of a game: agents and cards, whose turn it is, and who can still send an agent."""

from dataclasses import dataclass, replace

from ...core.messages import say
from ...core.rulebook import stop
from ...core.table import Summary, Table
from .code_names import CodeName, Directory, directory, spelled
from .countries import FAMILY, IN_PLAY, Country


@dataclass(frozen=True, slots=True)
class Sent:
    """An agent on the table: the seat whose it is, its code name, and the number of the play that sent it (from 1)."""

    seat: int
    code_name: CodeName
    number: int

    @property
    def written(self) -> str:
        """The code name as it is written: "1/1/6"."""
        return spelled(self.code_name)


@dataclass(frozen=True, slots=True)
class State:
    """The table after some plays.

    `cards[seat][number]`: cards left, in hand and stockpile together; `allowed[seat]`: bits of the code names that
    these cards allow; `open`: bits of the code names that nobody has sent; `queues`: the agents in each of `countries`,
    the first one first; `influence` and `bonus`: points by seat; `last`: the seat that sent the last agent (None:
    nobody yet); `stopped`: the table agreed to end here.
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
        """The code names for which there is a country with this number of players."""
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
    """Return the seat whose turn it is: the first after `state.last` that can still send an agent, or None.

    Source: "How to play", 5); "What do I do, if I can't send out an agent?".
    """
    first = 0 if state.last is None else state.last + 1
    seats = ((first + step) % state.seat_count for step in range(state.seat_count))
    return next((seat for seat in seats if sendable(state, seat)), None)


def finished(state: State) -> bool:
    """Return whether nobody can send an agent, or the table agreed to end the game. Source: "End of the game"."""
    return state.stopped or not any(map(state.open.__and__, state.allowed))


def eliminated(state: State) -> tuple[int, ...]:
    """Return the seats that are out of the game. Source: "What do I do, if I can't send out an agent?"."""
    return tuple(seat for seat in range(state.seat_count) if not sendable(state, seat))


def sendable(state: State, seat: int) -> int:
    """Return the bits of the code names that the player at a seat can still send with all the cards they have left."""
    return state.open & state.allowed[seat]


def cards_left(state: State, seat: int) -> int:
    """Return how many number cards the player at a seat has left, in hand and stockpile together."""
    return sum(state.cards[seat])


def stopped(state: State) -> State:
    """Return the state in which the table has agreed to end the game."""
    return replace(state, stopped=True)


STOP = stop(stopped, summary=Summary(say("Ended early"), say("The countries are scored at once")))
