"""Two phones enter one game: after being offline, a phone keeps its entries and never enters a turn twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.offline import back, counted, log, outbox, plays, wait
from tests.browser.steps import (
    SMALL,
    begin,
    behind,
    box,
    follow,
    hurry,
    in_sight,
    open_game,
    open_pad,
    send,
    settle,
    started,
    tap_cards,
    until,
)
from tests.pads.documents import document
from tests.seats import at_seat

PLAYERS = ("Ann", "Bob", "Cy", "Dan")
KEPT = "Object.keys(localStorage).filter(key => /^outbox:\\d/.test(key)).length"


@pytest.fixture
def phones(device):
    """Return two phones; `other` has a small screen."""
    phone, other = device(), device(viewport=SMALL)
    for each in (phone, other):
        hurry(each)
    return phone, other


def opened(page, url):
    page.goto(url)
    started(page)


def enter_round(page, *points):
    for seat, each in enumerate(points):
        page.locator(f"[name='round-points-{at_seat(seat)}']").fill(each)
    page.locator(".act .send").tap()


def test_rounds_waiting_when_the_game_ends_are_entered_after_reopening(phones, played):
    phone, other = phones
    open_pad(phone, played, {"end": {"limit": 66}}, "Ann", "Bob")
    enter_round(phone, "1", "2")
    plays(phone, 1)
    opened(other, phone.url)
    other.context.set_offline(True)
    for number in (1, 2):
        enter_round(other, "3", str(number))
        expect(other.locator(".slot-waits")).to_have_count(number)
    follow(behind(phone, "link", "End"))
    follow(phone.get_by_role("button", name="End it and score"))
    back(other)  # the page opens the result automatically
    expect(other.locator(".result")).to_be_visible()
    opened(other, other.url)
    expect(outbox(other)).to_contain_text("Not entered, and waiting for you: Enter the round: Ann 3, Bob 1")
    expect(other.get_by_role("button", name="Discard “Enter the round: Ann 3, Bob 1”")).to_be_visible()
    assert other.evaluate(KEPT) == 2
    phone.get_by_role("button", name="Reopen the game").tap()
    expect(other.locator(".act .send")).to_be_visible()  # the result follows
    expect(other.locator(".result")).to_have_count(0)
    expect(outbox(other).get_by_role("alert")).to_have_count(0)  # the message about the ended game is gone
    other.get_by_role("button", name="all the same").tap()
    plays(other, 3)
    expect(outbox(other)).to_be_empty()


def test_log_decides_the_turn_while_entries_are_held(phones):
    phone, other = phones
    begin(phone, "don-carlo", *PLAYERS)
    send(phone, "1")
    opened(other, phone.url)
    other.context.set_offline(True)
    wait(other, "6")
    wait(other, "56")
    expect(other.get_by_role("heading", name="Dan sends an agent")).to_be_visible()
    settle(phone)
    phone.locator("[form=undo-form]:visible").tap()
    expect(phone.get_by_role("heading", name="Ann sends an agent")).to_be_visible()
    send(phone, "11")
    back(other)
    waiting = outbox(other).get_by_text("Not entered, and waiting for you: Bob 6 · Cy 5/6 (not checked yet)")
    in_sight(waiting)
    expect(other.get_by_role("heading", name="Bob sends an agent")).to_be_visible()
    expect(other.locator(".standing[aria-current]")).to_contain_text("Bob")
    tap_cards(other, "4")
    button = box(other.locator("#send"))
    other.locator("#send").tap()
    plays(other, 2)
    expect(other.get_by_role("heading", name="Cy sends an agent")).to_be_visible()
    expect(other.locator(".standing[aria-current]")).to_contain_text("Cy")
    assert box(other.locator("#send")) == button
    counted(other, "2 not entered")
    other.get_by_role("button", name="Send “Bob 6” all the same").tap()
    expect(outbox(other)).to_be_empty()
    plays(other, 4)
    assert log(other) == ["1/1", "4", "6", "5/6"]


def test_cards_typed_for_a_later_turn_stay_until_it_is_entered(phones):
    phone, other = phones
    begin(phone, "don-carlo", "Ann", "Bob")
    opened(other, phone.url)
    cards = phone.locator(".slots .card:not(.card-empty)")
    phone.get_by_role("link", name="Bob").tap()
    expect(phone.get_by_role("heading", name="Bob sends an agent")).to_be_visible()
    tap_cards(phone, "2")
    send(other, "1")
    expect(phone.locator(".bar-link")).to_have_text("1 entry")
    expect(cards).to_have_text(["2"])
    send(other, "3")
    expect(phone.locator(".bar-link")).to_have_text("2 entries")
    expect(cards).to_have_count(0)
    opened(phone, other.url)
    send(phone, "5")
    expect(phone.get_by_role("heading", name="Bob sends an agent")).to_be_visible()
    expect(cards).to_have_count(0)
    tap_cards(phone, "113")
    phone.locator("#send").tap()
    plays(phone, 4)
    expect(phone.locator("#verdict")).to_contain_text("1/1/3")


def test_tap_on_a_name_counts_despite_a_newer_page(phones):
    phone, other = phones
    begin(phone, "don-carlo", *PLAYERS)
    send(phone, "1")
    opened(other, phone.url)
    held = []
    other.route(
        re.compile(f"seat={at_seat(3)}"),
        lambda route: route.continue_() if held else held.append((route, route.fetch())),
    )
    other.locator(".standing", has_text="Dan").tap()
    ((route, answer),) = until(other, lambda: held)
    send(phone, "6")
    plays(other, 2)
    route.fulfill(response=answer)
    expect(other.get_by_role("heading", name="Dan sends an agent")).to_be_visible()


def test_chosen_city_stays_open_until_its_turn_is_entered(phones, server):
    phone, other = phones
    open_game(phone, server, "carta-nostra", PLAYERS, [{"kind": "turn", "player": "Ann", "city": "don"}])
    started(phone)
    opened(other, f"{phone.url}?seat={at_seat(1)}")

    def city(page, name):
        return page.get_by_role("heading", name=f"{name}'s city")

    def end_turn(name):
        expect(city(phone, name)).to_be_visible()
        phone.locator(".city-form:visible [name$=-city][value=hitman]").check(force=True)
        phone.locator("[id^=send]:visible").tap()

    expect(city(other, "Bob")).to_be_visible()
    end_turn("Bob")
    expect(city(other, "Cy")).to_be_visible()
    expect(city(other, "Bob")).to_be_hidden()
    other.locator(".standing", has_text="Dan").tap()
    expect(city(other, "Dan")).to_be_visible()
    end_turn("Cy")
    plays(other, 3)
    expect(city(other, "Dan")).to_be_visible()
    end_turn("Dan")
    expect(city(other, "Ann")).to_be_visible()


def test_rematch_started_on_both_phones_is_one_game(phones, played):
    phone, other = phones
    plays_before = [{"kind": "round", "points": {"Ann": [1], "Bob": [2]}}, {"kind": "stop"}]
    facts = {"title": "Pad", "players": [2, 20]}
    (url,) = played(document("pad", ("Ann", "Bob"), plays_before, facts=facts))
    for each in phones:
        opened(each, url)
        follow(each.get_by_role("link", name="Rematch"))
        started(each)
    other.reload()
    started(other)
    for each in (phone, other):
        follow(each.get_by_role("button", name="Start"))
    assert other.url == phone.url
    enter_round(phone, "3", "4")
    plays(other, 1)
