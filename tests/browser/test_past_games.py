"""Past games: filters, replay beside the list on wide screens, and notes and venues."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, box, follow, scrolls, sideways, sit_down, started, until, walk, way


def test_past_games_are_filtered_by_player_location_and_title(device, past, axe):
    phone, finger = device(viewport=SMALL), Taps()

    def pages():
        phone.goto("/")
        follow(phone.get_by_role("link", name="Games", exact=True))
        everything = phone.locator(".past-game").count()
        phone.get_by_label("Search games, names, locations, notes, expansions and roles").fill("ubersee CAT")
        with phone.expect_navigation():
            finger(phone.get_by_role("button", name="Search"))
        count = phone.locator(".past-game").count()
        assert 0 < count < everything
        expect(phone.locator("#found")).to_have_text(f"{count} games")
        finger(phone.locator(".past-opens"), chip(phone, "Anja"))
        expect(phone.locator(".past-show")).to_have_text(re.compile(r"^\s*Show \d games?\s*$"))
        yield "the filter"
        with phone.expect_navigation():
            finger(phone.locator(".past-show .send"))
        assert 0 < phone.locator(".past-game").count() < count
        with phone.expect_navigation():
            finger(phone.get_by_role("button", name="Without “ubersee CAT”"))
        expect(phone.get_by_role("button", name="Without “Anja”")).to_be_visible()
        phone.reload()
        expect(phone.get_by_role("button", name="Without “Anja”")).to_be_visible()
        yield "past games of one"
        with phone.expect_navigation():
            finger(phone.locator(".past-open").first)
        expect(phone.locator(".winner")).to_be_visible()
        assert finger.printed("a past game, by a search, a name and a second thought") == 6
        phone.goto("/past?from=junk&name=nobody&title=x")
        yield "what is wrong"
        phone.goto("/past?q=cafe+zoe")
        follow(phone.locator(".past-open").first)
        way(phone, "Time, location and note")
        phone.get_by_label("Location", exact=True).fill("x" * 81)
        phone.get_by_role("button", name="Save", exact=True).last.tap()
        expect(phone.locator("#venue-fault")).to_be_visible()
        yield "a place that is too long"

    assert walk(phone, pages(), axe) == []
    german = device(viewport=SMALL, locale="de-DE")
    for url in ("/past", "/past#filter", "/new/don-carlo"):
        german.goto(url)
        assert sideways(german) <= 0, url
    expect(german.get_by_label("Ort", exact=True)).to_be_visible()


def chip(page, name):
    """Return a player's chip in the filter; a tap on it selects the player."""
    return page.locator(".past-people label", has_text=name)


def chosen(page):
    """Return the current selection in the filter."""
    names = page.locator(".past-people label:has(:checked)").all_inner_texts()
    return [page.locator("#title").input_value(), page.locator("#place").input_value(), *names]


def filters(page):
    """Return the labels of the filters above the list."""
    return [each.removesuffix("✕").strip() for each in page.locator("button.chip-link").all_inner_texts()]


def number(text):
    """Return the number in a text such as "Show 4 games"."""
    return int(re.search(r"\d+", text)[0])


@pytest.mark.parametrize("scripts", [True, False])
def test_filter_keeps_all_choices(device, past, scripts):
    phone = device(viewport=SMALL, java_script_enabled=scripts)
    show, sheet = phone.locator(".past-show .send"), phone.locator(".past-fields")
    phone.goto("/past")
    everything = number(phone.locator("#found").inner_text())
    expect(sheet).to_be_hidden()
    phone.locator(".past-opens").tap()
    expect(sheet).to_be_visible()
    expect(show).to_be_in_viewport(ratio=1)
    expect(show).to_have_text(f"Show {everything} games" if scripts else "Show the games")
    phone.get_by_label("Game", exact=True).select_option("Don Carlo")
    phone.get_by_label("Location", exact=True).select_option("Café Übersee")
    chip(phone, "Anneli").tap()
    chip(phone, "Benito").tap()
    four = ["don-carlo", "Café Übersee", "Anneli", "Benito"]
    assert chosen(phone) == four
    if scripts:
        expect(show).to_have_text(re.compile(r"^Show \d games?$"))
        expect(phone.locator(".past-show [aria-busy]")).to_have_count(0)
        phone.reload()
        expect(sheet).to_be_visible()
        assert chosen(phone) == four
        expect(show).to_have_text(re.compile(r"^Show \d games?$"))
    phone.get_by_label("Another player").fill("Anja")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Add", exact=True).tap()
    expect(chip(phone, "Anja").locator(":checked")).to_be_attached()  # the page before has just changed its URL, too
    expect(sheet).to_be_visible()
    if scripts:
        started(phone)
    assert chosen(phone) == [*four, "Anja"]
    chip(phone, "Anja").tap()
    assert chosen(phone) == four
    if scripts:
        expect(phone.locator(".past-show [aria-busy]")).to_have_count(0)
    said = show.inner_text()
    with phone.expect_navigation():
        show.tap()
    expect(sheet).to_be_hidden()
    found = phone.locator(".past-game").count()
    assert 0 < found < everything
    assert number(phone.locator("#found").inner_text()) == found
    assert said == (f"Show {found} game{'s' * (found != 1)}" if scripts else "Show the games")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Without “Anneli”").tap()
    assert filters(phone) == ["Benito", "Don Carlo", "Café Übersee"]
    phone.get_by_role("searchbox").fill("cat")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Carta Nostra").tap()
    assert filters(phone) == ["Benito", "Carta Nostra", "Café Übersee", "cat"]


