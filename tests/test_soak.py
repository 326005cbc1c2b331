"""A short soak: a week, commands cut off, races and clocks, each for one small round, always the same."""

import pytest

from tests.tools.soak import clock, commands, racing, week
from tests.tools.soak.parts import PARTS
from tests.tools.soak.tally import Rounds, Tally

SHORT = {
    (week, "MANY"): 4,
    (week, "WATCHERS"): 2,
    (commands, "CUTS"): 1,
    (commands, "MANY"): 1,
    (commands, "STEP"): 60,
    (racing, "RACES"): 1,
    (clock, "STEPS"): 24,
}
SEED = 13


@pytest.mark.parametrize("part", ["week", "commands", "calls", "racing", "clock"])
def test_a_short_round(tmp_path, monkeypatch, part):
    for (module, name), value in SHORT.items():
        monkeypatch.setattr(module, name, value)
    tally = Tally()
    PARTS[part](tmp_path, Rounds(part, SEED, tally, many=1), tally)
    assert tally.broken == []
    assert len(tally.counts) > 1  # something was tried
