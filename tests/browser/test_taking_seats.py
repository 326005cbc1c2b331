"""Players taking their seats on the phone: names, colours, teams and order, without waiting for the server."""

import re

from playwright.sync_api import expect

from tests.browser.steps import (
    SMALL,
    TARGETS,
    TOO_SMALL,
    Taps,
    begin,
    box,
    in_sight,
    large_table,
    open_game,
    open_pad,
    open_seat,
    scrolls,
    settle,
    slow_network,
    slug_of,
    started,
    way,
)

KEYBOARD = {"width": 390, "height": 380}
"""The visible part of a phone whose keyboard is open."""
FOUR = {"Anneli": "blue", "Benito": "green", "Carla": "grey", "Donny": "brown"}


def url(slug, names, **more):
    rows = [f"name-{seat}={name}" for seat, name in enumerate(names)]
    return f"/new/{slug}?{'&'.join([*rows, *(f'{name}={text}' for name, text in more.items())])}"


def four():
    return url("don-carlo", FOUR, **{f"families-{seat}": each for seat, each in enumerate(FOUR.values())})


def seated(page):
    return page.locator(".seat-open b").all_inner_texts()


def chip(page, name):
    return page.locator(".chip", has_text=name)


def fill(page, *names):
    for name in names:
        page.locator("#new").fill(name)
        page.keyboard.press("Enter")


def colours(page):
    """Return the colour of each seat, after checking that the drawn colours are the chosen ones."""
    chosen = [each.get_attribute("value") for each in page.locator(".swatch :checked").all()]
    drawn = [re.search(r"family-(\w+)", each.get_attribute("class"))[1] for each in page.locator(".seat").all()]
    assert drawn == chosen
    return chosen


def with_colours(page):
    return ", ".join(f"{name} {colour}" for name, colour in zip(seated(page), colours(page), strict=True))


def swatch(page, name, colour):
    return page.locator(".seat", has_text=name).locator(".swatch", has_text=colour)


def test_names_typed_fast_all_take_their_seats(phone):
    sent = []
    phone.on("request", lambda each: sent.append(f"{each.method} {each.url.split('/', 3)[3].split('?')[0]}"))
    slow_network(phone, 400)
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
    assert len(set(colours(phone))) == 4


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
    fill(phone, "ann")  # refused and not lost
    expect(phone.locator("#new-fault")).to_contain_text("ann")
    expect(phone.locator("#new")).to_have_value("ann")
    phone.context.set_offline(True)
    fill(phone, "Cleo")
    phone.locator("#begin").tap()
    expect(phone.locator(".complaint")).to_be_visible()
    assert seated(phone) == ["Ann", "Bob", "Cleo"]
    phone.context.set_offline(False)
    phone.locator("#begin").tap()
    expect(phone.locator(".standing")).to_have_count(3)


def test_fourteen_players_sit_down_with_the_keyboard_open(phone, played, axe):
    played(large_table(3))
    phone.goto(f"/new/{slug_of(phone, 'Large')}")
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


def test_opened_seat_swaps_colours_moves_and_frees(device, axe):
    phone, tap = device(viewport=SMALL), Taps()
    phone.goto(four())
    started(phone)
    tap(phone.locator(".seat-open").first, swatch(phone, "Anneli", "Brown"))
    assert colours(phone) == ["brown", "green", "grey", "blue"]
    assert tap.printed("a taken colour swapped") == 2
    axe(phone)
    assert phone.evaluate(TOO_SMALL, TARGETS) == []
    phone.keyboard.press("Escape")
    open_seat(phone, "Donny").locator("#name-3").fill("Dora")
    phone.reload()
    started(phone)
    assert with_colours(phone) == "Anneli brown, Benito green, Carla grey, Dora blue"
    open_seat(phone, "Carla")
    phone.get_by_role("button", name="Move Carla up").tap()
    assert with_colours(phone) == "Anneli brown, Carla grey, Benito green, Dora blue"
    phone.get_by_role("button", name="Move Carla down").tap()
    phone.get_by_role("button", name="Remove Carla").tap()
    phone.reload()
    started(phone)
    assert with_colours(phone) == "Anneli brown, Benito green, Dora blue"
    phone.get_by_role("button", name="Start Don Carlo").tap()
    expect(phone.locator(".standing").nth(2)).to_have_class("standing family-blue")
    phone.goto(f"{phone.url}/rematch")
    started(phone)
    tap(chip(phone, "Benito"))
    assert with_colours(phone) == "Anneli brown, Dora blue"
    assert tap.printed("a player left out of a rematch") == 1


