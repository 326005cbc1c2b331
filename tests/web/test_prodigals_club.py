"""The Prodigals Club through its pages: alternative fields, sums of fields, options, rewards, junk."""

import json
import sqlite3
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.document import write
from scorekeeper.store.exporting import documents
from tests.documents import game_document, import_documents, read_document
from tests.helpers import begin as begin_don_carlo
from tests.helpers import carried, conflict_form, slip, slot
from tests.pages import Page, signs, text
from tests.seats import at_seat
from tests.web.prodigals_club import ALL_THREE, begin, hyde_park, send, sheet

GAMES = Path(__file__).parents[1] / "games" / "prodigals-club"
SEEN = ("unusual-rewards", "unusual-tiles")


def sent(*arguments, **named):
    """Enter a play from a page that has shown its slips."""
    answer = send(*arguments, **named, seen=SEEN)
    assert answer.status_code == 303, text(answer)
    return answer


def preview(client, url, kind, seat=None, **fields):
    return client.post(f"{url}/preview", data=carried(client, url) | slot(kind, seat, **fields))


def panel(client, url, name):
    """Return the page with that panel open."""
    answer = client.get(f"{url}?open={name}")
    assert answer.status_code == 200
    return Page(answer).visible


def rewards(client, url):
    """Return the prefilled rewards, selected or typed."""
    return panel(client, url, "hyde-park").filled.get("hyde-park-rewards", [])


@pytest.fixture
def game(client):
    """A game of two with all three competitions: 42 votes each, 11 and 10 pounds."""
    return begin(client, "Anneli", "Benito")


@pytest.mark.parametrize("kind", ["votes", "coins"])
def test_change_and_new_number_together_are_refused(client, game, dump, kind):
    before = dump()
    fields = {"change": "-1", "to": "30"}
    for answer, status in (
        (send(client, game, kind, 1, **fields), 422),
        (preview(client, game, kind, 1, **fields), 200),
    ):
        assert answer.status_code == status
        assert "Fill in exactly one of these: Change, New number." in text(answer)
    for empty in ({}, {"change": "", "to": " "}):
        assert "No changes to save" in text(send(client, game, kind, 1, **empty))
    assert dump() == before


@pytest.mark.parametrize(
    ("fields", "votes"),
    [({"change": "-3"}, "39"), ({"to": "30"}, "30"), ({"change": "\N{MINUS SIGN}2", "to": ""}, "40")],
)
def test_change_or_new_number_alone_is_accepted(client, game, fields, votes):
    sent(client, game, "votes", 1, **fields)
    assert sheet(client, game)["Election"] == ["42", votes]


@pytest.mark.parametrize(
    ("kind", "fields", "asks"),
    [
        ("votes", {"to": "-5"}, "Benito's votes fall from 42 to −5?"),
        ("votes", {"to": "21"}, "Benito's votes fall from 42 to 21?"),
        ("votes", {"to": "22"}, None),
        ("votes", {"change": "-21"}, "Benito's votes fall from 42 to 21?"),
        ("coins", {"to": "-31"}, "Benito's pounds fall from 10 to −31?"),
        ("coins", {"to": "-30"}, None),
    ],
)
def test_unusually_large_fall_needs_confirmation(client, game, kind, fields, asks):
    answer = send(client, game, kind, 1, **fields)
    assert answer.status_code == (422 if asks else 303)
    if asks:
        assert asks in text(answer)
        sure = dict(Page(answer).form(id="gathered").fields) | slot(kind, 1, **fields) | {"sure": "yes"}
        assert client.post(f"{game}/plays", data=sure).status_code == 303


def test_refused_change_and_new_number_stay_filled_in(client, game):
    answer = send(client, game, "votes", 1, change="-7", to="33")
    assert answer.status_code == 422
    typed = Page(answer).filled
    assert (typed[f"votes.{at_seat(1)}-change"], typed[f"votes.{at_seat(1)}-to"]) == (["-7"], ["33"])


def sell(client, url, tile, discount, **gathered):
    """Press the button that sells a tile of the first player, together with collected changes."""
    page = client.get(f"{url}?seat={at_seat(0)}&open=possessions")
    data = {"play": [*gathered.pop("play", ()), f"sell.{at_seat(0)}?tile={tile}&discount={discount}"], "seat": "0"}
    return client.post(f"{url}/plays", data=slip(page) | data | gathered)


def test_tile_is_sold_for_less_the_discount(client, game):
    sent(client, game, "possessions", 0, tiles="9 1")
    slot = Page(client.get(f"{game}?seat={at_seat(0)}&open=possessions")).slot(f"sell.{at_seat(0)}")
    prices = slot.first("div", **{"data-part": f"sales-{at_seat(0)}"}).given["data-sales"]
    assert prices == "9:9 8 7 6 5 4 3;1:1 0 0 0 0 0 0;"  # by discount; the last price is only for the indicated borough
    fields = [each.given["name"] for each in slot.first("noscript").all("input")]
    assert fields == ["play", f"sell.{at_seat(0)}-tile", f"sell.{at_seat(0)}-discount"]
    sent(client, game, "sell", 0, tile="9", discount="4")
    assert sheet(client, game)["Possessions"] == ["20", "–"]  # 11 + 5, a tile of 1 and 3 for it


@pytest.mark.parametrize("minus", ["", "-", "−"])
def test_discount_and_limit_accept_the_printed_minus(client, game, minus):
    sent(client, game, "possessions", 0, tiles="9 6")
    assert sell(client, game, 9, f"{minus}4").status_code == 303
    sent(client, game, "exchange", 0, give="6", take="1", limit=f"{minus}3")
    *_, sale, exchange = client.get(f"{game}/document").json["plays"]
    assert (sale["discount"], exchange["limit"]) == (4, 3)


def test_collected_changes_are_entered_with_a_sale(client, game):
    answer = sell(
        client,
        game,
        9,
        0,
        play=[f"possessions.{at_seat(0)}", f"coins.{at_seat(0)}", f"votes.{at_seat(1)}"],
        **{
            f"possessions.{at_seat(0)}-tiles": "9 1",
            f"coins.{at_seat(0)}-change": "-1",
            f"votes.{at_seat(1)}-change": "-2",
        },
        seen="unusual-tiles",
    )
    assert answer.status_code == 303
    assert sheet(client, game) == {"Possessions": ["23", "–"], "Election": ["42", "40"], "Society": ["–", "–"]}
    assert "Undo 4 changes" in signs(client.get(game))


@pytest.mark.parametrize(
    "said", ["tile=9", "tile=x&discount=1", "discount=1&" * 30, "tile=99999999&discount=0", "%", "="]
)
def test_unreadable_sale_sells_nothing(client, game, dump, said):
    sent(client, game, "possessions", 0, tiles="9 1")
    before = dump()
    data = slip(client.get(game)) | {"play": f"sell.{at_seat(0)}?{said}"}
    assert client.post(f"{game}/plays", data=data).status_code == 422
    assert client.post(f"{game}/preview", data=data).status_code == 200
    assert dump() == before


