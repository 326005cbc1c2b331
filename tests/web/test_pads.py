"""Pads through their pages: beginning, entering sums, corrections, German texts, and exports with definitions."""

import json
from urllib.parse import urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.store.check import verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.titles import READY
from tests.checked import findings
from tests.documents import game_document, import_documents, read_document
from tests.helpers import slip, slot
from tests.own_titles import plain_pad
from tests.pages import Page, text
from tests.seats import at_seat, players_of
from tests.web.pads import begin, cells, send

NO_NAME, NO_NUMBER = "A game needs a name.", "Type a whole number, such as 3."
GERMAN = {"Accept-Language": "de"}


@pytest.fixture
def client(shared_app, tmp_path):
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    for name in ("six-nimmt", "yatzy"):
        (folder / f"{name}.toml").write_text(READY[name].read_text())
    app = shared_app.over(tmp_path / "instance")
    yield shared_app.paired_client()
    app.extensions["service"].store.close()


def make(client, **fields):
    """Send the form of a new pad with these fields; all others are unchanged."""
    return client.post("/pads/new", data=dict(Page(client.get("/pads/new")).form(action="/pads/new").fields) | fields)


@pytest.mark.parametrize(
    ("facts", "plays", "rows", "links"),
    [
        (
            {"entry": "any"},
            "Ada=4 Bo=2 Cy=-3 Bo=5 Ada=1 -Cy Ada=7 Bo=6 +Cy Cy=8 stop",
            ["1 4 2 −3", "2 1 5 – no value", "Cy leaves", "3 7 6 – no value", "Cy joins", "4 8", "The game ended here",
             "= points 12 13 5"],
            [1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11],
        ),
        (
            {},
            "Ada=4,Bo=2,Cy=0 -Cy Ada=1,Bo=5 +Cy Ada=0,Bo=3,Cy=6",
            ["1 4 2 0", "Cy leaves", "2 1 5 – no value", "Cy joins", "3 0 3 6", "= points 5 10 6"],
            [1, 1, 1, 1, 2, 3, 3, 3, 3, 4, 5, 5, 5, 5],
        ),
    ],
    ids=["one by one", "rounds"],
)  # fmt: skip
def test_pad_shows_a_dash_for_absent_players(client, facts, plays, rows, links):
    logged = []
    for play in plays.split():
        points = {
            name: [int(number)] for name, _, number in (each.partition("=") for each in play.split(",")) if number
        }
        one = play.strip("+-").partition("=")[0]
        if play == "stop":
            logged.append({"kind": "stop"})
        elif not points:
            logged.append({"kind": "join" if play[0] == "+" else "leave", "player": one})
        elif facts:
            logged.append({"kind": "points", "player": one, "points": points[one]})
        else:
            logged.append({"kind": "round", "points": points})
    definition = {"title": "Columns", "players": 3} | facts
    document = game_document("columns", ("Ada", "Bo", "Cy"), logged) | {"definition": definition}
    (game,) = import_documents(client.application.extensions["service"], [read_document(document)])
    log = client.get(f"/games/{game.id}/plays")
    assert pad_of(log) == rows
    found = [each.given["href"] for each in Page(log).first("table", class_="pad").all("a")]
    assert [int(urlsplit(each).path.rpartition("/")[2]) for each in found] == links


def pad_of(answer):
    return [row.text for row in Page(answer).first("table", class_="pad").all("tr")][1:]


