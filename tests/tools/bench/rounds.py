"""Times two things in turns, A B A B, so that whatever else the machine does falls on both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TypeVar

Value = TypeVar("Value")
Step = Callable[[], float]
"""Does something, and returns how many seconds the part took that is measured."""


@dataclass(frozen=True, slots=True)
class Pair:
    """How long two things took in each round, in seconds: ours, and the bare one that it is compared with."""

    ours: Sequence[float]
    bare: Sequence[float]

    @property
    def ratio(self) -> float:
        """How many times as long ours took: the median of the ratios of all rounds."""
        return median(ours / bare for ours, bare in zip(self.ours, self.bare, strict=True))

    def __str__(self) -> str:
        return f"{micro(median(self.ours))}   bare {micro(median(self.bare))}   {self.ratio:.2f} x"


def in_turns(ours: Step, bare: Step, rounds: int, times: int) -> Pair:
    """Return how long both took; the value of a round is the median of so many `times`."""
    taken = [(_round(ours, times), _round(bare, times)) for _ in range(rounds + 1)]
    return Pair(*zip(*taken[1:], strict=True))  # in the first round nothing is cached


def timed(work: Callable[[], Value]) -> tuple[Value, float]:
    """Return what `work` returns, and how many seconds it took."""
    start = perf_counter()
    value = work()
    return value, perf_counter() - start


def micro(duration: float) -> str:
    """Return seconds as a text in microseconds."""
    return f"{duration * 1e6:6,.0f} us"


def _round(step: Step, times: int) -> float:
    return median(step() for _ in range(times))
