"""Pads at the table: rounds, decimals, score sheets, categories, players who join or leave, and teams."""

import json
from urllib.parse import urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.titles import READY
from tests.checked import findings
from tests.documents import game_document, import_documents, read_document
from tests.helpers import slip, slot
from tests.own_titles import plain_pad
from tests.pages import Page, text
from tests.seats import at_seat, players_of
from tests.web import pads
from tests.web.pads import begin, cells, made, make, rounds, send

GERMAN = {"Accept-Language": "de"}
NO_SUM = "Type a whole number, or a short sum such as 3+6−2."


@pytest.fixture
def client(shared_app, tmp_path):
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    for name in ("six-nimmt", "yatzy"):
        (folder / f"{name}.toml").write_text(READY[name].read_text())
    app = shared_app.over(tmp_path / "instance")
    yield shared_app.paired_client()
    app.extensions["service"].store.close()


def load(client, names, plays, **facts):
    """Import a game on a pad of these facts, and return its URL."""
    definition = {"title": "Columns", "players": [2, 20]} | facts
    document = game_document("columns", names, plays) | {"definition": definition}
    (game,) = import_documents(client.application.extensions["service"], [read_document(document)])
    return f"/games/{game.id}"


def pad_of(answer):
    return [row.text for row in Page(answer).first("table", class_="pad").all("tr")][1:]


def invalid(page):
    """Return the attributes of the fields marked as invalid."""
    return [each.given for each in page.all("input", "select") if "aria-invalid" in each.given]


def faults(page):
    """Return the error messages by element id."""
    return {each.given.get("id"): each.text for each in page.all("p", class_="fault") if each.text}


def test_pad_links_each_cell_and_shows_absent_players(client):
    def scored(player, points):
        return {"kind": "points", "player": player, "points": points}

    first, second = (("Ada", 4), ("Bo", 2), ("Cy", -3), ("Bo", 5), ("Ada", 1)), (("Ada", 7), ("Bo", 6))
    plays = [
        *(scored(*each) for each in first),
        {"kind": "leave", "player": "Cy"},
        *(scored(*each) for each in second),
        {"kind": "join", "player": "Cy"},
        scored("Cy", 8),
        {"kind": "stop"},
    ]
    log = client.get(f"{load(client, ('Ada', 'Bo', 'Cy'), plays, entry='any')}/plays")
    assert pad_of(log) == [
        "1 4 2 −3",
        "2 1 5 – no value",
        "Cy leaves",
        "3 7 6 – no value",
        "Cy joins",
        "4 8",
        "The game ended here",
        "= points 12 13 5",
    ]
    found = [each.given["href"] for each in Page(log).first("table", class_="pad").all("a")]
    numbers = [int(urlsplit(each).path.rpartition("/")[2]) for each in found]
    assert numbers == [1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11]


def test_round_of_sums_is_shown_as_typed_and_counted(client):
    game = begin(client, "six-nimmt", "Ada", "Bo")
    assert "The game ends when a player has 66." in text(client.get(game))
    assert send(client, game, rounds("3+6 − 2", "+1")).status_code == 303
    assert pad_of(client.get(f"{game}/plays")) == ["1 7 1", "= bullheads 7 1"]
    correction = Page(client.get(f"{game}/plays/1"))
    (typed,) = (each for each in correction.all("input") if each.given["name"].endswith(f"points-{at_seat(0)}"))
    assert typed.given["value"] == "3+6-2"
    assert send(client, game, rounds(0, 66)).status_code == 303
    assert "Ada wins: 7 bullheads, 60 less than Bo" in text(client.get(game))
    assert "7 Hornochsen" in text(client.get(game, headers=GERMAN))
    assert json.loads(client.get(f"{game}/document").text)["plays"][0]["points"]["Ada"] == [3, 6, -2]


