"""The Castles of Burgundy: The Card Game through its pages: tallies, claimed cards, solo games, corrections."""

import json
import re
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from tests.documents import import_documents, read_document
from tests.helpers import begin as begin_don_carlo
from tests.helpers import begin_title, carried, slip, slot
from tests.pages import Page, signs, text
from tests.seats import at_seat

GAMES = Path(__file__).parents[1] / "games" / "loire"
PRINTED = {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}
TYPES = ("castles", "mines", "cloisters", "knowledge", "ships", "pastures", "buildings")
SEVEN = {f"estate-{name}-cards": "1" for name in TYPES}
ANNELI = {"estate-castles-cards": "3", "first_triples": "castles", "goods_vp": "6", "start_player": "yes"}  # 4+1+6+1
BENITO = {"estate-mines-cards": "3", "victory_cards": "2", "animals-cows": "1", "animals-pigs": "1"}  # 2+2+1
JO = {"estate-castles-cards": "3", "first_triples": "castles"}


def begin(client, *names, values=PRINTED):
    return begin_title(client, "loire", *names, triple_values=values)


def filled(client, url, kind, fields, seat=0):
    return carried(client, url) | slot(kind, seat if kind == "tally" else None, **fields)


def send(client, url, kind="tally", fields=None, seat=0):
    return client.post(f"{url}/plays", data=filled(client, url, kind, fields or {}, seat))


def sent(*arguments, **named):
    answer = send(*arguments, **named)
    assert answer.status_code == 303, text(answer)


def totals(client, url):
    return [each.first("b").text for each in Page(client.get(url)).all(class_="standing")]


def preview(client, url, fields, kind="tally", seat=0):
    return client.post(f"{url}/preview", data=filled(client, url, kind, fields, seat))


def own(answer, seat=0):
    """Return the slot of a player's tally on a page."""
    return Page(answer).slot(f"tally.{at_seat(seat)}")


@pytest.fixture
def game(client):
    """A game of two with both tallies: Anneli has 12, Benito 5."""
    url = begin(client, "Anneli", "Benito")
    sent(client, url, fields=ANNELI)
    sent(client, url, fields=BENITO, seat=1)
    return url


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"estate-castles-cards": "10"}, "estate"),
        ({"estate-castles-cards": "3", "first_triples": "castles"}, "first_triples"),
        ({"all_seven": "3"}, "all_seven"),
        ({"victory_cards": "-1"}, "victory_cards"),
        ({"goods_vp": "-2"}, "goods_vp"),
        ({"animals-cows": "6"}, "animals"),
        ({"start_player": "yes"}, "start_player"),
        ({"storage-silver": "-1"}, "storage"),
    ],
)
def test_preview_shows_errors_only_at_their_field(client, game, dump, fields, field):
    before = dump()
    answer = preview(client, game, fields, seat=1)
    assert answer.status_code == 200
    faults = {name: said for name, said in Page(answer).parts.items() if name.startswith("fault-") and said != [""]}
    assert faults.keys() == {f"fault-{field}"}
    assert dump() == before


def test_preview_shows_the_points_of_each_part(client, game, dump):
    before = dump()
    fields = {
        "estate-ships-cards": "4",
        "estate-ships-cloisters": "2",
        "estate-castles-cards": "4",
        "first_triples": ["ships"],
        "victory_cards": "3",
        "goods_vp": "11",
        "animals-cows": "2",
        "animals-pigs": "1",
        "animals-sheep": "1",
        "storage-silver": "3",
    }
    shown = Page(preview(client, game, fields, seat=1)).parts
    assert shown["total"] == ["31 points"]  # 10 + 4 triples, 1 first, 3, 11, 2 for three animals
    assert shown[f"points-{at_seat(1)}"] == ["31"]
    sums = [shown[f"sum-{at_seat(1)}-{name}"] for name in ("estate", "bonus", "animals", "rest")]
    assert sums == [["14"], ["1"], ["2"], ["14"]]
    assert shown["type-ships"] == ["+10"]
    assert shown["left"] == [
        "Left in storage, which breaks ties: workers 0 + silver 3 + goods 0 + unused animals 1 = 4"
    ]
    assert shown["forgotten"] == [""]
    unclaimed = Page(preview(client, game, {"estate-mines-cards": "3"}, seat=1)).parts
    assert unclaimed["forgotten"] == ["Nobody has the “first” card for mines yet. Forgotten?"]
    assert "Type a whole number, such as 3." in text(preview(client, game, {"goods_vp": "x"}, seat=1))
    assert dump() == before