def test_missing_tile_is_refused_at_its_slot(client, game, dump):
    sent(client, game, "possessions", 0, tiles="9 1")
    before = dump()
    refused = send(client, game, "exchange", 0, give="8", take="2", limit="3")
    for answer in (sell(client, game, 8, 0), refused):
        assert answer.status_code == 422
        assert Page(answer).alert == "Anneli has no tile of 8, but 9 and 1."
    form = Page(refused).form(id="gathered")
    assert "data-refused" in form.slot(f"exchange.{at_seat(0)}").given
    assert dict(form.fields)[f"exchange.{at_seat(0)}-give"] == "8"
    assert (
        form.first("p", **{"data-part": f"fault-exchange.{at_seat(0)}"}).text == "Anneli has no tile of 8, but 9 and 1."
    )
    assert dump() == before


def test_refused_markers_stay_in_their_fields(client, game):
    answer = send(client, game, "influence", 1, markers=["7", "", "5", "4"])
    assert answer.status_code == 422
    assert "Benito has four influence markers, not 3." in text(answer)
    assert Page(answer).values(f"influence.{at_seat(1)}-markers") == ["7", "", "5", "4"]


@pytest.mark.parametrize(
    ("competitions", "said"),
    [
        ([], "Choose two or three competitions, not 0."),
        (["possessions", "nonsense"], "Choose one of these."),
    ],
)
def test_incompatible_competitions_are_refused(client, game, dump, competitions, said):
    before = dump()
    page = client.get(f"{game}/options")
    answer = client.post(f"{game}/options", data=slip(page) | {"competitions": competitions, "start-votes": "31"})
    assert answer.status_code == 422
    assert said in text(answer)
    assert Page(answer).filled["start-votes"] == ["31"]
    data = slip(client.get("/new/prodigals-club")) | {"do": "begin", "name-0": "Carla", "name-1": "Donny"}
    answer = client.post("/new/prodigals-club", data=data | {"competitions": competitions, "start-votes": "31"})
    assert answer.status_code == 422
    assert said in text(answer)
    assert Page(answer).filled["start-votes"] == ["31"]
    assert dump() == before


def test_competitions_with_entries_cannot_be_removed(client, game, dump):
    sent(client, game, "influence", 0, markers=["1", "2", "3", "4"])
    before = dump()
    page = client.get(f"{game}/options")
    answer = client.post(f"{game}/options", data=slip(page) | {"competitions": ["possessions", "election"]})
    assert answer.status_code == 422
    assert "Society is not part of this game: it is played with Possessions and Election." in text(answer)
    assert dump() == before


@pytest.mark.parametrize(
    ("first", "then", "end"),
    [
        (["election", "society"], ["last-will", "election", "society"], {f"reserved-{at_seat(1)}": "1"}),
        (["last-will", "election"], ["possessions", "election"], {"order": [at_seat(1), at_seat(0)]}),
    ],
)
def test_round_ended_under_other_competitions_stays_readable(app, client, first, then, end):
    game = begin(client, "Anneli", "Benito", competitions=first)
    for seat in (0, 1):
        if "society" in first:
            sent(client, game, "influence", seat, markers=list("5432"))
        else:
            sent(client, game, "properties", seat, values="5")
    sent(
        client,
        game,
        "hyde-park",
        **{f"megaphones-{at_seat(0)}": "1", f"megaphones-{at_seat(1)}": "2", "rewards": ["2", "1"]},
    )
    sent(client, game, "end-round", **end)
    change = {"competitions": then}
    answer = client.post(f"{game}/options", data=slip(client.get(f"{game}/options")) | change)
    assert answer.status_code == 422
    undone = 1 if "society" in first else 4
    for _ in range(undone):
        assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    agreed(client, game, **change)
    forget_deltas(app)
    for page in ("", "/plays", "/options", f"?seat={at_seat(1)}"):
        assert client.get(game + page).status_code == 200
    assert "“End the round” no longer fits the game options." in text(client.get(f"{game}/plays"))
    assert client.post(f"{game}/redo", data=slip(client.get(game))).status_code == 422
    assert client.get(game).status_code == 200


def test_redo_of_an_entry_of_a_removed_competition_is_refused(app, client, game):
    sent(client, game, "influence", 0, markers=["1", "2", "3", "4"])
    assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    agreed(client, game, competitions=["possessions", "election"])
    forget_deltas(app)
    answer = client.post(f"{game}/redo", data=slip(client.get(game)))
    assert answer.status_code == 422
    assert "Society is not part of this game: it is played with Possessions and Election." in text(answer)
    assert client.get(f"{game}/plays").status_code == 200


def forget_deltas(app):
    """Store changes of options in the format of version 0.1.0: undo skips them."""
    with sqlite3.connect(app.extensions["service"].store.path) as disk:
        disk.execute("UPDATE changes SET delta = NULL")
    disk.close()


def agreed(client, url, **changed):
    page = client.get(f"{url}/options")
    answer = client.post(f"{url}/options", data=slip(page) | Page(page).filled | changed)
    assert answer.status_code == 303, text(answer)


def test_cleared_start_correction_restores_the_printed_number(client, game):
    sent(client, game, "votes", 1, change="-2")
    agreed(client, game, **{"start-votes": "40", "start-pounds": "7"})
    assert sheet(client, game)["Election"] == ["40", "38"]
    assert Page(client.get(f"{game}/options")).filled["start-pounds"] == ["7"]
    agreed(client, game, **{"start-votes": ""})
    assert sheet(client, game)["Election"] == ["42", "40"]
    assert Page(client.get(f"{game}/options")).filled["start-pounds"] == ["7"]
    agreed(client, game, **{"start-pounds": ""})
    assert "start-pounds" not in Page(client.get(f"{game}/options")).filled
    assert "Anneli : 11 pounds, 6 possession tiles, 42 votes" in text(client.get(f"{game}?open=set-up"))


def test_start_numbers_can_be_corrected_before_the_game(client):
    typed = {"name-0": "Anneli", "name-1": "Benito", "start-votes": "30", "start-pounds": "20", "order": "kept"}
    form = slip(client.get("/new/prodigals-club")) | typed | {"competitions": [*ALL_THREE], "do": "begin"}
    url = client.post("/new/prodigals-club", data=form).location
    assert "Anneli : 21 pounds, 6 possession tiles, 30 votes" in text(client.get(f"{url}?open=set-up"))


def test_next_game_offers_competitions_without_corrected_start(client):
    assert options_offered(client) == {"competitions": ["election", "society"]}
    begin(client, "Anneli", "Benito", competitions=("last-will", "society"), votes=30)
    assert options_offered(client) == {"competitions": ["last-will", "society"]}


def options_offered(client):
    filled = Page(client.get("/new/prodigals-club")).filled
    return {name: words for name, words in filled.items() if not name.startswith("known-")}


