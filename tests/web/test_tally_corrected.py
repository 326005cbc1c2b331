"""Correcting a tally: the form of the table with live points, and the owner of claimed cards."""

import re

import pytest

from tests.documents import game_document, import_documents, read_document
from tests.helpers import conflict_form, slip
from tests.pages import Page, text
from tests.seats import at_seat

NAMES = ("Marguerite", "Jo", "Christopher")
VALUES = {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}
MARGUERITE = {
    "kind": "tally",
    "player": "Marguerite",
    "estate": {"castles": {"cards": 3}},
    "first_triples": ["castles"],
    "goods_vp": 6,
}  # 11
JO = {"kind": "tally", "player": "Jo", "estate": {"castles": {"cards": 3}}, "victory_cards": 2}  # 6
CHRISTOPHER = {"kind": "tally", "player": "Christopher", "goods_vp": 4}


def opened(app, plays, players=NAMES, **options):
    options = {"triple_values": VALUES} | options
    document = read_document(game_document("loire", players, plays, options))
    (game,) = import_documents(app.extensions["service"], [document])
    return f"/games/{game.id}"


@pytest.fixture
def game(app):
    """A game of three with three tallies."""
    return opened(app, [MARGUERITE, JO, CHRISTOPHER])


def form_of(client, url, number, where=""):
    return Page(client.get(f"{url}/plays/{number}{where}")).form(class_="tally")


def changed(form, fields, seat=None):
    """Return form data with some slot fields changed, or removed (None); `seat` assigns the play to another player."""
    name = form.hidden["play"]
    sent = {each: form.values(each) for each, _ in form.fields} | {f"{name}-{each}": fields[each] for each in fields}
    if seat is not None:
        own = re.sub(r"@\d+", at_seat(seat), name, count=1)
        sent = {each.replace(name, own, 1): value for each, value in sent.items()} | {"play": own}
    return {each: value for each, value in sent.items() if value is not None}


def correct(client, url, number, where="", seat=None, **fields):
    form = form_of(client, url, number, where)
    return client.post(form.given["action"], data=changed(form, fields, seat))


def previewed(client, url, number, where="", seat=None, **fields):
    form = form_of(client, url, number, where)
    answer = client.post(form.given["data-preview"], data=changed(form, fields, seat))
    assert answer.status_code == 200
    return Page(answer)


def totals(client, url):
    shown = Page(client.get(f"{url}/replay")).all(class_="standing")
    return [each.first("b").text.split()[0] for each in shown]


def test_tally_correction_is_prefilled_and_names_its_player(client, game):
    page = Page(client.get(f"{game}/plays/2"))
    assert page.parts["whose"] == ["Jo's tally"]
    assert page.slot().given["data-slot"] == f"tally.{at_seat(1)}.at-2"
    assert page.slot().typed["estate-castles-cards"] == ["3"]
    assert [value for name, value in page.form(class_="tally").buttons if name == "give"] == [at_seat(0), at_seat(2)]
    assert page.parts["total"] == ["6 points"]


def test_tally_preview_counts_earlier_entries_only(client, game, dump):
    before = dump()
    page = previewed(client, game, 2, **{"estate-castles-cards": "6"})
    assert (page.parts["total"], page.parts["fault-estate"]) == (["10 points"], [""])
    page = previewed(client, game, 2, **{"estate-castles-cards": "10"})
    assert "Already taken: Marguerite 3." in page.parts["fault-estate"][0]
    assert dump() == before


def test_reassigned_tally_keeps_its_input(client, game):
    form = form_of(client, game, 2)
    given = Page(client.post(form.given["action"], data=changed(form, {"goods_vp": "3"}) | {"give": at_seat(0)}))
    assert given.slot().given["data-slot"] == f"tally.{at_seat(0)}.at-2"
    assert (given.slot().typed["goods_vp"], given.parts["total"]) == (["3"], ["9 points"])
    assert totals(client, game) == ["11", "6", "4"]
    page = previewed(client, game, 2, seat=0, goods_vp="3")
    assert page.parts["whose"] == ["Marguerite's tally"]
    assert page.parts["replaced"] == ["It replaces Marguerite's tally in entry 1."]
    answer = correct(client, game, 2, seat=0, goods_vp="3")
    assert (answer.status_code, answer.location) == (303, game)
    assert totals(client, game) == ["9", "–", "4"]


def test_replacement_by_a_later_tally_is_shown(client, game):
    page = previewed(client, game, 2, seat=2)
    assert page.parts["whose"] == ["Christopher's tally"]
    assert page.parts["replaced"] == ["Christopher's tally in entry 3 replaces it."]
    assert Page(client.get(f"{game}/plays/2")).parts["replaced"] == [""]
    assert correct(client, game, 2, seat=2).status_code == 303
    assert totals(client, game) == ["11", "–", "4"]
    assert Page(client.get(f"{game}/plays/2")).parts["replaced"] == ["Christopher's tally in entry 3 replaces it."]
    moved = Page(client.get(f"{game}/plays/2?seat={at_seat(0)}"))
    assert moved.parts["replaced"] == ["It replaces Marguerite's tally in entry 1."]


