"""Values of cells: dates, times, durations, points and marks, in the forms in which people write them."""

from datetime import date, datetime, time, timedelta

import pytest

from scorekeeper.store.readers.cells import (
    day_order,
    decimal_sign,
    is_missing,
    written_day,
    written_mark,
    written_minutes,
    written_place,
    written_points,
    written_time,
)
from tests.rows import row_by_row

THIRD_OF_APRIL = date(2025, 4, 3)


@pytest.mark.parametrize(
    "written",
    [
        "2025-04-03",
        "2025/4/3",
        "20250403",
        "03.04.2025",
        "3. 4. 2025",
        "3.4.25",
        "3. April 2025",
        "3 Apr 25",
        "3rd of April, 2025",
        "03-Apr-2025",
        "April 3, 2025",
        "Thursday, 3 April 2025",
        "Do, 3.4.2025",
        "Thu Apr 03 2025 00:00:00 GMT+0200 (Central European Summer Time)",
        "2025-04-03T20:15:00Z",
        "3.4.2025, 20:15 Uhr",
        date(2025, 4, 3),
        datetime(2025, 4, 3, 20, 15),  # noqa: DTZ001
        45750,
    ],
)
def test_dates_are_read_in_usual_forms(written):
    assert written_day(written).read(None) == THIRD_OF_APRIL


@row_by_row(("written", "month"), [("3. März 2024", 3), ("3. Mai 2024", 5), ("Oct 3 2024", 10), ("3. Dez. 2024", 12)])
def test_month_names_are_read_in_two_languages(written, month):
    assert written_day(written).read(None) == date(2024, month, 3)


@pytest.mark.parametrize(
    "written", ["soon", "120", "", "31.02.2025", "13/13/2025", "3 Foo 2025", 12, True, "x" * 10**6]
)
def test_other_cells_are_not_dates(written):
    assert written_day(written) is None


def test_ambiguous_date_has_two_readings():
    written = written_day("03/04/2025")
    assert written.read(None) is None
    assert (written.read(True), written.read(False)) == (date(2025, 4, 3), date(2025, 3, 4))
    assert written_day("05/05/2025").read(None) == date(2025, 5, 5)


@row_by_row(
    ("column", "day_first"),
    [
        (["03/04/2025", "15/04/2025"], True),
        (["03/04/2025", "4/15/2025"], False),
        (["03/04/2025", "05/06/2025", "05/05/2025", "2025-06-13"], None),
        (["03.04.2025", "03/04/2025"], True),
        (["April 3, 2025", "04/03/2025"], False),
        (["15/04/2025", "4/15/2025"], None),
    ],
)
def test_order_of_day_and_month_follows_from_the_column(column, day_first):
    assert day_order(column) is day_first


@row_by_row(
    ("written", "expected"),
    [
        ("20:15", time(20, 15)),
        ("8:15pm", time(20, 15)),
        ("8:15:30 pm", time(20, 15, 30)),
        ("12 am", time()),
        ("20.15 Uhr", time(20, 15)),
        ("20h15", time(20, 15)),
        ("25:00", None),
        ("90", None),
        (time(20, 15), time(20, 15)),
    ],
)
def test_times_of_the_day_are_read(written, expected):
    assert written_time(written) == expected


@row_by_row(
    ("written", "minutes"),
    [
        ("90", 90),
        ("1:30", 90),
        ("1:30:00", 90),
        ("90 min", 90),
        ("90'", 90),
        ("1 h 30", 90),
        ("1h30m", 90),
        ("1,5 h", 90),
        ("1.5 Stunden", 90),
        ("1 Std. 30 Min.", 90),
        (time(1, 30), 90),
        (timedelta(hours=1, minutes=30), 90),
        (90.0, 90),
        ("long", None),
        ("", None),
        (-1, None),
    ],
)
def test_durations_are_read_as_minutes(written, minutes):
    assert written_minutes(written) == minutes


@row_by_row(
    ("column", "points"),
    [
        (["1,250", "980"], [1250, 980]),
        (["1.250", "980"], [1250, 980]),
        (["1'250", "1’031"], [1250, 1031]),
        (["1 250"], [1250]),
        (["61,5", "1.061,5", "1.250"], [61.5, 1061.5, 1250]),
        (["61.5", "1,250", "1,250,000"], [61.5, 1250, 1250000]),
        (["0,125", "1,250"], [0.125, 1.25]),
        (["€ 3,50", "12 €", "$4", "CHF 2"], [3.5, 12, 4, 2]),
        (["12 points", "12 Punkte", "12 VP"], [12, 12, 12]),
        (["12+9", "12 + 9 - 1", "12+9+"], [21, 20, 21]),
        (["\N{MINUS SIGN}3.25", "-5", "–5"], [-3.25, -5, -5]),
        ([7.0, 7.25, 3], [7, 7.25, 3]),
        (["many", "12 13", "1.2.3", "9" * 300, "-" * 10**6, "", True, 1e300, float("nan")], [None] * 9),
    ],
)
def test_points_are_read_by_the_decimal_sign_of_the_column(column, points):
    sign = decimal_sign(column)
    assert [written_points(each, sign) for each in column] == points


@pytest.mark.parametrize("written", ["", "–", "-", "n/a", "N/A", "x", "?", "k. A."])
def test_missing_values_are_known(written):
    assert is_missing(written)


@row_by_row(
    ("mark", "marks"),
    [
        (True, ["W", "ja", "Yes", "1", "x", "✓", "TRUE", "gewonnen", "Sieg", True, 1, "draw"]),
        (False, ["L", "nein", "no", "0", "FALSE", "", "–", "verloren", False, 0]),
        (None, ["Ada", "2", 2, "maybe"]),
    ],
)
def test_marks_of_winners_are_read(mark, marks):
    assert [written_mark(each) for each in marks] == [mark] * len(marks)


@row_by_row(
    ("written", "place"), [("1.", 1), ("2nd", 2), ("=3", 3), (2.0, 2), ("🥇", 1), ("1st place", 1), ("Ada", None)]
)
def test_places_are_read(written, place):
    assert written_place(written) == place
