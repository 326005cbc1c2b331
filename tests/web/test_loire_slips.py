"""Possible mistakes in a game of Loire: shown before sending, confirmed once if not yet shown, and shown afterwards."""

import pytest

from tests.helpers import carried, slot
from tests.pages import Page, hidden, text
from tests.seats import at_seat
from tests.web.loire import begin, filled, preview, sent, totals

GERMAN = {"Accept-Language": "de"}
SEVEN = {f"estate-{name}-cards": "1" for name in ("castles", "mines", "cloisters", "knowledge", "ships", "pastures")}
SEVEN |= {"estate-buildings-cards": "1"}
LOWER = SEVEN | {"all_seven": "1"}
MIXED_UP = (
    "Anneli has the “all 7 types” card worth 1, but nobody has the one worth 3, which is taken before it. Mixed up?"
)
HIS_CLOISTERS = {"estate-ships": "1", "estate-cloisters": "2"}
FEWER = "Aaron's 2 cloisters gave Anneli 2 victory points on cards; the tally has 0. Forgotten?"
NINE = {"goods_vp": "9"}


@pytest.fixture
def game(client):
    """A game of two with Benito's tally entered."""
    url = begin(client, "Anneli", "Benito")
    sent(client, url, fields={"victory_cards": "2"}, seat=1)
    return url


@pytest.fixture
def alone(client):
    url = begin(client, "Anneli")
    sent(client, url, "aaron", HIS_CLOISTERS, seat=1)
    return url


def post(client, url, fields, kind="tally", **more):
    return client.post(f"{url}/plays", data=filled(client, url, kind, fields) | more)


def slips(page):
    """Return the possible mistakes in the current input; each message links to the rules."""
    found = page.visible.first(**{"data-part": "slips"})
    said = found.all("p", class_="slip")
    assert all(each.first("a").given["href"].startswith("/games/") for each in said)
    return [each.text.removesuffix(each.first("a").text).strip() for each in said], found.given["role"]


def seen(page):
    return [each.given["value"] for each in page.all("input", name="seen")]


def test_preview_shows_the_slip_as_seen(client, game, dump):
    before = dump()
    page = Page(preview(client, game, LOWER))
    assert (slips(page), seen(page)) == (([MIXED_UP], "status"), ["all-seven-order"])
    page = Page(preview(client, game, LOWER | {"all_seven": "3"}))
    assert (page.parts["slips"], seen(page)) == ([""], [])
    refused = Page(preview(client, game, LOWER | {"animals-cows": "6"}))
    assert (refused.parts["slips"], refused.parts["fault-animals"] != [""]) == ([""], True)
    unread = Page(preview(client, game, LOWER | {"goods_vp": "x"}))
    assert unread.parts["slips"] == [""]
    (german,), _ = slips(Page(preview(client, game, LOWER, headers=GERMAN)))
    assert german.startswith(
        "Anneli hat die Karte „Alle 7 Sorten“, die 1 zählt, aber niemand hat die mit 3, die zuerst"
    )
    assert dump() == before


def test_unseen_slip_without_scripts_needs_confirmation_once(client, game, dump):
    before = dump()
    answer = post(client, game, LOWER)
    page = Page(answer)
    assert (answer.status_code, slips(page), dump()) == (422, ([MIXED_UP], "alert"), before)
    assert page.slot(f"tally.{at_seat(0)}").typed["all_seven"] == ["1"]
    button = page.visible.first("button", name="sure")
    assert (button.text, button.given["name"], button.given["value"]) == ("Yes, enter it", "sure", "yes")
    form = dict(page.visible.form(class_="tally").fields)
    assert form["seen"] == "all-seven-order"
    assert client.post(f"{game}/plays", data=form | {"sure": "yes"}).status_code == 303
    assert totals(client, game) == ["1", "2"]


def test_accepted_slip_is_shown_but_not_asked_again(client, game):
    assert post(client, game, LOWER, sure="yes").status_code == 303
    for where in (game, f"{game}?seat={at_seat(1)}", f"{game}/plays"):
        assert text(client.get(where)).count(MIXED_UP) == 1, where
    for where in (f"{game}/plays", f"{game}/replay"):
        assert Page(client.get(where)).all(class_="log-slip")[0].text.startswith(MIXED_UP), where
    page = Page(client.get(f"{game}?seat={at_seat(0)}"))
    assert (page.visible.parts["slips"], dict(page.form(id="stop").fields)["seen"]) == ([""], "all-seven-order")
    corrected = Page(client.get(f"{game}/plays/2"))
    assert slips(corrected) == ([MIXED_UP], "status")
    sent(client, game, "stop")
    assert text(client.get(game)).count(MIXED_UP) == 2  # in the summary, and beside its play
    update_players = carried(client, game) | slot("tally", 0, "at-2", **LOWER | {"all_seven": "3"})
    assert client.post(f"{game}/plays", data=update_players).status_code == 303
    assert MIXED_UP not in text(client.get(game))


