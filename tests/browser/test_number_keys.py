"""Number keys on the page and long presses: number fields do not open the phone's keyboard."""

import re

from playwright.sync_api import expect

from tests.browser.steps import (
    SMALL,
    TARGETS,
    TOO_SMALL,
    begin,
    follow,
    open_game,
    scrolls,
    sideways,
    slug_of,
    started,
    tap_keys,
    until,
)
from tests.documents import game_document
from tests.own_titles import plain_pad
from tests.seats import at_seat

TEN = ("Ada", "Bo", "Cy", "Di", "Ed", "Florentine", "Gil", "Hal", "Ida", "Jo")
COVERED = """field => {
  const {top, bottom} = field.getBoundingClientRect();
  return top < document.querySelector(".standings").getBoundingClientRect().bottom
    || bottom > [...document.querySelectorAll(".act")].find(each => each.checkVisibility()).getBoundingClientRect().top;
}"""


def pad(phone, name, *players):
    """Begin a game of a ready-made pad."""
    begin(phone, slug_of(phone, name), *players)
    started(phone)


def hearts(phone, server):
    """Begin a game of a pad in which the players type points that total 26."""
    begin(phone, plain_pad(server.app, "hearts"), *TEN[:4])
    started(phone)


def key_in_cell(phone, key):
    phone.locator(".field-keys").get_by_role("button", name=key, exact=True).tap()


def keyboards(fields):
    return set(fields.evaluate_all("fields => fields.map(field => field.inputMode)"))


def test_round_is_entered_with_the_number_keys_alone(device, axe, server):
    phone = device(viewport=SMALL)
    hearts(phone, server)
    fields = phone.locator(".sum > input")
    expect(fields.first).to_have_attribute("data-at", "")
    assert keyboards(fields) == {"none"}
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    tap_keys(phone, "13>3+6-2<0-4+")
    expect(phone.locator("[data-at]")).to_have_attribute("name", f"round-points-{at_seat(1)}")
    tap_keys(phone, "1>7>0")
    assert [each.input_value() for each in fields.all()] == ["13", "3+6-0-4+1", "7", "0"]
    axe(phone)
    phone.get_by_role("button", name="Enter the round").tap()
    expect(phone.locator(".bar-link", has_text="1 entry")).to_be_visible()
    assert phone.locator(".standing b").all_inner_texts() == ["13", "6", "7", "0"]
    assert keyboards(fields) == {"none"}  # also on the next page
    expect(fields.first).to_have_attribute("data-at", "")
    tap_keys(phone, "9")
    expect(fields.first).to_have_value("9")

    follow(phone.locator(".bar-link"))
    follow(phone.locator(".pad tbody th a"))
    started(phone)
    fields.nth(2).tap()
    tap_keys(phone, "5>2")  # replacing the 7 and the 0, which are selected
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator(".pad tbody th a")).to_be_visible()
    follow(phone.get_by_role("link", name="Back to the table"))
    assert phone.locator(".standing b").all_inner_texts() == ["13", "6", "5", "2"]


def test_next_digit_replaces_a_refused_number(device, axe, server):
    phone = device(viewport=SMALL)
    hearts(phone, server)
    fields, enter = phone.locator(".sum > input"), phone.get_by_role("button", name="Enter the round")
    fault = phone.locator(".fault:visible")
    for typed, wrong, says, right in (
        ("10>-3>13>0", 1, "Bo: −3 is too low: the minimum is 0.", "3"),
        (">>27", 2, "Cy: 27 is too high: the maximum is 25.", "13"),
        (">>>9-", 3, "Type a whole number, or a short sum such as 3+6−2.", "0"),
    ):  # once corrected, all numbers total 26
        tap_keys(phone, typed)
        enter.tap()
        expect(fields.nth(wrong)).to_have_accessible_description(says)
        expect(fault).to_have_count(1)  # the reason is shown once
        expect(phone.locator("[aria-invalid=true]")).to_have_count(1)
        expect(fields.nth(wrong)).to_have_attribute("aria-invalid", "true")
        expect(fields.nth(wrong)).to_be_focused()
        expect(phone.locator("[data-at]")).to_have_attribute("name", f"round-points-{at_seat(wrong)}")
        tap_keys(phone, right)
        expect(fields.nth(wrong)).to_have_value(right)
        expect(fields.nth(wrong)).not_to_have_attribute("aria-invalid", "true")
        fields.first.tap()
    tap_keys(phone, ">>1>8")
    enter.tap()  # 10, 3, 1 and 8 do not total 26: all of them are wrong together
    expect(fault).to_have_text("A round totals 26; this one totals 22.")
    expect(phone.locator("[aria-invalid=true]")).to_have_count(4)
    for field in fields.all():
        expect(field).to_have_accessible_description("A round totals 26; this one totals 22.")
    expect(fields.first).to_be_focused()
    expect(fields.first).to_have_attribute("data-at", "")
    expect(fault).to_be_in_viewport(ratio=1)
    assert not fields.first.evaluate(COVERED)
    axe(phone)
    tap_keys(phone, "1")
    expect(fault).to_have_text("A round totals 26; this one totals 13.")
    tap_keys(phone, "4")
    assert [each.input_value() for each in fields.all()] == ["14", "3", "1", "8"]
    expect(fault).to_have_count(0)
    expect(phone.locator("[aria-invalid=true]")).to_have_count(0)
    enter.tap()
    expect(phone.locator(".bar-link", has_text="1 entry")).to_be_visible()


