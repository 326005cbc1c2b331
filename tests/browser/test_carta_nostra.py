"""Carta Nostra on a phone: cities by touch, recording only the winner, and what fits the screen."""

from datetime import UTC, datetime

from playwright.sync_api import expect

from tests.browser.steps import (
    SMALL,
    Taps,
    begin_by_hand,
    box,
    follow,
    in_sight,
    open_game,
    set_clock,
    sideways,
    sit_down_by_hand,
    started,
    walk,
)

MAFIOSI = ("Caporegime", "Don", "Consigliere", "Hitman", "Smuggler")
LONG = (
    "Anneli", "Maximiliane-Theodora von und zu Rappolts", "Benedikta-Rosalind Oberhuberlechner", "Donny",
    "Friedrichwilhelmine-Charlotte Antoinette", "Zoë",
)  # fmt: skip
CITIES = ".cities:visible"
CUT = "names => names.filter(each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1)"
MARK = "card => getComputedStyle(card, '::after').content"
COLOUR = "each => getComputedStyle(each).backgroundColor"


def opened(page, server, names, *laid):
    """Open a table where these Mafiosi were played in turn."""
    turns = [
        {"kind": "turn", "player": names[number % len(names)], "city": mafioso.lower()}
        for number, mafioso in enumerate(laid)
    ]
    open_game(page, server, "carta-nostra", names, turns)
    started(page)


def panel(page):
    """Return the form of the open panel, or of the turn being corrected."""
    return page.locator(".city-form:visible")


def turn(page, name):
    return page.get_by_role("heading", name=f"{name}'s city")


def own(page, mafioso):
    return panel(page).locator(".own").get_by_role("radio", name=mafioso)


def target(page, player, mafioso):
    return panel(page).get_by_role("radio", name=f"{player}: {mafioso}")


def effect(page):
    return panel(page).locator(".effect")


def becomes(page, *kinds):
    """Wait until the columns show these results of the current turn."""
    expect(panel(page).locator(".becomes")).to_have_text(kinds)


def winner(page, name):
    return page.get_by_role("heading", name=f"{name} is the new Don", exact=True)


def alone(page):
    return page.locator("summary", has_text="Just record the winner")


def chip(page, name):
    return page.locator(".winners .chip", has_text=name)


def lying(page, player):
    """Return the Mafiosi shown in a city, with their numbers."""
    table = page.locator(CITIES)
    column = table.get_by_role("columnheader").all_text_contents()
    at = next(number for number, head in enumerate(column) if head.split("→")[0].strip() == player)
    rows = [row.locator("th, td").all() for row in table.locator("tbody tr").all()]
    counts = {row[0].inner_text().replace("\xad", ""): row[at].locator(".lit .mafioso-count") for row in rows}
    return {mafioso: count.inner_text() for mafioso, count in counts.items() if count.count()}


def test_complete_game_is_played_by_touch(phone):
    sit_down_by_hand(phone, "carta-nostra", "Anneli", "Benito")
    begin_by_hand(phone)
    tap = Taps()

    def play(name, then, lays):
        tap(own(phone, lays), phone.get_by_role("button", name=f"End {name}'s turn"))
        assert tap.printed("a turn") == 2
        expect(turn(phone, then)).to_be_visible()

    play("Anneli", "Benito", "Caporegime")
    play("Benito", "Anneli", "Don")
    play("Anneli", "Benito", "Don")
    play("Benito", "Anneli", "Don")

    says = panel(phone).locator(".city-says")
    before = says.inner_text()
    for mafioso in ("Smuggler", "Hitman"):  # the second replaces the first
        own(phone, mafioso).tap()
        expect(effect(phone)).to_contain_text(f"A {mafioso} comes into the city")
    target(phone, "Benito", "Don").tap()
    expect(effect(phone)).to_contain_text("A Hitman removes Benito's Don")
    becomes(phone, "→ 3", "")  # Benito has another Don
    phone.get_by_role("button", name="Clear").tap()
    expect(panel(phone).locator(":checked")).to_have_count(0)
    expect(says).to_have_text(before, use_inner_text=True)
    becomes(phone, "", "")
    target(phone, "Benito", "Don").tap()
    play("Anneli", "Benito", "Hitman")
    assert lying(phone, "Benito") == {"Don": "×1"}

    phone.locator(".standing", has_text="Anneli").tap()
    expect(panel(phone).get_by_text("not their turn")).to_be_visible()
    play("Anneli", "Benito", "Consigliere")
    warning = panel(phone).locator(".last-turn-close")
    expect(warning).to_have_text("Anneli is one step from winning: the Smuggler is missing.")
    play("Benito", "Anneli", "Hitman")
    own(phone, "Smuggler").tap()
    expect(effect(phone)).to_contain_text("End the turn to win")
    phone.get_by_role("button", name="Anneli wins: end the game").tap()
    expect(winner(phone, "Anneli")).to_be_visible()
    assert lying(phone, "Anneli") == dict.fromkeys(MAFIOSI, "×1")


