"""The Prodigals Club through its pages: fields, phases, order of play, corrections and insertions."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.document import write
from scorekeeper.store.exporting import documents
from tests.documents import game_document, import_documents, read_document
from tests.helpers import Backwards, carried, conflict_form, slip, slot
from tests.helpers import begin as begin_don_carlo
from tests.pages import Page, signs, text
from tests.seats import at_seat
from tests.web.prodigals_club import begin, hyde_park, send, sheet

GAMES = Path(__file__).parents[1] / "games" / "prodigals-club"
NEW = "/new/prodigals-club"
SEEN = ("unusual-rewards", "unusual-tiles")
STANDARD, WILL = ["election", "society"], ["last-will", "society"]
MARKERS = ("8 7 6 5", "9 7 5 3", "4 4 2 1")


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


@pytest.fixture
def game(client):
    """A game of two with all three competitions: 42 votes each, 11 and 10 pounds."""
    return begin(client, "Anneli", "Benito")


def log_of(app, url):
    """Return the plays of a game from its document."""
    (document,) = documents(app.extensions["service"], [url.rpartition("/")[2]])
    return write(document)["plays"]


@pytest.fixture
def three(client):
    """A game of three with election and society, and known markers."""
    url = begin(client, "Anneli", "Benito", "Carla", competitions=STANDARD)
    for seat, numbers in enumerate(MARKERS):
        sent(client, url, "influence", seat, markers=numbers.split())
    return url


@pytest.mark.parametrize("kind", ["votes", "coins"])
def test_change_or_new_number_is_entered_but_not_both(app, client, game, dump, kind):
    before, fields = dump(), {"change": "-7", "to": "33"}
    refused = send(client, game, kind, 1, **fields)
    for answer, status in ((refused, 422), (preview(client, game, kind, 1, **fields), 200)):
        assert answer.status_code == status
        assert "Fill in exactly one of these: Change, New number." in text(answer)
    filled = Page(refused).filled
    assert {name: filled[f"{kind}.{at_seat(1)}-{name}"] for name in fields} == {"change": ["-7"], "to": ["33"]}
    assert "No changes to save" in text(send(client, game, kind, 1, change="", to=" "))
    assert dump() == before
    sent(client, game, kind, 1, change="\N{MINUS SIGN}2", to="")
    sent(client, game, kind, 1, to="30")
    assert [(play.get("change"), play.get("to")) for play in log_of(app, game)] == [(-2, None), (None, 30)]


@pytest.mark.parametrize(
    ("kind", "fields", "asks"),
    [
        ("votes", {"to": "21"}, "Benito's votes fall from 42 to 21?"),
        ("votes", {"to": "22"}, None),
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


def sell(client, url, tile, discount, **gathered):
    """Press the button that sells a tile of the first player, together with collected changes."""
    page = client.get(f"{url}?seat={at_seat(0)}&open=possessions")
    data = {"play": [*gathered.pop("play", ()), f"sell.{at_seat(0)}?tile={tile}&discount={discount}"], "seat": "0"}
    return client.post(f"{url}/plays", data=slip(page) | data | gathered)


def test_sale_is_one_button_with_its_prices(app, client, game):
    sent(client, game, "possessions", 0, tiles="9 6")
    slot = Page(client.get(f"{game}?seat={at_seat(0)}&open=possessions")).slot(f"sell.{at_seat(0)}")
    prices = slot.first("div", **{"data-part": f"sales-{at_seat(0)}"}).given["data-sales"]
    assert prices == "9:9 8 7 6 5 4 3;6:6 5 4 3 2 1 0;"  # by discount; the last price is only for the indicated borough
    fields = [each.given["name"] for each in slot.first("noscript").all("input")]
    assert fields == ["play", f"sell.{at_seat(0)}-tile", f"sell.{at_seat(0)}-discount"]
    assert sell(client, game, 9, "−4").status_code == 303  # with the printed minus
    sent(client, game, "exchange", 0, give="6", take="1", limit="-3")
    *_, sale, exchange = log_of(app, game)
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


def test_refused_exchange_shows_faults_at_its_slot(client, game, dump):
    sent(client, game, "possessions", 0, tiles="9 1")
    before = dump()
    refused = send(client, game, "exchange", 0, give="8", take="2", limit="3")
    for answer in (sell(client, game, 8, 0), refused):
        assert (answer.status_code, Page(answer).alert) == (422, "Anneli has no tile of 8, but 9 and 1.")
    form = Page(refused).form(id="gathered")
    assert "data-refused" in form.slot(f"exchange.{at_seat(0)}").given
    assert form.field(f"exchange.{at_seat(0)}-give") == "8"
    assert form.parts[f"fault-exchange.{at_seat(0)}"] == [Page(refused).alert]
    for tile in ("x", "99999999"):
        assert sell(client, game, tile, "1").status_code == 422
    unreadable = send(client, game, "exchange", 0, give="", take="x", limit="3")
    assert unreadable.status_code == 422
    said = "Tile given away: Type a whole number, such as 3. Tile taken: Type a whole number, such as 3."
    assert said in Page(unreadable).form(id="gathered").text
    assert dump() == before


def test_impossible_competitions_are_refused_and_input_stays(client, game, dump):
    sent(client, game, "influence", 0, markers=["1", "2", "3", "4"])
    before = dump()
    seated = {"do": "begin", "name-0": "Carla", "name-1": "Donny"}
    for page, competitions, said in (
        (f"{game}/options", [], "Choose two or three competitions, not 0."),
        (f"{game}/options", ["possessions", "election"], "Society is not part of this game"),  # it has entries
        (NEW, ["possessions", "nonsense"], "Choose one of these."),
    ):
        data = slip(client.get(page)) | seated | {"competitions": competitions, "start-votes": "31"}
        answer = client.post(page, data=data)
        assert (answer.status_code, said in text(answer)) == (422, True)
        assert Page(answer).filled["start-votes"] == ["31"]
    assert dump() == before


def agreed(client, url, **changed):
    page = client.get(f"{url}/options")
    answer = client.post(f"{url}/options", data=slip(page) | Page(page).filled | changed)
    assert answer.status_code == 303, text(answer)


def test_round_ended_under_other_competitions_stays_readable(app, client, three):
    sent(client, three, "hyde-park", **hyde_park(2, 1, 0, rewards=(2, 1)))
    sent(client, three, "end-round", **{f"reserved-{at_seat(1)}": "1"})
    assert client.post(f"{three}/undo", data=slip(client.get(three))).status_code == 303
    agreed(client, three, competitions=["last-will", *STANDARD])
    with sqlite3.connect(app.extensions["service"].store.path) as disk:
        disk.execute("UPDATE changes SET delta = NULL")  # as in version 0.1.0: undo skips changes of options
    disk.close()
    for page in ("", "/plays", "/options", f"?seat={at_seat(1)}"):
        assert client.get(three + page).status_code == 200
    assert "“End the round” no longer fits the game options." in text(client.get(f"{three}/plays"))
    assert client.post(f"{three}/redo", data=slip(client.get(three))).status_code == 422
    assert client.get(three).status_code == 200


def test_start_numbers_are_corrected_until_they_are_cleared(client):
    form = slip(client.get(NEW)) | {"name-0": "Anneli", "name-1": "Benito", "order": "kept", "do": "begin"}
    form |= {"start-votes": "30", "start-pounds": "20", "competitions": ["possessions", *STANDARD]}
    game = client.post(NEW, data=form).location.partition("?")[0]
    assert "Anneli : 21 pounds, 6 possession tiles, 30 votes" in text(client.get(f"{game}?open=set-up"))
    assert "start-votes" not in Page(client.get(NEW)).filled  # the next game is offered the competitions only
    assert Page(client.get(NEW)).filled["competitions"] == ["possessions", *STANDARD]
    sent(client, game, "votes", 1, change="-2")
    agreed(client, game, **{"start-votes": ""})
    assert sheet(client, game)["Election"] == ["42", "40"]
    assert Page(client.get(f"{game}/options")).filled["start-pounds"] == ["20"]
    agreed(client, game, **{"start-pounds": ""})
    assert "start-pounds" not in Page(client.get(f"{game}/options")).filled
    assert "Anneli : 11 pounds, 6 possession tiles, 42 votes" in text(client.get(f"{game}?open=set-up"))


def test_entries_and_undo_return_to_player_and_panel(client, game):
    place = f"{game}?seat={at_seat(1)}&open=election"
    form = Page(client.get(place)).form(id="gathered")
    data = dict(form.fields) | slot("votes", 1, change="-1") | {"seat": "1", "open": "election"}
    assert client.post(form.given["action"], data=data).location == place
    for step in ("undo", "redo"):
        assert client.post(f"{game}/{step}?{place.partition('?')[2]}", data=slip(client.get(game))).location == place
    park = slip(client.get(game)) | slot("hyde-park", **hyde_park(1, 1, rewards=(2, 1)))
    assert client.post(f"{game}/plays?seat={at_seat(1)}", data=park).location == f"{game}?seat={at_seat(1)}"
    ending = slip(client.get(game)) | slot("end-round")
    refused = client.post(f"{game}/plays?seat={at_seat(1)}", data=ending)
    assert (refused.status_code, len(Page(refused).all("form", id="end-round"))) == (422, 1)
    for step, seat in (("undo", "@0"), ("redo", "x"), ("undo", "")):
        assert client.post(f"{game}/{step}?seat={seat}", data=slip(client.get(game))).location == game


def test_course_page_shows_each_round_and_player(client):
    url = begin(client, "Anneli", "Benito", competitions=STANDARD)
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
    page = Page(client.get(f"{url}/course?player={at_seat(1)}"))
    assert {each.text.split()[1] for each in page.all(class_="sheet")} == {"Benito"}
    assert page.first("a", **{"aria-current": "true"}).given["href"] == f"{url}/course?player={at_seat(1)}"
    assert len(Page(client.get(page.link("All"))).all(class_="sheet")) == 4
    assert client.get(f"{url}/course?player={at_seat(2)}").status_code == 404
    assert client.get(f"{begin_don_carlo(client, 'Anneli', 'Benito')}/course").status_code == 404


def correction(client, url, **typed):
    """Send the form at an earlier play with these influence fields; return the response."""
    form = Page(client.get(url)).form(id="influence")
    name = form.hidden["play"]
    own = {f"{name}-{field}": value for field, value in typed.items() if field != "give"}
    kept = [pair for pair in form.fields if pair[0] not in own]
    own |= {"give": typed["give"]} if "give" in typed else {}
    return client.post(form.given["action"], data=MultiDict([*kept, *own.items()]))


def test_known_markers_are_entered_and_corrected_as_moves(app, client, three):
    def entry(number):
        return {name: each for name, each in log_of(app, three)[number - 1].items() if name != "kind"}

    assert entry(3) == {"player": "Carla", "markers": [4, 4, 2, 1]}
    sent(client, three, "influence", 0, markers=["7", "7", "8", "5"])
    assert entry(4) == {"player": "Anneli", "moves": [-1, 0, 2, 0]}
    form = Page(client.get(f"{three}/plays/4")).form(id="influence")
    assert form.values(f"influence.{at_seat(0)}.at-4-markers") == ["7", "7", "8", "5"]
    for typed, stored in (
        ({"markers": "6 7 6 5"}, {"player": "Anneli", "moves": [-2, 0, 0, 0]}),
        ({"give": at_seat(1)}, {"player": "Benito", "moves": [-2, 0, 0, 0]}),
        ({"given": "markers"}, {"player": "Benito", "markers": [7, 7, 5, 3]}),
        ({"markers": "5 7 6 5"}, {"player": "Benito", "markers": [5, 7, 6, 5]}),
    ):
        assert correction(client, f"{three}/plays/4", **typed).status_code == 303
        assert entry(4) == stored
    assert correction(client, f"{three}/plays/1", markers="16 7 6 5").status_code == 303
    assert entry(1)["markers"] == [16, 7, 6, 5]


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


def button(page):
    """Return the label of the bar's button."""
    return page.visible.first(class_="game-next").first(class_="send").text


