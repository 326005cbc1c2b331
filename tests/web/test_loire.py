"""The Castles of Burgundy: The Card Game through its pages: previews, refusals, values, results, corrections."""

import pytest
from werkzeug.datastructures import MultiDict

from tests.documents import game_document, import_documents, read_document
from tests.helpers import begin as begin_don_carlo
from tests.helpers import conflict_form, slip
from tests.pages import Page, signs, text
from tests.seats import at_seat
from tests.web.loire import PRINTED, begin, correct, filled, preview, send, sent, totals

TYPES = ("castles", "mines", "cloisters", "knowledge", "ships", "pastures", "buildings")
ANNELI = {"estate-castles-cards": "3", "first_triples": "castles", "goods_vp": "6", "start_player": "yes"}  # 4+1+6+1
BENITO = {"estate-mines-cards": "3", "victory_cards": "2", "animals-cows": "1", "animals-pigs": "1"}  # 2+2+1


def form_of(client, url, seat):
    """Return the form of a player's tally."""
    return next(each for each in Page(client.get(url)).forms if f"tally.{at_seat(seat)}" in each.values("play"))


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


@pytest.fixture
def ended(client, game):
    sent(client, game, "stop")
    return game


FIELDS = ("estate", "first_triples", "all_seven", "victory_cards", "goods_vp", "animals", "start_player", "storage")


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"estate-castles-cards": "10"}, "estate", "There are only 12 castles: Benito cannot have 10"),
        (
            {"estate-mines-cards": "1", "estate-mines-cloisters": "3"},
            "estate",
            "At most 2 cloisters can be",
        ),
        ({"estate-cloisters-cloisters": "1"}, "estate", "Cloisters are not added to cloisters"),
        ({"estate-ships-cards": "-1"}, "estate", "cannot have \N{MINUS SIGN}1 for ships: the minimum is 0"),
        ({"animals-cows": "-1"}, "animals", "for cows: the minimum is 0"),
        ({"victory_cards": "-1"}, "victory_cards", "for victory point cards: the minimum is 0"),
        ({"goods_vp": "-2"}, "goods_vp", "for sold goods: the minimum is 0"),
        ({"storage-silver": "-1"}, "storage", "for silver: the minimum is 0"),
        ({"animals-cows": "6"}, "animals", "There are only 5 cows: Benito cannot have 6."),
        ({"first_triples": "ships"}, "first_triples", "Benito has no triple of ships"),
        (
            {"estate-castles-cards": "3", "first_triples": "castles"},
            "first_triples",
            "Anneli already has the “first” card for castles: entry 1.",
        ),
        ({"all_seven": "3"}, "all_seven", "cannot have an “all 7 types” card"),
        ({"all_seven": "4"}, "all_seven", "none is worth 4"),
        ({"start_player": "yes"}, "start_player", "Anneli already has the starting player card: entry 1."),
    ],
)
def test_preview_shows_errors_at_their_field_and_writes_nothing(client, game, dump, fields, field, said):
    before = dump()
    answer = preview(client, game, fields, seat=1)
    assert answer.status_code == 200
    shown = Page(answer).parts
    assert said in shown[f"fault-{field}"][0]
    assert [other for other in FIELDS if shown[f"fault-{other}"] != [""]] == [field]
    assert dump() == before


def test_preview_shows_the_total_of_a_tally(client, game, dump):
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
    }
    shown = Page(preview(client, game, fields, seat=1)).parts
    assert shown["total"] == ["31 points"]  # 10 + 4 triples, 1 first, 3, 11, 2 for three animals
    assert shown[f"points-{at_seat(1)}"] == ["31"]
    own = f"sum-{at_seat(1)}"
    assert [shown[f"{own}-{name}"] for name in ("estate", "bonus", "animals", "rest")] == [
        ["14"],
        ["1"],
        ["2"],
        ["14"],
    ]
    assert shown["type-ships"] == ["+10"]
    assert shown["forgotten"] == [""]
    assert dump() == before


def test_preview_of_unreadable_fields_shows_errors(client, game, dump):
    before = dump()
    answer = preview(client, game, {"goods_vp": "x"}, seat=1)
    assert answer.status_code == 200
    assert "Type a whole number, such as 3." in text(answer)
    assert dump() == before


