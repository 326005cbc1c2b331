"""Carta Nostra on a phone: cities by touch, double taps, recording only the winner, and what fits the screen."""

import re
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.browser.steps import (
    SMALL,
    TARGETS,
    TOO_SMALL,
    Taps,
    begin_by_hand,
    box,
    follow,
    open_game,
    scrolls,
    set_clock,
    settle,
    sit_down_by_hand,
    started,
    tap_twice,
    walk,
)  # fmt: skip

MAFIOSI = ("Caporegime", "Don", "Consigliere", "Hitman", "Smuggler")
THREE = ("Anneli", "Benito", "Carla")
LONG = (
    "Anneli", "Maximiliane-Theodora von und zu Rappolts", "Benedikta-Rosalind Oberhuberlechner", "Donny",
    "Friedrichwilhelmine-Charlotte Antoinette", "Zoë",
)  # fmt: skip
CUT = "names => names.filter(each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1)"
MARK = "card => getComputedStyle(card, '::after').content"
TOO_WIDE = """() => {
  const main = document.getElementById("main");
  const out = [...main.querySelectorAll("*")].filter(each => !each.closest(".visually-hidden, .scores-frame, .fits > *")
    && each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 120));
  return main.scrollWidth > main.clientWidth ? ["main scrolls", ...out] : out;
}"""


@pytest.fixture(autouse=True)
def clock(server):
    """Advance the clock by a minute per reading, and return a function that stops it."""
    minutes = count()
    start = datetime(2026, 2, 1, 20, 15, tzinfo=UTC)

    def stop():
        now = start + timedelta(minutes=next(minutes))
        set_clock(server, lambda: now)

    set_clock(server, lambda: start + timedelta(minutes=next(minutes)))
    return stop


@pytest.fixture
def game(server):
    """Return a function that opens games with entered turns: the Mafioso played, or that and the victim."""

    def opened(page, names, *turns):
        open_game(page, server, "carta-nostra", names, [played(names, *each) for each in enumerate(turns)])
        started(page)

    return opened


def played(names, number, entered):
    lays, takes = (entered, None) if isinstance(entered, str) else entered
    hit = takes and {"liquidated": {"player": takes[0], "mafioso": takes[1].lower()}}
    city = lays and {"city": lays.lower()}
    return {"kind": "turn", "player": names[number % len(names)]} | (city or {}) | (hit or {})


def panel(page):
    """Return the form of the open panel, or of the turn being corrected."""
    return page.locator(".city-form:visible")


def button(page):
    return page.locator("[id^=send]:visible")


def turn(page, name):
    return page.get_by_role("heading", name=f"{name}'s city")


def own(page, mafioso):
    return panel(page).locator(".own").get_by_role("radio", name=mafioso)


def target(page, player, mafioso):
    return panel(page).get_by_role("radio", name=f"{player}: {mafioso}")


def choose(page, lays=None, takes=None):
    """Tap the Mafioso to play, and the one that a Hitman takes out of another city."""
    if lays:
        own(page, lays).tap()
    if takes:
        target(page, *takes).tap()


def end_turn(page, name):
    page.get_by_role("button", name=f"End {name}'s turn").tap()


def play(page, name, then, lays=None, takes=None):
    """Enter a complete turn, and wait for the next player's."""
    choose(page, lays, takes)
    end_turn(page, name)
    expect(turn(page, then)).to_be_visible()


def effect(page):
    return panel(page).locator(".effect")


def says(page):
    """Return the text above the button: the last turn, or the effect of the current one."""
    return panel(page).locator(".city-says")


def fault(page):
    return panel(page).locator("[data-part^=fault]")


def warning(page):
    return panel(page).locator(".last-turn-close")


def winner(page, name=""):
    return page.get_by_role("heading", name=f"{name} is the new Don", exact=bool(name))


def lying(page, player):
    """Return the Mafiosi shown in a city, with their numbers."""
    table = page.locator(".cities:visible")
    column = table.get_by_role("columnheader").all_text_contents()
    at = next(number for number, head in enumerate(column) if head.split("→")[0].strip() == player)
    rows = [row.locator("th, td").all() for row in table.locator("tbody tr").all()]
    counts = {row[0].inner_text().replace("\xad", ""): row[at].locator(".lit .mafioso-count") for row in rows}
    return {mafioso: count.inner_text() for mafioso, count in counts.items() if count.count()}


def becomes(page, *kinds):
    """Wait until the columns show these results of the current turn."""
    expect(panel(page).locator(".becomes")).to_have_text(kinds)


def aid(page):
    return page.locator("summary:visible", has_text="Who does what?")


def plays(page, number):
    return page.locator(".bar-link", has_text=re.compile(rf"^{number} entr(y|ies)$"))


def clear(page):
    page.get_by_role("button", name="Clear").tap()
    expect(panel(page).locator(":checked")).to_have_count(0)


def alone(page):
    return page.locator("summary", has_text="Just record the winner")


def chip(page, name):
    return page.locator(".winners .chip", has_text=name)


