"""Contact sheets of all pages: `./run screens [DIRECTORY]`, by default `screens/` in the working directory.

Adds the games of the demo to a new instance, for the lists and statistics, and recorded games of each title and one of
a custom title: just begun, half played and finished. A real server shows their pages in Chromium: on phones, in
landscape, on tablets and wide screens, light and dark, in German, with doubled font size, in forced colours, and
printed. Each table also appears with a play being refused, being sent, and waiting. Each sheet is one picture.
"""

import json
import logging
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from waitress.server import create_server

from scorekeeper.commands.demo_games import fill
from scorekeeper.core.document import read
from scorekeeper.pairing import pairing_key
from scorekeeper.web import create_app
from tests.documents import import_documents
from tests.own_titles import install
from tests.tools.browser import NO_SANDBOX, start
from tests.tools.states import states

GAMES = Path(__file__).resolve().parents[1] / "games"
SHOWN = {
    "don-carlo": "four-players-to-the-end",
    "loire": "four-players-to-the-end",
    "prodigals-club": "five-players-all-three-competitions",
    "carta-nostra": "five-players-to-the-end",
}
"""The game of each title to show."""
OWN = {
    "format": "scorekeeper-game",
    "version": 1,
    "rulebook": "thorns",
    "players": ["Ada", "Bo", "Cy"],
    "options": {},
    "plays": [
        {"kind": "round", "thorns": {"Ada": 12, "Bo": 3, "Cy": 25}},
        {"kind": "round", "thorns": {"Ada": 5, "Bo": 20, "Cy": 41}},
    ],
}
"""The game of a custom title."""
AROUND = (
    "/",
    "/past",
    "/players",
    "/players/1",
    "/records",
    "/years",
    "/data",
    "/new",
    "/pads/new",
    "/new/don-carlo",
    "/pair",
)
OF_A_GAME = ("", "/more", "/plays", "/plays/1", "/replay", "/rules", "/players", "/about", "/share", "/screen", "/stop")
WHEN_OVER = ("", "/finale?step=2", "/more", "/replay", "/screen")
GAP, COLUMNS = 8, 8  # pixels between two pages, and pages per row


@dataclass(frozen=True)
class Sheet:
    """Display settings of a sheet: `screen` is its size in pixels; `letters` multiplies the font size."""

    name: str
    screen: tuple[int, int]
    letters: int = 1
    media: dict[str, Any] = field(default_factory=dict)
    language: str = "en-GB"


SHEETS = (
    Sheet("phone", (390, 664)),
    Sheet("phone-dark", (390, 664), media={"color_scheme": "dark"}),
    Sheet("small-german", (360, 640), language="de-DE"),
    Sheet("sideways", (664, 390)),
    Sheet("tablet", (768, 1024)),
    Sheet("wide-german", (1280, 800), language="de-DE"),
    Sheet("large-letters", (390, 664), letters=2),
    Sheet("forced-colours", (390, 664), media={"forced_colors": "active"}),
    Sheet("printed", (794, 1123), media={"media": "print"}),
)


def recorded(slug: str, name: str, plays: float) -> dict[str, Any]:
    """Return the document of a recorded game, with this share of its plays (0 to 1)."""
    document = OWN if slug == OWN["rulebook"] else json.loads((GAMES / slug / f"{name}.json").read_text())["document"]
    if plays < 1:
        document = document | {"plays": document["plays"][: int(len(document["plays"]) * plays)], "ended": None}
    return {name: value for name, value in document.items() if name != "id" and value is not None}


def urls(ids: list[tuple[str, str, float]]) -> Iterator[str]:
    """Yield the URLs of all pages: the general ones, then those of each game (title, id, share of plays)."""
    yield from AROUND
    for _, game, share in ids:
        yield from (f"/games/{game}{page}" for page in (WHEN_OVER if share == 1 else OF_A_GAME if share else ("",)))


def show(browser: Browser, base: str, key: str, sheet: Sheet, ids: list[tuple[str, str, float]], folder: Path) -> Path:
    """Write the picture of one sheet and return its path; `ids` as for `urls`."""
    width, height = sheet.screen
    context = browser.new_context(
        base_url=base, viewport={"width": width, "height": height}, locale=sheet.language, reduced_motion="reduce"
    )
    page = opened(context, sheet)
    page.goto(f"/pair/{key}")
    page.emulate_media(**sheet.media)  # the first navigation to a site resets the print medium
    with tempfile.TemporaryDirectory() as shots:
        for number, url in enumerate(urls(ids)):
            page.goto(url)
            page.locator("[data-module]:not([data-started])").first.wait_for(state="detached")
            page.screenshot(path=f"{shots}/{number:03}.png")
        page.close()  # otherwise it would send the plays that wait in the other pages
        for slug, game in ((slug, game) for slug, game, share in ids if 0 < share < 1 and "print" not in sheet.name):
            table = opened(context, sheet)
            for number, _ in enumerate(states(table, slug, f"/games/{game}")):
                table.screenshot(path=f"{shots}/state-{slug}-{number}.png")
        path = folder / f"{sheet.name}.png"
        join(context.new_page(), sorted(Path(shots).glob("*.png")), width, path)
    context.close()
    return path


def opened(context: BrowserContext, sheet: Sheet) -> Page:
    """Return a new page with the media and the font size of a sheet."""
    page = context.new_page()
    page.emulate_media(**sheet.media)
    sizes = {"standard": 16 * sheet.letters, "fixed": 13}
    context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    return page


def join(page: Page, shots: list[Path], width: int, path: Path) -> None:
    """Join all pictures into one."""
    drawn = "".join(
        f'<img src="file://{each}" width="{width}" style="float:left;margin:{GAP / 2}px">' for each in shots
    )
    whole = shots[0].with_name("all.html")
    whole.write_text(f'<body style="margin:0;background:#888">{drawn}')
    page.set_viewport_size({"width": (width + GAP) * min(len(shots), COLUMNS), "height": 100})
    page.emulate_media(media="screen")
    page.goto(f"file://{whole}")
    page.screenshot(path=path, full_page=True)


def main(folder: Path) -> None:
    """Make all sheets in a directory."""
    folder.mkdir(parents=True, exist_ok=True)
    logging.getLogger("waitress").setLevel(logging.ERROR)  # queued requests are expected here
    with tempfile.TemporaryDirectory() as instance, sync_playwright() as playwright:
        app = create_app(install(Path(instance), OWN["rulebook"]))
        service = app.extensions["service"]
        fill(service, seed=1)
        games = [(slug, name, share) for slug, name in [*SHOWN.items(), (OWN["rulebook"], "")] for share in (0, 0.5, 1)]
        documents = [read(json.dumps(recorded(*each)).encode(), service.rulebooks) for each in games]
        stored = import_documents(service, documents)
        ids = [(slug, found.id, share) for found, (slug, _, share) in zip(stored, games, strict=True)]
        server = create_server(app, host="127.0.0.1", port=0, clear_untrusted_proxy_headers=True)
        threading.Thread(target=server.run, daemon=True).start()
        base, key = f"http://127.0.0.1:{server.effective_port}", pairing_key(service.store)
        browser = start(playwright.chromium.launch, args=[NO_SANDBOX])
        for sheet in SHEETS:
            print(show(browser, base, key, sheet, ids, folder))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screens").resolve())
