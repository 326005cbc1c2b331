"""Moving another player's card to the tally that claims it: one change, one undo."""

import pytest

from tests.documents import game_document, import_documents, read_document
from tests.helpers import hidden, slip, slot
from tests.pages import Page, text
from tests.seats import at_seat

VALUES = {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}
NAMES = ("Marguerite", "Jo", "Ada")
CASTLES = {"castles": {"cards": 3}}
MARGUERITE = {
    "kind": "tally",
    "player": "Marguerite",
    "estate": CASTLES,
    "first_triples": ["castles"],
    "goods_vp": 6,
    "start_player": True,
}  # 4 + 1 + 6 + 1
JO = {"estate-castles-cards": "3", "first_triples": "castles"}


def opened(app, players, plays, **options):
    options = {"triple_values": VALUES} | options
    (game,) = import_documents(
        app.extensions["service"], [read_document(game_document("loire", players, plays, options))]
    )
    return f"/games/{game.id}"


@pytest.fixture
def game(app):
    """A game of three in which Marguerite has 12 points, the first castles and the starting player card."""
    return opened(app, NAMES, [MARGUERITE])


def filled(client, url, seat=1, **changed):
    """Return Jo's form data, with some fields changed, or removed (None)."""
    fields = {name: value for name, value in (JO | changed).items() if value is not None}
    return slip(client.get(f"{url}?seat={at_seat(seat)}")) | slot("tally", seat, **fields)


def send(client, url, **more):
    return client.post(f"{url}/plays", data=filled(client, url, **more))


def preview(client, url, **more):
    answer = client.post(f"{url}/preview", data=filled(client, url, **more))
    assert answer.status_code == 200
    return Page(answer)


def totals(client, url):
    return [each.first("b").text for each in Page(client.get(url)).all(class_="standing")]


def offered(page):
    """Return the field that offers to move a card, its message, and whether its box is ticked."""
    page = page.visible
    (at,) = [name for name, said in page.parts.items() if name.startswith("displaced-") and said != [""]]
    (box,) = [each for each in page.all("input") if each.given.get("name", "").endswith("-make-room")]
    return at.removeprefix("displaced-"), page.parts[at][0], "checked" in box.given


def test_card_of_another_player_shows_its_holder(client, game):
    page = Page(client.get(f"{game}?seat={at_seat(1)}"))
    held = [chip.text for chip in page.visible.all("label") if chip.all(class_="holder")]
    assert held == ["castles ● Marguerite", "Starting player card ● Marguerite"]
    assert Page(client.get(f"{game}?seat={at_seat(0)}")).visible.all(class_="holder") == []


@pytest.mark.parametrize(
    ("fields", "field", "left"),
    [({}, "first_triples", 11), ({"first_triples": None, "start_player": "yes"}, "start_player", 11)],
)
def test_preview_offers_moving_the_card_with_remaining_points(client, game, dump, fields, field, left):
    before = dump()
    page = preview(client, game, **fields)
    assert "Marguerite already has the" in page.parts[f"fault-{field}"][0]
    assert offered(page) == (field, f"Move to Jo Marguerite's tally: {left} points", False)
    page = preview(client, game, **fields, **{"make-room": "yes"})
    assert page.parts[f"fault-{field}"] == [""]
    assert offered(page) == (field, f"Move to Jo Marguerite's tally: {left} points", True)
    assert page.parts["total"] == ["5 points"]
    assert dump() == before


def test_unclaimed_card_offers_no_move(client, game):
    page = preview(client, game, first_triples=None, **{"make-room": "yes"})
    assert not any("make-room" in each.given.get("name", "") for each in page.all("input"))


def test_refused_page_without_scripts_offers_the_move(client, game, dump):
    before = dump()
    answer = send(client, game)
    assert answer.status_code == 422
    assert offered(Page(answer)) == ("first_triples", "Move to Jo Marguerite's tally: 11 points", False)
    assert dump() == before
    form = Page(answer).visible.form(class_="tally")
    sent = dict(form.fields) | {f"tally.{at_seat(1)}-make-room": "yes"}
    assert client.post(form.given["action"], data=sent).status_code == 303
    assert totals(client, game) == ["11", "5", "–"]


