"""A short soak: each part of `./run soak` for one small round, always the same."""

import pytest

from tests.soak import clock, commands, damage, disk, hostile, kills, racing, wire
from tests.soak.parts import PARTS
from tests.soak.tally import Rounds, Tally

SHORT = {
    (kills, "MANY"): 12,
    (commands, "CUTS"): 1,
    (commands, "MANY"): 3,
    (hostile, "LOOKS"): 10,
    (hostile, "DOCUMENTS"): 3,
    (wire, "REQUESTS"): 5,
    (racing, "RACES"): 1,
    (damage, "TIMES"): 1,
    (damage, "LOOKS"): 4,
    (clock, "STEPS"): 24,
    (disk, "SHORT"): 0.1,
}
SEED = 13


# Where a file that is sent breaks off, Werkzeug leaves the beginning of it to the garbage collector.
@pytest.mark.filterwarnings("ignore:.*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("part", PARTS)
def test_a_short_round(tmp_path, monkeypatch, part):
    for (module, name), value in SHORT.items():
        monkeypatch.setattr(module, name, value)
    tally = Tally()
    PARTS[part](tmp_path, Rounds(part, SEED, tally, many=1), tally)
    assert tally.broken == []
    assert len(tally.counts) > 1  # something was tried
