"""Charts: where lines and numbers lie in a drawing, so that a template only has to draw them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from unicodedata import east_asian_width

WIDTH, HEIGHT = 340, 190
TOP, BOTTOM = 22, 166
INSET = 10  # so that a sign at either end is whole
NAMES = 88  # for a sign and a name at the end of a line
NAME_UNITS = 9  # how wide a name can be there, in middling letters
BROAD, NARROW = "MWmw@%", "fijlt.,:'|!I "
NAME_STEP = 13  # from one name to the next below it
DIGIT = 6.5
LEVELS, MARKS = 4, 6
LEVEL_APART = 2.4  # lines that are level lie so far apart
FEW = 12  # so many positions have a sign each
SIGN_STEP = 11  # two signs closer than that would hide each other
ENDING = 26  # from the last position to what something added at the end came to

Point = tuple[float, float]
Values = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The line of somebody: its `points`, and those with a `sign`; the bends alone are drawn.

    `name` is short enough for its place at the end, whose height is `name_at`. `ending` leads from the last point to
    what something added at the end came to; it has no points where nothing was.
    """

    points: tuple[Point, ...]
    signs: tuple[Point, ...]
    name: str = ""
    name_at: float = 0
    ending: tuple[Point, ...] = ()

    @property
    def bends(self) -> str:
        """The points at which it bends, as a drawing has them."""
        inner = zip(self.points, self.points[1:], self.points[2:], strict=False)
        kept = [here for before, here, after in inner if not before[1] == here[1] == after[1]]
        ends = (self.points[:1], kept, self.points[1:][-1:])
        return " ".join(f"{x:g},{y:g}" for part in ends for x, y in part)


@dataclass(frozen=True, slots=True)
class Change:
    """Who takes the lead where: the place, the line, and whether there is room for its `sign`."""

    x: float
    line: int
    sign: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of `width` by `height`; the lines lie between `left` and `right`.

    `levels` are heights with their numbers, `marks` places below with what stands there; `changes` those of the lead.
    """

    width: int
    height: int
    left: float
    right: float
    top: int
    bottom: int
    levels: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, str], ...]
    lines: tuple[ChartLine, ...]
    changes: tuple[Change, ...] = ()

    @property
    def has_endings(self) -> bool:
        """Whether lines go on to what something added at the end came to."""
        return any(line.ending for line in self.lines)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is to be drawn: at each position the `values` by line (None is not drawn), and what it is called below.

    `names` are those of the lines, () for none at their ends; `totals` what something added at the end came to;
    `changes` are positions and the line that leads from there on. The lowest level is 0 or less, unless the chart may
    begin `anywhere`. `least_on_top`: the lowest value is drawn highest, as that of whoever leads.
    """

    values: Sequence[Values]
    called: Sequence[str]
    names: Sequence[str] = ()
    totals: Sequence[int] = ()
    changes: Sequence[tuple[int, int]] = ()
    anywhere: bool = False
    least_on_top: bool = False


def chart(course: Sequence[Sequence[Values]], column: int, names: Sequence[str] = ()) -> Chart:
    """Return the chart of one column of a course: by round (from 1), by line, by column; None is not drawn."""
    rounds = [[line[column] for line in each] for each in course]
    return draw(Drawing(rounds, [str(number + 1) for number in range(len(rounds))], names))