def test_moved_card_changes_both_tallies_until_undone(client, game):
    assert send(client, game, **{"make-room": "yes"}).status_code == 303
    assert totals(client, game) == ["11", "5", "–"]
    assert "Entered together: Jo's tally and Marguerite's tally." in text(client.get(f"{game}/plays"))
    for button, after in (("undo", ["12", "–", "–"]), ("redo", ["11", "5", "–"])):
        assert client.post(f"{game}/{button}", data=slip(client.get(game))).status_code == 303
        assert totals(client, game) == after
    assert Page(client.get(f"{game}?seat={at_seat(0)}")).slot(f"tally.{at_seat(0)}").typed["goods_vp"] == ["6"]


def test_cards_of_several_holders_move_together(app, client):
    ada = {"kind": "tally", "player": "Ada", "estate": {"mines": {"cards": 3}}, "first_triples": ["mines"]}
    url = opened(app, NAMES, [MARGUERITE, ada])
    more = {"first_triples": ["castles", "mines"], "estate-mines-cards": "3", "start_player": "yes", "make-room": "yes"}
    assert send(client, url, **more).status_code == 303
    assert totals(client, url) == ["10", "9", "2"]


def test_repeated_move_is_entered_once(client, game):
    data = filled(client, game, **{"make-room": "yes"})
    for _ in range(2):
        assert client.post(f"{game}/plays", data=data).status_code == 303
    assert hidden(client.get(game), "revision") == "2"


def test_stale_move_of_a_card_is_refused(client, game, dump):
    data = filled(client, game, **{"make-room": "yes"})
    assert send(client, game, first_triples=None, seat=2).status_code == 303
    before = dump()
    answer = client.post(f"{game}/plays", data=data)
    assert answer.status_code == 409
    assert offered(Page(answer))[2] is False
    assert dump() == before


@pytest.mark.parametrize("word", ["", "no", "ſ", "9" * 4000, "<b>"])
def test_any_checkbox_value_confirms_the_move(client, game, word):
    assert send(client, game, **{"make-room": [word, "yes"]}).status_code == 303
    assert totals(client, game) == ["11", "5", "–"]


def test_move_of_a_card_keeps_other_refusals(client, game, dump):
    before = dump()
    answer = send(client, game, **{"make-room": "yes", "estate-castles-cards": "12"})
    assert answer.status_code == 422
    assert "There are only 12 castles" in Page(answer).alert
    assert offered(Page(answer))[2] is True
    assert dump() == before


def test_solo_cards_move_between_aaron_and_the_player(app, client):
    his = {"kind": "aaron", "estate": {"castles": 3}, "first_triples": ["castles"]}
    url = opened(app, ["Jo"], [his], solo=True)
    data = filled(client, url, seat=0, **{"make-room": "yes"}) | {"sure": "yes"}
    assert client.post(f"{url}/plays", data=data).status_code == 303
    page = Page(client.get(f"{url}?seat=@00"))
    assert [chip.text for chip in page.visible.all("label") if chip.all(class_="holder")] == ["castles ● Jo"]
    sent = slot("aaron", **{"estate-castles": "3", "first_triples": "castles"})
    answer = client.post(f"{url}/plays", data=slip(client.get(url)) | sent)
    assert offered(Page(answer)) == ("first_triples", "Move to Aaron Jo's tally: 4 points", False)
    answer = client.post(f"{url}/plays", data=slip(client.get(url)) | sent | {"aaron-make-room": "yes"})
    assert answer.status_code == 303
    page = Page(client.get(f"{url}?seat={at_seat(0)}"))
    assert [chip.text for chip in page.visible.all("label") if chip.all(class_="holder")] == ["castles ◇ Aaron"]