def test_solo_slip_joins_the_question_ending_a_round(client, alone, dump):
    assert post(client, alone, NINE).status_code == 422
    assert post(client, alone, NINE | {"victory_cards": "2"}).status_code == 303
    sent(client, alone, "end-round")
    his = {"estate-ships": "2", "estate-cloisters": "5", "first_triples": "cloisters"}
    sent(client, alone, "aaron", his, seat=1)
    before = dump()
    answer = post(client, alone, {}, "end-round")
    assert (answer.status_code, dump()) == (422, before)
    said = (
        "Still round A's tally? Aaron's 5 cloisters gave Anneli 5 victory points on cards; the tally has 2. Forgotten?"
    )
    assert Page(answer).visible.alert == said
    assert "Rules: Aaron" in [each.text for each in Page(answer).all("a", class_="rules-on")]
    assert text(answer).count("Forgotten?") == 1
    assert post(client, alone, {}, "end-round", sure="yes").status_code == 303


def test_solo_slip_of_aarons_gifts_needs_confirmation_once(client, alone):
    answer = post(client, alone, NINE)
    assert (answer.status_code, slips(Page(answer))) == (422, ([FEWER], "alert"))
    again = dict(Page(answer).visible.form(class_="tally").fields)  # the same form, without the confirmation
    assert client.post(f"{alone}/plays", data=again).status_code == 303
    page = Page(client.get(alone))
    assert (page.visible.first("button", form="end-round").text, text(client.get(alone)).count(FEWER)) == (
        "Compare round A",
        1,
    )
    sent(client, alone, "end-round")


def test_missing_card_of_aaron_needs_confirmation(client):
    alone = begin(client, "Anneli")
    data = filled(client, alone, "aaron", {"estate-castles": "3"})
    answer = client.post(f"{alone}/plays", data=data)
    said = "Aaron had a triple of castles first, so the “first” card for it is his. Forgotten?"
    assert (answer.status_code, slips(Page(answer))) == (422, ([said], "alert"))
    assert Page(answer).visible.first("button", class_="send").text == "Yes, enter it"
    assert client.post(f"{alone}/plays", data=data | {"aaron-first_triples": "castles"}).status_code == 303


def test_missing_card_of_aaron_is_shown_once_per_page(client):
    alone = begin(client, "Anneli")
    assert post(client, alone, {"estate-castles": "3"}, "aaron", sure="yes").status_code == 303
    for seat in (0, 1):
        page = text(client.get(f"{alone}?seat={at_seat(seat)}"))
        assert (page.count("is his. Forgotten?"), page.count("yet. Forgotten?")) == (1, 0)
    shown = Page(preview(client, alone, {"estate-castles-cards": "3", "estate-ships-cards": "3"}, seat=0)).parts
    assert shown["forgotten"] == ["Nobody has the “first” card for ships yet. Forgotten?"]


def test_slip_of_an_earlier_round_is_shown_beside_the_tally(client):
    """Its slip appears again once Aaron's table of this round is entered."""
    alone = begin(client, "Anneli")
    assert post(client, alone, {"estate-castles": "3"}, "aaron", sure="yes").status_code == 303
    sent(client, alone, "tally", NINE, seat=0)
    sent(client, alone, "end-round")
    page = text(client.get(f"{alone}?seat={at_seat(0)}"))
    assert (page.count("is his. Forgotten?"), page.count("yet. Forgotten?")) == (0, 1)


def test_released_card_needs_no_confirmation(client, game):
    """Benito's "all 7" worth 3 moves to Anneli, so that his now missing card is intended."""
    assert post(client, game, SEVEN | {"all_seven": "3"}).status_code == 303
    data = filled(client, game, "tally", SEVEN | {"all_seven": "3", "make-room": "yes"}, seat=1)
    assert client.post(f"{game}/plays", data=data).status_code == 303


def test_storage_tie_break_is_explained_in_preview_and_result(client, game):
    left = {"storage-workers": "2", "storage-silver": "3", "storage-goods": "1", "animals-cows": "2"}
    said = "Left in storage, which breaks ties: workers 2 + silver 3 + goods 1 + unused animals 2 = 8"
    assert Page(preview(client, game, left)).parts["left"] == [said]
    sent(client, game, fields=left)
    assert said in text(client.get(f"{game}?seat={at_seat(0)}"))
    sent(client, game, "stop")
    (row,) = [each for each in Page(client.get(game)).all("tr") if "cards left in storage" in each.text]
    assert (
        row.text == "cards left in storage workers + silver + goods + unused animals 0+ 0+ 0+ 0 0 2+ 3+ 1+ 2 8"
    )  # a line may break after each +


def test_solo_game_shows_no_tie_break(client, alone):
    assert "left" not in Page(preview(client, alone, NINE)).parts
    assert "storage" not in text(client.get(f"{alone}?seat={at_seat(0)}")).lower()
    assert not any("storage" in name for name in hidden(client.get(f"{alone}?seat={at_seat(0)}")))
