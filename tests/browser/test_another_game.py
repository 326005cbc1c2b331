"""Score pads for other games: from the home page to the first scored round, and pads for many players."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import (
    TARGETS,
    TOO_SMALL,
    Taps,
    begin,
    follow,
    offered,
    slug_of,
    started,
    way,
)

A_TAP, A_PAGE = 0.5, 0.4
"""Assumed seconds for a tap or key press, and for loading a page."""
FOUR = ("Ada", "Bo", "Cy", "Di")


@pytest.fixture
def tap():
    return Taps()


def seat(phone, tap, names):
    for number, name in enumerate(names):
        tap(phone.locator(".chip", has_text=name).first)
        expect(phone.locator(f"#name-{number}")).to_have_value(name)
    tap(phone.locator("#begin"))
    expect(phone.locator(".standing, [data-total]")).to_have_count(len(names))
    started(phone)


def score(phone, tap, numbers):
    """Type a number for each player, moving on with Enter, and enter the round."""
    tap(phone.locator(".sum > input").first)
    for left, number in enumerate(numbers, 1 - len(numbers)):
        phone.keyboard.type(number)
        tap.count += len(number)
        if left:
            phone.keyboard.press("Enter")
            tap.count += 1
    tap(phone.get_by_role("button", name="Enter the round"))
    expect(phone.locator(".bar-link", has_text="1 entry")).to_be_visible()


def seconds(tap, what, pages):
    """Print and return the time needed at a person's speed."""
    count, moves = tap.spent(what)
    took = (count + moves) * A_TAP + pages * A_PAGE
    print(f"{what}: {took:.1f} s at {A_TAP} s a tap, {A_PAGE} s a page")
    return took


def test_new_and_known_pads_are_scored_within_twenty_seconds(phone, axe, tap):
    begin(phone, "don-carlo", *FOUR)  # makes the names known to the app
    phone.goto("/")
    with phone.expect_navigation():
        tap(phone.get_by_role("link", name="Another game"))
    started(phone)
    with phone.expect_navigation():
        tap(phone.get_by_role("link", name="New score pad"))
    started(phone)
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    tap.type(phone.get_by_label("Name of the game"), "Skyjo")
    tap(phone.get_by_role("radio", name="Fewest points"), phone.get_by_role("button", name="Choose players"))
    expect(phone).to_have_title("New game: Skyjo")
    seat(phone, tap, FOUR)
    score(phone, tap, ("12", "3", "-2", "3+6"))
    assert seconds(tap, "a new pad, from home to the first round of four", 8) < 20
    assert phone.locator(".standing b").all_inner_texts() == ["12", "3", "−2", "9"]

    tap(offered(phone, "Skyjo"))
    seat(phone, tap, FOUR)
    score(phone, tap, ("13", "6", "3", "4"))
    assert seconds(tap, "a pad of before", 7) < 20
    way(phone, "End, archive or delete")
    phone.get_by_role("button", name="End it and score").tap()
    expect(phone.locator(".winner h2")).to_contain_text("Cy wins")
    assert not phone.locator("#watching").is_visible()  # no connection was lost


def make(phone, tap, name, sort):
    phone.goto("/pads/new")
    tap.type(phone.get_by_label("Name of the game"), name)
    tap(phone.get_by_role("radio", name=sort))


def test_pad_of_categories_is_filled_in_as_one_sheet(phone, tap):
    begin(phone, "don-carlo", *FOUR)
    make(phone, tap, "Farm", "Points by category")
    tap.type(phone.get_by_label("Categories, one per line"), "Gold\nSheep\nField")
    tap(phone.get_by_role("button", name="Choose players"))
    seat(phone, tap, FOUR)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    tap.spent("a new pad of three categories, until it can be filled in")
    cells = phone.locator(".pad-rows input:not([type=hidden])")
    expect(cells).to_have_count(12)
    tap(cells.first)
    for number in ("5", "3", "2+4", "-1", "9", "8", "7", "6", "1", "x", "", "4"):
        phone.keyboard.type(number)
        phone.keyboard.press("Enter")
        tap.count += len(number) + 1
    expect(phone.locator("[data-total]")).to_have_text(["15", "11", "13", "9"])
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.get_by_text("Something here is not valid, so nothing was saved.")).to_be_visible()
    expect(phone.locator("[data-part=refused]")).to_contain_text("Bo: Field: Type a whole number, or a short sum")
    assert cells.nth(9).input_value() == "x"
    cells.nth(9).fill("1")
    tap(phone.get_by_role("button", name="Enter the numbers"))
    expect(phone.locator(".bar-link", has_text="11 entries")).to_be_visible()
    tap.spent("a whole sheet of three categories and four players")
    expect(cells).to_have_count(1)
    assert phone.locator("[data-total]").all_inner_texts() == ["15", "12", "13", "9"]
    phone.locator(".pad-rows td > a").nth(2).tap()
    expect(phone.get_by_role("heading", name="Cy's category Gold")).to_be_visible()
    phone.go_back()
    cells.first.fill("0")
    phone.get_by_role("button", name="See the result").tap()
    expect(phone.locator(".winner h2")).to_contain_text("Ada wins")


