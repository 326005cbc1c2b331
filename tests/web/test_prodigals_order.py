"""The order of play in The Prodigals Club, with and without Last Will, by forms without scripts."""

from dataclasses import replace

import pytest

from tests.helpers import Backwards, slip, slot
from tests.pages import Page, text
from tests.seats import at_seat
from tests.web.prodigals_club import begin

NEW = "/new/prodigals-club"
NAMES = ("Anneli", "Benito", "Carla", "Donny")
WILL, STANDARD = ["last-will", "society"], ["election", "society"]
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
    page = Page(client.get(begun.location))
    return said_order(page), "Drawn:" in page.text


def said_order(page):
    """Return the players in the order of play shown beside the strip."""
    return tuple(page.first(class_="phase-round").all("span")[0].text.removeprefix("Order of play: ").split(", "))


@pytest.fixture
def turned(app):
    """Use a random source that reverses every order, so that a drawn order differs from a kept one."""
    app.extensions["service"] = replace(app.extensions["service"], chance=Backwards())


def test_order_is_drawn_without_last_will(client, turned):
    page = sat(client, STANDARD)
    assert "Drawn when the game starts" in text(page)
    assert RULE not in text(page)
    assert order(client, press(client, page)) == (NAMES[::-1], True)


def test_order_is_asked_for_with_last_will(client, turned):
    page = sat(client, WILL)
    assert RULE in text(page)
    assert "Drawn when the game starts" not in text(page)
    moved = client.get(press(client, page, "up:2").location)
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


def test_manual_order_is_kept_without_last_will(client, turned):
    moved = client.get(press(client, sat(client, WILL), "up:1").location)
    answer = press(client, moved, competitions=STANDARD)
    assert answer.status_code == 422
    assert Page(answer).form(action=NEW).values("order") == ["kept"]
    assert order(client, press(client, answer)) == (("Benito", "Anneli", "Carla", "Donny"), False)


@pytest.mark.parametrize("competitions", [[], ["last-will"], ["junk"], ["last-will", "possessions"]])
def test_impossible_competitions_break_no_page(client, dump, competitions):
    page, before = sat(client, competitions), dump()
    assert page.status_code == 200
    assert "aria-invalid" not in page.text
    assert press(client, page).status_code == 422
    assert dump() == before


def test_junk_order_starts_no_game(client, dump):
    page, before = sat(client, WILL), dump()
    assert press(client, page, sitting="junk").status_code == 422
    assert dump() == before


def test_order_of_the_first_round_can_be_corrected(client):
    game = begin(client, *NAMES[:3], competitions=WILL)
    page = Page(client.get(f"{game}?open=set-up"))
    assert f"{game}/players" in [link.given["href"] for link in page.all("a") if link.text == "Another order"]
    form = slip(client.get(f"{game}/players")) | {"do": "save"}
    for seat, name in enumerate(("Carla", "Anneli", "Benito")):
        form |= {f"name-{seat}": name, f"had-{seat}": name}
    assert client.post(f"{game}/players", data=form).status_code == 303
    assert said_order(Page(client.get(game))) == ("Carla", "Anneli", "Benito")


def test_rematch_names_no_starting_player(client):
    game = begin(client, *NAMES[:2], competitions=["last-will", "election"])
    end = slip(client.get(game)) | slot("stop")
    play = {
        "play": [f"properties.{at_seat(0)}", f"properties.{at_seat(1)}"],
        f"properties.{at_seat(0)}-values": "5",
        f"properties.{at_seat(1)}-values": "6",
    }
    assert client.post(f"{game}/plays", data=slip(client.get(game)) | play).status_code == 303
    assert client.post(f"{game}/plays", data=end | slip(client.get(game))).status_code == 303
    assert "Rematch, " not in text(client.get(game))
    again = client.get(client.get(f"{game}/rematch").location)
    assert RULE in text(again)
