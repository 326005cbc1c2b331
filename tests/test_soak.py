"""A short soak: one small round, always the same."""

from tests.tools import soak

SHORT = {"LOOKS": 5, "DOCUMENTS": 1, "HEADS": 3, "PHONES": 3, "MOST": 20}
SEED = 13


def test_short_soak_loses_nothing(tmp_path, monkeypatch):
    for name, value in SHORT.items():
        monkeypatch.setattr(soak, name, value)
    tally = soak.Tally()
    soak.servers(tmp_path, soak.rounds("servers", SEED, tally, many=1), tally)
    assert tally.broken == []
    assert tally.counts["kills"] == 1
    assert tally.counts["games compared"]
    assert tally.counts["hostile heads"] == 3