def wins(page, name):
    """Record only the winner."""
    tap = Taps()
    tap(alone(page), chip(page, name), page.get_by_role("button", name=f"{name} has won"))
    assert tap.printed("the winner alone recorded") == 3
    expect(winner(page, name)).to_be_visible()


def sideways(page):
    """Return everything wider than the screen."""
    page_itself = [["the page scrolls", scrolls(page)[0]]] if scrolls(page)[0] > 0 else []
    return page_itself + [[each] for each in page.evaluate(TOO_WIDE)]


FOUR_OF_FIVE = [
    "Caporegime", "Don", "Consigliere",
    "Don", "Don", "Hitman",
    "Consigliere", ("Smuggler", ("Anneli", "Don")), (None, ("Benito", "Don")),
    "Don", "Don", "Consigliere",
]  # fmt: skip
"""Turns of three players. Anneli, next to move, lacks a Hitman and a Smuggler."""


def test_complete_game_is_played_by_touch(phone, clock):
    sit_down_by_hand(phone, "carta-nostra", *THREE)
    begin_by_hand(phone)
    for number, entered in enumerate(FOUR_OF_FIVE):
        lays, takes = (entered, None) if isinstance(entered, str) else entered
        play(phone, THREE[number % 3], THREE[(number + 1) % 3], lays, takes)
    expect(warning(phone)).to_have_count(0)
    before = says(phone).inner_text()
    expect(aid(phone)).to_be_in_viewport()
    aid(phone).tap()
    assert phone.locator(".jobs:visible dt").all_inner_texts() == list(MAFIOSI)
    aid(phone).tap()
    for mafioso in ("Smuggler", "Hitman"):  # the second replaces the first
        own(phone, mafioso).tap()
        expect(effect(phone)).to_contain_text(f"A {mafioso} comes into the city")
    choose(phone, takes=("Benito", "Don"))
    expect(effect(phone)).to_contain_text("A Hitman removes Benito's Don")
    expect(effect(phone)).to_contain_text("A Hitman comes into the city")
    becomes(phone, "→ 4", "", "")  # Benito has another Don
    choose(phone, takes=("Carla", "Hitman"))
    becomes(phone, "→ 4", "", "→ 1")
    clear(phone)
    expect(says(phone)).to_have_text(before, use_inner_text=True)
    becomes(phone, "", "", "")
    play(phone, "Anneli", "Benito", "Hitman")
    expect(warning(phone)).to_have_text("Anneli is one step from winning: the Smuggler is missing.")

    # A second tap on the button enters no turn for the next player.
    choose(phone, "Smuggler")
    tap_twice(phone, "[id^=send]", at_once=True)
    expect(plays(phone, 14)).to_be_visible()
    expect(turn(phone, "Carla")).to_be_visible()
    choose(phone, takes=("Anneli", "Hitman"))
    tap_twice(phone, "[id^=send]")
    expect(plays(phone, 15)).to_be_visible()
    expect(warning(phone)).to_have_count(0)
    assert lying(phone, "Anneli") == dict.fromkeys(("Caporegime", "Don", "Consigliere"), "×1")
    play(phone, "Anneli", "Benito", "Hitman")  # the tap on a Mafioso is enough confirmation

    phone.locator(".standing", has_text="Carla").tap()
    expect(turn(phone, "Carla")).to_be_visible()
    expect(panel(phone).get_by_text("not their turn")).to_be_visible()
    play(phone, "Carla", "Anneli", "Don")
    expect(phone.get_by_text("Carla played; it was Benito's turn.")).to_be_visible()

    # An empty turn right after the last one needs confirmation, until a Mafioso is tapped.
    clock()
    settle(phone)
    play(phone, "Anneli", "Benito", "Don")
    settle(phone)
    phone.get_by_role("button", name="No change: next player", exact=True).tap()
    yes = phone.get_by_role("button", name="Yes, no change: next player")
    expect(yes).to_be_visible()
    choose(phone, "Hitman")
    expect(yes).to_be_hidden()
    play(phone, "Benito", "Carla")
    play(phone, "Carla", "Anneli", "Don")

    choose(phone, "Smuggler", ("Carla", "Hitman"))
    expect(effect(phone)).to_contain_text("End the turn to win")
    expect(winner(phone)).to_have_count(0)
    phone.get_by_role("button", name="Anneli wins: end the game").tap()
    expect(winner(phone, "Anneli")).to_be_visible()
    won = dict.fromkeys(MAFIOSI, "×1")
    assert lying(phone, "Anneli") == won | {"Don": "×2"}
    assert lying(phone, "Carla") == {"Don": "×2", "Consigliere": "×2"}


def test_winner_alone_is_recorded_and_starts_next(phone, game):
    game(phone, THREE, "Don")
    expect(alone(phone)).to_be_in_viewport(ratio=1)
    alone(phone).tap()
    for name in ("Benito", "Carla"):  # no double tap ends the game
        chip(phone, name).dblclick()
        assert phone.locator(".winners button:visible").all_inner_texts() == [f"{name} has won"]
    alone(phone).tap()
    wins(phone, "Carla")
    settle(phone)
    phone.get_by_role("button", name="Undo Carla's victory").tap()
    expect(turn(phone, "Benito")).to_be_visible()
    assert lying(phone, "Anneli") == {"Don": "×1"}
    settle(phone)
    phone.get_by_role("button", name="Redo Carla's victory").tap()
    expect(winner(phone, "Carla")).to_be_visible()
    follow(phone.get_by_role("link", name="Rematch, Carla first"))
    phone.get_by_role("button", name="Start Carta Nostra").tap()
    expect(turn(phone, "Carla")).to_be_visible()


