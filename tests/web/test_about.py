"""Location, note and time of a game: saving, undoing, refusals, and suggestions when the next game begins."""

from datetime import timedelta

import pytest

from scorekeeper.store import changes
from scorekeeper.store.games import Submission
from scorekeeper.store.rows import GameStatus
from scorekeeper.store.trail import trail
from tests.conftest import Clock
from tests.documents import game_document, import_documents, read_document
from tests.helpers import begin, slip, slot
from tests.pages import Page, text

BEGIN = "/new/don-carlo"
LONG = "A location can have at most 80 characters; this one has 81."


@pytest.fixture
def url(client):
    return begin(client, "Anneli", "Benito")


@pytest.fixture
def over(client):
    return finished(client)


def finished(client):
    game = begin(client, "Anneli", "Benito")
    assert client.post(f"{game}/plays", data=slip(client.get(game)) | slot("stop")).status_code == 303
    return game


def save(client, url, **changed):
    """Send the form of the page with these values changed."""
    form = Page(client.get(f"{url}/about")).form(action=f"{url}/about")
    return client.post(f"{url}/about", data=dict(form.fields) | changed)


def about(app, url):
    return app.extensions["service"].view(url.rsplit("/")[-1]).game.about


def exported(client, url):
    return client.get(f"{url}/document").json


def test_location_and_note_are_saved_trimmed_and_undone(app, client, url):
    answer = save(client, url, venue="  Café \t Übersee ", note="\r\n One,\r\n\r\n <b>two</b>  \r\n")
    assert (answer.status_code, answer.location) == (303, url)
    assert (about(app, url).venue, about(app, url).note) == ("Café Übersee", "One,\n\n <b>two</b>")
    page = client.get(url)
    assert "Undo the location and the note" in page.text
    assert client.post(f"{url}/undo", data=slip(page)).status_code == 303
    assert about(app, url).venue is about(app, url).note is None
    assert client.post(f"{url}/redo", data=slip(client.get(url))).status_code == 303
    assert save(client, url, note="").status_code == 303
    assert about(app, url).venue == "Café Übersee"
    assert "Undo the note" in client.get(url).text
    said = [str(line.message) for line in trail(app.extensions["service"], url.rsplit("/")[-1])]
    assert said[-1] == "The note was deleted."


def test_saving_unchanged_details_changes_nothing(app, client):
    document = game_document("don-carlo", ("Anneli", "Benito"), []) | {"venue": " At  home ", "note": "a \r\nb\n"}
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    assert save(client, f"/games/{game.id}").status_code == 303
    stored = app.extensions["service"].view(game.id).game
    assert (stored.revision, stored.venue, stored.note) == (1, " At  home ", "a \r\nb\n")


@pytest.mark.parametrize(
    ("typed", "where", "says"),
    [
        ({"venue": "x" * 81}, "venue", LONG),
        ({"note": "x" * 2001}, "note", "A note can have at most 2000 characters; this one has 2001."),
        ({"note": "a\x1bb"}, "note", "Control characters and incomplete characters are not allowed here."),
        ({"date": "2199-01-01"}, "date", "This is in the future."),
        ({"date": "", "time": ""}, "date", "A date is needed here."),
        ({"date": "", "time": "20:15"}, "date", "Write the date as"),
        ({"time": ""}, "time", "A time is needed here."),
        ({"date": "soon"}, "date", "Write the date as"),
        ({"time": "late"}, "date", "Write the date as"),
        ({"minutes": "-5"}, "minutes", "Type the duration as a whole number of minutes"),
        ({"minutes": ""}, "minutes", "Type the duration as a whole number of minutes"),
    ],
)
def test_errors_are_shown_at_their_field_and_input_stays(client, over, typed, where, says):
    assert save(client, over, date="2020-02-28", time="20:15", minutes="60").status_code == 303
    before = exported(client, over)
    sent = {"venue": "Here", "note": "Fine", "date": "2020-02-29", "time": "20:15", "minutes": "90"} | typed
    refused = save(client, over, **sent)
    assert (refused.status_code, says in Page(refused).first(id=f"{where}-fault").text) == (422, True)
    shown = dict(Page(refused).form(action=f"{over}/about").fields)
    assert {name: shown[name].strip() for name in sent} == sent
    assert exported(client, over) == before


def test_longest_location_and_note_are_accepted(app, client, url):
    assert save(client, url, venue="ü" * 80, note="x\r\n" * 1000).status_code == 303
    assert len(about(app, url).note) == 1999


