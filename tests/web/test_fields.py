"""Pads with fields through their pages: rounds, announcements, rows, corrections, export and import."""

import json

import pytest

from scorekeeper.titles import READY
from tests.documents import import_documents, read_document
from tests.helpers import slip, slot
from tests.pads.documents import document
from tests.pages import Page, text
from tests.seats import at_seat
from tests.web.pads import begin, cells, fill, send
from tests.web.sharing import watcher_of

THREE = ("Ada", "Bo", "Cy")


@pytest.fixture
def client(shared_app, tmp_path):
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    for name in ("wizard", "doppelkopf", "seven-wonders", "splendor"):
        (folder / f"{name}.toml").write_text(READY[name].read_text())
    app = shared_app.over(tmp_path / "instance")
    yield shared_app.paired_client()
    app.extensions["service"].store.close()


def values(kind, where="", **fields):
    """Return the slot of a play with these values by field, in seat order; None for an empty field."""
    typed = {
        f"values-{at_seat(seat)}-{name}": "" if each is None else str(each)
        for name, given in fields.items()
        for seat, each in enumerate(given)
    }
    return slot(kind, where=where, **typed)


def played(client, game):
    """Return the texts of the rows of the sheet of rounds, newest first."""
    table = Page(client.get(game)).first("table", class_="rounds")
    return [each.text for each in table.all("tr") if each.all("td") and "pencil-row" not in each.given.get("class", "")]


def exported(client, game):
    return json.loads(client.get(f"{game}/document").data)


def test_bids_and_tricks_are_entered_counted_and_corrected(client):
    game = begin(client, "wizard", *THREE)
    assert Page(client.get(game)).first("a", class_="send").text == "Round 1 : Bid"
    assert "Enter the announcements" in text(client.get(f"{game}?open=announce-1"))
    assert send(client, game, values("announce", bid=(1, 0, 1))).status_code == 303
    assert played(client, game) == ["1 1 0 1"]
    page = client.get(f"{game}?open=announce-1")  # leads to the tricks now
    assert ("Enter round 1" in text(page), "Enter the announcements" in text(page)) == (True, False)
    form = dict(Page(page).form(id="round").fields)
    assert [form[f"round-values-{at_seat(seat)}-bid"] for seat in range(3)] == ["1", "0", "1"]
    assert send(client, game, values("round", tricks=(1, 0, 0))).status_code == 303
    assert played(client, game) == ["1 30 1/1 20 0/0 −10 1/0"]
    assert "Ada: Bid 1; Bo: Bid 0; Cy: Bid 1" in text(client.get(f"{game}/plays"))
    changed = send(client, game, values("round", where="at-2", bid=(1, 0, 1), tricks=(0, 0, 1)))
    assert changed.status_code == 303, text(changed)
    assert played(client, game) == ["1 −10 1/0 20 0/0 30 1/1"]
    assert exported(client, game)["plays"][1] == {
        "kind": "round",
        "values": {"Ada": {"tricks": 0}, "Bo": {"tricks": 0}, "Cy": {"tricks": 1}},  # the bids stay those announced
    }
    assert send(client, game, values("round", where="at-2", bid=(0, 0, 1), tricks=(0, 0, 1))).status_code == 303
    assert exported(client, game)["plays"][1]["values"]["Ada"] == {"bid": 0, "tricks": 0}
    assert played(client, game) == ["1 20 0/0 20 0/0 30 1/1"]


@pytest.mark.parametrize(
    ("fields", "wrong", "says"),
    [
        ({"bid": (2, 0, 0), "tricks": (1, 0, 0)}, [(0, "bid")], "Ada: Bid 2 is too high: the maximum is 1."),
        ({"bid": (0, 0, 0), "tricks": (1, 0, None)}, [(2, "tricks")], "Fill this in too, or clear what belongs to it."),
        ({"bid": (0, None, 0), "tricks": (1, 0, 0)}, [(1, "bid")], "Bid is missing for Bo."),
        ({"bid": (0, 0, 0), "tricks": ("x", 1, 0)}, [(0, "tricks")], "Type a whole number"),
        ({"bid": (0, 0, 0), "tricks": (1, 1, 0)}, None, "Tricks: 2 of 1, 1 too many. Check Ada and Bo."),
    ],
)
def test_errors_are_shown_at_their_field_and_input_stays(client, fields, wrong, says):
    game = begin(client, "wizard", *THREE)
    refused = send(client, game, values("round", **fields))
    assert (refused.status_code, says in text(refused)) == (422, True)
    marked = {each.given["name"] for each in Page(refused).all("input") if "aria-invalid" in each.given}
    every = [(seat, name) for seat in range(3) for name in ("bid", "tricks")]
    assert marked == {f"round-values-{at_seat(seat)}-{name}" for seat, name in (wrong or every)}
    typed = dict(Page(refused).form(id="round").fields)
    for name, given in fields.items():
        assert [typed[f"round-values-{at_seat(seat)}-{name}"] for seat in range(3)] == [
            "" if each is None else str(each) for each in given
        ]
    assert exported(client, game)["plays"] == []