def test_refused_hyde_park_is_not_remembered(client, game, dump):
    before = dump()
    assert send(client, game, "hyde-park", **hyde_park(2, rewards=(3, 1))).status_code == 422
    assert send(client, game, "hyde-park", **hyde_park(2, 1, rewards=(3,))).status_code == 422
    assert send(client, game, "hyde-park", **hyde_park(2, 1, rewards=(-3, 1))).status_code == 422
    assert dump() == before
    late = slip(client.get(game)) | slot("hyde-park", **hyde_park(2, 1, rewards=(4, 2)))
    sent(client, game, "votes", 0, change="-1")
    assert client.post(f"{game}/plays", data=late).status_code == 409
    assert rewards(client, begin(client, "Carla", "Donny")) == []


def test_offered_rewards_follow_a_correction(client, game):
    sent(client, game, "hyde-park", **hyde_park(2, 1, rewards=(3, 1)))
    page = client.get(f"{game}/plays/1")
    assert page.status_code == 200
    data = slip(page) | slot("hyde-park", None, "at-1", **hyde_park(2, 1, rewards=(2, 1)))
    assert client.post(f"{game}/plays", data=data).status_code == 303
    assert sheet(client, game)["Election"] == ["40", "43"]
    assert rewards(client, begin(client, "Carla", "Donny")) == ["2 1"]


def test_entry_and_undo_return_to_the_open_panel(client, game):
    page = client.get(f"{game}?seat={at_seat(1)}&open=election")
    form = Page(page).form(id="gathered")
    data = dict(form.fields) | slot("votes", 1, change="-1") | {"seat": "1", "open": "election"}
    assert client.post(form.given["action"], data=data).location == f"{game}?seat={at_seat(1)}&open=election"
    for step in ("undo", "redo"):
        answer = client.post(f"{game}/{step}?seat={at_seat(1)}&open=society", data=slip(client.get(game)))
        assert (answer.status_code, answer.location) == (303, f"{game}?seat={at_seat(1)}&open=society")


def test_phase_entry_returns_to_the_open_player(client, game):
    page = client.get(f"{game}?seat={at_seat(1)}&open=hyde-park")
    data = slip(page) | slot("hyde-park", **hyde_park(1, 1, rewards=(2, 1)))
    answer = client.post(f"{game}/plays?seat={at_seat(1)}", data=data)
    assert (answer.status_code, answer.location) == (303, f"{game}?seat={at_seat(1)}")
    answer = client.post(f"{game}/undo?seat={at_seat(1)}", data=slip(client.get(game)))
    assert (answer.status_code, answer.location) == (303, f"{game}?seat={at_seat(1)}")
    answer = client.post(f"{game}/redo?seat={at_seat(1)}", data=slip(client.get(game)))
    assert (answer.status_code, answer.location) == (303, f"{game}?seat={at_seat(1)}")
    answer = client.post(f"{game}/plays?seat={at_seat(1)}", data=slip(client.get(game)) | slot("end-round"))
    assert answer.status_code == 422
    assert Page(answer).all("form", id="end-round")


@pytest.mark.parametrize("seat", ["@0", "@00", "x", "-1", ""])
def test_unknown_seat_is_not_found(client, game, seat):
    assert client.get(f"{game}?seat={seat}").status_code == 404
    data = slip(client.get(game)) | slot("hyde-park", **hyde_park(1, 1, rewards=(2, 1)))
    assert client.post(f"{game}/plays?seat={seat}", data=data).location == game
    assert client.post(f"{game}/undo?seat={seat}", data=slip(client.get(game))).location == game


def test_bar_shows_round_and_order_of_play(client):
    url = begin(client, "Anneli", "Benito", "Carla")
    for page in (url, f"{url}/replay"):
        said = Page(client.get(page)).first(class_="phase-round").text
        assert said == "Round 1 of 5 Order of play: Anneli, Benito, Carla ● ■ ◆ 0 entries"


def strip(answer):
    """Return each player's highest score, marked with ! for the player with the crown."""
    found = [each for each in Page(answer).all("b") if each.given.get("data-part", "").startswith("total-")]
    return [each.text + "!" * len(each.all(class_="crown")) for each in found]


def test_crown_goes_to_the_lowest_shown_highest_score(client):
    url = begin(client, "Anneli", "Benito", competitions=("election", "society"))
    assert strip(client.get(url)) == ["–", "–"]
    for seat, marker in enumerate(("10", "16")):
        sent(client, url, "influence", seat, markers=[marker, "4", "4", "4"])
    assert strip(client.get(url)) == ["43", "42!"]
    assert strip(preview(client, url, "votes", 0, change="-3")) == ["40!", "42"]
    sent(client, url, "hyde-park", **hyde_park(1, 1, rewards=(2, 1)))
    sent(client, url, "end-round")
    assert strip(client.get(url)) == ["44", "43!"]
    sent(client, url, "votes", 0, change="-3")
    assert strip(client.get(url)) == ["41!", "43"]


ANSWERS = (
    ("What does a sale pay?", {"tile": "6", "discount": "−2"}, "From the borough", ["3 pounds 6 − 3 = 3"]),
    (
        "Who would win in Hyde Park?",
        {f"megaphones-{at_seat(0)}": "2", f"megaphones-{at_seat(1)}": "1", "rewards": "2 1"},
        None,
        ["Result of Hyde Park in round 1 Anneli loses 2 votes: 40; Benito gains 1 vote: 43"],
    ),
)


@pytest.mark.parametrize(("question", "typed", "checked", "said"), ANSWERS, ids=[each[0] for each in ANSWERS])
def test_helpers_answer_without_writing(client, game, dump, question, typed, checked, said):
    before = dump()
    url = Page(client.get(f"{game}/more")).link(question)
    form = Page(client.get(url)).form(class_="sheet", method="get")
    assert set(typed) <= dict(form.fields).keys()
    labels = [each for each in form.all("label") if checked and each.text.startswith(checked)]
    boxes = [box.given for label in labels for box in label.all("input", type="checkbox")]
    assert len(boxes) == (checked is not None)
    ticked = {box["name"]: box.get("value", "on") for box in boxes}
    answer = client.get(url, query_string=dict(form.fields) | typed | ticked)
    assert [each.text for each in Page(answer).first(id="answers").all("li")] == said
    assert dump() == before


def test_every_helper_answers_junk(client, game):
    helpers = [url for url in Page(client.get(f"{game}/more")).links if url.startswith(f"{game}/help/")]
    assert len(helpers) == 6
    for url in helpers:
        page = client.get(url)
        assert page.status_code == 200
        fields = {each.given["name"] for each in Page(page).all("input")}
        for junk in ("x", "-1", "999999", "9999999", "", "٣", "1 1 1 1 1 1 1"):
            answer = client.get(url, query_string=dict.fromkeys(fields, junk))
            assert answer.status_code in (200, 422), (url, junk)


