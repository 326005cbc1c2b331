"""A pad without points: its only play names the winners."""

from dataclasses import dataclass, replace

from ..core.errors import IllegalPlay
from ..core.fields import Field, Several
from ..core.messages import N_, Message, say
from ..core.rulebook import Kind
from ..core.sheet import Line
from ..core.table import Summary, Table

WINNERS = "winners"


@dataclass(frozen=True, slots=True)
class Won:
    """The seats of the winners, several if they share the win."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The pad: the seats of the winners, () while the game goes on."""

    table: Table
    winners: tuple[int, ...] = ()


def end(state: State, play: Won, number: int) -> State:
    """Return the state with the winners; raises IllegalPlay without any."""
    if not play.winners:
        raise IllegalPlay("nobody", say("Choose who won, or several who share the win."), WINNERS)
    return replace(state, winners=play.winners)


def finished(state: State) -> bool:
    """Return whether the winners were entered."""
    return bool(state.winners)


def lines(state: State) -> list[Line]:
    """Return the score sheet, without points; the key of a line ranks the winners first."""
    seats = range(len(state.table.players))
    return [Line(seat, None, key=(int(seat in state.winners),) if state.winners else None) for seat in seats]


def _describe(before: State, play: Won, after: State) -> Summary:
    return Summary(_won(tuple(before.table.players[seat] for seat in play.winners)))


def _won(names: tuple[str, ...]) -> Message:
    return say("{player} wins", player=names[0]) if len(names) == 1 else say("{players} share the win", players=names)


KIND: Kind[State, Won] = Kind(
    "won",
    Won,
    say("Enter who won"),
    end,
    fields=(Field(WINNERS, Several(), say("Who won?")),),
    describe=_describe,
    title=N_("who won"),
)
"""The only kind of play."""