def test_form_of_a_round_has_fields_only_for_present_players(client):
    four = (*THREE, "Di")
    plays = [{"kind": "leave", "player": "Di"}]
    for kind, field in (("announce", "bid"), ("round", "tricks")):
        plays.append({"kind": kind, "values": {name: {field: int(name == "Ada")} for name in THREE}})
    for kept, present in ((plays, 3), ([*plays, {"kind": "join", "player": "Di"}], 4)):
        (game,) = import_documents(
            client.application.extensions["service"], [read_document(document("wizard", four, kept))]
        )
        form = Page(client.get(f"/games/{game.id}?open=announce-2")).form(id="announce")
        assert sum(name.endswith("-bid") for name, _ in form.fields) == present
    assert played(client, f"/games/{game.id}")[:2] == ["· Di joins", "1 30 1/1 20 0/0 20 0/0 – no value"]
    assert "20 + 10 = 30" in text(client.get(f"/games/{game.id}/how"))


def test_fields_with_defaults_may_stay_empty(client):
    four = (*THREE, "Di")
    game = begin(client, "doppelkopf", *four)
    entered = send(client, game, values("round", won=(1, 1, None, None), value=(3, None, None, None)))
    assert entered.status_code == 303, text(entered)
    assert exported(client, game)["plays"] == [
        {"kind": "round", "values": {"Ada": {"won": 1, "value": 3}, "Bo": {"won": 1}, "Cy": {}, "Di": {}}}
    ]


def test_sheet_has_the_fields_of_a_row_in_its_cells(client):
    game = begin(client, "seven-wonders", *THREE)
    sheet = client.get(game)
    science = f"row.{at_seat(0)}.in-scientific-structures-values"
    typed = {f"{science}-tablets": "2", f"{science}-compasses": "1", f"{science}-gears": "1+1"}
    typed[f"row.{at_seat(1)}.in-military-number"] = "5"
    assert fill(client, game, typed).status_code == 303
    assert cells(client.get(game))["Scientific structures"] == ["16 2/1/2", None, None]
    assert [each.given["aria-label"] for each in Page(sheet).all("input") if "coins" in each.given["name"]] == [
        f"{name}: Treasury, Coins" for name in THREE
    ]
    corrected = {"row": "scientific-structures", "values-tablets": "3", "values-compasses": "0", "values-gears": "0"}
    answer = send(client, game, slot("row", 0, where="at-2", **corrected))
    assert answer.status_code == 303, text(answer)
    assert cells(client.get(game))["Scientific structures"] == ["9 3/0/0", None, None]
    undone = client.post(f"{game}/undo", data=slip(client.get(game)))
    assert undone.status_code == 303
    assert cells(client.get(game))["Scientific structures"] == ["16 2/1/2", None, None]


def test_half_filled_cell_is_refused_and_names_the_field(client):
    game = begin(client, "seven-wonders", *THREE)
    refused = fill(client, game, {f"row.{at_seat(0)}.in-scientific-structures-values-tablets": "2"})
    assert refused.status_code == 422
    marked = {
        each.given["name"].rpartition("-")[2] for each in Page(refused).all("input") if "aria-invalid" in each.given
    }
    assert marked == {"compasses", "gears"}


def test_result_of_tied_game_has_fields_only_for_tie_breaks(client):
    game = begin(client, "splendor", "Ada", "Bo")
    counted = {"development-cards": ("15", "12"), "nobles": ("0", "1")}
    rows = {f"row.{at_seat(seat)}.in-{row}-number": own[seat] for row, own in counted.items() for seat in (0, 1)}
    assert fill(client, game, rows).status_code == 303
    result, watcher = Page(client.get(game)), watcher_of(client, game)
    assert "Ada and Bo" in result.text
    names = [f"row.{at_seat(seat)}.in-number-of-cards-number" for seat in (0, 1)]
    assert [name for name, _ in result.form(class_="filling").fields if name.endswith("-number")] == names
    assert "in-number-of-cards" not in watcher.get(game).text
    refused = fill(client, game, dict(zip(names, ("-1", "9"), strict=True)))
    assert refused.status_code == 422
    assert "too low" in text(refused)
    assert [each.given["value"] for each in Page(refused).all("input") if each.given["name"] in names] == ["-1", "9"]
    assert fill(client, game, dict(zip(names, ("14", "9"), strict=True))).status_code == 303
    result = Page(client.get(game))
    assert "Bo wins" in result.text
    assert "filling" not in {form.given.get("class") for form in result.all("form")}
    answer = send(client, game, slot("row", 0, where="at-5", row="number-of-cards", number="8"))
    assert answer.status_code == 303, text(answer)
    assert "Ada wins" in text(client.get(game))


def test_default_by_players_is_not_taken_from_the_last_game(client):
    names = {f"name-{seat}": name for seat, name in enumerate(("Ada", "Bo", "Cy", "Di", "Ed", "Flo"))}
    for count, rounds in ((3, 20), (6, 10)):
        form = Page(client.get("/new/wizard")).form(class_="begin")
        assert dict(form.fields)["rounds"] == ""
        assert "Empty: by the number of players." in text(client.get("/new/wizard"))
        chosen = dict([*names.items()][:count])
        begun = client.post("/new/wizard", data=dict(form.fields) | chosen | {"do": "begin", "order": "kept"})
        game = begun.location.partition("?")[0]
        assert exported(client, game)["options"] == {"rounds": rounds}