ONE_PLACE = "Type a number with at most 1 decimal place, such as 1234.5, or a short sum."
TYPED = [
    ("7,5", 7.5),
    ("-0,5", -0.5),
    ("–.5", -0.5),
    ("7.", 7),
    ("-0", 0),
    ("− ½", -0.5),
    ("0.1+0.2", [0.1, 0.2]),
    ("3+6 − 2,5", [3, 6, -2.5]),
    ("7,25", ONE_PLACE),
    ("1.234,5", ONE_PLACE),
    ("7..5", ONE_PLACE),
    ("1e-3", ONE_PLACE),
    ("nan", ONE_PLACE),
    ("७", ONE_PLACE),
    ("½½", ONE_PLACE),
    ("1234567", "Type a number of at most 6 digits."),
    ("999999.5+0.9", "A number must be between -1,000,000 and 1,000,000."),
]


def points_typed(page):
    """Return the values of the fields of a round."""
    return [each.given["value"] for each in page.all("input") if "points-" in each.given["name"]]


def test_decimals_are_read_with_point_comma_or_half(client):
    game = begin(client, made(client, name="Boule", decimals="1", most="2"), "Ada", "Bo")
    for typed, meant in TYPED:
        answer = send(client, game, rounds(typed, 1))
        if isinstance(meant, str):
            assert answer.status_code == 422, typed
            assert (points_typed(Page(answer)), [*faults(Page(answer)).values()]) == ([typed, "1"], [meant])
        else:
            assert answer.status_code == 303, typed
            (play,) = json.loads(client.get(f"{game}/document").text)["plays"]
            assert play["points"] == {"Ada": meant, "Bo": 1}
            assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303


def test_half_points_have_the_decimal_sign_of_the_language(client):
    game = begin(client, made(client, name="Boule", decimals="1", most="2"), "Ada", "Bo")
    assert send(client, game, rounds("7.1", "7+½-0.3")).status_code == 303
    assert points_typed(Page(client.get(f"{game}/plays/1"))) == ["7.1", "7+0.5-0.3"]
    correction = Page(client.get(f"{game}/plays/1", headers=GERMAN))
    assert points_typed(correction) == ["7,1", "7+0,5-0,3"]
    form = correction.form(class_="full")
    assert Page(client.post(form.given["action"], data=dict(form.fields), headers=GERMAN)).alert  # no change
    assert "Bo 7+0,5−0,3 = 7,2" in text(client.get(f"{game}/plays/1", headers=GERMAN))
    assert send(client, game, rounds(".2", 0)).status_code == 303
    player = next(each for each in Page(client.get("/players")).links if each.startswith("/players/"))
    for url, english, german in (
        (game, "0.1 points ahead of Bo", "0,1 Punkte vor Bo"),
        (f"{game}/replay", "7.3 +0.2", "7,3 +0,2"),
        ("/past", "Boule · Bo 7.3", "Boule · Bo 7,3"),
        ("/records", "0.1 points", "0,1 Punkte"),
        (player, "Median: 7.", "Median: 7,"),
        ("/data/games.csv", ",7.3,", ";7,3;"),
    ):
        for language, says in ({}, english), (GERMAN, german):
            assert says in text(client.get(url, headers=language)), url
    assert '"score":"7.3"' in client.get("/data/games.bgsplay").text


def test_sums_of_hundredths_can_be_tied(client):
    pad = made(client, name="Dance", sort="rows", rows="Waltz\nTango", decimals="2", wins="lowest")
    game = begin(client, pad, "Ada", "Bo")
    for language, key in ({}, "."), (GERMAN, ","):
        keys = Page(client.get(game, headers=language)).first(class_="field-keys")
        assert keys.first("button", **{"data-digit": "."}).text == key
    for seat, row, number in ((0, "waltz", "0.1+0,2"), (1, "waltz", "0"), (0, "tango", "-.1"), (1, "tango", "0.20")):
        assert send(client, game, slot("row", seat, row=row, number=number)).status_code == 303
    assert "Ada and Bo share the win: 0.2 points each" in text(client.get(game))


def test_early_end_is_not_shown_as_a_round(client):
    played = [{"kind": "round", "points": {"Ada": one, "Bo": other}} for one, other in ((20, -10), (30, 0), (-20, 40))]
    game = load(client, ("Ada", "Bo"), played)
    assert send(client, game, rounds(5, 5, where="before-2")).status_code == 303
    assert send(client, game, slot("stop")).status_code == 303
    written = ["1 20 −10", "2 5 5", "3 30 0", "4 −20 40", "5 The game ended here", "= points 35 35"]
    assert pad_of(client.get(f"{game}/plays")) == pad_of(client.get(game)) == written
    assert "Ada round 4: −20 35" in text(client.get(f"{game}/screen"))
    assert "round 4 35 35" in text(client.get(game))