def test_rounds_are_typed_as_sums_and_the_game_listed(client):
    assert "6 nimmt!" in text(client.get("/"))
    game = begin(client, "six-nimmt", "Ada", "Bo")
    assert "The game ends when a player has 66." in text(client.get(game))
    for typed, says in (
        (("12345678", "1"), "Type a number of at most 6 digits."),
        (("3+", "1"), "Type a whole number, or a short sum such as 3+6−2."),
        (("1 0", "1"), "Type a whole number, or a short sum such as 3+6−2."),
        (("+".join("1" * 21), "1"), "Type a whole number, or a short sum such as 3+6−2."),
        (("3", ""), "A number is missing for Bo."),
        (("3-4", "1"), "Ada: −1 is too low: the minimum is 0."),
    ):
        refused = send(
            client, game, slot("round", **{f"points-{at_seat(seat)}": each for seat, each in enumerate(typed)})
        )
        assert (refused.status_code, says in text(refused)) == (422, True), text(refused)
    assert (
        send(
            client, game, slot("round", **{f"points-{at_seat(0)}": "3+6 − 2", f"points-{at_seat(1)}": "+1"})
        ).status_code
        == 303
    )
    log = client.get(f"{game}/plays")
    assert pad_of(log) == ["1 7 1", "= bullheads 7 1"]
    cells = Page(log).first(id="play-1").all("a")
    assert [urlsplit(each.given["href"]).path for each in cells] == [f"{game}/plays/1"] * 3  # the number, and each cell
    correction = Page(client.get(f"{game}/plays/1"))
    (typed,) = (each for each in correction.all("input") if each.given["name"].endswith(f"points-{at_seat(0)}"))
    assert typed.given["value"] == "3+6-2"
    assert (
        send(client, game, slot("round", **{f"points-{at_seat(0)}": "0", f"points-{at_seat(1)}": "66"})).status_code
        == 303
    )
    assert "Ada wins: 7 bullheads, 60 less than Bo" in text(client.get(game))
    assert "7 Hornochsen" in text(client.get(game, headers=GERMAN))
    document = json.loads(client.get(f"{game}/document").text)
    assert (document["rulebook"], document["plays"][0]["points"]["Ada"]) == ("six-nimmt", [3, 6, -2])
    assert document["options"] == {"limit": 66}
    assert "6 nimmt!" in text(client.get("/past"))


def test_early_end_is_not_shown_as_a_round(client):
    game = begin(client, make(client, name="Skull <King>").location.removeprefix("/new/"), "Ada", "Bo")
    for points in ((20, -10), (30, 0), (-20, 40)):
        assert send(client, game, rounds(*points)).status_code == 303
    assert send(client, game, rounds(5, 5, where="before-2")).status_code == 303
    assert send(client, game, slot("stop")).status_code == 303
    written = ["1 20 −10", "2 5 5", "3 30 0", "4 −20 40", "5 The game ended here", "= points 35 35"]
    assert pad_of(client.get(f"{game}/plays")) == pad_of(client.get(game)) == written
    assert "Ada round 4: −20 35" in text(client.get(f"{game}/screen"))
    assert "round 4 35 35" in text(client.get(game))
    assert "Skull <King>,,Bo,2,no,yes,1,35,yes" in client.get("/data/games.csv").text
    (play,) = json.loads(client.get("/data/games.bgsplay").text)["plays"]
    assert [(each["score"], each["winner"]) for each in play["playerScores"]] == [("35", True)] * 2
    assert "Most in one round Bo" in text(client.get("/records"))


def rounds(*points, where=""):
    return slot("round", where=where, **{f"points-{at_seat(seat)}": str(each) for seat, each in enumerate(points)})


def fill(client, game, **numbers):
    """Send the complete form of a score sheet, with these numbers by the field of their cell and no other numbers."""
    fields = Page(client.get(game)).form(class_="filling").fields
    typed = {f"row.{at_seat(cell[0])}.in-{cell[2:]}-number": each for cell, each in numbers.items()}
    assert typed.keys() <= {name for name, _ in fields}
    return client.post(f"{game}/plays", data=MultiDict([(name, typed.get(name, value)) for name, value in fields]))


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
    assert "Ada's category Sixes" in text(client.get(f"{game}/plays"))
    refused = fill(client, game, **{"1_sixes": "7"})
    assert (refused.status_code, "Bo: Sixes: 7 is not a multiple of 6." in text(refused)) == (422, True)
    assert cells(refused)["Sixes"] == ["12", None]
    (marked,) = (each.given for each in Page(refused).all("input") if "aria-invalid" in each.given)
    assert (marked["name"], "autofocus" in marked) == (f"row.{at_seat(1)}.in-sixes-number", True)


MOON = "Shot the moon? Enter 0, and 26 for each other player."


@pytest.mark.parametrize(
    ("title", "typed", "wrong", "says"),
    [
        ("Hearts", ("10", "-3", "13", "6"), "1", "Bo: −3 is too low: the minimum is 0."),
        ("Hearts", ("0", "0", "30", "-4"), "2", "Cy: 30 is too high: the maximum is 25."),
        ("Hearts", ("20", "6", "", ""), "2", "A number is missing for Cy and Di."),
        ("Rummy", ("5", "", "9+", ""), "2", "Type a whole number, or a short sum such as 3+6−2."),
        ("Rummy", ("5", "", "9", ""), None, "Only one player scores in a round, not 2: Ada and Cy."),
        ("Hearts", ("20", "7", "0", "0"), None, "A round totals 26; this one totals 27."),
        ("Hearts", ("26", "0", "0", "0"), "0", f"Ada: 26 is too high: the maximum is 25. {MOON}"),
    ],
)
def test_refusal_marks_the_affected_fields_and_is_shown_once(client, title, typed, wrong, says):
    game = begin(client, plain_pad(client.application, title.lower()), "Ada", "Bo", "Cy", "Di")
    answer = send(client, game, slot("round", **{f"points-{at_seat(seat)}": each for seat, each in enumerate(typed)}))
    page = Page(answer)
    marked = [each.given for each in page.all("input") if "aria-invalid" in each.given]
    assert [each["name"] for each in marked] == [f"round-points-{at_seat(seat)}" for seat in wrong or "0123"]
    assert ["autofocus" in each for each in marked] == [each is marked[0] for each in marked]
    said = {each.given.get("id"): each.text for each in page.all("p", class_="fault") if each.text}
    assert said == {marked[0]["aria-describedby"]: says}
    assert {each["aria-describedby"] for each in marked} == said.keys()