def dame_beatrice(client, url, **changed):
    """Send the prefilled Dame Beatrice panel, with other markers for some seats."""
    return filled_in(client, Page(client.get(f"{url}?open=dame-beatrice")).form(id="dame-beatrice"), changed)


def test_button_leads_through_panels_and_missing_numbers(client):
    url = begin(client, "Anneli", "Benito", competitions=STANDARD)
    sent(client, url, "influence", 0, markers=MARKERS[0].split())
    page = Page(client.get(url))
    opens = page.first(class_="phase-opens").given["data-opens"]
    assert (button(page), opens) == ("Enter markers ›", f"society-{at_seat(1)}")
    page = panel(client, url, "dame-beatrice")
    link = page.first("section", id="phase-dame-beatrice").first(class_="missing").first("a")
    assert link.text == "The influence markers of Benito were never entered."
    assert (page.all("form", id="dame-beatrice"), button(page)) == ([], "Enter markers ›")
    sent(client, url, "influence", 1, markers=MARKERS[1].split())
    for votes in ("22", "2", "0"):
        sent(client, url, "votes", 1, to=votes)
    labels = {"hyde-park": "Enter Hyde Park", "dame-beatrice": "Enter Dame Beatrice", "set-up": "Hyde Park ›"}
    for name, label in labels.items():
        page = panel(client, url, name)
        (current,) = page.first(class_="phases").all("a", **{"aria-current": "true"})
        assert current.given["href"].endswith(f"open={name}")
        assert page.first("section", class_="phase-panel").given["aria-label"] == current.text
        assert button(page) == label
    assert "My copy differs" in page.text
    sent(client, url, "hyde-park", **hyde_park(1, 2, rewards=(2, 1)))
    assert button(panel(client, url, "hyde-park")) == "Dame Beatrice ›"  # it is entered
    page = panel(client, url, "end-round")
    assert button(page) == "End the game"
    assert "Benito has −2 in Election: the game would end with this round." in page.text
    assert page.all("input", type="radio", name=f"end-round-reserved-{at_seat(1)}") == []


