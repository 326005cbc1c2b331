"""Number fields by touch: keys on the page instead of the phone's keyboard, long presses, and replaced numbers."""

import re

from playwright.sync_api import expect

from scorekeeper.titles import read_pad
from tests.browser.loire import at, onward
from tests.browser.steps import (
    SMALL,
    TARGETS,
    TOO_SMALL,
    follow,
    open_game,
    open_pad,
    open_seat,
    scrolls,
    sideways,
    started,
    tap_keys,
    until,
)
from tests.own_titles import PLAIN
from tests.seats import at_seat

FOUR = ("Ada", "Bo", "Cy", "Di")
TEN = (*FOUR, "Ed", "Florentine", "Gil", "Hal", "Ida", "Jo")
HEARTS = dict(read_pad(PLAIN["hearts"]).definition)
"""A pad in which the players type points that total 26."""
COVERED = """field => {
  const {top, bottom} = field.getBoundingClientRect();
  return top < document.querySelector(".standings").getBoundingClientRect().bottom
    || bottom > [...document.querySelectorAll(".act")].find(each => each.checkVisibility()).getBoundingClientRect().top;
}"""


def points(phone):
    return phone.locator(".sum > input")


def typed(phone):
    return [each.input_value() for each in points(phone).all()]


def enter(phone):
    phone.get_by_role("button", name="Enter the round").tap()


def keyboards(fields):
    return set(fields.evaluate_all("fields => fields.map(field => field.inputMode)"))


def test_round_is_entered_with_the_number_keys_alone(device, played, axe):
    phone = device(viewport=SMALL)
    open_pad(phone, played, HEARTS, *FOUR)
    fields = points(phone)
    expect(fields.first).to_have_attribute("data-at", "")
    assert keyboards(fields) == {"none"}
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    tap_keys(phone, "13>3+6-2<0-4+")
    expect(phone.locator("[data-at]")).to_have_attribute("name", f"round-points-{at_seat(1)}")
    tap_keys(phone, "1>7>0")
    assert typed(phone) == ["13", "3+6-0-4+1", "7", "0"]
    axe(phone)
    enter(phone)
    expect(phone.locator(".bar-link", has_text="1 entry")).to_be_visible()
    assert phone.locator(".standing b").all_inner_texts() == ["13", "6", "7", "0"]
    assert keyboards(fields) == {"none"}  # also on the next page
    expect(fields.first).to_have_attribute("data-at", "")
    follow(phone.locator(".bar-link"))
    follow(phone.locator(".pad tbody th a"))
    started(phone)
    fields.nth(2).tap()
    tap_keys(phone, "5>2")  # replacing the 7 and the 0, which are selected
    assert typed(phone)[2:] == ["5", "2"]


def test_next_digit_replaces_a_refused_number(device, played, axe):
    phone = device(viewport=SMALL)
    open_pad(phone, played, HEARTS, *FOUR)
    fields, fault = points(phone), phone.locator(".fault:visible")
    tap_keys(phone, "10>-3>13>0")
    enter(phone)
    expect(fields.nth(1)).to_have_accessible_description("Bo: −3 is too low: the minimum is 0.")
    expect(fault).to_have_count(1)  # the reason is shown once
    expect(phone.locator("[aria-invalid=true]")).to_have_count(1)
    expect(fields.nth(1)).to_be_focused()
    expect(phone.locator("[data-at]")).to_have_attribute("name", f"round-points-{at_seat(1)}")
    tap_keys(phone, "9")
    expect(fields.nth(1)).to_have_value("9")
    expect(fields.nth(1)).not_to_have_attribute("aria-invalid", "true")
    enter(phone)  # these numbers total 32: all of them are wrong together
    expect(fault).to_have_text("A round totals 26; this one totals 32.")
    expect(phone.locator("[aria-invalid=true]")).to_have_count(4)
    expect(fields.first).to_be_focused()
    expect(fault).to_be_in_viewport(ratio=1)
    assert not fields.first.evaluate(COVERED)
    axe(phone)
    tap_keys(phone, "1")
    expect(fault).to_have_text("A round totals 26; this one totals 23.")
    tap_keys(phone, "<4")
    expect(fault).to_have_count(0)
    assert typed(phone) == ["4", "9", "13", "0"]
    expect(phone.locator("[aria-invalid=true]")).to_have_count(0)