def test_offered_exception_has_a_link_per_player(client):
    game = begin(client, plain_pad(client.application, "hearts"), "Ada", "Bo", "Cy", "Di")
    numbers = ["13", "13", "0", "0"]
    send(client, game, slot("round", **{f"points-{at_seat(seat)}": each for seat, each in enumerate(numbers)}))
    for where, stored in ((game, [""] * 4), (f"{game}/plays/1", numbers)):
        page = Page(client.get(where))
        (offer,) = page.all("details", class_="offers")
        assert offer.first("summary").text == MOON
        links = {each.text.split()[-1]: each.given["href"] for each in offer.all("a")}
        assert list(links) == ["Ada", "Bo", "Cy", "Di"]
        typed = [
            (each.given["name"], each.given["value"]) for each in page.all("input") if "points-" in each.given["name"]
        ]
        assert [value for _, value in typed] == stored
        filled = Page(client.get(links["Cy"]))
        assert [each.given["value"] for each in filled.all("input") if each.given["name"] in dict(typed)] == [
            "26",
            "26",
            "0",
            "26",
        ]
    german = text(client.get(game, headers={"Accept-Language": "de"}))
    assert "Alle Punkte geholt? Trage 0 ein und bei allen anderen 26." in german
    rummy = begin(client, plain_pad(client.application, "rummy"), "Ada", "Bo")
    assert Page(client.get(rummy)).all("details", class_="offers") == []


def test_unlikely_number_needs_confirmation(client):
    def round_of(*numbers):
        return slot("round", **{f"points-{at_seat(seat)}": each for seat, each in enumerate(numbers)})

    game = begin(client, make(client, name="Phases").location.removeprefix("/new/"), "Ada", "Bo <i>")
    assert send(client, game, round_of("9999", "-9999")).status_code == 303
    asked = send(client, game, round_of("5", "-999999"))
    assert (asked.status_code, "Really −999999 for Bo &lt;i&gt;?" in asked.text) == (422, True)
    page = Page(asked)
    assert [each.given["value"] for each in page.all("input", class_="field")][:2] == ["5", "-999999"]
    assert (
        client.post(f"{game}/plays", data=slip(asked) | round_of("5", "-999999") | {"sure": "yes"}).status_code == 303
    )
    assert send(client, game, round_of("123456", "200000")).status_code == 303  # some players have such scores by now

    limited = begin(
        client, make(client, name="Ten thousand", limit="10000").location.removeprefix("/new/"), "Ada", "Bo <i>"
    )
    assert send(client, limited, round_of("12000", "0")).status_code == 303  # as long as the limit


def test_conflicting_later_row_is_marked_at_its_field(client):
    game = begin(client, make(client, name="Farm", sort="rows", rows="Gold\nSheep").location[5:], "Ada", "Bo")
    for row in ("gold", "sheep"):
        assert send(client, game, slot("row", 0, row=row, number="4")).status_code == 303
    name = f"row.{at_seat(0)}.at-1"
    form = dict(Page(client.get(f"{game}/plays/1")).form(class_="full").fields)
    answer = client.post(f"{game}/plays", data=form | {f"{name}-row": "sheep"})
    page = Page(answer)
    (marked,) = (each.given for each in page.all("select", "input") if "aria-invalid" in each.given)
    assert (answer.status_code, marked["name"], "autofocus" in marked) == (409, f"row.{at_seat(0)}.at-2-row", True)
    said = {each.given.get("id"): each.text for each in page.all("p", class_="fault") if each.text}
    assert said == {marked["aria-describedby"]: "Ada has filled Sheep already."}


