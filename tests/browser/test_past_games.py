"""Past games: found, relived beside the list where there is room, and what people say of them."""

import json
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.core.replay import replay
from scorekeeper.desk.exchange import import_documents
from tests.browser.steps import SMALL, Taps, box, follow, scrolls, sit_down, started, walk
from tests.documents import read_document

GAMES = Path(__file__).parents[1] / "games"
VENUES, NOTES = (
    ("Café Übersee", "Spielkeller", None),
    (None, "Zoë came late, and the cat came, too. " * 9, "Rain", "A cat"),
)


@pytest.fixture
def archive(server):
    """The recorded games that are over, with places and notes; return how many."""
    venues, notes, documents = cycle(VENUES), cycle(NOTES), []
    for number, path in enumerate(sorted(GAMES.rglob("*.json"))):
        given = json.loads(path.read_text())["document"]
        when = f"2026-{1 + number // 9:02}-{1 + number % 27:02}"
        said = {
            "venue": next(venues),
            "note": next(notes),
            "started": f"{when}T19:00:00Z",
            "ended": f"{when}T20:10:00Z",
        }
        found = read_document({name: value for name, value in (given | said).items() if value is not None})
        replayed = replay(found.rulebook, found.table, found.plays)
        documents += [found] if replayed.finished and not replayed.conflicts else []
    import_documents(server.app.extensions["desk"], documents)
    return len(documents)


def pages(page, address):
    page.goto("/")
    follow(page.get_by_role("link", name="All past games"))
    yield "past games"
    page.locator("summary").tap()
    page.get_by_label("Who was there?").fill("Anneli")
    follow(page.get_by_role("button", name="Show"))
    yield "past games of one"
    page.goto(f"{address}/past?from=junk&name=nobody&title=x")
    yield "what is wrong"
    page.goto(f"{address}/past?q=cafe+zoe")
    follow(page.locator(".past-open").first)
    yield "a result with place and note"
    follow(page.get_by_role("link", name="Change place and note"))
    page.get_by_label("Place", exact=True).fill("x" * 81)
    page.get_by_role("button", name="Save", exact=True).last.tap()
    expect(page.locator("#venue-fault")).to_be_visible()
    yield "a place that is too long"


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_axe_finds_nothing_and_everything_fits(device, server, archive, axe, locale):
    if locale == "en-GB":
        page = device(viewport=SMALL)
        assert walk(page, pages(page, server.address), axe) == []
        return
    page = device(viewport=SMALL, locale=locale)
    for address in ("/past", "/past?q=xyz", "/past?from=junk", "/new/don-carlo"):
        page.goto(server.address + address)
        assert walk(page, [address], axe) == []
    expect(page.get_by_label("Ort", exact=True)).to_be_visible()
    wide = device(viewport={"width": 1280, "height": 800}, locale=locale)
    wide.goto(f"{server.address}/past")
    axe(wide)


def test_a_game_is_found_by_whom_where_and_what(archive, phone):
    finger = Taps()
    phone.goto("/")
    follow(phone.get_by_role("link", name="All past games"))
    expect(phone.locator("#found")).to_have_text(f"{archive} games")
    phone.get_by_label("Search titles, names, places and notes").fill("ubersee CAT")
    with phone.expect_navigation():
        finger(phone.get_by_role("button", name="Search"))
    count = phone.locator(".past-game").count()
    assert 0 < count < archive
    expect(phone.locator("#found")).to_have_text(f"{count} games")
    with phone.expect_navigation():
        finger(phone.locator("summary"), phone.locator(".past-chips").get_by_role("link", name="Benito", exact=True))
    assert 0 < phone.locator(".past-game").count() < count
    with phone.expect_navigation():
        finger(phone.get_by_role("link", name="Without “ubersee CAT”"))
    expect(phone.get_by_role("link", name="Without “Benito”")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("link", name="Without “Benito”")).to_be_visible()
    with phone.expect_navigation():
        finger(phone.locator(".past-open").first)
    expect(phone.locator(".winner")).to_be_visible()
    assert finger.printed("a past game, by a search, a name and a second thought") == 5


def test_without_scripts(device, server, archive):
    page = device(java_script_enabled=False)
    page.goto(f"{server.address}/past")
    page.locator("summary").tap()
    page.get_by_label("Title", exact=True).select_option("loire")
    page.get_by_label("From").fill("2026-02-01")
    follow(page.get_by_role("button", name="Show"))
    assert page.url.endswith("/past?title=loire&from=2026-02-01")
    follow(page.locator(".past-open").first)
    follow(page.locator("a[href$='/about']"))
    page.get_by_label("Note").fill("Two\nlines")
    follow(page.get_by_role("button", name="Save", exact=True).last)
    expect(page.locator(".about-note")).to_have_text("Two\nlines")


@pytest.mark.parametrize("scripts", [True, False])
def test_list_and_game_are_side_by_side_where_there_is_room(device, server, archive, scripts):
    page = device(viewport={"width": 1280, "height": 800}, is_mobile=False, java_script_enabled=scripts)
    page.goto(f"{server.address}/past")
    left, right = box(page.locator(".past-list")), box(page.locator(".past-chosen"))
    assert left["x"] + left["width"] <= right["x"] + 1
    assert min(left["width"], right["width"]) > 400
    assert abs(left["y"] - right["y"]) < 5
    row = page.locator(".past-game").nth(4)
    said = row.locator("small").first.inner_text().split(" ")[0]
    follow(row.locator(".past-beside"))
    expect(page.locator(".past-chosen")).to_contain_text(said)
    expect(page.locator(".past-game").nth(4)).to_have_attribute("aria-current", "true")
    expect(page.locator(".past-game").nth(4)).to_be_in_viewport()
    expect(page.locator(".past-chosen .winner")).to_be_in_viewport(ratio=1)
    assert scrolls(page)[0] <= 0
    follow(page.get_by_role("link", name="Open this game"))
    expect(page.locator(".result-foot")).to_be_visible()


def test_a_place_is_given_once_an_evening(phone):
    finger = Taps()
    sit_down(phone, "Anneli", "Benito")
    with phone.expect_navigation():
        finger(phone.get_by_role("link", name="Place and note"))
    phone.get_by_label("Place", exact=True).fill("Café Übersee")
    finger(phone.get_by_role("button", name="Save", exact=True).last)
    expect(phone.get_by_role("button", name="Undo the place")).to_be_visible()
    assert finger.printed("a place while the game goes on") == 2
    sit_down(phone, "Anneli", "Benito")
    follow(phone.get_by_role("link", name="Place and note"))
    expect(phone.get_by_label("Place", exact=True)).to_have_value("Café Übersee")


def test_what_was_typed_outlives_the_page(phone):
    sit_down(phone, "Anneli", "Benito")
    follow(phone.get_by_role("link", name="Place and note"))
    started(phone)
    phone.get_by_label("Note").fill("Half a sen")
    phone.reload()
    expect(phone.get_by_label("Note")).to_have_value("Half a sen")