def test_table_of_five_has_a_size_limit(client):
    names = ("Anneli", "Benito", "Carla", "Donny", "Evangelina")
    url = begin(client, *names)
    for seat in range(5):
        sent(client, url, "possessions", seat, tiles="6 5 4 3 2")
        sent(client, url, "influence", seat, markers=["9", "8", "7", "6"])
        sent(client, url, "votes", seat, change="-2")
    gzipped = {"Accept-Encoding": "gzip"}
    weights = [len(client.get(f"{url}?seat={at_seat(seat)}", headers=gzipped).data) for seat in range(5)]
    assert max(weights) <= 9_100  # with the places for waiting entries
    sent(client, url, "hyde-park", **hyde_park(4, 3, 2, 1, 0, rewards=(4, 2, 1)))
    sent(client, url, "end-round")
    assert len(client.get(url, headers=gzipped).data) <= 8_850
    course = client.get(f"{url}/course", headers=gzipped)
    assert (course.status_code, len(course.data) <= 6_000) == (200, True)


def test_course_page_shows_each_round_by_player(client):
    url = begin(client, "Anneli", "Benito", competitions=("election", "society"))
    assert "No entries yet." in text(client.get(f"{url}/course"))
    for seat in range(2):
        sent(client, url, "influence", seat, markers=["9", "8", "7", "6"])
    sent(client, url, "votes", 0, change="-2")
    sent(client, url, "hyde-park", **hyde_park(2, 1, rewards=(2, 1)))
    sent(client, url, "end-round")
    sent(client, url, "votes", 1, change="-3")
    rounds = Page(client.get(f"{url}/course")).all("section")
    assert [each.first("h2").text for each in rounds] == ["Round 2", "Round 1"]
    last, first = ([own.text for own in each.all(class_="sheet")] for each in rounds)
    assert last == ["● Anneli", "■ Benito loses 3 votes 43 − 3 = 40"]
    markers = "has markers on 9, 8, 7 and 6 9 + 8 + 7 + 6 = 30"
    assert first == [
        f"● Anneli Election 39 counts Society 30 {markers} loses 2 votes 43 − 2 = 41",
        f"■ Benito Election 43 counts Society 30 {markers}",
    ]
    assert "Hyde Park of round 1" in rounds[1].text


def test_course_of_one_player_has_a_url(client, game):
    sent(client, game, "votes", 0, change="-2")
    page = Page(client.get(f"{game}/course?player={at_seat(1)}"))
    assert [each.text for each in page.all(class_="sheet")] == ["■ Benito"]
    assert page.first("a", **{"aria-current": "true"}).given["href"] == f"{game}/course?player={at_seat(1)}"
    assert len(Page(client.get(page.link("All"))).all(class_="sheet")) == 2
    for junk in ("2", at_seat(2), "-1", "x", "%00", "1" * 400, "%ff"):
        assert client.get(f"{game}/course?player={junk}").status_code == 404


def test_title_without_a_course_has_no_course_page(client):
    assert client.get(f"{begin_don_carlo(client, 'Anneli', 'Benito')}/course").status_code == 404


def test_unreadable_value_is_reported_with_its_field_name(client, game):
    sent(client, game, "possessions", 0, tiles="5 4")
    answer = send(client, game, "exchange", 0, give="", take="x", limit="3")
    assert answer.status_code == 422
    assert "Type a whole number, such as 3." in Page(answer).alert
    said = "Tile given away: Type a whole number, such as 3. Tile taken: Type a whole number, such as 3."
    assert said in Page(answer).form(id="gathered").text


def test_stale_page_keeps_collected_changes(client, game):
    stale = slip(client.get(game)) | slot("coins", 0, change="-2")
    sent(client, game, "coins", 0, change="-1")
    answer = client.post(f"{game}/plays", data=stale)
    assert answer.status_code == 409
    assert "nothing was saved:" in Page(answer).alert
    assert Page(answer).values(f"coins.{at_seat(0)}-change") == ["-2"]


# The phases: a panel for each, opened by the button of the bar or out of order.

MARKERS = ("8 7 6 5", "9 7 5 3", "4 4 2 1")


@pytest.fixture
def three(client):
    """A game of three with election and society, and known markers."""
    url = begin(client, "Anneli", "Benito", "Carla", competitions=("election", "society"))
    for seat, numbers in enumerate(MARKERS):
        sent(client, url, "influence", seat, markers=numbers.split())
    return url


def log_of(app, url):
    """Return the plays of a game from its document."""
    (document,) = documents(app.extensions["service"], [url.rpartition("/")[2]])
    return write(document)["plays"]


def last(app, url):
    """Return the fields of a game's last play, without its kind and player."""
    return {name: each for name, each in log_of(app, url)[-1].items() if name not in ("kind", "player")}


def test_known_markers_are_entered_as_moves(app, client, three):
    assert last(app, three) == {"markers": [4, 4, 2, 1]}
    sent(client, three, "influence", 0, markers=["7", "7", "8", "5"])
    assert last(app, three) == {"moves": [-1, 0, 2, 0]}
    assert sheet(client, three)["Society"] == ["27", "24", "11"]


def correction(client, url, **typed):
    """Send the form at an earlier play with these influence fields; return the response."""
    form = Page(client.get(url)).form(id="influence")
    name = form.hidden["play"]
    own = {f"{name}-{field}": value for field, value in typed.items() if field != "give"}
    kept = [pair for pair in form.fields if pair[0] not in own]
    own |= {"give": typed["give"]} if "give" in typed else {}
    return client.post(form.given["action"], data=MultiDict([*kept, *own.items()]))


def test_correction_keeps_moves_or_numbers_unless_switched(app, client, three):
    sent(client, three, "influence", 0, markers=["7", "7", "6", "5"])
    form = Page(client.get(f"{three}/plays/4")).form(id="influence")
    assert form.values(f"influence.{at_seat(0)}.at-4-markers") == ["7", "7", "6", "5"]
    assert correction(client, f"{three}/plays/4", markers="6 7 6 5").status_code == 303
    assert last(app, three) == {"moves": [-2, 0, 0, 0]}
    assert correction(client, f"{three}/plays/4", given="markers").status_code == 303
    assert last(app, three) == {"markers": [6, 7, 6, 5]}
    assert correction(client, f"{three}/plays/4", markers="5 7 6 5").status_code == 303
    assert last(app, three) == {"markers": [5, 7, 6, 5]}
    assert correction(client, f"{three}/plays/1", markers="16 7 6 5").status_code == 303
    assert log_of(app, three)[0]["markers"] == [16, 7, 6, 5]


def test_reassigned_moves_stay_moves(app, client, three):
    sent(client, three, "influence", 0, markers=["7", "7", "6", "5"])
    assert correction(client, f"{three}/plays/4", give=at_seat(1)).status_code == 303
    assert log_of(app, three)[-1] == {"kind": "influence", "player": "Benito", "moves": [-1, 0, 0, 0]}


def test_correction_and_insertion_name_the_overriding_entry(app, client):
    start = {"kind": "influence", "markers": [13, 9, 8, 6]}
    votes = {"kind": "votes", "player": "Ada"}
    plays = [start | {"player": "Ada"}, start | {"player": "Ben"}, votes | {"change": -1}]
    plays += [start | {"player": "Ada"}, votes | {"to": 30}]
    document = game_document("prodigals-club", ("Ada", "Ben"), plays, {"competitions": ["election", "society"]})
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    said = "From entry 4 on, Ada's influence counts instead.", "From entry 5 on, Ada's vote count counts instead."
    page = Page(client.get(f"/games/{game.id}/plays/3/before?seat={at_seat(0)}"))
    for name, expected in (("society", said[0]), ("election", said[1])):
        assert expected in page.first(id=f"{name}-{at_seat(0)}").text
        assert "counts instead" not in page.first(id=f"{name}-{at_seat(1)}").text
    for number, expected in ((1, True), (5, False)):
        page = Page(client.get(f"/games/{game.id}/plays/{number}"))
        assert (said[0] in page.text, "counts instead" in page.text) == (expected, expected)