def fill(client, game, **numbers):
    """Send the complete form of a score sheet, with these numbers by seat and category, such as 0_gold."""
    return pads.fill(
        client, game, {f"row.{at_seat(cell[0])}.in-{cell[2:]}-number": each for cell, each in numbers.items()}
    )


def test_rows_are_filled_in_turn_and_shown_translated(client):
    game = begin(client, "yatzy", "Ada", "Bo")
    assert "It is Ada's turn." in text(client.get(game))
    assert send(client, game, slot("row", 0, row="sixes", number="6+6")).status_code == 303
    assert cells(client.get(game))["Sixes"] == ["12", None]
    offered = Page(client.get(f"{game}/plays/1")).first("select").all("option")
    assert (len(offered), offered[5].given["value"]) == (15, "sixes")
    page = client.get(game, headers=GERMAN)
    assert "Bo" in Page(page).first(class_="turn").text
    assert "Volles Haus" in text(page)
    refused = fill(client, game, **{"1_sixes": "7"})
    assert (refused.status_code, "Bo: Sixes: 7 is not a multiple of 6." in text(refused)) == (422, True)
    (marked,) = invalid(Page(refused))
    assert (marked["name"], "autofocus" in marked) == (f"row.{at_seat(1)}.in-sixes-number", True)


MOON = "Shot the moon? Enter 0, and 26 for each other player."


@pytest.mark.parametrize(
    ("title", "typed", "wrong", "says"),
    [
        ("hearts", ("20", "6", "", ""), "2", "A number is missing for Cy and Di."),
        ("hearts", ("12345678", "", "", ""), "0", "Type a number of at most 6 digits."),
        ("rummy", ("5", "", "9+", ""), "2", NO_SUM),
        ("rummy", ("+".join("1" * 21), "", "", ""), "0", NO_SUM),
        ("hearts", ("20", "7", "0", "0"), None, "A round totals 26; this one totals 27."),
        ("hearts", ("26", "0", "0", "0"), "0", f"Ada: 26 is too high: the maximum is 25. {MOON}"),
    ],
)
def test_refusal_marks_the_affected_fields_and_is_shown_once(client, title, typed, wrong, says):
    game = begin(client, plain_pad(client.application, title), "Ada", "Bo", "Cy", "Di")
    page = Page(send(client, game, rounds(*typed)))
    marked = invalid(page)
    assert [each["name"] for each in marked] == [f"round-points-{at_seat(seat)}" for seat in wrong or "0123"]
    assert ["autofocus" in each for each in marked] == [each is marked[0] for each in marked]
    said = faults(page)
    assert said == {marked[0]["aria-describedby"]: says}
    assert {each["aria-describedby"] for each in marked} == said.keys()


def test_offered_exception_has_a_link_per_player(client):
    game = begin(client, plain_pad(client.application, "hearts"), "Ada", "Bo", "Cy", "Di")
    assert send(client, game, rounds(13, 13, 0, 0)).status_code == 303

    for where, stored in ((game, [""] * 4), (f"{game}/plays/1", ["13", "13", "0", "0"])):
        page = Page(client.get(where))
        (offer,) = page.all("details", class_="offers")
        assert offer.first("summary").text == MOON
        links = {each.text.split()[-1]: each.given["href"] for each in offer.all("a")}
        assert list(links) == ["Ada", "Bo", "Cy", "Di"]
        assert points_typed(page) == stored
        assert points_typed(Page(client.get(links["Cy"]))) == ["26", "26", "0", "26"]


