"""Layout of line and bar charts in SVG units; templates only draw them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor

from .names import short_names, width

WIDTH, HEIGHT = 340, 240
TOP, BOTTOM = 34, 210
INSET = 10  # room for a sign at either end
NAMES = 104  # room for a sign and a name at the end of a line
NAME_UNITS = 9  # maximum width of a name at the end of a line, in average characters (`names.width`)
NAME_STEP = 17  # vertical distance between two names
DIGIT = LETTER = 8
LEVELS, MARKS = 4, 6
LEVEL_APART = 2.4  # vertical distance between lines with equal values
FEW = 12  # maximum number of positions with a sign each; longer lines are drawn through about this number of positions
SIGN_STEP = 13  # closer signs would hide each other
NAMED = 3  # maximum number of lead changes drawn
BARS_WIDTH, BARS_HEIGHT = 336, 150
BARS_TOP, BARS_BOTTOM = 22, 126
SHARE = 0.66  # width of a bar as a fraction of its column

Point = tuple[float, float]
Values = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of the chart: all its `points`, and the ones marked with a sign.

    `name` is shortened for its place at the end of the line, at the height `name_at`.
    """

    points: tuple[Point, ...]
    signs: tuple[Point, ...]
    name: str = ""
    name_at: float = 0

    @property
    def bends(self) -> str:
        """The points at the ends and bends of the line, for the attribute `points` of SVG."""
        inner = zip(self.points, self.points[1:], self.points[2:], strict=False)
        kept = [here for before, here, after in inner if not before[1] == here[1] == after[1]]
        ends = (self.points[:1], kept, self.points[1:][-1:])
        return " ".join(f"{x:g},{y:g}" for part in ends for x, y in part)


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the lead: its `x`, the index of the new leading line, and its short name, centred at `name_at`."""

    x: float
    line: int
    name: str = ""
    name_at: float = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: `levels` are heights with their values, `marks` horizontal positions with the labels below them.

    `places` are the horizontal positions of all values.
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
    places: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """The data of a chart: at each position the `values` by line, not drawn if None, and the label below (`called`).

    `names` are the names of the lines, if any. `changes` are pairs of a position and the line leading from there on.
    The lowest level is at most 0 unless `anywhere` is true. `least_on_top`: the lowest value leads, so it is drawn at
    the top.
    """

    values: Sequence[Values]
    called: Sequence[str]
    names: Sequence[str] = ()
    changes: Sequence[tuple[int, int]] = ()
    anywhere: bool = False
    least_on_top: bool = False


def chart(course: Sequence[Sequence[Values]], column: int, names: Sequence[str] = ()) -> Chart:
    """Return the chart of one column of a `course`: values by round, line and column; None is not drawn."""
    rounds = [[line[column] for line in each] for each in course]
    return draw(Drawing(rounds, [str(number + 1) for number in range(len(rounds))], names))


def draw(drawing: Drawing) -> Chart:
    known = [value for each in drawing.values for value in each if value is not None]
    limits = known if drawing.anywhere else [0, 1, *known]
    lowest, highest = floor(min(limits)), ceil(max(limits))
    step = _step(highest - lowest)
    lowest, highest = (lowest // step * step, max(highest, lowest + 1)) if drawing.anywhere else (lowest, highest)
    levels = range(-(-lowest // step) * step, highest + 1, step)
    left = 10 + DIGIT * min(12, max(len(str(level)) for level in levels))
    right = WIDTH - (NAMES if drawing.names else INSET)
    places = _places(len(drawing.values), left + INSET, right - INSET)
    apart = 1 if len(places) <= FEW else _step(len(places) * LEVELS // MARKS)

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
        tuple(zip(places, drawing.called, strict=True))[::apart],
        _lines(drawing, places, up),
        _changes(places, drawing),
        tuple(places),
    )


def _step(span: int) -> int:
    """Return the distance between two levels: 1, 2 or 5 times a power of ten."""
    power: int = 10 ** max(0, len(str(max(1, span // LEVELS))) - 1)
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step * LEVELS >= span)


def _places(count: int, first: float, last: float) -> list[float]:
    if count == 1:
        return [(first + last) / 2]
    return [round(first + (last - first) / (count - 1) * number, 1) for number in range(count)]


def _lines(drawing: Drawing, places: Sequence[float], up: Callable[[float], float]) -> tuple[ChartLine, ...]:
    columns = [(place, _apart(values, up)) for place, values in _drawn(places, drawing.values)]
    count = len(drawing.values[0]) if drawing.values else 0
    lines = []
    for line in range(count):
        points = tuple((place, height) for place, column in columns if (height := column[line]) is not None)
        lines.append(ChartLine(points, _signs(drawing, points, line, count)))
    return _with_names(lines, drawing.names)


def _drawn(places: Sequence[float], values: Sequence[Values]) -> Iterator[tuple[float, Values]]:
    """Yield the positions to draw lines through: about FEW, because lines through all plays of a long game tangle."""
    step = max(1, -(-(len(values) - 1) // FEW))
    for number, each in enumerate(zip(places, values, strict=True)):
        if number % step == 0 or number == len(values) - 1:
            yield each


def _apart(values: Values, up: Callable[[float], float]) -> tuple[float | None, ...]:
    """Return the heights of values; equal values are slightly apart, so that no line hides another."""
    heights: list[float | None] = []
    for line, value in enumerate(values):
        if value is None:
            heights.append(None)
            continue
        equal = [other for other, each in enumerate(values) if each == value]
        heights.append(round(up(value) + (equal.index(line) - (len(equal) - 1) / 2) * LEVEL_APART, 1))
    return tuple(heights)


def _signs(drawing: Drawing, points: tuple[Point, ...], line: int, count: int) -> tuple[Point, ...]:
    """Return the points with signs: all of up to FEW positions, else the last and one in the later half.

    Signs of lines with equal values are moved sideways, so that they do not hide each other.
    """
    if len(drawing.values) <= FEW:
        signs, room = [], (WIDTH - 2 * NAMES) / max(1, len(drawing.values))
        known = (values for values in drawing.values if values[line] is not None)
        for (x, y), values in zip(points, known, strict=True):
            equal = [other for other, each in enumerate(values) if each == values[line]]
            aside = (equal.index(line) - (len(equal) - 1) / 2) * min(SIGN_STEP, room / len(equal))
            signs.append((round(x + aside, 1), y))
        return tuple(signs)
    half = len(points) // 2
    inner = half + line * max(1, half - 2) // count
    return (*points[inner : inner + 1], *points[-1:])


def _with_names(lines: Sequence[ChartLine], names: Sequence[str]) -> tuple[ChartLine, ...]:
    """Return the lines with legible names at the ends; a name is drawn with the sign, so the last point has none."""
    if not names:
        return tuple(lines)
    ends = [line.points[-1][1] if line.points else BOTTOM for line in lines]
    order = sorted(range(len(lines)), key=lambda line: ends[line])
    step = min(NAME_STEP, (BOTTOM - TOP + NAME_STEP) / len(lines))
    heights: list[float] = []
    # First move names down until none overlap, then up again until the lowest one fits.
    for line in order:
        heights.append(max(ends[line], heights[-1] + step if heights else TOP))
    for number in range(len(heights) - 1, -1, -1):
        below = heights[number + 1] - step if number + 1 < len(heights) else BOTTOM + step / 2
        heights[number] = round(min(heights[number], below), 1)
    placed = dict(zip(order, heights, strict=True))
    labels = short_names(names, NAME_UNITS)
    named = []
    for line, each in enumerate(lines):
        signs = each.signs[:-1] if len(each.points) > 1 else each.signs  # a single point keeps its sign to be visible
        named.append(replace(each, name=labels[line], name_at=placed[line], signs=signs))
    return tuple(named)


def _changes(places: Sequence[float], drawing: Drawing) -> tuple[Change, ...]:
    """Return the lead changes that begin the longest leads, in order, as far as no name hides another."""
    until = [position for position, _ in drawing.changes[1:]] + [len(places)]
    lasting = sorted(zip(drawing.changes, until, strict=False), key=lambda each: each[0][0] - each[1])
    labels = short_names(drawing.names, NAME_UNITS)
    found: list[tuple[Change, float]] = []
    for (position, line), _ in lasting:
        name = labels[line] if labels else ""
        half = (3 + width(name)) * LETTER / 2
        at = min(max(places[position], half), WIDTH - half)
        if len(found) < NAMED and all(abs(at - other.name_at) >= half + room for other, room in found):
            found.append((Change(places[position], line, name, round(at, 1)), half))
    return tuple(sorted((change for change, _ in found), key=lambda change: change.x))


def bars(counts: Sequence[tuple[str, int]], highest: int = 0) -> Mapping[str, object]:
    """Return the layout of a bar chart of (name, count) pairs. Full height is `highest`, or else the maximum."""
    room = BARS_WIDTH / len(counts)
    most = max(count for _, count in counts)
    wide = round(room * SHARE, 1)
    drawn = []
    for number, (name, count) in enumerate(counts):
        height = round((BARS_BOTTOM - BARS_TOP) * count / (highest or max(1, most)), 1)
        middle, top = round(room * (number + 0.5), 1), round(BARS_BOTTOM - height, 1)
        place = {"left": round(middle - wide / 2, 1), "top": top, "above": top - 5, "middle": middle}
        drawn.append({"name": name, "number": count, "width": wide, "height": height, **place})
    return {
        "bars": drawn,
        "most": most,
        "width": BARS_WIDTH,
        "height": BARS_HEIGHT,
        "floor": BARS_BOTTOM,
        "names": BARS_BOTTOM + 18,
    }
