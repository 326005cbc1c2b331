"""Records and year pages, reached from the home page: on a small phone, on a wide screen, and on paper."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, follow, sideways, walk

WIDE = {"width": 1280, "height": 800}


def pages(page):
    """Open the records and the years, yielding on each page."""
    follow(page.get_by_role("link", name="Games", exact=True))
    follow(page.get_by_role("link", name="Records"))
    follow(page.get_by_role("link", name="Don Carlo"))
    yield "those of Don Carlo"
    follow(page.get_by_role("link", name="Most influence by one agent"))
    expect(page).to_have_url(re.compile(r"/replay\?at=\d+$"))
    page.goto(f"{page.url.partition('/games/')[0]}/")
    follow(page.get_by_role("link", name="Year", exact=True))
    page.evaluate("print = () => document.body.classList.add('printed')")
    page.get_by_role("button", name="Print").click()
    expect(page.locator("body")).to_have_class(re.compile("printed"))
    follow(page.get_by_role("link", name="2025", exact=True))
    expect(page.get_by_role("heading", name="The year 2025")).to_be_visible()
    yield "the year before"


def test_records_link_to_games_and_years_to_previous_years(device, axe, past):
    page = device(viewport=SMALL)
    page.goto("/")
    assert walk(page, pages(page), axe) == []


def test_year_page_prints_on_one_sheet_and_fits_phones(device, past):
    page = device(viewport=WIDE, color_scheme="dark", locale="de-DE")
    page.goto("/years/2026")
    parts = page.locator(".year-part")
    first, last = parts.first.bounding_box(), parts.last.bounding_box()
    assert last["x"] >= first["x"] + first["width"]
    assert sideways(page) <= 0
    page.emulate_media(media="print")
    colours = "body => { const s = getComputedStyle(body); return [s.color, s.backgroundColor] }"
    assert page.locator("body").evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    expect(page.locator("nav, .bar-home").locator("visible=true")).to_have_count(0)
    expect(page.get_by_role("heading", name="Das Jahr 2026")).to_be_visible()
    sheet = page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "1cm"))
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    page.emulate_media(media="screen")
    page.set_viewport_size(SMALL)
    assert page.locator(".scores-frame").evaluate("frame => frame.scrollWidth - frame.clientWidth") <= 0
