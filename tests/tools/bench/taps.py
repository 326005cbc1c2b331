"""How long a tap on Send takes on a slow phone in a slow network, in a real browser, compared with the bare page."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from scorekeeper.pairing import pairing_key
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.web import create_app
from tests.tools.browser import NO_SANDBOX, start

from . import baseline
from .served import served
from .sitting import TABLE, Archive, plays

SLOWER = 4  # times, than this machine
LATENCY = 100  # milliseconds, of each request
FIRST, TAPS, WARM = 20, 18, 2  # plays the game has; plays sent then; the first of these do not count
SETTLING = 300  # milliseconds in which all that a tap asks for arrives
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 664},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
HERE = "0.0.0.0"  # noqa: S104  (plain http to this machine, as to another one: 127.0.0.1 is trusted as https is)
SEEN = ["tapped", "table", "receipt"]
MARKS = """
const moment = () => performance.timeOrigin + performance.now();
const painted = done => requestAnimationFrame(() => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = done;
  port2.postMessage("");
});
const mark = name => painted(() => sessionStorage.setItem(name, moment()));
document.addEventListener("click", event => {
  if (!event.target.closest("#send, button:not([type])")) return;
  const {plays, receipt} = window.expected ?? {};
  sessionStorage.setItem("tapped", performance.timeOrigin + event.timeStamp);
  if (!receipt) return;
  const look = found => {
    const said = document.getElementById("verdict")?.textContent;
    if (!found.receipt && receipt.every(each => said?.includes(each))) mark(found.receipt = "receipt");
    if (!found.table && document.querySelector(".bar-link")?.textContent === plays) mark(found.table = "table");
    if (!found.table || !found.receipt) requestAnimationFrame(() => look(found));
  };
  look({});
}, true);
if (sessionStorage.getItem("tapped")) addEventListener("DOMContentLoaded", () => mark("table"));
"""
"""Notes when Send was tapped, and when the first frame was painted with the receipt, and with the new table."""


@dataclass
class Traffic:
    """What the browser asked for, and the bytes that it received: headers and bodies as sent, so compressed."""

    requests: list[str] = field(default_factory=list)
    received: int = 0

    def listen(self, browser: CDPSession) -> None:
        """Count from now on."""
        browser.on("Network.requestWillBeSent", self._asked)
        browser.on("Network.loadingFinished", self._came)

    def clear(self) -> None:
        """Begin again."""
        self.requests, self.received = [], 0

    def _asked(self, event: dict[str, Any]) -> None:
        if "redirectResponse" in event:
            self.received += int(event["redirectResponse"]["encodedDataLength"])
        self.requests.append(event["request"]["url"])

    def _came(self, event: dict[str, Any]) -> None:
        self.received += int(event["encodedDataLength"])


@dataclass(frozen=True, slots=True)
class Tap:
    """The result of one tap: milliseconds to the table and to the receipt, the number of requests, bytes received."""

    table: float
    receipt: float
    requests: int
    received: int


class Slow:
    """A slow phone at a page; `tap` sends its form."""

    def __init__(self, page: Page) -> None:
        self.page, self._traffic = page, Traffic()
        self._browser = browser = page.context.new_cdp_session(page)
        browser.send("Network.enable")
        speed = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
        browser.send("Network.emulateNetworkConditions", speed)
        self._traffic.listen(browser)

    def tap(self, button: str, expected: dict[str, object] | None = None) -> Tap:
        """Tap a button, and wait for the new table; `expected` has texts of the table and of the receipt."""
        self.page.evaluate("expected => { window.expected = expected; sessionStorage.clear(); }", expected)
        self._traffic.clear()
        self._slow_down(SLOWER)
        self.page.locator(button).tap()
        self.page.wait_for_function(
            "all => all.every(name => sessionStorage.getItem(name))", arg=[*SEEN][: 2 + bool(expected)]
        )
        self.page.wait_for_timeout(SETTLING)
        self._slow_down(1)  # slowed down, the page that waits would take CPU time from the other one
        tapped, table, receipt = self.page.evaluate(
            "all => all.map(name => Number(sessionStorage.getItem(name)))", SEEN
        )
        return Tap(table - tapped, receipt - tapped, len(self._traffic.requests), self._traffic.received)

    def _slow_down(self, rate: int) -> None:
        self._browser.send("Emulation.setCPUThrottlingRate", {"rate": rate})


def figures(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield how long it takes from a tap to what it shows, and its requests and bytes."""
    archive, log = Archive(folder), plays(FIRST + TAPS)
    address, link = archive.game(log[:FIRST]), f"/pair/{pairing_key(archive.store)}"
    taps, bare = [], []
    with served(create_app, folder) as ours, served(baseline.create_app, folder) as theirs, _chromium() as page_at:
        phone, plain = Slow(page_at(ours, link, address)), Slow(page_at(theirs, "/"))
        for number, agent in enumerate(log[FIRST:], FIRST + 1):
            taps.append(_play(phone, number, agent))
            bare.append(plain.tap("button"))
    archive.store.close()
    taps, bare = taps[WARM:], bare[WARM:]
    middle = f"bare {median(tap.table for tap in bare):,.0f} ms"
    yield "a tap on Send, to the new table", f"{_times([tap.table for tap in taps])}   {middle}"
    yield "to the frame with the receipt", _times([tap.receipt for tap in taps])
    yield "requests, bytes", f"{_wire(taps)}   bare {_wire(bare).strip()}"


def _play(phone: Slow, number: int, agent: Agent) -> Tap:
    for card in agent.cards:
        phone.page.locator(f"[data-number='{card}']").tap()
    name = "/".join(map(str, sorted(agent.cards)))
    return phone.tap("#send", {"plays": f"{number} plays", "receipt": [TABLE.players[agent.seat], f" {name} to "]})


def _times(values: Sequence[float]) -> str:
    return f"{median(values):6,.0f} ms   at most {max(values):,.0f} ms"


def _wire(taps: Sequence[Tap]) -> str:
    return f"{median(tap.requests for tap in taps):6.0f}      {median(tap.received for tap in taps):,.0f} bytes"


@contextmanager
def _chromium() -> Iterator[Callable[..., Page]]:
    """Give a function that opens a page on a phone at a port, at one address after the other."""
    with sync_playwright() as playwright:
        browser = start(playwright.chromium.launch, args=[NO_SANDBOX])

        def page_at(port: int, *addresses: str) -> Page:
            page = browser.new_context(**PHONE).new_page()
            page.add_init_script(MARKS)
            for address in addresses:
                page.goto(f"http://{HERE}:{port}{address}")
            return page

        yield page_at
        browser.close()