def test_dame_beatrice_is_entered_for_all_players_together(client, three):
    def said():
        return Page(client.get(f"{three}/plays")).first("details", class_="log-change").first("summary").text

    sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=(2, 1)))
    asked = dame_beatrice(client, three)
    assert (asked.status_code, "Nobody moves up?" in text(asked)) == (422, True)
    (yes,) = [each for each in Page(asked).all("button") if each.text == "Yes, enter it"]
    assert yes.given["form"] == "dame-beatrice"  # her own form, not that of the sheet
    answer = dame_beatrice(client, three, **{f"influence.{at_seat(1)}.dame-beatrice-markers": ["9", "8", "5", "4"]})
    assert (answer.status_code, answer.location) == (303, f"{three}?seat={at_seat(0)}&open=end-round")
    assert sheet(client, three)["Society"] == ["26", "26", "11"]
    assert said() == "5–7 Dame Beatrice Benito 7 → 8 and 3 → 4"
    assert "Dame Beatrice of this round is entered." in panel(client, three, "dame-beatrice").text
    page = client.get(three)
    assert "Undo Dame Beatrice" in signs(page)
    assert client.post(f"{three}/undo", data=slip(page)).status_code == 303
    assert sheet(client, three)["Society"] == ["26", "24", "11"]
    assert button(Page(client.get(three))) == "Dame Beatrice ›"
    assert "Redo Dame Beatrice" in signs(client.get(three))
    assert dame_beatrice(client, three, sure=["yes"]).status_code == 303
    assert said() == "5–7 Dame Beatrice No marker moved."


