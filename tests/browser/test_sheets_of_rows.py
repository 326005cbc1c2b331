"""Sheets of rows at the table, by touch: points while typing, fields above the keys, and how a pad counts."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, box, scrolls, sideways, started
from tests.pads.documents import document
from tests.pads.facts import facts_of

FIVE = ("Mira", "Jonas", "Donny", "Anja", "Zoë")
TWELVE = (*FIVE, "Pelle", "Bob", "Nele", "Till", "Ida", "Leonie", "Kim")
A_TAP = 0.5
"""Assumed seconds for a tap or a key."""
WINGSPAN = ((38, 41, 29, 46), (9, 6, 11, 7), (14, 12, 10, 8), (21, 17, 12, 16), (2, 5, 0, 3), (7, 4, 9, 1))
"""The points of four players, by row."""
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


def test_seven_players_fill_in_a_sheet_on_a_small_phone(device, played, axe):
    phone = device(viewport=SMALL, wider=True, locale="de-DE", color_scheme="dark")
    open_game(phone, played, "seven-wonders", TWELVE[:7])
    axe(phone)
    for _ in range(8):
        press(phone, "4")
        onward(phone).tap()
    expect(line(phone)).to_contain_text("Jonas")
    expect(phone.locator("input[data-at]")).to_be_in_viewport(ratio=1)
    assert scrolls(phone)[0] == 0


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
