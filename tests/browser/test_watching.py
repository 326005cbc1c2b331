"""Phones sharing and watching a game, a screen across the room, and a scorekeeper's phone after standby."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.core.log import About
from scorekeeper.pairing import ensure_watch_key
from scorekeeper.store import changes
from scorekeeper.store.games import Submission
from tests.browser.steps import (
    OVERLAPPING,
    follow,
    hurry,
    ready,
    scrolls,
    send,
    settle,
    sideways,
    sit_down,
    skip,
    started,
    tap_cards,
    way,
)
from tests.documents import game_document

RUNNING = "don-carlo/still-running"
LAST = 13
"""Number of plays of that game; it is Benito's turn."""
SCREENS = ((1280, 720), (1920, 1080), (1024, 768), (768, 1024))
CROWDED = """() => {
  const rows = document.querySelector(".ranking > ol");
  while (rows.children.length < 8) rows.append(rows.children[0].cloneNode(true));
  document.querySelector(".screen-last").textContent = "Benito: " + "a sentence longer than most are ".repeat(4);
}"""
LETTERS = """names => names.flatMap(name => [...document.querySelectorAll(name)].map(each => {
  const box = each.getBoundingClientRect();
  const seen = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  return [name, Math.round(1000 * parseFloat(getComputedStyle(each).fontSize) / innerHeight) / 10, seen];
}))"""
TURN = """state => {
  Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""

ENDS = "each => each.map(one => Math.round(one.getBoundingClientRect().right))"


@pytest.fixture
def service(server):
    return server.app.extensions["service"]


@pytest.fixture
def game(played):
    (url,) = played(RUNNING)
    return url


@pytest.fixture
def watching(device, service):
    """Return a function that makes phones watching a game by its link."""

    def make(game, page="", **options):
        phone = device(paired=False, **options)
        hurry(phone)
        phone.goto(f"{game}/watch/{ensure_watch_key(service.store, game.rpartition('/')[2])}")
        if page:
            phone.goto(game + page)
        return phone

    return make


def at_table(phone, game):
    """Open the game's table on a scorekeeper's phone, and return it."""
    phone.goto(game)
    ready(phone)
    return phone


def test_visible_pages_update_in_place_and_hidden_ones_wait(watching, phone, game):
    watcher, hidden, scorekeeper = watching(game), watching(game), at_table(phone, game)
    for each in (watcher, hidden):
        started(each)
    hidden.evaluate(TURN, "hidden")
    asked = []
    hidden.on("request", lambda request: asked.append(request.url))
    fourth = watcher.locator(f"#play-{LAST - 4}")
    fourth.scroll_into_view_if_needed()
    watcher.evaluate(f"document.querySelector('main').scrollTop = {LAST} * 10")
    watcher.locator(f"#play-{LAST - 4} a").focus()
    watcher.evaluate(f"kept = document.getElementById('play-{LAST - 4}')")
    place = fourth.bounding_box()["y"]
    send(scorekeeper, "05")
    play = watcher.locator(f"#play-{LAST + 1}")
    expect(play).to_have_attribute("data-new", "new")
    expect(watcher.locator(".standing.new")).to_have_text(re.compile("Benito"))
    expect(watcher.locator("[data-new]")).to_have_count(3)  # including the agent on the board
    said = re.compile(r"Benito: 0/5.*, \+2\. It is Anja's turn\.")
    expect(watcher.get_by_role("status").filter(has_text=said)).to_have_count(1)
    assert abs(fourth.bounding_box()["y"] - place) < 2
    assert watcher.evaluate(
        f"kept === document.getElementById('play-{LAST - 4}') && kept.contains(document.activeElement)"
    )
    send(scorekeeper, "1")
    expect(watcher.locator(f"#play-{LAST + 2}")).to_have_attribute("data-new", "new")
    expect(play).not_to_have_class("new")
    with watcher.expect_response(lambda answer: "preference-applied" in answer.headers):
        pass
    assert asked == []
    expect(hidden.locator(f"#play-{LAST + 1}")).to_have_count(0)
    hidden.evaluate(TURN, "visible")
    expect(hidden.locator(f"#play-{LAST + 2}")).to_be_visible()


def test_guest_watches_by_the_link_until_sharing_ends(phone, device, axe):
    guest, asked = device(paired=False), []
    hurry(guest)
    sit_down(phone, "Anna", "Benito")
    table = phone.url
    way(phone, "Other phones")
    started(phone)
    phone.get_by_role("region", name="Pair another phone").locator("summary").tap()
    expect(phone.get_by_role("img", name="Code to pair a phone")).to_be_visible()
    phone.get_by_role("button", name="Share this game").tap()
    expect(phone.get_by_role("img", name="Code to watch this game")).to_be_visible()
    expect(phone.get_by_role("img", name="Code to pair a phone")).to_be_hidden()  # only one code at a time
    axe(phone)
    guest.goto(phone.locator("#watch-link").text_content())
    assert guest.url == table
    follow(phone.locator(".bar-home"))
    send(phone, "002")
    expect(guest.get_by_role("link", name="1 entry")).to_be_visible()
    assert guest.locator("form").count() == 0

    way(phone, "Other phones")
    phone.get_by_role("button", name="Stop sharing this game").tap()
    expect(phone.get_by_text("Sharing ended. The link to this game no longer works.")).to_be_visible()
    expect(guest.get_by_text("This game is no longer shared with you.")).to_be_visible()
    expect(guest.locator("#play-1")).to_be_visible()
    guest.on("request", lambda request: asked.append(request.url))
    guest.evaluate("window.dispatchEvent(new Event('online'))")
    guest.evaluate("() => new Promise(done => requestIdleCallback(done))")
    assert asked == []
    guest.reload()
    expect(guest.get_by_role("heading", name="This link is not valid")).to_be_visible()
    axe(guest)


def test_offline_screen_shows_since_when_and_catches_up(watching, phone, game):
    watcher, scorekeeper = watching(game), at_table(phone, game)
    screen = watching(game, "/screen", viewport={"width": 1280, "height": 720})
    started(screen)
    screen.clock.install()
    screen.context.set_offline(True)
    screen.clock.fast_forward(5000)
    said = screen.locator("#watching")
    expect(said).to_have_text(re.compile(r"^Offline since \d?\d:\d\d"))
    last = screen.locator(".screen-last").bounding_box()
    assert last["y"] + last["height"] <= said.bounding_box()["y"]  # the last play remains readable
    send(scorekeeper, "05")
    screen.context.set_offline(False)
    expect(said).to_be_hidden()
    expect(screen.locator(".screen-last")).to_contain_text("0/5")
    scorekeeper.goto(f"{game}/stop")
    follow(scorekeeper.get_by_role("button", name="End it and score"))
    skip(watcher)  # it sees the end, stage by stage
    expect(watcher.locator(".winner h2")).to_have_text(re.compile("is Don Carlo"))
    assert watcher.url == game
    skip(scorekeeper)
    settle(scorekeeper)
    scorekeeper.get_by_role("button", name="Reopen the game").click()
    expect(scorekeeper.get_by_role("heading", name="Anja sends an agent")).to_be_visible()
    watcher.evaluate("dispatchEvent(new Event('online'))")  # results are seldom asked for
    expect(watcher.get_by_role("heading", name="It is Anja's turn.")).to_be_visible()


def test_big_screen_is_readable_across_the_room(watching, game):
    screen = watching(game, "/screen?still=yes", has_touch=False, is_mobile=False, java_script_enabled=False)
    screen.evaluate(CROWDED)
    for width, height in SCREENS:
        screen.set_viewport_size({"width": width, "height": height})
        assert scrolls(screen) == [0, 0], (width, height)
        found = screen.evaluate(LETTERS, [".ranking-name", ".ranking-points", ".screen-turn", ".screen-last"])
        assert len(found) == 18
        assert [each for each in found if each[1] < 5 or not each[2]] == [], (width, height)


def test_waking_phone_is_current_and_keeps_its_choices(phone, device, service, game):
    game_id = game.rpartition("/")[2]
    at_table(phone, game)
    phone.evaluate(TURN, "hidden")
    tap_cards(phone, "05")
    tray = phone.locator(".card:not(.card-empty)")
    expect(tray).to_have_text(["0", "5"])
    revision = service.view(game_id).game.revision
    changes.set_about(service, game_id, About("At home", None), Submission("a-key-of-the-test-1", "x", revision))
    phone.evaluate(TURN, "visible")
    expect(phone.locator("[name=revision]").first).to_have_value(str(revision + 1))
    expect(tray).to_have_text(["0", "5"])
    send(at_table(device(), game), "1")
    phone.evaluate(TURN, "visible")
    expect(phone.locator(".bar-link")).to_have_text(f"{LAST + 1} entries")
    expect(tray).to_have_count(0)
    phone.locator(".standing", has_text="Benito").tap()
    expect(phone.get_by_role("heading", name="Benito sends an agent")).to_be_visible()
    expect(tray).to_have_count(0)  # the numbers were typed for the turn that is entered


def rounds(points, decimals=0):
    """Return the document of a game with these points by round and player; the players' names differ in length."""
    firsts = ["Leonie", "Konstantin", "Bo", "Zoë", "Jo"] * 4
    names = [f"{first}{'nette'[: seat // 5]}" for seat, first in enumerate(firsts)][: len(points[0])]
    plays = [
        {"kind": "round", "points": {name: [own] for name, own in zip(names, each, strict=True)}} for each in points
    ]
    facts = {"title": "Rounds", "players": [2, 20], "decimals": decimals, "rounds": {"deals": True}}
    return game_document("rounds", names, plays) | {"definition": facts}