def test_conflicting_later_move_is_shown_as_a_move(app, client, three):
    sent(client, three, "influence", 0, markers=["10", "7", "6", "5"])
    answer = correction(client, f"{three}/plays/1", markers="15 7 6 5")
    assert answer.status_code == 409
    assert "Anneli has no marker on 17: the topmost row is 16." in text(answer)
    assert Page(answer).filled[f"influence.{at_seat(0)}.at-4-moves"] == ["2 0 0 0"]


def test_emptied_markers_are_reported_missing(client, three):
    answer = send(client, three, "influence", 0, markers=["", "", "", ""])
    assert answer.status_code == 422
    assert "Anneli has four influence markers, not 0." in text(answer)


def button(page):
    """Return the label of the bar's button."""
    return page.visible.first(class_="game-next").first(class_="send").text


def dame_beatrice(client, url, **changed):
    """Send the prefilled Dame Beatrice panel, with other markers for some seats."""
    page = client.get(f"{url}?open=dame-beatrice")
    form = Page(page).form(id="dame-beatrice")
    kept = [(name, value) for name, value in form.fields if name not in changed]
    return client.post(
        form.given["action"], data=MultiDict(kept + [(name, each) for name in changed for each in changed[name]])
    )


def test_next_button_first_opens_missing_starting_numbers(client):
    url = begin(client, "Anneli", "Benito")
    for seat in range(2):
        assert button(Page(client.get(url))) == "Enter tiles and markers ›"
        assert f"{url}?seat={at_seat(seat)}&open=possessions" in Page(client.get(url)).links
        sent(client, url, "possessions", seat, tiles="6 5")
    sent(client, url, "influence", 0, markers=MARKERS[0].split())
    page = Page(client.get(url))
    assert (button(page), page.first(class_="phase-opens").given["data-opens"]) == (
        "Enter markers ›",
        f"society-{at_seat(1)}",
    )
    sent(client, url, "influence", 1, markers=MARKERS[1].split())
    assert button(Page(client.get(url))) == "Hyde Park ›"


def test_next_button_leads_through_the_round(client, three):
    assert button(Page(client.get(three))) == "Hyde Park ›"
    assert button(panel(client, three, "hyde-park")) == "Enter Hyde Park"
    sent(client, three, "hyde-park", **hyde_park(2, 1, 0, rewards=(2, 1)))
    assert button(Page(client.get(three))) == "Dame Beatrice ›"
    assert button(panel(client, three, "hyde-park")) == "Dame Beatrice ›"  # it is entered
    assert button(panel(client, three, "dame-beatrice")) == "Enter Dame Beatrice"
    asked = dame_beatrice(client, three)
    assert (asked.status_code, "Nobody moves up?" in text(asked)) == (422, True)
    (yes,) = [each for each in Page(asked).all("button") if each.text == "Yes, enter it"]
    assert yes.given["form"] == "dame-beatrice"  # her own form, not that of the sheet
    assert dame_beatrice(client, three, sure=["yes"]).status_code == 303
    assert button(panel(client, three, "dame-beatrice")) == "End round 1 ›"
    assert button(panel(client, three, "end-round")) == "End round 1"
    sent(client, three, "end-round", **{f"reserved-{at_seat(2)}": "1"})
    assert button(Page(client.get(three))) == "Hyde Park ›"


@pytest.mark.parametrize(("rounds", "label"), [(3, "End round 4"), (4, "End the game")])
def test_button_that_ends_the_game_is_labelled(app, client, rounds, label):
    document = json.loads((GAMES / "five-players-all-three-competitions.json").read_text())["document"]
    ends = [at for at, play in enumerate(document["plays"]) if play["kind"] == "end-round"]
    del document["plays"][ends[rounds] :]
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    assert button(panel(client, f"/games/{game.id}", "end-round")) == label


@pytest.mark.parametrize("name", ["hyde-park", "dame-beatrice", "end-round", "set-up"])
def test_every_panel_can_be_opened_out_of_order(client, three, name):
    links = [
        each.given["href"] for each in Page(client.get(f"{three}?seat={at_seat(1)}")).first(class_="phases").all("a")
    ]
    assert f"{three}?seat={at_seat(1)}&open={name}" in links
    page = panel(client, three, name)
    (current,) = page.first(class_="phases").all("a", **{"aria-current": "true"})
    assert page.first("section", class_="phase-panel").given["aria-label"] == current.text


def test_set_up_lists_starting_numbers_of_all_players(client):
    url = begin(client, "Anneli", "Benito", "Carla")
    page = panel(client, url, "set-up").first("section", class_="phase-panel")
    assert "5 errand boys each." in page.text
    assert "My copy differs" in page.text
    counted = "Handicaps, already included: 1 more pound"
    assert [each.text for each in page.all("li")] == [
        f"● Anneli : 6 pounds, 6 possession tiles, 38 votes. {counted}, 1 more vote.",
        f"■ Benito : 6 pounds, 6 possession tiles, 37 votes. {counted}.",
        "◆ Carla : 5 pounds, 6 possession tiles, 37 votes",
    ]


def test_set_up_is_shown_only_in_the_first_round(client, three):
    sent(client, three, "hyde-park", **hyde_park(2, 1, 0, rewards=(2, 1)))
    sent(client, three, "end-round")
    assert [each.text for each in Page(client.get(three)).first(class_="phases").all("a")] == [
        "Hyde Park",
        "Dame Beatrice",
        "End",
    ]
    assert not panel(client, three, "set-up").all("section", class_="phase-panel")


@pytest.mark.parametrize("name", ["nonsense", "", "Hyde", "x" * 90, "../..", "٣"])
def test_unknown_panel_is_ignored(client, three, name):
    answer = client.get(three, query_string={"open": name})
    assert (answer.status_code, Page(answer).visible.all("section", class_="phase-panel")) == (200, [])


def test_dame_beatrice_is_entered_for_all_players_together(client, three):
    sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=(2, 1)))
    answer = dame_beatrice(client, three, **{f"influence.{at_seat(1)}.dame-beatrice-markers": ["9", "8", "5", "4"]})
    assert (answer.status_code, answer.location) == (303, f"{three}?seat={at_seat(0)}&open=end-round")
    assert sheet(client, three)["Society"] == ["26", "26", "11"]
    assert Page(client.get(three)).first(class_="bar-link", href=f"{three}/plays").text.endswith("7 entries")
    assert "Dame Beatrice of this round is entered." in panel(client, three, "dame-beatrice").text
    assert client.post(f"{three}/undo", data=slip(client.get(three))).status_code == 303
    assert sheet(client, three)["Society"] == ["26", "24", "11"]
    assert button(Page(client.get(three))) == "Dame Beatrice ›"