def test_unlikely_number_needs_confirmation(client):
    game = begin(client, made(client, name="Phases"), "Ada", "Bo <i>")
    assert send(client, game, rounds(9999, -9999)).status_code == 303
    asked = send(client, game, rounds(5, -999999))
    assert (asked.status_code, "Really −999999 for Bo &lt;i&gt;?" in asked.text) == (422, True)
    assert [each.given["value"] for each in Page(asked).all("input", class_="field")][:2] == ["5", "-999999"]
    sure = slip(asked) | rounds(5, -999999) | {"sure": "yes"}
    assert client.post(f"{game}/plays", data=sure).status_code == 303
    assert send(client, game, rounds(123456, 200000)).status_code == 303  # some players have such scores by now


def farm(client):
    return begin(client, made(client, name="Farm", sort="rows", rows="Gold\nSheep"), "Ada", "Bo")


def test_conflicting_later_row_is_marked_at_its_field(client):
    game = farm(client)
    for row in ("gold", "sheep"):
        assert send(client, game, slot("row", 0, row=row, number="4")).status_code == 303
    form = dict(Page(client.get(f"{game}/plays/1")).form(class_="full").fields)
    answer = client.post(f"{game}/plays", data=form | {f"row.{at_seat(0)}.at-1-row": "sheep"})
    (marked,) = invalid(Page(answer))
    assert (answer.status_code, marked["name"], "autofocus" in marked) == (409, f"row.{at_seat(0)}.at-2-row", True)
    assert faults(Page(answer)) == {marked["aria-describedby"]: "Ada has filled Sheep already."}


def test_sheet_is_filled_in_together_and_empty_cells_ignored(client):
    game = farm(client)
    assert "No changes to save." in text(fill(client, game))
    refused = fill(client, game, **{"0_gold": "5", "1_gold": "many"})
    assert (refused.status_code, cells(refused)["Gold"]) == (422, [None, None])
    assert [pair for pair in Page(refused).form(class_="filling").fields if pair[1] in ("5", "many")] == [
        (f"row.{at_seat(0)}.in-gold-number", "5"),
        (f"row.{at_seat(1)}.in-gold-number", "many"),
    ]
    assert fill(client, game, **{"0_gold": "5", "1_gold": "3+4", "1_sheep": "-2"}).status_code == 303
    assert cells(client.get(game)) == {"Gold": ["5", "7"], "Sheep": [None, "−2"], "points": ["5", "5"]}
    for name in (f"row.{at_seat(0)}.in-silver", f"row.{at_seat(9)}.in-sheep"):
        sent = slip(client.get(game)) | {"play": name, f"{name}-number": "1"}
        assert client.post(f"{game}/plays", data=sent).status_code == 400
    assert fill(client, game, **{"0_sheep": "1"}).status_code == 303
    assert "Ada wins: 6 points, 1 ahead of Bo" in text(client.get(game))
    assert "Most in Gold Bo" in text(client.get("/records"))


def test_pad_without_points_needs_its_winners(client):
    game = begin(client, made(client, name="Mafia", sort="winner"), "Ada", "Bo", "Cy")
    for winners, status in (([], 422), ([2, 2], 422), ([2, 0], 303)):
        assert send(client, game, slot("won", winners=[at_seat(each) for each in winners])).status_code == status
    assert "Ada and Cy share the win" in text(client.get(game))


def test_cooperative_pad_is_won_or_lost_together(client):
    pad = made(client, name="Pandemic", sort="cooperative")
    games = [begin(client, pad, "Ada", "Bo", "Cy") for _ in range(2)]
    assert send(client, games[0], slot("result")).status_code == 422
    for game, result in zip(games, ("won", "lost"), strict=True):
        assert send(client, game, slot("result", result=result)).status_code == 303
    page = Page(client.get(games[0]))
    assert page.first(class_="winner").text == "Won together"
    named = [each.text for each in page.first("table", class_="scores").all("th", scope="row")]
    assert named == ["● Ada", "■ Bo", "◆ Cy"]
    assert page.first(id="share").text.endswith("Won together Ada, Bo and Cy")
    assert ("Wins in" in page.text, "in a row" in page.text) == (False, False)
    assert "Lost together" in text(client.get(games[1]))
    (ada,) = [each.given["href"] for each in Page(client.get("/players")).all("a", class_="game") if "Ada" in each.text]
    assert "Pandemic Won together 1 of 2 games" in text(client.get(ada))
    assert "win rate" not in text(client.get(ada))