def test_winner_alone_is_recorded_and_starts_next(phone, server):
    opened(phone, server, ("Anneli", "Benito", "Carla"), "Don")
    alone(phone).tap()
    expect(phone.locator(".send:visible")).to_have_count(1)  # instead of the turn's
    for name in ("Benito", "Carla"):  # no double tap ends the game
        chip(phone, name).dblclick()
        assert phone.locator(".winners button:visible").all_inner_texts() == [f"{name} has won"]
    alone(phone).tap()
    expect(phone.locator(".city-foot .send:visible")).to_have_count(1)
    tap = Taps()
    tap(alone(phone), chip(phone, "Carla"), phone.get_by_role("button", name="Carla has won"))
    assert tap.printed("the winner alone recorded") == 3
    follow(phone.get_by_role("link", name="Rematch, Carla first"))
    phone.get_by_role("button", name="Start Carta Nostra").tap()
    expect(turn(phone, "Carla")).to_be_visible()


def test_six_cities_fit_a_small_phone_and_stay_in_place(device, server):
    set_clock(server, lambda: datetime(2026, 2, 1, 20, 15, tzinfo=UTC))  # no second for a turn to be seen
    page = device(viewport=SMALL, color_scheme="dark")
    opened(page, server, LONG, *(MAFIOSI[(number + number // 6) % 5] for number in range(18)))
    expect(alone(page)).to_be_in_viewport(ratio=1)
    assert page.locator(".standing-name").evaluate_all(CUT) == []
    for white in (".cities td.own", ".city-strip [aria-current]"):
        assert page.locator(f"{white}:visible").first.evaluate(COLOUR) == "rgb(255, 253, 248)", "also in dark mode"

    def places():
        """Return where one taps. Undo is to the left of the button once there is something to undo."""
        send = box(page.locator("[id^=send]:visible"))
        return [send["y"], send["x"] + send["width"], *(box(page.locator(each)) for each in (".city-strip", CITIES))]

    before, foot = places(), box(page.locator(".act:visible"))
    boxes = [box(each) for each in page.locator(f"{CITIES} td").all()]
    assert len(boxes) == 30
    assert max(each["y"] + each["height"] for each in boxes) <= foot["y"]
    assert min(each[side] for each in boxes for side in ("width", "height")) >= 48
    assert foot["y"] + foot["height"] == SMALL["height"]
    assert [each["x"] for each in boxes] == [box(each)["x"] for each in page.locator(".standing").all()] * 5
    keys = page.locator(f"{CITIES} td:has(input)")
    assert keys.count() == 5 + sum(len(lying(page, other)) for other in LONG[1:])
    target(page, "Donny", "Hitman").tap()
    page.locator("[id^=send]:visible").tap()
    expect(turn(page, LONG[1])).to_be_visible()
    assert places() == before
    gone, come = target(page, "Anneli", "Smuggler"), own(page, "Caporegime")
    for each, mark in ((gone, '"✗"'), (come, '"✓"')):
        each.tap()
        assert each.locator("..").locator(".mafioso-card").evaluate(MARK) == mark
    expect(effect(page)).to_be_in_viewport(ratio=1)
    expect(page.locator("[id^=send]:visible")).to_be_in_viewport(ratio=1)
    page.locator("[id^=send]:visible").tap()
    expect(turn(page, LONG[2])).to_be_visible()

    page.locator(".city-foot .send:visible").tap()  # an empty turn right after another
    yes = page.locator(".sure button:visible")
    in_sight(yes)
    expect(page.locator(".notice-stop")).to_be_in_viewport(ratio=1)
    own(page, "Hitman").tap()
    expect(yes).to_be_hidden()
    page.locator("[id^=send]:visible").tap()
    expect(page.locator(".bar-link")).to_have_text("21 entries")
    assert sideways(page) <= 0


def pages(page, server):
    """Open the pages specific to this title, yielding after each one."""
    first, second = LONG[:2]
    opened(page, server, (first, second), *(each for mafioso in MAFIOSI[:4] for each in (mafioso, mafioso)))
    page.locator("summary:visible", has_text="Who does what?").click()
    assert page.locator(".jobs:visible dt").all_inner_texts() == list(MAFIOSI)
    alone(page).click()
    chip(page, first).click()
    own(page, "Smuggler").focus()
    own(page, "Smuggler").tap()
    target(page, second, "Don").tap()
    expect(effect(page)).to_contain_text("End the turn to win")
    yield "everything open, and a turn that wins"
    page.locator("[id^=send]:visible").first.tap()
    expect(winner(page, first)).to_be_visible()
    yield "the result, with the cities"
    page.goto(f"{page.url}/plays")
    follow(page.locator("#play-3 a"))
    own(page, "Hitman").tap()
    yield "a correction"


def test_every_page_passes_axe_and_fits_a_small_phone(device, server, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page, server), axe) == []
