"""An immediate second tap does not hit a control that the first tap moved under the finger."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import table
from tests.browser.conftest import recorded
from tests.browser.steps import (
    follow,
    open_game,
    started,
    tap_both,
    tap_cards,
    twice,
    until,
)
from tests.seats import at_seat


@pytest.fixture
def phone(device):
    """A phone whose clock can be stopped."""
    phone = device()
    phone.clock.install()
    return phone


def plays(page, count):
    expect(page.locator(".bar-link", has_text="entr")).to_contain_text(f"{count} entr")


def test_double_tap_enters_hyde_park_but_not_dame_beatrice(phone, server):
    table(phone, server)
    follow(phone.locator(".phases").get_by_role("link", name="Hyde Park"))
    for seat in range(3):
        phone.locator(f"[name='hyde-park-megaphones-{at_seat(seat)}'][value='{seat}']").tap()
    phone.locator("[name=hyde-park-rewards][value='2 1']").tap()
    twice(phone, phone.locator(".phase-sends:visible"))
    plays(phone, 7)
    expect(phone.locator(".game-next .send:visible")).to_have_text("Enter Dame Beatrice")
    expect(phone.get_by_role("alert").locator("visible=true")).to_have_count(0)


def test_double_taps_skip_no_part_of_a_tally(phone, server):
    open_game(phone, server, "loire", ("Anneli", "Benito"), [])
    started(phone)
    tabs = phone.locator(f"[id='seat-{at_seat(0)}'] .tally-tab")
    for part in range(1, tabs.count()):
        twice(phone, phone.locator(".tally-onward:visible"))
        expect(tabs.nth(part)).to_have_attribute("aria-current", "true")
    twice(phone, phone.locator(".tally-send:visible"))
    plays(phone, 1)
    expect(phone.locator(f"[id='seat-{at_seat(1)}'] .tally-tab:visible").first).to_have_attribute(
        "aria-current", "true"
    )


def test_double_tapped_winner_is_recorded_once(phone, server):
    open_game(phone, server, "carta-nostra", ("Anneli", "Benito"), [])
    phone.get_by_text("Just record the winner").tap()
    phone.locator(".winners").get_by_text("Anneli").first.tap()
    held = []
    phone.route("**/plays", lambda route: held.append(route))
    tap_both(phone, phone.locator(".winners .send:visible"))
    until(phone, lambda: held)[0].continue_()
    expect(phone.get_by_role("heading").filter(has_text="Anneli").first).to_be_visible()
    assert len(held) == 1
    expect(phone.get_by_role("button", name="Discard")).to_have_count(0)


def test_double_taps_skip_no_stage_of_final_scoring(phone, server):
    document = recorded("don-carlo/two-players-to-the-end")
    open_game(phone, server, "don-carlo", document["players"], document["plays"][:-1])
    tap_cards(phone, document["plays"][-1]["cards"])
    step, following = phone.locator(".finale-step"), phone.locator("#send")
    for number in (1, 2, 3):
        twice(phone, following)
        expect(step).to_contain_text(f"{number} of")
        following = phone.locator(".act .send")
