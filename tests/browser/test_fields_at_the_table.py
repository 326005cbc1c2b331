"""Pads of rows with fields at the table, by touch."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, scrolls, started
from tests.pads.documents import document
from tests.pads.facts import facts_of

THREE = ("Ada", "Bo", "Cy")


def open_game(phone, played, name, *names):
    (url,) = played(document(name, names, [], facts=facts_of(name)))
    phone.goto(url)
    started(phone)
    return url


def test_sheet_with_fields_is_filled_in(device, played, axe):
    phone = device(viewport=SMALL)
    open_game(phone, played, "seven-wonders", *THREE)
    axe(phone)
    phone.get_by_role("button", name="Ada: Scientific structures").tap()
    for label, count in (("Tablets", "2"), ("Compasses", "1"), ("Gears", "2")):
        phone.get_by_role("textbox", name=f"Ada: Scientific structures, {label}").fill(count)
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.locator(".pad-rows a", has_text="16")).to_have_count(1)
    assert scrolls(phone)[0] == 0
