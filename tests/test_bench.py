"""What `./run bench` measures can be measured: what its bookkeeper enters is taken."""

from argparse import Namespace

import pytest

from tests.rows import row_by_row
from tests.tools.bench import __main__ as bench
from tests.tools.bench.quiet import share


def test_every_figure_of_a_table_is_taken(tmp_path, monkeypatch):
    for name in ("ROUNDS", "TIMES", "REPLAYS"):
        monkeypatch.setattr(bench, name, 1)
    figures = dict(bench.table(tmp_path, Namespace()))
    assert [what for what in figures if what.startswith("sending a play")]
    assert int(figures["bytes of one play"].split()[0].replace(",", "")) < 9_000  # the way there, and the page


@row_by_row(
    ("after", "expected"),
    [
        ((10, 0, 10, 180, 0, 0, 0, 0), 0.1),  # user, nice, system, idle, waiting, interrupts twice, lent to others
        ((0, 0, 0, 0, 200, 0, 0, 0), 0),
        ((0, 0, 0, 100, 0, 0, 0, 100), 0.5),
        ((0,) * 8, 0),
    ],
)
def test_how_busy_a_machine_is(after, expected):
    assert share((0,) * 8, after) == pytest.approx(expected)
