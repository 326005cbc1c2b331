"""The button that ends a game at the table, for pads that cannot end in any other way; by touch."""

import re

from playwright.sync_api import expect

from tests.browser.offline import back, counted
from tests.browser.steps import in_sight, started
from tests.pads.documents import document

TWO = ("Ada", "Bo")
ROUND = {"kind": "round", "points": {"Ada": [7], "Bo": [3]}}


def open_played(phone, played):
    """Open a game of a pad with one round."""
    (url,) = played(document("pad", TWO, [ROUND], facts={"title": "Pad", "players": [2, 20]}))
    phone.goto(url)
    started(phone)


def end_button(phone):
    return phone.get_by_role("button", name="End game")


def tap_end(phone):
    """Scroll to the button, which can be below the screen, and tap it."""
    end_button(phone).scroll_into_view_if_needed()
    in_sight(end_button(phone))
    end_button(phone).tap()


def type_round(phone, *points):
    for seat, number in enumerate(points):
        phone.locator(".sum > input").nth(seat).fill(str(number))


def enter_round(phone, *points):
    type_round(phone, *points)
    phone.get_by_role("button", name="Enter the round").tap()


def test_one_tap_ends_or_reopens_an_open_pad(device, played, axe):
    phone = device()
    open_played(phone, played)
    axe(phone)
    tap_end(phone)
    expect(phone.locator(".winner h2")).to_contain_text("Ada wins")
    phone.get_by_role("button", name="Reopen the game").tap()
    expect(end_button(phone)).to_be_visible()
    expect(phone.locator(".standing b").first).to_contain_text("7")


def test_typed_numbers_have_to_be_entered_before_the_game_ends(device, played):
    phone = device()
    open_played(phone, played)
    type_round(phone, 4)
    tap_end(phone)
    in_sight(phone.locator(".standing b").first)  # the last rows of the pad pass below it
    said = phone.get_by_role("alert").filter(visible=True)
    expect(said).to_have_text("First enter what you typed, or delete it.")
    expect(phone.locator(".sum > input").first).to_have_value("4")
    type_round(phone, 4, 9)
    expect(said).to_have_count(0)
    enter_round(phone, 4, 9)
    expect(phone.locator(".standing b").nth(1)).to_contain_text("12")
    tap_end(phone)
    expect(phone.locator(".winner h2")).to_contain_text("Bo wins")


def test_offline_end_waits_behind_its_round(device, played):
    phone = device()
    open_played(phone, played)
    phone.context.set_offline(True)
    enter_round(phone, 1, 9)
    tap_end(phone)
    counted(phone, "2 waiting")
    expect(phone.locator("#end-game .pencil")).to_have_text("End game")
    expect(end_button(phone)).to_be_disabled()
    back(phone)
    expect(phone.locator(".winner h2")).to_contain_text("Bo wins")


def test_end_needs_confirmation_after_a_round_from_another_phone(device, played):
    phone, other = device(), device()
    open_played(phone, played)
    other.goto(phone.url)
    started(other)
    phone.context.set_offline(True)
    tap_end(phone)
    counted(phone, "1 waiting")
    enter_round(other, 0, 6)
    expect(other.locator(".standing b").nth(1)).to_contain_text("9")
    back(phone)
    expect(phone.get_by_role("alert").filter(visible=True)).to_contain_text("the round was entered")
    expect(phone.locator(".standing b")).to_have_text([re.compile(r"^7\b"), re.compile(r"^9\b")])  # nothing has ended
    tap_end(phone)
    expect(phone.locator(".winner h2")).to_contain_text("Bo wins")
    expect(other.locator(".winner h2")).to_contain_text("Bo wins")
