"""The stored form of a game's result that was scored elsewhere."""

import json

import pytest

from scorekeeper.store.external import ExternalResult

LINES = ((1, 12.5), (0, None))


@pytest.mark.parametrize(
    "known",
    [
        {},
        {"starts": 0},
        {"seats_known": True, "starts": 1, "minutes": 90},
        {"roles": ("", "Medic"), "expansions": ("Seafarers", "Äpfel")},
        {"parts": {"birds": (12.5, None)}, "rounds": ((3, None), (9.5, 0))},
    ],
)
def test_stored_result_has_only_known_values(known):
    result = ExternalResult(LINES, **known)
    assert ExternalResult.read(result.text()) == result
    assert json.loads(result.text()).keys() == {"lines", *known}
