"""The score sheet: its columns, lines and places, and remarks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .messages import Message


@dataclass(frozen=True, slots=True)
class Column:
    """A part of the score or a tie-break: its `name` in the answer of `score`, and its `label` as a heading.

    Only for tie-breaks: `lowest` says that the lowest value wins, `won_by` what the winner has ("fewer cards left").
    """

    name: str
    label: Message
    lowest: bool = False
    won_by: Message | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score sheet before it is ranked.

    `seat` is None for somebody who is not at the table; only such a line needs a `name`. `total`, and each part or
    tie-break (by the name of its column), is None while it is not known. `so_far` is what stands on the bookkeeper's
    paper while the game goes on, where that is not the total: without the points that only the end brings, say. `key`
    ranks the line in place of total and tie-breaks, the greatest first.
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

    @property
    def current(self) -> int | None:
        """What it comes to if the game ends now; what stands on the paper where that cannot be known."""
        return self.so_far if self.total is None else self.total


@dataclass(frozen=True, slots=True)
class Standing:
    """A line and its place, from 1; tied lines share a place, and the next place is not moved up (1, 1, 3)."""

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
    """The score sheet with the lines ranked, best first.

    `notes` are remarks on the game as a whole, `extras` are further keys for the answer of `score`.
    """

    standings: tuple[Standing, ...]
    notes: tuple[Note, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