def test_hyde_park_keys_match_the_board_side_and_round(client, three):
    def keys(url):
        return [each.given["value"] for each in panel(client, url, "hyde-park").all("input", name="hyde-park-rewards")]

    five = begin(client, "Anna", "Bert", "Cleo", "Dora", "Emil", competitions=STANDARD)
    assert [key for key in keys(five) if key] == ["2 1 0", "3 1 0", "4 2 1"]
    assert [key for key in keys(three) if key] == ["2 1", "3 1", "4 2"]
    for _ in range(3):
        sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=(2, 1)))
        sent(client, three, "end-round")
    page = panel(client, three, "hyde-park")
    assert "Votes lost by rank in the last rounds: 4/2" in page.form(id="hyde-park").text
    assert not page.all(name="rewards")
    sent(client, three, "hyde-park", **hyde_park(2, 1, 0))


def test_hyde_park_numbers_are_tapped_or_typed(app, client, three):
    fields = {
        f"megaphones-{at_seat(0)}": ["2", ""],
        f"megaphones-{at_seat(1)}": ["", "11"],
        f"megaphones-{at_seat(2)}": "",
        "rewards": ["", "5 3"],
    }
    answer = send(client, three, "hyde-park", **fields)
    assert answer.status_code == 422
    slot = Page(answer).form(id="hyde-park").slot("hyde-park")
    assert "The megaphones of Carla are missing: tap 0 for players without." in slot.text
    assert slot.typed == {
        f"megaphones-{at_seat(0)}": ["2"],
        f"megaphones-{at_seat(1)}": ["11"],
        "rewards": ["5 3"],
    }
    sent(client, three, "hyde-park", **fields | {f"megaphones-{at_seat(2)}": ["0", ""]})
    park = log_of(app, three)[-1]
    assert park["megaphones"] == {"Anneli": 2, "Benito": 11, "Carla": 0}
    assert park["rewards"] == [5, 3]