def test_late_preview_does_not_mark_a_changed_number(phone, played):
    open_pad(phone, played, HEARTS, *FOUR)
    field, held = points(phone).nth(1), []
    tap_keys(phone, "10>26>7>6")
    enter(phone)
    expect(field).to_have_attribute("aria-invalid", "true")
    phone.route("**/preview", lambda route: held.append(route))
    tap_keys(phone, "33")  # too much
    until(phone, lambda: held)
    field.fill("3")
    with phone.expect_response("**/preview") as late:
        held[-1].continue_()
    late.value.finished()
    phone.evaluate("new Promise(done => setTimeout(done, 60))")
    expect(phone.locator("[aria-invalid=true]")).to_have_count(0)


def test_number_keys_appear_with_a_field_and_held_buttons_repeat(phone, server, axe):
    phone.clock.install()
    open_game(phone, server, "loire", ["Ada", "Bo"], [])
    started(phone)
    phone.locator(".tally-tab:visible").last.tap()
    keys = phone.locator(".number-keys:visible")
    victory, goods = (phone.locator(f"[id='tally-{at_seat(0)}-{name}']") for name in ("victory", "goods"))
    expect(keys).to_have_count(0)
    victory.tap()
    expect(keys).to_have_count(1)
    axe(phone)
    for key in ("2", "5", "Plus", "7", "3", "Delete the last digit", "Next number", "8"):
        keys.get_by_role("button", name=key, exact=True).tap()
    assert [victory.input_value(), goods.input_value()] == ["25+7", "8"]
    more = phone.locator(f"[id='tally-{at_seat(0)}-victory'] + button")
    more.tap()
    expect(victory).to_have_value("33")  # 25 + 7, and one more
    place = more.bounding_box()
    phone.mouse.move(place["x"] + 24, place["y"] + 24)
    phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 1)
    phone.mouse.down()
    phone.clock.run_for(450 + 2 * 90 + 10)
    phone.mouse.up()
    phone.clock.run_for(1000)
    expect(victory).to_have_value("36")


def test_half_points_are_typed_with_a_comma_in_german(device, played):
    phone = device(locale="de-DE")
    open_pad(phone, played, {"decimals": 1, "end": {"rounds": 3}}, *FOUR)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    tap_german(phone, "12,25>,5>3+1,5>")
    expect(phone.locator(".fault:visible")).to_have_text(re.compile("1234,5"))
    assert typed(phone) == ["12,25", ",5", "3+1,5", ""]
    points(phone).last.tap()
    tap_german(phone, "0>12,5")
    expect(phone.locator(".fault:visible")).to_have_count(0)
    phone.get_by_role("button", name="Runde eintragen").tap()
    expect(phone.locator(".bar-link", has_text="1 Eintrag")).to_be_visible()
    assert phone.locator(".standing b").all_inner_texts() == ["12,5", "0,5", "4,5", "0"]
    assert sideways(phone) <= 0


def test_desktop_has_no_number_keys(device, played):
    page = device(has_touch=False, is_mobile=False)
    open_pad(page, played, {}, *FOUR[:2])
    assert keyboards(points(page)) == {"text"}
    expect(page.locator(".number-keys:visible")).to_have_count(0)


