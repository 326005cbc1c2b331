"""Every page: nothing for axe to find, nothing that scrolls sideways; and how a device gets in."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.steps import follow, ready, send, sit_down, started, tap_cards, walk

SMALL = {"width": 360, "height": 640}
PEBBLES = Path(__file__).parents[1] / "own_rulebook" / "pebbles"
BROKEN = """() => Object.defineProperty(document, "title", {
  configurable: true, set() { throw new Error("broken on purpose"); },
})"""


def pages(page):
    """Walk through every page that there is, yielding after each."""
    page.goto("/")
    yield "home, empty"
    follow(page.locator(".tile-don-carlo"))
    yield "nobody sits down yet"
    page.get_by_label("Name of a new player").fill("x" * 41)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#new-fault")).to_be_visible()
    yield "a name that is too long"
    follow(page.get_by_role("link", name="All games"))
    sit_down(page, "Anneli", "Maximiliane-Theodora von und zu Rappolts", "Anja", "Donny")
    yield "the table"
    for cards in ("1", "11", "2", "333"):
        send(page, cards)
    tap_cards(page, "123")
    yield "a code name"
    follow(page.get_by_role("link", name="Players"))
    yield "the players"
    follow(page.get_by_role("link", name="The table"))
    follow(page.get_by_role("link", name="4 plays"))
    yield "every play"
    follow(page.locator(".log-line", has_text="1/1 goes to"))
    yield "putting a play right"
    page.locator("[data-backspace]").click()
    page.locator("[data-backspace]").click()
    tap_cards(page, "2")
    page.locator("#send").click()
    expect(page.locator(".conflicts")).to_be_visible()
    yield "later plays in the way"
    follow(page.get_by_role("link", name="Cancel"))
    follow(page.get_by_role("link", name="Back to the table"))
    follow(page.get_by_role("link", name="Can't send an agent?"))
    for number in "0136":
        page.locator(f"[data-more='{number}']").tap()
    follow(page.get_by_role("button", name="Show"))
    yield "what open cards can send"
    follow(page.get_by_role("link", name="Back to the table"))
    follow(page.get_by_role("link", name="End, archive or delete"))
    yield "stop here?"
    page.get_by_role("button", name="End it and score").click()
    expect(page.locator(".winner")).to_be_visible()
    yield "the final scoring"
    follow(page.get_by_role("link", name="All games"))
    yield "home, with a past game"
    follow(page.locator(".game"))
    page.get_by_role("button", name="Delete this game").click()
    expect(page.get_by_role("button", name="Bring it back").first).to_be_visible()
    yield "put away and deleted"
    page.goto(page.url + "/nowhere")
    yield "an error"


def test_axe_finds_nothing_and_everything_fits_a_small_phone(device, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page), axe) == []


def test_axe_finds_nothing_before_pairing(device, axe, server):
    page = device(paired=False)
    page.goto(server.address)
    axe(page)


def test_the_link_pairs_a_phone(device, server):
    page = device(paired=False)
    page.goto(server.address)
    expect(page.get_by_role("heading", name="Pair this device")).to_be_visible()
    expect(page.get_by_role("link")).to_have_count(0)
    page.goto(server.link)
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    assert page.url == f"{server.address}/"


def test_the_key_can_be_typed(device, server):
    page = device(paired=False)
    page.goto(f"{server.address}/new/don-carlo")
    page.get_by_label("Key").fill("22222-22222")
    page.get_by_role("button", name="Pair this device").click()
    expect(page.get_by_text("That is not the key.")).to_be_visible()
    page.get_by_label("Key").fill(f"{server.key[:5].lower()} {server.key[5:]}")
    page.get_by_role("button", name="Pair this device").click()
    expect(page.get_by_role("heading", name="New game: Don Carlo")).to_be_visible()


@pytest.fixture
def pebbles(tmp_path):
    """A title with no template of its own, found by the server that starts after this."""
    shutil.copytree(PEBBLES, tmp_path / "instance" / "rulebooks" / "pebbles")


def test_back_at_the_start_page_the_game_in_progress_is_there(phone, server):
    phone.goto(server.address)  # the first page had no session yet: it is another page to the browser's cache
    sit_down(phone, "Anneli", "Benito")
    phone.go_back()
    expect(phone.locator(".game")).to_have_count(1)
    assert phone.url == f"{server.address}/"


def test_back_at_the_start_page_without_scripts_the_game_in_progress_is_there(device, server):
    page = device(java_script_enabled=False)
    page.goto(server.address)
    follow(page.locator(".tile-don-carlo"))
    for number, name in enumerate(("Anneli", "Benito")):
        page.get_by_label("Name of a new player").fill(name)
        follow(page.get_by_role("button", name="Add", exact=True).last)
        expect(page.locator(f"#name-{number}")).to_have_value(name)
    follow(page.get_by_role("button", name="Begin Don Carlo"))
    for _ in range(9):
        if page.url != f"{server.address}/":
            page.go_back()
    expect(page.locator(".game")).to_have_count(1)


def test_an_error_of_a_script_is_not_called_a_missing_answer_and_the_answered_page_comes(phone):
    sit_down(phone, "Anneli", "Benito")
    ready(phone)
    phone.evaluate(BROKEN)
    tap_cards(phone, "1")
    phone.locator("#send").tap()
    expect(phone.locator(".bar-link", has_text="1 play")).to_be_visible()
    assert phone.complaints == ["broken on purpose"]
    phone.complaints.clear()
    send(phone, "2")
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()


def test_an_error_of_a_script_leaves_what_was_typed(phone):
    phone.goto("/")
    phone.locator(".tile-don-carlo").click()
    phone.evaluate(BROKEN)
    phone.get_by_label("Name of a new player").fill("Anneli")
    phone.get_by_role("button", name="Add", exact=True).click()
    expect(phone.locator("#name-0")).to_have_value("Anneli")
    assert phone.complaints == ["broken on purpose"]
    phone.complaints.clear()


def test_a_form_that_gets_no_answer_keeps_what_was_typed(phone):
    phone.goto("/")
    phone.locator(".tile-don-carlo").click()
    phone.get_by_label("Name of a new player").fill("Anneli")
    started(phone)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Add", exact=True).click()
    expect(phone.get_by_role("alert")).to_contain_text("No answer came.")
    phone.context.set_offline(False)
    phone.get_by_role("button", name="Add", exact=True).click()
    expect(phone.locator("#name-0")).to_have_value("Anneli")
    assert phone.complaints == []


def test_numbers_are_stepped_on_the_pages_that_serve_all_titles(pebbles, phone):
    phone.goto("/")
    phone.locator(".tile-pebbles").click()
    for number, name in enumerate(("Ada", "Bea")):
        phone.get_by_label("Name of a new player").fill(name)
        phone.get_by_role("button", name="Add", exact=True).click()
        expect(phone.locator(f"#name-{number}")).to_have_value(name)
    phone.get_by_role("button", name="Begin Pebbles").click()
    field = phone.locator("[name$=pebbles]:visible")
    expect(field).to_have_value("")
    assert field.get_attribute("placeholder") == ""  # nothing looks like a number that is not there
    more, less = (phone.get_by_role("button", name=f"Pebbles: one {step}") for step in ("more", "less"))
    for tapped, number in ((less, "0"), (more, "1"), (more, "2"), (more, "3"), (less, "2")):
        tapped.tap()
        expect(field).to_have_value(number)
    phone.get_by_role("button", name="Take pebbles").tap()
    follow(phone.get_by_role("link", name="1 play"))
    follow(phone.locator(".log-line").first)
    expect(field).to_have_value("2")
    more.tap()
    expect(field).to_have_value("3")
    field.fill("−4")
    less.tap()
    expect(field).to_have_value("-5")  # below its least a number does not jump
