"""Slips in The Prodigals Club: shown before sending, or confirmed once, but never refused."""

import pytest

from tests.helpers import carried, slip, slot
from tests.pages import Page, text
from tests.seats import at_seat
from tests.web.prodigals_club import begin, hyde_park

ELECTION = ("election", "society")
FEW = "Anneli: 2 tiles at the start instead of 6."
ODD = "5/3 is not on the board, which has 2/1, 3/1 and 4/2."
PARK = hyde_park(2, 1, rewards=(5, 3))


@pytest.fixture
def game(client):
    return begin(client, "Anneli", "Benito")


def seen(page, form):
    """Return the codes of the slips that a form reports as seen."""
    return [each.given["value"] for each in page.all("input", name="seen") if each.given.get("form", form) == form]


def test_preview_of_collected_changes_shows_slips(client, game):
    data = carried(client, game) | slot("possessions", 0, tiles="6 5")
    page = Page(client.post(f"{game}/preview?seat={at_seat(0)}", data=data))
    assert page.parts["slips"][0].startswith(FEW)
    assert seen(page, "gathered") == ["unusual-tiles"]
    complete = client.post(f"{game}/preview?seat={at_seat(0)}", data=data | slot("possessions", 0, tiles="6 5 4 3 2 1"))
    assert (Page(complete).parts["slips"], seen(Page(complete), "gathered")) == ([""], [])


def test_preview_of_hyde_park_shows_slips(client, game):
    page = Page(client.post(f"{game}/preview", data=carried(client, game) | slot("hyde-park", **PARK)))
    assert page.parts["slips"][-1].startswith(ODD)
    assert "unusual-rewards" in seen(page, "hyde-park")


@pytest.mark.parametrize(
    ("form", "fields", "typed", "said", "code"),
    [
        (
            "gathered",
            slot("possessions", 0, tiles="6 5"),
            {f"possessions.{at_seat(0)}-tiles": ["6 5"]},
            FEW,
            "unusual-tiles",
        ),
        (
            "hyde-park",
            slot("hyde-park", **PARK) | {"open": "hyde-park"},
            {
                f"hyde-park-megaphones-{at_seat(0)}": ["2"],
                f"hyde-park-megaphones-{at_seat(1)}": ["1"],
                "hyde-park-rewards": ["5 3"],
            },
            ODD,
            "unusual-rewards",
        ),
    ],
)
def test_unseen_slip_without_scripts_needs_confirmation_once(client, game, dump, form, fields, typed, said, code):
    before, data = dump(), carried(client, game) | fields
    answer = client.post(f"{game}/plays?seat={at_seat(0)}", data=data)
    assert (answer.status_code, dump()) == (422, before)
    page = Page(answer)
    assert page.first("div", class_="game-bar").alert == said
    (button,) = [each for each in page.all("button") if each.text == "Yes, enter it"]
    assert (button.given["form"], button.given["name"], button.given["value"]) == (form, "sure", "yes")
    assert typed.items() <= page.form(id=form).filled.items()
    assert code in seen(page, form)
    sure = slip(answer) | dict(fields) | {"sure": "yes"}
    assert client.post(f"{game}/plays?seat={at_seat(0)}", data=sure).status_code == 303
    assert said in text(client.get(game))  # and beside the play


def test_refused_entries_show_no_slips(client, game, dump):
    before = dump()
    gathered = {
        "play": [f"possessions.{at_seat(0)}", f"influence.{at_seat(0)}"],
        f"possessions.{at_seat(0)}-tiles": "6",
        f"influence.{at_seat(0)}-markers": "1",
    }
    for markers, said in (("1", "four influence markers"), ("x", "not valid")):
        answer = client.post(
            f"{game}/plays", data=carried(client, game) | gathered | {f"influence.{at_seat(0)}-markers": markers}
        )
        assert (answer.status_code, "Yes, enter it" in text(answer)) == (422, False)
        assert said in text(answer)
    assert dump() == before


def test_all_slips_of_collected_changes_need_confirmation(client, game, dump):
    """Not just the last one: tiles come before the influence markers on the score sheet, and seats in their order."""
    before = dump()
    gathered = {
        "play": [f"possessions.{at_seat(0)}", f"influence.{at_seat(0)}"],
        f"possessions.{at_seat(0)}-tiles": "6 5",
        f"influence.{at_seat(0)}-markers": "1 2 3 4",
    }
    data = carried(client, game) | gathered
    answer = client.post(f"{game}/plays?seat={at_seat(0)}", data=data)
    assert (answer.status_code, Page(answer).first("div", class_="game-bar").alert, dump()) == (422, FEW, before)
    assert client.post(f"{game}/plays?seat={at_seat(0)}", data=data | {"seen": "unusual-tiles"}).status_code == 303
