"""The score sheet of The Prodigals Club as a keypad: cells open panels, and collected changes are saved at once."""

from playwright.sync_api import expect

from tests.browser.club import (
    ALL_THREE,
    FINE_PRINT,
    THREE,
    add,
    button,
    cell,
    digits,
    less,
    lower,
    markers,
    next_step,
    row,
    saved,
    says,
    scores,
    shows,
    step_key,
    table,
    tiles,
)
from tests.browser.steps import SMALL, Taps, answered, open_game, settle, sideways, started
from tests.seats import at_seat

FIVE = (*THREE, "Donny", "Evangelina")


def marked(page):
    return page.locator("[data-changed]").evaluate_all("all => all.map(each => each.dataset.opens)")


def sell(page, tap, tile, discount):
    tap(page.locator("[data-chip]:visible", has_text=str(tile)).first)
    tap(page.locator(f"[name=play][value$='?tile={tile}&discount={discount}']:visible"))


def opened(page, tap, name):
    """Tap the name of a competition, and wait for its panel."""
    tap(row(page, name))
    expect(row(page, name)).to_have_attribute("aria-current", "true")
    started(page)


def test_row_input_fills_cells_and_survives_reload(phone, server):
    table(phone, server)
    opened(phone, Taps(), "election")
    step_key(phone, 1, -3).tap()
    step_key(phone, 1, 1).tap()
    expect(phone.locator(f".picks[data-of='election-{at_seat(1)}']")).to_contain_text("37 → 35")
    cell(phone, "election", 1).tap()
    expect(phone.locator("[data-typed]:visible")).to_have_text("− 2")
    opened(phone, Taps(), "society")
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


def test_all_starting_values_are_entered_panel_by_panel(phone, server):
    table(phone, server, known=False)
    tap = Taps()
    for values in ((6, 6, 5, 4, 3, 2), (9, 5, 5, 2, 1, 1), (7, 7, 4, 3, 3, 2)):
        tap(*tiles(phone, *values))  # the sixth leads to the next player without tiles
    tap(*digits(phone, "8654"))
    for _ in range(2):
        same = phone.locator("[data-same]:visible")
        expect(same).to_have_text("As Ada: 8 6 5 4")
        tap(same)
    says(phone, "Save 6 changes")
    tap(button(phone))
    saved(phone, 6)
    count, scrolls = tap.spent("Everybody's tiles and markers")
    assert (count <= 25, scrolls) == (True, 0)
    assert scores(phone) == [["50", "47", "49"], ["38", "37", "37"], ["23", "23", "23"]]


def test_every_panel_fits_one_screen(device, server, axe):
    page = device()
    for size, players in ((page.viewport_size, FIVE), (SMALL, FIVE[:4])):
        page.set_viewport_size(size)
        table(page, server, players)
        fits(page)
        for name in ("election", "society", "possessions"):
            opened(page, Taps(), name)
            fits(page)
            if players == FIVE:  # fewer players make the same panels, but smaller
                axe(page) if name != "election" else None  # a subset of the other two
                assert page.evaluate(FINE_PRINT) == [], name
            cell(page, name, 3).tap()
            fits(page)
        add(page, -1).tap()
        page.locator("[data-chip]:visible").first.tap()
        fits(page)
        page.locator("[data-exchange]:visible").tap()
        says(page, "Save Donny's purse")
        fits(page)


def fits(page):
    """Assert that score sheet, phases, open panel and bar fit on the screen below each other."""
    panel = ".cells:visible, .everybody:visible"
    expect(page.locator(panel)).to_be_visible()  # a script opens it after an answer
    boxes = [page.locator(each).bounding_box() for each in (".paper-frame", panel, ".act")]
    sheet, cells, bar = ((box["y"], box["y"] + box["height"]) for box in boxes)
    assert sheet[1] <= cells[0]
    assert cells[1] <= bar[0] + 1
    assert bar[1] <= page.viewport_size["height"]
    assert sideways(page) <= 0