def test_back_and_close_return_from_filter_to_list(phone, past):
    opens, sheet, show = phone.locator(".past-opens"), phone.locator(".past-fields"), phone.locator(".past-show .send")
    phone.goto("/past?size=3")
    started(phone)
    shown = phone.locator(".past-game").count()
    for leave, pause in product((phone.go_back, phone.get_by_role("link", name="Close").tap), (0, 300)):
        opens.tap()
        expect(show).to_have_text(re.compile(r"\d"))
        chip(phone, "Anneli").tap()
        phone.wait_for_timeout(pause)
        leave()
        expect(sheet).to_be_hidden()
        phone.wait_for_timeout(300)  # longer than filter.js waits for another change
        expect(phone).to_have_url(re.compile(r"/past\?size=3$"))
        expect(phone.locator(".past-game")).to_have_count(shown)
    opens.tap()
    chip(phone, "Benito").tap()
    expect(phone).to_have_url(re.compile("player=.*#filter$"))
    with phone.expect_navigation():
        show.tap()
    expect(phone.get_by_role("button", name="Without “Benito”")).to_be_visible()
    phone.go_back()
    expect(phone).to_have_url(re.compile(r"/past\?size=3$"))
    expect(sheet).to_be_hidden()
    expect(phone.locator(".past-game")).to_have_count(shown)


def test_filter_button_shows_only_a_known_number(phone, past):
    phone.goto("/past#filter")
    show = phone.locator(".past-show .send")
    expect(show).to_have_text("Show 22 games")
    phone.get_by_label("Another player").fill("Nobody")
    expect(show).to_have_text("Show the games")
    phone.get_by_label("Another player").fill("Anja")
    expect(show).to_have_text(re.compile(r"^Show \d+ games$"))
    phone.route("**/past/count?*", lambda route: route.abort())
    chip(phone, "Anneli").tap()
    expect(show).to_have_text("Show the games")
    phone.unroute("**/past/count?*")
    held = []
    phone.route("**/past/count?*", lambda route: held.append(route))
    for count, name in enumerate(("Anneli", "Benito"), 1):
        chip(phone, name).tap()
        until(phone, lambda count=count: len(held) == count)
    for route, said in zip(reversed(held), ("Show 7 games", "Show 8 games"), strict=True):
        route.fulfill(body=said)  # the later request is answered first
        expect(show).to_have_text("Show 7 games")
    phone.unroute("**/past/count?*")
    chip(phone, "Benito").tap()
    phone.get_by_label("Location", exact=True).select_option("Spielkeller")
    phone.get_by_label("Number of players").select_option("1")
    expect(show).to_have_text("No games match these filters.")
    phone.get_by_label("Another player").fill("Nobody")
    with phone.expect_response(lambda answer: answer.status == 422):
        show.tap()
    expect(phone.locator("#name-fault")).to_be_in_viewport()
    expect(phone.get_by_label("Location", exact=True)).to_have_value("Spielkeller")


def test_wide_screen_shows_list_and_game_side_by_side(device, past, axe):
    page = device(viewport={"width": 1280, "height": 800}, is_mobile=False)
    page.goto("/past")
    expect(page.locator(".past-none")).to_be_visible()
    row = page.locator(".past-game").nth(4)
    said = row.locator("b").first.inner_text()
    follow(row.locator(".past-beside"))
    left, right = box(page.locator(".past-list")), box(page.locator(".past-chosen"))
    assert left["x"] + left["width"] <= right["x"] + 1
    assert min(left["width"], right["width"]) > 400
    expect(page.locator(".past-chosen")).to_contain_text(said)
    expect(page.locator(".past-game").nth(4)).to_have_attribute("aria-current", "true")
    expect(page.locator(".past-game").nth(4)).to_be_in_viewport()
    expect(page.locator(".past-chosen .winner")).to_be_in_viewport(ratio=1)
    assert scrolls(page)[0] <= 0
    axe(page)
    follow(page.get_by_role("link", name="Open this game"))
    expect(page.locator(".result-foot")).to_be_visible()


def test_location_is_suggested_again_and_typed_note_survives_reload(phone):
    finger = Taps()
    sit_down(phone, "Anneli", "Benito")
    way(phone, "Time, location and note", finger)
    started(phone)
    phone.get_by_label("Note").fill("Half a sen")
    phone.reload()
    expect(phone.get_by_label("Note")).to_have_value("Half a sen")
    phone.get_by_label("Note").fill("")
    phone.get_by_label("Location", exact=True).fill("Café Übersee")
    finger(phone.get_by_role("button", name="Save", exact=True).last)
    expect(phone.get_by_role("button", name="Undo the location")).to_be_visible()
    assert finger.printed("a place while the game goes on") == 3
    sit_down(phone, "Anneli", "Benito")
    way(phone, "Time, location and note")
    expect(phone.get_by_label("Location", exact=True)).to_have_value("Café Übersee")