def test_missing_value_is_requested_until_entered_in_options(client):
    asked = Page(client.get("/new/loire")).first("details", class_="printed")
    assert ("open" in asked.given, asked.first("summary").text) == (True, "What a triple is worth")
    url = begin(client, "Anneli", "Benito", values={})
    triples = {"estate-castles-cards": "3", "estate-pastures-cards": "3", "goods_vp": "2"}
    shown = Page(preview(client, url, triples)).parts
    estate = f"sum-{at_seat(0)}-estate"
    assert (shown["type-castles"], shown[estate], shown["total"]) == (["?"], ["4 + ?"], ["6 + ? points"])
    assert shown["lacking"] == ["Fill in the ? from the cards"]
    sent(client, url, fields={"goods_vp": "2"})
    sent(client, url, fields=triples, seat=1)
    assert totals(client, url) == ["2", "6 + ?"]
    back = f"{url}?seat={at_seat(1)}&open=rest"
    first, second = Page(client.get(f"{url}?seat={at_seat(0)}")), Page(client.get(back))
    lacking = [page.slot(f"tally.{at_seat(seat)}").parts["lacking"] for seat, page in enumerate((first, second))]
    assert lacking == [[""], shown["lacking"]]
    asked_above = "Fill in what a triple of castles is worth: it is printed on the cards. "
    assert first.first("main").text.count(asked_above) == 1
    assert "final scoring" not in second.text
    for page in (first, second):
        assert page.link("Fill in what a triple is worth") == f"{url}/options"
    assert second.slot(f"tally.{at_seat(1)}").link("?") == f"{url}/options"
    form = Page(client.get(f"{url}/options", query_string={"next": back})).form(class_="begin")
    answer = client.post(form.given["action"], data=dict(form.fields) | {"triple_values-castles": "5"})
    assert answer.location == back
    assert totals(client, url) == ["2", "11"]
    assert "Both are in: final scoring" in text(client.get(back))
    assert "Triples 5 ? 6 ? ? 4 3, change" in text(client.get(url))
    assert Page(client.get("/new/loire")).filled["triple_values-castles"] == ["5"]
    begin(client, "Anneli", "Benito")
    folded = Page(client.get("/new/loire")).first("details", class_="printed")
    assert ("open" in folded.given, folded.first("summary").text) == (False, "Triples 4 2 6 3 5 4 3, change")


def test_tally_is_cleared_without_scripts(client, game):
    page = Page(client.get(f"{game}?seat={at_seat(0)}"))
    assert page.visible.first("button", class_="send").text == "Change Anneli's tally"
    assert [each.text for each in page.all(class_="standing-entered")] == ["✓ entered"] * 2
    clear = next(each.given for each in page.visible.all("button") if each.text == "Clear this tally")
    form = page.form(id=clear["form"]).given
    assert form.get("method", "get") == "get"
    answer = client.get(form["action"], query_string={clear["name"]: clear["value"]})
    assert own(answer).typed == {"all_seven": ["0"]}


FILLED = {
    "estate-castles-cards": ["3"],
    "estate-mines-cards": ["1"],
    "estate-mines-cloisters": ["2"],
    "first_triples": ["castles", "mines"],
    "all_seven": ["1"],
    "victory_cards": ["12"],
    "goods_vp": ["7"],
    "animals-sheep": ["2"],
    "start_player": ["yes"],
    "storage-silver": ["4"],
}


