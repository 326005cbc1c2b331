"""Table states without a URL: a play being refused, being sent, or waiting for the network."""

from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Page, Route, expect

NO_ANSWER = 6_000  # milliseconds until a play is shown as waiting
FORGET = "Storage.prototype.setItem = () => {}; localStorage.clear()"
"""Prevents the page from storing typed input when it is left."""
AWAKE = "body:not([data-fresh])"  # while the page ignores taps, Playwright would keep scrolling in search of the link
PATIENCE = 20_000  # milliseconds that a response may take on a busy machine


@dataclass(frozen=True)
class Steps:
    """Taps that fill in a play, the one that sends it, and the taps for a refused play (empty: none).

    Instead of a tap, an item can fill in a field: "#field := 3". An item starting with "? " is skipped if it is not on
    the screen, because wide screens have no tabs.
    """

    fills: tuple[str, ...]
    sends: str
    wrong: tuple[str, ...] = ()


STEPS = {
    "don-carlo": Steps(("[data-number='3']",), "#send", ("[data-number='5']",)),
    "loire": Steps(("? .tally-onward:visible",) * 3, ".tally-send:visible", ("[name$=castles-cards]:visible := 99",)),
    "prodigals-club": Steps(
        (".paper-cell", ".cell-keys:visible button"), "#save", (".phase-link >> nth=0", ".phase-sends:visible")
    ),
    "carta-nostra": Steps((), ".city-foot:visible .send"),
    "thorns": Steps(("[name*=thorns-] >> nth=0 := 3",), ".act .send", (".act .send",)),
}
"""Steps by title, for a half-played game of `tests/games`."""


def states(page: Page, slug: str, url: str) -> Iterator[str]:
    """Bring a page into one state after another, and yield their names; nothing is entered."""
    steps = STEPS[slug]
    if steps.wrong:
        _open(page, url)
        _take(page, steps.wrong)
        said = page.locator(".fault:not(:empty), .verdict-stop, [role=alert]").filter(visible=True).first
        expect(said, f"what is refused in {slug}").to_be_visible(timeout=PATIENCE)
        yield "refused"
        page.evaluate(FORGET)
    sent: list[Route] = []
    page.clock.install()
    page.route("**/plays", lambda route: sent.append(route))
    _open(page, url)
    _take(page, (*steps.fills, steps.sends))
    yield "saving"
    page.clock.fast_forward(NO_ANSWER)
    page.locator(".bar-waits").wait_for()
    yield "waiting"
    page.evaluate(FORGET)
    page.context.set_offline(True)  # otherwise, closing the page would let pending and retried requests through
    for each in sent:
        each.abort()
    page.close()
    page.context.set_offline(False)


def _open(page: Page, url: str) -> None:
    page.goto(url)
    page.locator("[data-module]:not([data-started])").first.wait_for(state="detached")


def _take(page: Page, steps: tuple[str, ...]) -> None:
    for step in steps:
        where, _, typed = step.removeprefix("? ").partition(" := ")
        found = page.locator(where).first
        if typed:
            found.fill(typed)
        elif where == step or found.is_visible():
            page.locator(AWAKE).wait_for()
            found.click()
