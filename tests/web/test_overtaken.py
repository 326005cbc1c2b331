"""Two scorekeepers at once: the second one to send gets the current page, the other's change, and their own input."""

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from scorekeeper.store import changes
from scorekeeper.store.games import Submission
from tests.documents import import_documents, read_document
from tests.helpers import slip
from tests.pages import Page
from tests.seats import at_seat

GAMES = Path(__file__).parents[1] / "games"
DON_CARLO = ("don-carlo/four-players-to-the-end", 20)
CARTA_NOSTRA = ("carta-nostra/five-players-to-the-end", 13)
LOIRE = ("loire/four-players-to-the-end", 2)
PRODIGALS_CLUB = ("prodigals-club/five-players-all-three-competitions", 50)
STAYS = {  # forms whose page, after a late submission, shows the input in the same field
    "a tally": (LOIRE, "", "/plays", {f"tally.{at_seat(0)}-estate-ships-cards": "4"}),
    "what was gathered": (PRODIGALS_CLUB, "", "/plays", {f"votes.{at_seat(1)}-change": "-1"}),
    "an agent put right": (DON_CARLO, "/plays/3", "/plays", {f"agent.{at_seat(2)}.at-3-cards": "5/5"}),
    "an agent put in": (DON_CARLO, "/plays/3/before", "/plays", {f"agent.{at_seat(2)}.before-3-cards": "5/5"}),
    "a tally put right": (LOIRE, "/plays/1", "/plays", {f"tally.{at_seat(0)}.at-1-victory_cards": "7"}),
    "a turn put right": (CARTA_NOSTRA, "/plays/2", "/plays", {f"turn.{at_seat(1)}.at-2-city": "don"}),
    "a phase": (PRODIGALS_CLUB, "?open=hyde-park", "/plays", {"hyde-park-rewards": "3 1"}),
    "a phase put right": (PRODIGALS_CLUB, "/plays/1", "/plays", {}),
    "options": (LOIRE, "/options", "/options", {"triple_values-ships": "9"}),
    "place and note": (DON_CARLO, "/about", "/about", {"venue": "The kitchen", "note": "Loud"}),
    "players": (DON_CARLO, "/players", "/players", {"name-0": "Annelise"}),
}
OUT_OF_TURN = {  # plays out of turn after an undo: a link leads to the place of the input
    "an agent": (DON_CARLO, {f"agent.{at_seat(0)}-cards": "0/1"}),
    "a turn": (CARTA_NOSTRA, {f"turn.{at_seat(3)}-city": "consigliere"}),
}


def form_at(page, url, action, typed):
    """Return the form with this target and these fields."""
    for form in page.forms:
        names = {field.given.get("name") for field in form.all("input", "textarea")}
        if urlsplit(form.given["action"]).path == f"{url}{action}" and {*typed} <= names:
            return form
    raise LookupError(typed)


@pytest.fixture
def late(app, client):
    """Return a function that fills in a form, enters or undoes a play from another device, and then sends the form."""

    def send(game, page, action, typed, *, undo=False):
        name, most = game
        document = read_document(json.loads((GAMES / f"{name}.json").read_text())["document"])
        service = app.extensions["service"]
        (imported,) = import_documents(service, [replace(document, plays=document.plays[: most - undo])])
        if undo:
            last = document.plays[most - 1 : most]
            changes.enter(service, imported.id, last, Submission("l" * 22, "", 1), sure=True)
        url = f"/games/{imported.id}"
        seen = Page(client.get(f"{url}{page}"))
        form = form_at(seen, url, action, typed)
        fields = [pair for pair in form.fields if pair[0] not in typed] + list(typed.items())
        buttons = [pair for pair in form.buttons if pair[0] == "do" and pair[1] in ("save", "")]
        revision = service.view(imported.id).game.revision
        submission = Submission("o" * 22, "", revision)
        if undo:
            changes.undo(service, imported.id, submission)
        else:
            changes.enter(service, imported.id, document.plays[most : most + 1], submission, sure=True)
        data = {}
        for each, value in [*fields, *buttons]:
            data.setdefault(each, []).append(value)
        answer = client.post(form.given["action"], data=data)
        assert answer.status_code == 409, answer.text
        return Page(answer), url

    return send


@pytest.mark.parametrize(("game", "page", "action", "typed"), STAYS.values(), ids=STAYS)
def test_stale_form_keeps_its_input(late, game, page, action, typed):
    fresh, url = late(game, page, action, typed)
    assert "nothing was saved: " in fresh.text
    assert " was entered." in fresh.text
    form = form_at(fresh, url, action, typed)
    assert {name: form.filled.get(name) for name in typed} == {name: [value] for name, value in typed.items()}
    assert int(form.field("revision")) > 0


@pytest.mark.parametrize(("game", "typed"), OUT_OF_TURN.values(), ids=OUT_OF_TURN)
def test_stale_out_of_turn_input_is_one_link_away(late, client, game, typed):
    fresh, url = late(game, "", "/plays", typed, undo=True)
    assert "nothing was saved: " in fresh.alert
    assert not {*typed.items()} <= {(name, value) for form in fresh.visible.forms for name, value in form.fields}
    way = next(each.given["href"] for each in fresh.all("a") if each.text.startswith("Back to "))
    assert {*typed.items()} <= {*parse_qsl(urlsplit(way).query)}
    filled = Page(client.get(way))
    form = form_at(filled, url, "/plays", typed)
    assert {name: form.filled.get(name) for name in typed} == {name: [value] for name, value in typed.items()}


@pytest.mark.parametrize("place", ["before-62", "at-62"])
def test_stale_form_for_an_unknown_entry_shows_the_log(app, client, place):
    document = read_document(json.loads((GAMES / f"{DON_CARLO[0]}.json").read_text())["document"])
    (imported,) = import_documents(app.extensions["service"], [replace(document, plays=document.plays[:3])])
    game = f"/games/{imported.id}"
    carried = slip(client.get(game)) | {"revision": "0", "play": f"stop.{place}"}
    answer = client.post(f"{game}/plays", data=carried)
    assert (answer.status_code, "Choose the entry in this list." in Page(answer).alert) == (409, True)