@pytest.mark.parametrize(
    ("changed", "said", "front"),
    [
        ({"estate-knowledge-cards": ["x"]}, "Type a whole number, such as 3.", "estate"),
        ({"victory_cards": ["1.5"], "all_seven": ["0"]}, "Type a whole number, such as 3.", "rest"),
        ({"animals-pigs": ["1e3"]}, "Type a whole number, such as 3.", "animals"),
        ({"first_triples": ["castles", "nonsense"]}, "Choose", "bonus"),
        ({}, "so cannot have an “all 7 types” card.", "bonus"),
    ],
)
def test_refused_tally_keeps_input_and_opens_at_its_error(client, dump, changed, said, front):
    url = begin(client, "Anneli", "Benito")
    before = dump()
    answer = client.post(f"{url}/plays", data=filled(client, url, "tally", FILLED | changed, 1) | {"open": "rest"})
    assert answer.status_code == 422
    assert said in Page(answer).alert
    kept = {name: values for name, values in (FILLED | changed).items() if name != "first_triples" or not changed}
    assert {name: own(answer, 1).typed.get(name, ["0"]) for name in kept} == kept
    tabs = own(answer, 1).all("section", class_="tally-part")
    assert [each.given["id"] for each in tabs if "data-behind" not in each.given] == [f"seat-{at_seat(1)}-{front}"]
    assert "tally-onward" not in str([each.given for each in own(answer, 1).walk()])  # it can be sent from any tab
    assert "Enter Benito's tally" in text(answer)
    assert dump() == before


def agreed(client, url, **changed):
    page = client.get(f"{url}/options")
    data = slip(page) | {name: each[0] for name, each in Page(page).filled.items()} | changed
    return client.post(f"{url}/options", data=data)


def test_corrected_printed_value_changes_totals_until_undone(client, game, dump):
    before = dump()
    refused = agreed(client, game, **{"triple_values-mines": "-2"})
    assert (refused.status_code, Page(refused).filled["triple_values-mines"], dump()) == (422, ["-2"], before)
    assert agreed(client, game, **{"triple_values-mines": "9"}).status_code == 303
    assert totals(client, game) == ["12", "12"]
    assert "The game options were changed." in text(client.get(f"{game}/plays"))
    assert "Undo the change of options" in signs(client.get(game))
    for way, after in (
        ("undo", ["12", "5"]),
        ("undo", ["12", "–"]),
        ("redo", ["12", "5"]),
        ("redo", ["12", "12"]),
        ("undo", ["12", "5"]),
    ):
        assert client.post(f"{game}/{way}", data=slip(client.get(game))).status_code == 303
        assert totals(client, game) == after
    sent(client, game, "stop")
    assert "Anneli Castles of Burgundy · Benito" in text(client.get("/"))
    url = Page(client.get(game)).link("Triples 4 2 6 3 5 4 3, change")
    assert url == f"{game}/options"
    assert agreed(client, game, **{"triple_values-mines": "19"}).location == game
    assert "Benito Castles of Burgundy · Anneli" in text(client.get("/"))
    seats = Page(client.get(f"{game}/rematch", follow_redirects=True)).form(action="/new/loire")
    again = client.post("/new/loire", data=MultiDict([*seats.fields, ("do", "begin")])).location
    assert Page(client.get(f"{again}/options")).filled["triple_values-mines"] == ["19"]
    assert client.get(f"{begin_don_carlo(client, 'Anneli', 'Benito')}/options").status_code == 404


# Cards that another player has: they move to the tally that claims them, in one change.


@pytest.fixture
def claimed(client):
    """A game of three in which Marguerite has 12 points, the first castles and the starting player card."""
    url = begin(client, "Marguerite", "Jo", "Ada")
    sent(client, url, fields=ANNELI)
    return url


def claim(client, url, *, preview=False, seat=1, **changed):
    """Send or preview Jo's tally, with some fields changed, or removed (None)."""
    fields = {name: value for name, value in (JO | changed).items() if value is not None}
    return client.post(f"{url}/{'preview' if preview else 'plays'}", data=filled(client, url, "tally", fields, seat))


def offered(answer):
    """Return the field that offers to move a card, its message, and whether its box is ticked."""
    page = Page(answer).visible
    (at,) = [name for name, said in page.parts.items() if name.startswith("displaced-") and said != [""]]
    (box,) = [each for each in page.all("input") if each.given.get("name", "").endswith("-make-room")]
    return at.removeprefix("displaced-"), page.parts[at][0], "checked" in box.given


