"""Tablets, large screens, and a phone in landscape: the space beside the form is used, and Send is visible."""

from playwright.sync_api import expect

from tests.browser.conftest import recorded
from tests.browser.steps import box, scrolls, started

LEFT_RIGHT = {
    "don-carlo/four-players-to-the-end": (".table-entry", ".table-board"),
    "loire/four-players-to-the-end": (".estate", ".tally-part:not(.estate)"),
    "carta-nostra/five-players-to-the-end": (".cities", ".city-ways"),
    "prodigals-club/five-players-all-three-competitions": (".table-entry", ".paper-frame"),
}
"""A game of each title, and the parts on the left and right if there is room."""
SEND = {"prodigals-club": ".game-next .send:visible", "loire": ".act .send:visible"}
"""Buttons that can also lead to the next step."""


CUT = "frames => frames.map(each => each.scrollWidth - each.clientWidth).filter(each => each > 0)"


def halfway(name):
    """Return the document of the first half of a game."""
    document = recorded(name)
    return document | {"plays": document["plays"][: len(document["plays"]) // 2]}


def test_wide_screens_show_board_beside_form_and_send_button(device, played):
    page = device(viewport={"width": 768, "height": 1024})
    for (name, (left, right)), url in zip(LEFT_RIGHT.items(), played(*map(halfway, LEFT_RIGHT)), strict=True):
        page.goto(url)
        started(page)
        for width in (768, 1280):
            page.set_viewport_size({"width": width, "height": 1024})
            body, entry, board = (box(page.locator(f"{each}:visible").first) for each in ("body", left, right))
            assert board["x"] >= entry["x"] + entry["width"] - 1, (name, width)
            assert abs(board["y"] - entry["y"]) < 60, (name, width)
            assert board["x"] + board["width"] >= body["x"] + body["width"] - 1, (name, width)
            assert min(entry["width"], board["width"]) > body["width"] / 3, (name, width)
            assert body["width"] >= width * 0.9, (name, width)
            assert page.locator(".scores-frame").evaluate_all(CUT) == [], (name, width)
            assert scrolls(page) == [0, 0], (name, width)
        for width in (844, 664):
            page.set_viewport_size({"width": width, "height": 390})
            page.evaluate("document.querySelector('main').scrollTop = 0")
            expect(page.locator(SEND.get(name.split("/")[0], "[id^=send]:visible"))).to_be_in_viewport(ratio=1)
            assert scrolls(page) == [0, 0], (name, width)
