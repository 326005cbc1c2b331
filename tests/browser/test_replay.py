"""The replay on a phone: by links, keys and the slider, without reloading; and from a chart to its plays."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, box, follow, scrolls, sideways, started, until, walk

DON_CARLO = "don-carlo/four-players-to-the-end"
NAMES = (
    DON_CARLO,
    "prodigals-club/five-players-all-three-competitions",
    "loire/solo-held-out-to-the-end",
    "carta-nostra/five-players-to-the-end",
)
LEFT = "window.left = 0; addEventListener('pagehide', () => { window.left += 1 }); document.body.dataset.same = 'yes'"


def at(page, number, count=41):
    """Wait until a position is shown and is part of the page's URL."""
    expect(page.locator("#position")).to_have_text(f"Entry {number} of {count}" if number else "Before the first entry")
    expect(page).to_have_url(re.compile(rf"at={number}\b"))


def same(page):
    """Return whether the page has not been reloaded."""
    return page.locator("body[data-same]").count() == 1


def test_replay_moves_by_taps_keys_and_slider_without_reloading(phone, played):
    (url,) = played(DON_CARLO)
    phone.goto(f"{url}/replay?at=0")
    started(phone)
    phone.evaluate(LEFT)
    places = {name: box(phone.locator(f"#{name}")) for name in ("first", "back", "at", "forward", "end")}
    for number in (1, 2, 3):
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
    assert {name: box(phone.locator(f"#{name}")) for name in places} == places  # nothing moved under the thumb
    # The position requested last is shown, whatever the order of the responses.
    held = []
    phone.route(re.compile("at=30$"), lambda route: held.append(route))
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
    (url,) = played(DON_CARLO)
    phone.goto(url)
    follow(phone.locator(".scores tr", has_text="Benito").get_by_role("link", name="11"))
    expect(phone.get_by_role("heading", name="Benito: countries")).to_be_visible()
    expect(phone.locator(".log-line[aria-current]")).to_have_text(re.compile("Donny: 0/1/4 goes to Country 5"))
    started(phone)
    phone.evaluate(LEFT)
    phone.locator(".log-line", has_text="Benito: 2/3/6").tap()
    at(phone, 26)
    expect(phone.locator(".log-line[aria-current]")).to_have_text(re.compile("Benito: 2/3/6"))
    expect(phone.locator(".log-line[aria-current]")).to_be_focused()
    assert same(phone)
    phone.get_by_role("link", name="Close the list").tap()
    expect(phone.get_by_role("heading", name="Benito: countries")).to_have_count(0)
    at(phone, 26)
    follow(phone.get_by_role("link", name="Edit this entry"))
    expect(phone.get_by_role("heading", name="Entry 26")).to_be_visible()
    follow(phone.locator(".bar-home"))
    at(phone, 26)
    expect(phone.locator("#at")).to_have_css("accent-color", re.compile("rgb"))


def test_replay_fits_one_small_screen_and_passes_axe(device, played, axe):
    page = device(viewport=SMALL, locale="de-DE")

    def pages():
        for number, url in enumerate(played(*NAMES)):
            page.goto(f"{url}/replay?line=0")
            started(page)
            for part in (".replay-play", ".replay-foot", ".standings, .paper-frame"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)
            assert scrolls(page)[1] <= 0
            assert sideways(page) <= 0
            if number < 2:  # the tests of the other titles check their boards
                yield url

    assert walk(page, pages(), axe) == []


def test_wide_replay_shows_entry_beside_board(device, played):
    page = device(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    (url,) = played(DON_CARLO)
    page.goto(f"{url}/replay?at=9")
    play, board, foot = (box(page.locator(part)) for part in (".replay-play", ".table-board", ".replay-foot"))
    assert play["x"] + play["width"] <= board["x"]
    assert foot["width"] > board["width"]
    assert scrolls(page) == [0, 0]


def playing(page):
    """Return whether a replay plays, by the name of its button."""
    return page.locator("#play").get_attribute("aria-label") == "Pause"


def opened(page, url, number):
    """Open a replay at a position; it goes on only when the clock is moved."""
    page.goto(f"{url}/replay?at={number}")
    started(page)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)


