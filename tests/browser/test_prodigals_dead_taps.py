"""Regressions at the table of The Prodigals Club: taps that had no effect or the wrong one."""

import re

from playwright.sync_api import expect

from tests.browser.club import add, button, cell, saved, step_key, table
from tests.browser.steps import answered, follow, started
from tests.seats import at_seat

SEEN = """() => [...document.querySelectorAll("[data-panel]")]
  .filter(each => [...each.children].some(child => child.checkVisibility())).map(each => each.id)"""
"""Panels with visible content."""


def seen(page):
    return page.evaluate(SEEN)


def test_score_opens_its_keys_after_the_row_panel(phone, server):
    """After a save, after a reload, and after visiting another page."""
    table(phone, server)
    row = phone.locator(".paper-row[href$='=election-all']")
    row.tap()
    step_key(phone, 1, -2).tap()
    button(phone).tap()
    saved(phone, 7)
    assert seen(phone) == ["election-all"]
    cell(phone, "election", 0).tap()
    assert seen(phone) == [f"election-{at_seat(0)}"]
    expect(add(phone, -4)).to_be_in_viewport()
    row.tap()
    assert seen(phone) == ["election-all"]
    phone.reload()
    started(phone)
    assert seen(phone) == ["election-all"]
    cell(phone, "election", 2).tap()
    assert seen(phone) == [f"election-{at_seat(2)}"]
    add(phone, -4).tap()
    button(phone).tap()
    saved(phone, 8)
    assert seen(phone) == [f"election-{at_seat(2)}"]
    phone.locator(".paper-row[href$='=society-all']").tap()
    assert seen(phone) == ["society-all"]
    phone.goto(phone.url)
    started(phone)
    phone.locator(".standing", has_text="Ben").tap()
    assert seen(phone) == [f"society-{at_seat(1)}"]
    phone.locator(".phases").get_by_role("link", name="End").tap()
    assert seen(phone) == ["phase-end-round"]


def panel(page, name):
    follow(page.locator(".phases").get_by_role("link", name=name))
    started(page)


def pick(page, name, value):
    page.locator(f"input[type=radio][name='{name}'][value='{value}']").tap()


def asked(page, change):
    """Make a change, and wait for the responses to previews and polling."""
    with page.expect_response(re.compile(r"/games/[^/?]+(\?.*)?$")):
        change()


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
    asked(phone, lambda: add(phone, -2).tap())
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
    panel(phone, "Hyde Park")
    for seat in range(3):
        pick(phone, f"hyde-park-megaphones-{at_seat(seat)}", 2)
    phone.evaluate("""() => {
      document.querySelector("#hyde-park [name=revision]").value = 0; // a page from before a change
      document.querySelector(".phase-sends:not([hidden])").click();
    }""")
    notice = phone.locator(".notice-stop")
    expect(notice).to_be_visible()
    panel(phone, "End")
    expect(notice).to_be_hidden()


def test_large_fall_of_votes_needs_confirmation(phone, server):
    table(phone, server)
    cell(phone, "election", 1).tap()
    expect(phone.get_by_text("Digits: the new number").locator("visible=true")).to_have_count(1)
    phone.locator("[data-digit='5']:visible").tap()
    phone.locator("[data-minus]:visible").tap()
    expect(phone.locator("[data-typed]:visible")).to_have_text("= −5")
    for _ in range(2):
        button(phone).tap()
        answered(phone)
        expect(phone.get_by_role("alert").locator("visible=true")).to_have_text("Ben's votes fall from 37 to −5?")
    phone.get_by_role("button", name="Put back").tap()
    expect(phone.get_by_role("alert")).to_have_count(0)
    expect(phone.get_by_role("button", name="Yes, enter it")).to_have_count(0)
    for digit in "10":
        phone.locator(f"[data-digit='{digit}']:visible").tap()
    button(phone).tap()
    phone.get_by_role("button", name="Yes, enter it").tap()
    saved(phone, 7)
    cell(phone, "society", 0).tap()
    expect(phone.get_by_text("Digits: the new number").locator("visible=true")).to_have_count(1)