def holders(client, url):
    """Return the cards of a page that another player has."""
    return [each.text for each in Page(client.get(url)).visible.all("label") if each.all(class_="holder")]


@pytest.mark.parametrize(
    ("before", "fields", "field", "left"),
    [
        ({}, {}, "first_triples", 11),
        ({}, {"first_triples": None, "start_player": "yes"}, "start_player", 11),
        (SEVEN | {"all_seven": "4"}, SEVEN | {"first_triples": None, "all_seven": "4"}, "all_seven", 0),
    ],
)
def test_preview_offers_moving_the_card_with_remaining_points(client, claimed, dump, before, fields, field, left):
    if before:
        sent(client, claimed, fields=before)
    written, answer = dump(), claim(client, claimed, preview=True, **fields)
    assert "Marguerite already has the" in Page(answer).parts[f"fault-{field}"][0]
    assert offered(answer) == (field, f"Move to Jo Marguerite's tally: {left} points", False)
    answer = claim(client, claimed, preview=True, **fields, **{"make-room": "yes"})
    assert Page(answer).parts[f"fault-{field}"] == [""]
    assert offered(answer) == (field, f"Move to Jo Marguerite's tally: {left} points", True)
    unclaimed = claim(client, claimed, preview=True, first_triples=None, **{"make-room": "yes"})
    assert not any("make-room" in each.given.get("name", "") for each in Page(unclaimed).all("input"))
    assert dump() == written


def test_refused_claim_is_moved_by_its_box_and_undone(client, claimed, dump):
    assert holders(client, f"{claimed}?seat={at_seat(0)}") == []
    shown = ["castles ● Marguerite", "Starting player card ● Marguerite"]
    assert holders(client, f"{claimed}?seat={at_seat(1)}") == shown
    before, answer = dump(), claim(client, claimed)
    assert answer.status_code == 422
    assert offered(answer) == ("first_triples", "Move to Jo Marguerite's tally: 11 points", False)
    too_many = claim(client, claimed, **{"make-room": "yes", "estate-castles-cards": "12"})
    assert (too_many.status_code, offered(too_many)[2]) == (422, True)
    assert "There are only 12 castles" in Page(too_many).alert
    other = claim(client, claimed, preview=True, first_triples=None, start_player="yes", all_seven="3")
    assert offered(other)[0] == "start_player"
    assert Page(other).parts["fault-all_seven"] != [""]
    assert dump() == before
    form = Page(answer).visible.form(class_="tally")
    data = dict(form.fields) | {f"tally.{at_seat(1)}-make-room": "yes"}
    assert client.post(form.given["action"], data=data).status_code == 303
    assert totals(client, claimed) == ["11", "5", "–"]
    assert "Entered together: Jo's tally and Marguerite's tally." in text(client.get(f"{claimed}/plays"))
    for button, after in (("undo", ["12", "–", "–"]), ("redo", ["11", "5", "–"])):
        assert client.post(f"{claimed}/{button}", data=slip(client.get(claimed))).status_code == 303
        assert totals(client, claimed) == after


def test_released_card_needs_no_confirmation(client):
    """Benito's "all 7" worth 3 moves to Anneli, so that his now missing card is intended."""
    url = begin(client, "Anneli", "Benito")
    sent(client, url, fields=SEVEN | {"all_seven": "3"}, seat=1)
    sent(client, url, fields=SEVEN | {"all_seven": "3", "make-room": "yes"})


# Solo games against Aaron: two seats with a form each.

THREE_SHIPS = {"estate-ships-cards": "3"}
FIRST = {"estate-castles": "3", "first_triples": "castles"}
"""Aaron's table in round A."""
NEXT = {"estate-castles": "6", "estate-cloisters": "1", "first_triples": "castles"}
"""Aaron's table after four more castles."""


@pytest.fixture
def alone(client):
    return begin(client, "Anneli")


