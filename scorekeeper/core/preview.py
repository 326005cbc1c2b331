"""What a play would come to: the one value behind every page with live figures."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from .errors import Refusal
from .table import Summary

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Preview(Generic[S]):
    """A play while it is filled in.

    `before` is the state it would meet. A legal play has the state `after` it and a `summary`; one that is not legal
    has its `refusal`.
    """

    play: object
    before: S
    after: S | None = None
    summary: Summary | None = None
    refusal: Refusal | None = None
