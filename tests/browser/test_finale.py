"""The end of a game on a phone and the big screen: a tap anywhere continues, it can be skipped, and axe passes."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import recorded
from tests.browser.steps import SMALL, box, open_game, skip, started, tap_cards, until, walk

DON_CARLO, PRODIGALS = "don-carlo/four-players-to-the-end", "prodigals-club/five-players-all-three-competitions"
SOLO = "loire/solo-aaron-is-ahead-after-round-c"


def test_final_scoring_fits_a_small_phone_and_passes_axe(device, played, axe):
    page, wrong = device(viewport=SMALL, locale="de-DE", reduced_motion="reduce"), []
    for url, last in zip(played(DON_CARLO, PRODIGALS, SOLO), (7, 3, 4), strict=True):
        for step in (1, last):
            page.goto(f"{url}/finale?step={step}")
            foot = box(page.locator(".act"))
            assert foot["y"] + foot["height"] <= SMALL["height"]
            tiles = box(page.locator(".finale-tiles"))
            assert tiles["y"] + tiles["height"] <= foot["y"]
            page.set_viewport_size({"width": 664, "height": 390})
            lanes, foot = [box(lane) for lane in page.locator(".finale-lane").all()], box(page.locator(".act"))
            assert max(lane["y"] + lane["height"] for lane in lanes) <= foot["y"]
            assert foot["y"] + foot["height"] <= 390
            page.set_viewport_size(SMALL)
            if last == 7:  # the stages of the other titles have the same parts
                wrong += walk(page, [(url, step)], axe)
    assert wrong == []


def test_tap_continues_final_scoring_and_big_screen_continues_automatically(device, played):
    page = device()
    (url,) = played(DON_CARLO)
    page.goto(url)
    page.goto(f"{url}/finale")
    for step in (2, 3):
        started(page)
        expect(page.locator("body[data-fresh]")).to_have_count(0)
        with page.expect_navigation():
            page.touchscreen.tap(180, 300)
        expect(page).to_have_url(re.compile(rf"step={step}$"))
    page.go_back()
    expect(page.locator(".winner")).to_be_visible()
    screen = device(viewport={"width": 1280, "height": 720}, is_mobile=False)
    screen.goto(f"{url}/finale?step=6&screen=yes")
    expect(screen).to_have_url(f"{url}/screen")
    still = device(reduced_motion="reduce")
    still.clock.install()
    still.goto(f"{url}/finale?screen=yes")
    started(still)
    still.clock.run_for(10_000)
    expect(still).to_have_url(f"{url}/finale?screen=yes")


def test_last_entry_opens_final_scoring_despite_earlier_updates(phone, server):
    document = recorded(DON_CARLO)
    open_game(phone, server, "don-carlo", document["players"], document["plays"][:-1])
    held = []
    phone.route("**/plays", lambda route: held.append((route, route.fetch(max_redirects=0))))
    tap_cards(phone, document["plays"][-1]["cards"])
    phone.locator("#send").tap()
    for _ in range(2):  # the first poll may precede the play
        with phone.expect_response(re.compile(r"/games/[^/]+$")):
            pass
    (route, answer), *_ = until(phone, lambda: held)
    route.fulfill(response=answer)
    skip(phone)
    expect(phone.locator(".winner h2")).to_contain_text("is Don Carlo")


LANES = """time => {
  for (const each of document.getAnimations()) [each.pause(), each.currentTime = time];
  const marked = each => getComputedStyle(each).backgroundColor .match(/, 0\\)$|\\/ 0\\)$/) === null;
  const visible = each => getComputedStyle(each).opacity === "1";
  return [
    [...document.querySelectorAll(".finale-lane")].filter(marked).length,
    [...document.querySelectorAll(".finale-lane .crown, .finale-beat")].filter(visible).length,
  ];
}"""
"""Sets the time (in milliseconds) of all animations; returns the number of marked lanes, and of visible crowns and
messages about the winner."""


def test_last_stage_marks_the_winner_after_its_reveal(device, played):
    page = device()
    (url,) = played(DON_CARLO)
    page.goto(f"{url}/finale?step=7")
    assert [page.evaluate(LANES, time) for time in (0, 1500, 9000)] == [[0, 0], [0, 0], [1, 2]]
