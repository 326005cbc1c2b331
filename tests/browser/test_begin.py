"""Beginning a game on a phone: seats, colours and names, with the number of taps each takes."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import TARGETS, TOO_SMALL, Taps, begin, box, scrolls, started, way

BEGIN = "/new/don-carlo"
FOUR = {"Anneli": "blue", "Benito": "green", "Carla": "grey", "Donny": "brown"}


@pytest.fixture
def tap():
    return Taps()


def url(server, slug, names, **more):
    rows = [f"name-{seat}={name}" for seat, name in enumerate(names)]
    return f"{server.url}/new/{slug}?{'&'.join([*rows, *(f'{name}={text}' for name, text in more.items())])}"


def four(server):
    return url(server, "don-carlo", FOUR, **{f"families-{seat}": each for seat, each in enumerate(FOUR.values())})


def colours(page):
    """Return the colour of each seat, after checking that the drawn colours are the chosen ones."""
    chosen = [each.get_attribute("value") for each in page.locator(".swatch :checked").all()]
    drawn = [re.search(r"family-(\w+)", each.get_attribute("class"))[1] for each in page.locator(".seat").all()]
    assert drawn == chosen
    return chosen


def names(page):
    return [field.input_value() for field in page.locator(".seat-name .field").all()]


def seat(page, number):
    return page.locator(".seat-open").nth(number)


def close(page):
    """Close the form of a seat."""
    page.keyboard.press("Escape")


def swatch(page, number, colour):
    return page.locator(".seat").nth(number).locator(".swatch", has_text=colour)


def test_player_name_field_keeps_the_focus_after_adding(phone):
    phone.goto("/")
    phone.locator(".tile.tile-don-carlo").click()
    for number, name in enumerate(("Anneli", "Benito")):
        new = phone.get_by_label("Name of a new player")
        new.fill(name)
        if number:
            phone.keyboard.press("Enter")
        else:
            phone.get_by_role("button", name="Add", exact=True).tap()
        expect(phone.locator(f"#name-{number}")).to_have_value(name)
        expect(new).to_be_focused()
    seat(phone, 0).tap()
    phone.get_by_role("button", name="Remove Anneli").click()
    expect(phone.locator("#name-0")).to_have_value("Benito")


def test_swapped_colours_survive_reload_and_rematch(phone, server, tap):
    phone.goto(four(server))
    tap(seat(phone, 0), swatch(phone, 0, "Brown"))
    assert colours(phone) == ["brown", "green", "grey", "blue"]
    assert tap.printed("a taken colour swapped") == 2
    for number, colour in ((1, "Brown"), (2, "Green")):
        close(phone)
        tap(seat(phone, number), swatch(phone, number, colour))
    close(phone)
    seat(phone, 3).tap()
    phone.locator("#name-3").fill("Dora")
    phone.reload()
    assert (names(phone), colours(phone)) == (["Anneli", "Benito", "Carla", "Dora"], ["grey", "brown", "green", "blue"])
    tap(seat(phone, 2), phone.get_by_role("button", name="Move Carla up"))
    expect(phone.locator("#name-1")).to_have_value("Carla")
    phone.reload()
    assert (names(phone), colours(phone)) == (["Anneli", "Carla", "Benito", "Dora"], ["grey", "green", "brown", "blue"])
    tap(phone.get_by_role("button", name="Start Don Carlo"))
    expect(phone.locator(".standing").nth(1)).to_have_class("standing family-green")
    tap.printed("colours and seats changed")
    phone.goto(f"{phone.url}/rematch")
    tap(phone.locator(".chip", has_text="Benito"))
    expect(phone.locator(".seat")).to_have_count(3)
    for _ in range(2):
        assert (names(phone), colours(phone)) == (["Anneli", "Carla", "Dora"], ["grey", "green", "blue"])
        phone.reload()
    assert tap.printed("a player left out of a rematch") == 1


def test_start_button_is_always_visible_and_covers_nothing(phone, server):
    five = url(server, "prodigals-club", [*FOUR, "Emil"], competitions="election", new="")
    for where, last in ((five, ".sheet"), (four(server), ".seats > :last-child"), (server.url + BEGIN, "#new")):
        phone.goto(where)
        started(phone)
        for size in ((390, 664), (360, 640)):
            phone.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            phone.evaluate("scrollTo(0, 0)")
            expect(phone.locator("#begin")).to_be_in_viewport(ratio=1)
            phone.evaluate("scrollTo(0, 99999)")
            expect(phone.locator("#begin")).to_be_in_viewport(ratio=1)
            shown, foot = box(phone.locator(last)), box(phone.locator(".act"))
            assert shown["y"] + shown["height"] <= foot["y"]
            assert scrolls(phone)[0] == 0
    expect(phone.locator(".act")).to_contain_text("Don Carlo needs 2–4 players.")


def test_suggested_name_can_be_corrected(phone, server, tap, axe):
    begin(phone, "carta-nostra", "Anneli", "Bentio")
    game = phone.url
    phone.goto(url(server, "don-carlo", [], new="Do"))
    edit = phone.locator("summary", has_text="Edit names")
    field = phone.get_by_label("Name of Bentio")
    tap(edit, field)
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    field.fill("Benito")
    tap(phone.get_by_role("button", name="Rename Bentio"))
    expect(phone.locator("#changed")).to_contain_text("Bentio is now called Benito.")
    assert tap.printed("a suggested name corrected") == 3
    expect(phone.locator("#new")).to_have_value("Do")
    phone.goto(game)
    expect(phone.locator(".standings")).to_contain_text("Benito")
    phone.go_back()
    tap(phone.get_by_role("button", name="Undo"))
    expect(phone.get_by_role("button", name="Bentio", exact=True)).to_be_visible()
    assert tap.printed("and back") == 1
    tap(edit, phone.get_by_role("button", name="Remove Bentio from the suggestions"))
    expect(phone.locator("#changed")).to_contain_text("Bentio is no longer suggested.")
    expect(phone.locator(".chip")).to_have_text(["Anneli"])
    assert tap.printed("a suggested name removed") == 2


def test_chosen_competition_unselects_the_excluded_one_and_explains(phone, server):
    phone.goto(url(server, "prodigals-club", ["Anneli", "Benito"], competitions="possessions", new=""))
    started(phone)
    reason = phone.get_by_role("status").filter(has_text="Last Will replaces Possessions")
    phone.get_by_role("checkbox", name="Election").tap()
    expect(reason).to_be_hidden()
    phone.get_by_role("checkbox", name="Last Will").tap()
    expect(reason).to_be_visible()
    assert chosen(phone) == ["last-will", "election"]
    expect(phone.get_by_text("Last Will gives the order of play").first).to_be_visible()
    phone.reload()  # the URL has the choice
    started(phone)
    assert chosen(phone) == ["last-will", "election"]
    phone.get_by_role("checkbox", name="Possessions").tap()
    expect(reason).to_be_visible()
    assert chosen(phone) == ["possessions", "election"]
    phone.get_by_role("checkbox", name="Society").tap()
    expect(reason).to_be_hidden()


def test_options_of_a_running_game_exclude_each_other(phone):
    begin(phone, "prodigals-club", "Anneli", "Benito", competitions=["possessions", "election"])
    started(phone)
    way(phone, "Change options")
    started(phone)
    phone.get_by_role("checkbox", name="Last Will").tap()
    assert chosen(phone) == ["last-will", "election"]
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_text("Last Will").first).to_be_visible()


def chosen(phone):
    return [each.get_attribute("value") for each in phone.locator("[name=competitions]:checked").all()]
