"""A made-up title with its own template and script, played by touch with ten players."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, scrolls, started

TEN = ("Ada", "Bo", "Cy", "Di", "Ed", "Florentine", "Gil", "Hal", "Ida", "Jo")


def more(page, what, times=1):
    for _ in range(times):
        page.get_by_role("button", name=f"{what}: one more", exact=True).tap()


def standings(page):
    return [int(figure) for figure in page.locator(".standing b").all_inner_texts()]


def entered(page, plays):
    expect(page.locator(".bar-link")).to_have_text(re.compile(f"^{plays} "))


@pytest.mark.titles("thorns")
def test_ten_players_play_rounds_from_start_to_result(device, axe):
    phone = device(viewport=SMALL)
    phone.goto("/new/thorns?limit=8&" + "&".join(f"name-{seat}={name}" for seat, name in enumerate(TEN)))
    started(phone)
    more(phone, "Thorns that end the game")
    expect(phone.get_by_label("Thorns that end the game", exact=True)).to_have_value("9")
    phone.get_by_role("button", name="Start Thorns").tap()
    expect(phone.locator(".standing")).to_have_count(10)
    expect(phone.locator(".thorns-round")).to_have_attribute("data-pricked", "yes")
    assert len({round(each.bounding_box()["y"]) for each in phone.locator(".standing").all()}) == 2
    assert scrolls(phone)[0] <= 0
    for name in phone.locator(".standing-name").all()[:5]:
        assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
    phone.get_by_role("button", name="End the round").tap()
    expect(phone.get_by_role("alert")).to_have_text("Somebody has thorns after each round.")
    axe(phone)
    phone.get_by_label("Ada", exact=True).first.tap()
    phone.keyboard.type("3")
    for _ in TEN[1:]:
        phone.keyboard.press("Enter")  # the next one
    expect(phone.get_by_label("Jo", exact=True).first).to_be_focused()
    phone.keyboard.type("7")
    expect(phone.locator("[data-part=effect-round]")).to_have_text("10 thorns counted")
    expect(phone.get_by_role("button", name="End the round")).to_be_in_viewport(ratio=1)
    phone.get_by_role("button", name="End the round").tap()
    entered(phone, 1)
    assert standings(phone) == [3, 0, 0, 0, 0, 0, 0, 0, 0, 7]
    expect(phone.get_by_label("Ada", exact=True).first).to_have_value("")
    more(phone, "Roses, Jo, Red", 2)
    less = phone.get_by_role("button", name="Roses, Jo, White: one less")
    white = phone.locator(".stepper", has=less).locator("input")
    less.tap()
    expect(white).to_have_value("-1")
    for typed, after in (("−3", "-3"), ("−4", "-5")):  # the minimum, and a number that was typed below it
        white.fill(typed)
        less.tap()
        expect(white).to_have_value(after)
    white.fill("-1")
    expect(phone.locator("[data-part=effect-roses]")).to_have_text("Roses of Jo")
    phone.get_by_role("button", name="Enter roses").tap()
    entered(phone, 2)
    assert standings(phone)[9] == 6
    phone.get_by_label("Gil", exact=True).first.fill("9")
    phone.get_by_role("button", name="End the round").tap()
    hardly = "Bo, Cy, Di, Ed, Florentine, Hal and Ida are hardly scratched"
    expect(phone.get_by_role("heading", name=hardly)).to_be_visible()
    assert scrolls(phone)[0] <= 0
