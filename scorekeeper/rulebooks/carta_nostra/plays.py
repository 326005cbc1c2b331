"""What can be entered in Carta Nostra: a turn, or the winner alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ...core.messages import say
from ...core.rulebook import Kind, Table
from ...core.shapes import Field, Record, Seat, Word
from .mafiosi import LABELS, NAMES


@dataclass(frozen=True, slots=True)
class Hit:
    """A Hitman takes a `mafioso` (by name) out of the city of the seat `player`. Source: "Hitman"."""

    player: int
    mafioso: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of the turn of the seat `player`; a job that a Don prevented is left out.

    `city` is the Mafioso who came into the player's own city; `liquidated` is who was taken out of another, as it was
    entered, and `hit` says the same. Source: "Course of play", B.
    """

    kind: ClassVar[str] = "turn"
    player: int
    city: str | None = None
    liquidated: Mapping[str, Any] | None = field(default=None, compare=False)
    hit: Hit | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hit", None if self.liquidated is None else Hit(**self.liquidated))


@dataclass(frozen=True, slots=True)
class Won:
    """The seat `player` has won; nothing is said of the cities."""

    kind: ClassVar[str] = "won"
    player: int


AnyPlay = Turn | Won

MAFIOSO = Word(NAMES, LABELS)
KINDS = (
    Kind(
        "turn",
        Turn,
        say("Enter the turn"),
        (
            Field("player", Seat(), say("Player")),
            Field("city", MAFIOSO, say("Comes into the city"), required=False),
            Field(
                "liquidated",
                Record((Field("player", Seat(), say("out of the city of")), Field("mafioso", MAFIOSO, say("Mafioso")))),
                say("Taken out by a Hitman"),
                required=False,
            ),
        ),
        in_turn=True,
    ),
    Kind("won", Won, say("Enter only who won"), (Field("player", Seat(), say("Player")),)),
)


def kinds(table: Table) -> tuple[Kind, ...]:
    """Return the kinds of play that every table knows."""
    return KINDS