@pytest.mark.parametrize("kind", ["", "nonsense", "stop", "aaron", "end-round"])
def test_only_tallies_have_a_preview(client, game, kind):
    assert preview(client, game, {}, kind).status_code in (400, 404)


@pytest.fixture
def unknown(client):
    """A game of two with only the values that the rulebook specifies."""
    return begin(client, "Anneli", "Benito", values={})


TRIPLES = {"estate-castles-cards": "3", "estate-pastures-cards": "3", "goods_vp": "2"}


def test_missing_value_is_requested_beside_its_tally(client, unknown):
    asked = "Fill in the ? from the cards"
    shown = Page(preview(client, unknown, TRIPLES)).parts
    assert (shown["type-castles"], shown[f"sum-{at_seat(0)}-estate"], shown["total"]) == (
        ["?"],
        ["4 + ?"],
        ["6 + ? points"],
    )
    assert shown["lacking"] == [asked]
    sent(client, unknown, fields={"goods_vp": "2"})
    sent(client, unknown, fields=TRIPLES, seat=1)
    assert totals(client, unknown) == ["2", "6 + ?"]
    first, second = (Page(client.get(f"{unknown}?seat={at_seat(seat)}")) for seat in (0, 1))
    assert (
        first.slot(f"tally.{at_seat(0)}").parts["lacking"],
        second.slot(f"tally.{at_seat(1)}").parts["lacking"],
    ) == ([""], [asked])
    asked_above = "Fill in what a triple of castles is worth: it is printed on the cards. "
    assert first.first("main").text.count(asked_above) == 1
    assert "final scoring" not in second.text
    for page in (first, second):
        assert page.link("Fill in what a triple is worth") == f"{unknown}/options"
    assert second.slot(f"tally.{at_seat(1)}").link("?") == f"{unknown}/options"


def test_missing_value_is_entered_in_options_and_returns(client, unknown):
    sent(client, unknown, fields={"goods_vp": "2"})
    sent(client, unknown, fields=TRIPLES, seat=1)
    back = f"{unknown}?seat={at_seat(1)}&open=rest"
    form = Page(client.get(f"{unknown}/options", query_string={"next": back})).form(class_="begin")
    answer = client.post(form.given["action"], data=dict(form.fields) | {"triple_values-castles": "5"})
    assert answer.location == back
    assert totals(client, unknown) == ["2", "11"]
    assert "Both are in: final scoring" in text(client.get(back))
    assert "Triples 5 ? 6 ? ? 4 3, change" in text(client.get(unknown))
    assert Page(client.get("/new/loire")).filled["triple_values-castles"] == ["5"]


def test_claimed_card_can_be_moved_despite_other_errors(client, game):
    shown = Page(preview(client, game, BENITO | {"start_player": "yes", "all_seven": "3"}, seat=1)).parts
    assert "Benito has no castles" in shown["fault-all_seven"][0]
    assert shown["displaced-start_player"] == ["Move to Benito Anneli's tally: 11 points"]
    assert shown["displaced-tally"] == shown["displaced-all_seven"] == [""]


def test_claimed_card_for_all_types_can_be_moved(client):
    url = begin(client, "Anneli", "Benito")
    card = {f"estate-{name}-cards": "1" for name in TYPES} | {"all_seven": "3"}
    sent(client, url, fields=card)
    shown = Page(preview(client, url, card | {"animals-cows": "6"}, seat=1)).parts
    assert shown["displaced-all_seven"] == ["Move to Benito Anneli's tally: 0 points"]


def test_printed_values_can_be_changed_from_the_result(client, ended):
    url = Page(client.get(ended)).link("Triples 4 2 6 3 5 4 3, change")
    assert client.post(url, data=agreed(client, ended, **{"triple_values-mines": "3"})).location == ended
    assert "Triples 4 3 6 3 5 4 3, change" in text(client.get(ended))


def test_printed_values_are_requested_until_all_are_known(client):
    asked = Page(client.get("/new/loire")).first("details", class_="printed")
    assert ("open" in asked.given, asked.first("summary").text) == (True, "What a triple is worth")
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
    ("field", "bad"),
    [("estate-knowledge-cards", "x"), ("victory_cards", "1.5"), ("animals-pigs", "1e3"), ("storage-goods", "٣")],
)
def test_invalid_numbers_are_refused_and_input_stays(client, dump, field, bad):
    url = begin(client, "Anneli", "Benito")
    before = dump()
    answer = send(client, url, fields=FILLED | {field: [bad]})
    assert answer.status_code == 422
    assert "Type a whole number, such as 3." in text(answer)
    assert own(answer).typed == FILLED | {field: [bad]}
    assert dump() == before


