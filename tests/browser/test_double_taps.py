"""Taps that come twice, in succession, or while an answer arrives: each one hits what was seen under the finger."""

import re
from contextlib import contextmanager
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.club import table
from tests.browser.conftest import recorded
from tests.browser.offline import plays
from tests.browser.steps import (
    FORM,
    SMALL,
    begin,
    box,
    follow,
    hurry,
    in_sight,
    key,
    open_game,
    open_pad,
    ready,
    send,
    sit_down,
    slow_network,
    slug_of,
    started,
    tap_both,
    tap_cards,
    totals,
    twice,
    until,
)
from tests.pages import Page
from tests.seats import at_seat

TAPS = """([css, pauses]) => pauses.reduce((before, pause) => before.then(() => new Promise(done => setTimeout(() => {
  [...document.querySelectorAll(css)].find(each => each.checkVisibility())?.click();
  done();
}, pause))), Promise.resolve())"""
"""Taps the element of a selector after each of these pauses (in milliseconds)."""
FIRST_FRAME = """() => new Promise(done => document.addEventListener("click", () => requestAnimationFrame(() => done({
  turn: document.querySelector(".turn h2").innerText,
  said: document.querySelector("#verdict").innerText.split(/\\s*\\n\\s*/),
  cards: document.querySelectorAll(".card:not(.card-empty)").length,
  keys: document.querySelectorAll("[data-number]:not([aria-disabled=true])").length,
})), {capture: true, once: true}))"""
"""The content of the first frame after the next tap."""
COUNT_FLYING = """() => {
  window.flown = 0;
  const flies = each => each.className?.startsWith("flying");
  const came = ({addedNodes}) => window.flown += [...addedNodes].filter(flies).length;
  new MutationObserver(all => all.forEach(came)).observe(document.body, {childList: true});
  const counts = ({target}) => target.dataset.shown && window.counted.push(Number(target.dataset.shown));
  const total = document.querySelectorAll(".standings .standing > b")[1];
  window.counted = [];
  new MutationObserver(all => all.forEach(counts)).observe(total, {attributeFilter: ["data-shown"]});
}"""
LANDED = "number => window.flown === number && !document.querySelector('.flying')"
PAINTED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"
LONG_MESSAGE_FITS = """() => {
  const said = document.querySelector(".bar-passing > span");
  said.textContent = "Evangelina: Fill in what a triple of castles is worth before all of you end this game";
  const {top, bottom} = said.getBoundingClientRect();
  return bottom - top > 40 && top >= 0 && bottom <= document.querySelector(".bar").getBoundingClientRect().bottom;
}"""
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PREVIEW, TABLE = re.compile("preview"), re.compile(r"/games/[\w-]+$")


@pytest.fixture
def stopped(phone):
    """A phone whose clock can be stopped."""
    phone.clock.install()
    return phone


@pytest.fixture
def rounds(stopped):
    """Begin a pad with five entered rounds."""
    begin(stopped, slug_of(stopped, "6 nimmt!"), "Ann", "Bob")
    path = urlsplit(stopped.url).path
    for count in range(1, 6):
        form = Page(stopped.request.get(path).text()).form(action=f"{path}/plays")
        sent = [(name, str(count) if name.startswith("round-points-") else value) for name, value in form.fields]
        answer = stopped.request.post(f"{path}/plays", data=urlencode(sent), headers=FORM, max_redirects=0)
        assert answer.status == 303, answer.text()
    stopped.reload()
    started(stopped)
    plays(stopped, 5)
    expect(stopped.locator("#undo")).to_be_enabled()
    return stopped


def said(page):
    return page.locator(".bar-passing")


