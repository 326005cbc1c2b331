"""Bars side by side: where they lie in a drawing, so that a template only has to draw them."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 336, 120
TOP, BOTTOM = 18, 98
SHARE = 0.66
"""How much of its room a bar fills."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar that stands for a `count` under its `name`: its corner, its size, and the middle of its room."""

    name: str
    count: int
    left: float
    top: float
    width: float
    height: float
    middle: float

    @property
    def above(self) -> float:
        """Where the number stands."""
        return self.top - 5


@dataclass(frozen=True, slots=True)
class Bars:
    """A drawing of `width` by `height`, with the `floor` that the bars stand on and the height of their `names`."""

    bars: tuple[Bar, ...]
    width: int = WIDTH
    height: int = HEIGHT
    floor: int = BOTTOM
    names: int = BOTTOM + 15


def bars(counts: Sequence[tuple[str, int]], highest: int = 0) -> Bars:
    """Return the drawing of these counts, each with its name; as high as `highest`, or the greatest, is a whole bar."""
    room = WIDTH / len(counts)
    highest = highest or max(1, *(count for _, count in counts))
    width = round(room * SHARE, 1)

    def bar(number: int, name: str, count: int) -> Bar:
        height = round((BOTTOM - TOP) * count / highest, 1)
        middle = round(room * (number + 0.5), 1)
        return Bar(name, count, round(middle - width / 2, 1), round(BOTTOM - height, 1), width, height, middle)

    return Bars(tuple(bar(number, name, count) for number, (name, count) in enumerate(counts)))
