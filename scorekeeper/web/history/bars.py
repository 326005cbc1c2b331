"""The layout of bar charts, which templates draw."""

from collections.abc import Mapping, Sequence

WIDTH, HEIGHT = 336, 150
TOP, BOTTOM = 22, 126
SHARE = 0.66
"""Width of a bar as a fraction of its column."""


def bars(counts: Sequence[tuple[str, int]], highest: int = 0) -> Mapping[str, object]:
    """Return the layout of a chart of (name, count) pairs; a bar of full height counts `highest` (0: the maximum).

    Bars rest at the y coordinate `floor`, with their names at `names` and each number at its bar's `above`.
    """
    room = WIDTH / len(counts)
    most = max(count for _, count in counts)
    width = round(room * SHARE, 1)
    drawn = []
    for number, (name, count) in enumerate(counts):
        height = round((BOTTOM - TOP) * count / (highest or max(1, most)), 1)
        middle, top = round(room * (number + 0.5), 1), round(BOTTOM - height, 1)
        place = {"left": round(middle - width / 2, 1), "top": top, "above": top - 5, "middle": middle}
        drawn.append({"name": name, "number": count, "width": width, "height": height, **place})
    return {"bars": drawn, "most": most, "width": WIDTH, "height": HEIGHT, "floor": BOTTOM, "names": BOTTOM + 18}
