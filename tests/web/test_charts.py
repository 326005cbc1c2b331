"""Charts: positions of lines, numbers and names, without overlaps."""

from itertools import pairwise

import pytest

from scorekeeper.web.common.charts import BOTTOM, LEVEL_APART, NAME_STEP, TOP, Drawing, chart, draw
from tests.rows import row_by_row


def race(*values, **more):
    return draw(Drawing(values, [str(number) for number in range(len(values))], anywhere=True, **more))


def heights(drawn, position):
    return [line.points[position][1] for line in drawn.lines]


def test_chart_positions_are_even_and_inside():
    drawn = chart([[(3,)], [(2,)], [(1,)]], 0)
    places = [x for x, _ in drawn.lines[0].points]
    assert places == [x for x, _ in drawn.marks]
    assert drawn.left < places[0] < places[1] < places[2] < drawn.right
    assert places[1] - places[0] == pytest.approx(places[2] - places[1], abs=0.2)
    assert [number for _, number in drawn.marks] == ["1", "2", "3"]
    one = chart([[(30,), (20,)]], 0)
    assert one.marks == (((one.left + one.right) / 2, "1"),)
    (high,), (low,) = (line.points for line in one.lines)
    assert high[0] == low[0] == one.marks[0][0]
    assert high[1] < low[1]  # y decreases upwards
    assert chart([], 0).lines == ()


def test_chart_draws_the_known_values_of_a_column():
    course = [[(9, 1), (8, 2)], [(7, 3), (6, 4)]]
    first, second = (chart(course, column).lines[0].points for column in (0, 1))
    assert first[0][1] < first[1][1]  # 9 to 7 falls
    assert second[0][1] > second[1][1]  # 1 to 3 rises
    drawn = chart([[(None,), (5,)], [(4,), (None,)]], 0)
    assert [len(line.points) for line in drawn.lines] == [1, 1]
    assert drawn.lines[0].points[0][0] == drawn.marks[1][0]
    assert chart([[(None,)]], 0).lines[0].points == ()


@row_by_row("values", [(0, 0), (5, 5), (44, 37), (-30, -12), (1, 0), (999999, -999999), (0.05, -0.5)])
def test_chart_includes_zero_and_all_values(values):
    drawn = chart([[(value,) for value in values]], 0)
    levels = {label: y for y, label in drawn.levels}
    assert 0 in levels
    assert 2 <= len(drawn.levels) <= 7
    assert list(levels.values()) == sorted(levels.values(), reverse=True)
    for value, line in zip(values, drawn.lines, strict=True):
        assert 0 < line.points[0][1] < drawn.height - 10
        if value in levels:
            assert line.points[0][1] == pytest.approx(levels[value], abs=LEVEL_APART)


@row_by_row(
    "values",
    [(0, 0), (28, 44), (-30, -12), (7, 7), (7.5, 7.25), (-0.1, 0.2), (10**15, 10**15 + 1), (-(10**12), 10**12)],
)
def test_race_chart_contains_all_values_and_few_levels(values):
    drawn = race(values, values)
    assert 2 <= len(drawn.levels) <= 7
    assert all(TOP <= y <= BOTTOM for y, _ in drawn.levels)
    assert all(TOP - LEVEL_APART <= y <= BOTTOM + LEVEL_APART for y in heights(drawn, 0))
    assert 0 < drawn.left < drawn.lines[0].points[0][0]


def test_tied_lines_run_side_by_side_in_order():
    drawn = race((4, 4, 4, 9), (4, 5, 4, 4), (6, 6, 6, 6))
    for position, level in ((0, (0, 1, 2)), (1, (0, 2, 3)), (2, (0, 1, 2, 3))):
        lying = [heights(drawn, position)[line] for line in level]
        apart = [below - above for above, below in pairwise(lying)]
        assert apart == pytest.approx([LEVEL_APART] * len(apart), abs=0.11)


def test_signs_of_tied_lines_do_not_overlap():
    drawn = race((4, 4, 4), (4, 5, 4), (6, 6, 6))
    for position, level in ((0, (0, 1, 2)), (1, (0, 2)), (2, (0, 1, 2))):
        places = [drawn.lines[line].signs[position][0] for line in level]
        assert all(after - before >= 9 for before, after in pairwise(places))
        middle = drawn.lines[0].points[position][0]
        assert sum(places) / len(places) == pytest.approx(middle, abs=0.2)


@row_by_row("ends", [(5, 5, 5), (0, 0, 0, 0, 9), (1, 2, 3, 4, 5, 6), (9, 9, 9, 9, 9, 9, 9, 9, 9, 9)])
def test_chart_names_do_not_overlap(ends):
    drawn = race([0] * len(ends), ends, names=["Anneli"] * len(ends))
    places = sorted(line.name_at for line in drawn.lines)
    assert all(below - above >= NAME_STEP - 0.2 for above, below in pairwise(places))
    assert places[0] >= TOP - 1
    assert places[-1] <= BOTTOM + NAME_STEP


def test_line_sign_is_only_beside_its_name():
    named, bare = race((0, 0), (1, 2), (4, 2), names=["Ada", "Bo"]), race((0, 0), (1, 2), (4, 2))
    assert [len(line.signs) for line in named.lines] == [2] * 2
    assert [len(line.signs) for line in bare.lines] == [3] * 2
    assert [len(line.signs) for line in race((0, 1), names=["Ada", "Bo"]).lines] == [1, 1]  # no line is drawn there


def test_chart_of_hundred_positions_has_few_points_and_signs():
    flat = [(0, number // 25) for number in range(101)]
    drawn = race(*flat, names=["Ada", "Bo"])
    assert drawn.lines[0].bends.count(",") <= 6
    assert len(drawn.lines[1].bends) < 200
    assert all(1 <= len(line.signs) <= 4 for line in drawn.lines)
    assert {x for x, _ in drawn.lines[0].signs}.isdisjoint(x for x, _ in drawn.lines[1].signs)
    assert [name for _, name in drawn.marks] == ["0", "20", "40", "60", "80", "100"]


def test_bends_describe_the_complete_line():
    drawn = race((0,), (3,), (3,), (3,), (5,), (5,))
    points = drawn.lines[0].points
    kept = [points[number] for number in (0, 1, 3, 4, 5)]
    assert drawn.lines[0].bends == " ".join(f"{x:g},{y:g}" for x, y in kept)
    long = race(*[(number, 0) for number in range(50)], names=["Ada", "Bo"])
    points = long.lines[0].points
    assert len(points) <= 14
    assert [points[0][0], points[-1][0]] == [long.marks[0][0], max(x for x, _ in points)]
    assert points[-1][1] < points[-2][1] < points[0][1]


def test_longest_lasting_lead_changes_are_named_without_overlap():
    values = [(number % 2, 1 - number % 2) for number in range(60)]
    names = ["Ada", "Wilhelmine-Charlotte"]
    drawn = race(*values, names=names, changes=[(3, 1), (5, 0), (6, 1), (30, 0), (40, 1)])
    assert [(change.line, change.name) for change in drawn.changes] == [(1, "Wilhelmi…"), (1, "Wilhelmi…")]
    (first, _), (tenth, _) = drawn.marks[:2]
    assert [round((change.x - first) / (tenth - first) * 10) for change in drawn.changes] == [6, 40]
    assert drawn.changes[1].name_at - drawn.changes[0].name_at >= 11 * 8
    assert all(change.name_at >= 11 * 4 for change in drawn.changes)
