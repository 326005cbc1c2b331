"""Pictures of docs/first-evening.md: `./run pictures [DIRECTORY]`, by default `docs/screenshots`.

Taps through an evening on two phones and a watching one, in the order of the page, and takes a picture at each step.
A step that no longer works stops the tool, so that the page cannot describe it unnoticed.
"""

import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from waitress.server import create_server

from scorekeeper.pairing import pairing_key
from scorekeeper.web import create_app
from tests.tools.browser import NO_SANDBOX, start

FOLDER = Path(__file__).resolve().parents[2] / "docs/screenshots"
SERVER = "192.168.1.5:8000"
"""The host in the pictures; the browser looks for it on this machine."""
PHONE = {"width": 390, "height": 664}
PLAYERS = ("Mira", "Jonas", "Anja")
WRONG = "110"
"""The tricks that are first entered in round 1: one too many."""
ROUNDS = (
    ("101", "100"),
    ("201", "101"),
    ("111", "111"),
    ("211", "211"),
    ("122", "113"),
    ("221", "222"),
    ("322", "322"),
    ("233", "242"),
    ("333", "333"),
    ("433", "433"),
)
"""Bids and tricks of each round of Skull King, a digit per player."""


def evening(browser: Browser, key: str) -> Iterator[tuple[str, Page]]:
    """Play the evening, and yield the name of each picture with the page to take it of."""
    first, second, watching = (new_phone(browser) for _ in range(3))
    open_page(first, f"/pair/{key}")
    open_page(first, "/share")
    first.get_by_role("region", name="Pair another phone").locator("summary").tap()
    yield "pair", first
    open_page(second, first.locator("#pair-link").text_content() or "")

    open_page(first, "/")
    follow(first.get_by_role("link", name="Another game"))
    first.get_by_role("searchbox").fill("skul")
    found = first.locator("#found > .games a.game")
    expect(found).to_have_count(1)
    follow(found)
    for seat, name in enumerate(PLAYERS):
        first.get_by_label("Name of a new player").fill(name)
        first.get_by_role("button", name="Add", exact=True).tap()
        expect(first.locator(f"#name-{seat}")).to_have_value(name)
    yield "seats", first
    first.locator("#begin").tap()

    bids, tricks = ROUNDS[0]
    step(first)
    enter(first, bids)
    press(first, WRONG)
    yield "refused", first
    _form(first).get_by_label(f"{PLAYERS[1]}, Tricks", exact=True).tap()
    press(first, "0")
    send(first)

    open_page(second, "/")
    follow(second.get_by_role("link", name="Skull King").first)
    step(second)
    enter(second, ROUNDS[1][0])
    expect(first.get_by_role("link", name="Round 2: Tricks")).to_be_visible()
    first.locator("#undo").tap()
    expect(first.get_by_role("link", name="Round 2: Bid")).to_be_visible()
    yield "undo", first
    first.locator("#redo").tap()
    expect(first.get_by_role("link", name="Round 2: Tricks")).to_be_visible()

    step(first)
    enter(first, ROUNDS[1][1])
    for bids, tricks in ROUNDS[2:6]:
        step(first)
        enter(first, bids)
        enter(first, tricks)
    table = first.url.partition("?")[0]
    open_page(first, f"{table}/share")
    first.locator("#watch").tap()
    open_page(watching, first.locator("#watch-link").text_content() or "")
    yield "watch", watching
    open_page(first, table)
    for bids, tricks in ROUNDS[6:]:
        step(first)
        enter(first, bids)
        enter(first, tricks)
    expect(first.get_by_role("link", name="Rematch")).to_be_visible()
    yield "result", first
    follow(first.get_by_role("link", name="Rematch"))
    first.locator("#begin").tap()
    expect(first.get_by_role("link", name="Round 1: Bid")).to_be_visible()
    open_page(first, "/past")
    yield "past", first


def new_phone(browser: Browser, **settings: Any) -> Page:
    """Return a page of a phone with a new profile; `settings` are those of Playwright."""
    context = browser.new_context(
        base_url=f"http://{SERVER}",
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        **({"locale": "en"} | settings),
    )
    context.set_default_timeout(20_000)
    return context.new_page()


def open_page(page: Page, url: str) -> None:
    page.goto(url)
    _started(page)


def follow(link: Locator) -> None:
    link.page.locator("body:not([data-fresh])").wait_for()
    with link.page.expect_navigation():
        link.tap()
    _started(link.page)


def _started(page: Page) -> None:
    page.locator("[data-module]:not([data-started])").first.wait_for(state="detached")


def _form(page: Page) -> Locator:
    return page.locator("form.values:visible")


def step(page: Page) -> None:
    """Open the next entry from the sheet of rounds."""
    page.locator("body:not([data-fresh])").wait_for()
    page.locator("a.send:visible").tap()
    expect(_form(page)).to_be_visible()


def press(page: Page, digits: str) -> None:
    for digit in digits:
        _form(page).locator(".field-keys").get_by_role("button", name=digit, exact=True).tap()


def send(page: Page) -> None:
    """Send the form, and wait for the response."""
    sent = page.locator("[data-panel]:visible").get_attribute("id")
    _form(page).locator(".send:visible").tap()
    expect(page.locator(f"[id='{sent}']:visible")).to_have_count(0)
    expect(page.locator("[data-saving], [aria-busy=true]")).to_have_count(0)


def enter(page: Page, digits: str) -> None:
    press(page, digits)
    send(page)


def main(folder: Path) -> None:
    """Make all pictures in a directory."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as instance, sync_playwright() as playwright:
        app = create_app(Path(instance))
        server = create_server(app, host="127.0.0.1", port=0, clear_untrusted_proxy_headers=True)
        threading.Thread(target=server.run, daemon=True).start()
        here = f"--host-resolver-rules=MAP {SERVER} 127.0.0.1:{server.effective_port}"
        browser = start(playwright.chromium.launch, args=[NO_SANDBOX, here])
        for name, page in evening(browser, pairing_key(app.extensions["service"].store)):
            path = folder / f"first-evening-{name}.png"
            page.wait_for_timeout(300)  # until the highlight of the last tap is gone
            page.screenshot(path=path, animations="disabled")
            print(path)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else FOLDER)
