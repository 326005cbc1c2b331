"""What a finger sees under it is what it does: a short round of the hand, always under the same conditions."""

from random import Random

import pytest

from tests.browser.hand import TITLES, Conditions, play

CONDITIONS = {
    "don-carlo": Conditions(latency=300, cpu=2, offline=True, taps=11),
    "prodigals-club": Conditions(latency=800, cpu=1, taps=16),
    "loire": Conditions(latency=300, cpu=1, offline=True, taps=11),
    "carta-nostra": Conditions(latency=300, cpu=4, taps=10),
}
SEED = 24


@pytest.mark.parametrize("slug", TITLES)
def test_what_is_tapped_is_in_the_log_once(device, server, slug):
    context = device().context
    wrong = play(context, server.address, server.app.extensions["desk"], slug, Random(SEED), CONDITIONS[slug])  # noqa: S311
    assert not wrong, f"seed {SEED}, {wrong}"
