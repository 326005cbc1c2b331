"""What can be entered in Don Carlo: an agent is sent, or the table stops."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...core.messages import say
from ...core.rulebook import Kind, Table
from ...core.shapes import Digit, Field, Many, Seat


@dataclass(frozen=True, slots=True)
class Agent:
    """The seat `player` sends an agent with these `cards`, as they were entered; `code_name` has them ascending.

    Source: "How to play", 1) Assign a code name.
    """

    kind: ClassVar[str] = "agent"
    player: int
    cards: tuple[int, ...] = field(compare=False)
    code_name: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code_name", tuple(sorted(self.cards)))


@dataclass(frozen=True, slots=True)
class Stop:
    """The table agrees to end here; the countries are scored at once."""

    kind: ClassVar[str] = "stop"


KINDS = (
    Kind(
        "agent",
        Agent,
        say("Send agent"),
        (
            Field("player", Seat(), say("Player")),
            Field("cards", Many(Digit()), say("Code name"), hint=say("Up to four numbers from 0 to 6, such as 1/1/6")),
        ),
        in_turn=True,
    ),
    Kind("stop", Stop, say("Stop here")),
)


def kinds(table: Table) -> tuple[Kind, ...]:
    """Return the kinds of play that every table knows."""
    return KINDS