def test_sheet_is_filled_in_together_and_empty_cells_ignored(client):
    made = make(client, name="Farm", sort="rows", rows="Gold\nSheep")
    game = begin(client, made.location.removeprefix("/new/"), "Ada", "Bo")
    assert "No changes to save." in text(fill(client, game))
    refused = fill(client, game, **{"0_gold": "5", "1_gold": "many"})
    assert (refused.status_code, cells(refused)["Gold"]) == (422, [None, None])
    assert [pair for pair in Page(refused).form(class_="filling").fields if pair[1] in ("5", "many")] == [
        (f"row.{at_seat(0)}.in-gold-number", "5"),
        (f"row.{at_seat(1)}.in-gold-number", "many"),
    ]
    assert fill(client, game, **{"0_gold": "5", "1_gold": "3+4", "1_sheep": "-2"}).status_code == 303
    assert cells(client.get(game)) == {"Gold": ["5", "7"], "Sheep": [None, "−2"], "points": ["5", "5"]}
    assert [
        client.post(f"{game}/plays", data=slip(client.get(game)) | {"play": name, f"{name}-number": "1"}).status_code
        for name in (f"row.{at_seat(0)}.in-silver", f"row.{at_seat(9)}.in-sheep")
    ] == [400, 400]
    assert fill(client, game, **{"0_sheep": "1"}).status_code == 303
    assert "Ada wins: 6 points, 1 ahead of Bo" in text(client.get(game))
    assert cells(client.get(game)) == {"Gold": ["5", "7"], "Sheep": ["1", "−2"], "points": ["6", "5"]}
    assert "by number of plays" not in text(client.get("/records"))
    assert "1 game · 1 with 2 players" in text(client.get("/records"))
    assert "Most in Gold Bo" in text(client.get("/records"))


def test_pad_without_points_records_only_winners(client):
    made = make(client, name="Mafia", sort="winner", wins="whoever", limit="no number")
    assert facts_of(client, made.location) == {"title": "Mafia", "players": [1, 20], "only_winner": True}
    game = begin(client, made.location.removeprefix("/new/"), "Ada", "Bo", "Cy")
    assert send(client, game, slot("won")).status_code == 422
    assert send(client, game, slot("won", winners=[at_seat(2), at_seat(2)])).status_code == 422
    assert send(client, game, slot("won", winners=[at_seat(2), at_seat(0)])).status_code == 303
    assert "Ada and Cy share the win" in text(client.get(game))
    document = json.loads(client.get(f"{game}/document").text)
    assert document["plays"] == [{"kind": "won", "winners": ["Ada", "Cy"]}]


def test_cooperative_pad_is_won_or_lost_together(client):
    made = make(client, name="Pandemic", sort="cooperative", wins="lowest", limit="no number")
    assert facts_of(client, made.location) == {"title": "Pandemic", "players": [1, 20], "cooperative": True}
    games = [begin(client, made.location.removeprefix("/new/"), "Ada", "Bo", "Cy") for _ in range(3)]
    assert send(client, games[0], slot("result")).status_code == 422
    for game, result in zip(games, ("won", "lost", "won"), strict=True):
        assert send(client, game, slot("result", result=result)).status_code == 303
    page = Page(client.get(games[0]))
    assert page.first(class_="winner").text == "Won together"
    assert [each.text for each in page.first("table", class_="scores").all("th", scope="row")] == [
        "● Ada",
        "■ Bo",
        "◆ Cy",
    ]
    assert page.first(id="share").text.endswith("Won together Ada, Bo and Cy")
    assert ("Wins in" in page.text, "in a row" in page.text) == (False, False)
    assert "Lost together" in text(client.get(games[1]))
    assert json.loads(client.get(f"{games[1]}/document").text)["plays"] == [{"kind": "result", "result": "lost"}]
    for url in (f"{games[1]}/plays", f"{games[1]}/replay", f"{games[1]}/screen", f"{games[1]}/more"):
        assert client.get(url, follow_redirects=True).status_code == 200
    page = Page(client.get(f"{games[1]}/plays/1"))
    form = next(each for each in page.forms if any(name.endswith("-result") for name, _ in each.fields))
    (field,) = [name for name, _ in form.fields if name.endswith("-result")]
    corrected = client.post(form.given["action"], data=dict(form.fields) | {field: "won"})
    assert corrected.status_code == 303, text(corrected)
    assert "Won together" in text(client.get(games[1]))
    assert client.post(f"{games[1]}/undo", data=slip(client.get(games[1]))).status_code == 303
    assert "Lost together" in text(client.get(games[1]))
    (ada,) = [each.given["href"] for each in Page(client.get("/players")).all("a", class_="game") if "Ada" in each.text]
    assert "Pandemic Won together 2 of 3 games" in text(client.get(ada))
    assert "win rate" not in text(client.get(ada))
    german = client.get(games[0], headers=GERMAN)
    assert "Gemeinsam gewonnen" in text(german)