def test_six_cities_fit_one_screen_and_stay_between_turns(phone, game):
    players = ("Anneli", "Benito", "Carla", "Donny", "Zoë", "Anja")
    game(phone, players, *(MAFIOSI[(number + number // 6) % 5] for number in range(18)))
    assert phone.viewport_size == {"width": 390, "height": 664}
    seen = []
    for name, then, takes in (("Anneli", "Benito", ("Carla", "Consigliere")), ("Benito", "Carla", ("Donny", "Hitman"))):
        foot, cells = box(phone.locator(".act:visible")), phone.locator(".cities:visible td")
        boxes = [box(each) for each in cells.all()]
        assert len(boxes) == 30
        assert max(each["y"] + each["height"] for each in boxes) <= foot["y"]
        assert min(each[side] for each in boxes for side in ("width", "height")) >= 48
        assert foot["y"] + foot["height"] == 664
        heads = [box(each)["x"] for each in phone.locator(".standing").all()]
        assert [each["x"] for each in boxes] == heads * 5
        keys = "cells => cells.filter(cell => cell.querySelector('input')).length"
        assert cells.evaluate_all(keys) == 5 + sum(len(lying(phone, other)) for other in players if other != name)
        small = "all => all.filter(each => parseFloat(getComputedStyle(each).fontSize) < 14).length"
        assert phone.locator(".cities:visible th, .standing-name").evaluate_all(small) == 0
        assert phone.locator(".standing-name").evaluate_all(CUT) == []
        places = (".city-strip", ".cities", ".city-ways", ".act")
        send = box(button(phone))  # undo is to its left as soon as there is something to undo
        at = (send["y"], send["height"], send["x"] + send["width"])
        seen.append([at, *(box(phone.locator(f"{each}:visible")) for each in places)])
        play(phone, name, then, takes=takes)
    assert seen[0] == seen[1]
    choose(phone, "Caporegime", ("Anneli", "Smuggler"))
    gone, come = (
        each.locator("..").locator(".mafioso-card")
        for each in (target(phone, "Anneli", "Smuggler"), own(phone, "Caporegime"))
    )
    expect(gone).to_have_css("color", "rgb(156, 42, 31)")
    assert gone.evaluate(MARK) == '"✗"'
    assert come.evaluate(MARK) == '"✓"'


def test_six_with_long_names_fit_a_small_phone(device, game):
    page, wrong = device(viewport=SMALL), []

    def look(where):
        wrong.extend((where, *each) for each in [*sideways(page), *page.evaluate(TOO_SMALL, TARGETS)])

    game(page, LONG)
    expect(alone(page)).to_be_in_viewport(ratio=1)
    game(page, LONG, "Don", "Don", "Don", "Don", "Don")
    look("six cities")
    aid(page).tap()
    aid(page).tap()
    assert page.locator(".standing-name").evaluate_all(CUT) == []
    choose(page, "Don", (LONG[4], "Don"))
    expect(effect(page)).to_contain_text(f"A Hitman removes {LONG[4]}'s Don")
    expect(button(page)).to_be_in_viewport(ratio=1)
    look("chosen")
    wins(page, LONG[4])
    look("the result")
    assert wrong == []


def correct(page, number, lays):
    """Open a play from the list of plays, and change it."""
    follow(page.locator(f"#play-{number} a"))
    choose(page, lays)
    page.get_by_role("button", name="Save").tap()


def pages(page, game):
    """Open the pages specific to this title, yielding after each one; corrections follow."""
    first, second = LONG[:2]
    game(page, (first, second), *(each for mafioso in MAFIOSI[:4] for each in (mafioso, mafioso)))
    aid(page).click()
    alone(page).click()
    chip(page, first).click()
    own(page, "Smuggler").focus()
    choose(page, "Smuggler", (second, "Don"))
    expect(effect(page)).to_contain_text("End the turn to win")
    yield "everything open, and a turn that wins"
    clear(page)
    choose(page, "Smuggler")
    button(page).tap()
    expect(winner(page)).to_be_visible()
    yield "the result, with the cities"
    page.goto(f"{page.url}/plays")
    correct(page, 3, "Hitman")
    follow(page.get_by_role("link", name="Back to the table"))
    expect(turn(page, second)).to_be_visible()
    expect(warning(page)).to_contain_text(f"{first} (Don)")
    assert lying(page, first)["Hitman"] == "×2"
    yield "both one step from winning"
    play(page, second, first, takes=(first, "Caporegime"))
    follow(page.locator(".bar-link"))
    correct(page, 1, "Don")
    expect(page.locator(".conflicts")).to_be_visible()
    yield "a later turn in the way"


def test_every_page_passes_axe_and_fits_a_small_phone(device, game, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page, game), axe) == []