def test_offline_numbers_wait_in_their_cells_and_count_once(device):
    phone = device()
    begin(phone, slug_of(phone, "Yatzy"), *FOUR)
    started(phone)
    cells, send = (
        phone.locator(".pad-rows input:not([type=hidden])"),
        phone.get_by_role("button", name="Enter the numbers"),
    )
    phone.context.set_offline(True)
    cells.first.fill("3")
    send.tap()
    waiting = phone.locator("[data-waits-here]")
    expect(waiting).to_contain_text("Waiting: Ada: Ones: 3. Not counted yet.")
    expect(phone.locator(".bar-waits")).to_have_text("1 waiting")
    cells.nth(1).fill("2")
    send.tap()
    expect(waiting).to_contain_text("Bo: Ones: 2")
    assert [cells.nth(at).input_value() for at in (0, 1)] == ["3", "2"]
    assert cells.evaluate_all("each => each.map(field => field.inert)")[:3] == [True, True, False]
    send.tap()  # nothing new is typed
    phone.context.set_offline(False)
    expect(phone.locator(".bar-link", has_text="2 entries")).to_be_visible()
    assert phone.locator("[data-total]").all_inner_texts() == ["3", "2", "0", "0"]


def test_game_without_points_needs_only_the_winner(phone, axe, tap):
    begin(phone, "don-carlo", *FOUR)
    make(phone, tap, "Mafia", "Winner only")
    expect(phone.get_by_role("radio", name="Fewest points")).to_be_hidden()
    tap(phone.get_by_role("button", name="Choose players"))
    seat(phone, tap, FOUR)
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    phone.get_by_role("button", name="Enter who won").tap()
    expect(phone.locator("main")).to_contain_text("Choose the winner, or several for a shared win.")
    for name in ("Bo", "Di"):
        tap(phone.locator(".word", has_text=name))
    tap(phone.get_by_role("button", name="Enter who won"))
    expect(phone.locator(".winner h2")).to_contain_text("Bo and Di share the win")
    assert seconds(tap, "a new game of which only the winner is known", 6) < 20


def enter_elsewhere(device, url, at, number):
    """Fill in a cell on another phone."""
    other = device()
    other.goto(url)
    started(other)
    other.locator(".pad-rows input:not([type=hidden])").nth(at).fill(number)
    other.get_by_role("button", name="Enter the numbers").tap()
    expect(other.locator("[data-filled]").first).to_be_visible()


def begin_farm(phone):
    """Begin a game of a pad with two categories."""
    phone.goto("/pads/new")
    phone.get_by_label("Name of the game").fill("Farm")
    phone.get_by_role("radio", name="Points by category").tap()
    phone.get_by_label("Categories, one per line").fill("Gold\nSheep")
    follow(phone.get_by_role("button", name="Choose players"))
    begin(phone, phone.url.rpartition("/")[2], "Ada", "Bo")
    started(phone)


def test_waiting_sheet_is_entered_without_cells_filled_elsewhere(device):
    phone = device()
    begin_farm(phone)
    cells = phone.locator(".pad-rows input:not([type=hidden])")
    phone.context.set_offline(True)
    for at, number in enumerate("345"):
        cells.nth(at).fill(number)
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.locator("[data-waits-here]")).to_contain_text("Waiting: Ada: Gold: 3 · Bo: Gold: 4")
    enter_elsewhere(device, phone.url, 1, "9")
    phone.context.set_offline(False)
    expect(phone.locator(".bar-link", has_text="3 entries")).to_be_visible()
    assert phone.locator("[data-total]").all_inner_texts() == ["8", "9"]
    expect(phone.get_by_text("Bo: Gold: Another phone has filled this in. You typed: 4.")).to_be_in_viewport(ratio=1)
    expect(phone.locator("[data-module=outbox]")).to_be_empty()


def test_first_round_of_a_new_user_takes_few_taps(phone, tap):
    """No players are known: names are typed, and each field is tapped unless it already has the focus."""
    typed = 0

    def write(locator, letters):
        nonlocal typed
        if not locator.evaluate("field => field === document.activeElement"):
            tap(locator)
        phone.keyboard.type(letters)
        typed += len(letters)

    phone.goto("/")
    with phone.expect_navigation():
        tap(phone.get_by_role("link", name="Another game"))
    started(phone)
    with phone.expect_navigation():
        tap(phone.get_by_role("link", name="New score pad"))
    started(phone)
    write(phone.get_by_label("Name of the game"), "Skyjo")
    with phone.expect_navigation():
        tap(phone.get_by_role("button", name="Choose players"))
    started(phone)
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


def test_number_typed_into_a_cell_filled_elsewhere_stays_shown(device):
    phone, other = device(), device()
    begin(phone, slug_of(phone, "Yatzy"), "Ada", "Bo")
    other.goto(phone.url)
    for each, number in ((phone, "3"), (other, "4")):
        started(each)
        each.locator(".pad-rows input:not([type=hidden])").first.fill(number)
    other.get_by_role("button", name="Enter the numbers").tap()
    notice = phone.get_by_text("Ada: Ones: Another phone has filled this in. You typed: 3.")
    expect(notice).to_be_in_viewport(ratio=1)
    phone.reload()
    started(phone)
    expect(notice).to_be_visible()
    phone.locator(".pad-rows input:not([type=hidden])").first.fill("2")
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.locator(".bar-link", has_text="2 entries")).to_be_visible()
    expect(notice).to_have_count(0)
    expect(other.get_by_text("Another phone has filled")).to_have_count(0)


def test_added_category_keeps_typed_numbers(phone, axe):
    begin_farm(phone)
    cells = phone.locator(".pad-rows input:not([type=hidden])")
    cells.first.fill("5")
    way(phone, "Add a category")
    started(phone)
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    phone.get_by_label("Name of the category").fill("Wood")
    follow(phone.get_by_role("button", name="Add", exact=True))
    started(phone)
    expect(cells).to_have_count(6)
    assert cells.first.input_value() == "5"
    cells.last.fill("7")
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.locator(".bar-link", has_text="2 entries")).to_be_visible()
    assert phone.locator("[data-total]").all_inner_texts() == ["5", "7"]