END_IN_SIGHT = """field => {
  const {top, bottom, left, right} = field.getBoundingClientRect();
  const act = [...document.querySelectorAll(".act")].find(each => each.checkVisibility()).getBoundingClientRect().top;
  const bar = document.querySelector("body > header").getBoundingClientRect().bottom;
  return top >= bar - 1 && bottom <= act + 1 && left >= 0 && right <= innerWidth
    && field.scrollLeft + field.clientWidth >= field.scrollWidth - 1;
}"""
UNCOVERED_KEYS = """keys => [...keys.querySelectorAll("button")].every(each => {
  const {left, top, width, height} = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""


def tap_german(phone, keys):
    names = {"+": "Plus", ">": "Nächste Zahl"}
    for each in keys:
        shown = phone.locator(".number-keys:visible")
        button = shown.get_by_role("button", name=names[each]) if each in names else shown.get_by_text(each, exact=True)
        button.tap()


def soon(locator, expression):
    """Wait until an expression is true for an element: newly revealed elements may take a moment."""
    locator.page.wait_for_function(expression, arg=locator.element_handle())


def test_large_text_shows_end_of_sum_and_all_keys(device, played, server):
    phone = device(viewport=SMALL, locale="de-DE")
    sizes = phone.context.new_cdp_session(phone)
    sizes.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 13}})
    open_pad(phone, played, {}, *TEN)
    field = points(phone).first
    tap_german(phone, "12+7+15+22")
    expect(field).to_have_value("12+7+15+22")
    soon(field, "field => field.scrollWidth > field.clientWidth")
    soon(field, END_IN_SIGHT)
    assert scrolls(phone)[0] <= 0
    open_game(phone, server, "loire", ["Ada", "Bo"], [])
    started(phone)
    phone.locator(".tally-tab:visible").last.tap()
    field = phone.locator(f"[id='tally-{at_seat(0)}-victory']")
    field.tap()
    tap_german(phone, "12+7+15")
    expect(phone.locator(".slip:visible")).to_contain_text("22")  # more than exist
    soon(field, END_IN_SIGHT)
    soon(phone.locator(".number-keys:visible"), UNCOVERED_KEYS)
    assert scrolls(phone)[0] <= 0


def test_offered_exception_is_filled_in_for_the_tapped_player(device, played, axe):
    phone = device(viewport=SMALL)
    open_pad(phone, played, HEARTS, *FOUR)
    tap_keys(phone, "26>0>0>0")
    expect(phone.locator(".fault:not(:empty)")).to_contain_text("Enter 0, and 26 for each other player")
    phone.locator(".offers > summary").tap()
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    assert not sideways(phone)
    phone.context.set_offline(True)  # it needs no request
    phone.locator(".offers a", has_text="Ada").tap()
    assert typed(phone) == ["0", "26", "26", "26"]
    phone.context.set_offline(False)
    expect(phone.locator(".fault:not(:empty)")).to_have_count(0)


PLACES = """chips => {
  const [first, ...others] = chips.map(chip => chip.getBoundingClientRect());
  return others.map(each => [each.left - first.left, each.top - first.top, each.width].map(Math.round));
}"""


def test_corrected_field_clears_only_its_own_error(phone, server):
    open_game(phone, server, "loire", ["Ada", "Bo"], [])
    started(phone)
    mines, sheep = (phone.locator(f"[id='tally-{at_seat(0)}-{name}']") for name in ("mines", "animal-sheep"))
    mines.fill("4")
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
    for each in (faults, tabs, phone.locator("[aria-invalid]")):
        expect(each).to_have_count(2)
    sheep.fill("1")
    expect(faults).to_have_count(1)
    expect(tabs).to_have_count(1)
    expect(mines).to_have_attribute("aria-invalid", "true")
    expect(sheep).not_to_have_attribute("aria-invalid", "true")
    at(mines).fill("4")
    expect(faults).to_have_count(0)
    expect(phone.locator("[aria-invalid]")).to_have_count(0)


def test_tapped_number_is_replaced_despite_updates_from_other_phones(device, server):
    phone, other = device(), device()
    open_game(phone, server, "loire", ["Ada", "Bo"], [{"kind": "tally", "player": "Bo", "victory_cards": 6}])
    started(phone)
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
