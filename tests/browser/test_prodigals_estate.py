"""Properties of Last Will: each can get a new value, be sold or be removed, and "none" can be chosen."""

from playwright.sync_api import expect

from scorekeeper.core.document import write
from scorekeeper.store.exporting import documents
from tests.browser.club import add, button, cell, digits, saved, says, scores
from tests.browser.steps import SMALL, open_game, sideways, started
from tests.seats import at_seat

TWO = ("Ada", "Ben")
ESTATE = {"kind": "properties", "player": "Ada", "values": [20, 8, 5]}


def table(page, server, *plays):
    """Open the panel of Ada's pounds and properties."""
    open_game(page, server, "prodigals-club", TWO, plays, competitions=["last-will", "society"])
    started(page)
    cell(page, "last-will", 0).tap()
    return page.url.partition("?")[0]


def log(server, page):
    game = page.url.partition("/games/")[2][:36]
    (document,) = documents(server.app.extensions["service"], [game])
    plays = write(document)["plays"]
    return [{name: value for name, value in play.items() if name != "player"} for play in plays]


def chip(page, value):
    return page.locator("[data-chip]:visible", has_text=str(value))


def chips(page):
    return page.locator("[data-chip]:visible").all_inner_texts()


def key(page, name):
    return page.get_by_role("button", name=name, exact=True)


def none(page):
    return page.locator("[data-none]:visible")


def enter(page):
    return page.locator("[data-more]:visible")


def tap(*keys):
    for each in keys:
        each.tap()


def test_property_is_changed_sold_and_removed(phone, server):
    """A value can be 0, or be typed without confirming. A price is typed or the market value; more pounds add up."""
    table(phone, server, ESTATE)
    tap(chip(phone, 8), *digits(phone, "6"), enter(phone))
    assert chips(phone) == ["20", "6", "5"]
    tap(chip(phone, 5), *digits(phone, "0"), enter(phone), chip(phone, 20), *digits(phone, "17"), button(phone))
    saved(phone, 2)
    assert log(server, phone)[1:] == [{"kind": "properties", "values": [17, 6, 0]}]
    assert scores(phone)[0][0] == "93"

    tap(*digits(phone, "9"), enter(phone), chip(phone, 9), key(phone, "Sold for 9"))
    assert chips(phone) == ["17", "6", "0"]
    tap(chip(phone, 6), *digits(phone, "4"), key(phone, "Sold for 4"), add(phone, -1))
    says(phone, "Save 2 changes")
    button(phone).tap()
    saved(phone, 4)
    assert log(server, phone)[2:] == [{"kind": "properties", "values": [17, 0]}, {"kind": "coins", "change": 12}]
    tap(chip(phone, 17), key(phone, "Sold for 17"), button(phone))
    saved(phone, 6)
    assert log(server, phone)[4:] == [{"kind": "properties", "values": [0]}, {"kind": "coins", "change": 17}]
    expect(phone.locator(f"[id='last-will-{at_seat(0)}'] .cell-sum")).to_have_text("pounds 99 + properties 0 = 99")

    tap(chip(phone, 0), key(phone, "Gone"))
    assert chips(phone) == []
    expect(none(phone)).to_have_attribute("aria-pressed", "true")
    tap(button(phone))
    saved(phone, 7)
    assert log(server, phone)[6:] == [{"kind": "properties", "values": []}]


LEFT = (
    ("cell", 8, "17", [20, 17, 5]),
    ("reload", None, "12", [20, 17, 5, 12]),
    ("phase", 12, "9", [20, 17, 9, 5]),
    ("chip", 9, "7", [20, 17, 7, 5]),
    ("chip", None, "3", [20, 17, 7, 5, 3]),
)
"""A way to leave a typed, unconfirmed number, the property chosen for it, and all values afterwards."""


def test_typed_property_counts_without_confirming(phone, server):
    """Another cell, a reload, a phase or another property ends the number; nothing is added twice."""
    table(phone, server, ESTATE)
    for count, (leaving, chosen, typed, values) in enumerate(LEFT, 1):
        tap(*([chip(phone, chosen)] if chosen else []), *digits(phone, typed))
        expect(button(phone), leaving).to_have_text("Save Ada's real estate")
        expect(phone.locator("[data-changed]"), leaving).to_have_count(1)
        expect(cell(phone, "last-will", 0), leaving).to_contain_text(str(70 + sum(values)))
        if leaving == "cell":
            cell(phone, "society", 1).tap()
        elif leaving == "phase":
            phone.locator(".phases a", has_text="End").tap()
            started(phone)
        elif leaving == "reload":
            phone.reload()
            started(phone)
        else:
            tap(chip(phone, 20), chip(phone, 20))
        if leaving != "chip":
            cell(phone, "last-will", 0).tap()
        expect(phone.locator(f"[id='last-will-{at_seat(0)}'] [data-other]"), leaving).to_have_value("")
        assert chips(phone) == [str(value) for value in values], leaving
        tap(*digits(phone, "3"), phone.locator("[data-back]:visible"))
        expect(button(phone), leaving).to_have_text("Save Ada's real estate")
        button(phone).tap()
        saved(phone, 1 + count)
        assert log(server, phone)[count:] == [{"kind": "properties", "values": values}], leaving


