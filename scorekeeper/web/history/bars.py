"""The layout of a bar chart: a template only has to draw it."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 336, 150
TOP, BOTTOM = 22, 126
SHARE = 0.66
"""The part of its column that a bar fills."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar for a `count`, with its `name` below: its corner and size, and the `middle` of its column."""

    name: str
    count: int
    left: float
    top: float
    width: float
    height: float
    middle: float

    @property
    def above(self) -> float:
        """The height at which the number stands."""
        return self.top - 5


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart of `width` by `height`: bars stand on the height `floor`, their names at the height `names`."""

    bars: tuple[Bar, ...]
    width: int = WIDTH
    height: int = HEIGHT
    floor: int = BOTTOM
    names: int = BOTTOM + 18

    @property
    def most(self) -> int:
        return max(bar.count for bar in self.bars)


def bars(counts: Sequence[tuple[str, int]], highest: int = 0) -> Bars:
    """Return the chart of these (name, count) pairs; a bar at full height counts `highest` (0: the greatest count)."""
    room = WIDTH / len(counts)
    highest = highest or max(1, *(count for _, count in counts))
    width = round(room * SHARE, 1)

    def bar(number: int, name: str, count: int) -> Bar:
        height = round((BOTTOM - TOP) * count / highest, 1)
        middle = round(room * (number + 0.5), 1)
        return Bar(name, count, round(middle - width / 2, 1), round(BOTTOM - height, 1), width, height, middle)

    return Bars(tuple(bar(number, name, count) for number, (name, count) in enumerate(counts)))
