"""The table states of `./run screens` can be made for a half-played game of each title."""

import pytest

from tests.tools.screens import SHOWN, recorded
from tests.tools.states import STEPS, states


@pytest.mark.parametrize("slug", SHOWN)
def test_every_table_state_for_screenshots_can_be_made(device, played, slug):
    (url,) = played(recorded(slug, SHOWN[slug], 0.5))
    made = list(states(device(), slug, url))
    assert made == [*(["refused"] if STEPS[slug].wrong else []), "saving", "waiting"]
