"""What a finger sees under it is what it does: a short round of the hand, always under the same conditions."""

from random import Random

import pytest

from tests.browser.hand import TITLES, Conditions, play

ROUNDS = {
    "don-carlo": (27, Conditions(latency=300, cpu=2, offline=True, taps=8)),
    "prodigals-club": (24, Conditions(latency=800, taps=8)),
    "loire": (27, Conditions(latency=300, offline=True, taps=12)),
    "carta-nostra": (24, Conditions(latency=300, cpu=4, taps=8)),
}
"""A seed, with which the hand sends one or two plays and, where that can be, the network goes, and the conditions."""


@pytest.mark.parametrize("slug", TITLES)
def test_what_is_tapped_is_in_the_log_once(device, server, slug):
    seed, conditions = ROUNDS[slug]
    wrong = play(device().context, server.address, server.app.extensions["desk"], slug, Random(seed), conditions)
    assert not wrong, f"seed {seed}, {wrong}"
