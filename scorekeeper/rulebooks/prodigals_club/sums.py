"""Sums as people write them."""

from collections.abc import Sequence

from ...core.messages import MINUS, Message, number, say


def summed(values: Sequence[int]) -> str:
    """Return numbers as a sum: "8 + 5 − 1"."""
    first, *rest = values or (0,)
    return number(first) + "".join(f" {MINUS if value < 0 else '+'} {abs(value)}" for value in rest)


def reckoned(values: Sequence[int]) -> Message:
    """Return numbers as a sum with its result: "8 + 5 = 13"."""
    return say("{sum} = {result}", sum=summed(values), result=sum(values))


def changed(before: int, change: int) -> Message:
    """Return a number before and after a change: "8 − 1 = 7"."""
    return reckoned((before, change))
