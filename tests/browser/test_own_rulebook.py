"""Made-up titles played by touch: in turns at a table of two, and everybody at once at a table of ten."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import follow, scrolls
from tests.own_titles import install

TEN = ("Ada", "Bo", "Cy", "Di", "Ed", "Florentine", "Gil", "Hal", "Ida", "Jo")
NARROW = {"viewport": {"width": 360, "height": 640}}


@pytest.fixture
def server(tmp_path, server_of):
    """The server over an instance folder with both made-up titles in it."""
    yield from server_of(install(tmp_path / "instance", "pebbles", "thorns"))


def sit_down(page, slug, names):
    page.goto("/")
    follow(page.locator(f".tile-{slug}"))
    for number, name in enumerate(names):
        page.locator("#new").fill(name)
        page.locator("#add").tap()
        expect(page.locator(f"#name-{number}")).to_have_value(name)


def more(page, what, times=1):
    for _ in range(times):
        page.get_by_role("button", name=f"{what}: one more", exact=True).tap()


def standings(page):
    return [int(figure) for figure in page.locator(".standing b").all_inner_texts()]


def entered(page, plays):
    expect(page.locator(".bar-link")).to_have_text(re.compile(f"^{plays} "))


def test_two_take_pebbles_in_turns_from_home_to_result(phone, axe):
    sit_down(phone, "pebbles", ("Ada", "Bo"))
    phone.get_by_role("button", name="Begin Pebbles").tap()
    expect(phone.get_by_role("heading", name="It is Ada's turn.")).to_be_visible()
    field = phone.get_by_role("textbox", name="Pebbles", exact=True)
    expect(field).to_have_value("")
    more(phone, "Pebbles", 4)
    expect(phone.locator("[data-part='fault-take.0']")).to_contain_text("4 pebbles cannot be taken.")
    phone.get_by_role("button", name="Take pebbles").tap()
    expect(phone.get_by_role("alert")).to_contain_text("4 pebbles cannot be taken.")
    axe(phone)
    phone.get_by_role("button", name="Pebbles: one less").tap()
    expect(phone.locator("[data-part='effect-take.0']")).to_contain_text("3 pebbles taken")
    for plays, turn in enumerate(("Bo", "Ada", "Bo"), 1):
        phone.get_by_role("button", name="Take pebbles").tap()
        entered(phone, plays)
        expect(phone.get_by_role("heading", name=f"It is {turn}'s turn.")).to_be_visible()
        more(phone, "Pebbles", 3)
    follow(phone.locator(".bar-link"))
    follow(phone.locator(".log-line").nth(1))
    phone.get_by_role("button", name="Pebbles: one less").tap()
    expect(phone.get_by_role("textbox", name="Pebbles", exact=True)).to_have_value("2")
    axe(phone)
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator(".log-line").nth(1)).to_contain_text("2 pebbles taken")
    follow(phone.get_by_role("link", name="Back to the table"))
    assert standings(phone) == [6, 2]
    expect(field).to_have_value("3")  # as it was left
    phone.get_by_role("button", name="Take pebbles").tap()
    entered(phone, 4)
    more(phone, "Pebbles")
    phone.get_by_role("button", name="Take pebbles").tap()
    expect(phone.get_by_role("heading", name="Ada has most pebbles")).to_be_visible()
    expect(phone.get_by_role("link", name="Rematch", exact=True)).to_be_visible()
    axe(phone)


def test_ten_enter_a_round_at_once_from_home_to_result(device, axe):
    phone = device(**NARROW)
    sit_down(phone, "thorns", TEN)
    more(phone, "Thorns that end the game")
    expect(phone.get_by_label("Thorns that end the game", exact=True)).to_have_value("67")
    axe(phone)
    phone.get_by_role("button", name="Begin Thorns").tap()
    expect(phone.locator(".standing")).to_have_count(10)
    expect(phone.locator(".thorns-round")).to_have_attribute("data-pricked", "yes")
    assert len({round(each.bounding_box()["y"]) for each in phone.locator(".standing").all()}) == 2
    assert scrolls(phone)[0] <= 0
    for name in phone.locator(".standing-name").all()[:5]:
        assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
    axe(phone)

    phone.get_by_role("button", name="End the round").tap()
    expect(phone.get_by_role("alert")).to_have_text("Somebody has thorns after each round.")
    phone.get_by_label("Ada", exact=True).first.tap()
    phone.keyboard.type("3")
    for _ in TEN[1:]:
        phone.keyboard.press("Enter")  # the next one
    expect(phone.get_by_label("Jo", exact=True).first).to_be_focused()
    phone.keyboard.type("70")
    expect(phone.locator("[data-part=effect-round]")).to_have_text("73 thorns counted")
    expect(phone.get_by_role("button", name="End the round")).to_be_in_viewport(ratio=1)
    phone.get_by_label("Jo", exact=True).first.fill("7")
    expect(phone.locator("[data-part=effect-round]")).to_have_text("10 thorns counted")
    phone.get_by_role("button", name="End the round").tap()
    entered(phone, 1)
    assert standings(phone) == [3, 0, 0, 0, 0, 0, 0, 0, 0, 7]
    expect(phone.get_by_label("Ada", exact=True).first).to_have_value("")

    more(phone, "Roses, Jo, Red", 2)
    phone.get_by_role("button", name="Roses, Jo, White: one less").tap()
    expect(phone.locator("[data-part=effect-roses]")).to_have_text("Roses of Jo")
    phone.get_by_role("button", name="Enter roses").tap()
    entered(phone, 2)
    assert standings(phone)[9] == 6

    follow(phone.get_by_role("link", name="How many are left?"))
    expect(phone.locator(".answer").first).to_have_text("Ada: 64 left")
    axe(phone)
    follow(phone.get_by_role("link", name="Back to the table"))

    follow(phone.locator(".bar-link"))
    follow(phone.locator("#play-1 a"))
    phone.get_by_label("Bo", exact=True).first.fill("2")
    axe(phone)
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator("#play-1 td")).to_have_text([*"3200000007"])
    axe(phone)
    assert scrolls(phone)[0] <= 0
    follow(phone.get_by_role("link", name="Back to the table"))

    follow(phone.get_by_role("link", name="Change options"))
    phone.get_by_label("Thorns that end the game", exact=True).fill("")
    more(phone, "Rounds", 2)
    axe(phone)
    phone.get_by_role("button", name="Save").tap()
    entered(phone, 2)
    phone.get_by_label("Gil", exact=True).first.fill("1")
    phone.get_by_role("button", name="End the round").tap()
    expect(
        phone.get_by_role("heading", name="Cy, Di, Ed, Florentine, Hal and Ida are hardly scratched")
    ).to_be_visible()
    assert scrolls(phone)[0] <= 0
    axe(phone)


def test_it_speaks_german(device, axe):
    phone = device(**NARROW, locale="de-DE")
    sit_down(phone, "thorns", ("Ada", "Bo"))
    phone.get_by_role("button", name="Dornen beginnen").or_(phone.locator("#begin")).first.tap()
    expect(phone.locator(".thorns-round")).to_have_text("0 Runden gespielt")
    phone.get_by_label("Ada", exact=True).first.fill("1")
    expect(phone.locator("[data-part=effect-round]")).to_have_text("1 Dorn gezählt")
    phone.get_by_role("button", name="Runde beenden").tap()
    expect(phone.locator(".thorns-round")).to_have_text("1 Runde gespielt")
    axe(phone)