def test_typed_number_replaces_score_and_can_be_reset(phone, server):
    table(phone, server)
    typed, back = phone.locator("[data-typed]:visible"), phone.get_by_role("button", name="Put back")
    cell(phone, "election", 1).tap()
    for key in (*digits(phone, "32"), add(phone, -1)):
        key.tap()
    expect(typed).to_have_text("= 31")
    phone.locator("[data-back]:visible").tap()
    expect(cell(phone, "election", 1)).to_contain_text("3")
    phone.locator("[data-minus]:visible").tap()
    expect(typed).to_have_text("= −3")
    expect(cell(phone, "election", 1).locator(".paper-zero")).to_contain_text("−3")
    cell(phone, "society", 2).tap()
    for key in digits(phone, "1675"):  # from 9 8 6 4: no marker rises by a second digit
        key.tap()
    assert markers(phone) == ["1", "6", "7", "5"]
    rises = phone.locator("[data-rises]:visible")
    expect(rises).to_have_text("A marker goes up: from 6 to 7.")
    for place, number in ((2, "6"), (3, "4")):
        phone.locator(".markers:visible .field").nth(place).fill(number)
    expect(rises).to_have_count(0)
    less(phone, 2).tap()
    says(phone, "Save 2 changes")
    phone.reload()
    started(phone)
    says(phone, "Save 2 changes")
    assert marked(phone) == [f"election-{at_seat(1)}", f"society-{at_seat(2)}"]
    expect(phone.locator(".cell:visible, .cell-head:visible").first).to_contain_text("Cleo")
    assert markers(phone) == ["1", "5", "6", "4"]
    back.tap()
    says(phone, "Save Ben's vote count")
    phone.locator(".standing", has_text="Ben").tap()  # keeps the competition
    expect(cell(phone, "society", 1)).to_have_attribute("aria-current", "true")
    assert marked(phone) == [f"election-{at_seat(1)}"]
    cell(phone, "election", 1).tap()
    back.tap()
    expect(button(phone)).to_be_hidden()
    expect(cell(phone, "election", 1)).to_have_text("37 counts")


def test_marker_above_the_top_row_keeps_its_message(phone, server):
    table(phone, server, known=False)
    cell(phone, "election", 1).tap()
    add(phone, -2).tap()
    cell(phone, "society", 2).tap()
    reason = phone.get_by_text("no marker on 17")
    for key in digits(phone, "17"):  # no number above 16 exists
        key.tap()
    assert markers(phone) == ["1", "7", "", ""]
    phone.locator(".markers:visible .field").first.fill("17")
    expect(phone.locator("[data-too-large]:visible")).to_have_text("The topmost row is 16.")
    phone.get_by_role("button", name="Put back").tap()
    for key in digits(phone, "13141517"):
        key.tap()
    assert markers(phone) == ["13", "14", "15", "17"]  # an invalid marker does not lead to the next player
    expect(reason.locator("visible=true")).to_have_count(1)
    says(phone, "Save 2 changes")
    button(phone).tap()
    answered(phone)  # the message may be that of the preview
    expect(phone.get_by_role("alert").filter(has_text="no marker on 17")).to_have_count(1)
    started(phone)
    fits(phone)
    digits(phone, "7")[0].tap()  # replaces the invalid marker, and leads to the next player without markers
    cell(phone, "society", 2).tap()
    assert markers(phone) == ["13", "14", "15", "7"]
    first = phone.locator(".markers:visible .field").first
    first.focus()  # as a script would
    first.tap()
    phone.keyboard.type("12")
    assert markers(phone) == ["12", "14", "15", "7"]
    button(phone).tap()
    saved(phone, 2)
    assert (scores(phone)[1][1], scores(phone)[2][2]) == ("35", "48")


def test_tiles_are_removed_exchanged_and_sold_in_turn(phone, server):
    table(phone, server)
    chips, keys = phone.locator("[data-chip]:visible"), phone.locator("[data-tile]:visible")
    expect(keys).to_have_count(0)  # of known tiles
    phone.get_by_role("button", name="Correct tiles").tap()
    expect(keys).to_have_count(9)
    tiles(phone, 7)[0].tap()
    expect(phone.locator(".act > .overlooked")).to_contain_text("Ada: 4 tiles now, 3 before.")
    assert chips.all_inner_texts() == ["8", "5", "4", "7"]
    phone.get_by_role("button", name="Put back").tap()
    chips.first.tap()
    phone.get_by_role("button", name="Remove").tap()
    assert chips.all_inner_texts() == ["5", "4"]
    chips.first.tap()
    phone.get_by_role("button", name="Exchange").tap()
    tiles(phone, 1)[0].tap()
    assert chips.all_inner_texts() == ["5→1", "4"]
    expect(phone.locator(".cell-sum:visible")).to_have_text(
        "pounds 7 + tiles 5 + 2 × 3 = 18"
    )  # 4 lost, 1 over the limit
    says(phone, "Save 2 changes")
    button(phone).tap()
    saved(phone, 8)
    tap = Taps()
    sell(phone, tap, 4, 1)
    saved(phone, 9)
    sell(phone, tap, 1, 0)
    saved(phone, 10)
    assert scores(phone)[0][0] == "11"
    cell(phone, "possessions", 1).tap()
    add(phone, -4).tap()
    add(phone, -4).tap()
    expect(phone.locator(".cell-sum:visible")).to_contain_text("pounds 0 ")  # not below, while Ben owns tiles
    for change in (-1, -2, -3, -4):
        expect(add(phone, change)).to_be_disabled()
    add(phone, 1).tap()
    expect(phone.locator(".cell-sum:visible")).to_contain_text("pounds 1 ")


