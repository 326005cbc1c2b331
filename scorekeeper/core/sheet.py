"""The score sheet: its columns, lines and standings, and remarks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .messages import Message


@dataclass(frozen=True, slots=True)
class Column:
    """A part of the score or a tie-break: its `name` in the answer of `score`, and its `label` as a heading.

    For tie-breaks only: with `lowest`, the lowest value wins; `won_by` describes the winner ("fewer cards left").
    """

    name: str
    label: Message
    lowest: bool = False
    won_by: Message | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score sheet, not yet ranked.

    `seat` is None for a non-player; only such a line needs a `name`. `total`, and each part or tie-break (by the name
    of its column), is None while unknown. `so_far` are the points on a paper sheet during the game, if they differ from
    the total, which includes points scored only at the end. `key` ranks the line instead of total and tie-breaks,
    greatest first.
    """

    seat: int | None
    total: float | None
    parts: Mapping[str, float | None] = field(default_factory=dict)
    tie_break: Mapping[str, float | None] = field(default_factory=dict)
    so_far: float | None = None
    key: tuple[float, ...] | None = None
    name: str = ""

    @property
    def points(self) -> float | None:
        """The points on a paper sheet now: `so_far`, or else the total."""
        return self.total if self.so_far is None else self.so_far

    @property
    def current(self) -> float | None:
        """The total if the game ended now, or `so_far` while the total is unknown."""
        return self.so_far if self.total is None else self.total


@dataclass(frozen=True, slots=True)
class Standing:
    """A line and its place (from 1). Tied lines share a place, and the next place is not moved up: 1, 1, 3."""

    place: int
    line: Line


@dataclass(frozen=True, slots=True)
class Note:
    """A remark that changes no score: a `code` for programs and a `message` for people."""

    code: str
    message: Message


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on play `number` (from 1): a `code` for programs and a `message` for people."""

    number: int
    code: str
    message: Message


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet, best line first; `extras` are further keys for the answer of `scorekeeper score`."""

    standings: tuple[Standing, ...]
    notes: tuple[Note, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
