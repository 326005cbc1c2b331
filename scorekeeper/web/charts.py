"""Charts: where lines and numbers lie in a drawing, so that a template only has to draw them."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 340, 170
LEFT, RIGHT, TOP, BOTTOM = 34, 324, 12, 144
INSET = 10  # so that a sign at either end is whole
LEVELS = 4

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of `width` by `height`; the lines lie between `left` and `right`.

    `levels` are heights with their numbers, `marks` places below with theirs, `lines` the points of each line.
    """

    width: int
    height: int
    left: int
    right: int
    levels: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int], ...]
    lines: tuple[tuple[Point, ...], ...]


def chart(course: Sequence[Sequence[Sequence[int | None]]], column: int) -> Chart:
    """Return the chart of one column of a course: by round (from 1), by line, by column; None is not drawn."""
    rounds = [[line[column] for line in each] for each in course]
    known = [value for each in rounds for value in each if value is not None]
    lowest, highest = min([0, *known]), max([1, *known])
    first, last = LEFT + INSET, RIGHT - INSET

    def across(number: int) -> float:
        return (first + last) / 2 if len(rounds) == 1 else round(first + (last - first) / (len(rounds) - 1) * number, 1)

    def up(value: float) -> float:
        return round(BOTTOM - (value - lowest) / (highest - lowest) * (BOTTOM - TOP), 1)

    step = max(1, -(-(highest - lowest) // LEVELS))
    heights = sorted({0, *range(0, highest + 1, step), *range(0, lowest - 1, -step)})
    return Chart(
        WIDTH,
        HEIGHT,
        LEFT,
        RIGHT,
        tuple((up(level), level) for level in heights),
        tuple((across(number), number + 1) for number in range(len(rounds))),
        tuple(
            tuple((across(number), up(value)) for number, value in enumerate(line) if value is not None)
            for line in zip(*rounds, strict=True)
        ),
    )
