"""Solo games against Aaron through the pages: two seats with a form each, confirmations, results and corrections."""

import json
from pathlib import Path

import pytest

from tests.documents import import_documents, read_document
from tests.helpers import slip
from tests.pages import Page, text
from tests.seats import at_seat
from tests.web.loire import begin, filled, preview, send, sent, totals

GAMES = Path(__file__).parents[1] / "games" / "loire"
THREE_SHIPS = {"estate-ships-cards": "3"}
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


def asked_for(client, url):
    form = Page(client.get(f"{url}?seat={at_seat(0)}")).slot(f"tally.{at_seat(0)}")
    return {each.given.get("name", "").removeprefix(f"tally.{at_seat(0)}-") for each in form.all("input")}


def test_solo_table_opens_on_aaron_before_the_player(client, alone):
    page = client.get(alone)
    assert (forms(page), chosen(page)) == (["aaron"], ["– ◇ Aaron"])
    assert "Round A: 3 cards" in text(page)
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


def crowned(client, game):
    strip = Page(client.get(game)).all(class_="standing")
    return [each.first(class_="standing-name").text[2:] for each in strip if each.all(class_="crown")]


def test_crown_follows_the_shown_totals_against_aaron(client, alone):
    sent(client, alone, "aaron", {"estate-castles": "3", "first_triples": "castles"}, seat=1)
    assert crowned(client, alone) == []  # no total for Anneli yet
    his = totals(client, alone)[1]
    for mine, leads in ((int(his) + 1, "Anneli"), (int(his), None), (int(his) - 1, "Aaron")):
        sent(client, alone, fields={"goods_vp": str(mine)})
        assert (totals(client, alone)[0], crowned(client, alone)) == (str(mine), [leads] if leads else [])


@pytest.mark.parametrize(("seat", "key", "form"), [(0, at_seat(0), f"tally.{at_seat(0)}"), (1, "@00", "aaron")])
def test_link_of_a_name_shows_its_form(client, alone, seat, key, form):
    url = Page(client.get(alone)).all(class_="standing")[seat].given["href"]
    assert url.endswith(f"?seat={key}")
    assert forms(client.get(url)) == [form]


@pytest.mark.parametrize("junk", ["@01", "@0", "-1", "x", "", "1.0", "²"])
def test_solo_table_has_no_other_seats(client, alone, junk):
    assert client.get(f"{alone}?seat={junk}").status_code == 404


def test_several_players_play_without_aaron(client):
    url = begin(client, "Anneli", "Benito")
    assert client.get(f"{url}?seat=@00").status_code == 404
    assert "Aaron" not in text(client.get(url))


def test_solo_form_omits_tie_break_fields(client, alone):
    asked = asked_for(client, alone)
    assert "animals-cows" in asked
    assert [name for name in asked if name.startswith(("storage", "start_player"))] == []
    assert {"storage-silver", "start_player"} <= asked_for(client, begin(client, "Anneli", "Benito"))


def test_solo_score_sheet_omits_the_starting_player(app, client):
    path = Path(__file__).parents[1] / "games/loire/solo-held-out-to-the-end.json"
    document = read_document(json.loads(path.read_text("utf-8"))["document"])
    (game,) = import_documents(app.extensions["service"], [document])
    rows = [each.text for each in Page(client.get(f"/games/{game.id}")).all("th", scope="row")]
    assert rows[rows.index("Rest") : rows.index("points")] == ["Rest", "victory point cards", "sold goods"]


def test_hidden_tally_values_are_kept(client, alone):
    sent(client, alone, fields=THREE_SHIPS | {"storage-silver": "2", "start_player": "yes"})
    form = dict(Page(client.get(f"{alone}?seat={at_seat(0)}")).slot(f"tally.{at_seat(0)}").fields)
    assert (form[f"tally.{at_seat(0)}-storage-silver"], form[f"tally.{at_seat(0)}-start_player"]) == ("2", "yes")


def test_preview_counts_aarons_cards(client, alone, dump):
    before = dump()
    shown = Page(preview(client, alone, {"estate-castles": "2"}, "aaron", 1)).parts
    assert (shown["counter"], shown["fault-estate"]) == (["2 of 3"], [""])
    shown = Page(preview(client, alone, {"estate-castles": "3"}, "aaron", 1)).parts
    assert (shown["total"], shown["counter"]) == (["4 points"], ["3 of 3"])
    assert shown["forgotten"] == [""]  # the slip asks for it
    assert "the “first” card for it is his" in shown["slips"][0]
    shown = Page(preview(client, alone, {"estate-castles": "4"}, "aaron", 1)).parts
    assert shown["counter"] == ["4 of 3"]
    assert "In round A Aaron has 3 cards in all, not 4." in shown["fault-estate"][0]
    assert dump() == before


@pytest.mark.parametrize("castles", ["2", "4", "x"])
def test_refused_cards_of_aaron_are_shown_in_his_form(client, second, castles):
    """Also once his cards are in, when the table opens at the player's form."""
    sent(client, second, "aaron", NEXT, seat=1)
    answer = send(client, second, "aaron", {"estate-castles": castles, "estate-cloisters": "1"}, seat=1)
    assert (answer.status_code, forms(answer)) == (422, ["aaron"])
    shown = Page(answer).slot("aaron")
    assert shown.typed["estate-castles"] == [castles]
    said = "Type a whole number" if castles == "x" else "In round B Aaron has 7 cards in all"
    assert said in Page(answer).alert
    assert castles == "x" or said in shown.parts["fault-estate"][0]


