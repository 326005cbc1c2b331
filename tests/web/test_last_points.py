"""The end of a game whose points come one by one: the last points of each player, or the letters left."""

import json

import pytest

from tests.helpers import slip, slot
from tests.pages import Page, text
from tests.seats import at_seat, players_of
from tests.web.pads import begin, send


def entries(client, game):
    plays = json.loads(client.get(f"{game}/document").data)["plays"]
    return [(play.get("player"), play.get("points")) if play["kind"] == "points" else play["kind"] for play in plays]


def end(client, game, *numbers, left=False, **changed):
    """Send the form that ends the game, with the last number of each player."""
    form = Page(client.get(f"{game}/stop")).form(id="ending")
    typed = dict(zip((f"last-{key}" for key in players_of(client, game)), numbers, strict=True))
    names = {name for name, _ in form.fields}
    assert typed.keys() <= names
    fields = dict(form.fields) | typed | changed
    fields.pop("left", None)
    return client.post(f"{game}/stop", data=fields | ({"left": "yes"} if left else {})), fields


def played(client, slug, *points):
    game = begin(client, slug, "Ada", "Bo", "Cy")
    for seat, number in points:
        assert send(client, game, slot("points", seat, points=str(number))).status_code == 303
    return game


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        (("", "7", "3+2"), [("Bo", -7), ("Cy", [-3, -2]), ("Ada", 12)]),
        (("1", "7", "-5"), [("Bo", -7), ("Cy", -5), ("Ada", -1)]),
        (("", "", "4"), [("Cy", -4)]),
        (("0", "0", ""), []),
    ],
)
def test_remaining_letters_are_deducted_and_added_to_the_finisher(client, numbers, expected):
    game = played(client, "scrabble", (0, "24+50"))
    answer, _ = end(client, game, *numbers, left=True)
    assert answer.status_code == 303, text(answer)
    assert entries(client, game) == [("Ada", [24, 50]), *expected, "stop"]


def test_last_points_are_added_and_undone_together(client):
    game = played(client, "scrabble", (0, 10), (1, 8))
    page = Page(client.get(f"{game}/stop"))
    assert [each.given.get("checked") is not None for each in page.all("input") if each.given["name"] == "left"] == [
        True
    ]
    answer, sent = end(client, game, "-3", "", "5")
    assert answer.status_code == 303
    assert entries(client, game) == [("Ada", 10), ("Bo", 8), ("Cy", 5), ("Ada", -3), "stop"]
    assert client.post(f"{game}/stop", data=sent).status_code == 303  # sent twice
    assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    assert entries(client, game) == [("Ada", 10), ("Bo", 8)]


def test_refused_last_points_keep_their_input(client):
    game = played(client, "carcassonne", (1, 9))
    assert "left" not in {each.given.get("name") for each in Page(client.get(f"{game}/stop")).all("input")}
    for numbers, says in ((("4", "x", ""), "Type a whole number"), (("4", "-1", ""), "too low")):
        answer, _ = end(client, game, *numbers)
        assert (answer.status_code, says in text(answer)) == (422, True), text(answer)
        inputs = {each.given.get("name"): each.given.get("value", "") for each in Page(answer).all("input")}
        assert [inputs[f"last-{at_seat(seat)}"] for seat in range(3)] == list(numbers)
    assert entries(client, game) == [("Bo", 9)]
    answer, _ = end(client, game, "4", "1", "")
    assert answer.status_code == 303
    assert entries(client, game) == [("Bo", 9), ("Ada", 4), ("Bo", 1), "stop"]
    for slug in ("six-nimmt", "yatzy", "pandemic"):  # rounds and sheets have no last points
        other = begin(client, slug, "Ada", "Bo")
        names = {each.given.get("name") for each in Page(client.get(f"{other}/stop")).all("input")}
        assert not any(str(each).startswith("last-") for each in names)
