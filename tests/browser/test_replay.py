"""The replay on a phone: by links, keys, the slider or by itself, without reloading; and from a figure to its plays."""

import re

from playwright.sync_api import expect

from tests.browser.steps import box, follow, started, until

DON_CARLO = "don-carlo/four-players-to-the-end"
STAY = "document.body.dataset.same = 'yes'"
HIDE = """Object.defineProperty(document, "hidden", {value: true});
document.dispatchEvent(new Event("visibilitychange"))"""


def at(page, number, count=41):
    """Wait until a position is shown and is part of the page's URL."""
    expect(page.locator("#position")).to_have_text(f"Entry {number} of {count}" if number else "Before the first entry")
    expect(page).to_have_url(re.compile(rf"at={number}\b"))


def same(page):
    """Return whether the page has not been reloaded."""
    return page.locator("body[data-same]").count() == 1


def controls(page):
    """Return the rectangles of the controls at the foot."""
    return {name: box(page.locator(f"#{name}")) for name in ("first", "back", "at", "forward", "end", "play")}


def opened(page, url, number):
    """Open a replay at a position; it goes on only when the clock is moved."""
    page.goto(f"{url}/replay?at={number}")
    started(page)
    page.evaluate(STAY)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)


def test_replay_moves_by_taps_keys_and_slider_without_reloading(phone, played):
    (url,) = played(DON_CARLO)
    phone.goto(f"{url}/replay?at=0")
    started(phone)
    phone.evaluate(STAY)
    places = controls(phone)
    for number in (1, 2, 3):
        with phone.expect_request(re.compile(f"at={number + 1}$")):  # in advance
            phone.locator("#forward").tap()
        at(phone, number)
    expect(phone.locator("#forward")).to_be_focused()
    phone.locator("#back").tap()
    at(phone, 2)
    phone.keyboard.press("ArrowRight")
    at(phone, 3)
    phone.keyboard.press("End")
    at(phone, 41)
    expect(phone.locator("#forward")).to_have_attribute("aria-disabled", "true")
    phone.keyboard.press("Home")
    at(phone, 0)
    phone.locator("#at").fill("17")
    at(phone, 17)
    expect(phone.locator("#at")).to_be_focused()
    phone.keyboard.press("ArrowRight")
    at(phone, 18)
    expect(phone.locator("#at")).to_have_value("18")
    expect(phone.locator("#back")).to_have_attribute("href", re.compile(r"at=17$"))
    assert controls(phone) == places  # nothing moved under the thumb
    # The position requested last is shown, whatever the order of the responses.
    phone.route(re.compile("at=30$"), lambda route: None)
    phone.locator("#at").fill("30")
    with phone.expect_event("requestfailed"):  # cancelled
        phone.locator("#at").fill("12")
    at(phone, 12)
    phone.unroute(re.compile("at=30$"))
    phone.locator("#at").fill("30")
    at(phone, 30)
    assert same(phone)
    phone.reload()
    at(phone, 30)
    assert not same(phone)


def test_figure_links_to_its_entries_and_their_positions(phone, played):
    phone.goto(played(DON_CARLO)[0])
    follow(phone.locator(".scores tr", has_text="Benito").get_by_role("link", name="11"))
    expect(phone.get_by_role("heading", name="Benito: countries")).to_be_visible()
    started(phone)
    phone.evaluate(STAY)
    phone.locator(".log-line", has_text="Benito: 2/3/6").tap()
    at(phone, 26)
    expect(phone.locator(".log-line[aria-current]")).to_have_text(re.compile("Benito: 2/3/6"))
    expect(phone.locator(".log-line[aria-current]")).to_be_focused()
    phone.get_by_role("link", name="Close the list").tap()
    expect(phone.get_by_role("heading", name="Benito: countries")).to_have_count(0)
    at(phone, 26)
    assert same(phone)


def test_replay_plays_at_three_speeds_to_the_end(device, played):
    phone = device(reduced_motion="reduce")
    (url,) = played(DON_CARLO)
    opened(phone, url, 37)
    before, places = phone.locator(".chart-now").get_attribute("x1"), controls(phone)
    phone.get_by_role("button", name="Play").tap()
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    at(phone, 37)
    phone.clock.run_for(1_600)
    at(phone, 38)
    assert float(phone.locator(".chart-now").get_attribute("x1")) > float(before)
    assert controls(phone) == places
    assert phone.evaluate("document.getAnimations().length") == 0
    for speed in (2, 4):
        phone.locator("#speed").tap()
        expect(phone.get_by_role("button", name=f"Speed: {speed}×")).to_be_visible()
    phone.clock.run_for(400)
    at(phone, 39)
    phone.locator("#speed").tap()
    expect(phone.get_by_role("button", name="Speed: 1×")).to_be_visible()
    phone.clock.run_for(400)
    at(phone, 39)
    for number in (40, 41):
        phone.clock.run_for(1_600)
        at(phone, number)
    expect(phone.get_by_role("button", name="Play")).to_be_visible()
    phone.clock.resume()
    phone.get_by_role("button", name="Play").tap()
    expect(phone.locator("#position")).to_have_text(re.compile(r"^(Before the first entry|Entry \d of 41)$"))
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    assert same(phone)
    assert phone.evaluate("history.length") == 2


def test_replay_pauses_by_its_button_and_by_every_step(phone, played):
    (url,) = played(DON_CARLO)
    held = []
    phone.route(re.compile("at=4$"), lambda route: held.append(route))
    opened(phone, url, 3)
    phone.locator("#play").tap()
    phone.clock.run_for(1_600)
    until(phone, lambda: held)
    phone.locator("#play").tap()
    expect(phone.get_by_role("button", name="Play")).to_be_visible()
    for each in held:
        each.continue_()
    phone.unroute(re.compile("at=4$"))
    with phone.expect_response(re.compile("at=4$")):
        phone.evaluate("fetch('?at=4')")
    at(phone, 3)  # the late response moves nothing

    steps = (
        (phone.locator("#play").tap, 3),
        (phone.locator("#forward").tap, 4),
        (phone.locator("#back").tap, 3),
        (lambda: phone.keyboard.press("Space"), 3),
        (lambda: phone.keyboard.press("ArrowLeft"), 2),
        (lambda: phone.evaluate(HIDE), 2),
    )
    for pause, number in steps:
        phone.locator("#play").focus()
        phone.keyboard.press("Space")  # only once, although the button takes it too
        expect(phone.get_by_role("button", name="Pause")).to_be_visible()
        phone.locator("#at").focus()
        pause()
        expect(phone.get_by_role("button", name="Play")).to_be_visible()
        phone.clock.run_for(5_000)
        at(phone, number)
        expect(phone.locator("#speed")).to_be_hidden()