@pytest.mark.parametrize(
    ("fields", "front"),
    [({}, "rest"), ({"estate-mines-cards": "x", "goods_vp": "x"}, "estate"), ({"all_seven": "4"}, "bonus"),
     ({"animals-cows": "6"}, "animals"), ({"storage-goods": "x"}, "rest")],
)  # fmt: skip
def test_refused_tally_opens_at_its_error(client, fields, front):
    url = begin(client, "Anneli", "Benito")
    data = filled(client, url, "tally", fields or {"victory_cards": "23"}) | {"open": "rest"}
    answer = client.post(f"{url}/plays", data=data)
    assert answer.status_code == 422
    tabs = own(answer).all("section", class_="tally-part")
    assert [each.given["id"] for each in tabs if "data-behind" not in each.given] == [f"seat-{at_seat(0)}-{front}"]
    assert "tally-onward" not in str([each.given for each in own(answer).walk()])  # the tally can be sent from any tab


@pytest.mark.parametrize("fields", [{"all_seven": ["x"]}, {"first_triples": ["castles", "nonsense"]}])
def test_unknown_choices_are_refused(client, dump, fields):
    url = begin(client, "Anneli", "Benito")
    before = dump()
    answer = send(client, url, fields=FILLED | fields)
    assert answer.status_code == 422
    assert Page(answer).alert
    kept = own(answer).typed
    assert {name: kept.get(name) for name in FILLED if name not in fields} == {
        name: value for name, value in FILLED.items() if name not in fields
    }
    assert dump() == before


def test_refused_tally_keeps_its_input(client, dump):
    url = begin(client, "Anneli", "Benito")
    before = dump()
    answer = send(client, url, fields=FILLED, seat=1)  # not all 7 types
    assert answer.status_code == 422
    assert "Benito has no knowledge, ships, pastures or buildings, so cannot have an “all 7 types” card." in text(
        answer
    )
    assert own(answer, 1).parts["fault-all_seven"][0].startswith("Benito has no knowledge")
    assert "Enter Benito's tally" in text(answer)
    assert own(answer, 1).typed == FILLED
    assert dump() == before


def test_stale_tally_keeps_its_input(client):
    url = begin(client, "Anneli", "Benito")
    data = filled(client, url, "tally", {name: list(each) for name, each in FILLED.items()} | {"all_seven": "0"})
    sent(client, url, fields=BENITO, seat=1)
    answer = client.post(f"{url}/plays", data=data)
    assert answer.status_code == 409
    assert "nothing was saved: Benito's tally was entered." in text(answer)
    assert "Enter Anneli's tally" in text(answer)
    assert own(answer).typed == FILLED | {"all_seven": ["0"]}


def agreed(client, url, **changed):
    page = client.get(f"{url}/options")
    assert page.status_code == 200
    return slip(page) | {name: each[0] for name, each in Page(page).filled.items()} | changed


def test_negative_printed_value_is_refused(client, game, dump):
    before = dump()
    answer = client.post(f"{game}/options", data=agreed(client, game, **{"triple_values-mines": "-2"}))
    assert answer.status_code == 422
    assert "what is printed on a card is never negative" in text(answer).lower()
    assert Page(answer).filled["triple_values-mines"] == ["-2"]
    assert dump() == before


def test_stale_options_are_refused(client, game, dump):
    data = agreed(client, game, **{"triple_values-mines": "9"})
    sent(client, game, fields=BENITO | {"goods_vp": "1"}, seat=1)
    before = dump()
    answer = client.post(f"{game}/options", data=data)
    assert answer.status_code == 409
    assert "The game has changed since you opened this page" in text(answer)
    assert dump() == before


def test_corrected_printed_value_changes_totals_of_stored_tallies(client, game):
    assert totals(client, game) == ["12", "5"]
    fresh = {"triple_values-mines": "9", "triple_values-castles": "5"}
    assert client.post(f"{game}/options", data=agreed(client, game, **fresh)).status_code == 303
    assert totals(client, game) == ["13", "12"]
    assert Page(client.get("/new/loire")).filled["triple_values-mines"] == ["9"]
    assert "The game options were changed." in text(client.get(f"{game}/plays"))