def test_spots_reserved_twice_are_marked(client, three):
    sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=(2, 1)))
    answer = send(
        client,
        three,
        "end-round",
        **{f"reserved-{at_seat(0)}": "2", f"reserved-{at_seat(1)}": "1", f"reserved-{at_seat(2)}": "2"},
    )
    form = Page(answer).form(id="end-round")
    rows = form.all(class_="picks")
    assert [each.given.get("aria-describedby", "") for each in rows] == ["fault-end-round", "", "fault-end-round"]
    assert "has reserved it" in form.first(id="fault-end-round").text


def test_invalid_marker_is_refused_at_its_field(client, three, dump):
    before = dump()
    answer = dame_beatrice(client, three, **{f"influence.{at_seat(1)}.dame-beatrice-markers": ["17", "7", "5", "3"]})
    assert answer.status_code == 422
    page = Page(answer)
    assert page.form(id="dame-beatrice").values(f"influence.{at_seat(1)}.dame-beatrice-markers") == [
        "17",
        "7",
        "5",
        "3",
    ]
    assert "Benito has no marker on 17: the topmost row is 16." in page.form(id="dame-beatrice").text
    assert dump() == before


def test_dame_beatrice_waits_until_all_markers_are_known(client):
    url = begin(client, "Anneli", "Benito", competitions=("election", "society"))
    sent(client, url, "influence", 0, markers=MARKERS[0].split())
    page = panel(client, url, "dame-beatrice")
    link = page.first("section", id="phase-dame-beatrice").first(class_="missing").first("a")
    assert (link.text, link.given["href"]) == (
        "The influence markers of Benito were never entered.",
        f"{url}?seat={at_seat(1)}&open=society",
    )
    assert (page.all("form", id="dame-beatrice"), button(page)) == ([], "Enter markers ›")
    sent(client, url, "influence", 1, markers=MARKERS[1].split())
    assert button(panel(client, url, "dame-beatrice")) == "Enter Dame Beatrice"


def test_hyde_park_keys_match_the_board_side(client, three):
    def keys(page):
        return [each.given["value"] for each in page.all("input", type="radio", name="hyde-park-rewards")]

    assert keys(panel(client, three, "hyde-park")) == ["2 1", "3 1", "4 2"]
    five = begin(client, "Anna", "Bert", "Cleo", "Dora", "Emil", competitions=("election", "society"))
    assert keys(panel(client, five, "hyde-park")) == ["2 1 0", "3 1 0", "4 2 1"]


def test_hyde_park_numbers_are_tapped_or_typed(client, three):
    fields = {
        f"megaphones-{at_seat(0)}": ["2", ""],
        f"megaphones-{at_seat(1)}": ["", "11"],
        f"megaphones-{at_seat(2)}": ["0", ""],
        "rewards": ["", "5 3"],
    }
    sent(client, three, "hyde-park", **fields)
    assert sheet(client, three)["Election"] == ["35 counts", "33 counts", "38 counts"]


def test_refused_hyde_park_keeps_its_input(client, three):
    fields = {
        f"megaphones-{at_seat(0)}": ["2", ""],
        f"megaphones-{at_seat(1)}": ["", "11"],
        f"megaphones-{at_seat(2)}": "",
        "rewards": ["3 1", ""],
    }
    answer = send(client, three, "hyde-park", **fields)
    assert answer.status_code == 422
    form = Page(answer).form(id="hyde-park")
    assert "The megaphones of Carla are missing: tap 0 for players without." in form.text
    assert form.slot("hyde-park").typed == {
        f"megaphones-{at_seat(0)}": ["2"],
        f"megaphones-{at_seat(1)}": ["11"],
        "rewards": ["3 1"],
    }
    assert "data-refused" in form.slot("hyde-park").given


def test_hyde_park_preview_shows_every_player(client, three):
    answer = preview(client, three, "hyde-park", **hyde_park(2, 1, 0, rewards=(2, 1)))
    said = [Page(answer).parts[f"speech-{at_seat(seat)}"] for seat in range(3)]
    assert said == [["first: −2 → 36"], ["second: −1 → 37"], ["fewest: +1 → 38"]]
    half = preview(client, three, "hyde-park", **{f"megaphones-{at_seat(0)}": "1"})
    assert (half.status_code, Page(half).parts[f"speech-{at_seat(0)}"]) == (200, [""])


def test_rewards_of_the_last_rounds_need_no_input(client, three):
    for _ in range(3):
        sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=(2, 1)))
        sent(client, three, "end-round")
    page = panel(client, three, "hyde-park")
    assert "Votes lost by rank in the last rounds: 4/2" in page.form(id="hyde-park").text
    assert not page.all(name="rewards")
    sent(client, three, "hyde-park", **hyde_park(2, 1, 0))
    assert sheet(client, three)["Election"] == ["37 counts", "39 counts", "41 counts"]


def test_each_spot_is_reserved_by_one_tap(client, three):
    sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=(2, 1)))
    page = panel(client, three, "end-round")
    assert [
        each.given["value"] for each in page.all("input", type="radio", name=f"end-round-reserved-{at_seat(2)}")
    ] == [
        "",
        "1",
        "2",
        "3",
    ]
    answer = preview(client, three, "end-round", **{f"reserved-{at_seat(2)}": "1"})
    assert "Carla, Anneli and Benito play in this order" in text(answer)
    refused = send(client, three, "end-round", **{f"reserved-{at_seat(1)}": "1", f"reserved-{at_seat(2)}": "1"})
    assert refused.status_code == 422
    assert "Carla cannot play on spot 1: Benito has reserved it." in Page(refused).form(id="end-round").text
    answer = sent(client, three, "end-round", **{f"reserved-{at_seat(2)}": "1", "open": "end-round"})
    assert answer.location == three
    page = Page(client.get(three))
    assert "Round 2 of 5 Order of play: Carla, Anneli, Benito ◆ ● ■" in page.text
    assert f"{three}?seat={at_seat(2)}&open=hyde-park" in page.links  # a new round opens at its first player


def test_end_of_round_names_the_player_ending_the_game(client, three):
    sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=(2, 1)))
    sent(client, three, "votes", 2, to="20")
    sent(client, three, "votes", 2, to="0")
    page = panel(client, three, "end-round")
    said = page.form(id="end-round").text
    assert "Carla has 0 in Election: the game would end with this round." in said
    assert "Spots reserved" not in said  # because no round follows
    assert page.all("input", type="radio", name=f"end-round-reserved-{at_seat(2)}") == []


