"""Entering plays: once each, on the fresh page only, refused with the reason."""

from tests.helpers import begin, send


def test_a_play_is_entered_and_shown(client):
    address = begin(client, "Anneli", "Benito")
    assert send(client, address, "1/1").status_code == 303
    page = client.get(address).get_data(as_text=True)
    assert "Undo Anneli&#39;s 1/1" in page
    assert "Benito sends an agent" in page