@pytest.fixture
def second(client, alone):
    """A game in round B: Aaron has two castles and a cloister, Anneli three ships."""
    sent(client, alone, "aaron", {"estate-castles": "2", "estate-cloisters": "1"}, seat=1)
    sent(client, alone, fields=THREE_SHIPS | {"victory_cards": "1"})
    sent(client, alone, "end-round")
    return alone


def forms(page):
    """Return the slots of the visible forms with input fields."""
    return [form.slot().given["data-slot"] for form in Page(page).visible.all("form", class_="tally")]


def chosen(page):
    """Return the player of the open form, from the strip at the top."""
    return [each.text for each in Page(page).all(class_="standing") if "aria-current" in each.given]


def test_solo_table_opens_on_aaron_before_the_player(client, alone):
    page = client.get(alone)
    assert (forms(page), chosen(page)) == (["aaron"], ["– ◇ Aaron"])
    assert "Round A: 3 cards" in text(page)
    strip = [each.given["href"] for each in Page(page).all(class_="standing")]
    assert [each.partition("?seat=")[2] for each in strip] == [at_seat(0), "@00"]
    assert [forms(client.get(each)) for each in strip] == [[f"tally.{at_seat(0)}"], ["aaron"]]
    shared = client.get(f"{alone}?play=aaron&aaron-estate-mines=2")
    assert (forms(shared), Page(shared).slot("aaron").typed["estate-mines"]) == (["aaron"], ["2"])
    assert client.get(f"{alone}?seat=@01").status_code == 404
    assert client.get(f"{begin(client, 'Anneli', 'Benito')}?seat=@00").status_code == 404
    answer = send(client, alone, "aaron", {"estate-castles": "2", "estate-ships": "1"}, seat=1)
    page = client.get(answer.location)
    assert (forms(page), chosen(page)) == ([f"tally.{at_seat(0)}"], ["– ● Anneli"])
    assert "Compare" not in text(page)
    page = client.get(send(client, alone, fields={"goods_vp": "9"}).location)
    assert (forms(page), totals(client, alone)) == ([f"tally.{at_seat(0)}"], ["9", "0"])
    assert "Compare round A" in text(page)
    page = client.get(send(client, alone, "end-round").location)
    assert (forms(page), chosen(page)) == (["aaron"], ["0 ◇ Aaron"])
    assert "Round B: 4 new cards, 3 to 7" in text(page)


def test_crown_follows_the_shown_totals_against_aaron(client, alone):
    def crowned():
        strip = Page(client.get(alone)).all(class_="standing")
        return [each.first(class_="standing-name").text[2:] for each in strip if each.all(class_="crown")]

    sent(client, alone, "aaron", FIRST, seat=1)
    assert crowned() == []  # no total for Anneli yet
    for mine, leads in (("6", ["Anneli"]), ("5", []), ("4", ["Aaron"])):
        sent(client, alone, fields={"goods_vp": mine})
        assert (totals(client, alone), crowned()) == ([mine, "5"], leads)


def test_solo_pages_omit_tie_breaks_but_keep_their_values(app, client, alone):
    def fields(url):
        form = Page(client.get(f"{url}?seat={at_seat(0)}")).slot(f"tally.{at_seat(0)}").filled
        return {name for name in form if "storage" in name or "start_player" in name}

    tie_breaks = {"storage-silver": "2", "start_player": "yes"}
    sent(client, alone, fields=THREE_SHIPS | tie_breaks)
    two = begin(client, "Anneli", "Benito")
    sent(client, two, fields=tie_breaks)
    assert fields(alone) == set()
    assert fields(two) >= {f"tally.{at_seat(0)}-{name}" for name in tie_breaks}
    assert "left" not in Page(preview(client, alone, {"goods_vp": "9"})).parts
    hidden = dict(Page(client.get(f"{alone}?seat={at_seat(0)}")).slot(f"tally.{at_seat(0)}").fields)
    assert {name: hidden[f"tally.{at_seat(0)}-{name}"] for name in tie_breaks} == tie_breaks
    document = read_document(json.loads((GAMES / "solo-held-out-to-the-end.json").read_text("utf-8"))["document"])
    (ended,) = import_documents(app.extensions["service"], [document])
    page = Page(client.get(f"/games/{ended.id}"))
    rows = [each.text for each in page.all("th", scope="row")]
    assert rows[rows.index("Rest") : rows.index("points")] == ["Rest", "victory point cards", "sold goods"]
    assert "Rematch" in page.text
    assert "Rematch, " not in page.text  # names no starting player