def test_incomplete_hyde_park_is_refused_only_when_sent(client, three):
    def shown(fields):
        return Page(preview(client, three, "hyde-park", **fields)).parts

    parts = shown(hyde_park(2, 1, 0, rewards=(2, 1)))
    said = [parts[f"speech-{at_seat(seat)}"] for seat in range(3)]
    assert said == [["first: −2 → 36"], ["second: −1 → 37"], ["fewest: +1 → 38"]]
    for lacks in (hyde_park(2), hyde_park(2, 1, 1), hyde_park(2, rewards=(2, 1))):
        assert shown(lacks)["fault-hyde-park"] == shown(lacks)[f"speech-{at_seat(0)}"] == [""]
    for refused in (hyde_park(2, 1, 1, rewards=(2, -1)), {f"megaphones-{at_seat(2)}": "1", "rewards": ["2", "1"]}):
        assert shown(refused)["fault-hyde-park"] != [""]
    too_many = send(client, three, "hyde-park", **hyde_park(2, 1, 0) | {"rewards": "3 2 1 0"})
    assert "Type at most 3 numbers." in text(too_many)
    assert preview(client, three, "stop").status_code == 404  # without fields
    sent_lacking = send(client, three, "hyde-park", **hyde_park(2, 1, 1))
    assert "The rewards of Hyde Park in round 1 are missing" in Page(sent_lacking).form(id="hyde-park").text
    ends = panel(client, three, "end-round").first("ul", class_="missing")
    assert "data-stops" in ends.given  # to prevent a second message in red


