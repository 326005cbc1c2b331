"""Players taking their seats on the phone, without waiting for the server."""

from playwright.sync_api import expect

from tests.browser.steps import (
    SMALL,
    TARGETS,
    TOO_SMALL,
    begin,
    in_sight,
    large_table,
    open_game,
    slow_network,
    started,
    way,
)
from tests.documents import import_documents, read_document

KEYBOARD = {"width": 390, "height": 380}
"""The visible part of a phone whose keyboard is open."""


def slow(page):
    """Delay every answer, and return the list of the methods and paths of all requests."""
    sent = []
    page.on("request", lambda each: sent.append(f"{each.method} {each.url.split('/', 3)[3].split('?')[0]}"))
    slow_network(page, 800)
    return sent


def seated(page):
    return page.locator(".seat-open b").all_inner_texts()


def chip(page, name):
    return page.locator(".chip", has_text=name)


def fill(page, *names):
    for name in names:
        page.locator("#new").fill(name)
        page.keyboard.press("Enter")


def test_names_typed_fast_all_take_their_seats(phone):
    sent = slow(phone)
    phone.goto("/new/don-carlo")
    started(phone)
    phone.locator("#new").tap()
    for name in ("Ann", "Bob", "Cleo"):
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    assert seated(phone) == ["Ann", "Bob", "Cleo"]
    expect(phone.locator("#new")).to_be_focused()
    expect(phone.locator("#new")).to_have_value("")
    phone.keyboard.type("Dirk")
    phone.locator("#begin").tap()  # takes the name in the field, too
    expect(phone.locator(".standing")).to_have_count(4)
    pages = [each for each in sent if each.startswith(("GET new", "POST"))]
    assert pages == ["GET new/don-carlo", "POST new/don-carlo"]


def test_known_names_stay_in_place_and_free_seats(phone):
    begin(phone, "carta-nostra", "Ann", "Bob", "Cleo", "Dirk")
    phone.goto("/new/don-carlo")
    started(phone)
    names = phone.locator(".chip").all_inner_texts()
    places = [each.bounding_box() for each in phone.locator(".chip").all()]
    for name in ("Cleo", "Ann", "Dirk", "Bob"):
        chip(phone, name).tap()
    assert seated(phone) == ["Cleo", "Ann", "Dirk", "Bob"]
    assert phone.locator(".chip").all_inner_texts() == names
    assert [each.bounding_box() for each in phone.locator(".chip").all()] == places
    chip(phone, "Ann").tap()
    assert seated(phone) == ["Cleo", "Dirk", "Bob"]
    expect(chip(phone, "Ann")).to_have_attribute("aria-pressed", "false")
    chip(phone, "Ann").tap()
    assert phone.locator(".seat :checked").evaluate_all("all => new Set(all.map(each => each.value)).size") == 4


def test_seats_survive_reload_back_and_lost_network(phone):
    phone.goto("/new/don-carlo")
    started(phone)
    fill(phone, "Ann", "Bob")
    phone.reload()
    started(phone)
    assert seated(phone) == ["Ann", "Bob"]
    phone.goto("/")
    phone.go_back()
    started(phone)
    assert seated(phone) == ["Ann", "Bob"]
    phone.context.set_offline(True)
    fill(phone, "Cleo")
    phone.locator("#begin").tap()
    expect(phone.locator(".complaint")).to_be_visible()
    assert seated(phone) == ["Ann", "Bob", "Cleo"]
    phone.context.set_offline(False)
    phone.locator("#begin").tap()
    expect(phone.locator(".standing")).to_have_count(3)


def test_refused_names_are_marked_and_nothing_is_lost(phone):
    phone.goto("/new/don-carlo")
    started(phone)
    fill(phone, "Ann", "ann")
    expect(phone.locator("#new-fault")).to_contain_text("ann")
    expect(phone.locator("#new")).to_have_value("ann")
    fill(phone, "B" * 90)
    expect(phone.locator("#new-fault")).to_contain_text("90")
    fill(phone, "Bo\u2060b")  # with an invisible character, which only the server refuses
    phone.locator("#begin").tap()
    expect(phone.locator("#name-1-fault")).to_be_visible()
    expect(phone.locator("#name-1")).to_be_focused()
    assert seated(phone) == ["Ann", "Bo\u2060b"]


def test_fourteen_players_sit_down_with_the_keyboard_open(phone, server, axe):
    (game,) = import_documents(server.app.extensions["service"], [read_document(large_table(3))])
    phone.goto(f"/games/{game.id}/rematch")
    phone.goto(phone.url.split("?")[0])
    started(phone)
    phone.set_viewport_size(KEYBOARD)
    names = [f"Player {number}" for number in range(1, 15)]
    fill(phone, *names)
    assert seated(phone) == names
    in_sight(phone.locator("#begin"))
    in_sight(phone.locator("#new"))
    expect(phone.locator(".seat-open").last).to_be_in_viewport(ratio=0.9)
    phone.set_viewport_size({"width": 390, "height": 664})
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    phone.locator("#begin").tap()
    expect(phone.locator(".standing")).to_have_count(14)


def test_opened_seat_offers_colour_order_and_removal(phone, axe):
    phone.set_viewport_size(SMALL)
    phone.goto("/new/don-carlo")
    started(phone)
    fill(phone, "Ann", "Bob", "Cleo")
    phone.locator(".seat-open").nth(1).tap()
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    phone.get_by_role("button", name="Move Bob up").tap()
    assert seated(phone) == ["Bob", "Ann", "Cleo"]
    phone.get_by_role("button", name="Move Bob down").tap()
    phone.get_by_role("button", name="Remove Bob").tap()
    assert seated(phone) == ["Ann", "Cleo"]


def test_names_typed_fast_during_a_game_are_kept(phone, server):
    open_game(phone, server, "don-carlo", ("Ann", "Bob"), [], families=["blue", "green"])
    way(phone, "Players")
    started(phone)
    slow(phone)
    fill(phone, "Cleo", "Dirk")
    assert seated(phone) == ["Ann", "Bob", "Cleo", "Dirk"]
    phone.locator("#save").tap()
    expect(phone.locator(".standing")).to_have_count(4)
