"""From a tap on the button that sends a play to the next table: on a phone with a slow processor and a slow network.

`python -m tests.bench.taps` prints for each title how long that takes, how many requests it is, and how many bytes.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from scorekeeper.core.document import read
from scorekeeper.desk.exchange import import_documents
from scorekeeper.instance import open_desk
from scorekeeper.pairing import pairing_key
from scorekeeper.web import create_app

from .served import HOST, served

GAMES = Path(__file__).parents[1] / "games"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
}  # fmt: skip
SLOWER = 4
"""So many times slower than this machine is the phone."""
LATENCY = 100
"""So many milliseconds take the way there and back."""

WATCH = """() => new Promise(done => {
  const seen = {};
  const frame = then => requestAnimationFrame(() => setTimeout(() => then(performance.now())));
  document.addEventListener("click", event => {
    seen.tapped = event.timeStamp;
    frame(now => seen.told = now - seen.tapped);
  }, {capture: true, once: true});
  const main = document.querySelector("main");
  new MutationObserver((_, observer) => {
    if (main.isConnected) return;
    observer.disconnect();
    frame(now => done({table: now - seen.tapped, told: seen.told}));
  }).observe(document.body, {childList: true});
  window.watching = true;
})"""
"""Tells how many milliseconds after the tap the next frame was there, and the one with the new table."""


class Wire:
    """What goes over the network: requests, and the bytes that come and go, with all headers."""

    def __init__(self, session: CDPSession) -> None:
        self.requests = self.came = self.went = 0
        session.on("Network.requestWillBeSent", lambda event: self._asked(event))
        session.on("Network.requestWillBeSentExtraInfo", lambda event: self._sent(event))
        session.on("Network.loadingFinished", lambda event: self._answered(event))

    def again(self) -> None:
        """Count anew."""
        self.requests = self.came = self.went = 0

    def _asked(self, event: dict[str, Any]) -> None:
        self.requests += 1
        self.went += len(event["request"].get("postData", ""))

    def _sent(self, event: dict[str, Any]) -> None:
        self.went += sum(len(name) + len(value) + 4 for name, value in event["headers"].items())

    def _answered(self, event: dict[str, Any]) -> None:
        self.came += int(event["encodedDataLength"])


@dataclass(frozen=True, slots=True)
class Play:
    """A play as it was sent: milliseconds to the first frame and to the table, requests, bytes that came and went."""

    told: float
    table: float
    requests: int
    came: int
    went: int


def don_carlo(page: Page) -> None:
    """Fill in a play of Don Carlo: any code name that may go."""
    page.evaluate("""() => {
      for (let taps = 0; taps < 4 && document.querySelector("#send[aria-disabled=true]"); taps++) {
        document.querySelector("[data-number]:not([aria-disabled=true])").click();
      }
    }""")


def carta_nostra(page: Page) -> None:
    """Fill in a turn of Carta Nostra."""
    page.evaluate("document.querySelector('.mafioso:not(.lit) input[name=city], input[name=city]').click()")


def loire(page: Page) -> None:
    """Fill in a tally of Loire."""
    page.evaluate("""() => {
      for (const type of ["castles", "ships"]) {
        document.querySelector(`[data-step="3"][data-for="tally-${type}"]`).click();
      }
    }""")


def prodigals_club(page: Page) -> None:
    """Change the figure whose panel is open in The Prodigals Club."""
    page.evaluate("document.querySelector('.cells:not([hidden]) [data-add]').click()")


TABLES: dict[str, tuple[str, int, Callable[[Page], None], str]] = {
    "Don Carlo": ("don-carlo/four-players-to-the-end", 20, don_carlo, "#send"),
    "Carta Nostra": ("carta-nostra/five-players-to-the-end", 13, carta_nostra, "#send"),
    "Loire": ("loire/four-players-to-the-end", 1, loire, "#send"),
    "The Prodigals Club": ("prodigals-club/five-players-all-three-competitions", 50, prodigals_club, "#save"),
}
"""By title: a recorded game, how many of its plays are on the table, what fills in one more, and what sends it."""


def addresses(folder: Path) -> dict[str, str]:
    """Put the games into the database of an instance folder, and return where they are, and by "" where to pair."""
    desk = open_desk(folder)
    found = {"": f"/pair/{pairing_key(desk.store)}"}
    for title, (name, most, _, _) in TABLES.items():
        recorded = json.loads((GAMES / f"{name}.json").read_text())["document"]
        document = read(json.dumps(recorded).encode(), desk.rulebooks)
        (game,) = import_documents(desk, [replace(document, plays=document.plays[:most])])
        found[title] = f"/games/{game.id}"
    desk.store.close()
    return found


@contextmanager
def phone(address: str, slower: int = SLOWER, latency: int = LATENCY) -> Iterator[tuple[Page, CDPSession]]:
    """Give the page of a paired phone so much slower, and its session, until the block is left."""
    named = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=named, args=["--no-sandbox"])
        page = browser.new_context(bypass_csp=True, **PHONE).new_page()
        page.goto(address)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        session.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1},
        )
        yield page, session
        browser.close()


def sent(page: Page, wire: Wire, fill: Callable[[Page], None], button: str) -> Play:
    """Fill in a play, tap the button that sends it, and return what came of it."""
    page.wait_for_function("document.querySelectorAll('[data-module]:not([data-started])').length === 0")
    fill(page)
    page.wait_for_timeout(1200)  # a preview has come, and the page is no longer fresh
    wire.again()
    found = page.evaluate_handle(f"({WATCH})().then(seen => window.seen = seen); 0")
    found.dispose()
    page.wait_for_function("window.watching")
    page.locator(button).tap()
    seen = page.wait_for_function("window.seen").json_value()
    page.evaluate("delete window.seen, delete window.watching")
    page.wait_for_timeout(300)
    return Play(seen["told"], seen["table"], wire.requests, wire.came, wire.went)


def main() -> None:
    """Measure, and print."""
    with TemporaryDirectory() as folder:
        found = addresses(Path(folder))
        with served(create_app, Path(folder)) as port, phone(f"http://{HOST}:{port}{found['']}") as (page, session):
            wire = Wire(session)
            for title, (_, _, fill, button) in TABLES.items():
                page.goto(f"http://{HOST}:{port}{found[title]}")
                plays = [sent(page, wire, fill, button) for _ in range(5 if title != "Loire" else 2)]
                print(
                    f"{title}: tap to table {median(play.table for play in plays):.0f} ms"
                    f" ({', '.join(f'{play.table:.0f}' for play in plays)}),"
                    f" first frame {median(play.told for play in plays):.0f} ms,"
                    f" requests {max(play.requests for play in plays)},"
                    f" bytes {', '.join(str(play.came) for play in plays)}, sent {max(play.went for play in plays)}"
                )


if __name__ == "__main__":
    main()
