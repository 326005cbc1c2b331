"""Reassigning an entry to another player in the log, by touch."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import THREE
from tests.browser.steps import follow, open_game, started

TILES = {"Ada": [8, 5], "Ben": [8], "Cleo": [8, 5]}
HELD = [{"kind": "possessions", "player": name, "tiles": tiles} for name, tiles in TILES.items()]
SALE = {"kind": "sell", "player": "Ada", "tile": 5, "discount": 1}
EXCHANGE = {"kind": "exchange", "player": "Ada", "give": 5, "take": 4, "limit": 3}
VOTES = {"kind": "votes", "player": "Ada", "change": -2}


def opened(page, server, play):
    """Open the correction of a fourth entry."""
    open_game(page, server, "prodigals-club", THREE, [*HELD, play], competitions=["possessions", "election"])
    started(page)
    follow(page.locator(".bar-link.phase-round"))
    follow(page.locator("#play-4 a"))
    started(page)


@pytest.mark.parametrize(
    ("play", "says"),
    [(EXCHANGE, "Cleo exchanges 5 for 4"), (VOTES, "Cleo loses 2 votes")],
    ids=["exchange", "votes"],
)
def test_reassigned_entry_is_saved_at_once(phone, server, play, says):
    opened(phone, server, play)
    phone.get_by_role("button", name="Give it to Cleo").tap()
    expect(phone.locator("#play-4 b")).to_contain_text(says)


def test_refused_reassignment_shows_the_reason(phone, server):
    opened(phone, server, SALE)
    phone.get_by_role("button", name="Give it to Ben").tap()
    expect(phone.get_by_text("Ben has no tile of 5, but 8.").locator("visible=true").first).to_be_in_viewport()
    expect(phone.get_by_role("button", name="Give it to Ada")).to_be_visible()