def test_date_of_a_game_can_be_changed(client):
    first, second = finished(client), finished(client)
    assert save(client, second, date="2020-02-29", time="20:15", minutes="90").location == second
    document = exported(client, second)
    assert (document["started"][:16], document["ended"][:16]) == ("2020-02-29T20:15", "2020-02-29T21:45")
    assert "February 29, 2020" in text(client.get(second))
    listed = [each for each in Page(client.get("/past")).links if each in (first, second)]
    assert [*dict.fromkeys(listed)] == [first, second]
    assert "Undo the time" in client.get(second).text
    assert save(client, second, date="2020-03-01").location == second  # the duration stays
    assert exported(client, second)["ended"][:16] == "2020-03-01T21:45"


def test_running_game_has_a_start_and_no_end(client, url):
    assert "minutes" not in dict(Page(client.get(f"{url}/about")).form(action=f"{url}/about").fields)
    assert save(client, url, date="2020-02-29", minutes="5").location == url
    assert exported(client, url).get("ended") is None


def test_refused_form_of_a_changed_game_keeps_its_input(app, client, url):
    form = slip(client.get(f"{url}/about")) | {"venue": "There", "note": "Typed long"}
    save(client, url, venue="Here", note="Quick")
    answer = client.post(f"{url}/about", data=form)
    page = Page(answer)
    assert (answer.status_code, page.field("venue"), page.field("note")) == (409, "There", "Typed long")
    assert "The game has changed since you opened this page" in page.alert
    assert client.post(f"{url}/about", data=dict(page.form(action=f"{url}/about").fields)).status_code == 303
    assert about(app, url).venue == "There"
    service, game = app.extensions["service"], url.rsplit("/")[-1]
    changes.set_status(service, game, GameStatus.DELETED, Submission("a-key-of-the-test-1", "", 3))
    answer = client.post(f"{url}/about", data=form | {"entry_key": "a-key-of-the-test-2", "revision": "4"})
    assert (answer.status_code, Page(answer).field("note")) == (409, "Typed long")
    assert "Restore it first" in Page(answer).alert


def test_known_locations_are_offered(app, client, url):
    save(client, url, venue="Café Übersee")
    other = begin(client, "Anneli", "Benito")
    page = Page(client.get(f"{other}/about"))
    assert ("tapped", "Café Übersee") in page.buttons
    filled = Page(save(client, other, venue="Somewhere", note="A note", tapped="Café Übersee"))
    assert (filled.field("venue"), filled.field("note")) == ("Café Übersee", "A note")
    assert (about(app, other).venue, about(app, other).note) == (None, None)  # the suggestion needs a tap


def sit_down(client, page, **changed):
    form = dict(Page(page).form(action=BEGIN).fields)
    seats = {"name-0": "Anneli", "name-1": "Benito", "families-0": "blue", "families-1": "grey", "do": "begin"}
    return client.post(BEGIN, data=form | seats | changed)


def test_next_game_of_the_evening_suggests_the_same_location(app, client, url):
    save(client, url, venue="Café Übersee")
    page = client.get(BEGIN)
    assert Page(page).field("place") == "Café Übersee"
    assert "As in the last game." in page.text
    assert "Location: Café Übersee" in page.text
    assert Page(client.get(f"{url}/rematch", follow_redirects=True)).field("place") == "Café Übersee"
    assert about(app, sit_down(client, page).location).venue == "Café Übersee"
    assert about(app, sit_down(client, client.get(BEGIN), place=" ").location).venue is None
    assert Page(client.get(BEGIN)).field("place") == ""  # none, as in the last game


def test_location_is_not_suggested_on_another_evening(app, client, url):
    save(client, url, venue="Café Übersee")
    service = app.extensions["service"]
    clock = Clock()
    clock.now = service.clock() + timedelta(hours=6, minutes=10)
    app.extensions["service"] = type(service)(service.store, service.rulebooks, clock)
    page = Page(client.get(BEGIN))
    assert page.field("place") == ""
    assert [each.text for each in page.first("datalist", id="places").all("option")] == ["Café Übersee"]


def test_location_stays_while_players_are_added(client, url):
    added = slip(client.get(BEGIN)) | {"place": " Über  Eck", "new": "Zoë", "do": "add"}
    page = client.post(BEGIN, data=added, follow_redirects=True)
    assert Page(page).field("place") == "Über Eck"
    answer = sit_down(client, page, place="x" * 81)
    assert (answer.status_code, Page(answer).first("p", id="place-fault").text) == (422, LONG)
    assert Page(answer).field("place") == "x" * 81


def test_undo_of_an_erased_note_changes_nothing(app, client, url):
    save(client, url, note="Zoë")
    service, game = app.extensions["service"], url.rsplit("/")[-1]
    with service.store.writing() as db:
        db.execute("UPDATE games SET note = NULL").fetchall()
        db.execute("""UPDATE changes SET delta = '{"note": [null, null]}' WHERE delta IS NOT NULL""").fetchall()
    assert client.post(f"{url}/undo", data=slip(client.get(url))).status_code == 303
    assert str(trail(service, game)[-1].message) == "There was nothing left to change."
