"""A browser without a network: the plays that wait on the phone, and their way to the server."""

import re

from playwright.sync_api import expect

from scorekeeper.core.document import write
from scorekeeper.store.exporting import documents
from tests.browser.steps import follow, slid_in, tap_cards

PLAYS = "**/plays"


def outbox(page):
    """Return the messages about waiting plays, or their empty container."""
    return page.locator("[data-module=outbox]")


def counted(page, text):
    """Wait for the number of waiting or refused plays in the bar, "" for none."""
    count = page.locator(".bar-waits")
    expect(count).to_be_visible() if text else expect(count).to_be_hidden()
    expect(count).to_have_text(text)


def drop_waiting(page, play):
    """Undo a waiting play in the list behind the number in the bar."""
    page.locator(".bar-waits").tap()
    undo = slid_in(page).get_by_role("button", name=f"Undo “{play}”")
    undo.tap()
    expect(undo).to_have_count(0)
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


def wait(page, cards):
    """Send an agent that gets no response, and wait until the page stores it."""
    shown = outbox(page).inner_text()
    tap_cards(page, cards)
    page.locator("#send").tap()
    expect(outbox(page)).not_to_have_text(shown)


def network(page, latency=0, *, offline=False):
    """Slow down or disconnect a page's network: one command sets both, because a second one overrides the first."""
    page.network = getattr(page, "network", None) or page.context.new_cdp_session(page)
    speed = {"latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    page.network.send("Network.emulateNetworkConditions", speed | {"offline": offline})


def back(page):
    """Restore the network, and let the browser report it."""
    page.context.unroute(PLAYS)
    network(page) if hasattr(page, "network") else page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")


def plays(page, count):
    """Wait for the number of plays in the bar, which is hidden while others wait."""
    expect(page.locator(".bar-link", has_text=re.compile(rf"\b{count} entr(y|ies)$"))).not_to_have_count(0)


def log(page):
    """Return the entered code names in order, from the page of all plays."""
    follow(page.locator(".bar-link"))
    return [text.split(" goes to")[0].split()[-1] for text in page.locator(".log-line b").all_inner_texts()][::-1]


def logged(server, page):
    """Return the plays of a page's game, as in its document."""
    (game,) = re.findall("/games/([^/?]+)", page.url)
    return write(next(documents(server.app.extensions["service"], [game])))["plays"]