def test_players_form_counts_cards_for_aarons_cloisters(client, second):
    assert "1 of them for Aaron's cloister" in text(client.get(f"{second}?seat={at_seat(0)}"))
    assert "for Aaron's cloister" not in text(client.get(f"{second}?seat={at_seat(1)}"))


def test_comparing_an_earlier_rounds_tally_needs_confirmation(client, second, dump):
    sent(client, second, "aaron", NEXT, seat=1)
    before = dump()
    answer = send(client, second, "end-round")
    assert (answer.status_code, forms(answer)) == (422, [f"tally.{at_seat(0)}"])
    assert Page(answer).visible.alert == "Still round A's tally?"
    assert dump() == before
    yes = Page(answer).visible.first("button", name="sure")
    form = dict(Page(answer).form(id=yes.given["form"]).fields)
    assert (form["play"], yes.text) == ("end-round", "Yes, compare")
    assert client.post(f"{second}/plays", data=form | {"sure": yes.given["value"]}).status_code == 303
    assert "Aaron wins after round B" in text(client.get(second))


def test_comparing_a_current_tally_needs_no_confirmation(client, second):
    sent(client, second, "aaron", NEXT, seat=1)
    sent(client, second, fields=THREE_SHIPS | {"victory_cards": "1"})  # entered without any difference
    assert send(client, second, "end-round").status_code == 303


def test_round_does_not_end_without_aarons_cards(client, second):
    """It is refused without asking for confirmation, regardless of the age of the player's tally."""
    answer = send(client, second, "end-round")
    assert (answer.status_code, Page(answer).alert) == (422, "Aaron's table in round B is missing.")


def test_stale_cards_of_aaron_stay_in_his_form(client, alone):
    data = filled(client, alone, "aaron", {"estate-castles": "3"}, 1)
    sent(client, alone, fields=THREE_SHIPS)
    answer = client.post(f"{alone}/plays", data=data)
    assert (answer.status_code, forms(answer)) == (409, ["aaron"])
    assert Page(answer).slot("aaron").typed["estate-castles"] == ["3"]


def test_url_fills_in_aarons_cards(client, alone):
    page = client.get(f"{alone}?play=aaron&aaron-estate-mines=2")
    assert (page.status_code, forms(page)) == (200, ["aaron"])
    assert Page(page).slot("aaron").typed["estate-mines"] == ["2"]


def test_home_page_and_result_show_a_loss_against_aaron(client, alone):
    sent(client, alone, fields={"goods_vp": "1"})
    sent(client, alone, "aaron", {"estate-castles": "3", "first_triples": "castles"}, seat=1)
    sent(client, alone, "end-round")
    assert "Aaron Castles of Burgundy · Anneli 5" in text(client.get("/"))
    assert "Aaron Castles of Burgundy · Anneli 5" in text(client.get("/past"))
    page = client.get(alone)
    assert "Aaron wins after round A" in text(page)
    assert "Aaron wins after round A: 5 points, 4 ahead of Anneli" in Page(page).first("pre").raw
    assert "1. Aaron: 5 (triples 4, first triples 1, all 7 types 0) 2. Anneli: 1 (" in text(page)
    assert "Aaron gewinnt nach Durchgang A" in text(client.get(alone, headers={"Accept-Language": "de"}))


def test_solo_player_cannot_be_called_aaron(client):
    data = slip(client.get("/new/loire")) | {"do": "begin", "name-0": "aaron"}
    answer = client.post("/new/loire", data=data)
    assert answer.status_code == 422
    assert "You cannot be called Aaron in a solo game" in text(answer)


@pytest.mark.parametrize(("number", "key", "other"), [(1, "@00", at_seat(0)), (2, at_seat(0), "@00")])
def test_tally_and_aarons_cards_cannot_be_exchanged(client, alone, number, key, other):
    """A tally cannot become Aaron's, nor can his table become the player's."""
    sent(client, alone, fields={"goods_vp": "3"})
    sent(client, alone, "aaron", {"estate-castles": "3", "first_triples": "castles"}, seat=1)
    assert client.get(f"{alone}/plays/{number}?seat={key}").status_code == 404
    assert client.get(f"{alone}/plays/{number}?seat={other}").status_code == 200


def test_moved_first_card_is_reported_with_a_rules_link(client, alone):
    sent(client, alone, "aaron", {"estate-castles": "3", "first_triples": "castles"}, seat=1)
    sent(client, alone, fields={"goods_vp": "9"})
    sent(client, alone, "end-round")
    his = filled(client, alone, "aaron", {"estate-castles": "3", "estate-ships": "4", "first_triples": "ships"}, seat=1)
    assert client.post(f"{alone}/plays", data=his | {"sure": "yes"}).status_code == 303
    mine = filled(client, alone, "tally", {"estate-castles-cards": "3", "first_triples": "castles", "goods_vp": "9"})
    said = "Aaron had the “first” card for castles in an earlier round, and now Anneli has it."
    assert said in text(client.post(f"{alone}/preview", data=mine))
    assert client.post(f"{alone}/plays", data=mine | {"sure": "yes"}).status_code == 303
    for where in (alone, f"{alone}/plays"):
        assert text(client.get(where)).count(said) == 1, where
    assert "Rules: Aaron" in [each.text for each in Page(client.get(alone)).all("a", class_="rules-on")]


def test_rematch_of_a_solo_game_names_no_starting_player(app, client):
    solo = json.loads((GAMES / "solo-held-out-to-the-end.json").read_text())["document"]
    (game,) = import_documents(app.extensions["service"], [read_document(solo)])
    shown = text(client.get(f"/games/{game.id}", follow_redirects=True))
    assert "Rematch" in shown
    assert "Rematch, " not in shown
