"""Small integers are parsed from plain digits only, and numbers with decimals are exact."""

import math

import pytest

from scorekeeper.core.errors import Unreadable
from scorekeeper.core.fields import People, Sum, small_number
from scorekeeper.core.finale import Stage, scenes
from scorekeeper.core.messages import say
from scorekeeper.core.numbers import rounded
from scorekeeper.core.points import TOTAL, Change, gains
from scorekeeper.core.race import Position, Race
from scorekeeper.core.records import MARGIN, marks_of_result
from scorekeeper.core.rulebook import Meta
from scorekeeper.core.sheet import Column, Line, Standing
from scorekeeper.core.story import difference
from tests.rows import row_by_row


@row_by_row(
    ("text", "number"),
    [
        ("0", 0),
        ("7", 7),
        ("007", 7),
        ("120", 120),
        ("121", None),
        ("0120", None),
        ("999", None),
        ("", None),
        ("-1", None),
        ("+1", None),
        ("1.0", None),
        (" 1", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_small_numbers_are_read_from_plain_digits(text, number):
    assert small_number(text, 120) == number


@row_by_row(
    ("number", "exact"),
    [(0.1 + 0.2, 0.3), (7.3 - 7.2, 0.1), (2.0, 2), (-0.0, 0), (-0.5, -0.5), (0.125, 0.125), (10**12, 10**12)],
)
def test_sums_and_differences_are_exact(number, exact):
    assert repr(rounded(number)) == repr(exact)


def test_differences_of_points_are_exact():
    ahead, behind = Line(0, 7.3, name="Ada"), Line(1, 7.2, name="Bo")
    assert Race((0, 1), ("Ada", "Bo"), ()).behind(Position(1, (7.3, 7.2), (0,)), 1) == 0.1
    assert gains([behind], [ahead]) == {(0, TOTAL): 0.1}
    assert Change(1, 7.2, 7.3).by == 0.1
    assert marks_of_result([Standing(1, ahead), Standing(2, behind)], None)[MARGIN].value == 0.1
    (scene,) = scenes([Stage(say("Cards"), (0.1, 0))], [Line(0, 0.3), Line(1, 0.2)], (0,), lowest_wins=False)
    assert (scene.before, scene.were_ahead) == ((0.2, 0.2), ())
    meta = Meta("x", say("X"), (2, 4), parts=(Column("a", say("A")), Column("b", say("B"))))
    level = [Line(0, 0.3, {"a": 0.1, "b": 0.2}, key=(2,)), Line(1, 0.3, {"a": 0.3, "b": 0}, key=(1,))]
    assert [*difference(level, meta)] == []


@row_by_row(
    ("value", "terms"),
    [
        (7.5, (7.5,)),
        (7, (7,)),
        (7.0, (7,)),
        (-0.0, (0,)),
        ([0.1, 0.2, -7.5], (0.1, 0.2, -7.5)),
        (-1_000_000, (-1_000_000,)),
        (999_999.9, (999_999.9,)),
        (7.25, "at most 1 decimal place"),
        (1e-3, "at most 1 decimal place"),
        ([1, 0.05], "at most 1 decimal place"),
        (1_000_000.5, "a number must be between -1,000,000 and 1,000,000"),
        ([999_999.5, 0.6], "a number must be between -1,000,000 and 1,000,000"),
        (math.inf, "a number must be between -1,000,000 and 1,000,000"),
        (math.nan, "a number must be between -1,000,000 and 1,000,000"),
        (True, "a number is needed here"),
        ("7.5", "a number is needed here"),
        (None, "a number is needed here"),
        ([], "a sum has 1 to 20 numbers"),
    ],
)
def test_sums_accept_numbers_with_one_decimal_place(value, terms):
    shape, people = Sum(decimals=1), People(())
    if isinstance(terms, str):
        with pytest.raises(Unreadable) as error:
            shape.read(value, people)
        assert str(error.value.message) == terms
    else:
        assert repr(shape.read(value, people)) == repr(terms)


@row_by_row("value", [7.5, 7.0, [1, 0.5]])
def test_sums_without_decimals_accept_integers_only(value):
    with pytest.raises(Unreadable, match="a whole number is needed here"):
        Sum().read(value, People(()))