@pytest.mark.parametrize("castles", ["2", "4", "x"])
def test_refused_cards_of_aaron_are_shown_in_his_form(client, second, castles):
    """Also once his cards are in, when the table opens at the player's form."""
    sent(client, second, "aaron", NEXT, seat=1)
    fields = {"estate-castles": castles, "estate-cloisters": "1"}
    answer = send(client, second, "aaron", fields, seat=1)
    assert (answer.status_code, forms(answer)) == (422, ["aaron"])
    shown = Page(answer).slot("aaron")
    assert shown.typed["estate-castles"] == [castles]
    said = "Type a whole number" if castles == "x" else "In round B Aaron has 7 cards in all"
    assert said in Page(answer).alert
    if castles != "x":
        assert said in shown.parts["fault-estate"][0]
        assert Page(preview(client, second, fields, "aaron", 1)).parts["counter"] == [f"{int(castles) + 1} of 7"]


def test_comparing_an_earlier_rounds_tally_needs_confirmation(client, second, dump):
    answer = send(client, second, "end-round")
    assert (answer.status_code, Page(answer).alert) == (422, "Aaron's table in round B is missing.")
    sent(client, second, "aaron", NEXT | {"estate-castles": "5", "estate-cloisters": "2"}, seat=1)
    before = dump()
    answer = send(client, second, "end-round")
    assert (answer.status_code, forms(answer), dump()) == (422, [f"tally.{at_seat(0)}"], before)
    gifts = "Aaron's 2 cloisters gave Anneli 2 victory points on cards; the tally has 1. Forgotten?"
    assert Page(answer).visible.alert == f"Still round A's tally? {gifts}"
    assert text(answer).count(gifts) == 1
    assert "Rules: Aaron" in [each.text for each in Page(answer).all("a", class_="rules-on")]
    yes = Page(answer).visible.first("button", name="sure")
    form = dict(Page(answer).form(id=yes.given["form"]).fields)
    assert (form["play"], yes.text) == ("end-round", "Yes, compare")
    assert client.post(f"{second}/plays", data=form | {"sure": yes.given["value"]}).status_code == 303


def test_slip_of_aarons_table_is_shown_once_per_page(client, alone):
    answer = client.post(f"{alone}/plays", data=filled(client, alone, "aaron", {"estate-castles": "3"}))
    said = "Aaron had a triple of castles first, so the “first” card for it is his. Forgotten?"
    slips = Page(answer).visible.first(**{"data-part": "slips"})
    assert (answer.status_code, slips.given["role"], [each.text for each in slips.all(class_="slip")]) == (
        422,
        "alert",
        [said],
    )
    form = dict(Page(answer).visible.form(class_="tally").fields)  # sent again, without confirming
    assert client.post(f"{alone}/plays", data=form).status_code == 303
    for seat in (0, 1):
        page = text(client.get(f"{alone}?seat={at_seat(seat)}"))
        assert (page.count("is his. Forgotten?"), page.count("yet. Forgotten?")) == (1, 0)
    shown = Page(preview(client, alone, {"estate-castles-cards": "3", "estate-ships-cards": "3"}, seat=0)).parts
    assert shown["forgotten"] == ["Nobody has the “first” card for ships yet. Forgotten?"]
    sent(client, alone, "tally", {"goods_vp": "9"}, seat=0)
    sent(client, alone, "end-round")
    page = text(client.get(f"{alone}?seat={at_seat(0)}"))  # shown again once his table of round B is entered
    assert (page.count("is his. Forgotten?"), page.count("yet. Forgotten?")) == (0, 1)