def test_corrected_printed_value_changes_the_result_of_a_finished_game(client, ended):
    assert "Anneli Castles of Burgundy · Benito" in text(client.get("/"))
    assert (
        client.post(f"{ended}/options", data=agreed(client, ended, **{"triple_values-mines": "19"})).status_code == 303
    )
    assert "Benito Castles of Burgundy · Anneli" in text(client.get("/"))


def test_undo_reverts_the_option_before_the_entry(client, game):
    client.post(f"{game}/options", data=agreed(client, game, **{"triple_values-mines": "9"}))
    assert totals(client, game) == ["12", "12"]
    assert "Undo the change of options" in signs(client.get(game))
    assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    assert totals(client, game) == ["12", "5"]
    assert "Undo Benito's tally" in signs(client.get(game))
    assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    assert totals(client, game) == ["12", "–"]
    for after in ("5", "12"):
        assert client.post(f"{game}/redo", data=slip(client.get(game))).status_code == 303
        assert totals(client, game) == ["12", after]


@pytest.mark.parametrize(
    ("question", "typed", "said"),
    [
        (
            "What do animals count?",
            {"chickens": "2", "cows": "1", "sheep": "1", "pigs": "1"},
            "4 points sets of four: 1, of three: 0, of two: 0; animals in no set: 1 +4",
        ),
        (
            "Workers and silver for points",
            {"workers": "3", "silver": "4"},
            "2 victory points 1 card of them adds nothing: keep it +2",
        ),
        ("How many workers for a die?", {"shown": "6", "wanted": "2"}, "2 workers 6 → 1 → 2"),
    ],
)
def test_helpers_show_answers(client, game, dump, question, typed, said):
    before = dump()
    url = Page(client.get(f"{game}/more")).link(question)
    form = Page(client.get(url)).form(class_="sheet", method="get")
    assert set(typed) <= dict(form.fields).keys()
    answer = client.get(url, query_string=dict(form.fields) | typed)
    assert Page(answer).first(id="answers").text == said
    assert dump() == before


def test_game_without_options_has_no_options_page(client):
    url = begin_don_carlo(client, "Anneli", "Benito")
    assert client.get(f"{url}/options").status_code == 404


def test_home_page_and_result_show_a_finished_game(client, ended):
    home = text(client.get("/"))
    assert "Anneli Castles of Burgundy · Benito 12" in home
    copied = Page(client.get(ended)).first("pre").raw
    listed = (
        "triples {}, first triples {}, all 7 types {}, victory point cards {}, sold goods {}, animals {}, "
        "starting player {}"
    )
    assert copied.splitlines()[1:] == [
        "Anneli has the most prosperous estate on the Loire: 12 points, 7 ahead of Benito",
        f"1. Anneli: 12 ({listed.format(4, 1, 0, 0, 6, 0, 1)})",
        f"2. Benito: 5 ({listed.format(2, 0, 0, 2, 0, 1, 0)})",
        "Sold goods made the difference: 6 to 0.",
    ]
    assert "Nobody has the “first” card for mines, but Benito has a triple of it." in text(client.get(ended))