def test_deleted_digits_remove_the_property(phone, server):
    table(phone, server, ESTATE)
    back = phone.locator("[data-back]:visible")
    for chosen in ([], [chip(phone, 8)]):
        tap(*chosen, *digits(phone, "17"), back, back)
        expect(button(phone)).to_be_hidden()
        expect(phone.locator("[data-changed]")).to_have_count(0)
    tap(*digits(phone, "9"), phone.locator("[data-put-back]:visible"))
    expect(phone.locator(f"[id='last-will-{at_seat(0)}'] [data-other]")).to_have_value("")
    assert chips(phone) == ["20", "8", "5"]
    tap(*digits(phone, "1"), add(phone, -1), *digits(phone, "2"))  # changing the pounds ends a number
    phone.locator(f"[id='last-will-{at_seat(0)}'] [data-to]").tap()  # and so does their field
    expect(phone.locator("[data-chip]:visible")).to_have_text(["20", "8", "5", "1", "2"])


def test_no_properties_can_be_chosen(phone, server):
    """Also by a 0, which is not a property, whether confirmed or not."""
    for how in ("key", "0", "0, not confirmed"):
        table(phone, server)
        expect(cell(phone, "last-will", 0), how).to_have_text("–")
        tap(*([none(phone)] if how == "key" else [*digits(phone, "0")]))
        if how == "0":
            tap(enter(phone))
        if how != "0, not confirmed":
            assert chips(phone) == [], how
            expect(none(phone), how).to_have_attribute("aria-pressed", "true")
            expect(cell(phone, "last-will", 0), how).to_contain_text("70")
            phone.reload()
            started(phone)
            cell(phone, "last-will", 0).tap()
        tap(button(phone))
        saved(phone, 1)
        assert log(server, phone) == [{"kind": "properties", "values": []}], how
        expect(none(phone), how).to_have_count(0)


def test_choice_of_no_properties_can_be_toggled(phone, server):
    table(phone, server, ESTATE)
    tap(*digits(phone, "0"), enter(phone))  # not a property, even among others
    assert chips(phone) == ["20", "8", "5"]
    for value in (20, 8, 5):
        tap(chip(phone, value), key(phone, "Gone"))
    tap(none(phone))
    assert chips(phone) == ["20", "8", "5"]
    expect(button(phone)).to_be_hidden()
    tap(cell(phone, "last-will", 1), none(phone), none(phone))
    expect(phone.locator("[data-changed]")).to_have_count(0)
    tap(none(phone), *digits(phone, "9"), enter(phone))
    assert chips(phone) == ["9"]


def test_correction_of_properties_has_the_same_keys(phone, server):
    url = table(phone, server, ESTATE)
    phone.goto(f"{url}/plays/1")
    started(phone)
    tap(chip(phone, 8), *digits(phone, "7"), enter(phone), chip(phone, 5), key(phone, "Gone"))
    phone.get_by_role("button", name="Save").tap()
    phone.wait_for_url(url)
    assert log(server, phone) == [{"kind": "properties", "values": [20, 7]}]
    phone.goto(f"{url}/plays/1/before?seat={at_seat(1)}")
    started(phone)
    tap(none(phone), phone.locator("#save"))
    phone.wait_for_url(url)
    assert log(server, phone)[0] == {"kind": "properties", "values": []}


def test_end_of_round_names_unsaved_input(phone, server):
    table(phone, server)
    tap(*digits(phone, "9"), cell(phone, "society", 1), *digits(phone, "9"))
    end = phone.locator(".phases a", has_text="End")
    end.tap()
    awaited = phone.locator(".missing [data-awaits]")
    expect(awaited.nth(0)).to_contain_text("Typed, not saved: Ada")
    expect(awaited.nth(1)).to_contain_text("Typed, not saved: Ben")
    expect(awaited.nth(2)).not_to_contain_text("Typed")
    tap(cell(phone, "last-will", 0), phone.locator("[data-put-back]:visible"), end)
    expect(awaited.nth(0)).not_to_contain_text("Typed")


def test_property_keys_stay_visible_in_place(device, server):
    """Choosing a property moves no key, and its keys are above the bar: with five players, also in German."""
    phone = device(viewport=SMALL, color_scheme="dark", locale="de-DE")
    names = (*TWO, "Cleo", "Donny", "Evangelina")
    open_game(phone, server, "prodigals-club", names, [ESTATE], competitions=["last-will", "election", "society"])
    started(phone)
    cell(phone, "last-will", 0).tap()
    before = phone.locator("[data-digit='5']:visible").bounding_box()
    tap(chip(phone, 8))
    assert phone.locator("[data-digit='5']:visible").bounding_box() == before
    assert sideways(phone) == 0
    bar = phone.locator(".game-bar").bounding_box()
    for each in ("sold", "remove"):
        key = phone.locator(f"[id='last-will-{at_seat(0)}'] [data-{each}]")
        box = key.bounding_box()
        assert box["y"] + box["height"] <= bar["y"]
        assert (box["width"] >= 48, box["height"] >= 48) == (True, True)
        assert key.evaluate("key => key.scrollWidth <= key.clientWidth")