def facts_of(client, url):
    return client.application.extensions["service"].rulebooks[url.removeprefix("/new/")].definition


def test_new_pad_needs_few_choices_and_is_listed_first(client):
    assert ("Another game" in text(client.get("/")), "most recent first" in text(client.get("/new"))) == (True, False)
    made = make(client, name=" Skyjo ", wins="lowest", limit="100")
    assert (made.status_code, made.location[:11]) == (303, "/new/skyjo~")
    assert facts_of(client, made.location) == {
        "title": "Skyjo",
        "players": [1, 20],
        "wins": "lowest",
        "rounds": {},
        "end": {"limit": 100},
    }
    assert "most recent first" not in text(client.get("/new"))
    game = begin(client, made.location.removeprefix("/new/"), "Ada", "Bo")
    assert (
        send(client, game, slot("round", **{f"points-{at_seat(0)}": "100", f"points-{at_seat(1)}": "-2"})).status_code
        == 303
    )
    assert "Bo wins: −2 points, 102 less than Ada" in text(client.get(game))
    links = [each for each in Page(client.get("/new")).links if each.startswith("/new/")]
    assert links[0] == made.location


@pytest.mark.parametrize("minus", ["-", "\N{MINUS SIGN}", "\N{EN DASH}"])
def test_every_minus_sign_is_read(client, minus):
    made = make(client, name="Down", limit=f"{minus}50")
    assert facts_of(client, made.location)["end"] == {"limit": -50}
    game = begin(client, made.location.removeprefix("/new/"), "Ada", "Bo")
    sent = slot("round", **{f"points-{at_seat(0)}": f"{minus}4", f"points-{at_seat(1)}": f"3 + 6 {minus} 2 + {minus}1"})
    assert send(client, game, sent).status_code == 303
    assert "3+6−2−1 = 6" in text(client.get(f"{game}/plays/1"))
    assert "−4" in text(client.get(game))


def test_pad_form_chooses_tie_break_and_rotation_of_deal(client):
    skat = make(client, name="Skat", ties="best round", deals="yes", decides="of no meaning here").location
    assert facts_of(client, skat)["rounds"] == {"deals": True}
    game = begin(client, skat.removeprefix("/new/"), "Ada", "Bo")
    for points, dealer in ((("3", "1"), "Ada"), (("1", "3"), "Bo"), (("2", "2"), "Ada")):
        deals = [each for each in Page(client.get(game)).all(class_="standing") if each.all(**{"aria-label": "deals"})]
        assert [dealer in each.text for each in deals] == [True]
        sent = slot("round", **{f"points-{at_seat(seat)}": each for seat, each in enumerate(points)})
        assert send(client, game, sent).status_code == 303
    assert "dealt by Bo" in text(client.get(f"{game}/plays/2"))
    farm = make(client, name="Farm", sort="rows", rows="Gold\nSheep", decides=" sheep ", ties="last round").location
    assert facts_of(client, farm)["tie_breaks"] == ["Sheep"]
    game = begin(client, farm.removeprefix("/new/"), "Ada", "Bo")
    fill(client, game, **{"0_gold": "5", "1_gold": "4", "0_sheep": "1", "1_sheep": "2"})
    assert "Bo wins" in text(client.get(game))


def test_equal_choices_give_the_same_pad(client):
    farm = {"name": "Farm", "sort": "rows", "rows": "Gold\r\n\r\n  Sheep \r\n", "limit": "passed over"}
    first, again = make(client, **farm), make(client, **farm | {"rows": "Gold\nSheep"})
    assert first.location == again.location != make(client, **farm | {"rows": "Sheep\nGold"}).location
    assert facts_of(client, first.location)["rows"] == ["Gold", "Sheep"]
    assert make(client, name="Farm", rows="Gold").location != first.location


def test_pads_of_one_name_are_labelled_by_their_differences(client):
    for limit in ("50", "60"):
        pad = make(client, name="Skat", limit=limit).location
        begin(client, pad.removeprefix("/new/"), "Ada", "Bo")
    links = [each.first("b").text for each in Page(client.get("/new")).all("a", class_="game")]
    assert links[:2] == ["Skat (to 60)", "Skat (to 50)"]


