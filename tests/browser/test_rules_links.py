"""From a refusal to the relevant rules section and back, without losing typed input."""

from playwright.sync_api import expect

from tests.browser.steps import TARGETS, TOO_SMALL, follow, key, open_game, started, tap_cards


def way(page):
    """Return the link from a refusal to its rules section."""
    return page.locator("a.rules-on:visible").first


def look_up(page, title):
    """Follow the link, and check that its section is open and visible."""
    expect(way(page)).to_have_text(f"Rules: {title}")
    assert page.evaluate(TOO_SMALL, TARGETS) == []
    follow(way(page))
    opened = page.locator("details[open].rules-section")
    expect(opened).to_have_count(1)
    expect(opened.get_by_role("heading", name=title, exact=True)).to_be_in_viewport()


def both_ways(page):
    """Return from the rules by the browser's back button, then look them up again and use the page's own link."""
    page.go_back()
    yield
    follow(way(page))
    follow(page.locator(".bar-home"))
    yield


def held(page):
    return [text for text in page.locator(".slots button").all_inner_texts() if text]


def test_don_carlo_cards_survive_a_visit_to_the_rules(phone, server, axe):
    open_game(phone, server, "don-carlo", ("Anneli", "Benito"), [])
    tap_cards(phone, (0, 1, 3))
    key(phone, 0).tap(force=True)  # the key is dimmed: no family has the sum 4, which the page shows at once
    expect(phone.locator("#verdict")).to_contain_text("there is no country")
    axe(phone)
    look_up(phone, "The countries")
    for _ in both_ways(phone):
        started(phone)
        assert held(phone) == ["0", "1", "3"]
        key(phone, 0).tap(force=True)
