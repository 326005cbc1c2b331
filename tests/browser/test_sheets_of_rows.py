"""Sheets of rows at the table, by touch: points while typing, fields above the keys, and how a pad counts."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, box, scrolls, sideways, started, until
from tests.pads.documents import document
from tests.pads.facts import facts_of

FIVE = ("Mira", "Jonas", "Donny", "Anja", "Zoë")
TWELVE = (*FIVE, "Pelle", "Bob", "Nele", "Till", "Ida", "Leonie", "Kim")
A_TAP = 0.5
"""Assumed seconds for a tap or a key."""
WINGSPAN = ((38, 41, 29, 46), (9, 6, 11, 7), (14, 12, 10, 8), (21, 17, 12, 16), (2, 5, 0, 3), (7, 4, 9, 1))
"""The points of four players, by row."""
SCIENCE = ((1, 2, 3), (0, 0, 0), (4, 0, 1))
NAMES = {"-": "Minus", "+": "Plus"}


def open_game(phone, played, name, names, plays=()):
    (url,) = played(document(name, names, list(plays), facts=facts_of(name)))
    phone.goto(url)
    started(phone)
    return url


def key(phone, label):
    return phone.locator(".field-keys").get_by_role("button", name=NAMES.get(label, label), exact=True)


def press(phone, labels, tap=None):
    for label in str(labels):
        (tap or (lambda each: each.tap()))(key(phone, label))


def onward(phone):
    return phone.locator("[data-goes-next]")


def total(phone, index):
    return phone.locator("thead [data-total]").nth(index)


def line(phone):
    return phone.locator("[data-made-of]")


def test_wingspan_needs_one_key_a_digit_and_one_tap_a_cell(device, played, axe):
    phone, tap = device(), Taps()
    open_game(phone, played, "wingspan", FIVE[:4])
    axe(phone)
    cells = [points for row in WINGSPAN for points in row]
    for number, points in enumerate(cells, start=1):
        press(phone, points, tap)
        if number < len(cells):
            tap(onward(phone))
    totals = [str(sum(row[seat] for row in WINGSPAN)) for seat in range(4)]
    assert phone.locator("[data-total]").all_inner_texts() == totals  # before anything is sent
    tap(phone.get_by_role("button", name="See the result"))
    count, moves = tap.spent("a sheet of Wingspan")
    digits = sum(len(str(points)) for points in cells)
    print(f"{count} taps for {digits} digits and {len(cells)} cells, {count * A_TAP:.0f} s at {A_TAP} s a tap")
    assert (count, moves) == (digits + len(cells), 0)
    expect(phone.get_by_role("heading", name="Mira wins")).to_be_visible()


def test_seven_wonders_counts_fields_above_one_row_of_keys(device, played, axe):
    phone, tap = device(), Taps()
    open_game(phone, played, "seven-wonders", FIVE)
    for row in phone.locator("tbody tr").all():
        expect(row).to_be_in_viewport(ratio=1)
    lowest = phone.locator("tbody tr").last.bounding_box()
    assert lowest["y"] + lowest["height"] <= phone.locator(".filling .act").bounding_box()["y"] + 1  # seven rows fit
    button = phone.get_by_role("button", name="Mira: Scientific structures")
    before = box(onward(phone))
    tap(button)
    press(phone, "123", tap)
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
    tap(onward(phone))
    expect(line(phone)).to_contain_text("Jonas, Scientific structures")
    phone.get_by_role("button", name="Enter the numbers").tap()
    filled = phone.locator("td > a")
    expect(filled).to_have_text("1561/2/12")
    filled.tap()
    expect(phone.get_by_role("heading", name="Entry 1")).to_be_visible()
    started(phone)
    phone.get_by_role("textbox", name="Gears").fill("3")
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator("td > a")).to_have_text("211/2/3")
    phone.get_by_role("button", name="Undo").first.tap()
    expect(phone.locator("td > a")).to_have_text("1561/2/12")
    assert sideways(phone) == 0


def test_agricola_shows_points_instead_of_counts(device, played):
    phone, tap = device(viewport=SMALL), Taps()
    open_game(phone, played, "agricola", FIVE[:4])
    for number in range(8):
        press(phone, "2", tap)
        expect(line(phone)).to_contain_text("2 → 1" if number < 4 else "2")
        tap(onward(phone))
    expect(phone.locator("tr[data-row=fields] .value-made").first).to_have_text("1")
    expect(total(phone, 0)).to_have_text("3")
    count, moves = tap.spent("two rows of Agricola")
    assert (count, moves) == (16, 0)


def test_refused_number_moves_nothing_and_is_kept(device, played):
    phone = device()
    open_game(phone, played, "seven-wonders", FIVE[:3])
    before = [box(each) for each in (key(phone, "1"), onward(phone), phone.locator("tbody tr").last)]
    press(phone, "99")
    expect(phone.locator(".filling .fault")).to_contain_text("99 is too high")
    assert [box(each) for each in (key(phone, "1"), onward(phone), phone.locator("tbody tr").last)] == before
    phone.reload()
    started(phone)
    expect(phone.get_by_role("textbox", name="Mira: Military")).to_have_value("99")
    expect(total(phone, 0)).to_have_text("99")


def test_points_count_offline_and_are_entered_later(device, played):
    phone, other = device(), device()
    url = open_game(phone, played, "seven-wonders", FIVE[:3])
    other.goto(url)
    started(other)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Jonas: Scientific structures").tap()
    press(phone, "202")
    expect(line(phone)).to_contain_text("4 + 4 = 8")
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.locator(".outbox, [data-waits-here] > *").first).to_be_attached()
    expect(total(phone, 1)).to_have_text("8")
    press_other = other.get_by_role("textbox", name="Mira: Wonder")
    press_other.tap()
    press(other, "7")
    other.get_by_role("button", name="Enter the numbers").tap()
    expect(other.locator("td > a")).to_have_text("7")
    phone.context.set_offline(False)
    expect(phone.locator("td > a")).to_have_count(2)
    expect(total(phone, 1)).to_have_text("8")
    expect(other.locator("td > a")).to_have_count(2)
    expect(total(other, 1)).to_have_text("8")


@pytest.mark.parametrize("options", [{}, {"locale": "de-DE", "color_scheme": "dark"}], ids=["en", "de"])
def test_seven_players_fill_in_a_sheet_on_a_small_phone(device, played, axe, options):
    phone = device(viewport=SMALL, wider=True, **options)
    open_game(phone, played, "seven-wonders", TWELVE[:7])
    axe(phone)
    for _ in range(8):
        press(phone, "4")
        onward(phone).tap()
    expect(line(phone)).to_contain_text("Jonas")
    expect(phone.locator("input[data-at]")).to_be_in_viewport(ratio=1)
    assert scrolls(phone)[0] == 0


def test_twelve_players_fill_in_a_sheet(device, played):
    phone = device(viewport=SMALL)
    facts = {"title": "Pad", "players": [2, 20], "rows": [{"name": "Cards left"}, {"name": "Coins", "each": 2}]}
    (url,) = played(document("pad", TWELVE, [], facts=facts))
    phone.goto(url)
    started(phone)
    for number in range(24):
        press(phone, "3")
        if number < 23:
            onward(phone).tap()
    expect(phone.locator("input[data-at]")).to_be_in_viewport(ratio=1)
    assert phone.locator("[data-total]").all_inner_texts() == ["9"] * 12
    phone.get_by_role("button", name="See the result").tap()
    until(phone, lambda: phone.locator(".filling").count() == 0)
    assert scrolls(phone)[0] == 0


def test_sheet_is_filled_in_without_scripts(device, played):
    phone = device(java_script_enabled=False)
    (url,) = played(document("seven-wonders", FIVE[:3], [], facts=facts_of("seven-wonders")))
    phone.goto(url)
    phone.get_by_role("textbox", name="Mira: Military").fill("5")
    for label, value in (("Tablets", "1"), ("Compasses", "2"), ("Gears", "3")):
        phone.get_by_role("textbox", name=f"Jonas: Scientific structures, {label}").fill(value)
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.locator("td > a")).to_have_text(["5", "211/2/3"])
    expect(total(phone, 1)).to_have_text("21")


def test_help_is_a_sheet_over_the_table_and_a_page(device, played, axe):
    phone, plain = device(), device(java_script_enabled=False)
    plays = [
        {"kind": "announce", "values": {name: {"bid": 1} for name in FIVE[:2]}},
        {"kind": "round", "values": {"Mira": {"tricks": 1, "bonus": 10}, "Jonas": {"tricks": 0}}},
    ]
    url = open_game(phone, played, "skull-king", FIVE[:2], plays)
    phone.context.set_offline(True)
    phone.get_by_role("link", name="How it counts").first.tap()
    sheet = phone.get_by_role("dialog", name="How it counts")
    expect(sheet.locator(".how > p").first).to_contain_text("20")
    expect(sheet.locator(".how-worked").first).to_contain_text("20 + 10 = 30")
    axe(phone)
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)
    plain.goto(url)
    plain.get_by_role("link", name="How it counts").first.tap()
    expect(plain.get_by_role("heading", name="How it counts")).to_be_visible()
    expect(plain.locator(".how-worked").first).to_contain_text("20 + 10 = 30")
