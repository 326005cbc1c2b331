"""Putting the players of a game right, at a phone, in taps counted."""

import re

from playwright.sync_api import expect

from tests.browser.steps import Taps, follow, send, settle, sit_down


def finished(phone):
    sit_down(phone, "Anna", "Bentio", "Cleo")
    for cards in ("115", "002"):
        send(phone, cards)
    follow(phone.get_by_role("link", name="End, archive or delete"))
    phone.get_by_role("button", name="End it and score").tap()
    expect(phone.locator(".winner")).to_be_visible()


def test_a_slip_of_the_pen_is_gone_in_four_taps(phone):
    finished(phone)
    tap = Taps()
    tap(phone.get_by_role("link", name="Players"))
    tap(phone.get_by_label("Name at seat 2"))
    expect(phone.get_by_label("A changed name")).to_be_hidden()
    phone.keyboard.press("ControlOrMeta+a")
    phone.keyboard.type("Benito")
    expect(phone.get_by_label("A changed name")).to_be_visible()
    tap(phone.locator("#save"))
    expect(phone.locator(".winner")).to_be_visible()
    assert tap.printed("a name corrected") <= 4
    assert "Bentio" not in phone.locator("body").inner_text()
    assert "Benito" in phone.locator("body").inner_text()
    follow(phone.get_by_role("link", name="Rematch"))
    expect(phone.locator("#name-1")).to_have_value("Benito")
    phone.get_by_role("button", name="Remove Benito").tap()
    expect(phone.get_by_role("button", name="Benito", exact=True)).to_be_visible()
    expect(phone.get_by_role("button", name="Bentio")).to_have_count(0)


def test_colours_and_seats_are_put_right_and_undone(phone):
    sit_down(phone, "Anna", "Bentio", "Cleo")
    send(phone, "115")
    tap = Taps()
    tap(phone.get_by_role("link", name="Players"))
    tap(phone.locator(".seat").nth(0).locator(".swatch").nth(1))
    tap(phone.locator("#save"))
    expect(phone.locator(".standing").nth(0)).to_have_class(re.compile("family-green"))
    expect(phone.locator(".standing").nth(1)).to_have_class(re.compile("family-blue"))
    assert tap.printed("two colours swapped") == 3
    tap(phone.get_by_role("link", name="Players"))
    tap(phone.get_by_role("button", name="Move Anna down"))
    expect(phone.locator("#name-0")).to_have_value("Bentio")
    tap(phone.locator("#save"))
    expect(phone.locator(".standing-name").nth(0)).to_contain_text("Bentio")
    assert tap.printed("two seats changed") == 3
    settle(phone)
    phone.get_by_role("button", name="Undo the change of players").tap()
    expect(phone.locator(".standing-name").nth(0)).to_contain_text("Anna")


def test_a_player_with_plays_cannot_leave_and_the_plays_are_named(phone):
    sit_down(phone, "Anna", "Bentio", "Cleo")
    send(phone, "115")
    follow(phone.get_by_role("link", name="Players"))
    phone.get_by_role("button", name="Remove Anna").tap()
    expect(phone.locator("#name-2")).to_have_count(0)
    phone.locator("#save").tap()
    expect(phone.get_by_role("alert")).to_contain_text("Anna's 1/1/5")
    follow(phone.get_by_role("link", name="1 · Anna's 1/1/5"))
    expect(phone.get_by_role("button", name="Delete this play")).to_be_visible()
