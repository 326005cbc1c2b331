"""Input by touch: typing replaces a number, chips keep their places, and error messages disappear once fixed."""

import re

from playwright.sync_api import expect

from tests.browser.loire import at, last_tab, onward
from tests.browser.steps import open_game, open_seat, started
from tests.seats import at_seat

PLACES = """chips => {
  const [first, ...others] = chips.map(chip => chip.getBoundingClientRect());
  return others.map(each => [each.left - first.left, each.top - first.top, each.width].map(Math.round));
}"""


def test_typing_replaces_a_number_and_clears_its_error(phone, server):
    open_game(phone, server, "loire", ["Ada", "Bo"], [])
    started(phone)
    mines, sheep = (
        phone.locator(f"[id='tally-{at_seat(0)}-mines']"),
        phone.locator(f"[id='tally-{at_seat(0)}-animal-sheep']"),
    )
    mines.fill("9")
    mines.blur()
    mines.tap()
    phone.keyboard.type("4")
    expect(mines).to_have_value("4")
    phone.wait_for_timeout(400)  # an earlier tap would be a double tap, which selects text in the browser
    mines.tap()
    phone.keyboard.type("2")
    expect(mines).to_have_value(re.compile("^(42|24)$"))  # a second tap sets the cursor

    expect(phone.locator("[data-stale]")).to_have_count(0)  # the total appears above the chips
    onward(phone).tap()
    chips = phone.locator(".words:visible").first.locator(".word")
    before = chips.evaluate_all(PLACES)
    mine = chips.filter(has_text="mines")  # with the 4 mines below, the tally is legal
    mine.tap()
    expect(mine.locator("input")).to_be_checked()
    assert chips.evaluate_all(PLACES) == before

    faults, tabs = phone.locator(".tally .fault:not(:empty)"), phone.locator(".tally-wrong:visible")
    at(mines).fill("x")
    at(sheep).fill("1 1")
    expect(faults).to_have_count(2)
    expect(tabs).to_have_count(2)
    expect(phone.locator("[aria-invalid]")).to_have_count(2)
    expect(phone.locator(f"[id='tally-{at_seat(0)}'] [data-part=fault-estate]")).to_contain_text(
        "Type a whole number, such as 3."
    )
    sheep.fill("1")
    expect(faults).to_have_count(1)
    expect(tabs).to_have_count(1)
    expect(mines).to_have_attribute("aria-invalid", "true")
    expect(sheep).not_to_have_attribute("aria-invalid", "true")
    at(mines).fill("4")
    expect(faults).to_have_text([])
    expect(phone.locator("[aria-invalid]")).to_have_count(0)

    at(sheep).fill("x")
    at(mines).fill("x")
    last_tab(phone)
    phone.locator(f"[id='send-{at_seat(0)}']").tap()
    expect(faults.first).to_be_in_viewport(ratio=1)
    expect(phone.locator("[aria-invalid]")).to_have_count(2)
    expect(phone.locator("[aria-invalid]").first).to_be_in_viewport(ratio=1)


def test_tapped_number_is_replaced_despite_updates_from_other_phones(phone, device, server):
    open_game(phone, server, "loire", ["Ada", "Bo"], [{"kind": "tally", "player": "Bo", "victory_cards": 6}])
    started(phone)
    other = device()
    other.goto(f"{phone.url}/players")
    started(other)
    mines = phone.locator(f"[id='tally-{at_seat(0)}-mines']")
    mines.fill("9")
    mines.blur()
    mines.tap()
    open_seat(other, "Bo").locator("[name=name-1]").fill("Bob")
    other.keyboard.press("Escape")
    other.locator("#save").tap()
    expect(phone.get_by_text("Bob").first).to_be_visible()
    phone.keyboard.type("4")
    expect(mines).to_have_value("4")