def test_tabs_of_titles_without_emblem_show_their_names(client):
    for name in ("Skat", "Skyjo"):
        game = begin(client, make(client, name=name, most="1").location.removeprefix("/new/"), "Ada", "Bo")
        assert (
            send(client, game, slot("round", **{f"points-{at_seat(0)}": "1", f"points-{at_seat(1)}": "2"})).status_code
            == 303
        )
    for url in ("/past", "/records"):
        shown = [each.text for each in Page(client.get(url)).all(class_="tab-name")]
        assert [each for each in shown if each[0] == "S"] == ["Skat", "Skyjo"]
        assert len(shown) == len({*shown})


def test_ready_pad_is_stored_with_its_first_game(client):
    (ready,) = (each for each in Page(client.get("/new")).links if each.startswith("/new/hearts~"))
    slug = ready.removeprefix("/new/")
    assert slug not in client.application.extensions["service"].rulebooks
    game = begin(client, slug, "Ada", "Bo", "Cy", "Di")
    assert slug in client.application.extensions["service"].rulebooks
    assert "Hearts" in text(client.get(game))


@pytest.mark.parametrize(
    ("fields", "where", "says"),
    [
        ({"name": ""}, "name", NO_NAME),
        ({"name": " \t "}, "name", NO_NAME),
        ({"name": "x" * 101}, "name", "A name can have at most 100 characters; this one has 101."),
        ({"name": "Sky\u202ejo"}, "name", "A name cannot contain invisible characters"),
        ({"name": "Sky\x00jo"}, "name", "A name cannot contain control characters"),
        ({"sort": "nobody"}, "sort", "Choose one of these."),
        ({"wins": "whoever"}, "wins", "Whoever is not one of highest, lowest."),
        ({"sort": "rows"}, "rows", "Enter the categories, one per line."),
        ({"sort": "rows", "rows": "\n".join(map(str, range(61)))}, "rows", "There can be at most 60 categories."),
        ({"sort": "rows", "rows": "Gold\ngold"}, "rows", "The name 'gold' is used twice."),
        ({"sort": "rows", "rows": "x" * 41}, "rows", "A name can have at most 40 characters; this one has 41."),
        ({"sort": "rows", "rows": "Gold", "decides": "Silver"}, "decides", "Enter the name of one of the"),
        ({"ties": "whoever"}, "ties", "Whoever is not one of last round, best round."),
        ({"limit": "many"}, "limit", NO_NUMBER),
        ({"limit": "9" * 5_000}, "limit", NO_NUMBER),
        ({"limit": "٦"}, "limit", NO_NUMBER),
        ({"limit": "0"}, "limit", "With 0 the game would be over before the first entry."),
        ({"limit": "9999999"}, "limit", "A number must be between -1,000,000 and 1,000,000."),
        ({"most": "3.5"}, "most", NO_NUMBER),
        ({"most": "-1"}, "most", "A number from 1 to 1000 is needed here."),
        ({"most": "1001"}, "most", "A number from 1 to 1000 is needed here."),
    ],
)
def test_invalid_pad_is_refused_at_its_field_and_not_stored(client, fields, where, says):
    sent = {"name": "Farm", "wins": "lowest"} | fields
    refused = make(client, **sent)
    assert refused.status_code == 422
    page = Page(refused)
    assert says in page.first(id=f"{where}-fault").text
    shown = dict(page.form(action="/pads/new").fields)
    kept = {each: shown[each] for each in sent if each not in ("sort", "wins", "ties") and "\x00" not in sent[each]}
    assert kept == {each: sent[each] for each in kept}
    assert not [slug for slug in client.application.extensions["service"].rulebooks if slug.startswith("farm~")]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("ハーツ", "pad"),
        ("💥", "pad"),
        ("Ärger & Ähre", "arger-ahre"),
        ("../../etc", "etc"),
        ("<script>alert(1)</script>", "script-alert-1-script"),
        ("{name} %(x)s", "name-x-s"),
        ("W" * 40, "w" * 40),
        ("2048", "2048"),
    ],
)
def test_hostile_pad_names_are_escaped_on_every_page(client, name, slug):
    made = make(client, name=name)
    assert made.location.partition("~")[0] == f"/new/{slug}"
    game = begin(client, made.location.removeprefix("/new/"), "Ada", "Bo")
    for url in (game, "/", "/new"):
        page = client.get(url)
        assert (name in text(page), "<script>alert" in page.text) == (True, False)


