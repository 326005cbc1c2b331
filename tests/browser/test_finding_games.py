"""Finding a game by touch, and the pages around games, score pads and people on small phones."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, begin, follow, slug_of, started, walk
from tests.documents import game_document

pytestmark = pytest.mark.ids_of_the_store
FOUR = ("Ada", "Bo", "Cy", "Di")
SCAT = {"title": "Scat", "players": [2, 20], "end": {"limit": 100}}


def names(phone):
    return phone.locator("#found > .games a.game b")


def seat(phone, tap):
    for number, name in enumerate(FOUR):
        tap(phone.locator(".chip", has_text=name).first)
        expect(phone.locator(f"#name-{number}")).to_have_value(name)
    tap(phone.locator("#begin"))
    expect(phone.locator(".standing")).to_have_count(len(FOUR))
    started(phone)


def test_game_is_found_while_typing_and_begun(phone):
    tap = Taps()
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


def test_pages_around_games_fit_small_phones_and_large_text(device, played, axe):
    phone = device(viewport=SMALL, locale="de-DE", color_scheme="dark")
    games = [game_document("scat", pair, []) | {"definition": SCAT} for pair in (FOUR[:2], FOUR[1:3])]
    (game, _) = played(*games)

    def pages():
        phone.goto("/pads/new")
        started(phone)
        phone.locator("[name=sort][value=winner]").evaluate("each => each.click()")
        expect(phone.locator("[name=wins]").first).to_be_hidden()  # without points
        king, scat = slug_of(phone, "Skull King"), slug_of(phone, "Scat")
        pads = (king, f"{king}/copy", "new", scat, f"{scat}/merge")
        people = ("1/edit", "1/merge", "1/merge?name=Cy", "1/remove", "names")
        others = ("/", "/new", "/new?find=nothing", "/new/don-carlo", f"{game}/pad")
        for url in (*others, *(f"/pads/{each}" for each in pads), *(f"/players/{each}" for each in people)):
            phone.goto(url)
            started(phone)
            phone.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
            yield url

    assert walk(phone, pages(), axe) == []
