"""A short soak: one small round, always the same."""

from tests.tools.soak import hostile, phones
from tests.tools.soak.__main__ import servers
from tests.tools.soak.tally import Rounds, Tally

SHORT = {(hostile, "LOOKS"): 5, (hostile, "DOCUMENTS"): 1, (hostile, "HEADS"): 3, (phones, "MOST"): 40}
SEED = 13


def test_a_short_round(tmp_path, monkeypatch):
    for (module, name), value in SHORT.items():
        monkeypatch.setattr(module, name, value)
    tally = Tally()
    servers(tmp_path, Rounds("servers", SEED, tally, many=1), tally)
    assert tally.broken == []
    assert tally.counts["kills"] == 1
    assert tally.counts["games compared"]
    assert tally.counts["hostile heads"] == 3
