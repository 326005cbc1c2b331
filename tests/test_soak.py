"""A short soak: one small round, always the same."""

from tests.tools import soak

SEED = 13


def test_short_soak_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(soak, "PHONES", 3)
    monkeypatch.setattr(soak, "MOST", 20)
    tally = soak.Tally()
    soak.servers(tmp_path, soak.rounds("servers", SEED, tally, many=1), tally)
    assert tally.broken == []
    assert tally.counts["kills"] == 1
    assert tally.counts["games compared"]