def add(client, game, name):
    return client.post(f"{game}/category", data=slip(client.get(f"{game}/category")) | {"category": name})


def test_added_category_changes_no_earlier_game_and_can_be_undone(client, monkeypatch):
    over, game = farm(client), farm(client)
    assert fill(client, over, **{"0_gold": "5", "1_gold": "4", "0_sheep": "1", "1_sheep": "1"}).status_code == 303
    assert fill(client, game, **{"0_gold": "5", "1_gold": "4"}).status_code == 303
    assert f"{game}/category" in Page(client.get(f"{game}/more")).links
    assert add(client, game, " Big  Wood ").location == game
    assert (cells(client.get(game))["Big Wood"], cells(client.get(game))["Gold"]) == ([None, None], ["5", "4"])
    assert set(cells(client.get(over))) == {"Gold", "Sheep", "points"}
    assert "The pad was changed." in text(client.get(f"{game}/plays"))
    assert "The game is over." in text(add(client, over, "Wood"))
    assert fill(client, game, **{"0_big-wood": "7"}).status_code == 303
    monkeypatch.setattr("scorekeeper.store.games.MAX_DEFINITIONS", 1)  # unplayed pads are dropped
    for change, shown in (("undo", {"Gold", "Sheep", "points"}), ("redo", {"Gold", "Sheep", "Big Wood", "points"})):
        make(client, name="One more")
        for _ in range(2):
            assert client.post(f"{game}/{change}", data=slip(client.get(game))).status_code == 303
        assert set(cells(client.get(game))) == shown
    assert cells(client.get(game))["Big Wood"] == ["7", None]
    assert findings(client.application.extensions["service"]) == ()


def test_category_is_refused_without_a_new_name_or_on_other_pads(client):
    game = farm(client)
    for name, says in (
        (" ", "A category needs a name."),
        ("sheep", "The name 'sheep' is used twice."),
        ("x" * 41, "A name can have at most 40 characters; this one has 41."),
    ):
        refused = add(client, game, name)
        assert (refused.status_code, says in text(refused)) == (422, True)
    assert set(cells(client.get(game))) == {"Gold", "Sheep", "points"}
    for name in ("yatzy", "six-nimmt"):
        game = begin(client, name, "Ada", "Bo")
        assert client.get(f"{game}/category").status_code == 404
        assert f"{game}/category" not in Page(client.get(game)).links


def strip(client, game):
    """Return the total and the name of each player or team."""
    found = [each.text.split(" ") for each in Page(client.get(game)).all(class_="standing")]
    return [f"{words[0]} {' '.join(words[2:])}" for words in found]


def act(client, game, do, **fields):
    """Press a button of the page with the players of a game."""
    form = Page(client.get(f"{game}/players")).form(action=f"{game}/players")
    kept = [pair for pair in form.fields if pair[0] not in fields]
    return client.post(f"{game}/players", data=MultiDict([*kept, *fields.items(), ("do", do)]))


def test_joining_and_leaving_is_undone_and_redone(client):
    game = begin(client, made(client, name="Skyjo"), "Ada", "Bo")
    for points in ((5, 1), (4, 4)):
        assert send(client, game, rounds(*points)).status_code == 303
    assert act(client, game, "save", **{"name-2": "Di", "had-2": "", "missed-points": "3+4"}).status_code == 303
    assert strip(client, game) == ["9 Ada", "5 Bo", "7 Di"]
    di = players_of(client, game)[2]
    assert send(client, game, rounds(1, 1) | {f"round-points-{di}": "2"}).status_code == 303
    assert act(client, game, f"enter:leave.{at_seat(1)}").status_code == 303
    assert text(client.get(game)).count(" away ") == 1
    fields = [each.given["name"] for each in Page(client.get(game)).all("input") if "points" in each.given["name"]]
    assert fields == [f"round-points-{at_seat(0)}", f"round-points-{di}"]
    refused = act(client, game, f"enter:leave.{at_seat(1)}")
    assert (refused.status_code, "Bo is away." in text(refused)) == (422, True)
    assert act(client, game, f"enter:join.{at_seat(1)}").status_code == 303
    for change, players in (("undo", (3, 3, 3, 2)), ("redo", (3, 3, 3, 3))):
        for after in players:
            assert client.post(f"{game}/{change}", data=slip(client.get(game))).status_code == 303
            assert len(strip(client, game)) == after
    assert strip(client, game) == ["10 Ada", "6 Bo", "9 Di"]
    assert send(client, game, slot("stop")).status_code == 303
    assert "Di joined after round 2. The place also counts the points for missed rounds." in text(client.get(game))
    assert act(client, game, f"enter:leave.{at_seat(1)}").status_code == 400


