"""The score paper: lines, the places they take, and what is worth saying about them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .messages import Message


@dataclass(frozen=True, slots=True)
class Column:
    """A part of the score or a tie-break: its name in the document and its heading for people.

    Where it breaks a tie: whether the `lowest` value is the best, and what the winner then has (`won_by`: "fewer cards
    left").
    """

    name: str
    label: Message
    lowest: bool = False
    won_by: Message | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score paper before it is ranked: `seat` is None for somebody who is not at the table.

    `name` is needed only for that somebody. `total`, a part or a tie-break is None while it cannot be known. `so_far`
    is what stands on the bookkeeper's paper while the game goes on, where that is not the total: what was earned,
    without what only the end gives. `key` ranks where total and tie-breaks do not: the greatest is first.
    """

    seat: int | None
    total: int | None
    parts: Mapping[str, int | None] = field(default_factory=dict)
    tie_break: Mapping[str, int | None] = field(default_factory=dict)
    so_far: int | None = None
    key: tuple[int, ...] | None = None
    name: str = ""

    @property
    def points(self) -> int | None:
        """What stands on the bookkeeper's paper now."""
        return self.total if self.so_far is None else self.so_far


@dataclass(frozen=True, slots=True)
class Standing:
    """A line and the place it takes, from 1; tied lines share a place and the next is not moved up."""

    place: int
    line: Line


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth saying that changes no score: a `code` for programs and a `message` for people."""

    code: str
    message: Message


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth saying about play `number` (from 1) that changes no score."""

    number: int
    code: str
    message: Message


@dataclass(frozen=True, slots=True)
class Sheet:
    """The computed score paper: standings, best first, and `extras` that the answer of `score` adds.

    `notes` are what the whole log gives occasion to say; they stand on its last play.
    """

    standings: tuple[Standing, ...]
    notes: tuple[Note, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
