"""Pads at the table, by touch: from the home page to the first round, points as they come, and signs in the strip."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import OVERLAPPING, SMALL, Taps, open_pad, open_ready, started
from tests.pads.documents import document

FOUR = ("Ada", "Bo", "Cy", "Di")
COLOURS = """each => {
  let card = each.parentElement;
  while (getComputedStyle(card).backgroundColor === "rgba(0, 0, 0, 0)") card = card.parentElement;
  return [getComputedStyle(each).boxShadow, getComputedStyle(card).backgroundColor];
}"""


def contrast(*colours):
    """Return the contrast of two opaque colours, 1 to 21. Source: "contrast ratio" of WCAG 2.2."""
    linear = [
        [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in colour] for colour in colours
    ]
    low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in linear)
    return (high + 0.05) / (low + 0.05)


@pytest.fixture
def tap():
    return Taps()


def type_number(phone, tap, number):
    """Tap the keys of a number in the field that has the focus."""
    for each in str(number).replace("-", "−"):
        tap(phone.locator(".number-keys:visible button", has_text=each))


def test_first_round_of_a_new_user_takes_few_taps(phone, tap):
    """No players are known: names are typed, and each field is tapped unless it already has the focus."""
    typed = 0

    def write(locator, letters):
        nonlocal typed
        if not locator.evaluate("field => field === document.activeElement"):
            tap(locator)
        phone.keyboard.type(letters)
        typed += len(letters)

    def open_by(locator):
        with phone.expect_navigation():
            tap(locator)
        started(phone)

    phone.goto("/")
    open_by(phone.get_by_role("link", name="Another game"))
    open_by(phone.get_by_role("link", name="New score pad"))
    write(phone.get_by_label("Name of the game"), "Skyjo")
    open_by(phone.get_by_role("button", name="Choose players"))
    for number, name in enumerate(FOUR[:2]):
        write(phone.get_by_label("Name of a new player"), name)
        tap(phone.get_by_role("button", name="Add", exact=True))
        expect(phone.locator(f"#name-{number}")).to_have_value(name)
    tap(phone.locator("#begin"))
    expect(phone.locator(".standing")).to_have_count(2)
    started(phone)
    for field, number in zip(phone.locator(".sum > input").all(), ("12", "7"), strict=True):
        write(field, number)
    tap(phone.get_by_role("button", name="Enter the round"))
    expect(phone.locator(".bar-link", has_text="1 entry")).to_be_visible()
    taps, moves = tap.spent("a newcomer, from home to the first round of two new players")
    took = (taps + moves) * 0.3 + typed * 0.2
    print(f"a newcomer: {taps} taps, {typed} characters: {took:.1f} s at 0.3 s a tap, 0.2 s a character")
    assert took < 10


def test_points_in_turn_take_one_tap_beside_their_digits(phone, played, tap):
    open_ready(phone, played, "scrabble", FOUR)
    for seat, points in enumerate((24, 7, 30, -5)):
        expect(phone.get_by_role("heading", name=f"It is {FOUR[seat]}'s turn.")).to_be_visible()
        expect(phone.locator("input[data-at]:visible, input:focus")).to_have_count(1)  # where the keys type
        type_number(phone, tap, points)
        tap(phone.get_by_role("button", name="Enter the points"))
        expect(phone.locator(".bar-link", has_text=f"{seat + 1} entr")).to_be_visible()
    assert tap.spent("4 entries of Scrabble") == (7 + 4, 0)
    assert phone.locator(".standing b").all_inner_texts() == ["24", "7", "30", "−5"]


def test_choices_have_visible_edges_in_dark_mode(device, played):
    phone = device(color_scheme="dark")
    open_pad(phone, played, {"cooperative": True, "rounds": {}}, *FOUR)
    choice = phone.get_by_role("radio", name="Won").locator("xpath=following-sibling::span")
    shadow, card = (
        [[int(each) / 255 for each in rgb.split(",")] for rgb in re.findall(r"rgb\(([^)]*)\)", colour)]
        for colour in choice.evaluate(COLOURS)
    )
    assert max(contrast(edge, *card) for edge in shadow) >= 3


def test_crown_and_dealer_signs_cover_nothing(device, played):
    phone = device(viewport=SMALL, locale="de-DE", wider=True)
    for count, lead in ((2, -1), (3, 0), (6, -1)):
        names = ["Leonie", "Mira", "Konstantin", "Anja", "Jo", "Bo"][:count]
        points = [-120 if seat == 1 else 188 for seat in range(count)]
        points[lead] = 390
        plays = [{"kind": "round", "points": {name: [own] for name, own in zip(names, points, strict=True)}}]
        if names[lead] != "Mira":  # she deals next
            plays.append({"kind": "deal", "player": names[lead]})
        facts = {"title": "Rounds", "players": [2, 20], "rounds": {"deals": True}}
        (url,) = played(document("rounds", names, plays, facts=facts))
        for page in ("", "/replay?at=1"):
            phone.goto(f"{url}{page}")
            signs = phone.locator(".standing").nth(lead).get_by_role("img")
            assert signs.count() == (1 if page else 2) or names[lead] == "Mira"
            assert phone.locator(".standings").evaluate_all(OVERLAPPING) == [], (count, page)
