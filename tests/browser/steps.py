"""What a person does at the table, step by step."""

import re

from playwright.sync_api import expect


def sit_down(page, *names):
    """Begin a game of Don Carlo with these players, from the start page."""
    page.locator(".tile-don-carlo").click()
    for number, name in enumerate(names):
        page.get_by_label("Name of a new player").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator(f"#name-{number}")).to_have_value(name)
    page.get_by_role("button", name="Begin Don Carlo").click()
    expect(page.get_by_role("heading", name=f"{names[0]} sends an agent")).to_be_visible()


def key(page, number):
    return page.locator(f"[data-number='{number}']")


def ready(page):
    """Wait until the keypad listens."""
    expect(page.locator("[data-number='0'][aria-disabled]")).to_be_attached()


def tap_cards(page, cards):
    ready(page)
    for number in cards:
        key(page, number).tap()


def send(page, cards):
    """Tap these cards and send them, and wait until the play has been taken."""
    plays = page.locator(".bar-link, .log-line").count() and page.locator(".bar-link").inner_text()
    tap_cards(page, cards)
    page.locator("#send").tap()
    expect(page.locator(".bar-link", has_text=re.compile(f"^{re.escape(plays)}$"))).to_have_count(0)


def totals(page):
    """Return everybody's points as the strip at the top shows them."""
    return [int(text) for text in page.locator(".standing b").all_inner_texts()]


def follow(locator):
    """Follow a link, or press a button that leads elsewhere, and wait until the other page is there."""
    with locator.page.expect_navigation():
        locator.click()


def box(locator):
    return locator.bounding_box()


def scrolls(page):
    """Return by how much the page is larger than the screen, across and down."""
    return page.evaluate(
        "[document.scrollingElement.scrollWidth - innerWidth, document.scrollingElement.scrollHeight - innerHeight]"
    )


def settle(page):
    """Wait until the answered page takes taps on buttons that undo; for a moment after a change it does not."""
    expect(page.locator("body[data-fresh]")).to_have_count(0)
