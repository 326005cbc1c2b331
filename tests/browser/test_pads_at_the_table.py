"""Pads at the table, by touch: points as they come, a table that wins together, and teams."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import (
    OVERLAPPING,
    SMALL,
    TARGETS,
    TOO_SMALL,
    Taps,
    begin,
    open_pad,
    open_seat,
    scrolls,
    slug_of,
    started,
    way,
)
from tests.pads.documents import document

A_TAP = 0.5
"""Assumed seconds for a tap or a key."""
FOUR = ("Ada", "Bo", "Cy", "Di")
WORDS = [(24, 64, 8, 12), (18, 7, 0, 33), (-4, 11, -2, -5)]
"""The points of four players in three turns of Scrabble."""


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


def totals(phone):
    return [each.strip() for each in phone.locator(".standing b").all_inner_texts()]


def test_scrabble_of_four_players_takes_few_taps(device, tap, axe):
    phone = device()
    begin(phone, slug_of(phone, "Scrabble"), *FOUR)
    started(phone)
    axe(phone)
    for turn, row in enumerate(WORDS):
        for seat, points in enumerate(row):
            expect(phone.get_by_role("heading", name=f"It is {FOUR[seat]}'s turn.")).to_be_visible()
            expect(phone.locator("input[data-at]:visible, input:focus")).to_have_count(1)  # where the keys type
            type_number(phone, tap, points)
            tap(phone.get_by_role("button", name="Enter the points"))
            expect(phone.locator(".bar-link", has_text=f"{4 * turn + seat + 1} entr")).to_be_visible()
    count, moves = tap.spent("12 entries of Scrabble")
    print(f"{count} taps, {moves} scrolls, {count * A_TAP:.0f} s at {A_TAP} s a tap")
    assert (moves, totals(phone)) == (0, [str(sum(row[seat] for row in WORDS)).replace("-", "−") for seat in range(4)])
    digits = sum(len(str(points)) for row in WORDS for points in row)
    assert count == digits + 12  # the digits and one tap for each entry
    phone.get_by_role("button", name="Undo").first.tap()
    expect(phone.get_by_role("heading", name="It is Di's turn.")).to_be_visible()
    assert totals(phone)[3] == str(sum(row[3] for row in WORDS) + 5)


def test_points_count_for_the_tapped_player(device, played, tap):
    phone = device(viewport=SMALL)
    open_pad(phone, played, {"entry": "any"}, *FOUR)
    for player, points in (("Cy", 4), ("Cy", 9), ("Ada", 6)):
        tap(phone.locator("a.standing", has_text=player))
        expect(phone.locator("section[data-panel]:visible h2")).to_contain_text(player)
        type_number(phone, tap, points)
        tap(phone.get_by_role("button", name="Enter the points"))
        expect(phone.locator(".standing b").nth(FOUR.index(player))).not_to_have_text("0")
    expect(phone.locator("[data-stale]")).to_have_count(0)  # no preview is pending
    expect(phone.locator(".fault:not(:empty)")).to_have_count(0)  # the empty field is for the next entry
    assert (totals(phone), tap.spent("three entries in any order")) == (["6", "0", "13", "0"], (9, 0))


def test_cooperative_win_with_points_takes_few_taps(device, played, tap):
    phone = device()
    open_pad(phone, played, {"cooperative": True, "rounds": {}}, *FOUR)
    tap(phone.get_by_role("radio", name="Won"), phone.get_by_role("textbox", name="Points"))
    type_number(phone, tap, 21)
    tap(phone.get_by_role("button", name="Enter the result"))
    expect(phone.locator(".winner h2")).to_have_text("Won together")
    assert tap.spent("a cooperative game with points") == (5, 0)


def test_choices_have_visible_edges_in_dark_mode(device, played):
    phone = device(color_scheme="dark")
    open_pad(phone, played, {"cooperative": True, "rounds": {}}, *FOUR)
    choice = phone.get_by_role("radio", name="Won").locator("xpath=following-sibling::span")
    shadow, card = (
        [[int(each) / 255 for each in rgb.split(",")] for rgb in re.findall(r"rgb\(([^)]*)\)", colour)]
        for colour in choice.evaluate(COLOURS)
    )
    assert max(contrast(edge, *card) for edge in shadow) >= 3


def test_team_game_is_played_from_seats_to_result(device, played, tap, axe):
    phone = device(viewport=SMALL)
    open_pad(phone, played, {"teams": True}, *FOUR)
    slug = slug_of(phone, "Pad")
    phone.goto(f"/new/{slug}?" + "&".join(f"name-{seat}={name}" for seat, name in enumerate(FOUR)) + "&new=")
    started(phone)
    for seat, team in enumerate("ABBA"):
        open_seat(phone, FOUR[seat]).locator(f'label:has(input[name="teams-{seat}"][value="{team}"])').tap()
        phone.keyboard.press("Escape")
    axe(phone)
    assert (phone.evaluate(TOO_SMALL, TARGETS), scrolls(phone)[0]) == ([], 0)
    with phone.expect_navigation():
        phone.locator("#begin").tap()
    started(phone)
    expect(phone.locator(".standing")).to_have_count(2)
    expect(phone.locator(".standing").nth(0)).to_contain_text("Ada & Di")
    tap(phone.locator(".sum > input").first)
    type_number(phone, tap, 7)
    tap(phone.locator(".sum > input").nth(1))
    type_number(phone, tap, 9)
    tap(phone.get_by_role("button", name="Enter the round"))
    expect(phone.locator(".standing b").nth(1)).to_contain_text("9")
    assert tap.spent("a round of two teams") == (5, 0)
    way(phone, "Players")
    # Three against one; nobody else changes teams.
    open_seat(phone, "Di").locator('label:has(input[name="teams-3"][value="B"])').tap()
    phone.keyboard.press("Escape")
    with phone.expect_navigation():
        phone.locator("#save").tap()
    started(phone)
    expect(phone.locator(".standing").nth(1)).to_contain_text("Bo & Cy & Di")
    way(phone, "End, archive or delete")
    phone.get_by_role("button", name="End it and score").tap()
    expect(phone.locator(".winner h2")).to_contain_text("The win goes to Bo & Cy & Di")
    axe(phone)


@pytest.mark.parametrize(("count", "lead"), [(2, -1), (3, 0), (5, -1), (6, 0), (6, -1)])
def test_crown_and_dealer_signs_cover_nothing(device, played, count, lead):
    names = ["Leonie", "Mira", "Konstantin", "Anja", "Jo", "Bo"][:count]
    points = [-120 if seat == 1 else 188 for seat in range(count)]
    points[lead] = 390
    plays = [{"kind": "round", "points": {name: [own] for name, own in zip(names, points, strict=True)}}]
    if names[lead] != "Mira":  # she deals next
        plays.append({"kind": "deal", "player": names[lead]})
    facts = {"title": "Rounds", "players": [2, 20], "rounds": {"deals": True}}
    (url,) = played(document("rounds", names, plays, facts=facts))
    for options in (
        {},
        {"viewport": SMALL, "locale": "de-DE", "wider": True},
        {"viewport": {"width": 360, "height": 780}},
    ):
        phone = device(**options)
        for page in ("", "/replay?at=1"):
            phone.goto(f"{url}{page}")
            signs = phone.locator(".standing").nth(lead).get_by_role("img")
            assert signs.count() == (1 if page else 2) or names[lead] == "Mira"
            assert phone.locator(".standings").evaluate_all(OVERLAPPING) == [], (options, page)