def test_log_names_dame_beatrice_and_the_moved_markers(client, three):
    def visit(moved):
        slots = [f"influence.{at_seat(seat)}.dame-beatrice" for seat in range(3)]
        boards = [numbers.split() for numbers in MARKERS]
        boards[0] = moved
        typed = {f"{name}-markers": board for name, board in zip(slots, boards, strict=True)}
        data = MultiDict([*carried(client, three).items(), *(("play", name) for name in slots)])
        data.update({"unchanged": "yes", "sure": "yes"})
        data.update(typed)
        answer = client.post(f"{three}/plays", data=data)
        assert answer.status_code == 303, text(answer)

    def said():
        return Page(client.get(f"{three}/plays")).first("details", class_="log-change").first("summary").text

    still = MARKERS[0].split()
    moved = [str(int(still[0]) + 1), *still[1:]]
    sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=(2, 1)))
    visit(moved)
    assert said() == f"5–7 Dame Beatrice Anneli {still[0]} → {moved[0]}"
    page = client.get(three)
    assert "Undo Dame Beatrice" in signs(page)
    assert "Dame Beatrice was entered." in text(client.get(f"{three}/plays"))
    client.post(f"{three}/undo", data=slip(page))
    assert "Redo Dame Beatrice" in signs(client.get(three))
    assert "Dame Beatrice was entered." in text(client.get(f"{three}/plays"))
    visit(still)
    assert said() == "5–7 Dame Beatrice No marker moved."


def test_last_round_has_no_fields_for_reserved_spots(client, three):
    for number in range(1, 6):
        rewards = (4, 2) if number > 3 else (2, 1)
        sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=rewards))
        asked = panel(client, three, "end-round").all("input", type="radio", name=f"end-round-reserved-{at_seat(2)}")
        assert bool(asked) is (number < 5)
        sent(client, three, "end-round")
    assert "The game is over: all rounds are played" in text(client.get(three))


def test_incomplete_hyde_park_is_refused_only_when_sent(client, three):
    for lacks in (hyde_park(2), hyde_park(2, 1, 1), hyde_park(2, rewards=(2, 1))):
        assert Page(preview(client, three, "hyde-park", **lacks)).parts["fault-hyde-park"] == [""]
    for refused in (hyde_park(2, 1, 1, rewards=(2, -1)), {f"megaphones-{at_seat(2)}": "1", "rewards": ["2", "1"]}):
        assert Page(preview(client, three, "hyde-park", **refused)).parts["fault-hyde-park"] != [""]
    sent_lacking = send(client, three, "hyde-park", **hyde_park(2, 1, 1))
    assert "The rewards of Hyde Park in round 1 are missing" in Page(sent_lacking).form(id="hyde-park").text
    ends = panel(client, three, "end-round").first("ul", class_="missing")
    assert "data-stops" in ends.given  # to prevent a second message in red


@pytest.mark.parametrize("name", ["hyde-park", "dame-beatrice", "end-round"])
def test_stale_panel_stays_open_with_its_input(client, three, name):
    form = panel(client, three, name).form(id=name)
    chosen = {
        f"hyde-park-megaphones-{at_seat(1)}": "2",
        f"influence.{at_seat(1)}.dame-beatrice-markers": ["10", "7", "5", "3"],
        f"end-round-reserved-{at_seat(1)}": "3",
    }
    own = {field: value for field, value in chosen.items() if field in dict(form.fields)}
    kept = [(field, value) for field, value in form.fields if field not in chosen]
    stale = MultiDict([*kept, *((field, each) for field, value in own.items() for each in as_list(value))])
    sent(client, three, "votes", 0, change="-1")
    answer = client.post(form.given["action"], data=stale)
    assert answer.status_code == 409
    assert "nothing was saved" in Page(answer).alert
    found = Page(answer).form(id=name)
    for field, value in own.items():
        assert [each for each in found.values(field) if each] == as_list(value)


def as_list(value):
    return [value] if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("kind", "fields", "tiles"),
    [
        ("sell", {"tile": "6", "discount": "1"}, "8 6 5"),
        ("exchange", {"give": "6", "take": "5", "limit": "3"}, "8 6 5"),
        ("votes", {"change": "-2"}, "8 5"),
    ],
)
def test_reassigned_entry_is_saved_at_once(client, game, kind, fields, tiles):
    for seat, held in enumerate(("8 6 5", tiles)):
        sent(client, game, "possessions", seat, tiles=held)
    sent(client, game, kind, 0, **fields)
    form = giving(client.get(f"{game}/plays/3"))
    answer = client.post(form.given["action"], data=MultiDict([*form.fields, ("give", at_seat(1))]))
    assert answer.status_code == 303, text(answer)
    entry = Page(client.get(f"{game}/plays")).first(id="play-3").first("b").text
    assert ("Benito" in entry, "Anneli" in entry) == (True, False)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [("sell", {"tile": "6", "discount": "1"}), ("exchange", {"give": "6", "take": "5", "limit": "3"})],
)
def test_illegal_reassignment_is_refused_on_the_page(client, game, dump, kind, fields):
    for seat, held in enumerate(("8 6 5", "8 5")):
        sent(client, game, "possessions", seat, tiles=held)
    sent(client, game, kind, 0, **fields)
    before, form = dump(), giving(client.get(f"{game}/plays/3"))
    answer = client.post(form.given["action"], data=MultiDict([*form.fields, ("give", at_seat(1))]))
    assert (answer.status_code, "Benito has no tile of 6, but 8 and 5." in text(answer)) == (422, True)
    assert dump() == before
    assert [value for name, value in giving(answer).buttons if name == "give"] == [at_seat(0)]


def giving(answer):
    """Return the form of a correction page that gives the play to another player."""
    return next(form for form in Page(answer).all("form") if "give" in dict(form.buttons))


def inserting(client, url, number, **query):
    """Return the page that inserts a forgotten entry before a play."""
    answer = client.get(f"{url}/plays/{number}/before", query_string=query)
    assert answer.status_code == 200
    return Page(answer)


def filled_in(client, form, changed, **button):
    """Send a form with other values in some of its fields."""
    kept = [pair for pair in form.fields if pair[0] not in changed]
    own = [(name, each) for name, values in changed.items() for each in values]
    return client.post(form.given["action"], data=MultiDict([*kept, *own, *button.items()]))


@pytest.fixture
def forgotten(client):
    """A game of three without votes and Dame Beatrice in the first round."""
    url = begin(client, "Anneli", "Benito", "Carla", competitions=("election", "society"))
    for seat, top in enumerate((9, 8, 7)):
        sent(client, url, "influence", seat, markers=[str(top), "7", "6", "5"])
    sent(client, url, "hyde-park", **hyde_park(2, 1, 0, rewards=(2, 1)))
    sent(client, url, "end-round")
    sent(client, url, "votes", 0, change="-1")
    return url


def test_forgotten_dame_beatrice_is_inserted_for_all_players_together(app, client, forgotten):
    page = inserting(client, forgotten, 5, open="dame-beatrice")
    assert (page.first("h1").text, page.first(class_="bar-line").text) == ("Before entry 5", "Round 1 is over.")
    changed = {f"influence.{at_seat(1)}.before-5-dame-beatrice-markers": ["8", "8", "6", "5"]}
    assert filled_in(client, page.form(id="dame-beatrice"), changed).status_code == 303
    log = log_of(app, forgotten)
    assert [play["kind"] for play in log[3:8]] == ["hyde-park", *["influence"] * 3, "end-round"]
    assert [play["moves"] for play in log[4:7]] == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    page = text(client.get(f"{forgotten}/plays"))
    assert "Dame Beatrice was inserted." in page
    assert "Undo the insertion of Dame Beatrice" in page
    client.post(f"{forgotten}/undo", data=slip(client.get(forgotten)))
    assert len(log_of(app, forgotten)) == 6


