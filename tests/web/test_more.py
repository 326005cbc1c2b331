"""A game's menu: the entries for each device, and confirmation before deleting."""

import pytest

from tests.helpers import begin, begin_title, slip, slot
from tests.pages import Page
from tests.web.sharing import GUESTS, device

LOOKING = ["All entries", "Replay", "Big screen", "Rules"]
ASKED = "Can't send an agent?"
ENTERING = ["Players", "Time, location and note", "Other phones"]


@pytest.fixture
def game(client):
    return begin(client, "Anna", "Benito")


def ways(device, game):
    """Return the texts of the links on the page, without the number of plays; then those of its buttons."""
    page = Page(device.get(f"{game}/more")).first("main")
    return [each.first("span").text for each in page.all("a", class_="way")], [each.text for each in page.all("button")]


def end(client, game):
    client.post(f"{game}/plays", data=slip(client.get(f"{game}/stop")) | slot("stop"))


def test_paired_phone_sees_the_complete_menu(client, game):
    assert ways(client, game) == ([*LOOKING, ASKED, *ENTERING, "End, archive or delete"], [])
    assert Page(client.get(game)).first(class_="bar-more").given["href"] == f"{game}/more"


@pytest.mark.parametrize("role", GUESTS)
def test_watching_phone_sees_only_viewing_links(app, client, game, role):
    guest = device(role, app, client, game)
    assert ways(guest, game) == ([*LOOKING, ASKED], [])
    end(client, game)
    assert ways(guest, game) == ([*LOOKING, "Document", "BG Stats"], [])


def test_finished_game_is_deleted_after_confirmation_and_restored(client, game):
    end(client, game)
    assert ways(client, game)[0][-1] == "Delete this game"
    asked = Page(client.get(f"{game}/stop"))
    assert "You can restore it." in asked.text
    (form,) = [each for each in asked.forms if ("status", "deleted") in each.fields]
    assert client.post(form.given["action"], data=dict(form.fields)).status_code == 303
    assert "This game was deleted." in Page(client.get(game)).text
    assert ways(client, game) == ([*LOOKING, "Other phones", "Document", "BG Stats"], [])


@pytest.mark.parametrize("path", ["options", "about"])
def test_form_pages_answer_head_requests(client, path):
    game = begin_title(client, "loire", "Anna", "Benito")
    assert client.head(f"{game}/{path}").status_code == 200
