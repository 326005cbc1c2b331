"""Head-to-head comparison: from a result to a player page, and to two players side by side."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import recorded
from tests.browser.steps import SMALL, Taps, box, follow, scrolls, walk

LONG = "Maximiliane-Theodora von und zu Rappolts"
PLAYED = (
    "don-carlo/four-players-to-the-end",
    "don-carlo/three-players-to-the-end",
    "don-carlo/shared-victory-of-2",
    "prodigals-club/two-players-all-three-competitions",
    "carta-nostra/five-players-to-the-end",
    "loire/solo-held-out-to-the-end",
    "loire/two-players-share-the-victory",
)


@pytest.fixture
def result(played):
    """Import some games, and return the URL of a Don Carlo result."""
    return played(*(json.loads(json.dumps(recorded(name)).replace("Benito", LONG)) for name in PLAYED))[0]


def test_result_links_to_player_and_head_to_head_pages(device, axe, result):
    page, tap = device(viewport=SMALL), Taps()

    def pages():
        page.goto(result)
        with page.expect_navigation():
            tap(page.locator(".result-more .ways").get_by_role("link", name="Anneli"))
        expect(page.get_by_role("heading", name="Anneli", exact=True)).to_be_visible()
        yield "a player"
        with page.expect_navigation():
            tap(page.locator(".person-figures .game", has_text="Anja"))
        expect(page.get_by_role("heading", name="Anneli and Anja")).to_be_visible()
        expect(page.locator("tbody tr").first).to_contain_text("3 games: Anneli is ahead")
        assert tap.printed("from a result to two players side by side") == 2
        yield "two players"
        page.go_back()
        follow(page.get_by_role("link", name="Compare with another player"))
        page.get_by_role("searchbox", name="Name").fill("donn")
        follow(page.get_by_role("button", name="Search"))
        yield "whom to compare with"
        follow(page.locator(".game"))
        expect(page.get_by_role("heading", name="Anneli and Donny")).to_be_visible()
        page.goto("/players")
        yield "everybody"

    assert walk(page, pages(), axe) == []


def test_player_page_has_two_columns_on_a_german_tablet(device, result):
    page = device(viewport={"width": 1280, "height": 800}, is_mobile=False, locale="de-DE")
    page.goto(result)
    follow(page.locator(".result-more .ways a").first)
    expect(page.get_by_role("heading", name="Direkter Vergleich")).to_be_visible()
    for leads_to in (".person-figures .game[href^='/players']", ".person-name"):
        figures, games = box(page.locator(".person-figures")), box(page.locator(".person-games"))
        assert figures["y"] == games["y"]
        assert figures["x"] + figures["width"] <= games["x"]
        assert scrolls(page)[0] <= 0
        follow(page.locator(leads_to).first)