def test_forgotten_votes_are_inserted_together_in_sheet_order(app, client, forgotten):
    form = inserting(client, forgotten, 4, seat=2, open="election").form(id="gathered")
    changed = {f"votes.{at_seat(2)}.before-4-change": ["-3"], f"votes.{at_seat(0)}.before-4-change": ["-2"]}
    assert filled_in(client, form, changed).status_code == 303
    assert log_of(app, forgotten)[3:5] == [
        {"kind": "votes", "player": "Anneli", "change": -2},
        {"kind": "votes", "player": "Carla", "change": -3},
    ]
    client.post(f"{forgotten}/undo", data=slip(client.get(forgotten)))
    assert len(log_of(app, forgotten)) == 6


def test_refused_insertion_keeps_its_input(client, forgotten, dump):
    before, form = dump(), inserting(client, forgotten, 4, open="society", seat=1).form(id="gathered")
    changed = {
        f"influence.{at_seat(0)}.before-4-markers": ["8", "7", "6", "5"],
        f"influence.{at_seat(1)}.before-4-markers": ["8", "7", "6", ""],
    }
    answer = filled_in(client, form, changed)
    assert answer.status_code == 422
    assert "Benito has four influence markers, not 3." in text(answer)
    assert Page(answer).filled[f"influence.{at_seat(0)}.before-4-markers"] == ["8", "7", "6", "5"]
    answer = filled_in(client, form, {})
    assert (answer.status_code, Page(answer).alert) == (422, "No changes to save.")
    assert dump() == before


def test_insertion_preview_shows_earlier_sheet_and_changed_totals(client, forgotten, dump):
    before, page = dump(), inserting(client, forgotten, 4, open="election")
    data = slip(client.get(forgotten)) | slot("votes", 1, "before-4", change="-3")
    parts = Page(client.post(f"{forgotten}/preview", data=data)).parts
    assert page.parts[f"score-election-{at_seat(1)}"] == ["38 counts"]
    assert parts[f"score-election-{at_seat(1)}"] == ["35 counts"]
    assert parts["totals"] == ["Totals: Benito −3"]
    assert dump() == before


def test_conflicting_hyde_park_insertion_is_resolved_on_its_page(app, client, forgotten):
    form = inserting(client, forgotten, 4, open="hyde-park").form(id="hyde-park")
    megaphones = {f"hyde-park.before-4-megaphones-{at_seat(seat)}": [str(seat)] for seat in range(3)}
    answer = filled_in(client, form, megaphones | {"hyde-park.before-4-rewards": ["2 1"]})
    assert answer.status_code == 409
    assert "Hyde Park of round 1 was entered already, in entry 4." in text(answer)
    page = Page(answer)
    assert page.first("h1").text == "Before entry 4"
    assert page.filled[f"hyde-park.before-4-megaphones-{at_seat(2)}"] == ["2"]
    form = page.form(id="hyde-park")
    assert [value for name, value in page.buttons if name == "do"] == ["strike-all", "fix"]
    assert filled_in(client, form, {}, do="strike-all").status_code == 303
    assert [play["megaphones"] for play in log_of(app, forgotten) if play["kind"] == "hyde-park"] == [
        {"Anneli": 0, "Benito": 1, "Carla": 2}
    ]


def test_inserted_sale_allows_correcting_a_later_sale(app, client, game):
    sent(client, game, "possessions", 0, tiles="9 5")
    sent(client, game, "sell", 0, tile="9", discount="0")
    page = client.get(f"{game}/plays/2/before?seat={at_seat(0)}&open=possessions")
    answer = client.post(f"{game}/plays", data=slip(page) | {"play": f"sell.{at_seat(0)}.before-2?tile=9&discount=2"})
    assert answer.status_code == 409
    assert "Anneli has no tile of 9, but 5." in text(answer)
    form = Page(answer).form(id="gathered")
    assert form.values(f"sell.{at_seat(0)}.at-2-tile") == ["9"]
    assert filled_in(client, form, {f"sell.{at_seat(0)}.at-2-tile": ["5"]}, do="fix").status_code == 303
    assert [play.get("tile") for play in log_of(app, game)] == [None, 9, 5]


def test_price_key_of_a_sale_keeps_other_input(app, client, game):
    sent(client, game, "possessions", 0, tiles="9 8")
    sent(client, game, "sell", 0, tile="8", discount="3")
    page = Page(client.get(f"{game}/plays/2"))
    keys = [value for name, value in page.buttons if name == "play"]
    assert keys[:6] == [f"sell.{at_seat(0)}.at-2?discount={discount}" for discount in range(6)]
    assert page.form(id="sell").values(f"sell.{at_seat(0)}.at-2-tile") == ["8"]
    answer = filled_in(
        client, page.form(id="sell"), {f"sell.{at_seat(0)}.at-2-tile": ["9"]}, play=f"sell.{at_seat(0)}.at-2?discount=1"
    )
    assert answer.status_code == 303
    assert last(app, game) == {"tile": 9, "discount": 1}


def test_conflicting_deletion_is_resolved_on_the_entrys_page(app, client, game):
    sent(client, game, "possessions", 0, tiles="9 8")
    sent(client, game, "sell", 0, tile="8", discount="3")
    sent(client, game, "votes", 0, change="-1")
    page = Page(client.get(f"{game}/plays/1"))
    answer = filled_in(client, next(form for form in page.forms if form.all("button", id="strike")), {})
    assert answer.status_code == 409
    assert Page(answer).first("h1").text == "Entry 1"
    assert "Anneli has no tile of 8 yet: enter Anneli's tiles first." in text(answer)
    assert filled_in(client, conflict_form(answer), {}, do="strike-all").status_code == 303
    assert [play["kind"] for play in log_of(app, game)] == ["votes"]


def test_stale_insertion_follows_its_entry_and_keeps_input(app, client, forgotten):
    form = inserting(client, forgotten, 5, open="election").form(id="gathered")
    shifted = inserting(client, forgotten, 1, open="election").form(id="gathered")
    assert filled_in(client, shifted, {f"votes.{at_seat(0)}.before-1-change": ["-1"]}).status_code == 303
    changed = {f"votes.{at_seat(2)}.before-5-change": ["-3"], f"votes.{at_seat(0)}.before-5-change": ["-2"]}
    answer = filled_in(client, form, changed)
    assert answer.status_code == 409
    page = Page(answer)
    assert page.first("h1").text == "Before entry 6"
    assert [page.filled[f"votes.{at_seat(seat)}.before-6-change"] for seat in (0, 2)] == [["-2"], ["-3"]]
    assert filled_in(client, page.form(id="gathered"), {}).status_code == 303
    assert [play.get("change") for play in log_of(app, forgotten)[5:7]] == [-2, -3]
