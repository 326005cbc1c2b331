"""What a play would do: the value from which every page draws its live figures."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from .errors import Refusal
from .table import Summary

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Preview(Generic[S]):
    """A play while it is filled in.

    `before` is the state before it. A legal play has the state `after` it and a `summary`, a refused one has its
    `refusal`.
    """

    play: object
    before: S
    after: S | None = None
    summary: Summary | None = None
    refusal: Refusal | None = None