def test_solo_player_cannot_be_called_aaron(client):
    answer = client.post("/new/loire", data=slip(client.get("/new/loire")) | {"do": "begin", "name-0": "aaron"})
    assert answer.status_code == 422
    assert "You cannot be called Aaron in a solo game" in text(answer)


def test_solo_cards_move_between_aaron_and_the_player(client, alone):
    sent(client, alone, "aaron", FIRST, seat=1)
    data = filled(client, alone, "tally", JO | {"make-room": "yes"}) | {"sure": "yes"}
    assert client.post(f"{alone}/plays", data=data).status_code == 303
    assert holders(client, f"{alone}?seat=@00") == ["castles ● Anneli"]
    answer = send(client, alone, "aaron", FIRST)
    assert offered(answer) == ("first_triples", "Move to Aaron Anneli's tally: 4 points", False)
    sent(client, alone, "aaron", FIRST | {"make-room": "yes"})
    assert holders(client, f"{alone}?seat={at_seat(0)}") == ["castles ◇ Aaron"]


# Corrections, with the form of the table.


@pytest.fixture
def three(client):
    """A game of three with three tallies: 11, 6 and 4 points."""
    url = begin(client, "Marguerite", "Jo", "Christopher")
    sent(client, url, fields={"estate-castles-cards": "3", "first_triples": "castles", "goods_vp": "6"})
    sent(client, url, fields={"estate-castles-cards": "3", "victory_cards": "2"}, seat=1)
    sent(client, url, fields={"goods_vp": "4"}, seat=2)
    return url


def changed(form, fields, seat=None):
    """Return form data with some slot fields changed, or removed (None); `seat` assigns the play to another player."""
    name = form.hidden["play"]
    sent = {each: form.values(each) for each, _ in form.fields} | {f"{name}-{each}": fields[each] for each in fields}
    if seat is not None:
        other = re.sub(r"@\d+", at_seat(seat), name, count=1)
        sent = {each.replace(name, other, 1): value for each, value in sent.items()} | {"play": other}
    return {each: value for each, value in sent.items() if value is not None}


def correct(client, url, number, where="", seat=None, **fields):
    form = Page(client.get(f"{url}/plays/{number}{where}")).form(class_="tally")
    return client.post(form.given["action"], data=changed(form, fields, seat))


def previewed(client, url, number, seat=None, **fields):
    form = Page(client.get(f"{url}/plays/{number}")).form(class_="tally")
    return Page(client.post(form.given["data-preview"], data=changed(form, fields, seat)))


def scores(client, url):
    return [each.first("b").text.split()[0] for each in Page(client.get(f"{url}/replay")).all(class_="standing")]


def test_tally_correction_is_prefilled_and_counts_earlier_entries(client, three, dump):
    before, page = dump(), Page(client.get(f"{three}/plays/2"))
    assert page.parts["whose"] == ["Jo's tally"]
    assert page.slot().given["data-slot"] == f"tally.{at_seat(1)}.at-2"
    assert page.slot().typed["estate-castles-cards"] == ["3"]
    assert [value for name, value in page.form(class_="tally").buttons if name == "give"] == [at_seat(0), at_seat(2)]
    assert page.parts["total"] == ["6 points"]
    page = previewed(client, three, 2, **{"estate-castles-cards": "6"})
    assert (page.parts["total"], page.parts["fault-estate"]) == (["10 points"], [""])
    page = previewed(client, three, 2, **{"estate-castles-cards": "10"})
    assert "Already taken: Marguerite 3." in page.parts["fault-estate"][0]
    assert dump() == before


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"goods_vp": "x"}, "Type a whole number, such as 3."),
        ({"first_triples": "ships", "goods_vp": "7"}, "Jo has no triple of"),
        ({"all_seven": "4"}, "Jo has no mines"),
    ],
)
def test_refused_tally_correction_stays_on_its_page(client, three, dump, fields, said):
    before, answer = dump(), correct(client, three, 2, **fields)
    assert (answer.status_code, said in text(answer)) == (422, True)
    assert {name: own(answer, 1).typed[name] for name in fields} == {name: [each] for name, each in fields.items()}
    assert dump() == before