def test_each_spot_is_reserved_by_one_tap(client, three):
    sent(client, three, "hyde-park", **hyde_park(1, 1, 1, rewards=(2, 1)))
    page = panel(client, three, "end-round")
    keys = page.all("input", type="radio", name=f"end-round-reserved-{at_seat(2)}")
    assert [each.given["value"] for each in keys] == ["", "1", "2", "3"]
    answer = preview(client, three, "end-round", **{f"reserved-{at_seat(2)}": "1"})
    assert "Carla, Anneli and Benito play in this order" in text(answer)
    taken = {f"reserved-{at_seat(0)}": "2", f"reserved-{at_seat(1)}": "1", f"reserved-{at_seat(2)}": "2"}
    refused = send(client, three, "end-round", **taken)
    assert refused.status_code == 422
    form = Page(refused).form(id="end-round")
    marked = [each.given.get("aria-describedby", "") for each in form.all(class_="picks")]
    assert marked == ["fault-end-round", "", "fault-end-round"]
    assert "Carla cannot play on spot 2: Anneli has reserved it." in form.first(id="fault-end-round").text
    answer = sent(client, three, "end-round", **{f"reserved-{at_seat(2)}": "1", "open": "end-round"})
    assert answer.location == three
    page = Page(client.get(three))
    assert "Round 2 of 5 Order of play: Carla, Anneli, Benito ◆ ● ■" in page.text
    assert f"{three}?seat={at_seat(2)}&open=hyde-park" in page.links  # a new round opens at its first player


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


def test_reassigned_sale_is_saved_only_if_legal(client, game, dump):
    for seat, held in enumerate(("8 6 5", "8 5")):
        sent(client, game, "possessions", seat, tiles=held)
    sent(client, game, "sell", 0, tile="6", discount="1")
    before, form = dump(), giving(client.get(f"{game}/plays/3"))
    answer = filled_in(client, form, {}, give=at_seat(1))
    assert (answer.status_code, "Benito has no tile of 6, but 8 and 5." in text(answer)) == (422, True)
    assert dump() == before
    assert [value for name, value in giving(answer).buttons if name == "give"] == [at_seat(0)]
    sent(client, game, "possessions", 1, tiles="8 6")
    sent(client, game, "sell", 0, tile="8", discount="1")
    answer = filled_in(client, giving(client.get(f"{game}/plays/5")), {}, give=at_seat(1))
    assert answer.status_code == 303, text(answer)
    assert Page(client.get(f"{game}/plays")).first(id="play-5").first("b").text.startswith("■ Benito")


@pytest.fixture
def forgotten(client):
    """A game of three without votes and Dame Beatrice in the first round."""
    url = begin(client, "Anneli", "Benito", "Carla", competitions=STANDARD)
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


def test_forgotten_votes_are_previewed_and_inserted_in_sheet_order(app, client, forgotten, dump):
    before, page = dump(), inserting(client, forgotten, 4, seat=2, open="election")
    data = slip(client.get(forgotten)) | slot("votes", 1, "before-4", change="-3")
    parts = Page(client.post(f"{forgotten}/preview", data=data)).parts
    assert page.parts[f"score-election-{at_seat(1)}"] == ["38 counts"]
    assert parts[f"score-election-{at_seat(1)}"] == ["35 counts"]
    assert parts["totals"] == ["Totals: Benito −3"]
    assert dump() == before
    changed = {f"votes.{at_seat(2)}.before-4-change": ["-3"], f"votes.{at_seat(0)}.before-4-change": ["-2"]}
    assert filled_in(client, page.form(id="gathered"), changed).status_code == 303
    assert log_of(app, forgotten)[3:5] == [
        {"kind": "votes", "player": "Anneli", "change": -2},
        {"kind": "votes", "player": "Carla", "change": -3},
    ]


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
    assert log_of(app, game)[-1] == {"kind": "sell", "player": "Anneli", "tile": 9, "discount": 1}


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


