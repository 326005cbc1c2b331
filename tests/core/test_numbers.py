"""Small integers are parsed from plain digits only, and numbers with decimals are exact."""

import math

import pytest

from scorekeeper.core.errors import Unreadable
from scorekeeper.core.fields import People, Sum, small_number
from scorekeeper.core.numbers import rounded
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
def test_a_number_from_0_to_120(text, number):
    assert small_number(text, 120) == number


@row_by_row(
    ("number", "exact"),
    [(0.1 + 0.2, 0.3), (7.3 - 7.2, 0.1), (2.0, 2), (-0.0, 0), (-0.5, -0.5), (0.125, 0.125), (10**12, 10**12)],
)
def test_sums_and_differences_have_no_errors_of_binary_fractions(number, exact):
    assert repr(rounded(number)) == repr(exact)


def test_ten_thousand_tenths_are_a_thousand():
    total = 0
    for _ in range(10_000):
        total = rounded(total + 0.1)
    assert total == 1000


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
def test_a_sum_has_numbers_with_one_decimal_place(value, terms):
    shape, people = Sum(decimals=1), People(())
    if isinstance(terms, str):
        with pytest.raises(Unreadable) as error:
            shape.read(value, people)
        assert str(error.value.message) == terms
    else:
        assert repr(shape.read(value, people)) == repr(terms)


@row_by_row("value", [7.5, 7.0, [1, 0.5]])
def test_a_sum_without_decimals_has_whole_numbers(value):
    with pytest.raises(Unreadable, match="a whole number is needed here"):
        Sum().read(value, People(()))
