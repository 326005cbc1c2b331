"""Buttons that enter a change of a number at one tap."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ...core.messages import Message
from ...core.table import Summary
from .state import State

CHANGES = (-1, -2, -3, -4, 1)
"""The changes that have a button of their own; others are typed."""


class Change(Protocol):
    """A play that changes a number of a seat."""

    @property
    def change(self) -> int | None:
        """By how much."""


P = TypeVar("P", bound=Change)


@dataclass(frozen=True, slots=True)
class Step:
    """A button: the `change` it enters, the number that comes `after` it, and what happens."""

    change: int
    after: int
    headline: Message


def steps(
    state: State, plays: Iterable[P], after: Callable[[State, P], int], describe: Callable[[State, P], Summary]
) -> tuple[Step, ...]:
    """Return a button for each of these plays."""
    return tuple(Step(play.change or 0, after(state, play), describe(state, play).headline) for play in plays)