HOLD = """() => {
  const ask = window.fetch;
  window.held = [];
  window.fetch = async (...what) => {
    const answer = await ask(...what);
    if (String(what[0]).endsWith("/preview")) await new Promise((done) => window.held.push(done));
    return answer;
  };
}"""
CHANGE_AND_RELEASE = """async (field) => {
  field.value = "3";
  field.dispatchEvent(new Event("input", {bubbles: true}));
  window.held.at(-1)();
  await new Promise((done) => setTimeout(done, 60));
  return document.querySelectorAll("[aria-invalid=true]").length;
}"""


def test_late_preview_does_not_mark_a_changed_number(phone, server):
    hearts(phone, server)
    field, enter = phone.locator(".sum > input").nth(1), phone.get_by_role("button", name="Enter the round")
    tap_keys(phone, "10>26>7>6")
    enter.tap()
    expect(field).to_have_attribute("aria-invalid", "true")
    phone.evaluate(HOLD)
    tap_keys(phone, "33")  # too much
    until(phone, lambda: phone.evaluate("window.held.length"))
    assert field.evaluate(CHANGE_AND_RELEASE) == 0


def test_next_key_shows_each_of_ten_fields(device):
    phone = device(viewport=SMALL)
    pad(phone, "6 nimmt!", *TEN)
    fields = phone.locator(".sum > input")
    for at in range(10):
        tap_keys(phone, f"{at}")
        assert not fields.nth(at).evaluate(COVERED), TEN[at]
        tap_keys(phone, ">")
    assert [each.input_value() for each in fields.all()] == list("0123456789")
    expect(fields.first).to_be_focused()
    assert scrolls(phone)[0] <= 0


def test_sheet_is_filled_in_with_the_number_keys(device, axe):
    phone = device(viewport=SMALL)
    pad(phone, "Yatzy", "Ada", "Bo")
    cells = phone.locator(".pad-rows input:not([type=hidden])")
    assert keyboards(cells) == {"none"}
    axe(phone)
    key_in_cell(phone, "3")
    cells.nth(1).tap()
    key_in_cell(phone, "2")
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.locator(".bar-link", has_text="2 entries")).to_be_visible()
    assert phone.locator("[data-total]").all_inner_texts() == ["3", "2"]
    assert keyboards(cells) == {"none"}
    cells.nth(3).fill("4")
    cells.nth(2).tap()
    key_in_cell(phone, "3")
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(cells.nth(3)).to_be_focused()
    expect(cells.nth(3)).to_have_accessible_description("Bo: Threes: 4 is not a multiple of 3.")
    expect(cells.nth(3)).to_have_attribute("data-at", "")
    key_in_cell(phone, "6")
    expect(cells.nth(3)).to_have_value("6")


