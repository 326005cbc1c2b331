"""Answers that arrive while a finger is on the screen."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.steps import hurry, in_sight, key, ready, send, sit_down, started, until
from tests.documents import game_document
from tests.seats import at_seat

FOUR = ("Ada", "Bo", "Cleo", "Dan")
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PREVIEW, TABLE = re.compile("preview"), re.compile(r"/games/[\w-]+$")


def field(page, seat):
    return page.locator(f"[name='round-points-{at_seat(seat)}']")


@pytest.fixture
def pad(device, played):
    """A pad with one round of four players."""
    phone = device()
    plays = [{"kind": "round", "points": {name: [seat] for seat, name in enumerate(FOUR)}}]
    (address,) = played(game_document("pad", FOUR, plays) | {"definition": {"title": "Pad", "players": [2, 20]}})
    phone.goto(address)
    started(phone)
    return phone


@contextmanager
def pressed(page, locator):
    """Press a finger on an element, and lift it at the end."""
    in_sight(locator)
    middle, session = locator.bounding_box(), page.context.new_cdp_session(page)
    point = {"x": middle["x"] + middle["width"] / 2, "y": middle["y"] + middle["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    yield
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@contextmanager
def held(page, address):
    """Hold requests to an address back; yield a function that lets the first one pass, and waits for its answer."""
    routes = []

    def let_pass():
        route = until(page, lambda: routes and routes[0])
        with page.expect_response(address) as response:
            route.continue_()
        response.value.finished()
        page.evaluate(FRAMES)

    page.route(address, lambda route: routes.append(route))
    yield let_pass


def test_preview_moves_nothing_under_a_pressed_finger(pad):
    phone = pad
    with held(phone, PREVIEW) as let_pass:
        field(phone, 0).fill("1.5")
        with pressed(phone, field(phone, 2)):
            let_pass()
    expect(field(phone, 2)).to_be_focused()
    expect(phone.locator(".fault:not(:empty)").first).to_be_visible()


def test_key_pressed_before_another_phones_entry_counts_for_nobody_else(device):
    phone, other = device(), device()
    hurry(phone)
    sit_down(phone, "Ada", "Bo")
    ready(phone)
    other.goto(phone.url)
    started(other)
    with held(phone, TABLE) as let_pass:
        send(other, [1, 2, 3])
        with pressed(phone, key(phone, 5)):
            let_pass()
    expect(phone.get_by_role("heading", name="Bo sends an agent")).to_be_visible()
    expect(phone.locator(".card:not(.card-empty)")).to_have_count(0)


def test_search_replaces_no_game_under_a_pressed_finger(phone):
    phone.goto("/new")
    started(phone)
    address = re.compile(r"/new\?.*skul")
    game = phone.locator("#found a.game").first
    leads = game.get_attribute("href")
    with held(phone, address) as let_pass:
        phone.get_by_role("searchbox").fill("skul")
        with phone.expect_navigation(url=f"**{leads}"), pressed(phone, game):
            let_pass()
