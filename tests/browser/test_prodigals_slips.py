"""The Prodigals Club by touch: the order of play follows the competitions, and a slip is seen before it is sent."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, sideways
from tests.browser.test_prodigals_club import begin, choose, panel, pick, ready, saved, tap, tiles
from tests.browser.test_prodigals_sheet import button, says

NAMES = "name-0=Anneli&name-1=Benito&competitions=election&competitions=possessions"


def test_from_the_page_to_begin_to_slips_that_were_seen(device, server):
    page = device(viewport=SMALL)
    page.goto(f"{server.address}/new/prodigals-club?{NAMES}")
    drawn, planned = (
        page.get_by_text("Drawn when the game begins"),
        page.get_by_text("paid for something most recently"),
    )
    expect(drawn).to_be_visible()
    choose(page, ("last-will", "election"))
    expect(planned).to_be_visible()
    expect(drawn).to_have_count(0)
    choose(page, ("possessions", "election"))
    expect(drawn).to_be_visible()
    begin(page)
    expect(page.locator(".game-bar")).to_be_visible()  # the table, which listens a moment later
    ready(page)

    slip = page.locator(".overlooked:visible .slip")
    tap(*tiles(page, 6, 5))
    says(page, "Save Anneli's set of tiles")
    expect(slip).to_contain_text("Anneli: 2 tiles at the start instead of 6.")
    covered = page.locator("[data-tile='8']:visible").bounding_box()
    assert covered["y"] + covered["height"] <= page.locator(".game-bar").bounding_box()["y"]
    tap(*tiles(page, 4, 3, 2, 1))
    expect(slip).to_have_count(0)  # all six
    tap(page.locator("[data-cell][data-opens=possessions-1]"), *tiles(page, 9))
    expect(slip).to_contain_text("Benito: 1 tile at the start instead of 6.")
    assert not sideways(page)
    button(page).tap()
    saved(page, 2)  # and nobody was asked

    panel(page, "Hyde Park")
    pick(page, "hyde-park-megaphones-0", 1)
    pick(page, "hyde-park-megaphones-1", 0)
    page.locator(".pick-other[name=hyde-park-rewards]").fill("1 2")
    expect(page.locator("#hyde-park .slip")).to_contain_text("1/2: fewer megaphones lose more votes.")
    page.locator(".phase-sends:visible").tap()
    saved(page, 3)
    expect(page.get_by_role("status").filter(has_text="fewer megaphones")).to_be_visible()  # beside the play