def test_points_of_a_latecomer_are_checked_and_may_be_missing(client):
    game = begin(client, made(client, name="Skyjo"), "Ada", "Bo")
    assert send(client, game, rounds(5, 1)).status_code == 303
    answer = act(client, game, "save", **{"new": "Di", "missed-points": "many"})
    (field,) = invalid(Page(answer))
    assert (answer.status_code, field["value"]) == (422, "many")
    assert "Di" in [each.given.get("value") for each in Page(answer).all("input")]
    assert len(strip(client, game)) == 2
    for typed in ({"new": "Di"}, {"name-0": "Adele"}):
        answer = act(client, game, f"enter:leave.{at_seat(1)}", **typed)
        assert (answer.status_code, Page(answer).alert) == (422, "Save the changed players first.")
        assert typed.items() <= dict(Page(answer).form(action=f"{game}/players").fields).items()
    answer = act(client, game, "save", **{"missed-points": "7"})
    assert (answer.status_code, "are for a player who joins or leaves" in text(answer)) == (422, True)
    assert 'value="7"' in answer.text
    for odd in ("enter:leave", f"enter:leave.{at_seat(9)}", "enter:stop.0", "enter:round.0"):
        assert act(client, game, odd).status_code == 400
    assert act(client, game, "save", **{"name-2": "Di", "had-2": "", "missed-points": ""}).status_code == 303
    assert send(client, game, slot("stop")).status_code == 303
    assert "Di did not play." in text(client.get(game))
    listed = [each.text for each in Page(client.get("/players")).all("a", class_="game")]
    assert sorted(each.split()[0] for each in listed) == ["Ada", "Bo"]


def test_teams_can_be_changed_during_the_game(client):
    played = [{"kind": "round", "points": {"Ada": 7, "Bo": 5}}]
    game = load(client, ("Ada", "Bo", "Cy", "Di"), played, teams=True)
    assert strip(client, game) == ["7 Ada+Cy Ada & Cy", "5 Bo+Di Bo & Di"]
    assert act(client, game, "save", **{"teams-3": "A"}).status_code == 303
    assert strip(client, game) == ["7 Ada+Cy+Di Ada & Cy & Di", "5 Bo"]
    assert "the change of teams" in text(client.get(game))
    answer = act(client, game, "save", **{"teams-1": "A"})
    assert (answer.status_code, "At least two teams are needed." in text(answer)) == (422, True)


def test_next_dealer_is_changed_with_one_tap(client):
    game = begin(client, made(client, name="Skat", deals="yes"), "Ada", "Bo", "Cy")
    assert send(client, game, rounds(5, 1, 2)).status_code == 303
    offered = [each.given["value"] for each in Page(client.get(f"{game}/players")).all("button", name="do")]
    assert [each for each in offered if "deal" in each] == [f"enter:deal.{at_seat(0)}", f"enter:deal.{at_seat(2)}"]
    refused = act(client, game, f"enter:deal.{at_seat(0)}", **{"missed-points": "3"})
    assert (refused.status_code, "are for a player who joins or leaves" in text(refused)) == (422, True)
    assert act(client, game, f"enter:deal.{at_seat(0)}").status_code == 303
    (dealer,) = (each for each in Page(client.get(game)).all(class_="standing") if each.all("svg", class_="deals"))
    assert "Ada" in dealer.text
    assert send(client, game, rounds(1, 1, 1)).status_code == 303
    assert "dealt by Ada" in text(client.get(f"{game}/plays/3"))
