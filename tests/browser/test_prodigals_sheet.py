"""The score sheet of The Prodigals Club as a keypad: cells open panels, and collected changes are saved at once."""

from playwright.sync_api import expect

from tests.browser.club import (
    add,
    button,
    cell,
    digits,
    less,
    lower,
    markers,
    row,
    saved,
    says,
    scores,
    shows,
    step_key,
    table,
    tiles,
)
from tests.browser.steps import SMALL, Taps, open_game, settle, sideways, started
from tests.seats import at_seat


def marked(page):
    return page.locator("[data-changed]").evaluate_all("all => all.map(each => each.dataset.opens)")


def key(page, name):
    return page.get_by_role("button", name=name, exact=True)


def put_back(page):
    return page.locator("[data-put-back]:visible")


def chip(page, value):
    return page.locator("[data-chip]:visible", has_text=str(value))


def chips(page):
    return page.locator("[data-chip]:visible").all_inner_texts()


def tap(*keys):
    for each in keys:
        each.tap()


def test_row_input_fills_cells_and_survives_reload(phone, server):
    table(phone, server)
    row(phone, "election").tap()
    step_key(phone, 1, -3).tap()
    step_key(phone, 1, 1).tap()
    expect(phone.locator(f".picks[data-of='election-{at_seat(1)}']")).to_contain_text("37 → 35")
    cell(phone, "election", 1).tap()
    expect(phone.locator("[data-typed]:visible")).to_have_text("− 2")
    row(phone, "society").tap()
    for shown in ("8 from 9", "7 from 9"):
        lower(phone, 2, 1).tap()
        shows(lower(phone, 2, 1), shown)
    lower(phone, 0, 2).tap()
    says(phone, "Save 3 changes")
    phone.reload()
    started(phone)
    expect(row(phone, "society")).to_have_attribute("aria-current", "true")
    shows(lower(phone, 2, 1), "7 from 9")
    phone.locator(f"[data-of='society-{at_seat(2)}'] [data-put-back]").tap()
    shows(lower(phone, 2, 1), "9 −1")
    says(phone, "Save 2 changes")
    assert marked(phone) == [f"election-{at_seat(1)}", f"society-{at_seat(0)}"]
    button(phone).tap()
    saved(phone, 8)
    shows(lower(phone, 0, 2), "7 −1")
    phone.locator(".standing", has_text="Cleo").tap()  # keeps the competition
    expect(cell(phone, "society", 2)).to_have_attribute("aria-current", "true")
    expect(phone.locator("#undo")).to_have_accessible_name("Undo 2 changes")
    settle(phone)
    phone.locator("#undo").tap()
    saved(phone, 6)
    assert scores(phone)[1:] == [["38", "37", "37"], ["27", "27", "27"]]


def test_digits_replace_votes_and_markers_and_can_be_reset(phone, server):
    table(phone, server)
    typed = phone.locator("[data-typed]:visible")
    cell(phone, "election", 1).tap()
    tap(*digits(phone, "32"), add(phone, -1))
    expect(typed).to_have_text("= 31")
    phone.locator("[data-back]:visible").tap()
    expect(cell(phone, "election", 1)).to_contain_text("3")
    phone.locator("[data-minus]:visible").tap()
    expect(typed).to_have_text("= −3")
    expect(cell(phone, "election", 1).locator(".paper-zero")).to_contain_text("−3")
    cell(phone, "society", 2).tap()
    tap(*digits(phone, "1675"))  # from 9 8 6 4: no marker rises by a second digit
    assert markers(phone) == ["1", "6", "7", "5"]
    rises = phone.locator("[data-rises]:visible")
    expect(rises).to_have_text("A marker goes up: from 6 to 7.")
    first = phone.locator(".markers:visible .field").first
    first.focus()  # as a script would
    first.tap()
    tap(*digits(phone, "9554"))
    expect(rises).to_have_count(0)
    less(phone, 2).tap()
    assert markers(phone) == ["9", "4", "5", "4"]
    put_back(phone).tap()
    says(phone, "Save Ben's vote count")
    cell(phone, "election", 1).tap()
    put_back(phone).tap()
    expect(button(phone)).to_be_hidden()


