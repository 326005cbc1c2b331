"""What `./run bench` measures can be measured: what its bookkeeper enters is taken."""

from argparse import Namespace

from tests.tools.bench import __main__ as bench


def test_every_figure_of_a_table_is_taken(tmp_path, monkeypatch):
    for name in ("ROUNDS", "TIMES", "REPLAYS"):
        monkeypatch.setattr(bench, name, 1)
    figures = dict(bench.table(tmp_path, Namespace()))
    assert [what for what in figures if what.startswith("sending a play")]
    assert int(figures["bytes of one play"].split()[0].replace(",", "")) < 9_000  # the way there, and the page