def test_replay_plays_to_the_end_with_its_race(phone, played):
    (url,) = played(DON_CARLO)
    opened(phone, url, 39)
    phone.evaluate(LEFT)
    before = phone.locator(".chart-now").get_attribute("x1")
    phone.get_by_role("button", name="Play").tap()
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    expect(phone.locator("#position")).to_have_text("Entry 39 of 41")
    phone.clock.run_for(1_600)
    at(phone, 40)
    assert float(phone.locator(".chart-now").get_attribute("x1")) > float(before)
    phone.clock.run_for(1_600)
    at(phone, 41)
    expect(phone.get_by_role("button", name="Play")).to_be_visible()
    phone.clock.resume()
    phone.get_by_role("button", name="Play").tap()
    expect(phone.locator("#position")).to_have_text(re.compile(r"^(Before the first entry|Entry \d of 41)$"))
    assert playing(phone)
    assert same(phone)
    assert phone.evaluate("history.length") == 2


def test_replay_pauses_by_its_button_and_by_every_step(phone, played):
    (url,) = played(DON_CARLO)
    opened(phone, url, 3)
    for stop, number in (("#play", 3), ("#forward", 4), ("#back", 3)):
        phone.locator("#play").tap()
        expect(phone.get_by_role("button", name="Pause")).to_be_visible()
        phone.locator(stop).tap()
        expect(phone.get_by_role("button", name="Play")).to_be_visible()
        at(phone, number)
        phone.clock.run_for(5_000)
        at(phone, number)
        expect(phone.locator("#speed")).to_be_hidden()


def test_late_answer_moves_no_paused_replay(phone, played):
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
    at(phone, 3)


def test_speed_of_the_replay_doubles_and_starts_again(phone, played):
    (url,) = played(DON_CARLO)
    opened(phone, url, 3)
    phone.locator("#play").tap()
    for speed in (2, 4):
        phone.locator("#speed").tap()
        expect(phone.get_by_role("button", name=f"Speed: {speed}×")).to_be_visible()
    phone.clock.run_for(400)
    at(phone, 4)
    phone.locator("#speed").tap()
    expect(phone.get_by_role("button", name="Speed: 1×")).to_be_visible()
    phone.clock.run_for(400)
    at(phone, 4)


def test_space_plays_and_pauses_the_replay(phone, played):
    (url,) = played(DON_CARLO)
    opened(phone, url, 3)
    phone.keyboard.press("Space")
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    phone.clock.run_for(1_600)
    at(phone, 4)
    phone.keyboard.press("Space")
    expect(phone.get_by_role("button", name="Play")).to_be_visible()
    phone.locator("#play").focus()
    phone.keyboard.press("Space")  # only once, although the button takes it too
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    phone.keyboard.press("ArrowLeft")
    expect(phone.get_by_role("button", name="Play")).to_be_visible()
    at(phone, 3)


def test_hidden_replay_pauses(phone, played):
    (url,) = played(DON_CARLO)
    opened(phone, url, 3)
    phone.locator("#play").tap()
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    phone.evaluate("""Object.defineProperty(document, "hidden", {value: true});
        document.dispatchEvent(new Event("visibilitychange"))""")
    expect(phone.get_by_role("button", name="Play")).to_be_visible()
    phone.clock.run_for(5_000)
    at(phone, 3)


def test_playing_replay_moves_nothing_under_the_thumb(device, played, axe):
    page = device(viewport=SMALL, locale="de-DE", reduced_motion="reduce")
    (url,) = played(DON_CARLO)
    page.goto(f"{url}/replay?at=3")
    started(page)
    places = {name: box(page.locator(f"#{name}")) for name in ("first", "back", "at", "forward", "end", "play")}
    page.locator("#play").tap()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Tempo: 1×")).to_be_visible()
    expect(page.locator("#position")).to_have_text("Eintrag 4 von 41")
    assert page.evaluate("document.getAnimations().length") == 0
    assert {name: box(page.locator(f"#{name}")) for name in places} == places
    page.locator("#speed").tap()
    assert walk(page, [url], axe) == []


def test_replay_without_scripts_has_no_play_button(device, played):
    page = device(java_script_enabled=False)
    (url,) = played(DON_CARLO)
    page.goto(f"{url}/replay?at=3")
    expect(page.locator("#play")).to_be_hidden()
    page.locator("#forward").tap()
    expect(page.locator("#position")).to_have_text("Entry 4 of 41")
