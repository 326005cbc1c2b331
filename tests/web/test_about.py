"""Venue and note of a game: saving, undoing, refusals, and suggestions when the next game begins."""

from datetime import timedelta

import pytest

from scorekeeper.store import changes
from scorekeeper.store.games import Submission
from scorekeeper.store.rows import GameStatus
from scorekeeper.store.trail import trail
from tests.conftest import Clock
from tests.documents import game_document, import_documents, read_document
from tests.helpers import begin, slip
from tests.pages import Page

BEGIN = "/new/don-carlo"


@pytest.fixture
def url(client):
    return begin(client, "Anneli", "Benito")


def save(client, url, venue="", note="", **more):
    form = slip(client.get(f"{url}/about"))
    return client.post(f"{url}/about", data=form | {"venue": venue, "note": note} | more)


def about(app, url):
    return app.extensions["service"].view(url.rsplit("/")[-1]).game.about


def test_location_and_note_are_saved_trimmed_and_undone(app, client, url):
    answer = save(client, url, "  Café \t Übersee ", "\r\n One,\r\n\r\n <b>two</b>  \r\n")
    assert (answer.status_code, answer.location) == (303, url)
    assert tuple(getattr(about(app, url), name) for name in ("venue", "note")) == (
        "Café Übersee",
        "One,\n\n <b>two</b>",
    )
    page = client.get(url)
    assert "Undo the location and the note" in page.text
    assert client.post(f"{url}/undo", data=slip(page)).status_code == 303
    assert about(app, url).venue is about(app, url).note is None
    page = client.get(url)
    assert client.post(f"{url}/redo", data=slip(page)).status_code == 303
    assert about(app, url).venue == "Café Übersee"
    assert save(client, url, "Café Übersee", "").status_code == 303
    assert "Undo the note" in client.get(url).text
    said = [str(line.message) for line in trail(app.extensions["service"], url.rsplit("/")[-1])]
    assert said[1:] == [
        "Changed: the location and the note.",
        "Changed: the location and the note.",
        "Changed: the location and the note.",
        "The note was deleted.",
    ]


def test_saving_unchanged_details_changes_nothing(app, client):
    document = game_document("don-carlo", ("Anneli", "Benito"), []) | {"venue": " At  home ", "note": "a \r\nb\n"}
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    page = Page(client.get(f"/games/{game.id}/about"))
    fields = dict(page.form(action=f"/games/{game.id}/about").fields)
    assert client.post(f"/games/{game.id}/about", data=fields).status_code == 303
    stored = app.extensions["service"].view(game.id).game
    assert (stored.revision, stored.venue, stored.note) == (1, " At  home ", "a \r\nb\n")


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("venue", "x" * 81, "A location can have at most 80 characters; this one has 81."),
        ("note", "x" * 2001, "A note can have at most 2000 characters; this one has 2001."),
        ("venue", "a\x1bb", "Control characters and incomplete characters are not allowed here."),
        ("note", "a\x1bb", "Control characters and incomplete characters are not allowed here."),
    ],
)
def test_errors_are_shown_at_their_field_and_input_stays(app, client, url, name, typed, sentence):
    answer = save(client, url, **{"venue": "Here", "note": "Fine", name: typed})
    assert answer.status_code == 422
    page = Page(answer)
    assert page.first("p", id=f"{name}-fault").text == sentence
    assert page.field(name) == typed
    assert page.field("note" if name == "venue" else "venue") in ("Fine", "Here")
    assert about(app, url).venue is None


def test_location_of_80_and_note_of_2000_characters_are_accepted(app, client, url):
    assert save(client, url, "ü" * 80, "x\r\n" * 1000).status_code == 303
    assert len(about(app, url).note) == 1999


def test_stale_form_is_refused_and_keeps_its_input(app, client, url):
    form = slip(client.get(f"{url}/about")) | {"venue": "There", "note": "Typed long"}
    save(client, url, "Here", "Quick")
    answer = client.post(f"{url}/about", data=form)
    assert answer.status_code == 409
    page = Page(answer)
    assert (page.field("venue"), page.field("note")) == ("There", "Typed long")
    assert "The game has changed since you opened this page" in page.alert
    fresh = dict(page.form(action=f"{url}/about").fields)
    assert client.post(f"{url}/about", data=fresh).status_code == 303
    assert about(app, url).venue == "There"


