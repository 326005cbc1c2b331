"""The values that every part of a title shares: the table, and the summary of a play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .messages import Message
from .sheet import Note

Recalled = Sequence[tuple[Any, Any]]
"""Plays of other games, those of the latest game first, each as (state before it, play)."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays, and how: the names of the `players` in the order of play of the first round, the `options` by name."""

    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a play does, for people; or an answer of a Helper.

    `headline` says what happens, `detail` how it is counted, `points` is what it earns (None: it is no play that earns
    points). `remarks` are what is odd about it, `slips` what was perhaps overlooked. The pages show both before the
    play is sent; the answer of `score` has only the remarks. `play`: the play that an answer of a Helper offers to
    enter.
    """

    headline: Message
    detail: Message | None = None
    points: int | None = None
    remarks: tuple[Note, ...] = ()
    slips: tuple[Note, ...] = ()
    play: object = None
