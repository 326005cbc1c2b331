"""Pads in the pages: begun, filled with typed sums, corrected, shown in German, and exported with their facts."""

import json

import pytest

from scorekeeper.places import PACKAGE
from tests.apps import open_app, pair
from tests.helpers import slip, slot
from tests.pages import Page, text

GERMAN = {"Accept-Language": "de"}


@pytest.fixture
def client(tmp_path):
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    for name in ("six-nimmt", "yatzy"):
        (folder / f"{name}.toml").write_text((PACKAGE / "pads" / "titles" / f"{name}.toml").read_text())
    app = open_app(tmp_path / "instance")
    yield pair(app)
    app.extensions["desk"].store.close()


def begin(client, name, *players):
    names = {f"name-{seat}": player for seat, player in enumerate(players)}
    begun = client.post(f"/new/{name}", data=slip(client.get(f"/new/{name}")) | names | {"do": "begin"})
    assert begun.status_code == 303, text(begun)
    return begun.location


def send(client, game, play):
    return client.post(f"{game}/plays", data=slip(client.get(game)) | play)


def pad_of(answer):
    return [row.text for row in Page(answer).first("table", class_="pad").all("tr")][1:]


def test_rounds_are_typed_as_sums_and_the_game_goes_into_the_history(client):
    assert "6 nimmt!" in text(client.get("/"))
    game = begin(client, "six-nimmt", "Ada", "Bo")
    for typed, says in (
        (("3+", "1"), "Type a whole number, or a short sum such as 3+6−2."),
        (("1 0", "1"), "Type a whole number, or a short sum such as 3+6−2."),
        (("+".join("1" * 21), "1"), "Type a whole number, or a short sum such as 3+6−2."),
        (("3", ""), "A number is missing for Bo."),
        (("3-4", "1"), "Ada: −1 is too little: the least is 0."),
    ):
        refused = send(client, game, slot("round", **{f"points-{seat}": each for seat, each in enumerate(typed)}))
        assert (refused.status_code, says in text(refused)) == (422, True), text(refused)
    assert send(client, game, slot("round", **{"points-0": "3+6 − 2", "points-1": "1"})).status_code == 303
    log = client.get(f"{game}/plays")
    assert pad_of(log) == ["1 7 1", "= bullheads 7 1"]
    correction = Page(client.get(f"{game}/plays/1"))
    (typed,) = (each for each in correction.all("input") if each.given["name"].endswith("points-0"))
    assert typed.given["value"] == "3+6-2"
    assert send(client, game, slot("round", **{"points-0": "0", "points-1": "66"})).status_code == 303
    assert "Ada wins: 7 bullheads, 60 less than Bo" in text(client.get(game))
    assert "7 Hornochsen" in text(client.get(game, headers=GERMAN))
    document = json.loads(client.get(f"{game}/document").text)
    assert (document["rulebook"], document["plays"][0]["points"]["Ada"]) == ("six-nimmt", [3, 6, -2])
    assert document["definition"]["end"] == {"limit": 66}
    assert "6 nimmt!" in text(client.get("/past"))


def test_rows_are_filled_in_turn_and_stand_on_the_score_paper_in_the_readers_language(client):
    game = begin(client, "yatzy", "Ada", "Bo")
    assert "It is Ada's turn." in text(client.get(game))
    assert send(client, game, slot("row", 0, row="sixes", number="6+6")).status_code == 303
    page = client.get(game, headers=GERMAN)
    assert "Bo" in Page(page).first(class_="turn").text
    assert "Volles Haus" in text(page)
    assert "Ada's row Sixes" in text(client.get(f"{game}/plays"))
    refused = send(client, game, slot("row", 1, row="sixes", number="7"))
    assert "Sixes: 7 is not a multiple of 6." in text(refused)
