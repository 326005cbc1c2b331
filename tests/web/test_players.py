"""The page for correcting the players of a game."""

import pytest

from tests.documents import game_document, import_documents, read_document
from tests.helpers import begin, entered, slip, slot
from tests.pages import Page, text


@pytest.fixture
def game(app, client):
    url = begin(client, "Anna", "Bentio", "Cleo")
    entered(app, url, "1/1/5", "0/0/2")
    return url


def form(client, game):
    """Return the form data of the page."""
    return dict(Page(client.get(f"{game}/players")).form(action=f"{game}/players").fields)


def update_players(client, game, **changed):
    return client.post(f"{game}/players", data=form(client, game) | {"do": "save"} | changed)


def names(client, game):
    return [value for name, value in form(client, game).items() if name.startswith("name-")]


def test_up_link_leads_one_level_up(client, game):
    for page in ("", "/plays", "/plays/1", "/plays/1/before", "/stop", "/players", "/help/open-cards"):
        (arrow,) = Page(client.get(f"{game}{page}")).all("a", class_="bar-home")
        assert arrow.given["href"] == (game if page else "/")


@pytest.mark.parametrize("finished", [False, True])
def test_corrected_name_is_replaced_everywhere_until_undone(client, game, finished):
    if finished:
        assert client.post(f"{game}/plays", data=slip(client.get(game)) | slot("stop")).status_code == 303
    answer = update_players(client, game, **{"name-1": "  Benito "})
    assert (answer.status_code, answer.location) == (303, game)
    for page in (game, f"{game}/plays", "/", "/new/don-carlo"):
        shown = client.get(page).text
        assert "Benito" in shown
        assert "Bentio" not in shown.partition("<details")[0]  # the trail shows the correction
    assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    assert names(client, game) == ["Anna", "Bentio", "Cleo"]


def test_choosing_a_taken_colour_swaps_colours(client, game):
    assert update_players(client, game, **{"families-0": "green"}).status_code == 303
    after = form(client, game)
    assert [after[f"families-{seat}"] for seat in range(3)] == ["green", "blue", "grey"]


def pressed(client, game, before=None, **button):
    """Press a button of the form, and return the answer and the form data of its page."""
    answer = client.post(f"{game}/players", data=(before or form(client, game)) | button)
    return answer, dict(Page(answer).form(action=f"{game}/players").fields) if answer.status_code != 303 else {}


def test_form_buttons_write_nothing_before_save(client, game):
    _, shown = pressed(client, game, do="down:0")
    assert [shown[f"name-{seat}"] for seat in range(3)] == ["Bentio", "Anna", "Cleo"]
    assert names(client, game) == ["Anna", "Bentio", "Cleo"]
    assert pressed(client, game, shown, do="save")[0].status_code == 303
    assert names(client, game) == ["Bentio", "Anna", "Cleo"]
    log = text(client.get(f"{game}/plays"))
    assert log.index("Anna") < log.index("1/1/5")


def test_removed_player_with_entries_must_be_added_again(client, game):
    """The entries of a removed player link to their correction."""
    _, removed = pressed(client, game, do="remove:0")
    answer, _ = pressed(client, game, removed, do="save")
    assert answer.status_code == 422
    (notice,) = Page(answer).all(class_="notice-stop")
    assert "Anna's 1/1/5" in notice.text
    assert f"{game}/plays/1" in notice.links
    assert names(client, game) == ["Anna", "Bentio", "Cleo"]
    _, added = pressed(client, game, removed, do="add", new="anna")
    assert pressed(client, game, added, do="save")[0].status_code == 303
    assert names(client, game) == ["Bentio", "Cleo", "anna"]


@pytest.mark.parametrize(
    ("button", "typed", "after"),
    [
        ("add", "Dora", ["Anna", "Bentio", "Cleo", "Dora"]),
        ("save", "Dora", ["Anna", "Bentio", "Cleo", "Dora"]),
        ("seat:Kim", "", ["Anna", "Bentio", "Cleo", "Kim"]),
    ],
)
def test_new_player_can_join(client, game, button, typed, after):
    begin(client, "Kim", "Lea")
    answer, shown = pressed(client, game, do=button, new=typed)
    if button != "save":
        answer, _ = pressed(client, game, shown, do="save")
    assert answer.status_code == 303
    assert names(client, game) == after


@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"name-1": ""}, 422, "A player needs a name."),
        ({"name-1": "x" * 41}, 422, "at most 40 characters"),
        ({"name-1": "anna"}, 422, "is at the table already"),
        ({"families-0": "pink"}, 422, "Choose one of these."),
        ({"name-1": "Benito", "revision": "1"}, 409, "The game has changed since you opened this page"),
        ({"had-1": "Nobody"}, 409, "The game has changed since you opened this page"),
        ({"had-1": "Anna"}, 400, "could not be read"),
    ],
)
def test_invalid_players_are_refused_without_writing(client, game, changed, status, said):
    answer = update_players(client, game, **changed)
    assert answer.status_code == status
    assert said in answer.text
    assert f'value="{changed.get("name-1", "Bentio")}"' in answer.text or status == 400
    assert names(client, game) == ["Anna", "Bentio", "Cleo"]
    assert form(client, game)["families-0"] == "blue"


@pytest.mark.parametrize(
    ("slug", "options", "says"),
    [
        ("don-carlo", {"families": ["blue", "green", "grey"]}, "Saved."),
        ("loire", {}, "Saved. New colours."),
        ("prodigals-club", {"competitions": ["election", "society"]}, "Saved. New colours. New points."),
    ],
)
def test_swap_of_seats_shows_its_other_effects(app, client, slug, options, says):
    document = read_document(game_document(slug, ("Anneli", "Benito", "Carla"), [], options))
    (imported,) = import_documents(app.extensions["service"], [document])
    game = f"/games/{imported.id}"
    order = ("Benito", "Carla", "Anneli")
    seats = {f"{key}-{seat}": name for seat, name in enumerate(order) for key in ("name", "had")}
    if "families" in options:
        seats |= {f"families-{seat}": colour for seat, colour in enumerate(("green", "grey", "blue"))}
    assert update_players(client, game, **seats).status_code == 303
    assert f"{says} Order of play: Benito, Carla and Anneli." in text(client.get(game))
    hint = text(client.get(f"{game}/players"))
    stays = "Entries and colours stay with their players." if "families" in options else "Entries stay"
    assert ("The seats set the order of play" in hint, stays in hint) == (True, True)


@pytest.mark.parametrize("what", ["leave.@999", "leave.", "leave", "nap.@1"])
def test_only_players_of_the_game_can_leave(app, client, dump, what):
    played = {"kind": "round", "points": {"Ada": [1], "Bo": [2], "Cy": [3]}}
    document = game_document("pad", ("Ada", "Bo", "Cy"), [played])
    facts = {"title": "Pad", "players": [2, 20]}
    (game,) = import_documents(app.extensions["service"], [read_document(document | {"definition": facts})])
    url = f"/games/{game.id}"
    sent, before = form(client, url) | {"do": f"enter:{what}"}, dump()
    assert (client.post(f"{url}/players", data=sent).status_code, dump()) == (400, before)
