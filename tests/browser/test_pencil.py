"""Waiting entries are shown in pencil where they will stand, and nothing moves while they wait."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import add, button, cell, table
from tests.browser.offline import back, counted, drop_waiting, network, plays
from tests.browser.steps import (
    SMALL,
    begin,
    in_sight,
    open_pad,
    ready,
    sit_down,
    started,
    tap_cards,
    unpressed,
    until,
)
from tests.own_titles import plain_pad
from tests.seats import at_seat

FOUR = ("Mira", "Jonas", "Theo", "Pelle")
PLACED = ".act .send, .keys button, .cell-keys button, .picks, .number-keys button, .stepper, .cities label"
KEYS = f"""() => [...document.querySelectorAll("{PLACED}")].filter(each => each.checkVisibility()).map(each => {{
  const {{x, y, width, height}} = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(" ");
}})"""
"""The rectangles of the keys and of the main button."""


def placed(page):
    unpressed(page)
    return page.evaluate(KEYS)


def pencil(locator):
    return locator.locator(".pencil:visible")


def skull_king(page, server, *names):
    begin(page, plain_pad(server.app, "skull-king"), *names)
    started(page)


def enter_round(page, *points):
    for seat, number in enumerate(points):
        page.locator(f"[name='round-points-{at_seat(seat)}']").fill(str(number))
    page.locator(".act .send").tap()
    expect(page.locator(f"[name='round-points-{at_seat(0)}']")).to_have_value("")


def rows(page):
    return page.locator(".pad-latest .pencil-row").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))"
    )


def test_waiting_rounds_appear_in_rows_with_sums(phone, server):
    skull_king(phone, server, "Leonie", "Mira")
    network(phone, offline=True)
    enter_round(phone, 20, -10)  # on a pad without any round
    counted(phone, "1 waiting")
    enter_round(phone, 40, 30)
    counted(phone, "2 waiting")
    assert rows(phone) == [["1", "20", "−10"], ["2", "40", "30"]]
    assert phone.locator(".standing b").all_inner_texts() == ["0", "0"]
    expect(pencil(phone.locator(".standings"))).to_have_text(["→ 60", "→ 20"])
    back(phone)
    expect(phone.locator(".standing b")).to_have_text(["60", "20"])
    assert rows(phone) == []
    expect(pencil(phone.locator(".standings"))).to_have_count(0)
    counted(phone, "")


def test_waiting_changes_appear_in_their_cells_until_undone(phone, server):
    table(phone, server, FOUR)
    network(phone, offline=True)
    cell(phone, "possessions", 0).tap()
    add(phone, -2).tap()
    button(phone).tap()
    expect(pencil(cell(phone, "possessions", 0))).to_have_text("→ 30")
    expect(cell(phone, "possessions", 0).locator(".paper-score")).to_contain_text("32")
    expect(pencil(phone.locator(f"[id='possessions-{at_seat(0)}']"))).to_have_text("pounds 6 − 2 = 4")
    line = phone.locator(f"[id='election-{at_seat(1)}'] .slot-waits")
    for seat, change in ((1, -3), (2, -1)):
        cell(phone, "election", seat).tap()
        add(phone, change).tap()
        button(phone).tap()
        if seat == 1:
            expect(pencil(phone.locator(f"[id='election-{at_seat(1)}']"))).to_have_text("− 3 = 35")
            expect(line).to_contain_text("Waiting: Jonas: Votes: −3. Not counted yet.")
            line.evaluate("line => { line.said = true }")
    assert line.evaluate("line => line.said")  # a screen reader would repeat redrawn text
    phone.locator(".paper-row").first.tap()
    expect(pencil(phone.locator("#possessions-all"))).to_have_text("− 2 = 4")
    cell(phone, "possessions", 0).tap()
    phone.locator("[data-chip]:visible").first.tap()
    phone.locator("[name=play][value^='sell.']:visible").first.tap()
    expect(pencil(phone.locator(f"[id='possessions-{at_seat(0)}']"))).to_have_text(
        "Mira sells 8 for 8"
    )  # the sum is not known
    expect(pencil(cell(phone, "possessions", 0))).to_have_count(0)
    counted(phone, "4 waiting")
    drop_waiting(phone, "Mira sells 8 for 8")
    expect(pencil(cell(phone, "possessions", 0))).to_have_text("→ 30")
    drop_waiting(phone, "Jonas: Votes: −3")
    expect(line).to_have_count(0)
    back(phone)
    plays(phone, 10)
    expect(phone.locator(".pencil:visible")).to_have_count(0)
    for seat, votes in ((1, "38"), (2, "36")):
        expect(cell(phone, "election", seat).locator(".paper-score")).to_contain_text(votes)


def test_incomplete_hyde_park_is_refused_on_the_phone(phone, server):
    table(phone, server, FOUR)
    phone.locator(".phase-link", has_text="Hyde Park").tap()
    network(phone, offline=True)
    pick = lambda name, value: phone.locator(f"[name='hyde-park-{name}'][value='{value}']").tap()  # noqa: E731
    send = phone.locator(".phase-sends:visible")
    fault = phone.locator("#hyde-park .fault")
    pick(f"megaphones-{at_seat(0)}", 2)
    send.tap()
    expect(fault).to_have_text("The megaphones of Jonas, Theo and Pelle are missing: tap 0 for players without.")
    counted(phone, "")
    for seat, count in ((1, 0), (2, 1), (3, 3)):
        pick(f"megaphones-{at_seat(seat)}", count)
    send.tap()
    expect(fault).to_contain_text("The rewards of Hyde Park in round 1 are missing")
    pick("rewards", "3 1 0")
    send.tap()
    expect(phone.locator("#phase-dame-beatrice")).to_be_visible()  # the next phase, as with a network
    phone.locator(".phase-link", has_text="Hyde Park").tap()
    checked = phone.locator("#hyde-park :checked")
    assert checked.evaluate_all("all => all.map(each => each.value)") == ["2", "0", "1", "3", "3 1 0"]
    phone.locator(".bar-waits").tap()
    expect(phone.get_by_role("dialog")).to_contain_text("Hyde Park: Mira 2, Jonas 0, Theo 1, Pelle 3, 3/1/0")
    phone.keyboard.press("Escape")
    back(phone)
    plays(phone, 9)


INCOMPLETE = (
    ({"rounds": {}}, f"[id='round-points-{at_seat(0)}']", "A number is missing for Bo, Cy and Di."),
    ({"only_winner": True}, "", "Choose the winner"),
)


@pytest.mark.parametrize(("facts", "field", "reason"), INCOMPLETE, ids=["round", "winner"])
def test_incomplete_entries_of_pads_are_refused_on_the_phone(phone, played, facts, field, reason):
    open_pad(phone, played, facts, "Ada", "Bo", "Cy", "Di")
    phone.context.set_offline(True)
    if field:
        phone.locator(field).fill("3")
    phone.locator(".act .send:visible").tap()
    in_sight(phone.locator(".fault:not(:empty)").filter(has_text=reason))
    expect(phone.locator("[aria-invalid=true]")).not_to_have_count(0)
    expect(phone.locator(".bar-waits")).to_be_hidden()


def test_waiting_agents_appear_in_their_countries(phone):
    sit_down(phone, "Anneli", "Benito")
    network(phone, offline=True)
    for cards in ("12", "5"):
        tap_cards(phone, cards)
        phone.locator("#send").tap()
        ready(phone)
    expect(phone.locator(".country-tile > .arriving")).to_have_count(2)
    phone.locator(".country-tile:has(.arriving) a").first.tap()
    expect(phone.get_by_role("dialog").locator(".agent.pencil")).to_contain_text("1/2")
    phone.get_by_role("dialog").tap()
    back(phone)
    plays(phone, 2)
    expect(phone.locator(".arriving")).to_have_count(0)


def test_keys_stay_while_entries_wait_and_arrive(device, server):
    phone = device(viewport=SMALL, locale="de-DE")
    table(phone, server, FOUR)
    cell(phone, "possessions", 0).tap()
    stood = placed(phone)
    network(phone, offline=True)
    add(phone, -2).tap()
    button(phone).tap()
    expect(phone.locator(".bar-waits")).to_be_visible()
    until(phone, lambda: placed(phone) == stood)
    back(phone)
    expect(phone.locator(".bar-waits")).to_be_hidden()
    assert [each for each in placed(phone) if each in stood][: len(stood) - 1] == stood[:-1]  # Undo has appeared

    skull_king(phone, server, *FOUR)
    enter_round(phone, 10, 20, 30, 40)
    expect(phone.locator(".standing b").first).to_have_text("10")
    phone.reload()
    started(phone)
    stood = placed(phone)
    network(phone, offline=True)
    enter_round(phone, 20, 10, 0, 30)
    enter_round(phone, 20, 10, 0, 30)
    expect(phone.locator(".bar-waits")).to_contain_text("2")
    until(phone, lambda: placed(phone) == stood)
    back(phone)
    expect(phone.locator(".bar-waits")).to_be_hidden()
    assert placed(phone) == stood
