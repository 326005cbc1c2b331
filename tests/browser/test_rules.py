"""Rules pages: sections that open by a tap, a key or a link; printed; and from the begin page and back."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, box, follow, scrolls, until, walk

RULES = "/rules/carta-nostra"
ALL = "h1, .rules-for, summary h2, .rules-text > *, .bar a, .bar button, .rules-more a"
SEEN = """all => [...document.querySelectorAll(all)]
  .filter(each => each.checkVisibility({contentVisibilityAuto: true}) && each.getClientRects().length)
  .map(each => each.closest("section, details, .bar, .rules-more")?.className + " " + each.tagName)"""


def section(page, name):
    return page.locator(f"details:has(> #{name})")


def test_rules_sections_open_by_tap_key_or_link(device, axe):
    page = device(paired=False, viewport=SMALL)
    page.goto(RULES)
    titles = page.locator(".rules-section > summary")
    assert 5 <= titles.count() <= 9
    assert scrolls(page) == [0, 0]
    expect(page.locator(".rules-text:visible")).to_have_count(0)
    titles.nth(1).tap()
    expect(section(page, "turn").get_by_text("You must draw a card.")).to_be_visible()
    titles.nth(2).focus()
    page.keyboard.press("Enter")
    expect(section(page, "jobs").get_by_text("Brings two more cards")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".rules-text:visible")).to_have_count(1)
    for name in ("jobs", "winning"):  # including the last one
        page.goto(f"{RULES}?section={name}#{name}")
        expect(page.locator(".rules-text:visible")).to_have_count(1)
        expect(section(page, name).locator(".rules-text")).to_be_visible()
        title = page.locator(f"#{name}")
        until(page, lambda title=title: 0 <= box(title)["y"] < 8)

    page.goto(f"{RULES}?section=all")
    assert walk(page, ["all sections"], axe) == []
    name, job = (section(page, "jobs").locator(f"tbody {each}").first for each in ("th", "td"))
    assert box(job)["y"] >= box(name)["y"] + box(name)["height"] - 1  # as wide as the phone
    page.set_viewport_size({"width": 1280, "height": 800})
    assert box(job)["y"] == box(name)["y"]
    left, right = page.locator(".rules-column").all()
    assert box(right)["x"] > box(left)["x"] + box(left)["width"] - 1


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
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    sheet = page.pdf(prefer_css_page_size=True)
    assert sheet.count(b"/Type /Page\n") + sheet.count(b"/Type /Page ") <= 2
