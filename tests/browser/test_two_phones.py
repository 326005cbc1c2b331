"""Two phones enter one game: after being offline, a phone keeps its entries and never enters a turn twice."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.titles import ready as pads
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
    send,
    settle,
    started,
    tap_cards,
    until,
)
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


def pad(page, name):
    """Begin a game of the pad with this name for Ann and Bob."""
    slug = next(slug for slug, each in pads().items() if each.name == name)
    begin(page, slug, "Ann", "Bob", **({"limit": "66"} if name == "six-nimmt" else {}))
    started(page)


def opened(page, url):
    page.goto(url)
    started(page)


def offline(page):
    page.context.set_offline(True)


def end_early(page):
    """End the game with the link in the menu."""
    follow(behind(page, "link", "End"))
    follow(page.get_by_role("button", name="End it and score"))


def reopen(page):
    page.get_by_role("button", name="Reopen the game").tap()


def ended(phones):
    """End a game early after a round on one phone, and open the result on the other."""
    phone, other = phones
    pad(phone, "six-nimmt")
    rounds(phone, "1", "2")
    plays(phone, 1)
    end_early(phone)
    opened(other, phone.url)


def field(page, seat, row="chance"):
    return page.locator(f"[name='row.{at_seat(seat)}.in-{row}-number']")


def rounds(page, *points):
    for seat, each in enumerate(points):
        page.locator(f"[name='round-points-{at_seat(seat)}']").fill(each)
    page.locator(".act .send").tap()


@pytest.fixture
def yatzy(phones):
    """Enter a number while offline, and end the game on the first phone while the entry waits."""
    phone, other = phones
    pad(phone, "yatzy")
    field(phone, 0, "yatzy").fill("50")
    phone.locator(".act .send").tap()
    plays(phone, 1)
    opened(other, phone.url)
    offline(other)
    field(other, 1).fill("22")
    other.locator(".act .send").tap()
    expect(other.locator(".slot-waits")).to_contain_text("Bob: Chance")
    end_early(phone)
    other.context.set_offline(False)  # the page opens the result automatically
    return phone, other


def test_entry_waiting_when_the_game_ends_is_listed(yatzy):
    phone, other = yatzy
    expect(other.locator(".result")).to_be_visible()
    expect(outbox(other)).to_contain_text("Not entered, and waiting for you: Bob: Chance: 22")
    opened(other, other.url)
    expect(outbox(other)).to_contain_text("Bob: Chance: 22")
    expect(other.get_by_role("button", name="Discard “Bob: Chance: 22”")).to_be_visible()
    reopen(phone)
    expect(other.locator(".filling")).to_be_visible()  # the result follows
    expect(other.get_by_role("link", name="Rematch")).to_have_count(0)
    expect(outbox(other).get_by_role("alert")).to_have_count(0)  # the message about the ended game is gone
    other.get_by_role("button", name="Send “Bob: Chance: 22” all the same").tap()
    plays(other, 2)
    expect(outbox(other)).to_be_empty()


def test_entry_waiting_after_the_end_returns_to_its_cell(yatzy):
    _, other = yatzy
    expect(outbox(other)).to_contain_text("Bob: Chance: 22")
    reopen(other)
    expect(other.locator(".filling")).to_be_visible()
    other.get_by_role("button", name="Change “Bob: Chance: 22”").tap()
    expect(field(other, 1)).to_have_value("22")
    other.locator(".act .send").tap()
    plays(other, 2)


@pytest.mark.parametrize("count", [1, 2])
def test_result_lists_every_waiting_round(phones, count):
    phone, other = phones
    pad(phone, "six-nimmt")
    rounds(phone, "1", "2")
    plays(phone, 1)
    opened(other, phone.url)
    offline(other)
    for number in range(count):
        rounds(other, "3", str(number))
        expect(other.locator(".slot-waits")).to_have_count(number + 1)
    end_early(phone)
    other.context.set_offline(False)  # the page opens the result automatically
    expect(other.locator(".result")).to_be_visible()
    expect(outbox(other)).to_contain_text("Ann 3, Bob 0")
    assert other.evaluate(KEPT) == count
    reopen(phone)
    other.get_by_role("button", name="all the same").tap()
    plays(other, 1 + count)


def test_result_page_follows_a_game_reopened_elsewhere(phones):
    phone, other = phones
    ended(phones)
    expect(other.get_by_role("heading", name="Ann wins")).to_be_visible()
    reopen(phone)
    expect(other.locator(f"[name='round-points-{at_seat(0)}']")).to_be_visible()
    expect(other.get_by_role("heading", name="Ann wins")).to_have_count(0)


def test_log_decides_the_turn_while_entries_are_held(phones):
    phone, other = phones
    begin(phone, "don-carlo", *PLAYERS)
    send(phone, "1")
    opened(other, phone.url)
    offline(other)
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


def test_page_moves_on_after_another_phone_enters_the_turn(phones):
    phone, other = phones
    begin(phone, "don-carlo", *PLAYERS)
    send(phone, "1")
    opened(other, f"{phone.url}?seat={at_seat(1)}")
    send(phone, "6")
    expect(other.get_by_role("heading", name="Cy sends an agent")).to_be_visible()
    tap_cards(other, "4")
    other.locator("#send").tap()
    plays(other, 3)
    expect(other.get_by_role("heading", name="Dan sends an agent")).to_be_visible()


@pytest.mark.parametrize("after", ["a moment", "a reload", "the way back"])
def test_numbers_typed_for_an_entered_turn_are_dropped(phones, after):
    phone, other = phones
    begin(phone, "don-carlo", "Ann", "Bob")
    opened(other, phone.url)
    tap_cards(phone, "2")
    for cards in ("1", "3"):
        send(other, cards)
    expect(phone.locator(".bar-link")).to_have_text("2 entries")
    if after == "a reload":
        phone.reload()
    elif after == "the way back":
        follow(phone.locator(".bar-link"))
        phone.go_back()
    started(phone)
    expect(phone.get_by_role("heading", name="Ann sends an agent")).to_be_visible()
    expect(phone.locator(".slots .card:not(.card-empty)")).to_have_count(0)
    tap_cards(phone, "113")
    phone.locator("#send").tap()
    plays(phone, 3)
    expect(phone.locator("#verdict")).to_contain_text("1/1/3")


def test_numbers_typed_for_a_later_turn_stay_until_then(phones):
    phone, other = phones
    begin(phone, "don-carlo", "Ann", "Bob")
    opened(other, phone.url)
    phone.get_by_role("link", name="Bob").tap()
    expect(phone.get_by_role("heading", name="Bob sends an agent")).to_be_visible()
    tap_cards(phone, "2")
    send(other, "1")
    expect(phone.locator(".bar-link")).to_have_text("1 entry")
    expect(phone.locator(".slots .card:not(.card-empty)")).to_have_text(["2"])


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


def mafioso(page, city):
    return page.locator(f".city-form:visible [name$=-city][value={city}]")


def city(page, name):
    return page.get_by_role("heading", name=f"{name}'s city")


def end_turn(page, name, lays=None):
    expect(city(page, name)).to_be_visible()
    if lays:
        mafioso(page, lays).check(force=True)
    page.locator("[id^=send]:visible").tap()


@pytest.fixture
def cities(phones, server):
    """Open a game on both phones; it is Bob's turn."""
    phone, other = phones
    open_game(phone, server, "carta-nostra", PLAYERS, [{"kind": "turn", "player": "Ann", "city": "don"}])
    started(phone)
    return phone, other


