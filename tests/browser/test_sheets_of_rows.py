"""Sheets of rows at the table, by touch: points while typing, fields above the keys, and cells filled elsewhere."""

from playwright.sync_api import expect

from tests.browser.steps import (
    Taps,
    box,
    open_pad,
    open_ready,
    sideways,
    started,
)

FIVE = ("Mira", "Jonas", "Donny", "Anja", "Zoë")
FARM = {"rows": ["Gold", "Sheep"]}
ROWS = ((38, 41), (9, 6), (7, 8), (4, 5), (2, 5), (7, 1))
"""The points of two players of Wingspan, by row."""


def key(phone, label):
    return phone.locator(".field-keys").get_by_role("button", name=label, exact=True)


def press(phone, labels, tap=None):
    for label in str(labels):
        (tap or (lambda each: each.tap()))(key(phone, label))


def onward(phone):
    return phone.locator("[data-goes-next]")


def total(phone, index):
    return phone.locator("thead [data-total]").nth(index)


def line(phone):
    return phone.locator("[data-made-of]")


def cells(phone):
    return phone.locator(".pad-rows input:not([type=hidden])")


def send(phone):
    phone.get_by_role("button", name="Enter the numbers").tap()


def test_wingspan_needs_one_key_a_digit_and_one_tap_a_cell(phone, played):
    tap = Taps()
    open_ready(phone, played, "wingspan", FIVE[:2])
    assert cells(phone).evaluate_all("all => all.every(each => each.inputMode === 'none')")
    points = [each for row in ROWS for each in row]
    for number, each in enumerate(points, start=1):
        press(phone, each, tap)
        if number < len(points):
            tap(onward(phone))
    totals = [str(sum(row[seat] for row in ROWS)) for seat in range(2)]
    assert phone.locator("[data-total]").all_inner_texts() == totals  # before anything is sent
    tap(phone.get_by_role("button", name="See the result"))
    assert tap.spent("a sheet of Wingspan") == (sum(len(str(each)) for each in points) + len(points), 0)
    expect(phone.get_by_role("heading", name="Mira wins")).to_be_visible()


def test_seven_wonders_counts_fields_above_one_row_of_keys(phone, played, axe):
    open_ready(phone, played, "seven-wonders", FIVE)
    for row in phone.locator("tbody tr").all():
        expect(row).to_be_in_viewport(ratio=1)
    lowest = phone.locator("tbody tr").last.bounding_box()
    assert lowest["y"] + lowest["height"] <= phone.locator(".filling .act").bounding_box()["y"] + 1  # seven rows fit
    button = phone.get_by_role("button", name="Mira: Scientific structures")
    before = box(onward(phone))
    button.tap()
    press(phone, "123")
    expect(line(phone)).to_contain_text("1 + 4 + 9 + 7 = 21")
    expect(button).to_have_text("21")
    expect(total(phone, 0)).to_have_text("21")
    assert box(onward(phone)) == before
    axe(phone)
    phone.get_by_role("textbox", name="Mira: Scientific structures, Gears").tap()
    phone.get_by_role("button", name="6 or more").tap()
    press(phone, "12")
    expect(button).to_have_text("156")
    assert box(onward(phone)) == before
    onward(phone).tap()
    expect(line(phone)).to_contain_text("Jonas, Scientific structures")
    send(phone)
    filled = phone.locator("td > a")
    expect(filled).to_have_text("1561/2/12")
    filled.tap()
    expect(phone.get_by_role("heading", name="Entry 1")).to_be_visible()
    assert sideways(phone) == 0


def test_agricola_shows_points_instead_of_counts(phone, played):
    open_ready(phone, played, "agricola", FIVE[:2])
    press(phone, "2")
    expect(line(phone)).to_contain_text("2 → 1")
    onward(phone).tap()
    expect(phone.locator("tr[data-row=fields] .value-made").first).to_have_text("1")
    expect(total(phone, 0)).to_have_text("1")


def test_help_opens_offline_as_a_sheet_over_the_table(phone, played, axe):
    plays = [
        {"kind": "announce", "values": {name: {"bid": 1} for name in FIVE[:2]}},
        {"kind": "round", "values": {"Mira": {"tricks": 1, "bonus": 10}, "Jonas": {"tricks": 0}}},
    ]
    open_ready(phone, played, "skull-king", FIVE[:2], plays)
    phone.context.set_offline(True)
    phone.get_by_role("link", name="How it counts").first.tap()
    sheet = phone.get_by_role("dialog", name="How it counts")
    expect(sheet.locator(".how > p").first).to_contain_text("20")
    expect(sheet.locator(".how-worked").first).to_contain_text("20 + 10 = 30")
    axe(phone)
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)


def test_waiting_cells_count_once_unless_filled_elsewhere(device, played):
    phone, other = device(), device()
    open_pad(phone, played, FARM, "Ada", "Bo")
    other.goto(phone.url)
    started(other)
    phone.context.set_offline(True)
    cells(phone).first.tap()
    phone.keyboard.type("3")
    phone.keyboard.press("Enter")
    expect(cells(phone).nth(1)).to_be_focused()
    phone.keyboard.type("4")
    send(phone)
    waiting = phone.locator("[data-waits-here]")
    expect(waiting).to_contain_text("Waiting: Ada: Gold: 3 · Bo: Gold: 4. Not counted yet.")
    expect(phone.locator(".bar-waits")).to_have_text("1 waiting")
    cells(phone).nth(2).fill("5")
    send(phone)
    expect(waiting).to_contain_text("Ada: Sheep: 5")
    assert [each.input_value() for each in cells(phone).all()] == ["3", "4", "5", ""]
    assert cells(phone).evaluate_all("all => all.map(each => each.inert)") == [True, True, True, False]
    send(phone)  # nothing new is typed
    cells(other).nth(1).fill("9")
    send(other)
    expect(other.locator("[data-filled]").first).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator(".bar-link", has_text="3 entries")).to_be_visible()
    assert phone.locator("[data-total]").all_inner_texts() == ["8", "9"]
    notice = phone.get_by_text("Bo: Gold: Another phone has filled this in. You typed: 4.")
    expect(notice).to_be_in_viewport(ratio=1)
    expect(phone.locator("[data-module=outbox]")).to_be_empty()
    phone.reload()
    started(phone)
    expect(notice).to_be_visible()
    cells(phone).last.fill("2")
    phone.get_by_role("button", name="See the result").tap()
    expect(phone.locator(".winner h2")).to_be_visible()
    expect(notice).to_have_count(0)