def test_loire_fields_have_number_keys_and_held_buttons_repeat(device, server, axe):
    phone = device(viewport=SMALL)
    open_game(phone, server, "loire", ["Ada", "Bo"], [])
    started(phone)
    phone.locator(".tally-tab:visible").last.tap()
    keys = phone.locator(".number-keys:visible")
    victory, goods = (
        phone.locator(f"[id='tally-{at_seat(0)}-victory']"),
        phone.locator(f"[id='tally-{at_seat(0)}-goods']"),
    )
    expect(keys).to_have_count(0)  # they appear with the field
    victory.tap()
    expect(keys).to_have_count(1)
    axe(phone)
    for key in ("2", "5", "+"):
        keys.get_by_role("button", name="Plus" if key == "+" else key, exact=True).tap()
    for key in ("7", "3", "Delete the last digit"):
        keys.get_by_role("button", name=key, exact=True).tap()
    keys.get_by_role("button", name="Next number").tap()
    keys.get_by_role("button", name="8", exact=True).tap()
    assert [victory.input_value(), goods.input_value()] == ["25+7", "8"]
    assert keyboards(phone.locator(f"[id='seat-{at_seat(0)}-rest'] .stepper > input")) == {"none"}

    more = phone.locator(f"[id='tally-{at_seat(0)}-victory'] + button")
    more.tap()
    expect(victory).to_have_value("33")  # 25 + 7, and one more
    place = more.bounding_box()
    phone.mouse.move(place["x"] + 24, place["y"] + 24)
    phone.mouse.down()
    expect(victory).to_have_value(re.compile(r"^(3[7-9]|[4-9]\d|\d{3,})$"))
    phone.mouse.up()
    held = int(victory.input_value())
    phone.wait_for_timeout(300)  # it has stopped
    stopped = int(victory.input_value())
    assert held <= stopped <= held + 1
    more.tap()
    expect(victory).to_have_value(str(stopped + 1))


def test_half_points_are_typed_with_a_comma_in_german(device, played, axe):
    phone = device(locale="de-DE")
    facts = {"title": "Boule", "players": [2, 4], "decimals": 1, "end": {"rounds": 3}}
    plays = [{"kind": "round", "points": {"Ada": 7.5, "Maximilian-Alexander": -0.5, "Cy": 0, "Di": 10}}]
    names = ["Ada", "Maximilian-Alexander", "Cy", "Di"]
    (url,) = played(game_document("boule", names, plays) | {"definition": facts})
    phone.goto(url)
    started(phone)
    assert phone.locator(".standing b").all_inner_texts() == ["7,5", "−0,5", "0", "10"]
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    axe(phone)
    fields = phone.locator(".sum > input")
    tap_german(phone, "12,25>,5>3+1,5>")
    expect(phone.locator(".fault:visible")).to_have_text(re.compile("1234,5"))
    phone.reload()  # the draft is kept as typed
    started(phone)
    assert [each.input_value() for each in fields.all()] == ["12,25", ",5", "3+1,5", ""]
    fields.last.tap()
    tap_german(phone, "0>12,5")
    expect(phone.locator(".fault:visible")).to_have_count(0)
    phone.get_by_role("button", name="Runde eintragen").tap()
    expect(phone.locator(".bar-link", has_text="2 Einträge")).to_be_visible()
    assert phone.locator(".standing b").all_inner_texts() == ["20", "0", "4,5", "10"]

    phone.goto(f"{url}/plays/1")
    started(phone)
    assert [each.input_value() for each in fields.all()] == ["7,5", "-0,5", "0", "10"]
    fields.first.tap()
    tap_german(phone, "8,5")  # replacing the selected number
    phone.get_by_role("button", name="Speichern").tap()
    expect(phone.locator(".bar-passing")).to_contain_text("Ada +1")
    phone.goto(url)
    started(phone)
    tap_german(phone, ",1>0>0>0")
    phone.get_by_role("button", name="Runde eintragen").tap()
    expect(phone.locator(".winner-points b")).to_have_text("21,1")
    expect(phone.get_by_text("11,1 Punkte vor Di")).to_be_visible()
    assert sideways(phone) <= 0


def test_desktop_has_no_number_keys_and_reads_any_minus(device):
    page = device(has_touch=False, is_mobile=False)
    page.goto("/pads/new")
    page.get_by_label("Name of the game").fill("Skyjo")
    follow(page.get_by_role("button", name="Choose players"))
    begin(page, page.url.rpartition("/")[2], "Ada", "Bo")
    started(page)
    fields = page.locator(".sum > input")
    assert keyboards(fields) == {"text"}
    expect(page.locator(".number-keys:visible")).to_have_count(0)
    fields.first.fill("−4")
    fields.last.fill("3+6–2")
    page.get_by_role("button", name="Enter the round").click()
    expect(page.locator(".bar-link", has_text="1 entry")).to_be_visible()
    assert page.locator(".standing b").all_inner_texts() == ["−4", "7"]


