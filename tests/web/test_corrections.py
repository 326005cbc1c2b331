"""Correcting: earlier plays amended, inserted and struck, what conflicts with that, undo and redo, shelves, rematch."""

import pytest

from scorekeeper.desk.exchange import documents
from tests.helpers import begin, hidden, send, slip
from tests.pages import Page, text


@pytest.fixture
def game(client):
    """A game of two with four plays: 1/1/4 and 3/3 are in Absurdistan [6], 2/3 and 1/4 in [5]."""
    address = begin(client, "Anneli", "Benito")
    for cards in ("1/1/4", "2/3", "3/3", "1/4"):
        assert send(client, address, cards).status_code == 303
    return address


def plays(app, address):
    game = next(iter(documents(app.extensions["desk"], [address.rsplit("/", 1)[-1]])))
    return ["/".join(map(str, play.code_name)) if play.kind == "agent" else play.kind for play in game.plays]


def correct(client, address, number, **fields):
    page = client.get(f"{address}/plays/{number}")
    return client.post(f"{address}/plays/{number}", data=slip(page) | {"kind": "agent", "player": "0"} | fields)


def test_a_play_is_amended(app, client, game):
    assert correct(client, game, 1, act="amend", cards="6").status_code == 303
    assert plays(app, game) == ["6", "2/3", "3/3", "1/4"]


def test_a_play_is_put_in_before_another(app, client, game):
    assert correct(client, game, 2, act="insert", cards="3/3/3", player="1").status_code == 303
    assert plays(app, game) == ["1/1/4", "3/3/3", "2/3", "3/3", "1/4"]


def test_a_play_is_struck(app, client, game):
    assert correct(client, game, 2, act="strike").status_code == 303
    assert plays(app, game) == ["1/1/4", "3/3", "1/4"]


def test_another_player_sent_it(app, client, game):
    assert correct(client, game, 1, act="amend", cards="1/1/4", player="1").status_code == 303
    assert "Benito: 1/1/4 goes to Absurdistan [6]" in text(client.get(f"{game}/plays"))


def test_what_cannot_stand_itself_is_said_on_its_page(app, client, game):
    answer = correct(client, game, 3, act="amend", cards="1/1/4")
    assert answer.status_code == 422
    assert "1/1/4 is already in Absurdistan [6]: Anneli sent it in play 1." in text(answer)
    assert plays(app, game) == ["1/1/4", "2/3", "3/3", "1/4"]


def test_later_plays_in_the_way_are_named_with_their_reason(app, client, game):
    answer = correct(client, game, 1, act="amend", cards="3/3")
    assert answer.status_code == 409
    assert "3 · Anneli's 3/3" in text(answer)
    assert "3/3 is already in Absurdistan [6]: Anneli sent it in play 1." in text(answer)
    assert plays(app, game) == ["1/1/4", "2/3", "3/3", "1/4"]


def again(client, game, answer, **fields):
    form = next(form for form in Page(answer).forms if f"{game}/plays/" in form.given["action"])
    return client.post(form.given["action"], data=form.hidden | fields)


def test_they_are_struck_too(app, client, game):
    answer = again(client, game, correct(client, game, 1, act="amend", cards="3/3"), do="strike-all")
    assert answer.status_code == 303
    assert plays(app, game) == ["3/3", "2/3", "1/4"]


def test_they_are_mended(app, client, game):
    conflicts = correct(client, game, 1, act="amend", cards="3/3")
    answer = again(client, game, conflicts, do="mend", **{"play3-player": "0", "play3-cards": "0/6"})
    assert answer.status_code == 303
    assert plays(app, game) == ["3/3", "2/3", "0/6", "1/4"]


def test_what_mends_must_stand_too(app, client, game):
    conflicts = correct(client, game, 1, act="amend", cards="3/3")
    answer = again(client, game, conflicts, do="mend", **{"play3-player": "0", "play3-cards": "2/3"})
    assert answer.status_code == 409
    assert "2/3 is already in [5]: Benito sent it in play 2." in text(answer)
    answer = again(client, game, conflicts, do="mend", **{"play3-player": "0", "play3-cards": "x"})
    assert answer.status_code == 409
    assert "Type the digits one after the other" in text(answer)
    assert plays(app, game) == ["1/1/4", "2/3", "3/3", "1/4"]


