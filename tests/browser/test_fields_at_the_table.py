"""Pads with fields at the table, by touch: bids, tricks and a sheet, entered, corrected and read on another phone."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, scrolls, started
from tests.pads.test_fields import THREE, facts_of
from tests.pads.test_pads import document


def open_game(phone, played, name, *names):
    (address,) = played(document(name, names, [], facts=facts_of(name)))
    phone.goto(address)
    started(phone)
    return address


def test_bids_are_announced_and_a_round_is_entered_and_corrected(device, played, axe):
    phone, other = device(viewport=SMALL), device()
    address = open_game(phone, played, "wizard", *THREE)
    axe(phone)
    bids = phone.get_by_role("group", name="Before the round")
    for field, bid in zip(bids.get_by_role("textbox").all(), "101", strict=True):
        field.fill(bid)
    phone.get_by_role("button", name="Enter the announcements").tap()
    expect(bids).to_have_count(0)
    expect(phone.locator(".fault:not(:empty)")).to_have_count(0)  # the tricks are still to be entered
    tricks = phone.get_by_role("textbox", name="Tricks")
    for field, count in zip(tricks.all(), "100", strict=True):
        field.fill(count)
    phone.get_by_role("button", name="Enter the round").tap()
    expect(phone.locator(".pad tbody tr").last).to_contain_text("30")
    other.goto(address)
    started(other)
    other.locator(".pad tbody a").last.tap()
    expect(other.get_by_role("heading", name="Entry 2")).to_be_visible()
    started(other)
    other.get_by_role("textbox", name="Tricks").nth(1).fill("1")
    other.get_by_role("textbox", name="Tricks").first.fill("0")
    other.get_by_role("button", name="Save").tap()
    expect(other.locator(".pad tbody tr").last).to_contain_text("−10")


def test_sheet_with_fields_is_filled_in(device, played, axe):
    phone = device(viewport=SMALL)
    open_game(phone, played, "seven-wonders", *THREE)
    axe(phone)
    for label, count in (("Tablets", "2"), ("Compasses", "1"), ("Gears", "2")):
        phone.get_by_role("textbox", name=f"Ada: Scientific structures, {label}").fill(count)
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.locator(".pad-rows a", has_text="16")).to_have_count(1)
    assert scrolls(phone)[0] == 0
