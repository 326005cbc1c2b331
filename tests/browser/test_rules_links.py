"""From a refusal to its section of the rules and back: nothing that was typed is lost, with scripts and without."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import TARGETS, TOO_SMALL, follow, key, open_game, settle, sit_down, started, tap_cards


def way(page):
    """The way from a refusal to its section."""
    return page.locator("a.rules-on:visible").first


def look_up(page, title, axe=None):
    """Follow it: the section is open and in sight."""
    expect(way(page)).to_have_text(f"Rules: {title}")
    if axe:
        axe(page)
        assert page.evaluate(TOO_SMALL, TARGETS) == []
    follow(way(page))
    opened = page.locator("details[open].rules-section")
    expect(opened).to_have_count(1)
    expect(opened.get_by_role("heading", name=title, exact=True)).to_be_in_viewport()


def both_ways(page):
    """Go back from the rules by the browser, look the same up again, and go back by the page's own link."""
    page.go_back()
    yield
    follow(way(page))
    follow(page.locator(".bar-home"))
    yield


def held(page):
    return [text for text in page.locator("[data-slots] button").all_inner_texts() if text]


def test_the_tray_of_don_carlo_is_as_it_was_left(phone, axe):
    sit_down(phone, "Anneli", "Benito")
    tap_cards(phone, (0, 1, 3))
    key(phone, 0).tap(force=True)  # the key is dimmed: nothing has the sum 4, and that is said at once
    expect(phone.locator("[data-verdict]")).to_contain_text("there is no country")
    look_up(phone, "The countries", axe)
    for _ in both_ways(phone):
        started(phone)
        assert held(phone) == ["0", "1", "3"]
        key(phone, 0).tap(force=True)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tally_of_loire_is_as_it_was_left(device, server, axe, scripts):
    page = device(java_script_enabled=scripts)
    herd = {"kind": "tally", "player": "Benito", "animals": {"cows": 1}}
    open_game(page, server, "loire", ("Anneli", "Benito"), [herd])
    if scripts:
        started(page)
    page.locator("#tally-0-animal-cows").fill("6")
    page.locator("#tally-0-animal-sheep").fill("2")
    page.locator("#send-0").click()
    expect(page.locator(".notice-stop:visible")).to_contain_text("There are only 5 cows")
    if scripts:
        settle(page)
    look_up(page, "Final scoring and ties", axe if scripts else None)
    for _ in both_ways(page):
        if scripts:
            started(page)
        expect(page.locator("#tally-0-animal-cows")).to_have_value("6")
        expect(page.locator("#tally-0-animal-sheep")).to_have_value("2")
        if scripts and not way(page).count():
            page.locator("#send-0").click()
            settle(page)


def test_without_scripts_a_code_name_is_as_it_was_left(device, server):
    page = device(java_script_enabled=False)
    open_game(page, server, "don-carlo", ("Anneli", "Benito"), [])
    page.get_by_label("Code name").fill("1 3")
    page.get_by_role("button", name="Send agent").click()
    look_up(page, "The countries")
    for _ in both_ways(page):
        expect(page.get_by_label("Code name")).to_have_value("1 3")
