"""The log on a phone: plays entered together form one line that opens."""

from playwright.sync_api import expect

from scorekeeper.store import changes
from scorekeeper.store.games import Submission
from tests.browser.steps import Taps, follow, open_game
from tests.documents import game_document, read_document

PLAYERS = ["Ada", "Ben"]
OPTIONS = {"competitions": ["election", "society"]}
TOGETHER = [{"kind": "votes", "player": each, "change": -count} for count, each in enumerate(PLAYERS * 2, 1)]


def entered_together(page, server):
    """Open a game with four plays entered in one change, and then one more."""
    open_game(page, server, "prodigals-club", PLAYERS, [], **OPTIONS)
    plays = read_document(game_document("prodigals-club", PLAYERS, [*TOGETHER, TOGETHER[0]], OPTIONS)).plays
    for revision, own in enumerate((plays[:4], plays[4:]), 1):
        sent = Submission(f"together-{revision}".ljust(20, "-"), "", revision)
        changes.enter(server.app.extensions["service"], page.url.rsplit("/", 1)[1], own, sent, sure=True)
    page.reload()


def test_entries_made_together_form_a_line_that_opens(phone, server):
    tap = Taps()
    entered_together(phone, server)
    table = phone.url
    follow(phone.locator(".bar-link", has_text="5 entries"))
    line = phone.get_by_text("4 changes: Ada's vote count, Ben's vote count and 2 more")
    assert phone.locator("#main > .log > li").count() == 2
    third = phone.locator("#play-3")
    expect(third).to_be_hidden()
    tap(line)
    expect(third).to_contain_text("Ada loses 3 votes")
    assert third.inner_text().count("Ada") == 1
    tap(third.get_by_role("link"))
    phone.wait_for_url("**/plays/3?**")
    assert tap.printed("a play of several found in the log") == 2
    phone.goto(f"{table}/plays#play-2")  # like links from other pages
    expect(phone.locator("#play-2")).to_be_in_viewport(ratio=1)