def test_chosen_city_closes_after_its_turn_from_another_phone(cities):
    phone, other = cities
    opened(other, f"{phone.url}?seat={at_seat(1)}")
    expect(city(other, "Bob")).to_be_visible()
    end_turn(phone, "Bob", "hitman")
    expect(city(other, "Cy")).to_be_visible()
    expect(city(other, "Bob")).to_be_hidden()


def test_city_chosen_early_closes_after_its_turn(cities):
    phone, other = cities
    opened(other, phone.url)
    other.locator(".standing", has_text="Cy").tap()
    expect(city(other, "Cy")).to_be_visible()
    end_turn(phone, "Bob", "hitman")
    plays(other, 2)
    expect(city(other, "Cy")).to_be_visible()
    end_turn(phone, "Cy", "hitman")
    expect(city(other, "Dan")).to_be_visible()


def test_held_turns_leave_the_current_players_city_open(phones):
    phone, other = phones
    begin(phone, "carta-nostra", *PLAYERS)
    started(phone)
    end_turn(phone, "Ann", "don")
    plays(phone, 1)
    opened(other, phone.url)
    offline(other)
    end_turn(other, "Bob", "hitman")
    end_turn(other, "Cy", "smuggler")
    expect(city(other, "Dan")).to_be_visible()
    other.route("**/games/*", lambda route: route.abort())  # the phone learns of the change only from the refusal
    settle(phone)
    phone.locator("[form=undo-form]:visible").tap()
    end_turn(phone, "Ann", "smuggler")
    plays(phone, 1)
    back(other)
    expect(outbox(other)).to_contain_text("Not entered, and waiting for you")
    expect(city(other, "Bob")).to_be_visible()
    other.get_by_role("button", name="all the same").tap()
    plays(other, 3)
    expect(outbox(other)).to_be_empty()
    expect(city(other, "Dan")).to_be_visible()


def test_rematch_started_on_both_phones_is_one_game(phones):
    phone, other = phones
    ended(phones)
    for each in (phone, other):
        follow(each.get_by_role("link", name="Rematch"))
        started(each)
    other.reload()
    started(other)
    for each in (phone, other):
        follow(each.get_by_role("button", name="Start"))
    assert other.url == phone.url
    rounds(phone, "3", "4")
    plays(other, 1)