def test_number_of_pads_is_limited(client, monkeypatch):
    monkeypatch.setattr("scorekeeper.store.games.MAX_DEFINITIONS", 1)
    assert make(client, name="Never played").status_code == 303
    first = make(client, name="One")
    assert (first.status_code, make(client, name="One").location) == (303, first.location)
    assert not [slug for slug in client.application.extensions["service"].rulebooks if slug.startswith("never")]
    begin(client, first.location.removeprefix("/new/"), "Ada", "Bo")
    refused = make(client, name="Two")
    assert refused.status_code == 409
    assert "There are already 1 score pads" in text(refused)
    assert dict(Page(refused).form(action="/pads/new").fields)["name"] == "Two"


def test_pad_pages_are_shown_in_german(client):
    assert "Ein anderes Spiel" in text(client.get("/new", headers=GERMAN))
    assert "nach Kategorien" in text(client.get("/pads/new", headers=GERMAN))


def add(client, game, name):
    page = client.get(f"{game}/category")
    return client.post(f"{game}/category", data=slip(page) | {"category": name})


def farm(client, **sent):
    pad = make(client, **{"name": "Farm", "sort": "rows", "rows": "Gold\nSheep"} | sent).location
    return begin(client, pad.removeprefix("/new/"), "Ada", "Bo")


def test_added_category_does_not_change_earlier_games(client):
    over, game = farm(client), farm(client)
    assert fill(client, over, **{"0_gold": "5", "1_gold": "4", "0_sheep": "1", "1_sheep": "1"}).status_code == 303
    assert fill(client, game, **{"0_gold": "5", "1_gold": "4"}).status_code == 303
    assert f"{game}/category" in Page(client.get(f"{game}/more")).links
    assert add(client, game, " Big  Wood ").location == game
    assert cells(client.get(game))["Big Wood"] == [None, None]
    assert cells(client.get(game))["Gold"] == ["5", "4"]
    assert set(cells(client.get(over))) == {"Gold", "Sheep", "points"}
    assert "The pad was changed." in text(client.get(f"{game}/plays"))
    assert client.get(f"{over}/category").status_code == 200
    assert "The game is over." in text(add(client, over, "Wood"))
    (offered,) = (each for each in Page(client.get("/new")).links if each.startswith("/new/farm~"))
    assert facts_of(client, offered)["rows"] == ["Gold", "Sheep", "Big Wood"]
    assert add(client, game, "Stone").status_code == 303
    service = client.application.extensions["service"]
    with open_snapshot(service.store.path) as database:
        assert verify(database, service.rulebooks).findings == ()
    assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    rest = {"0_sheep": "1", "1_sheep": "1", "0_big-wood": "2", "1_big-wood": "9"}
    assert fill(client, game, **rest).status_code == 303
    assert "Bo wins: 14 points, 6 ahead of Ada" in text(client.get(game))
    document = json.loads(client.get(f"{game}/document").text)
    assert document["definition"]["rows"] == ["Gold", "Sheep", "Big Wood"]


def test_undo_removes_an_added_category_and_redo_restores_it(client, monkeypatch):
    game = farm(client)
    assert fill(client, game, **{"0_gold": "5"}).status_code == 303
    assert add(client, game, "Wood").status_code == 303
    assert fill(client, game, **{"0_wood": "7"}).status_code == 303
    monkeypatch.setattr("scorekeeper.store.games.MAX_DEFINITIONS", 1)
    make(client, name="What takes the room of unplayed pads")
    for _ in range(2):
        assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    assert cells(client.get(game)) == {"Gold": ["5", None], "Sheep": [None, None], "points": ["5", "0"]}
    assert "Redo the change of the pad" in client.get(game).text
    make(client, name="What takes the room of unplayed pads")
    for _ in range(2):
        assert client.post(f"{game}/redo", data=slip(client.get(game))).status_code == 303
    assert cells(client.get(game))["Wood"] == ["7", None]
    assert findings(client.application.extensions["service"]) == ()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (" ", "A category needs a name."),
        ("sheep", "The name 'sheep' is used twice."),
        ("x" * 41, "A name can have at most 40 characters; this one has 41."),
    ],
)
def test_invalid_category_is_refused_with_the_reason(client, name, says):
    game = farm(client)
    refused = add(client, game, name)
    assert (refused.status_code, says in text(refused)) == (422, True)
    assert set(cells(client.get(game))) == {"Gold", "Sheep", "points"}