TABLES = (
    rounds([[150, -120], [5, 60]]),
    rounds([[10.5, -2.5, 3, 4.25, 0], [100.75, -120.5, 3, 4.25, 112]], decimals=2),
    rounds([[seat * 17 - 20 for seat in range(20)], [100 - seat * 20 for seat in range(20)]]),
)


def test_watched_rows_have_equal_heights_and_never_touch(watching, played, axe):
    for url, document in zip(played(*TABLES), TABLES, strict=True):
        phone = watching(url, locale="de-DE", wider=True)
        session = phone.context.new_cdp_session(phone)
        rows = phone.locator(".ranking-row")
        assert rows.count() == len(document["players"])
        for size, width in ((16, 360), (32, 390)):
            phone.set_viewport_size({"width": width, "height": 664})
            session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": 13}})
            assert rows.evaluate_all(OVERLAPPING) == [], (rows.count(), size)
            heights = rows.evaluate_all("each => each.map(one => one.getBoundingClientRect().height)")
            assert max(heights) - min(heights) < 1
            points = phone.locator(".ranking-points").evaluate_all(ENDS)
            (gain,) = set(phone.locator(".ranking-gain").evaluate_all(ENDS))
            heads = phone.locator(".ranking-heads:first-child > span").evaluate_all(ENDS)
            assert heads == [gain, points[0]]  # the number of the round is above its gains
            assert sideways(phone) <= 0
    axe(phone)