def test_every_slip_of_collected_changes_needs_confirmation(client, game, dump):
    """Not just the last one: tiles come before the influence markers on the score sheet."""
    few = "Anneli: 2 tiles at the start instead of 6."
    tiles = carried(client, game) | slot("possessions", 0, tiles="6 5")
    page = Page(client.post(f"{game}/preview?seat={at_seat(0)}", data=tiles))
    assert page.parts["slips"][0].startswith(few)
    seen = [each.given["value"] for each in page.all("input", name="seen") if each.given["form"] == "gathered"]
    assert seen == ["unusual-tiles"]
    markers = slot("influence", 0, markers="1 2 3 4")
    data = carried(client, game) | tiles | markers | {"play": [tiles["play"], markers["play"]]}
    before = dump()
    refused = client.post(f"{game}/plays", data=data | {f"influence.{at_seat(0)}-markers": "1"})
    assert (refused.status_code, "Yes, enter it" in text(refused)) == (422, False)
    answer = client.post(f"{game}/plays?seat={at_seat(0)}", data=data)
    page = Page(answer)
    assert (answer.status_code, page.first("div", class_="game-bar").alert, dump()) == (422, few, before)
    (yes,) = [each for each in page.all("button") if each.text == "Yes, enter it"]
    assert (yes.given["form"], yes.given["name"]) == ("gathered", "sure")
    assert page.form(id="gathered").filled[f"possessions.{at_seat(0)}-tiles"] == ["6 5"]
    assert client.post(f"{game}/plays?seat={at_seat(0)}", data=data | {"seen": seen}).status_code == 303
    assert few in text(client.get(f"{game}/plays"))  # and beside the play


# The order of play, with and without Last Will, by forms without scripts.

NAMES = ("Anneli", "Benito", "Carla", "Donny")
RULE = "most recently paid for something"


def sat(client, competitions, **more):
    """Return the begin page with these players and competitions."""
    asked = {f"name-{seat}": name for seat, name in enumerate(NAMES)} | {"competitions": competitions}
    return client.get(NEW, query_string=asked | more)


def press(client, page, button="begin", **changed):
    """Press a button of the begin page, after changing some fields."""
    filled = {}
    for name, value in Page(page).form(action=NEW).fields:
        filled.setdefault(name, []).append(value)
    return client.post(NEW, data=filled | changed | {"do": button})


def order(client, begun):
    """Return the players in the order of play shown beside the strip, and whether the page says that it was drawn."""
    page = Page(client.get(begun.location))
    shown = page.first(class_="phase-round").all("span")[0].text.removeprefix("Order of play: ")
    return tuple(shown.split(", ")), "Drawn:" in page.text


@pytest.fixture
def turned(app):
    """Use a random source that reverses every order, so that a drawn order differs from a kept one."""
    app.extensions["service"] = replace(app.extensions["service"], chance=Backwards())


def test_order_is_drawn_or_asked_for_with_last_will(client, turned):
    drawn, asked = sat(client, STANDARD), sat(client, WILL)
    for page, said, other in ((drawn, "Drawn when the game starts", RULE), (asked, RULE, "Drawn when the game starts")):
        assert (said in text(page), other in text(page)) == (True, False)
    assert order(client, press(client, drawn)) == (NAMES[::-1], True)
    moved = client.get(press(client, asked, "up:2").location)
    assert order(client, press(client, moved)) == (("Anneli", "Carla", "Benito", "Donny"), False)


@pytest.mark.parametrize(
    ("before", "after", "said", "order_of_play"),
    [(STANDARD, WILL, RULE, (NAMES, False)), (WILL, STANDARD, "drawn at random", (NAMES[::-1], True))],
)
def test_changed_competitions_ask_for_the_order_again(client, turned, dump, before, after, said, order_of_play):
    page, empty = sat(client, before), dump()
    answer = press(client, page, competitions=after)
    assert (answer.status_code, dump()) == (422, empty)
    assert said in Page(answer).alert
    assert [value for name, value in Page(answer).form(action=NEW).fields if name == "competitions"] == after
    assert order(client, press(client, answer)) == order_of_play


def test_printed_names_follow_german_names_at_first_use(client, game):
    for page, names in (
        ("/more", {"Etwas mehr Zeit": "A Little More Time", "Eine Runde im Pub": "Treating at the Pub"}),
        ("/help/treating-at-the-pub?cards=3&brewer=yes", {"Brauer": "Brewer"}),
    ):
        answer = client.get(f"{game}{page}", headers={"Accept-Language": "de"})
        said = Page(answer).first("main").text.replace("\N{NO-BREAK SPACE}", " ")
        assert [each for each in names if not said.partition(each)[2].startswith(f" ({names[each]})")] == []
