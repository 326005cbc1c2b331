"""Forms of the version before, which a phone may still hold: read once more. To be deleted with web/game/legacy.py."""

import pytest

from tests.helpers import begin, slip
from tests.pages import text


def sent(client, address, path, **fields):
    return client.post(f"{address}/{path}", data=slip(client.get(address)) | fields)


@pytest.fixture
def game(client):
    return begin(client, "Anneli", "Benito")


def test_a_play_that_waited_on_a_phone_is_entered_for_its_player(client, game):
    answer = sent(client, game, "plays", kind="agent", player="0", cards="1/2")
    assert answer.status_code == 303
    assert "Anneli's 1/2 was entered" in text(client.get(f"{game}/plays"))


def test_a_correction_of_the_version_before_is_made(client, game):
    sent(client, game, "plays", kind="agent", player="0", cards="1/2")
    assert sent(client, game, "plays/1", kind="agent", player="0", cards="0/2").status_code == 303
    assert "0/2" in text(client.get(f"{game}/plays"))
    assert sent(client, game, "plays/1/before", kind="agent", player="1", cards="5", moves="no").status_code == 303
    assert sent(client, game, "plays/1/strike").status_code == 303
    assert sent(client, game, "plays/9/strike").status_code == 404
    assert "0/2" in text(client.get(f"{game}/plays"))


@pytest.mark.parametrize("player", ["1", "7", "x"])
def test_parts_that_disagree_about_the_player_are_refused(client, game, player):
    fields = {"play": "agent.0", "agent.0-cards": "1/2", "player": player}
    assert sent(client, game, "plays", **fields).status_code == 400
