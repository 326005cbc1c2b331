"""Taps at the table of The Prodigals Club that once did nothing, or something else."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, follow, open_game, started
from tests.browser.test_prodigals_sheet import THREE, add, button, cell, key, saved, table

SEEN = """() => [...document.querySelectorAll("[data-panel]")]
  .filter(each => [...each.children].some(child => child.checkVisibility())).map(each => each.id)"""
"""Panels with something visible in them."""


def seen(page):
    return page.evaluate(SEEN)


def test_a_score_opens_its_keys_after_its_row_was_open(phone, server):
    """After a save, after a reload, and after another page."""
    table(phone, server)
    row = phone.locator(".paper-row[href$='=election-all']")
    row.tap()
    key(phone, 1, -2).tap()
    button(phone).tap()
    saved(phone, 7)
    assert seen(phone) == ["election-all"]
    cell(phone, "election", 0).tap()
    assert seen(phone) == ["election-0"]
    expect(add(phone, -4)).to_be_in_viewport()
    row.tap()
    assert seen(phone) == ["election-all"]
    phone.reload()
    started(phone)
    assert seen(phone) == ["election-all"]
    cell(phone, "election", 2).tap()
    assert seen(phone) == ["election-2"]
    add(phone, -4).tap()
    button(phone).tap()
    saved(phone, 8)
    assert seen(phone) == ["election-2"]
    phone.locator(".paper-row[href$='=society-all']").tap()
    assert seen(phone) == ["society-all"]
    phone.goto(phone.url)
    started(phone)
    phone.locator(".standing", has_text="Ben").tap()
    assert seen(phone) == ["society-1"]
    phone.locator(".phases").get_by_role("link", name="End").tap()
    assert seen(phone) == ["phase-end-round"]