def test_teams_are_chosen_at_the_seats(device, played, axe):
    phone = device(viewport=SMALL)
    open_pad(phone, played, {"teams": True}, *FOUR)
    phone.goto(url(slug_of(phone, "Pad"), FOUR, new=""))
    started(phone)
    for seat, (name, team) in enumerate(zip(FOUR, "ABBA", strict=True)):
        open_seat(phone, name).locator(f'label:has(input[name="teams-{seat}"][value="{team}"])').tap()
        phone.keyboard.press("Escape")
    axe(phone)
    assert (phone.evaluate(TOO_SMALL, TARGETS), scrolls(phone)[0]) == ([], 0)
    with phone.expect_navigation():
        phone.locator("#begin").tap()
    expect(phone.locator(".standing")).to_have_count(2)
    expect(phone.locator(".standing").first).to_contain_text("Anneli & Donny")


def test_start_button_is_always_visible_and_covers_nothing(phone):
    five = url("prodigals-club", [*FOUR, "Emil"], competitions="election", new="")
    for where, last in ((five, ".sheet"), (four(), ".seats > :last-child"), ("/new/don-carlo", "#new")):
        phone.goto(where)
        started(phone)
        for size in ({"width": 390, "height": 664}, SMALL):
            phone.set_viewport_size(size)
            phone.evaluate("scrollTo(0, 0)")
            expect(phone.locator("#begin")).to_be_in_viewport(ratio=1)
            phone.evaluate("scrollTo(0, 99999)")
            expect(phone.locator("#begin")).to_be_in_viewport(ratio=1)
            shown, foot = box(phone.locator(last)), box(phone.locator(".act"))
            assert shown["y"] + shown["height"] <= foot["y"]
            assert scrolls(phone)[0] == 0
    expect(phone.locator(".act")).to_contain_text("Don Carlo needs 2–4 players.")


def test_chosen_competition_unselects_the_excluded_one_and_explains(phone):
    def chosen():
        return [each.get_attribute("value") for each in phone.locator("[name=competitions]:checked").all()]

    phone.goto(url("prodigals-club", ["Anneli", "Benito"], competitions="possessions", new=""))
    started(phone)
    reason = phone.get_by_role("status").filter(has_text="Last Will replaces Possessions")
    phone.get_by_role("checkbox", name="Election").tap()
    expect(reason).to_be_hidden()
    phone.get_by_role("checkbox", name="Last Will").tap()
    expect(reason).to_be_visible()
    assert chosen() == ["last-will", "election"]
    expect(phone.get_by_text("Last Will gives the order of play").first).to_be_visible()
    phone.reload()  # the URL has the choice
    started(phone)
    assert chosen() == ["last-will", "election"]
    phone.get_by_role("checkbox", name="Possessions").tap()
    expect(reason).to_be_visible()
    assert chosen() == ["possessions", "election"]
    phone.get_by_role("checkbox", name="Society").tap()
    expect(reason).to_be_hidden()


def test_players_are_corrected_at_their_seats(phone, server):
    sent = {"kind": "agent", "player": "Anna", "cards": [1, 1, 5]}
    open_game(phone, server, "don-carlo", ("Anna", "Bentio", "Cleo"), [sent], families=["blue", "green", "grey"])
    standings = phone.locator(".standing")
    way(phone, "Players")
    started(phone)
    name = open_seat(phone, "Bentio").get_by_label("Name at seat 2")
    expect(phone.get_by_label("A changed name")).to_be_hidden()
    name.fill("Benito")
    expect(phone.get_by_label("A changed name")).to_be_visible()
    phone.keyboard.press("Escape")
    open_seat(phone, "Anna")
    swatch(phone, "Anna", "Green").tap()
    phone.get_by_role("button", name="Move Anna down").tap()
    phone.keyboard.press("Escape")
    fill(phone, "Dora")
    phone.locator("#save").tap()
    expect(standings).to_have_count(4)
    assert seats_in(standings) == [("Benito", "blue"), ("Anna", "green"), ("Cleo", "grey"), ("Dora", "brown")]
    settle(phone)
    phone.get_by_role("button", name="Undo the change of players").tap()
    expect(standings).to_have_count(3)
    assert seats_in(standings) == [("Anna", "blue"), ("Bentio", "green"), ("Cleo", "grey")]


def seats_in(standings):
    """Return the name and colour of each player in the strip."""
    names = [each.split()[-1] for each in standings.locator(".standing-name").all_inner_texts()]
    looks = standings.evaluate_all("all => all.map(each => each.className)")
    return list(zip(names, (re.search(r"family-(\w+)", each)[1] for each in looks), strict=True))