def test_one_undo_takes_back_a_correction_with_all_that_it_mended_and_a_redo_makes_it_again(app, client, game):
    again(client, game, correct(client, game, 1, act="amend", cards="3/3"), do="strike-all")
    for button, after in (
        ("undo", ["1/1/4", "2/3", "3/3", "1/4"]),
        ("redo", ["3/3", "2/3", "1/4"]),
        ("undo", ["1/1/4", "2/3", "3/3", "1/4"]),
    ):
        assert client.post(f"{game}/{button}", data=slip(client.get(game))).status_code == 303
        assert plays(app, game) == after
    send(client, game, "6")
    assert not Page(client.get(game)).all(id="redo")
    assert client.post(f"{game}/redo", data=slip(client.get(game))).status_code == 422


def test_a_finished_game_is_put_right_and_its_result_follows(app, client, game):
    client.post(f"{game}/plays", data=slip(client.get(f"{game}/stop")) | {"kind": "stop"})
    assert "Anneli won against Benito" in text(client.get("/"))
    ended = next(iter(documents(app.extensions["desk"]))).ended
    for number in (3, 1):
        assert correct(client, game, number, act="strike").status_code == 303
    assert "Benito won against Anneli" in text(client.get("/"))
    assert next(iter(documents(app.extensions["desk"]))).ended == ended


def test_the_trail_keeps_what_was_changed_and_when(client, game):
    correct(client, game, 1, act="amend", cards="6")
    correct(client, game, 2, act="strike")
    page = text(client.get(f"{game}/plays"))
    assert "Anneli's 1/1/4 was changed to Anneli's 6." in page
    assert "Benito's 2/3 was deleted." in page
    assert len(Page(client.get(f"{game}/plays")).all("time")) == 7


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("1 1 4 4", "4/4"),
        ("0 0 0 0", "No agent can go with these: draw one more card."),
        ("6 6 6", "Anneli has only two 6s left."),
        ("7", "There is no card 7: a family has 0 to 6."),
    ],
)
def test_cannot_send_anything(client, cards, said):
    address = begin(client, "Anneli", "Benito", "Anja")
    answer = client.get(f"{address}/help/open-cards", query_string={"player": "0", "cards": cards})
    assert answer.status_code == 200
    assert said in text(answer)


def test_a_game_is_put_away_deleted_and_brought_back(client, game):
    for shelf in ("away", "deleted"):
        answer = client.post(f"{game}/shelf", data=slip(client.get(game)) | {"shelf": shelf})
        assert (answer.status_code, answer.location) == (303, "/shelf")
        assert "Anneli, Benito" not in text(client.get("/"))
        assert "Anneli, Benito" in text(client.get("/shelf"))
        assert send(client, game, "6").status_code == 409
        client.post(
            f"{game}/shelf",
            data=slip(client.get("/shelf")) | {"revision": hidden(client.get(game), "revision"), "shelf": "table"},
        )
        assert "Anneli, Benito" in text(client.get("/"))
    assert send(client, game, "6").status_code == 303


def test_a_rematch_has_the_same_players_and_colours(app, client):
    address = begin(client, "Anneli", "Benito", colours=("grey", "brown"))
    client.post(f"{address}/plays", data=slip(client.get(f"{address}/stop")) | {"kind": "stop"})
    data = slip(client.get(address))
    first, second = (client.post(f"{address}/rematch", data=data) for _ in range(2))
    assert first.location == second.location != address
    document = next(iter(documents(app.extensions["desk"], [first.location.rsplit("/", 1)[-1]])))
    assert (document.table.players, document.table.options["families"]) == (("Anneli", "Benito"), ("grey", "brown"))


def test_the_result_as_text(client, game):
    client.post(f"{game}/plays", data=slip(client.get(f"{game}/stop")) | {"kind": "stop"})
    copied = Page(client.get(game)).first("textarea").raw
    assert copied.splitlines()[0].startswith("Don Carlo, ")
    assert copied.splitlines()[1:] == [
        "Anneli is Don Carlo",
        "1. Anneli: 9 (influence 3, bonus 0, countries 6)",
        "2. Benito: 8 (influence 3, bonus 0, countries 5)",
    ]
