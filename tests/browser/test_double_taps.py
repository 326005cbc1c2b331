"""An immediate second tap does not hit a control that the first tap moved under the finger."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import add, button, cell, saved, table
from tests.browser.conftest import recorded
from tests.browser.steps import (
    answered,
    begin,
    follow,
    open_game,
    send,
    sit_down,
    started,
    tap_both,
    tap_cards,
    tap_twice,
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


def hold(page):
    """Hold requests with plays back, and return the list of them."""
    held = []
    page.route("**/plays", lambda route: held.append(route))
    return held


def phase(page, name):
    follow(page.locator(".phases").get_by_role("link", name=name))
    started(page)


def plays(page, count):
    expect(page.locator(".bar-link", has_text="entr")).to_contain_text(f"{count} entr")


def test_double_tap_enters_hyde_park_but_not_dame_beatrice(phone, server):
    table(phone, server)
    phase(phone, "Hyde Park")
    for seat in range(3):
        phone.locator(f"[name='hyde-park-megaphones-{at_seat(seat)}'][value='{seat}']").tap()
    phone.locator("[name=hyde-park-rewards][value='2 1']").tap()
    twice(phone, phone.locator(".phase-sends:visible"))
    plays(phone, 7)
    expect(phone.locator(".game-next .send:visible")).to_have_text("Enter Dame Beatrice")
    expect(phone.get_by_role("alert").locator("visible=true")).to_have_count(0)


def test_double_tapped_phase_link_enters_nothing(phone, server):
    table(phone, server)
    following = phone.locator(".game-next .send:visible")
    twice(phone, following)
    expect(following).to_have_text("Enter Hyde Park")
    expect(phone.locator("#hyde-park .fault")).to_be_empty()


def test_double_tapped_save_keeps_the_panel_open(phone, server):
    table(phone, server)
    for change in (-1, -2):
        cell(phone, "election", 1).tap()
        add(phone, change).tap()
        twice(phone, button(phone))
        expect(add(phone, change)).to_be_visible()
        expect(cell(phone, "election", 1)).to_have_attribute("aria-current", "true")
    plays(phone, 8)


def test_empty_dame_beatrice_needs_confirmation(phone, server):
    table(phone, server)
    phase(phone, "Hyde Park")
    for seat in range(3):
        phone.locator(f"[name='hyde-park-megaphones-{at_seat(seat)}'][value='1']").tap()
    sends = phone.locator(".phase-sends:visible")
    sends.tap()
    saved(phone, 7)
    markers = phone.locator(".picks button:visible").first
    stood = markers.bounding_box()
    for _ in range(2):
        sends.tap()
        answered(phone)
        expect(phone.get_by_role("alert")).to_have_text("Nobody moves up?")
        assert markers.bounding_box() == stood
    phase(phone, "End")  # the question is about Dame Beatrice only
    expect(phone.get_by_role("alert")).to_have_count(0)
    expect(phone.get_by_role("button", name="Yes, enter it")).to_have_count(0)
    expect(phone.locator(".missing b:not(:empty)")).to_have_count(0)
    phase(phone, "Dame Beatrice")
    expect(phone.get_by_role("alert")).to_have_text("Nobody moves up?")
    phone.locator(".phase-panel:visible [data-ways]").first.tap()
    expect(phone.get_by_role("alert")).to_have_count(0)
    expect(phone.get_by_role("button", name="Yes, enter it")).to_have_count(0)
    phone.locator(".phase-panel:visible [data-ways]").first.tap()
    phone.locator(".phase-panel:visible [data-ways]").first.tap()
    sends.tap()
    phone.get_by_role("button", name="Yes, enter it").tap()
    saved(phone, 10)
    expect(phone.locator(".phases")).to_contain_text("Dame Beatrice done")


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
    held = hold(phone)
    tap_both(phone, phone.locator(".winners .send:visible"))
    until(phone, lambda: held)[0].continue_()
    expect(phone.get_by_role("heading").filter(has_text="Anneli").first).to_be_visible()
    assert len(held) == 1
    expect(phone.get_by_role("button", name="Discard")).to_have_count(0)


def test_double_taps_skip_no_stage_of_final_scoring(phone, server, played):
    phone.goto(played("loire/four-players-to-the-end")[0] + "/finale")
    step = phone.locator(".finale-step")
    expect(step).to_contain_text("1 of")
    for number in (2, 3):
        twice(phone, phone.locator(".act .send"))
        expect(step).to_contain_text(f"{number} of")


def test_double_tapped_last_agent_opens_first_final_scoring_stage(phone, server):
    document = recorded("don-carlo/two-players-to-the-end")
    open_game(phone, server, "don-carlo", document["players"], document["plays"][:-1])
    tap_cards(phone, document["plays"][-1]["cards"])
    twice(phone, phone.locator("#send"))
    expect(phone.locator(".finale-step")).to_contain_text("1 of")


@pytest.mark.titles("pebbles")
def test_double_tapped_start_enters_no_turn(phone, server):
    phone.goto("/new/pebbles?name-0=Ada&name-1=Bo")
    started(phone)
    tap_twice(phone, "#begin", then=".act .send")
    plays(phone, 0)
    expect(phone.get_by_role("button", name="Take pebbles")).to_be_enabled()
    expect(phone.locator(".fault:not(:empty)").locator("visible=true")).to_have_count(0)


@pytest.mark.titles("pebbles")
def test_double_tap_enters_one_turn(phone, server):
    begin(phone, "pebbles", "Ada", "Bo")
    started(phone)
    phone.get_by_role("button", name="Pebbles: one more", exact=True).tap()
    tap_twice(phone, ".act .send")
    plays(phone, 1)
    expect(phone.get_by_role("heading", name="It is Bo's turn.")).to_be_visible()
    expect(phone.locator(".fault:not(:empty)").locator("visible=true")).to_have_count(0)


def test_second_tap_does_not_send_the_next_players_agent(phone):
    sit_down(phone, "Ann", "Bob")
    send(phone, "1")
    tap_cards(phone, "2")
    phone.locator("#undo").tap()
    expect(phone.get_by_role("heading", name="Ann sends an agent")).to_be_visible()
    tap_cards(phone, "1")
    held = hold(phone)
    tap_both(phone, phone.locator("#send"))
    until(phone, lambda: held)[0].continue_()
    answered(phone)
    assert len(held) == 1
    plays(phone, 1)
    expect(phone.get_by_role("heading", name="Bob sends an agent")).to_be_visible()
    expect(phone.locator("#send")).to_be_enabled()