def draw(drawing: Drawing) -> Chart:
    """Return where everything lies."""
    known = [value for each in (*drawing.values, drawing.totals) for value in each if value is not None]
    lowest, highest = (min(known), max(known)) if drawing.anywhere else (min([0, *known]), max([1, *known]))
    step = _step(highest - lowest)
    lowest, highest = (lowest // step * step, max(highest, lowest + 1)) if drawing.anywhere else (lowest, highest)
    levels = range(-(-lowest // step) * step, highest + 1, step)
    left = 10 + DIGIT * min(12, max(len(str(level)) for level in levels))
    right = WIDTH - (NAMES if drawing.names else INSET)
    end = right - INSET - (ENDING if drawing.totals else 0)
    places = _places(len(drawing.values), left + INSET, end)

    def up(value: float) -> float:
        part = (value - lowest) / (highest - lowest) * (BOTTOM - TOP)
        return round(TOP + part if drawing.least_on_top else BOTTOM - part, 1)

    return Chart(
        WIDTH,
        HEIGHT,
        left,
        right,
        TOP,
        BOTTOM,
        tuple((up(level), level) for level in levels),
        tuple(_marks(places, drawing.called)),
        _lines(drawing, places, up, right - INSET),
        tuple(_changes(places, drawing.changes)),
    )


def _step(span: int) -> int:
    """Return how far apart the levels are: 1, 2 or 5 of some power of ten."""
    power: int = 10 ** max(0, len(str(max(1, span // LEVELS))) - 1)
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step * LEVELS >= span)


def _places(count: int, first: float, last: float) -> list[float]:
    if count == 1:
        return [(first + last) / 2]
    return [round(first + (last - first) / (count - 1) * number, 1) for number in range(count)]


def _marks(places: Sequence[float], called: Sequence[str]) -> Iterator[tuple[float, str]]:
    """Yield what stands below: all of a few, else at even steps what has a name of its own."""
    step = 1 if len(places) <= FEW else _step(len(places) * LEVELS // MARKS)
    yield from (
        (place, name) for number, (place, name) in enumerate(zip(places, called, strict=True)) if number % step == 0
    )


def _lines(
    drawing: Drawing, places: Sequence[float], up: Callable[[float], float], end: float
) -> tuple[ChartLine, ...]:
    columns = [_apart(values, up) for values in drawing.values]
    ending = _apart(drawing.totals, up) if drawing.totals else ()
    count = len((*drawing.values, drawing.totals)[0])
    lines = []
    for line in range(count):
        points = tuple(
            (place, height)
            for place, column in zip(places, columns, strict=True)
            if (height := column[line]) is not None
        )
        last = ((end, ending[line] or 0),) if ending else ()
        lines.append(
            ChartLine(points, _signs(drawing, points, line, count) + last, ending=(*points[-1:], *last) if last else ())
        )
    return _with_names(lines, drawing.names)


def _apart(values: Values, up: Callable[[float], float]) -> tuple[float | None, ...]:
    """Return the heights of values, those of equal ones a little apart, so that their lines do not hide each other."""
    heights: list[float | None] = []
    for line, value in enumerate(values):
        if value is None:
            heights.append(None)
            continue
        equal = [other for other, each in enumerate(values) if each == value]
        heights.append(round(up(value) + (equal.index(line) - (len(equal) - 1) / 2) * LEVEL_APART, 1))
    return tuple(heights)


def _signs(drawing: Drawing, points: tuple[Point, ...], line: int, count: int) -> tuple[Point, ...]:
    """Return where signs stand: at all of a few points, else at some, beside those of other lines, and at the last."""
    if len(drawing.values) <= FEW:
        known = (values for values in drawing.values if values[line] is not None)
        return tuple(
            (round(x + _aside(values, line, drawing), 1), y) for (x, y), values in zip(points, known, strict=True)
        )
    apart = len(points) // 3
    first = apart // 2 + line * apart // count
    inner = points[first : -max(2, apart // 4) : apart]
    return (*inner, *points[-1:])


def _aside(values: Values, line: int, drawing: Drawing) -> float:
    """Return how far a sign stands from its point, so that those of lines that are level do not hide each other."""
    equal = [other for other, each in enumerate(values) if each == values[line]]
    room = (WIDTH - 2 * NAMES) / max(1, len(drawing.values)) / len(equal)
    return (equal.index(line) - (len(equal) - 1) / 2) * min(SIGN_STEP, room)


def _with_names(lines: Sequence[ChartLine], names: Sequence[str]) -> tuple[ChartLine, ...]:
    """Return the lines with their names at the ends, one below the other without hiding each other.

    The sign stands with the name there, so the end of a line has none of its own.
    """
    if not names:
        return tuple(lines)
    last = [(*line.points[-1:], *line.ending) for line in lines]
    ends = [points[-1][1] if points else BOTTOM for points in last]
    order = sorted(range(len(lines)), key=lambda line: ends[line])
    step = min(NAME_STEP, (BOTTOM - TOP + NAME_STEP) / len(lines))
    heights: list[float] = []
    for line in order:
        heights.append(max(ends[line], heights[-1] + step if heights else TOP))
    for number in range(len(heights) - 1, -1, -1):
        below = heights[number + 1] - step if number + 1 < len(heights) else BOTTOM + step / 2
        heights[number] = round(min(heights[number], below), 1)
    placed = dict(zip(order, heights, strict=True))
    return tuple(
        replace(each, name=short(names[line]), name_at=placed[line], signs=_without_last(each))
        for line, each in enumerate(lines)
    )


def _without_last(line: ChartLine) -> tuple[Point, ...]:
    """Return the signs of a line without that at its end; a single point is seen by its sign alone."""
    return line.signs[:-1] if len(line.points) > 1 or line.ending else line.signs


def short(name: str) -> str:
    """Return a name that fits at the end of a line."""
    widths = list(accumulate(map(_width, name)))
    if not widths or widths[-1] <= NAME_UNITS:
        return name
    return name[: sum(width <= NAME_UNITS - 1 for width in widths)].rstrip() + "…"


def _width(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 2
    return 1.5 if letter in BROAD else 0.6 if letter in NARROW else 1


def _changes(places: Sequence[float], changes: Sequence[tuple[int, int]]) -> Iterator[Change]:
    last = 0.0
    for position, line in changes:
        place = places[position]
        sign = place - last >= SIGN_STEP
        last = place if sign else last
        yield Change(place, line, sign)
