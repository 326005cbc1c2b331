"""Two phones enter one game: a phone keeps its entries, compares those typed on both, and enters no turn twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.club import next_step, stood
from tests.browser.offline import back, counted, log, logged, outbox, plays, wait
from tests.browser.steps import (
    SMALL,
    TYPE,
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
    walk,
)
from tests.seats import at_seat

PLAYERS = ("Ann", "Bob", "Cy", "Dan")
NAMES = PLAYERS[:3]
THEIRS, MINE = "Keep theirs", "Use mine"
KEYS = """() => [...document.querySelectorAll(".act > .number-keys button, .act .send")]
  .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect().top)"""
SLEEPS = "Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})"


def type_in(page, *numbers):
    for seat, number in enumerate(numbers):
        page.evaluate(TYPE, [f"round-points-{at_seat(seat)}", number])


def numbers(page):
    return [each.input_value() for each in page.locator(".sum > input").all()]


def enter(page, *numbers):
    type_in(page, *numbers)
    page.locator(".act .send:visible").tap()


@pytest.fixture
def phones(device):
    """Return two phones that poll often."""
    phone, other = device(viewport=SMALL, color_scheme="dark"), device(viewport=SMALL)
    for each in (phone, other):
        hurry(each)
    return phone, other


def opened(page, url):
    page.goto(url)
    started(page)


def test_rounds_waiting_when_the_game_ends_are_entered_after_reopening(phones, played):
    phone, other = phones
    open_pad(phone, played, {"end": {"limit": 66}}, "Ann", "Bob")
    enter(phone, "1", "2")
    plays(phone, 1)
    opened(other, phone.url)
    other.context.set_offline(True)
    for number in (1, 2):
        enter(other, "3", str(number))
        expect(other.locator(".slot-waits")).to_have_count(number)
    follow(behind(phone, "link", "End"))
    follow(phone.get_by_role("button", name="End it and score"))
    back(other)  # the page opens the result automatically
    expect(other.locator(".result")).to_be_visible()
    opened(other, other.url)
    expect(outbox(other)).to_contain_text("Not entered, and waiting for you: Enter the round: Ann 3, Bob 1")
    expect(other.get_by_role("button", name="Discard “Enter the round: Ann 3, Bob 1”")).to_be_visible()
    assert other.evaluate("Object.keys(localStorage).filter(key => /^outbox:\\d/.test(key)).length") == 2
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
    outbox(other).get_by_role("button", name="Later").tap()
    expect(outbox(other)).to_be_empty()
    other.locator(".bar-waits").tap()
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
    phone.reload()
    started(phone)
    expect(phone.get_by_role("heading", name="Ann sends an agent")).to_be_visible()
    expect(cards).to_have_count(0)
    tap_cards(phone, "113")
    phone.locator("#send").tap()
    plays(phone, 3)
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


def city(page, name):
    return page.get_by_role("heading", name=f"{name}'s city")


def end_turn(page, name, mafioso):
    expect(city(page, name)).to_be_visible()
    page.locator(f".city-form:visible [name$=-city][value={mafioso}]").check(force=True)
    page.locator("[id^=send]:visible").tap()


def test_chosen_city_stays_open_until_its_turn_is_entered(phones, server):
    phone, other = phones
    open_game(phone, server, "carta-nostra", PLAYERS, [{"kind": "turn", "player": "Ann", "city": "don"}])
    started(phone)
    opened(other, f"{phone.url}?seat={at_seat(1)}")

    expect(city(other, "Bob")).to_be_visible()
    other.locator(".city-form:visible [name$=-city][value=smuggler]").check(force=True)  # unsent
    end_turn(phone, "Bob", "hitman")
    expect(city(other, "Cy")).to_be_visible()
    expect(city(other, "Bob")).to_be_hidden()
    other.locator(".standing", has_text="Dan").tap()
    expect(city(other, "Dan")).to_be_visible()
    end_turn(phone, "Cy", "hitman")
    plays(other, 3)
    expect(city(other, "Dan")).to_be_visible()
    end_turn(phone, "Dan", "hitman")
    expect(city(other, "Ann")).to_be_visible()


def test_held_turns_leave_the_current_players_city_open(phones):
    phone, other = phones
    begin(phone, "carta-nostra", *PLAYERS)
    started(phone)
    end_turn(phone, "Ann", "don")
    plays(phone, 1)
    opened(other, phone.url)
    other.context.set_offline(True)
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


@pytest.fixture
def pad(phones, played):
    """Open a pad by rounds on both phones."""
    phone, other = phones
    open_pad(phone, played, {}, *NAMES)
    other.goto(phone.url)
    started(other)
    return phone, other


def test_round_typed_on_two_phones_is_offered_not_filled_in(pad):
    phone, other = pad
    type_in(phone, "10", "20", "30")
    keys = phone.evaluate(KEYS)
    enter(other, "1", "2", "3")
    offer = phone.get_by_role("status").filter(has_text="Ann 10, Bob 20, Cy 30")

    def way_back():
        follow(phone.locator(".bar-link"))
        phone.go_back()

    for again in (lambda: None, lambda: phone.reload(), way_back):
        again()
        started(phone)
        in_sight(offer)
        assert phone.evaluate(KEYS) == keys
        assert numbers(phone) == ["", "", ""]
    offer.get_by_role("button").tap()
    expect(offer).to_have_count(0)
    assert numbers(phone) == ["10", "20", "30"]
    enter(phone)
    plays(phone, 2)

    type_in(phone, "10", "20", "30")
    plays(other, 2)
    enter(other, "7", "8", "9")
    in_sight(offer)
    type_in(phone, "4")  # replaces the earlier input
    expect(offer).to_have_count(0)
    phone.reload()
    started(phone)
    assert numbers(phone) == ["4", "", ""]


@pytest.mark.parametrize(("theirs", "answer"), [(["789"], THEIRS), (["789", "000"], MINE)], ids=["theirs", "mine"])
def test_waiting_rounds_are_compared_with_those_of_another_phone(pad, server, theirs, answer):
    phone, other = pad
    phone.context.set_offline(True)
    for own in ("123", "456"):
        enter(phone, *own)
        expect(phone.locator(".sum > input").first).to_have_value("")
    for count, each in enumerate(theirs, 1):
        enter(other, *each)
        plays(other, count)
    back(phone)
    question = phone.get_by_role("heading", name="Which one is right?")
    for their, own in zip(theirs, ("123", "456"), strict=False):
        rows = phone.get_by_role("table", name="Both entries").get_by_role("row")
        for row, values in zip((1, 2, 3), zip(their, own, strict=True), strict=True):
            expect(rows.nth(row).get_by_role("cell")).to_contain_text([*values])
        started(phone)
        in_sight(question)
        assert phone.locator("main button:visible, header button:visible").all_inner_texts() == [THEIRS, MINE]
        assert len(logged(server, phone)) == len(theirs)
        button = phone.get_by_role("button", name=answer)
        in_sight(button)
        button.tap()
    plays(phone, 2)
    expect(question).to_have_count(0)
    expect(phone.locator("[data-waits]")).to_have_count(0)
    points = [list(play["points"].values()) for play in logged(server, phone)]
    assert points == [[7, 8, 9] if answer == THEIRS else [1, 2, 3], [4, 5, 6]]


def test_round_typed_further_is_not_covered_by_comparison(pad):
    phone, other = pad
    phone.context.set_offline(True)
    enter(phone, "1", "2", "3")
    expect(phone.locator(".sum > input").first).to_have_value("")
    type_in(phone, "4")
    enter(other, "7", "8", "9")
    plays(other, 1)
    back(phone)
    compare = phone.get_by_role("button", name="Compare both entries")
    in_sight(compare)
    assert numbers(phone)[0] == "4"
    phone.reload()
    started(phone)
    compare.tap()
    phone.get_by_role("button", name=THEIRS).tap()
    expect(phone.locator(".sum > input").first).to_have_value("4")
    plays(phone, 1)
    expect(compare).to_have_count(0)


def test_comparison_page_is_accessible_in_any_font_and_size(device, server, axe):
    phone, other = device(viewport=SMALL, locale="de-DE"), device()
    names = ("Maximiliane-Theodora", "Jonas", "Theo", "Pelle", "Zoë")
    begun = [stood(name, 9, 8, 6, 4) for name in names]
    open_game(phone, server, "prodigals-club", names, begun, competitions=["election", "society"])
    other.goto(phone.url)
    for page, megaphones in ((other, "10234"), (phone, "01234")):
        started(page)
        page.evaluate(SLEEPS)
        follow(page.locator(".phases").get_by_role("link", name="Hyde Park"))
        for seat, count in enumerate(megaphones):
            page.locator(f"[name='hyde-park-megaphones-{at_seat(seat)}'][value='{count}']").check(force=True)
        page.locator("[name=hyde-park-rewards]").first.check(force=True)
    next_step(other).tap()
    expect(other.locator(".phase-done")).not_to_have_count(0)
    next_step(phone).tap()
    in_sight(phone.get_by_role("heading", name="Was stimmt?"))
    assert walk(phone, ["comparison"], axe) == []


def test_game_deleted_elsewhere_shows_a_visible_notice(pad):
    phone, other = pad
    type_in(phone, "3")
    keys = phone.evaluate(KEYS)
    other.goto(f"{phone.url}/stop")
    follow(other.get_by_role("button", name="Delete this game"))
    in_sight(phone.locator("[data-inactive] .notice-stop"))
    restore = phone.get_by_role("button", name="Restore")
    in_sight(restore)
    assert phone.evaluate(KEYS) in (keys, [])
    restore.tap()
    expect(phone.locator("[data-inactive]")).to_have_count(0)
    assert numbers(phone) == ["3", "", ""]
