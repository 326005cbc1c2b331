"""Rules pages: sections that open by a tap, a key or a link. And printed rules and years."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, box, follow, scrolls, until

RULES = "/rules/carta-nostra"
ALL = "h1, .rules-for, summary h2, .rules-text > *, .bar a, .bar button, .rules-more a"
SEEN = """all => [...document.querySelectorAll(all)]
  .filter(each => each.checkVisibility({contentVisibilityAuto: true}) && each.getClientRects().length)
  .map(each => each.closest("section, details, .bar, .rules-more")?.className + " " + each.tagName)"""
COLOURS = "(({color, backgroundColor}) => [color, backgroundColor])(getComputedStyle(document.body))"
BLACK_ON_WHITE = ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def sheets(page):
    """Return the number of sheets of A4 that the page prints on."""
    sheet = page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "1cm"))
    return len(re.findall(rb"/Type\s*/Page\b", sheet))


def test_rules_sections_open_by_tap_key_or_link(device):
    page = device(paired=False, viewport=SMALL)
    page.goto(RULES)
    titles, texts = page.locator(".rules-section > summary"), page.locator(".rules-text:visible")
    assert 5 <= titles.count() <= 9
    assert scrolls(page) == [0, 0]
    expect(texts).to_have_count(0)
    titles.nth(1).tap()
    expect(texts.get_by_text("You must draw a card.")).to_be_visible()
    titles.nth(2).focus()
    page.keyboard.press("Enter")
    expect(texts.get_by_text("Brings two more cards")).to_be_visible()
    page.keyboard.press("Enter")
    expect(texts).to_have_count(1)
    for name in ("jobs", "winning"):  # including the last one
        page.goto(f"{RULES}?section={name}#{name}")
        expect(texts).to_have_count(1)
        expect(page.locator(f"details:has(> #{name}) .rules-text")).to_be_visible()
        until(page, lambda name=name: 0 <= box(page.locator(f"#{name}"))["y"] < 8)


@pytest.mark.parametrize("script", [True, False])
def test_printed_rules_show_all_sections_without_links(device, script):
    page = device(java_script_enabled=script)
    page.goto(RULES)
    if not script:  # like a browser that does not print closed sections
        follow(page.get_by_role("link", name="Open all sections for reading or printing"))
    page.emulate_media(media="print")
    seen = page.evaluate(SEEN, ALL)
    assert [each for each in seen if each.endswith((" A", " BUTTON"))] == []
    assert seen[:2] == ["bar H1", "undefined P"]
    assert len([each for each in seen if each.endswith(" H2")]) == page.locator(".rules-section").count()
    texts = page.locator(".rules-text > *").count()
    assert len([each for each in seen if each.startswith("fold") and not each.endswith(" H2")]) == texts
    assert page.evaluate(COLOURS) == BLACK_ON_WHITE
    assert sheets(page) <= 2


def test_year_prints_on_one_sheet_by_its_button(device, past):
    page = device(viewport={"width": 1280, "height": 800}, color_scheme="dark", locale="de-DE")
    page.goto("/years/2026")
    first, last = (box(page.locator(".year-part").nth(place)) for place in (0, -1))
    assert last["x"] >= first["x"] + first["width"]
    page.evaluate("print = () => document.body.classList.add('printed')")
    page.get_by_role("button", name="Drucken").click()
    expect(page.locator("body")).to_have_class(re.compile("printed"))
    page.emulate_media(media="print")
    assert page.evaluate(COLOURS) == BLACK_ON_WHITE
    expect(page.locator("nav, .bar-home").locator("visible=true")).to_have_count(0)
    expect(page.get_by_role("heading", name="Das Jahr 2026")).to_be_visible()
    assert sheets(page) == 1
