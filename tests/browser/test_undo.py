"""Undo and redo: each tap at a person's speed counts, a double tap counts once, and the page reports the effect."""

from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.steps import FORM, SMALL, begin, box, open_game, send, sit_down, slow_network, slug_of, started
from tests.pages import Page

TAPS = """([css, pauses]) => pauses.reduce((before, pause) => before.then(() => new Promise(done => setTimeout(() => {
  [...document.querySelectorAll(css)].find(each => each.checkVisibility())?.click();
  done();
}, pause))), Promise.resolve())"""
"""Taps the element of a selector after each of these pauses (in milliseconds)."""


def said(page):
    return page.locator(".bar-passing")


@pytest.fixture
def table(phone):
    """Begin a pad with five entered rounds, on a page whose clock can be stopped."""
    phone.clock.install()
    begin(phone, slug_of(phone, "6 nimmt!"), "Ann", "Bob")
    path = urlsplit(phone.url).path
    for count in range(1, 6):
        form = Page(phone.request.get(path).text()).form(action=f"{path}/plays")
        sent = [(name, str(count) if name.startswith("round-points-") else value) for name, value in form.fields]
        answer = phone.request.post(f"{path}/plays", data=urlencode(sent), headers=FORM, max_redirects=0)
        assert answer.status == 303, answer.text()
    phone.reload()
    started(phone)
    plays(phone, 5)
    expect(phone.locator("#undo")).to_be_enabled()
    return phone


def enter(page, number):
    for field in page.locator(".sum > input").all():
        field.fill(str(number))
    page.locator(".act .send").tap()


def plays(page, count):
    expect(page.locator(".bar-link").first).to_have_text(f"{count} {'entry' if count == 1 else 'entries'}")


def test_separate_undo_taps_count_and_double_taps_count_once(table):
    slow_network(table, 500)
    table.evaluate(TAPS, ["#undo", [0, 0]])  # a double tap
    plays(table, 4)
    expect(table.locator("#undo")).to_be_enabled()
    table.evaluate(TAPS, ["#undo", [0, 350, 350]])
    plays(table, 1)
    expect(table.locator("#redo")).to_be_enabled()
    table.evaluate(TAPS, ["#redo", [0, 0]])
    plays(table, 2)
    expect(table.locator("#redo")).to_be_enabled()
    table.evaluate(TAPS, ["#redo", [0, 350]])
    plays(table, 4)


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


def test_undo_is_available_immediately_after_an_entry(table):
    """The page's clock advances by 400 ms: the length of a double tap, and less than Send ignores taps."""
    table.clock.pause_at(table.evaluate("Date.now()") / 1000 + 3)
    enter(table, 9)
    table.clock.run_for(100)  # the answer is shown once the finger has left the screen
    plays(table, 6)
    table.clock.run_for(400)
    expect(table.locator("body[data-fresh]")).to_be_attached()
    table.locator("#undo").tap()
    table.clock.run_for(100)
    expect(said(table)).to_have_text("Undone: Round 6.")


def test_other_phone_shows_the_undone_change_without_moving_keys(device, server):
    plays = [{"kind": "agent", "player": "Ann", "cards": [5]}, {"kind": "agent", "player": "Bob", "cards": [1, 2]}]
    one, other = device(viewport=SMALL), device(viewport=SMALL)
    open_game(one, server, "don-carlo", ("Ann", "Bob"), plays)
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
    speaker = other.locator("[role=status]").filter(has_text="Undone: the location.")
    expect(speaker).to_have_count(1)
    assert [box(key) for key in other.locator(".keys button").all()] == keys
    one.evaluate("for (const each of document.getAnimations()) each.finish()")
    expect(said(one)).to_be_hidden()  # the title is back
    left, send, right = (box(one.locator(each)) for each in ("#undo", "#send", "#redo"))
    assert left["x"] + left["width"] < send["x"] < send["x"] + send["width"] < right["x"]
