"""Two bookkeepers at once: the second to send gets the page as it is now, what the other did, and their own typing."""

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from scorekeeper.desk import changes
from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.transaction import Submission
from tests.documents import read_document
from tests.pages import Page

GAMES = Path(__file__).parents[1] / "games"
DON_CARLO = ("don-carlo/four-players-to-the-end", 20)
CARTA_NOSTRA = ("carta-nostra/five-players-to-the-end", 13)
LOIRE = ("loire/four-players-to-the-end", 2)
PRODIGALS_CLUB = ("prodigals-club/five-players-all-three-competitions", 50)
STAYS = {  # a form whose page, sent too late, has what was typed in the same field
    "a tally": (LOIRE, "", "/plays", {"estate-ships-cards": "4"}),
    "what was gathered": (PRODIGALS_CLUB, "", "/plays", {"votes.1-change": "-1"}),
    "an agent put right": (DON_CARLO, "/plays/3", "/plays/3", {"cards": "5/5"}),
    "an agent put in": (DON_CARLO, "/plays/3/before", "/plays/3/before", {"cards": "5/5"}),
    "a tally put right": (LOIRE, "/plays/1", "/plays/1", {"victory_cards": "7"}),
    "a turn put right": (CARTA_NOSTRA, "/plays/2", "/plays/2", {"city": "don"}),
    "a phase put right": (PRODIGALS_CLUB, "/plays/1", "/plays/1", {}),
    "options": (LOIRE, "/options", "/options", {"triple_values-ships": "9"}),
    "place and note": (DON_CARLO, "/about", "/about", {"venue": "The kitchen", "note": "Loud"}),
    "players": (DON_CARLO, "/players", "/players", {"name-0": "Annelise"}),
}
OUT_OF_TURN = {  # a play whose turn is over: a link leads to where it is filled in
    "an agent": (DON_CARLO, {"cards": "0/1"}),
    "a turn": (CARTA_NOSTRA, {"city": "consigliere"}),
}


@pytest.fixture
def late(app, client):
    """Fill in a form, let another device enter the next play, send the form, and return the answer's page."""

    def send(game, page, action, typed):
        name, most = game
        document = read_document(json.loads((GAMES / f"{name}.json").read_text())["document"])
        desk = app.extensions["desk"]
        (imported,) = import_documents(desk, [replace(document, plays=document.plays[:most])])
        address = f"/games/{imported.id}"
        seen = Page(client.get(f"{address}{page}"))
        form = next(each for each in seen.forms if urlsplit(each.given["action"]).path == f"{address}{action}")
        fields = [pair for pair in form.fields if pair[0] not in typed] + list(typed.items())
        buttons = [pair for pair in form.buttons if pair[0] == "do" and pair[1] in ("save", "")]
        revision = desk.view(imported.id).game.revision
        changes.enter(desk, imported.id, document.plays[most : most + 1], Submission("o" * 22, "", revision), sure=True)
        data = {}
        for each, value in [*fields, *buttons]:
            data.setdefault(each, []).append(value)
        answer = client.post(form.given["action"], data=data)
        assert answer.status_code == 409, answer.text
        return Page(answer), address

    return send


@pytest.mark.parametrize(("game", "page", "action", "typed"), STAYS.values(), ids=STAYS)
def test_what_was_typed_stays_in_its_field(late, game, page, action, typed):
    fresh, address = late(game, page, action, typed)
    assert "Meanwhile: " in fresh.text
    assert " was entered." in fresh.text
    form = next(each for each in fresh.forms if urlsplit(each.given["action"]).path == f"{address}{action}")
    assert {name: form.filled.get(name) for name in typed} == {name: [value] for name, value in typed.items()}
    assert int(form.field("revision")) > 0


@pytest.mark.parametrize(("game", "typed"), OUT_OF_TURN.values(), ids=OUT_OF_TURN)
def test_what_would_be_out_of_turn_by_now_is_one_link_away(late, client, game, typed):
    fresh, address = late(game, "", "/plays", typed)
    assert "Meanwhile: " in fresh.alert
    assert not {*typed.items()} <= {(name, value) for form in fresh.forms for name, value in form.fields}
    way = next(each.given["href"] for each in fresh.all("a") if each.text.startswith("Back to "))
    assert {*typed.items()} <= {*parse_qsl(urlsplit(way).query)}
    filled = Page(client.get(way))
    form = next(each for each in filled.forms if each.given["action"] == f"{address}/plays" and each.given.get("class"))
    assert {name: form.filled.get(name) for name in typed} == {name: [value] for name, value in typed.items()}