def test_eleventh_player_is_refused_with_the_maximum(device):
    phone = device(viewport=SMALL)
    slug = slug_of(phone, "6 nimmt!")
    phone.goto(f"/new/{slug}?" + "&".join(f"name-{seat}={name}" for seat, name in enumerate(TEN)))
    said = phone.locator("#new-fault", has_text="6 nimmt! is for at most 10 players, and all seats are taken.")
    phone.goto(phone.url + "&new=Kim")
    phone.get_by_role("button", name="Add", exact=True).tap()
    expect(said).to_be_visible()
    expect(phone.get_by_label("Name of a new player")).to_have_value("Kim")


END_IN_SIGHT = """field => {
  const {top, bottom, left, right} = field.getBoundingClientRect();
  const act = [...document.querySelectorAll(".act")].find(each => each.checkVisibility()).getBoundingClientRect().top;
  const bar = document.querySelector("body > header").getBoundingClientRect().bottom;
  return top >= bar - 1 && bottom <= act + 1 && left >= 0 && right <= innerWidth
    && field.scrollLeft + field.clientWidth >= field.scrollWidth - 1;
}"""


def tap_german(phone, keys):
    names = {"+": "Plus", ">": "Nächste Zahl"}
    for each in keys:
        shown = phone.locator(".number-keys:visible")
        button = shown.get_by_role("button", name=names[each]) if each in names else shown.get_by_text(each, exact=True)
        button.tap()


def soon(locator, expression):
    """Wait until an expression is true for an element: newly revealed elements may take a moment."""
    locator.page.wait_for_function(expression, arg=locator.element_handle())


def test_large_text_shows_end_of_sum_and_all_keys(device, server):
    phone = device(viewport=SMALL, locale="de-DE")
    sizes = phone.context.new_cdp_session(phone)
    sizes.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 13}})
    pad(phone, "6 nimmt!", *TEN)
    assert scrolls(phone)[0] <= 0
    field = phone.locator(".sum > input").first
    tap_german(phone, "12+7+15+22")
    expect(field).to_have_value("12+7+15+22")
    soon(field, "field => field.scrollWidth > field.clientWidth")
    soon(field, END_IN_SIGHT)

    pad(phone, "Yatzy", *TEN[:4])
    key_in_cell(phone, "3")
    soon(phone.locator("[data-turn] input:visible").first, END_IN_SIGHT)

    open_game(phone, server, "loire", ["Ada", "Bo"], [])
    started(phone)
    phone.locator(".tally-tab:visible").last.tap()
    for row in ("goods", "storage-silver", "victory"):
        field = phone.locator(f"[id='tally-{at_seat(0)}-{row}']")
        field.tap()
        tap_german(phone, "12+7+15")
        soon(field, END_IN_SIGHT)
    expect(phone.locator(".slip:visible")).to_contain_text("22")  # more than exist
    soon(field, END_IN_SIGHT)
    soon(
        phone.locator(".number-keys:visible"),
        """keys => [...keys.querySelectorAll("button")].every(each => {
      const {left, top, width, height} = each.getBoundingClientRect();
      return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })""",
    )
    assert scrolls(phone)[0] <= 0


def test_offered_exception_is_filled_in_for_the_tapped_player(device, axe, server):
    phone = device(viewport=SMALL)
    hearts(phone, server)
    fields = phone.locator(".sum > input")
    tap_keys(phone, "26>0>0>0")
    expect(phone.locator(".fault:not(:empty)")).to_contain_text("Enter 0, and 26 for each other player")
    phone.locator(".offers > summary").tap()
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    assert not sideways(phone)
    phone.context.set_offline(True)  # it needs no request
    phone.locator(".offers a", has_text="Ada").tap()
    assert [each.input_value() for each in fields.all()] == ["0", "26", "26", "26"]
    phone.context.set_offline(False)
    expect(phone.locator(".fault:not(:empty)")).to_have_count(0)
    phone.get_by_role("button", name="Enter the round").tap()
    expect(phone.locator(".bar-link", has_text="1 entry")).to_be_visible()
    assert phone.locator(".standing b").all_inner_texts() == ["0", "26", "26", "26"]
