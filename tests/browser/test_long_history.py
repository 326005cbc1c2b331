"""A history of many titles on a phone: titles on at most two screens, long names, and no search without a result."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.store.results import GameQuery, matching_ids, summaries
from tests.browser.steps import SMALL, TARGETS, TOO_SMALL, follow, sideways
from tests.long_history import bring_in, export, title_name

DATA = Path(__file__).parents[1] / "data"
SCREEN = {"width": 390, "height": 664}
TABS_END = "document.querySelector('.title-tabs, .chips').getBoundingClientRect().bottom"


@pytest.fixture
def history(server):
    service = server.app.extensions["service"]
    bring_in(service, export(60, 240, 16))
    with service.store.reading() as db:
        games = summaries(db, matching_ids(db, GameQuery()))
        (player,) = db.execute("SELECT id FROM players WHERE name = 'Ada'").fetchone()
    most = max(games, key=lambda game: len(game.results))
    together = next(game for game in games if service.rulebooks[game.rulebook].meta.cooperative)
    return {"player": f"/players/{player}", "most": f"/games/{most.id}", "together": f"/games/{together.id}"}


@pytest.mark.parametrize("size", [SCREEN, SMALL], ids=["390", "360"])
def test_pages_of_many_titles_fit_a_phone(device, history, axe, size):
    phone = device(viewport=size, wider=True)
    for url in ("/", "/past", "/records", "/players", "/years", "/new", *history.values()):
        phone.goto(url)
        assert sideways(phone) == 0, url
        assert phone.evaluate(TOO_SMALL, TARGETS) == [], url
        if url in ("/past", "/records"):
            assert phone.evaluate(TABS_END) < 2 * SCREEN["height"]
        if size is SCREEN:
            axe(phone)


def test_hidden_emblem_names_widen_no_page(phone, server):
    bring_in(server.app.extensions["service"], (DATA / "bgstats-history.json").read_bytes())
    phone.goto("/past")
    assert sideways(phone) == 0


def test_title_is_found_and_started_without_scripts(device, history):
    name = title_name(59)
    phone = device(java_script_enabled=False)
    for url in ("/records", "/new"):
        phone.goto(url)
        phone.get_by_role("searchbox").fill(name.lower())
        follow(phone.get_by_role("button", name="Search"))
        if url == "/records":
            expect(phone.locator(".tab[aria-current]")).to_have_text(name)
    phone.locator("a.game", has_text=name).click()
    expect(phone.locator("h1")).to_contain_text(name)
