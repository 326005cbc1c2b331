"""Who leads between us: from a result to a player, and to two players side by side."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.desk.exchange import import_documents
from tests.browser.steps import SMALL, Taps, box, follow, scrolls, walk
from tests.documents import read_document

GAMES = Path(__file__).parents[1] / "games"
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
def result(server):
    """Play some games, and return where the result of a game of Don Carlo is."""
    texts = [(GAMES / f"{name}.json").read_text(encoding="utf-8").replace("Benito", LONG) for name in PLAYED]
    documents = [read_document(json.loads(text)["document"]) for text in texts]
    games = import_documents(server.app.extensions["desk"], documents)
    return f"{server.address}/games/{games[0].id}"


def pages(page, result):
    """Walk from a result through all pages about players, yielding after each."""
    page.goto(result)
    yield "the result"
    follow(page.locator(".result-more .ways").get_by_role("link", name="Anneli"))
    yield "a player"
    follow(page.locator(".person-figures .game").first)
    yield "two players"
    page.go_back()
    follow(page.get_by_role("link", name="Compare with somebody else"))
    yield "whom to compare with"
    follow(page.locator(".bar-home"))
    follow(page.locator(".bar-home"))
    expect(page.get_by_role("heading", name="Players")).to_be_visible()
    yield "everybody"


@pytest.mark.parametrize("scripts", [True, False])
def test_from_a_result_to_a_player_to_who_leads_between_two(device, result, scripts):
    page, tap = device(java_script_enabled=scripts), Taps()
    page.goto(result)
    with page.expect_navigation():
        tap(page.locator(".result-more .ways").get_by_role("link", name="Anneli"))
    expect(page.get_by_role("heading", name="Anneli", exact=True)).to_be_visible()
    with page.expect_navigation():
        tap(page.locator(".person-figures .game", has_text="Anja"))
    expect(page.get_by_role("heading", name="Anneli and Anja")).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("3 games: Anneli is ahead")
    assert tap.printed("from a result to two players side by side") == 2
    follow(page.locator(".game").first)
    follow(page.locator(".result-more .ways").get_by_role("link", name="Anneli"))
    follow(page.get_by_role("link", name="Compare with somebody else"))
    page.get_by_role("searchbox", name="Name").fill("donn")
    follow(page.get_by_role("button", name="Search"))
    follow(page.locator(".game"))
    expect(page.get_by_role("heading", name="Anneli and Donny")).to_be_visible()


def test_axe_finds_nothing_and_everything_fits_a_small_phone(device, axe, result):
    page = device(viewport=SMALL)
    assert walk(page, pages(page, result), axe) == []


def test_a_tablet_has_two_columns_and_speaks_german(device, axe, result):
    page = device(viewport={"width": 1280, "height": 800}, is_mobile=False, locale="de-DE")
    page.goto(result)
    follow(page.locator(".result-more .ways a").first)
    expect(page.get_by_role("heading", name="Direkter Vergleich")).to_be_visible()
    for leads_to in (".person-figures .game", ".person-name"):
        axe(page)
        figures, games = box(page.locator(".person-figures")), box(page.locator(".person-games"))
        assert figures["y"] == games["y"]
        assert figures["x"] + figures["width"] <= games["x"]
        assert scrolls(page)[0] <= 0
        follow(page.locator(leads_to).first)