# Four tallies, calculated by hand from the printed values: castles 4, mines 2, cloisters 6, knowledge 3, ships 5,
# pastures 4, buildings 3. One column per player; the last row has the remaining cards.
FOUR = {
    "Anneli": {
        "estate": {
            "castles": {"cards": 3}, "mines": {"cards": 2, "cloisters": 1}, "cloisters": {"cards": 1},
            "knowledge": {"cards": 2}, "ships": {"cards": 1}, "pastures": {"cards": 3}, "buildings": {"cards": 2},
        },
        "first_triples": ["castles", "pastures"], "all_seven": 4, "victory_cards": 12, "goods_vp": 9,
        "animals": {"chickens": 2, "cows": 1, "sheep": 1, "pigs": 1}, "start_player": True,
        "storage": {"workers": 1, "silver": 2},
    },
    "Benito": {
        "estate": {
            "mines": {"cards": 6}, "cloisters": {"cards": 3}, "knowledge": {"cards": 6}, "buildings": {"cards": 6},
        },
        "first_triples": ["mines", "cloisters", "buildings"], "victory_cards": 5, "goods_vp": 11,
        "animals": {"chickens": 1, "cows": 1}, "storage": {"silver": 1},
    },
    "Carla": {
        "estate": {
            "castles": {"cards": 1}, "mines": {"cards": 1}, "knowledge": {"cards": 3},
            "ships": {"cards": 4, "cloisters": 2}, "pastures": {"cards": 1}, "buildings": {"cards": 1},
        },
        "first_triples": ["ships", "knowledge"], "all_seven": 3, "victory_cards": 3, "goods_vp": 4,
        "animals": {"cows": 2, "sheep": 2, "pigs": 2},
    },
    "Donny": {
        "estate": {"castles": {"cards": 2, "cloisters": 1}, "buildings": {"cards": 4}}, "goods_vp": 2,
        "animals": {"sheep": 1}, "storage": {"workers": 2, "goods": 1},
    },
}  # fmt: skip
SIDE_BY_SIDE = {
    "Estate": ["10", "22", "13", "7"],
    "castles": ["1 × 4 4", "0", "0", "1 × 4 4"],
    "mines": ["1 × 2 2", "2 × 2 4", "0", "0"],
    "cloisters": ["0", "1 × 6 6", "0", "0"],
    "knowledge": ["0", "2 × 3 6", "1 × 3 3", "0"],
    "ships": ["0", "0", "2 × 5 10", "0"],
    "pastures": ["1 × 4 4", "0", "0", "0"],
    "buildings": ["0", "2 × 3 6", "0", "1 × 3 3"],
    "Bonus": ["6", "3", "5", "0"],
    "first triples": ["2", "3", "2", "0"],
    "all 7 types": ["4", "0", "3", "0"],
    "Animals": ["4", "1", "4", "0"],
    "Rest": ["22", "16", "7", "2"],
    "victory point cards": ["12", "5", "3", "0"],
    "sold goods": ["9", "11", "4", "2"],
    "starting player": ["1", "0", "0", "0"],
    "points": ["42", "42", "29", "9"],
    "cards left in storage workers + silver + goods + unused animals": [
        "1+ 2+ 0+ 1 4", "0+ 1+ 0+ 0 1", "0+ 0+ 0+ 0 0", "2+ 0+ 1+ 1 4",
    ],
}  # fmt: skip
BOLD = {"Estate": ["22"], "Bonus": ["6"], "Animals": ["4", "4"], "Rest": ["22"]}
"""The sums in bold type."""


def test_result_shows_four_tallies_side_by_side(app, client):
    plays = [{"kind": "tally", "player": name} | held for name, held in FOUR.items()] + [{"kind": "stop"}]
    document = read_document(game_document("loire", FOUR, plays, {"triple_values": PRINTED}))
    (game,) = import_documents(app.extensions["service"], [document])
    table = Page(client.get(f"/games/{game.id}")).first("table", class_="account")
    assert [each.text.partition(" ")[2] for each in table.first("thead").all("th")][1:] == list(FOUR)
    rows = [row for row in table.all("tr") if row.all("td")]
    assert {row.first("th").text: [each.text for each in row.all("td")] for row in rows} == SIDE_BY_SIDE
    bold = {row.first("th").text: [each.text for each in row.all("b")] for row in table.all("tr", class_="account-sum")}
    assert bold == BOLD
    assert len(table.all("a")) == len(FOUR)


def test_last_tally_preview_names_unclaimed_first_cards(client):
    url = begin(client, "Anneli", "Benito")
    three = {"estate-castles-cards": "3"}
    assert Page(preview(client, url, three)).parts["forgotten"] == [""]
    sent(client, url, fields=three)
    said = "Nobody has the “first” card for {} yet. Forgotten?"
    for fields, types in (
        ({}, "castles"),
        ({"estate-mines-cards": "3"}, "castles and mines"),
        ({"estate-mines-cards": "3", "first_triples": "mines"}, "castles"),
    ):
        assert Page(preview(client, url, fields, seat=1)).parts["forgotten"] == [said.format(types)], fields