def test_marker_moves_several_spaces_in_one_gesture(device, server):
    phone, tap = device(viewport=SMALL), Taps()
    table(phone, server)
    opened(phone, tap, "society")
    first, last = lower(phone, 0, 1), lower(phone, 2, 4)
    tap.slide(first, -5 * 18 - 4)
    shows(first, "4 from 9")
    tap.slide(first, 2 * 18 + 4)  # too far
    shows(first, "6 from 9")
    tap(first)
    shows(first, "5 from 9")
    tap.slide(last, -3 * 18 - 4)
    shows(last, "1 from 4")
    scroll = phone.evaluate("document.getElementById('main').scrollTop")
    tap.slide(lower(phone, 1, 2), -12)  # a tap that is not quite still
    shows(lower(phone, 1, 2), "7 from 8")
    assert phone.evaluate("document.getElementById('main').scrollTop") == scroll
    assert sideways(phone) == 0
    expect(button(phone)).to_have_text("Save 3 changes")
    phone.reload()
    started(phone)
    shows(first, "5 from 9")


def test_marker_moves_by_keyboard(phone, server):
    table(phone, server)
    opened(phone, Taps(), "society")
    key = lower(phone, 0, 1)
    key.focus()
    for pressed, said in (
        ("ArrowDown", "8 from 9"),
        ("ArrowLeft", "7 from 9"),
        ("ArrowUp", "8 from 9"),
        ("1", "1 from 9"),
        ("2", "12 from 9"),
        ("5", "5 from 9"),
        ("Enter", "4 from 9"),
    ):
        phone.keyboard.press(pressed)
        shows(key, said)
    button(phone).tap()
    saved(phone, 7)
    assert scores(phone)[2][0] == "22"


SPACES = (((0, 5), (2, 2)), ((0, 1), (1, 4), (3, 3)), ((0, 3), (2, 1)), ((1, 6), (3, 2)))
"""The moves of influence in a round, by player: the marker and its number of spaces."""


def test_round_with_everything_takes_few_gestures(phone, server):
    four, tap = (*THREE, "Donny"), Taps()
    plays = [{"kind": "possessions", "player": name, "tiles": [8, 7, 5, 4]} for name in four]
    plays += [{"kind": "influence", "player": name, "markers": [13, 12, 11, 10]} for name in four]
    open_game(phone, server, "prodigals-club", four, plays, competitions=ALL_THREE)
    started(phone)
    opened(phone, tap, "election")
    tap(*(step_key(phone, *each) for each in ((0, -4), (1, -3), (1, -2), (2, -1), (3, -4))))
    opened(phone, tap, "possessions")
    tap(*(step_key(phone, *each) for each in ((0, -4), (1, -1), (1, -1), (2, -3), (3, -4))))
    opened(phone, tap, "society")
    before = tap.count
    for seat, moves in enumerate(SPACES):
        for place, spaces in moves:
            marker = lower(phone, seat, place + 1)
            tap.slide(marker, -18 * spaces - 4) if spaces > 1 else tap(marker)
            shows(marker, f"{13 - place - spaces} from {13 - place}")
    spaces = sum(each for moves in SPACES for _, each in moves)
    assert (spaces, tap.count - before) == (27, 9)
    tap(button(phone))
    saved(phone, 8 + 12)
    for seat, tile, discount in ((1, 7, 2), (3, 8, 1)):
        tap(cell(phone, "possessions", seat))
        sell(phone, tap, tile, discount)
        saved(phone, 21 + seat // 2)
    following = next_step(phone)
    tap(following)
    expect(following).to_have_text("Enter Hyde Park")
    started(phone)
    for seat, count in enumerate((3, 0, 2, 1)):
        tap(phone.locator(f"[name='hyde-park-megaphones-{at_seat(seat)}'][value='{count}']"))
    tap(phone.locator("[name=hyde-park-rewards]").first, following)
    expect(following).to_have_text("Enter Dame Beatrice")
    started(phone)
    for seat, place in ((0, 0), (1, 2), (2, 1), (3, 3)):
        tap(phone.locator(".phase-panel:visible .picks").nth(seat).locator("[data-ways]").nth(place))
    tap(following)
    expect(following).to_have_text("End round 1")
    started(phone)
    tap(phone.locator(f"input[type=radio][name='end-round-reserved-{at_seat(2)}'][value='1']"), following)
    expect(phone.locator(".phase-round")).to_contain_text("Round 2")
    count, scrolls = tap.spent("A round of four with everything")
    assert (count <= 43, scrolls) == (True, 0)
