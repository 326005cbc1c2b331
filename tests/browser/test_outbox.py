"""Plays sent while offline: they wait on the phone, and are sent in order once the network returns."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import add, button, cell, table
from tests.browser.loire import at
from tests.browser.offline import PLAYS, back, counted, drop_waiting, log, network, outbox, plays, wait
from tests.browser.steps import (
    SMALL,
    begin,
    behind,
    box,
    in_sight,
    open_game,
    send,
    settle,
    sideways,
    sit_down,
    slid_in,
    started,
    tap_cards,
    totals,
    unpressed,
    until,
    way,
)
from tests.pads.documents import document
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


def enter_round(page, *points):
    for seat, number in enumerate(points):
        page.locator(f"[name='round-points-{at_seat(seat)}']").fill(str(number))
    page.locator(".act .send").tap()
    expect(page.locator(f"[name='round-points-{at_seat(0)}']")).to_have_value("")


@pytest.fixture
def thorns(phone):
    """Begin a game of a made-up title with simultaneous entries."""
    begin(phone, "thorns", "Ada", "Bo")
    started(phone)


def reopened(page, url):
    """Close a page, and open another one in the same browser."""
    context = page.context
    page.close()
    fresh = context.new_page()
    fresh.complaints = []
    fresh.goto(url)
    return fresh


JUNK = ("", "5", "{", '{"game": 5, "action": "x", "body": {}}', '{"game": "/games/x", "action": "/"}')
LITTER = """([game, junk]) => junk.forEach((text, at) => {
  for (const key of [`outbox:00000000${at}:k`, `outbox:${text}`, `typed:/games/${game}/${at}`])
    localStorage.setItem(key, text);
})"""


def test_offline_entries_survive_closing_and_are_sent_in_order(phone):
    sit_down(phone, "Anneli", "Benito", "Anja")
    send(phone, "1")
    table = phone.url
    phone.evaluate(LITTER, [table.rpartition("/")[2], JUNK])  # an unreadable entry hides nothing
    link = behind(phone, "link", "End, archive")
    expect(link).to_be_visible()
    phone.context.set_offline(True)
    link.tap()
    said = "You are offline. Other pages open when the network is back."
    in_sight(phone.locator(".drawer").get_by_text(said))
    phone.keyboard.press("Escape")
    phone.locator(".bar-more").tap()
    expect(outbox(phone)).to_contain_text(said)
    phone.context.set_offline(False)
    expect(outbox(phone)).to_be_empty()
    act = box(phone.locator("#send"))
    phone.context.set_offline(True)
    wait(phone, "12")
    expect(outbox(phone)).to_contain_text("Waiting for the network: Benito 1/2")
    counted(phone, "1 waiting")
    assert box(phone.locator("#send")) == act
    expect(phone.locator(".country-tile > .arriving")).to_have_count(1)
    phone.locator(".country-tile:has(.arriving) a").tap()
    expect(phone.get_by_role("dialog").locator(".agent.pencil")).to_contain_text("1/2")
    phone.get_by_role("dialog").tap()
    expect(phone.get_by_role("heading", name="Anja sends an agent")).to_be_visible()
    expect(phone.locator(".standing[aria-current]")).to_contain_text("Anja")
    tap_cards(phone, "12")
    expect(phone.locator("#verdict")).to_contain_text("1/2 is waiting to be sent.")
    for _ in "12":
        phone.locator("[data-backspace]").tap()
    tap_cards(phone, "3")
    expect(phone.locator("#verdict")).to_contain_text("3 goes to Egoistria [1-3] not checked yet")
    phone.locator("#send").tap()
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()
    expect(phone.locator(".turn-note")).to_have_text("24 cards left")
    wait(phone, "44")
    expect(outbox(phone)).to_contain_text(
        "Benito 1/2 · Anja 3 (not checked yet) · Anneli 4/4 (not checked yet). Not counted yet."
    )
    tap_cards(phone, "6")
    assert totals(phone) == [4, 0, 0]

    phone.context.route(PLAYS, lambda route: route.abort())
    phone.context.set_offline(False)
    phone = reopened(phone, table.split("/games")[0])
    expect(phone.get_by_role("link", name="Waiting for the network: Benito 1/2")).to_be_visible()
    phone.get_by_role("link", name="Waiting for the network").click()
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    expect(phone.locator(".card:not(.card-empty)")).to_have_text(["6"])
    back(phone)
    expect(outbox(phone)).to_be_empty()
    plays(phone, 4)
    expect(phone.locator(".country-tile > .arriving")).to_have_count(0)
    expect(phone.locator(".card:not(.card-empty)")).to_have_text(["6"])
    assert totals(phone) == [13, 2, 3]
    assert log(phone) == ["1", "1/2", "3", "4/4"]


def test_entry_with_a_lost_response_counts_once(phone):
    sit_down(phone, "Anneli", "Benito")
    lost = []

    def lose(route):
        lost.append(len(lost) < 1 and route.fetch())
        route.abort()

    phone.context.route(PLAYS, lose)
    wait(phone, "222")  # it has arrived
    tab = phone.context.new_page()
    tab.complaints = []
    tab.goto(phone.url)
    expect(outbox(tab)).to_contain_text("Anneli 2/2/2")
    expect(tab.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    wait(tab, "5")
    expect(outbox(phone)).to_contain_text("Anneli 2/2/2 · Benito 5 (not checked yet)")
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()
    for pattern in (PLAYS, "**/games/*"):
        phone.route(pattern, lambda route: route.abort())
    back(tab)
    plays(tab, 2)
    expect(outbox(phone)).to_be_empty()
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()  # although its page is older
    phone.unroute_all()
    phone.evaluate("dispatchEvent(new Event('online'))")
    for page in (phone, tab):
        plays(page, 2)
        expect(outbox(page)).to_be_empty()
        expect(page.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()
    assert lost[0].ok
    send(phone, "1")
    assert log(phone) == ["2/2/2", "5", "1"]


@pytest.mark.titles("thorns")
def test_refused_entry_holds_later_ones_until_changed(phone, thorns):
    number = phone.get_by_label("Ada", exact=True).first
    send_it = phone.get_by_role("button", name="End the round", exact=True)
    phone.context.set_offline(True)
    for text, said in (("3", "End the round: Ada 3"), ("-1", "End the round: Ada −1"), ("2", "End the round: Ada 2")):
        number.fill(text)
        send_it.tap()
        expect(phone.locator(".slot-waits").last).to_contain_text(f"Waiting: {said}")
        expect(number).to_have_value("")
    back(phone)
    expect(outbox(phone).get_by_role("alert")).to_contain_text("Nobody has less than no thorns.")
    expect(outbox(phone)).to_contain_text("End the round: Ada −1 · End the round: Ada 2 (not checked yet)")
    counted(phone, "2 not entered")
    assert totals(phone) == [3, 0]
    with phone.expect_response(PLAYS) as refused:
        phone.get_by_role("button", name="Send “End the round: Ada −1”").tap()
    assert (refused.value.status, "sure=" in refused.value.request.post_data) == (422, False)  # without confirmation
    phone.get_by_role("button", name="Change “End the round: Ada −1”").tap()
    expect(number).to_have_value("-1")
    counted(phone, "1 not entered")
    number.fill("1")
    send_it.tap()
    plays(phone, 2)
    assert totals(phone) == [4, 0]
    phone.get_by_role("button", name="Send “End the round: Ada 2”").tap()
    plays(phone, 3)
    assert totals(phone) == [6, 0]


def test_unseen_slip_requires_confirmation_once(phone, server):
    open_game(phone, server, "loire", ("Anneli", "Benito"), [])
    started(phone)
    phone.context.set_offline(True)
    at(phone.locator(f"[id='tally-{at_seat(0)}-victory']")).fill("23")
    phone.locator(f"[id='send-{at_seat(0)}']").tap()
    expect(phone.locator(f"[id='seat-{at_seat(0)}'] .slot-waits")).to_contain_text("23")
    back(phone)
    expect(outbox(phone).get_by_role("alert")).to_contain_text("the box has only 22")
    phone.get_by_role("button", name="Send “").tap()
    expect(outbox(phone)).to_be_empty()
    plays(phone, 1)


def test_undo_waits_until_all_entries_have_arrived(phone):
    sit_down(phone, "Anneli", "Benito")
    phone.context.route(PLAYS, lambda route: route.fulfill(status=503, body="starting"))
    wait(phone, "5")
    phone.context.unroute(PLAYS)
    plays(phone, 1)  # it retries automatically
    phone.context.set_offline(True)
    wait(phone, "6")
    settle(phone)
    expect(phone.locator("#undo")).to_be_disabled()
    phone.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full') } }")
    tap_cards(phone, "1")
    phone.locator("#send").tap()
    expect(phone.get_by_text("Offline queue full.")).to_be_visible()
    expect(phone.locator(".card:not(.card-empty)")).to_have_text(["1"])
    drop_waiting(phone, "Benito 6")
    tap_cards(phone, "1")
    phone.locator("#send").tap()
    expect(phone.get_by_text("No response.")).to_be_visible()


def test_list_of_waiting_entries_stays_usable_during_retries(device, axe):
    phone = device(locale="de-DE", viewport=SMALL, color_scheme="dark")
    begin(phone, "don-carlo", "Anneli", "Theodora <b>von und zu</b> Rappolts")
    started(phone)
    attempts = []
    phone.context.route(PLAYS, lambda route: (attempts.append(route), route.abort()))
    for cards in ("1", "2"):
        wait(phone, cards)
    expect(outbox(phone)).to_contain_text("Wartet auf das Netz: Anneli 1 · Theodora <b>von und zu</b>")
    assert sideways(phone) <= 0
    axe(phone)
    phone.locator(".bar-waits").tap()
    first, second = slid_in(phone).get_by_role("button").all()

    def sent_again():
        before = len(attempts)
        phone.evaluate("dispatchEvent(new Event('online'))")
        until(phone, lambda: len(attempts) > before)
        expect(first).to_be_enabled()  # it failed

    first.focus()
    sent_again()
    expect(first).to_be_focused()
    spot = second.bounding_box()
    phone.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    phone.mouse.down()
    sent_again()
    phone.mouse.up()
    expect(phone.locator(".waiting-list li")).to_have_text(["Anneli 1"])


@pytest.mark.titles("thorns")
def test_typed_input_survives_reload_on_all_entry_pages(phone, thorns):
    table, roses = phone.url, phone.get_by_label("Red", exact=True).first
    thorns = phone.get_by_label("Ada", exact=True).first
    for each in (thorns, roses):
        started(phone)
        each.fill("5")
        phone.reload()
        expect(each).to_have_value("5")
    phone.get_by_role("button", name="End the round", exact=True).tap()
    plays(phone, 1)
    expect(roses).to_have_value("5")
    expect(thorns).to_have_value("")
    way(phone, "Change options")
    limit = phone.get_by_label("Thorns that end the game", exact=True)
    started(phone)
    limit.fill("9")
    phone.goto(f"{table}/plays/1")
    started(phone)
    thorns.fill("4")
    phone.reload()
    expect(thorns).to_have_value("4")
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator(".standing b").first).to_have_text("4")
    phone.goto(f"{table}/options")
    expect(limit).to_have_value("9")


def test_offline_turns_with_pauses_need_no_confirmation(phone, server):
    open_game(phone, server, "carta-nostra", ("Anneli", "Benito", "Carla"), [])
    started(phone)
    phone.context.set_offline(True)
    phone.clock.install()
    for city in ("don", "", "", "hitman"):
        panel = phone.locator(".city-form:visible")
        if city:
            panel.locator(f"[name$='-city'][value={city}]").first.check(force=True)
        panel.locator(".send").tap()
        phone.clock.fast_forward(4000)
    expect(phone.locator(".bar-waits")).to_be_visible()
    back(phone)
    plays(phone, 4)
    expect(phone.get_by_text("nother phone")).to_have_count(0)


ROUND = {"kind": "round", "points": {"Ada": [7], "Bo": [3]}}


@pytest.fixture
def pad(device, played):
    """Open a pad with one round on a small phone."""
    phone = device(viewport=SMALL)
    (url,) = played(document("pad", ("Ada", "Bo"), [ROUND], facts={"title": "Pad", "players": [2, 20]}))
    phone.goto(url)
    started(phone)
    return phone


def test_waiting_rounds_appear_in_rows_and_move_no_key(pad):
    rows, sums = pad.locator(".pad-latest .pencil-row"), pencil(pad.locator(".standings"))
    stood = placed(pad)
    network(pad, offline=True)
    for waiting, points in ((1, (20, -10)), (2, (40, 30))):
        enter_round(pad, *points)
        counted(pad, f"{waiting} waiting")
    texts = rows.evaluate_all("rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))")
    assert texts == [["2", "20", "−10"], ["3", "40", "30"]]
    assert pad.locator(".standing b").all_inner_texts() == ["7", "3"]
    expect(sums).to_have_text(["→ 67", "→ 23"])
    until(pad, lambda: placed(pad) == stood)
    back(pad)
    expect(pad.locator(".standing b")).to_have_text(["67", "23"])
    for each in (rows, sums):
        expect(each).to_have_count(0)
    counted(pad, "")
    assert placed(pad) == stood


def test_end_of_a_pad_waits_behind_its_round(pad, axe):
    axe(pad)
    end = pad.get_by_role("button", name="End game")
    for offline, winner in ((False, "Ada wins"), (True, "Bo wins")):
        network(pad, offline=offline)
        if offline:
            enter_round(pad, 1, 9)
        end.scroll_into_view_if_needed()
        in_sight(end)
        end.tap()
        if offline:
            counted(pad, "2 waiting")
            expect(pad.locator("#end-game .pencil")).to_have_text("End game")
            expect(end).to_be_disabled()
            back(pad)
        expect(pad.locator(".winner h2")).to_contain_text(winner)
        if not offline:
            pad.get_by_role("button", name="Reopen the game").tap()
            expect(pad.locator(".standing b").first).to_contain_text("7")


def test_waiting_changes_appear_in_their_cells_until_undone(device, server):
    phone = device(viewport=SMALL)
    table(phone, server, FOUR)
    cell(phone, "possessions", 0).tap()
    stood = placed(phone)
    network(phone, offline=True)
    add(phone, -2).tap()
    button(phone).tap()
    expect(phone.locator(".bar-waits")).to_be_visible()
    until(phone, lambda: placed(phone) == stood)
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
    for seat in (1, 2, 3):
        pick(f"megaphones-{at_seat(seat)}", 1)
    send.tap()
    expect(fault).to_contain_text("The rewards of Hyde Park in round 1 are missing")
    pick(f"megaphones-{at_seat(0)}", 1)  # equal numbers need no rewards
    send.tap()
    expect(phone.locator("#phase-dame-beatrice")).to_be_visible()  # the next phase, as with a network
    phone.locator(".phase-link", has_text="Hyde Park").tap()
    checked = phone.locator("#hyde-park :checked")
    assert checked.evaluate_all("all => all.map(each => each.value)") == ["1", "1", "1", "1"]
    phone.locator(".bar-waits").tap()
    expect(phone.get_by_role("dialog")).to_contain_text("Hyde Park: Mira 1, Jonas 1, Theo 1, Pelle 1")
    phone.keyboard.press("Escape")
    back(phone)
    plays(phone, 9)