def test_invalid_tally_correction_is_refused_on_its_page(client, game, dump):
    before = dump()
    answer = correct(client, game, 1, first_triples=["ships", "castles"], goods_vp="7")
    assert answer.status_code == 422
    assert "Anneli has no triple of" in text(answer)
    assert own(answer).typed["first_triples"] == ["castles", "ships"]
    assert own(answer).typed["goods_vp"] == ["7"]
    answer = correct(client, game, 1, goods_vp="x")
    assert answer.status_code == 422
    assert "Type a whole number, such as 3." in text(answer)
    assert dump() == before


@pytest.mark.parametrize("do", ["strike-all", "fix"])
def test_tally_correction_names_conflicting_tallies(client, game, do):
    fields = BENITO | {"estate-castles-cards": "3", "first_triples": ["mines"]}
    assert correct(client, game, 2, **fields).status_code == 303
    taken = {"estate-castles-cards": "3", "estate-mines-cards": "3", "first_triples": ["castles", "mines"]}
    answer = correct(client, game, 1, **taken)
    assert answer.status_code == 409
    assert "Anneli already has the “first” card for mines: entry 1." in text(answer)
    form = conflict_form(answer)
    own = [name for name, _ in form.fields if not name.startswith(f"tally.{at_seat(1)}.at-2-")]
    data = {name: form.values(name) for name in own} | {"do": [do]}
    if do == "fix":
        data |= {f"tally.{at_seat(1)}.at-2-goods_vp": ["4"]}
    answer = client.post(form.given["action"], data=data)
    assert answer.status_code == 303, text(answer)
    assert totals(client, game) == ["8", "4" if do == "fix" else "–"]  # 4 + 2 triples, 2 firsts


def test_rematch_has_the_same_printed_values(client, ended):
    seats = Page(client.get(f"{ended}/rematch", follow_redirects=True)).form(action="/new/loire")
    answer = client.post("/new/loire", data=MultiDict([*seats.fields, ("do", "begin")]))
    assert answer.status_code == 303
    shown = Page(client.get(f"{answer.location}/options")).filled
    assert {name: shown[f"triple_values-{name}"] for name in PRINTED} == {
        name: [str(value)] for name, value in PRINTED.items()
    }


def test_every_page_is_shown_in_german(client, ended):
    alone = begin(client, "Anneli")
    sent(client, alone, fields={"goods_vp": "3", "estate-castles-cards": "3"})
    sent(client, alone, "aaron", {"estate-castles": "3", "first_triples": "castles"}, seat=1)
    running = begin(client, "Anneli", "Benito", values={})
    german = {"Accept-Language": "de"}
    said = {}
    for where in (
        "/",
        "/new/loire",
        running,
        f"{running}?seat={at_seat(1)}",
        f"{running}/options",
        *(f"{running}/help/{name}" for name in ("animals", "victory-points", "workers")),
        f"{running}/help/animals?chickens=2&cows=1",
        f"{running}/help/workers?shown=6&wanted=2",
        alone,
        f"{alone}/plays",
        f"{alone}/plays/2",
        ended,
        f"{ended}/plays",
    ):
        answer = client.get(where, headers=german)
        assert answer.status_code == 200, where
        assert '<html lang="de">' in answer.text
        said[where] = text(answer)
    english = ("tally", "Estate", "castles", "Round A", "Part by part", "What a triple is worth", "Sold goods")
    left = {where: [word for word in english if word in shown] for where, shown in said.items()}
    assert {where: words for where, words in left.items() if words} == {}
    answer = preview(client, running, {"first_triples": "ships"}, headers=german)
    assert answer.status_code == 200
    assert Page(answer).parts["fault-first_triples"] != [""]
    assert "has no triple" not in text(answer)


def test_tally_page_has_a_size_limit(client):
    url = begin(client, "Anneli", "Benito", "Anja", "Donny")
    for seat in range(4):
        assert send(client, url, fields={"estate-buildings-cards": "5", "victory_cards": str(seat)}, seat=seat)
    gzipped = {"Accept-Encoding": "gzip"}
    pages = [client.get(f"{url}?seat={at_seat(seat)}", headers=gzipped) for seat in range(4)]
    assert [page.status_code for page in pages] == [200] * 4
    assert max(len(page.data) for page in pages) <= 8_000


def test_final_scoring_requires_a_tally_of_every_player(client):
    url = begin(client, "Anneli", "Benito")
    sent(client, url, fields=ANNELI)
    answer = send(client, url, "stop")
    assert answer.status_code == 422
    assert "Benito has no tally yet." in text(answer)
