"""A refusal remains until its cause changes, and no longer."""

import re

from playwright.sync_api import expect

from tests.browser.club import add, button, cell, saved, table
from tests.browser.steps import SMALL, begin, follow, in_sight, slug_of, started, tap_twice
from tests.documents import game_document
from tests.pads.documents import document
from tests.seats import at_seat

NEWS = re.compile(r"/games/[^/?]+(\?.*)?$")


def test_refusal_of_a_missing_number_stays_until_typed(phone):
    begin(phone, slug_of(phone, "6 nimmt!"), "Ada", "Bo")
    started(phone)
    fields = phone.locator(".stepper > input:visible")
    fields.first.fill("3")
    phone.locator(".act .send").tap()
    fault = phone.locator(".fault:visible")
    expect(fault).to_contain_text("A number is missing for ")
    with phone.expect_response(NEWS):
        pass
    expect(fault).to_contain_text("A number is missing for ")
    fields.first.fill("4")
    with phone.expect_response(NEWS):
        pass
    expect(fault).to_contain_text("A number is missing for ")
    fields.nth(1).fill("5")
    expect(fault).to_have_count(0)


def test_empty_sheet_and_unlikely_number_are_refused_until_changed(device, played):
    phone = device(viewport=SMALL)
    names = ("Ada", "Bo", "Cy")
    farm = {"title": "Farm", "players": [1, 10], "rows": ["Gold", "Sheep", "Field"]}
    phone.goto(played(game_document("farm", names, []) | {"definition": farm})[0])
    started(phone)
    cells = phone.locator(".pad-rows input:not([type=hidden])")

    def key_in(cell, typed):
        cells.nth(cell).tap()
        for each in typed:
            phone.locator(".field-keys").get_by_role("button", name=each, exact=True).tap()

    enter = phone.get_by_role("button", name="Enter the numbers")
    yes = phone.get_by_role("button", name="Yes, enter it")
    enter.tap()
    empty = phone.get_by_text("No changes to save.")
    expect(empty).to_be_in_viewport()
    key_in(1, "999999")  # Bo's gold
    expect(empty).to_have_count(0)
    key_in(5, "7")  # Cy's sheep
    enter.tap()
    expect(phone.locator(".notice-stop")).to_have_text("Really 999999 for Bo?")
    for seen in (phone.locator(".notice-stop"), yes, enter):
        expect(seen).to_be_in_viewport(ratio=1)
    assert [each.input_value() for each in cells.all()] == ["", "999999", "", "", "", "7", "", "", ""]
    expect(phone.locator(".bar-link", has_text="0 entries")).to_be_visible()
    key_in(5, "8")  # a change instead of a yes ends the question and keeps everything typed
    expect(yes).to_have_count(0)
    expect(phone.locator(".notice-stop")).to_have_count(0)
    assert [cells.nth(each).input_value() for each in (1, 5)] == ["999999", "8"]
    enter.tap()
    sent = []
    phone.on("request", lambda request: sent.append(request) if "sure=" in (request.post_data or "") else None)
    expect(yes).to_be_enabled()
    tap_twice(phone, ".sure button", then=".act .send", at_once=True)
    expect(phone.locator(".bar-link", has_text="2 entries")).to_be_visible()
    assert len(sent) == 1
    assert phone.locator("[data-total]").all_inner_texts() == ["0", "999999", "8"]
    assert phone.locator(".pad-rows td > a").all_inner_texts() == ["999999", "8"]
    expect(yes).to_have_count(0)


def test_refusal_disappears_once_its_player_is_corrected(phone, server):
    table(phone, server, known=False)
    notice = phone.locator(".notice-stop")
    cell(phone, "election", 0).tap()
    add(phone, -1).tap()
    cell(phone, "society", 2).tap()
    for place, number in enumerate("98"):
        phone.locator(".markers:visible .field").nth(place).fill(number)
    button(phone).tap()
    fault = phone.locator(f"[data-part='fault-influence.{at_seat(2)}']")
    expect(notice).to_contain_text("Cleo has four influence markers, not 2.")
    expect(fault).to_contain_text("Cleo has four influence markers, not 2.")
    cell(phone, "election", 1).tap()
    expect(notice).to_contain_text("Cleo has four influence markers, not 2.")
    with phone.expect_response(NEWS):  # a preview, or polling
        add(phone, -2).tap()
    expect(notice).to_contain_text("Cleo has four influence markers, not 2.")
    cell(phone, "society", 2).tap()
    expect(fault).to_contain_text("Cleo has four influence markers, not 2.")
    for place, number in ((2, "6"), (3, "4")):
        phone.locator(".markers:visible .field").nth(place).fill(number)
    expect(fault).to_be_empty()
    for seat in (0, 1):
        cell(phone, "society", seat).tap()
        expect(notice).to_have_count(0)
    button(phone).tap()
    saved(phone, 3)


def test_message_of_a_phase_stays_in_its_panel(phone, server):
    table(phone, server)
    panel = phone.locator(".phases")
    follow(panel.get_by_role("link", name="Hyde Park"))
    for seat in range(3):
        phone.locator(f"input[type=radio][name='hyde-park-megaphones-{at_seat(seat)}'][value='2']").tap()
    phone.evaluate("""() => {
      document.querySelector("#hyde-park [name=revision]").value = 0; // a page from before a change
      document.querySelector(".phase-sends:not([hidden])").click();
    }""")
    notice = phone.locator(".notice-stop")
    expect(notice).to_be_visible()
    follow(panel.get_by_role("link", name="End"))
    expect(notice).to_be_hidden()


def test_typed_numbers_have_to_be_entered_before_the_game_ends(phone, played):
    plays = [{"kind": "round", "points": {"Ada": [7], "Bo": [3]}}]
    phone.goto(played(document("pad", ("Ada", "Bo"), plays, facts={"title": "Pad", "players": [2, 20]}))[0])
    started(phone)
    fields = phone.locator(".sum > input")
    fields.first.fill("4")
    end = phone.get_by_role("button", name="End game")
    end.tap()
    in_sight(phone.locator(".standing b").first)  # the last rows of the pad pass below it
    said = phone.get_by_role("alert").filter(visible=True)
    expect(said).to_have_text("First enter what you typed, or delete it.")
    expect(fields.first).to_have_value("4")
    fields.nth(1).fill("9")
    expect(said).to_have_count(0)
    phone.get_by_role("button", name="Enter the round").tap()
    expect(phone.locator(".standing b").nth(1)).to_contain_text("12")
    end.tap()
    expect(phone.locator(".winner h2")).to_contain_text("Bo wins")