def test_correction_from_a_result_returns_to_the_result(app, client):
    game = opened(app, [MARGUERITE, JO, CHRISTOPHER, {"kind": "stop"}])
    url = f"{game}/plays/2"
    assert url in Page(client.get(game)).links
    answer = correct(client, game, 2, goods_vp="9")
    assert (answer.status_code, answer.location) == (303, game)
    assert "Jo has the most prosperous estate" in text(client.get(game))


def test_correction_returns_to_the_open_panel(client, game):
    page = Page(client.get(f"{game}/plays/2", query_string={"next": f"{game}?seat={at_seat(2)}"}))
    assert page.first("a", class_="bar-home").given["href"] == f"{game}?seat={at_seat(2)}"
    for form in (page.form(class_="tally"), Page(client.get(page.link("Insert an entry before"))).form(class_="tally")):
        sent = changed(form, {"goods_vp": "9"}) | slip(client.get(game))
        answer = client.post(form.given["action"], data=sent)
        assert (answer.status_code, answer.location) == (303, f"{game}?seat={at_seat(2)}")


def test_reassignment_that_invalidates_the_end_is_refused(app, client):
    game = opened(app, [MARGUERITE, JO, CHRISTOPHER, {"kind": "stop"}])
    answer = correct(client, game, 2, seat=2)
    assert answer.status_code == 409
    assert "Jo has no tally yet." in text(answer)


def test_claimed_card_moves_with_the_correction_and_its_undo(client, game):
    page = previewed(client, game, 2, first_triples="castles")
    assert "Marguerite already has the" in page.parts["fault-first_triples"][0]
    assert page.parts["displaced-first_triples"] == ["Move to Jo Marguerite's tally: 10 points"]
    refused = correct(client, game, 2, first_triples="castles")
    assert refused.status_code == 422
    assert Page(refused).parts["displaced-first_triples"] == ["Move to Jo Marguerite's tally: 10 points"]
    answer = correct(client, game, 2, first_triples="castles", **{"make-room": "yes"})
    assert (answer.status_code, answer.location) == (303, game)
    assert totals(client, game) == ["10", "7", "4"]
    assert "Jo's tally was changed. Along with it: Marguerite's tally." in text(client.get(f"{game}/plays"))
    client.post(f"{game}/undo", data=slip(client.get(game)))
    assert totals(client, game) == ["11", "6", "4"]


def test_conflicting_later_tally_is_shown_and_can_be_deleted(app, client):
    again = MARGUERITE | {"goods_vp": 7}
    game = opened(app, [MARGUERITE, JO, again])
    answer = correct(client, game, 2, first_triples="castles", **{"make-room": "yes"})
    assert answer.status_code == 409
    page = Page(answer)
    assert "3 · Marguerite's tally Jo already has the “first” card for castles: entry 3." in page.text
    form = conflict_form(answer)
    assert form.values(f"tally.{at_seat(1)}.at-2-make-room") == ["yes"]
    sent = {name: form.values(name) for name, _ in form.fields} | {"do": "strike-all"}
    assert client.post(form.given["action"], data=sent).location == game
    assert totals(client, game) == ["10", "7", "–"]


def test_forgotten_tally_is_inserted_with_the_same_form(client, game):
    page = Page(client.get(f"{game}/plays/3/before?seat={at_seat(1)}"))
    assert page.parts["whose"] == ["Jo's tally"]
    assert page.parts["total"] == ["6 points"]  # their cards at that time
    seats = [each.given["href"] for each in page.all("a", class_="standing")]
    assert seats == [f"{game}/plays/3/before?seat={at_seat(seat)}" for seat in range(3)]
    answer = correct(client, game, 3, f"/before?seat={at_seat(1)}", goods_vp="8")
    assert (answer.status_code, answer.location) == (303, game)
    assert totals(client, game) == ["11", "14", "4"]


def test_solo_entries_are_corrected_with_the_same_forms(app, client):
    his = {"kind": "aaron", "estate": {"castles": 3}, "first_triples": ["castles"]}
    game = opened(app, [his, {"kind": "tally", "player": "Jo", "goods_vp": 3}], ["Jo"], solo=True)
    page = Page(client.get(f"{game}/plays/1"))
    assert page.parts["total"] == ["5 points"]
    assert correct(client, game, 1, **{"estate-castles": "0", "estate-mines": "3", "first_triples": None}).location
    page = Page(client.get(f"{game}/plays/2"))
    assert "give" not in dict(page.form(class_="tally").buttons)
    assert correct(client, game, 2, goods_vp="5").status_code == 303
    assert totals(client, game) == ["5", "2"]
    for key, kind in ((at_seat(0), f"tally.{at_seat(0)}.before-2"), ("@00", "aaron.before-2")):
        form = form_of(client, game, 2, f"/before?seat={key}")
        assert form.values("play") == [kind]


@pytest.mark.parametrize(
    "fields",
    [
        {"goods_vp": "x"},
        {"goods_vp": "9" * 400},
        {"first_triples": "\N{BULLET}"},
        {"make-room": "yes", "all_seven": "4"},
    ],
)
def test_junk_tally_correction_is_refused_with_a_sentence(client, game, dump, fields):
    before = dump()
    previewed(client, game, 2, **fields)
    answer = correct(client, game, 2, **fields)
    assert answer.status_code == 422
    assert Page(answer).alert or Page(answer).all("p", class_="fault")
    assert dump() == before