def test_reassigned_tally_keeps_its_input_and_names_replacements(client, three):
    form = Page(client.get(f"{three}/plays/2")).form(class_="tally")
    given = Page(client.post(form.given["action"], data=changed(form, {"goods_vp": "3"}) | {"give": at_seat(0)}))
    assert given.slot().given["data-slot"] == f"tally.{at_seat(0)}.at-2"
    assert (given.slot().typed["goods_vp"], given.parts["total"]) == (["3"], ["9 points"])
    assert scores(client, three) == ["11", "6", "4"]
    for seat, name, said in (
        (0, "Marguerite", "It replaces Marguerite's tally in entry 1."),
        (2, "Christopher", "Christopher's tally in entry 3 replaces it."),
    ):
        page = previewed(client, three, 2, seat=seat)
        assert (page.parts["whose"], page.parts["replaced"]) == ([f"{name}'s tally"], [said])
    assert Page(client.get(f"{three}/plays/2")).parts["replaced"] == [""]
    answer = correct(client, three, 2, seat=0, goods_vp="3")
    assert (answer.status_code, answer.location) == (303, three)
    assert scores(client, three) == ["9", "–", "4"]
    sent(client, three, fields={}, seat=1)
    sent(client, three, "stop")
    assert "Jo has no tally yet." in text(correct(client, three, 4, seat=2))  # the end would not be legal


def test_claimed_card_moves_with_the_correction_and_its_undo(client, three):
    said = ["Move to Jo Marguerite's tally: 10 points"]
    page = previewed(client, three, 2, first_triples="castles")
    assert "Marguerite already has the" in page.parts["fault-first_triples"][0]
    assert page.parts["displaced-first_triples"] == said
    refused = correct(client, three, 2, first_triples="castles")
    assert (refused.status_code, Page(refused).parts["displaced-first_triples"]) == (422, said)
    answer = correct(client, three, 2, first_triples="castles", **{"make-room": "yes"})
    assert (answer.status_code, answer.location) == (303, three)
    assert scores(client, three) == ["10", "7", "4"]
    assert "Jo's tally was changed. Along with it: Marguerite's tally." in text(client.get(f"{three}/plays"))
    client.post(f"{three}/undo", data=slip(client.get(three)))
    assert scores(client, three) == ["11", "6", "4"]


def test_forgotten_tally_is_inserted_with_the_same_form(client, three):
    page = Page(client.get(f"{three}/plays/3/before?seat={at_seat(1)}"))
    assert (page.parts["whose"], page.parts["total"]) == (["Jo's tally"], ["6 points"])  # their cards at that time
    seats = [each.given["href"] for each in page.all("a", class_="standing")]
    assert seats == [f"{three}/plays/3/before?seat={at_seat(seat)}" for seat in range(3)]
    answer = correct(client, three, 3, f"/before?seat={at_seat(1)}", goods_vp="8")
    assert (answer.status_code, answer.location) == (303, three)
    assert scores(client, three) == ["11", "14", "4"]


def test_solo_entries_are_corrected_with_the_same_forms(client, alone):
    sent(client, alone, "aaron", FIRST, seat=1)
    sent(client, alone, fields={"goods_vp": "3"})
    assert Page(client.get(f"{alone}/plays/1")).parts["total"] == ["5 points"]
    his = {"estate-castles": "0", "estate-mines": "3", "first_triples": None}
    assert correct(client, alone, 1, **his).status_code == 303
    assert "give" not in dict(Page(client.get(f"{alone}/plays/2")).form(class_="tally").buttons)
    assert correct(client, alone, 2, goods_vp="5").status_code == 303
    assert scores(client, alone) == ["5", "2"]
    for seat, kind in ((at_seat(0), f"tally.{at_seat(0)}.before-2"), ("@00", "aaron.before-2")):
        form = Page(client.get(f"{alone}/plays/2/before?seat={seat}")).form(class_="tally")
        assert form.values("play") == [kind]
    for number, seat, status in ((1, at_seat(0), 404), (1, "@00", 200), (2, at_seat(0), 200), (2, "@00", 404)):
        assert client.get(f"{alone}/plays/{number}?seat={seat}").status_code == status
