"""All pages pass axe and do not scroll sideways; and devices can be paired."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import RECORDED, half
from tests.browser.steps import (
    SMALL,
    behind,
    open_game,
    ready,
    send,
    sit_down,
    started,
    tap_cards,
    until,
    walk,
)

NAMES = ("Anneli", "Maximiliane-Theodora von und zu Rappolts", "Anja", "Donny")
SENT = [
    {"kind": "agent", "player": name, "cards": cards}
    for name, cards in zip(NAMES, ([1], [1, 1], [2], [3, 3, 3]), strict=True)
]
LOOK = "each => (({ backgroundColor, opacity }) => backgroundColor + opacity)(getComputedStyle(each))"
BROKEN = """() => Object.defineProperty(document, "title", {
  configurable: true, set() { throw new Error("broken on purpose"); },
})"""


def pages(page, server):
    """Open the pages shared by all titles, yielding after each one."""
    page.goto("/new/don-carlo")
    page.get_by_label("Name of a new player").fill("x" * 41)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#new-fault")).to_be_visible()
    yield "a name that is too long"
    open_game(page, server, "don-carlo", NAMES, SENT)
    game = page.url
    tap_cards(page, "123")
    expect(behind(page, "link", "End, archive or delete")).to_be_visible()
    yield "a code name, and the menu over it"
    for url in ("/plays", "/help/open-cards?cards=0136"):
        page.goto(game + url)
        yield url
    page.goto(f"{game}/plays/2")
    started(page)
    page.locator("[data-backspace]").click()
    page.locator("[data-backspace]").click()
    tap_cards(page, "2")
    page.locator("#send").click()
    expect(page.locator(".conflicts")).to_be_visible()
    yield "later plays in the way"
    page.goto(f"{game}/stop")
    yield "stop here?"
    page.get_by_role("button", name="Delete this game").click()
    expect(page.get_by_role("button", name="Restore").first).to_be_visible()
    yield "put away and deleted"
    page.goto("/nowhere")
    yield "an error"


def test_every_page_passes_axe_and_fits_a_small_phone(device, axe, server):
    page = device(viewport=SMALL)
    assert walk(page, pages(page, server), axe) == []


def test_phone_is_paired_by_key_or_link(device, axe, server):
    page = device(paired=False)
    page.goto(f"{server.url}/new/don-carlo")
    expect(page.get_by_role("heading", name="Pair this phone")).to_be_visible()
    expect(page.get_by_role("link")).to_have_count(0)
    axe(page)
    page.get_by_label("Key").fill(f"{server.key[:5].lower()} {server.key[5:]}")
    page.get_by_role("button", name="Pair this phone").click()
    expect(page).to_have_title("New game: Don Carlo")

    page = device(paired=False)
    page.goto(server.link)
    expect(page).to_have_url(f"{server.url}/")
    page.reload()  # without a session, the browser's cache treats the first page as a different one
    sit_down(page, "Anneli", "Benito")
    page.go_back()
    expect(page.locator(".game")).to_have_count(1)
    assert page.url == f"{server.url}/"


def test_controls_that_need_scripts_are_hidden_without_scripts(device, played):
    page = device(java_script_enabled=False)
    tables = played(*map(half, RECORDED))
    for url in (*tables, f"{tables[0]}/replay?at=3"):
        page.goto(url)
        shown = page.locator("button[type=button]:enabled, .keys, [data-step], #play").locator("visible=true")
        assert shown.evaluate_all("all => all.map(each => each.outerHTML)") == [], url
    page.goto("/past")
    page.locator(".past-opens").tap()
    expect(page.locator(".past-fields")).to_be_visible()


def test_typed_input_survives_network_and_script_errors(phone):
    phone.goto("/new/don-carlo")
    started(phone)
    for name in ("Anneli", "Benito"):
        phone.get_by_label("Name of a new player").fill(name)
        phone.get_by_role("button", name="Add", exact=True).click()
    phone.get_by_label("Name of a new player").fill("Carla")
    phone.context.set_offline(True)
    begin = phone.get_by_role("button", name="Start Don Carlo")
    begin.click()
    expect(phone.locator(".complaint")).to_contain_text("No response.")
    expect(phone.locator(".seat", has_text="Carla")).to_be_visible()
    phone.context.set_offline(False)
    assert phone.complaints == []
    phone.evaluate(BROKEN)
    begin.click()
    ready(phone)
    assert phone.complaints == ["broken on purpose"]
    phone.complaints.clear()
    phone.evaluate(BROKEN)
    tap_cards(phone, "1")
    phone.locator("#send").tap()
    expect(phone.locator(".bar-link", has_text="1 entry")).to_be_visible()
    assert phone.complaints == ["broken on purpose"]
    phone.complaints.clear()
    send(phone, "2")
    expect(phone.get_by_role("heading", name="Carla sends an agent")).to_be_visible()


def test_menu_and_links_look_busy_while_they_load(phone, played):
    phone.goto(played(half(RECORDED[0]))[0])
    started(phone)
    held = []
    phone.route(re.compile("/(more|rules)"), lambda route: held.append(route))
    for link in (phone.locator(".bar-more"), phone.locator(".bar-rules")):
        before = link.evaluate(LOOK)
        link.tap()
        expect(link).to_have_attribute("aria-busy", "true")
        until(phone, lambda link=link, before=before: link.evaluate(LOOK) != before)
        until(phone, lambda: held).pop().abort()
        expect(link).not_to_have_attribute("aria-busy", "true")