def test_other_pads_accept_no_new_category(client):
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
    game = begin(client, make(client, name="Skyjo").location.removeprefix("/new/"), "Ada", "Bo")
    assert "At the table now" not in text(client.get(f"{game}/players"))
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
    for url, after in (
        ("undo", 3),
        ("undo", 3),
        ("undo", 3),
        ("undo", 2),
        ("redo", 3),
        ("redo", 3),
        ("redo", 3),
        ("redo", 3),
    ):
        assert client.post(f"{game}/{url}", data=slip(client.get(game))).status_code == 303
        assert len(strip(client, game)) == after
    assert strip(client, game) == ["10 Ada", "6 Bo", "9 Di"]
    assert send(client, game, slot("stop")).status_code == 303
    said = text(client.get(game))
    assert "Di joined after round 2. The place also counts the points for missed rounds." in said
    assert act(client, game, f"enter:leave.{at_seat(1)}").status_code == 400


def test_leaving_player_without_points_no_longer_leads(client):
    pad = make(client, name="Golf", sort="entries", order="any", wins="lowest").location.removeprefix("/new/")
    game = begin(client, pad, "Ada", "Bo", "Cy")
    assert send(client, game, slot("points", 1, points="7")).status_code == 303
    assert act(client, game, f"enter:leave.{at_seat(2)}").status_code == 303
    crowned = [each for each in Page(client.get(game)).all(class_="standing") if each.all(class_="crown")]
    assert [each.text for each in crowned] == ["0 ● Ada"]


def test_unreadable_points_of_a_latecomer_are_marked(client):
    game = begin(client, make(client, name="Skyjo").location.removeprefix("/new/"), "Ada", "Bo")
    assert send(client, game, rounds(5, 1)).status_code == 303
    answer = act(client, game, "save", **{"new": "Di", "missed-points": "many"})
    (field,) = (each for each in Page(answer).all("input") if "aria-invalid" in each.given)
    assert (answer.status_code, field.given["value"]) == (422, "many")
    assert 'value="Di"' in text(answer) or "Di" in [each.given.get("value") for each in Page(answer).all("input")]
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


def test_teams_can_be_changed_during_the_game(client):
    facts = {"title": "Cranium", "players": [2, 20], "teams": True}
    played = [{"kind": "round", "points": {"Ada": 7, "Bo": 5}}]
    given = game_document("cranium", ("Ada", "Bo", "Cy", "Di"), played) | {"definition": facts}
    (found,) = import_documents(client.application.extensions["service"], [read_document(given)])
    game = f"/games/{found.id}"
    assert strip(client, game) == ["7 Ada+Cy Ada & Cy", "5 Bo+Di Bo & Di"]
    assert act(client, game, "save", **{"teams-3": "A"}).status_code == 303
    assert strip(client, game) == ["7 Ada+Cy+Di Ada & Cy & Di", "5 Bo"]
    assert "the change of teams" in text(client.get(game))
    answer = act(client, game, "save", **{"teams-1": "A"})
    assert (answer.status_code, "At least two teams are needed." in text(answer)) == (422, True)


def test_player_without_scores_did_not_play(client):
    game = begin(client, make(client, name="Skyjo").location.removeprefix("/new/"), "Ada", "Bo")
    assert send(client, game, rounds(5, 1)).status_code == 303
    assert act(client, game, "save", **{"name-2": "Di", "had-2": ""}).status_code == 303
    assert send(client, game, slot("stop")).status_code == 303
    assert "Di did not play." in text(client.get(game))
    listed = [each.text for each in Page(client.get("/players")).all("a", class_="game")]
    assert sorted(each.split()[0] for each in listed) == ["Ada", "Bo"]


def test_next_dealer_is_changed_with_one_tap(client):
    game = begin(client, make(client, name="Skat", deals="yes").location.removeprefix("/new/"), "Ada", "Bo", "Cy")
    assert send(client, game, rounds(5, 1, 2)).status_code == 303
    offered = [each.given["value"] for each in Page(client.get(f"{game}/players")).all("button", name="do")]
    assert [each for each in offered if "deal" in each] == [f"enter:deal.{at_seat(0)}", f"enter:deal.{at_seat(2)}"]
    refused = act(client, game, f"enter:deal.{at_seat(0)}", **{"missed-points": "3"})
    assert (refused.status_code, "are for a player who joins or leaves" in text(refused)) == (422, True)
    assert act(client, game, f"enter:deal.{at_seat(0)}").status_code == 303
    (dealer,) = (each for each in Page(client.get(game)).all(class_="standing") if each.all("svg", class_="deals"))
    assert "Ada" in dealer.text
    assert send(client, game, rounds(1, 1, 1)).status_code == 303
    assert send(client, game, slot("stop")).status_code == 303
    assert "Points, round by round" in text(client.get(game))
