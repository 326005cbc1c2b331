"""A tally that claims another player's card, and a corrected tally, on a phone."""

from playwright.sync_api import expect

from tests.browser.loire import last_tab, onward
from tests.browser.steps import Taps, open_game, settle, sideways, started

PRINTED = {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}
SEEN = ":not([hidden] *)"
"""Not in the panel of another player."""
NAMES = ("Marguerite", "Jo", "Christopher")
MARGUERITE = {
    "kind": "tally",
    "player": "Marguerite",
    "estate": {"castles": {"cards": 3}},
    "first_triples": ["castles"],
    "goods_vp": 6,
    "start_player": True,
}  # 12


def at_table(page, server, *plays):
    open_game(page, server, "loire", NAMES, plays, triple_values=PRINTED)
    started(page)


def chip(page, text):
    return page.locator(f"label.word{SEEN}", has_text=text)


def part(page, name):
    return page.locator(f"[data-part='{name}']{SEEN}")


def points(page):
    return part(page, "total").locator("b")


def totals(page):
    return page.locator(".standing b").all_inner_texts()


def test_claimed_card_moves_between_tallies_and_back_by_tap(phone, server):
    at_table(phone, server, MARGUERITE)
    last_tab(phone)
    phone.locator("[name$=start_player]:visible").tap()
    chip(phone, "Move to Jo").tap()
    expect(part(phone, "fault-start_player")).to_have_text("")
    phone.locator("[name$=start_player]:visible").tap()  # no longer claimed, it is no longer offered
    expect(phone.locator(f"[name$=make-room]{SEEN}")).to_have_count(0)
    phone.locator("[name$=start_player]:visible").tap()
    expect(part(phone, "fault-start_player")).to_contain_text("Marguerite already has the starting player card")
    expect(phone.locator(f"[name$=make-room]{SEEN}")).not_to_be_checked()
    phone.locator("[name$=start_player]:visible").tap()

    phone.locator(".tally-tab:visible").first.tap()
    phone.locator("[name$=castles-cards]:visible").fill("3")
    onward(phone).tap()
    tap = Taps()
    tap(chip(phone, "Marguerite"))
    expect(part(phone, "fault-first_triples")).to_contain_text("Marguerite already has the")
    expect(part(phone, "displaced-first_triples")).to_contain_text("Marguerite's tally: 11 points")
    tap(chip(phone, "Move to Jo"))
    expect(part(phone, "fault-first_triples")).to_have_text("")
    expect(phone.locator(f"[name$=make-room]{SEEN}")).to_be_checked()
    expect(points(phone)).to_have_text("5")
    tap(phone.locator(".tally-tab:visible").last, phone.locator(".act .send:visible"))
    expect(phone.get_by_role("heading", name="Christopher's tally")).to_be_visible()
    assert totals(phone) == ["11", "5", "–"]
    assert tap.spent("a card that moves") == (4, 0)
    settle(phone)
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator(".standing b").first).to_have_text("12")
    assert totals(phone) == ["12", "–", "–"]
    assert sideways(phone) <= 0
