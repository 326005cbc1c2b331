"""Suggested names on the begin page: renaming, hiding, and undoing both."""

import pytest

from tests.helpers import begin, slip
from tests.pages import Page, text

pytestmark = pytest.mark.ids_of_the_store

BEGIN = "/new/don-carlo"
LATE = "The names have changed since you opened this page, so nothing was saved. Look at them again."


@pytest.fixture
def game(client):
    """A game of two: Anneli is person 1, Bentio person 2."""
    return begin(client, "Anneli", "Bentio")


def sent(client, **changed):
    """Return the form data of the page."""
    return dict(Page(client.get(BEGIN)).form(action=BEGIN).fields) | changed


def press(client, button, form=None, **changed):
    data = (form or sent(client)) | changed | {"do": button}
    return client.post(BEGIN, data=data, follow_redirects=True)


def chips(answer):
    return [value.removeprefix("seat:") for _, value in Page(answer).buttons if value.startswith("seat:")]


def undo(answer):
    return next((value for _, value in Page(answer).buttons if value.startswith("undo:")), None)


def faults(answer):
    return {each.given["id"]: each.text for each in Page(answer).all(class_="fault")}


@pytest.mark.parametrize("button", ["rename:2", "enter"])
def test_person_is_renamed_in_every_game_and_undone(client, game, button):
    page = press(client, button, sent(client, new=""), **{"known-2": " Benito "})
    assert "Bentio is now called Benito." in text(page)
    assert chips(page) == ["Anneli", "Benito"]
    assert "Benito" in text(client.get(game))
    back = press(client, undo(page), dict(Page(page).form(action=BEGIN).fields))
    assert "Benito is now called Bentio." in text(back)
    assert "Bentio" in text(client.get(game))


def test_hidden_name_is_suggested_again_after_playing(client, game):
    page = press(client, "hide:2")
    assert "Bentio is no longer suggested." in text(page)
    assert chips(page) == ["Anneli"]
    assert "Bentio" in text(client.get(game))
    back = press(client, undo(page))
    assert "Bentio is suggested again." in text(back)
    assert chips(back) == ["Anneli", "Bentio"]
    press(client, "hide:2")
    begin(client, "Carla", "bentio")
    assert set(chips(client.get(BEGIN))) == {"Carla", "Bentio", "Anneli"}


def test_player_of_deleted_games_is_not_suggested(client, game):
    data = slip(client.get(game)) | {"status": "deleted"}
    assert client.post(f"{game}/status", data=data).status_code == 303
    assert chips(client.get(BEGIN)) == []


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("anneli", "Anneli is already another player's name. Choose another one."),
        ("", "A player needs a name."),
        ("x" * 41, "A name can have at most 40 characters; this one has 41."),
        ("a\x07b", "A name cannot contain control characters or incomplete characters."),
    ],
)
def test_invalid_name_is_refused_at_its_field(client, game, dump, name, fault):
    written = dump()
    answer = press(client, "rename:2", new="Don", **{"known-2": name})
    page = Page(answer)
    assert answer.status_code == 422
    assert faults(answer) == {"known-2-fault": fault}
    assert page.first("input", id="known-2").has(**{"aria-invalid": "true", "aria-describedby": "known-2-fault"})
    assert (page.field("known-2"), page.field("new")) == (name, "Don")
    assert "open" in page.first("details").given
    assert dump() == written


def test_renaming_keeps_all_other_input(client, game):
    begin(client, "Carla", "Donny")
    typed = {"name-0": "Zoe", "families-0": "grey", "new": "Ern", "known-1": "Anni", "known-2": "Benito"}
    page = Page(press(client, "rename:2", **typed))
    expected = {"name-0": "Zoe", "families-0": "grey", "new": "Ern", "known-1": "Anni", "known-2": "Benito"}
    assert {name: page.field(name) for name in expected} == expected
    assert "open" in page.first("details").given  # Anni is not confirmed as the name yet


def test_unchanged_name_writes_nothing(client, game, dump):
    written = dump()
    assert undo(press(client, "rename:2")) is None
    assert dump() == written


def test_stale_name_change_is_refused(client, game, dump):
    seen = sent(client)
    other = sent(client)
    page = press(client, "rename:2", **{"known-2": "Benito"})
    late = undo(page)
    press(client, "rename:2", **{"known-2": "Beppo"})
    written = dump()
    for button, form in (("rename:2", seen | {"known-2": "Bruno"}), ("hide:2", other), (late, sent(client))):
        answer = press(client, button, form)
        assert answer.status_code == 409
        assert Page(answer).alert == LATE
        assert "Beppo" in chips(answer)
    assert undo(client.get(f"{BEGIN}?changed={late.removeprefix('undo:')}")) is None
    assert dump() == written


def test_undo_of_renaming_is_refused_if_name_is_taken(client, game):
    page = press(client, "rename:2", **{"known-2": "Benito"})
    begin(client, "Anneli", "Bentio")
    answer = press(client, undo(page))
    assert answer.status_code == 422
    assert Page(answer).alert == "Bentio is already another player's name. Choose another one."


@pytest.mark.parametrize("button", ["rename:9", "hide:9", "undo:9", "rename:", "hide:x", "undo:-1"])
def test_button_of_an_unknown_person_changes_nothing(client, game, dump, button):
    written = dump()
    assert press(client, button).status_code in (200, 409)
    assert client.get(f"{BEGIN}?changed={button}").status_code == 200
    assert dump() == written
