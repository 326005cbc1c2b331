"""What a device may do that is not one of the house's bookkeepers: to look, or to keep a game's book."""

import pytest

from scorekeeper.desk import sharing
from tests.helpers import begin, send, slip


def named(client):
    """Return a device with a name of its own, that is not paired."""
    other = client.application.test_client()
    with other.session_transaction() as session:
        session["device"] = sharing.new_name()
    with other.session_transaction() as session:
        return other, session["device"]


@pytest.fixture
def game(client):
    return begin(client, "Anna", "Benito")


@pytest.fixture
def table(app):
    return app.extensions["desk"]


def handed_over(table, game, device):
    offer = sharing.offer(table, game.rpartition("/")[2], "the first")
    sharing.take_over(table, game.rpartition("/")[2], offer.key, device)


def test_who_keeps_the_book_of_a_game_enters_its_plays_and_sees_no_other(client, game, table):
    other, device = named(client)
    handed_over(table, game, device)
    assert other.get(game).status_code == 200
    assert send(other, game, "012").status_code == 303
    assert other.get(begin(client, "Cleo", "Donny")).status_code == 403
    assert other.get("/").status_code == 403
    assert other.get(f"{game}/rematch").status_code == 403
    form = slip(other.get(game))
    assert other.post("/data/undo", data=form).status_code == 403


def test_the_device_that_handed_the_book_over_watches(client, game, table):
    other, device = named(client)
    handed_over(table, game, device)
    form = slip(other.get(game)) | {"kind": "agent", "player": "0", "cards": "012"}
    sharing.take_back(table, game.rpartition("/")[2], "the first")
    answer = other.post(f"{game}/plays", data=form)
    assert answer.status_code == 403
    assert "may only look" in answer.get_data(as_text=True)
    assert other.get(game).status_code == 200
    assert other.get(f"{game}/options").status_code == 403
    assert "1 play" not in client.get(game).get_data(as_text=True)