@contextmanager
def pressed(page, locator):
    """Press a finger on an element, and lift it at the end."""
    in_sight(locator)
    middle, session = locator.bounding_box(), page.context.new_cdp_session(page)
    point = {"x": middle["x"] + middle["width"] / 2, "y": middle["y"] + middle["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    yield
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@contextmanager
def held(page, address):
    """Hold requests to an address back; yield a function that lets the first one pass, and waits for its answer."""
    routes = []

    def let_pass():
        route = until(page, lambda: routes and routes[0])
        with page.expect_response(address) as response:
            route.continue_()
        response.value.finished()
        page.evaluate(FRAMES)

    page.route(address, lambda route: routes.append(route))
    yield let_pass


def test_double_tap_enters_hyde_park_but_not_dame_beatrice(stopped, server):
    table(stopped, server)
    follow(stopped.locator(".phases").get_by_role("link", name="Hyde Park"))
    for seat in range(3):
        stopped.locator(f"[name='hyde-park-megaphones-{at_seat(seat)}'][value='{seat}']").tap()
    stopped.locator("[name=hyde-park-rewards][value='2 1']").tap()
    twice(stopped, stopped.locator(".phase-sends:visible"))
    plays(stopped, 7)
    expect(stopped.locator(".game-next .send:visible")).to_have_text("Enter Dame Beatrice")
    expect(stopped.get_by_role("alert").locator("visible=true")).to_have_count(0)


def test_double_taps_skip_no_part_of_a_tally(stopped, server):
    open_game(stopped, server, "loire", ("Anneli", "Benito"), [])
    started(stopped)
    tabs = stopped.locator(f"[id='seat-{at_seat(0)}'] .tally-tab")
    for part in range(1, tabs.count()):
        twice(stopped, stopped.locator(".tally-onward:visible"))
        expect(tabs.nth(part)).to_have_attribute("aria-current", "true")
    twice(stopped, stopped.locator(".tally-send:visible"))
    plays(stopped, 1)
    expect(stopped.locator(f"[id='seat-{at_seat(1)}'] .tally-tab:visible").first).to_have_attribute(
        "aria-current", "true"
    )


def test_double_tapped_winner_is_recorded_once(stopped, server):
    open_game(stopped, server, "carta-nostra", ("Anneli", "Benito"), [])
    stopped.get_by_text("Just record the winner").tap()
    stopped.locator(".winners").get_by_text("Anneli").first.tap()
    held = []
    stopped.route("**/plays", lambda route: held.append(route))
    tap_both(stopped, stopped.locator(".winners .send:visible"))
    until(stopped, lambda: held)[0].continue_()
    expect(stopped.get_by_role("heading").filter(has_text="Anneli").first).to_be_visible()
    assert len(held) == 1
    expect(stopped.get_by_role("button", name="Discard")).to_have_count(0)


def test_double_taps_skip_no_stage_of_final_scoring(stopped, server):
    document = recorded("don-carlo/two-players-to-the-end")
    open_game(stopped, server, "don-carlo", document["players"], document["plays"][:-1])
    tap_cards(stopped, document["plays"][-1]["cards"])
    step, following = stopped.locator(".finale-step"), stopped.locator("#send")
    for number in (1, 2, 3):
        twice(stopped, following)
        expect(step).to_contain_text(f"{number} of")
        following = stopped.locator(".act .send")


def test_separate_undo_taps_count_and_double_taps_count_once(rounds):
    slow_network(rounds, 500)
    rounds.evaluate(TAPS, ["#undo", [0, 0]])  # a double tap
    plays(rounds, 4)
    expect(rounds.locator("#undo")).to_be_enabled()
    rounds.evaluate(TAPS, ["#undo", [0, 350, 350]])
    plays(rounds, 1)
    expect(rounds.locator("#redo")).to_be_enabled()
    rounds.evaluate(TAPS, ["#redo", [0, 0]])
    plays(rounds, 2)
    expect(rounds.locator("#redo")).to_be_enabled()
    rounds.evaluate(TAPS, ["#redo", [0, 350]])
    plays(rounds, 4)


def test_double_tap_on_the_only_undo_does_not_hit_redo(phone):
    sit_down(phone, "Ann", "Bob")
    send(phone, "1")
    expect(phone.locator("#undo")).to_be_enabled()
    assert phone.evaluate(
        """() => new Promise(done => {
          const began = performance.now();
          const redo = () => document.getElementById("redo");
          const seen = () => done(performance.now() - began > 290 || redo().disabled);
          // No tap can come before the task that shows the page has ended.
          document.addEventListener("shown", () => queueMicrotask(seen), {once: true});
          document.getElementById("undo").click();
        })"""
    )
    expect(phone.locator("#undo")).to_be_disabled()
    expect(phone.locator("#redo")).to_be_enabled()


def test_undo_is_available_immediately_after_an_entry(rounds):
    """The page's clock advances by 400 ms: the length of a double tap, and less than Send ignores taps."""
    rounds.clock.pause_at(rounds.evaluate("Date.now()") / 1000 + 3)
    for field in rounds.locator(".sum > input").all():
        field.fill("9")
    rounds.locator(".act .send").tap()
    rounds.clock.run_for(100)  # the answer is shown once the finger has left the screen
    plays(rounds, 6)
    rounds.clock.run_for(400)
    expect(rounds.locator("body[data-fresh]")).to_be_attached()
    rounds.locator("#undo").tap()
    rounds.clock.run_for(100)
    expect(said(rounds)).to_have_text("Undone: Round 6.")


def test_other_phone_shows_the_undone_change_without_moving_keys(device, server):
    agents = [{"kind": "agent", "player": "Ann", "cards": [5]}, {"kind": "agent", "player": "Bob", "cards": [1, 2]}]
    one, other = device(viewport=SMALL), device(viewport=SMALL)
    open_game(one, server, "don-carlo", ("Ann", "Bob"), agents)
    one.goto(f"{one.url}/about")
    one.locator("[name=venue]").fill("Attic")
    one.locator(".send").tap()
    expect(said(one)).to_have_text("Saved: the location.")
    other.goto(one.url)
    started(other)
    keys = [box(key) for key in other.locator(".keys button").all()]
    one.locator("#undo").tap()
    expect(said(other)).to_have_text("Undone: the location.")
    expect(said(other)).to_be_visible()
    expect(said(other)).to_be_in_viewport(ratio=1)
    other.wait_for_function(LONG_MESSAGE_FITS)
    speaker = other.locator("[role=status]").filter(has_text="Undone: the location.")
    expect(speaker).to_have_count(1)
    assert [box(key) for key in other.locator(".keys button").all()] == keys
    one.evaluate("for (const each of document.getAnimations()) each.finish()")
    expect(said(one)).to_be_hidden()  # the title is back
    left, send, right = (box(one.locator(each)) for each in ("#undo", "#send", "#redo"))
    assert left["x"] + left["width"] < send["x"] < send["x"] + send["width"] < right["x"]


def test_preview_moves_nothing_under_a_pressed_finger(phone, played):
    open_pad(phone, played, {}, "Ada", "Bo", "Cleo", "Dan")
    fields = phone.locator(".sum > input")
    with held(phone, PREVIEW) as let_pass:
        fields.nth(0).fill("1.5")
        with pressed(phone, fields.nth(2)):
            let_pass()
    expect(fields.nth(2)).to_be_focused()
    expect(phone.locator(".fault:not(:empty)").first).to_be_visible()


def test_key_pressed_before_another_phones_entry_counts_for_nobody_else(device):
    phone, other = device(), device()
    hurry(phone)
    sit_down(phone, "Ada", "Bo")
    ready(phone)
    other.goto(phone.url)
    started(other)
    with held(phone, TABLE) as let_pass:
        send(other, [1, 2, 3])
        with pressed(phone, key(phone, 5)):
            let_pass()
    expect(phone.get_by_role("heading", name="Bo sends an agent")).to_be_visible()
    expect(phone.locator(".card:not(.card-empty)")).to_have_count(0)


def test_search_replaces_no_game_under_a_pressed_finger(phone):
    phone.goto("/new")
    started(phone)
    address = re.compile(r"/new\?.*skul")
    game = phone.locator("#found a.game").first
    leads = game.get_attribute("href")
    with held(phone, address) as let_pass:
        phone.get_by_role("searchbox").fill("skul")
        with phone.expect_navigation(url=f"**{leads}"), pressed(phone, game):
            let_pass()


def test_receipt_appears_in_the_first_frame_after_a_tap(phone):
    sit_down(phone, "Anneli", "Benito")
    phone.emulate_media(reduced_motion="reduce")  # or the first card could still fly while others are counted
    send(phone, "5")
    phone.emulate_media(reduced_motion="no-preference")
    phone.evaluate(COUNT_FLYING)
    held = []
    phone.route("**/plays", lambda route: held.append(route))
    tap_cards(phone, "222")
    phone.evaluate(f"window.seen = ({FIRST_FRAME})(); 0")
    phone.locator("#send").tap()
    assert phone.evaluate("window.seen") == {
        "turn": "Anneli sends an agent",
        "said": ["Which code name?", "Benito 2/2/2 to Absurdistan: +3 · not confirmed yet", "Can't send an agent?"],
        "cards": 0,
        "keys": 7,
    }
    tap_cards(phone, "6")  # typed while the previous one is being sent

    until(phone, lambda: held)[0].continue_()
    expect(phone.locator("#verdict strong")).to_have_text("6 goes to Absurdistan [6]")
    expect(phone.locator(".bar-link")).to_have_text("2 entries")
    expect(phone.locator(".card:not(.card-empty)")).to_have_text("6")
    phone.wait_for_function(LANDED, arg=3)
    expect(phone.locator("[data-shown]")).to_have_count(0)
    counted = phone.evaluate("window.counted")
    assert counted == sorted(counted)
    assert 0 <= counted[0] < totals(phone)[1]
    phone.unroute("**/plays")
    phone.emulate_media(reduced_motion="reduce")
    phone.locator("#send").tap()
    expect(phone.locator("#verdict strong")).to_have_text("Anneli 6 to Absurdistan: +2")
    phone.evaluate(PAINTED)
    assert phone.evaluate("window.flown") == 3
    ready(phone)
    shown = phone.locator("main").inner_html()
    assert "not confirmed" not in phone.locator("#verdict").inner_text()
    phone.reload()
    started(phone)
    assert plain(phone, phone.locator("main").inner_html()) == plain(phone, shown)


def plain(page, html):
    """Return a page without the parts that differ in each response."""
    return page.evaluate(
        """html => {
          const fresh = new DOMParser().parseFromString(html, "text/html");
          for (const each of fresh.querySelectorAll("[name=entry_key], [name=csrf_token], noscript")) each.remove();
          for (const each of fresh.querySelectorAll("[data-started], button")) {
            for (const name of ["data-started", "disabled"]) each.removeAttribute(name);
          }
          return fresh.body.innerHTML.replace(/\\s+/g, " ");
        }""",
        html,
    )