def test_deleted_game_must_be_restored_before_editing(app, client, url):
    service, game = app.extensions["service"], url.rsplit("/")[-1]
    form = slip(client.get(f"{url}/about"))
    changes.set_status(service, game, GameStatus.DELETED, Submission("a-key-of-the-test-1", "", 1))
    answer = client.post(f"{url}/about", data=form | {"revision": "2", "venue": "Here", "note": "Typed"})
    assert answer.status_code == 409
    assert "Restore it first" in Page(answer).alert
    assert Page(answer).field("note") == "Typed"


def test_known_locations_are_offered(app, client, url):
    save(client, url, "Café Übersee")
    other = begin(client, "Anneli", "Benito")
    page = Page(client.get(f"{other}/about"))
    assert ("tapped", "Café Übersee") in page.buttons
    filled = Page(save(client, other, "Somewhere", "A note", tapped="Café Übersee"))
    assert (filled.field("venue"), filled.field("note")) == ("Café Übersee", "A note")
    assert (about(app, other).venue, about(app, other).note) == (None, None)  # the suggestion needs a tap


def sit_down(client, page, **changed):
    form = dict(Page(page).form(action=BEGIN).fields)
    seats = {"name-0": "Anneli", "name-1": "Benito", "families-0": "blue", "families-1": "grey", "do": "begin"}
    return client.post(BEGIN, data=form | seats | changed)


def test_next_game_of_the_evening_suggests_the_same_location(app, client, url):
    save(client, url, "Café Übersee")
    page = client.get(BEGIN)
    assert Page(page).field("place") == "Café Übersee"
    assert "As in the last game." in page.text
    assert "Location: Café Übersee" in page.text
    assert about(app, sit_down(client, page).location).venue == "Café Übersee"
    assert about(app, sit_down(client, client.get(BEGIN), place=" ").location).venue is None
    assert Page(client.get(BEGIN)).field("place") == ""  # none, as in the last game


def test_rematch_has_the_same_location(app, client, url):
    save(client, url, "Café Übersee")
    page = client.get(f"{url}/rematch", follow_redirects=True)
    assert Page(page).field("place") == "Café Übersee"


def test_location_is_not_suggested_on_another_evening(app, client, url):
    save(client, url, "Café Übersee")
    service = app.extensions["service"]
    clock = Clock()
    clock.now = service.clock() + timedelta(hours=6, minutes=10)
    app.extensions["service"] = type(service)(service.store, service.rulebooks, clock)
    page = Page(client.get(BEGIN))
    assert page.field("place") == ""
    assert [each.text for each in page.first("datalist", id="places").all("option")] == ["Café Übersee"]


def test_location_stays_while_players_are_added(client, url):
    page = client.post(
        BEGIN, data=slip(client.get(BEGIN)) | {"place": " Über  Eck", "new": "Zoë", "do": "add"}, follow_redirects=True
    )
    assert Page(page).field("place") == "Über Eck"
    answer = sit_down(client, page, place="x" * 81)
    assert answer.status_code == 422
    assert (
        Page(answer).first("p", id="place-fault").text == "A location can have at most 80 characters; this one has 81."
    )
    assert Page(answer).field("place") == "x" * 81


def test_undo_of_an_erased_note_changes_nothing(app, client, url):
    save(client, url, "", "Zoë")
    service, game = app.extensions["service"], url.rsplit("/")[-1]
    with service.store.writing() as db:
        db.execute("UPDATE games SET note = NULL").fetchall()
        db.execute("""UPDATE changes SET delta = '{"note": [null, null]}' WHERE delta IS NOT NULL""").fetchall()
    assert client.post(f"{url}/undo", data=slip(client.get(url))).status_code == 303
    assert str(trail(service, game)[-1].message) == "There was nothing left to change."
