"""Finding a game by touch, and a copy with house rules."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, begin, follow, slug_of, started, walk

FOUR = ("Ada", "Bo", "Cy", "Di")


@pytest.fixture
def tap():
    return Taps()


def names(phone):
    return phone.locator("#found > .games a.game b")


def seat(phone, tap):
    for number, name in enumerate(FOUR):
        tap(phone.locator(".chip", has_text=name).first)
        expect(phone.locator(f"#name-{number}")).to_have_value(name)
    tap(phone.locator("#begin"))
    expect(phone.locator(".standing")).to_have_count(len(FOUR))
    started(phone)


def test_game_is_found_while_typing_and_begun(phone, tap):
    begin(phone, "don-carlo", *FOUR)
    phone.goto("/")
    with phone.expect_navigation():
        tap(phone.get_by_role("link", name="Another game"))
    started(phone)
    expect(phone.get_by_role("searchbox")).to_be_in_viewport(ratio=1)
    tap.type(phone.get_by_role("searchbox"), "skul")
    expect(names(phone)).to_have_text(["Skull King"])
    expect(phone.locator("#count")).to_have_text("1 game to play")
    with phone.expect_navigation():
        tap(names(phone))
    started(phone)
    seat(phone, tap)
    assert tap.spent("from home to a first game of Skull King with four known players") == (12, 0)
    phone.goto("/")
    started(phone)
    with phone.expect_navigation():
        tap(phone.locator(".tile", has_text="Skull King"))
    started(phone)
    seat(phone, tap)
    assert tap.spent("from home to the next game of Skull King with four known players")[0] == 6


def test_kind_and_players_filter_the_list_and_back_restores_it(phone):
    phone.goto("/new")
    started(phone)
    phone.get_by_role("radio", name="Dice").tap()
    expect(names(phone).first).to_have_text("Farkle")
    phone.get_by_role("combobox").select_option("1")
    expect(phone).to_have_url(f"{phone.url.partition('?')[0]}?players=1&kind=dice")
    expect(names(phone)).to_have_text(["Sagrada", "Yahtzee", "Yatzy"])
    follow(names(phone).last)
    phone.go_back()
    started(phone)
    expect(names(phone)).to_have_text(["Sagrada", "Yahtzee", "Yatzy"])
    expect(phone.get_by_role("radio", name="Dice")).to_be_checked()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_pages_of_games_fit_small_phones_and_large_text(device, axe, locale):
    phone = device(viewport=SMALL, locale=locale, color_scheme="dark")

    def pages():
        pad = slug_of(phone, "Skull King")
        for url in ("/", "/new", "/new?find=nothing", f"/pads/{pad}", f"/pads/{pad}/copy", "/pads/new"):
            phone.goto(url)
            started(phone)
            phone.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
            yield url

    assert walk(phone, pages(), axe) == []


def test_copy_with_house_rules_is_changed_refused_and_begun(phone, tap):
    begin(phone, "don-carlo", *FOUR)
    phone.goto("/new")
    started(phone)
    follow(phone.get_by_role("link", name="Skull King: more"))
    follow(phone.get_by_role("link", name="Copy with house rules"))
    expect(phone.get_by_label("Name of the game")).to_have_value("Skull King (house rules)")
    phone.locator("summary", has_text="Bonus").tap()
    phone.locator("#inputs-2-step").fill("5 or 10")
    points = phone.get_by_role("textbox", name="Points", exact=True)
    points.fill("20 * tricks + bonus if bid == tricks else 0")
    follow(phone.get_by_role("button", name="Choose players"))
    expect(phone.locator("#inputs-2-step-fault")).to_be_visible()
    expect(phone.locator("#inputs-2-step")).to_be_focused()
    expect(points).to_have_value("20 * tricks + bonus if bid == tricks else 0")
    phone.locator("#inputs-2-step").fill("5")
    follow(phone.get_by_role("button", name="Choose players"))
    started(phone)
    seat(phone, tap)
    phone.goto("/new")
    rows = phone.locator("#found a.game", has_text="Skull King")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("House rules")
    expect(rows.last).not_to_contain_text("House rules")
