"""Values shared by all parts of a title: the table, and the summary of a play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .messages import Message
from .sheet import Note

Recalled = Sequence[tuple[Any, Any]]
"""Plays of other games, latest game first, each as (state before it, play)."""


@dataclass(frozen=True, slots=True)
class Table:
    """The players' names in seat order, which is the turn order of the first round, and the option values by name."""

    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """The description of a play, or an answer of a Helper.

    `headline` is what happens, `detail` how it is counted, and `points` what it earns, or None if such plays earn no
    points. `remarks` are about oddities, `slips` about possible mistakes. Pages show both before the play is sent; the
    answer of `scorekeeper score` contains only the remarks. `play` is the play that a Helper's answer offers to enter.
    """

    headline: Message
    detail: Message | None = None
    points: float | None = None
    remarks: tuple[Note, ...] = ()
    slips: tuple[Note, ...] = ()
    play: object = None
