"""Correcting the players of a game on a phone, with the number of taps."""

import re

from playwright.sync_api import expect

from tests.browser.steps import Taps, open_game, settle, started, way

NAMES = ("Anna", "Bentio", "Cleo")
COLOURS = ["blue", "green", "grey"]


def test_name_colour_and_seat_corrections_take_few_taps(phone, server):
    sent = {"kind": "agent", "player": "Anna", "cards": [1, 1, 5]}
    open_game(phone, server, "don-carlo", NAMES, [sent], families=COLOURS)
    tap, standings = Taps(), phone.locator(".standing")

    def players():
        way(phone, "Players", tap)
        started(phone)

    players()
    tap(phone.locator(".seat-open").nth(1), phone.get_by_label("Name at seat 2"))
    expect(phone.get_by_label("A changed name")).to_be_hidden()
    phone.keyboard.press("ControlOrMeta+a")
    phone.keyboard.type("Benito")
    expect(phone.get_by_label("A changed name")).to_be_visible()
    phone.keyboard.press("Escape")
    tap(phone.locator("#save"))
    expect(standings.nth(1)).to_contain_text("Benito")
    assert tap.printed("a name corrected") <= 5
    players()
    tap(phone.locator(".seat-open").nth(0), phone.locator(".seat").nth(0).locator(".swatch").nth(1))
    phone.keyboard.press("Escape")
    tap(phone.locator("#save"))
    expect(standings.nth(0)).to_have_class(re.compile("family-green"))
    expect(standings.nth(1)).to_have_class(re.compile("family-blue"))
    assert tap.printed("two colours swapped") == 5
    players()
    tap(phone.locator(".seat-open").nth(0), phone.get_by_role("button", name="Move Anna down"))
    phone.keyboard.press("Escape")
    expect(phone.locator("#name-0")).to_have_value("Benito")
    tap(phone.locator("#save"))
    expect(standings.nth(0)).to_contain_text("Benito")
    assert tap.printed("two seats changed") == 5
    settle(phone)
    phone.get_by_role("button", name="Undo the change of players").tap()
    expect(standings.nth(0)).to_contain_text("Anna")
