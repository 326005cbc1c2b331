"""Small integers are parsed from plain digits only, up to a maximum."""

from scorekeeper.core.fields import small_number
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