def test_marker_above_the_top_row_is_replaced(phone, server):
    table(phone, server, known=False)
    cell(phone, "society", 1).tap()
    tap(*digits(phone, "17"))  # no number above 16 exists
    assert markers(phone) == ["1", "7", "", ""]
    phone.locator(".markers:visible .field").first.fill("17")
    expect(phone.locator("[data-too-large]:visible")).to_have_text("The topmost row is 16.")
    put_back(phone).tap()
    tap(*digits(phone, "13141517"))
    assert markers(phone) == ["13", "14", "15", "17"]  # an invalid marker does not lead to the next player
    expect(phone.get_by_text("no marker on 17").locator("visible=true")).to_have_count(1)
    digits(phone, "7")[0].tap()  # replaces it, and leads to the next player without markers
    expect(cell(phone, "society", 2)).to_have_attribute("aria-current", "true")


def test_marker_moves_by_slides_and_by_keyboard(device, server):
    phone, finger = device(viewport=SMALL), Taps()
    table(phone, server)
    row(phone, "society").tap()
    first, last = lower(phone, 0, 1), lower(phone, 2, 4)
    finger.slide(first, -5 * 18 - 4)
    shows(first, "4 from 9")
    finger.slide(first, 2 * 18 + 4)  # too far
    shows(first, "6 from 9")
    finger(first)
    shows(first, "5 from 9")
    finger.slide(last, -3 * 18 - 4)
    shows(last, "1 from 4")
    scroll = phone.evaluate("document.getElementById('main').scrollTop")
    finger.slide(lower(phone, 1, 2), -12)  # a tap that is not quite still
    shows(lower(phone, 1, 2), "7 from 8")
    assert phone.evaluate("document.getElementById('main').scrollTop") == scroll
    assert sideways(phone) == 0
    first.focus()
    for pressed, said in (
        ("ArrowDown", "4 from 9"),
        ("ArrowLeft", "3 from 9"),
        ("ArrowUp", "4 from 9"),
        ("1", "1 from 9"),
        ("2", "12 from 9"),
        ("5", "5 from 9"),
        ("Enter", "4 from 9"),
    ):
        phone.keyboard.press(pressed)
        shows(first, said)
    says(phone, "Save 3 changes")
    button(phone).tap()
    saved(phone, 9)
    assert scores(phone)[2] == ["22", "26", "24"]


def test_waiting_moves_build_on_each_other(phone, server):
    table(phone, server)
    cell(phone, "society", 0).tap()
    phone.context.set_offline(True)
    for _ in range(2):
        less(phone, 1).tap()
        button(phone).tap()
        says(phone, "Save changes")
    phone.context.set_offline(False)
    saved(phone, 8)
    assert scores(phone)[2][0] == "25"


def test_tiles_are_removed_exchanged_and_sold(phone, server):
    table(phone, server)
    keys, total = phone.locator("[data-tile]:visible"), phone.locator(".cell-sum:visible")
    expect(keys).to_have_count(0)  # of known tiles
    key(phone, "Correct tiles").tap()
    expect(keys).to_have_count(9)
    tiles(phone, 7)[0].tap()
    expect(phone.locator(".act > .overlooked")).to_contain_text("Ada: 4 tiles now, 3 before.")
    assert chips(phone) == ["8", "5", "4", "7"]
    put_back(phone).tap()
    tap(chip(phone, 8), key(phone, "Remove"), chip(phone, 5), key(phone, "Exchange"), *tiles(phone, 1))
    assert chips(phone) == ["5→1", "4"]
    expect(total).to_have_text("pounds 7 + tiles 5 + 2 × 3 = 18")  # 4 lost, 1 over the limit
    says(phone, "Save 2 changes")
    button(phone).tap()
    saved(phone, 8)
    for count, (tile, discount) in enumerate(((4, 1), (1, 0)), 9):
        chip(phone, tile).tap()
        phone.locator(f"[name=play][value$='?tile={tile}&discount={discount}']:visible").tap()
        saved(phone, count)
    assert scores(phone)[0][0] == "11"
    cell(phone, "possessions", 1).tap()
    tap(add(phone, -4), add(phone, -4))
    expect(total).to_contain_text("pounds 0 ")  # not below, while Ben owns tiles
    for change in (-1, -2, -3, -4):
        expect(add(phone, change)).to_be_disabled()
    add(phone, 1).tap()
    expect(total).to_contain_text("pounds 1 ")


TWO = ("Ada", "Ben")
ESTATE = {"kind": "properties", "player": "Ada", "values": [20, 8, 5]}


def estate(page, server, *plays):
    """Open the panel of Ada's pounds and properties."""
    open_game(page, server, "prodigals-club", TWO, plays, competitions=["last-will", "society"])
    started(page)
    cell(page, "last-will", 0).tap()


