"""From home to the records and to the year, and both on a small phone, on a wide screen, and on paper."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.desk.exchange import import_documents
from tests.browser.steps import SMALL, follow, sideways, walk
from tests.documents import read_document

GAMES = Path(__file__).parents[1] / "games"
WIDE = {"width": 1280, "height": 800}


@pytest.fixture
def past(server):
    """Recorded games of every title, that ended in one year and in the year before."""
    found = [
        read_document(json.loads(path.read_text())["document"])
        for slug in ("carta-nostra", "don-carlo", "loire", "prodigals-club")
        for path in sorted((GAMES / slug).glob("*players*.json"))
    ]
    times = [f"{2026 - number % 2}-{number % 12 + 1:02}-0{number % 9 + 1}T2" for number in range(len(found))]
    games = [
        replace(each, started=f"{time}0:00:00Z", ended=f"{time}1:25:00Z")
        for each, time in zip(found, times, strict=True)
    ]
    import_documents(server.app.extensions["desk"], games)


def pages(page):
    """Walk through the records and the years, yielding on each page."""
    follow(page.get_by_role("link", name="Records"))
    yield "the records"
    follow(page.get_by_role("link", name="Don Carlo"))
    yield "those of Don Carlo"
    follow(page.get_by_role("link", name="Most influence by one agent"))
    expect(page).to_have_url(re.compile(r"/replay\?at=\d+$"))
    page.goto(f"{page.url.partition('/games/')[0]}/")
    follow(page.get_by_role("link", name="The year"))
    yield "the year"
    page.evaluate("print = () => document.body.classList.add('printed')")
    page.get_by_role("button", name="Print").click()
    expect(page.locator("body")).to_have_class(re.compile("printed"))
    follow(page.get_by_role("link", name="2025", exact=True))
    expect(page.get_by_role("heading", name="The year 2025")).to_be_visible()
    yield "the year before"


@pytest.mark.usefixtures("past")
def test_records_lead_to_their_games_and_a_year_to_the_one_before(device, axe, server):
    page = device(viewport=SMALL)
    page.goto(server.address)
    assert walk(page, pages(page), axe) == []


@pytest.mark.usefixtures("past")
def test_without_scripts_and_in_german_it_is_all_there_on_a_small_phone(device, server):
    page = device(java_script_enabled=False, locale="de-DE", viewport=SMALL)
    page.goto(server.address)
    follow(page.get_by_role("link", name="Rekorde"))
    follow(page.get_by_role("link", name="Don Carlo"))
    follow(page.get_by_role("link", name="Höchste Siegpunktzahl"))
    expect(page.locator(".winner")).to_be_visible()
    page.goto(f"{server.address}/years/2026")
    expect(page.get_by_role("heading", name="Das Jahr 2026")).to_be_visible()
    expect(page.get_by_role("row", name="Mai")).to_be_visible()
    page.get_by_role("columnheader", name="Carta Nostra").scroll_into_view_if_needed()
    expect(page.get_by_role("columnheader", name="Carta Nostra")).to_be_in_viewport(ratio=0.99)
    too_wide = page.locator(".scores-frame").evaluate("frame => frame.scrollWidth - frame.clientWidth")
    assert too_wide <= 0
    expect(page.get_by_role("button")).to_have_count(0)


@pytest.mark.usefixtures("past")
def test_a_year_prints_black_on_white_on_one_sheet(device, server):
    page = device(viewport=WIDE, color_scheme="dark")
    page.goto(f"{server.address}/years/2026")
    parts = page.locator(".year-part")
    first, last = parts.first.bounding_box(), parts.last.bounding_box()
    assert last["x"] >= first["x"] + first["width"]
    assert sideways(page) <= 0
    page.emulate_media(media="print")
    colours = "body => { const s = getComputedStyle(body); return [s.color, s.backgroundColor] }"
    assert page.locator("body").evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    expect(page.locator("nav, .bar-home").locator("visible=true")).to_have_count(0)
    expect(page.get_by_role("heading", name="The year 2026")).to_be_visible()
    sheet = page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "1cm"))
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
