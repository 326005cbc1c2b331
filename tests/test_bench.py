"""Each part of `./run bench` runs, and its plays are accepted."""

from contextlib import contextmanager

import pytest

from scorekeeper.server import listening
from tests.apps import running
from tests.tools import bench


@pytest.fixture(autouse=True)
def served_here(monkeypatch):
    """Serve in a thread of this process instead of a new process."""

    @contextmanager
    def served(make, folder):
        app = make(folder)
        with running(listening(app, "127.0.0.1", 0, behind_proxy=False)) as server:
            yield server.effective_port
        if "service" in app.extensions:
            app.extensions["service"].store.close()

    monkeypatch.setattr(bench, "served", served)


def shortened(monkeypatch, **values):
    for name, value in values.items():
        monkeypatch.setattr(bench, name, value)


def test_benchmark_of_entries_reports_time_and_size(tmp_path, monkeypatch):
    shortened(monkeypatch, PLAYS=3, WARM=1)
    figures = dict(bench.play(tmp_path))
    assert figures["entering a play"].startswith("p50 ")
    assert int(figures["bytes of the answer to a play"].replace(",", "")) < 9_000


def test_benchmark_of_pages_reports_each_page(tmp_path, monkeypatch):
    shortened(monkeypatch, ROUNDS=1)
    figures = dict(bench.pages(tmp_path, [20]))
    assert {"made 20 games", "home", "entering a play"} <= figures.keys()
    assert len(figures["home"].split()) == 1


def test_benchmark_of_watchers_reports_delays(tmp_path, monkeypatch):
    shortened(monkeypatch, TABLES=2, WATCHERS=3, BETWEEN=1, DURATION=1, GRACE=1, PAUSE=0.1)
    figures = dict(bench.watchers(tmp_path))
    assert "inf" not in figures["3 watchers see a play after"]