def test_property_is_changed_sold_and_removed(phone, server):
    """A value can be 0, or be typed without confirming. A price is typed or the market value; more pounds add up."""
    estate(phone, server, ESTATE)
    enter, none = phone.locator("[data-more]:visible"), phone.locator("[data-none]:visible")
    tap(chip(phone, 8), *digits(phone, "6"), enter)
    assert chips(phone) == ["20", "6", "5"]
    tap(chip(phone, 5), *digits(phone, "0"), enter, chip(phone, 20), *digits(phone, "17"), button(phone))
    saved(phone, 2)
    assert (chips(phone), scores(phone)[0]) == (["17", "6", "0"], ["93", "–"])
    tap(*digits(phone, "9"), enter, chip(phone, 9), key(phone, "Sold for 9"))
    assert chips(phone) == ["17", "6", "0"]
    tap(chip(phone, 6), *digits(phone, "4"), key(phone, "Sold for 4"), add(phone, -1))
    says(phone, "Save 2 changes")
    button(phone).tap()
    saved(phone, 4)
    assert (chips(phone), scores(phone)[0]) == (["17", "0"], ["99", "–"])  # one pound spent, 13 earned by the sales
    tap(chip(phone, 17), key(phone, "Gone"), chip(phone, 0), key(phone, "Gone"))
    assert chips(phone) == []
    expect(none).to_have_attribute("aria-pressed", "true")
    tap(none, *digits(phone, "0"), enter)  # 0 is no new property
    assert chips(phone) == ["17", "0"]
    expect(button(phone)).to_be_hidden()

    cell(phone, "last-will", 1).tap()
    tap(none, none)
    expect(phone.locator("[data-changed]")).to_have_count(0)
    tap(none, *digits(phone, "9"), enter)
    assert chips(phone) == ["9"]
    tap(put_back(phone), *digits(phone, "0"))  # alone, it means none
    phone.reload()
    started(phone)
    tap(cell(phone, "last-will", 1))
    expect(none).to_have_attribute("aria-pressed", "true")
    button(phone).tap()
    saved(phone, 5)
    assert scores(phone)[0] == ["99", "70"]


LEFT = (
    ("cell", 8, "17", ["20", "17", "5"]),
    ("reload", None, "12", ["20", "17", "5", "12"]),
    ("phase", 12, "9", ["20", "17", "5", "9"]),
    ("chip", None, "3", ["20", "17", "5", "9", "3"]),
)
"""A way to leave a typed, unconfirmed number, the property chosen for it, and all values afterwards."""


def test_typed_property_counts_without_confirming(phone, server):
    """Another cell, a reload, a phase or another property ends the number; nothing is added twice."""
    estate(phone, server, ESTATE)
    for leaving, chosen, typed, values in LEFT:
        tap(*([chip(phone, chosen)] if chosen else []), *digits(phone, typed))
        says(phone, "Save Ada's real estate")
        expect(cell(phone, "last-will", 0), leaving).to_contain_text(str(70 + sum(map(int, values))))
        if leaving == "cell":
            cell(phone, "society", 1).tap()
        elif leaving == "phase":
            phone.locator(".phases a", has_text="End").tap()
            expect(phone.locator(".missing [data-awaits]").first).to_contain_text("Typed, not saved: Ada")
        elif leaving == "reload":
            phone.reload()
            started(phone)
        else:
            tap(chip(phone, 20), chip(phone, 20))
        if leaving != "chip":
            cell(phone, "last-will", 0).tap()
        assert chips(phone) == values, leaving
    button(phone).tap()
    saved(phone, 2)


def test_deleted_digits_remove_the_property(phone, server):
    estate(phone, server, ESTATE)
    back = phone.locator("[data-back]:visible")
    for chosen in ([], [chip(phone, 8)]):
        tap(*chosen, *digits(phone, "17"), back, back)
        expect(phone.locator("[data-changed]")).to_have_count(0)
    tap(*digits(phone, "9"), put_back(phone))
    assert chips(phone) == ["20", "8", "5"]
    tap(*digits(phone, "1"), add(phone, -1), *digits(phone, "2"))  # changing the pounds ends a number
    phone.locator(f"[id='last-will-{at_seat(0)}'] [data-to]").tap()  # and so does their field
    expect(phone.locator("[data-chip]:visible")).to_have_text(["20", "8", "5", "1", "2"])
