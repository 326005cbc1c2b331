"""Who sits down to what, and what a play does: the values that every part of a title shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .messages import Message
from .sheet import Note

Recalled = Sequence[tuple[Any, Any]]
"""Plays of other games, those of the latest first, each with the state before it."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits down to what: `players` in the order of play of the first round, and the options by name."""

    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a play does, for people.

    `headline` says what happens, `detail` how it is counted, and `points` what it earns (None: it is not one that
    earns). `remarks` are what is odd about it, `slips` what was perhaps overlooked: the pages show these before it is
    sent, and beside it; the answer of `score` has the remarks alone. `play`: the one that it is about, where an answer
    to a question offers to enter it.
    """

    headline: Message
    detail: Message | None = None
    points: int | None = None
    remarks: tuple[Note, ...] = ()
    slips: tuple[Note, ...] = ()
    play: object = None
