"""Carta Nostra on a phone: cities by touch, one tap for the winner, an evening of games."""

import dataclasses
import re
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.browser.steps import follow, scrolls, settle

SMALL = {"width": 360, "height": 640}
LONG = (
    "Anneli", "Maximiliane-Theodora von und zu Rappolts", "Benedikta-Rosalind Oberhuberlechner", "Donny",
    "Friedrichwilhelmine-Charlotte Antoinette", "Zoë",
)  # fmt: skip
TARGETS = "a, button, summary, input:not([type=hidden], .mafioso *, .check *), label.mafioso, label.check"
TOO_SMALL = """targets => [...document.querySelectorAll(targets)].flatMap(each => {
  const box = each.getBoundingClientRect();
  const small = box.width < 47.9 || box.height < 47.9;
  return box.width > 1 && small ? [[each.outerHTML.slice(0, 120), box.width, box.height]] : [];
})"""
TOO_WIDE = """() => {
  const main = document.getElementById("main");
  const out = [...main.querySelectorAll("*")].filter(each => !each.closest(".visually-hidden, .scores-frame")
    && each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 120));
  return main.scrollWidth > main.clientWidth ? ["main scrolls", ...out] : out;
}"""


@pytest.fixture
def clock(server):
    """Let a minute go by whenever the app asks for the time."""
    minutes = count()
    start = datetime(2026, 2, 1, 20, 15, tzinfo=UTC)
    desk = server.app.extensions["desk"]
    server.app.extensions["desk"] = dataclasses.replace(desk, clock=lambda: start + timedelta(minutes=next(minutes)))


def add(page, *names, seated=0):
    for number, name in enumerate(names, seated):
        page.get_by_label("Name of a new player").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator(f"#name-{number}")).to_have_value(name)


def begin(page, first):
    page.get_by_role("button", name="Begin Carta Nostra").click()
    expect(turn(page, first)).to_be_visible()


def sit_down(page, *names):
    """Begin a game of these players, from the start page."""
    follow(page.locator(".tile-carta-nostra"))
    add(page, *names)
    begin(page, names[0])


def seated(page):
    return [field.input_value() for field in page.locator(".seat-name .field").all()]


def turn(page, name):
    return page.get_by_role("heading", name=f"{name}'s city")


def own(page, mafioso):
    return page.locator(".city-own").get_by_role("radio", name=mafioso)


def target(page, player, mafioso):
    return page.get_by_role("group", name=player).get_by_role("radio", name=mafioso)


def choose(page, lays=None, takes=None):
    """Tap who comes into the city, and whom a Hitman takes out of somebody else's."""
    if lays:
        own(page, lays).tap()
    if takes:
        target(page, *takes).tap()


def end_turn(page, name):
    page.get_by_role("button", name=f"End {name}'s turn").tap()


def play(page, name, then, lays=None, takes=None):
    """Enter a whole turn, and wait until it is the next player's."""
    choose(page, lays, takes)
    end_turn(page, name)
    expect(turn(page, then)).to_be_visible()


def effect(page):
    return page.locator("[data-part=effect]")


def fault(page):
    return page.locator("[data-part=fault]")


def warning(page):
    return page.locator(".notice-stop", has_text="one step from winning")


def winner(page):
    return page.locator(".winner h2")


def counts(city):
    """Return how many of each Mafioso a city shows: nothing for those who are not lit."""
    return [
        card.locator(".mafioso-count").inner_text() if "lit" in card.get_attribute("class") else ""
        for card in city.locator(".mafioso").all()
    ]


def aid(page):
    return page.locator("summary", has_text="What do the Mafiosi do?")


def plays(page, number):
    return page.locator(".bar-link", has_text=re.compile(rf"^{number} plays?$"))


def wins(page, name):
    page.get_by_role("button", name=f"{name} has won").tap()
    expect(winner(page)).to_have_text(f"{name} is the new Don")


def sideways(page):
    """Return what is wider than the screen."""
    page_itself = [["the page scrolls", scrolls(page)[0]]] if scrolls(page)[0] > 0 else []
    return page_itself + [[each] for each in page.evaluate(TOO_WIDE)]


def three_sit_down(page):
    sit_down(page, "Anneli", "Benito", "Carla")


def round_of_three(page, *turns):
    """Enter a turn for each of the three: who comes in, and who is taken out of whose city."""
    names = ("Anneli", "Benito", "Carla")
    for seat, (lays, takes) in enumerate(turns):
        play(page, names[seat], names[(seat + 1) % 3], lays, takes)


def nearly_won(page):
    """Play until only the Smuggler is missing in Anneli's city; it is her turn."""
    three_sit_down(page)
    round_of_three(page, ("Caporegime", None), ("Don", None), ("Consigliere", None))
    round_of_three(page, ("Don", None), ("Don", None), (None, None))
    round_of_three(page, ("Consigliere", None), ("Smuggler", ("Anneli", "Don")), ("Hitman", ("Benito", "Don")))
    round_of_three(page, ("Don", None), (None, None), (None, None))
    expect(warning(page)).to_have_count(0)
    play(page, "Anneli", "Benito", "Hitman")
    expect(warning(page)).to_have_text("Anneli is one step from winning: the Smuggler is missing.")
    play(page, "Benito", "Carla", "Don")
    expect(warning(page)).to_be_visible()


def four_of_five(page, *after):
    """Play until only the Smuggler is missing in Anneli's city, in a game of two; and the turns after that."""
    sit_down(page, "Anneli", "Benito")
    for mafioso in ("Caporegime", "Don", "Consigliere", "Hitman"):
        play(page, "Anneli", "Benito", mafioso)
        play(page, "Benito", "Anneli")
    for number, mafioso in enumerate(after):
        play(page, ("Anneli", "Benito")[number % 2], ("Benito", "Anneli")[number % 2], mafioso)


def test_a_whole_game_by_touch(phone):
    nearly_won(phone)
    anneli = phone.get_by_role("group", name="Anneli 4 of 5")
    assert counts(anneli) == ["×1", "×1", "×1", "×1", ""]
    assert counts(phone.get_by_role("group", name="Benito 2 of 5")) == ["", "×2", "", "", "×1"]
    play(phone, "Carla", "Anneli", None, ("Anneli", "Hitman"))
    expect(warning(phone)).to_have_count(0)
    assert counts(phone.locator(".city-own")) == ["×1", "×1", "×1", "", ""]
    play(phone, "Anneli", "Benito", "Hitman")
    play(phone, "Benito", "Carla")
    play(phone, "Carla", "Anneli")
    expect(warning(phone)).to_be_visible()
    choose(phone, "Smuggler", ("Carla", "Hitman"))
    expect(effect(phone)).to_contain_text("End the turn to win")
    expect(winner(phone)).to_have_count(0)
    end_turn(phone, "Anneli")
    expect(winner(phone)).to_have_text("Anneli is the new Don")
    assert counts(phone.get_by_role("group", name="Anneli")) == ["×1"] * 5
    assert counts(phone.get_by_role("group", name="Carla")) == ["", "", "×1", "", ""]


def test_without_scripts(device):
    page = device(java_script_enabled=False)
    four_of_five(page)
    own(page, "Don").tap()
    page.get_by_role("button", name="Clear").tap()
    expect(own(page, "Don")).not_to_be_checked()
    aid(page).tap()
    expect(page.get_by_text("Removes one Mafioso of your choice from another player's city.")).to_be_visible()
    play(page, "Anneli", "Benito", "Don")
    play(page, "Benito", "Anneli", "Smuggler", ("Anneli", "Hitman"))
    expect(warning(page)).to_have_count(0)
    play(page, "Anneli", "Benito", "Hitman")
    play(page, "Benito", "Anneli")
    choose(page, "Smuggler", ("Benito", "Smuggler"))
    end_turn(page, "Anneli")
    expect(winner(page)).to_have_text("Anneli is the new Don")
    rematch(page, "Anneli")
    expect(turn(page, "Anneli")).to_be_visible()
    page.get_by_role("button", name="Benito has won").tap()
    expect(winner(page)).to_have_text("Benito is the new Don")


def test_one_tap_on_the_winner_and_its_undo(phone):
    three_sit_down(phone)
    expect(phone.get_by_role("button", name="Benito has won")).to_be_in_viewport()
    wins(phone, "Benito")
    expect(phone.get_by_text("The cities at the end")).to_have_count(0)
    settle(phone)
    phone.get_by_role("button", name="Undo Benito's victory").tap()
    expect(turn(phone, "Anneli")).to_be_visible()
    settle(phone)
    phone.get_by_role("button", name="Redo Benito's victory").tap()
    expect(winner(phone)).to_have_text("Benito is the new Don")


def test_one_tap_on_the_winner_is_at_hand_while_cities_are_followed(phone):
    three_sit_down(phone)
    play(phone, "Anneli", "Benito", "Don")
    phone.locator("summary", has_text="Just record the winner").tap()
    wins(phone, "Carla")
    settle(phone)
    phone.get_by_role("button", name="Undo Carla's victory").tap()
    expect(turn(phone, "Benito")).to_be_visible()
    assert counts(phone.get_by_role("group", name="Anneli")) == ["", "×1", "", "", ""]


def order(page):
    """Return who sits at the table, whoever begins first."""
    return [name.split(" ")[-1] for name in page.locator(".standing-name").all_inner_texts()]


def rematch(page, first):
    follow(page.get_by_role("link", name=f"Rematch, {first} first"))
    expect(page.locator("#name-0")).to_have_value(first)
    page.get_by_role("button", name="Begin Carta Nostra").tap()
    expect(turn(page, first)).to_be_visible()


def evening(page):
    """Return what is said of the evening: everybody's wins, and the sentence below them."""
    said = page.get_by_role("region", name="This evening")
    return [*said.locator("li").all_inner_texts(), said.locator("p").inner_text()]


@pytest.mark.usefixtures("clock")
def test_an_evening_of_games(phone):
    three_sit_down(phone)
    wins(phone, "Benito")
    expect(phone.get_by_role("region", name="This evening")).to_have_count(0)
    rematch(phone, "Benito")
    assert order(phone) == ["Benito", "Carla", "Anneli"]
    wins(phone, "Benito")
    assert evening(phone) == ["2 Benito", "0 Carla", "0 Anneli", "Wins in 2 games. Benito has won 2 in a row."]
    rematch(phone, "Benito")
    wins(phone, "Anneli")
    assert evening(phone) == ["2 Benito", "1 Anneli", "0 Carla", "Wins in 3 games."]
    rematch(phone, "Anneli")
    assert order(phone) == ["Anneli", "Benito", "Carla"]


def known_sit_down(page, *names):
    """Sit down by one tap for each who has played before."""
    page.locator(".tile-carta-nostra").click()
    for number, name in enumerate(names):
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.locator(f"#name-{number}")).to_have_value(name)


@pytest.mark.usefixtures("clock")
def test_the_order_that_begins_with_the_last_winner_is_taken_with_one_tap(phone):
    three_sit_down(phone)
    wins(phone, "Carla")
    follow(phone.get_by_role("link", name="All games"))
    expect(phone.locator(".game")).to_contain_text("★")
    known_sit_down(phone, "Anneli", "Benito")
    expect(phone.get_by_text("won most recently")).to_have_count(0)
    phone.get_by_role("button", name="Carla", exact=True).tap()
    expect(phone.get_by_text("Carla won most recently and would begin: Carla, Anneli, Benito.")).to_be_visible()
    phone.get_by_role("button", name="Sit in this order").tap()
    expect(phone.get_by_text("Carla won most recently and begins.")).to_be_visible()
    assert seated(phone) == ["Carla", "Anneli", "Benito"]
    expect(phone.get_by_role("button", name="Sit in this order")).to_have_count(0)
    begin(phone, "Carla")


def test_new_players_are_told_of_nobody_who_won(phone):
    phone.locator(".tile-carta-nostra").click()
    add(phone, "Anneli", "Benito")
    expect(phone.get_by_text("won most recently")).to_have_count(0)
    expect(phone.get_by_text("Whoever last saw a film about the Mafia sits first")).to_be_visible()


def test_the_player_aid_is_there_in_one_tap(phone):
    three_sit_down(phone)
    play(phone, "Anneli", "Benito", "Don")
    expect(aid(phone)).to_be_in_viewport()
    aid(phone).tap()
    jobs = phone.locator(".jobs")
    assert jobs.locator("dt").all_inner_texts() == ["Caporegime", "Don", "Consigliere", "Hitman", "Smuggler"]
    expect(jobs).to_contain_text("Removes one Mafioso of your choice from another player's city.")
    expect(phone.locator(".aid").get_by_text("More than 10 cards?")).to_be_visible()
    expect(effect(phone)).to_contain_text("More than 10 cards?")


def test_nobody_clears_what_was_chosen(phone):
    three_sit_down(phone)
    play(phone, "Anneli", "Benito", "Don")
    before = effect(phone).inner_text()
    choose(phone, "Hitman", ("Anneli", "Don"))
    expect(effect(phone)).to_contain_text("A Hitman comes into the city, and a Hitman removes Anneli's Don")
    phone.get_by_role("button", name="Clear").tap()
    expect(effect(phone)).to_contain_text("More than 10 cards?")
    assert effect(phone).inner_text() == before
    expect(phone.locator(":checked")).to_have_count(0)
    play(phone, "Benito", "Carla")
    assert counts(phone.get_by_role("group", name="Anneli")) == ["", "×1", "", "", ""]


def test_another_mafioso_takes_the_place_of_the_one_tapped_before(phone):
    three_sit_down(phone)
    for mafioso in ("Hitman", "Smuggler"):
        own(phone, mafioso).tap()
        expect(effect(phone)).to_contain_text(f"A {mafioso} comes into the city")
    play(phone, "Anneli", "Benito")
    assert counts(phone.get_by_role("group", name="Anneli")) == ["", "", "", "", "×1"]


def test_a_turn_out_of_turn_is_taken_and_remarked(phone):
    three_sit_down(phone)
    phone.locator(".standing", has_text="Carla").click()
    expect(turn(phone, "Carla")).to_be_visible()
    expect(phone.get_by_text("not their turn")).to_be_visible()
    play(phone, "Carla", "Anneli", "Don")
    expect(phone.get_by_text("Carla played; it was Anneli's turn.")).to_be_visible()
    assert counts(phone.get_by_role("group", name="Carla")) == ["", "×1", "", "", ""]


LABELS = {
    "lays": "Comes into the city",
    "of": "from the city of",
    "takes": "Mafioso",
}


def correct(page, number, **fields):
    """Go from the list of plays to one of them, and change it."""
    follow(page.locator(f"#play-{number} a"))
    for field, value in fields.items():
        page.get_by_label(LABELS[field]).select_option(value)
    page.get_by_role("button", name="Save").tap()


def test_a_corrected_turn_makes_the_win_fall_away_and_come_back(phone):
    four_of_five(phone)
    choose(phone, "Smuggler")
    end_turn(phone, "Anneli")
    expect(winner(phone)).to_be_visible()
    correct(phone, 3, lays="Hitman")
    follow(phone.get_by_role("link", name="Back to the table"))
    expect(turn(phone, "Benito")).to_be_visible()
    expect(warning(phone)).to_have_text("Anneli is one step from winning: the Don is missing.")
    assert counts(phone.get_by_role("group", name="Anneli")) == ["×1", "", "×1", "×2", "×1"]
    follow(phone.locator(".bar-link"))
    correct(phone, 3, lays="Don")
    expect(phone.locator(".log-line", has_text="All five: Anneli wins")).to_be_visible()
    follow(phone.get_by_role("link", name="Back to the table"))
    expect(winner(phone)).to_have_text("Anneli is the new Don")


def test_a_corrected_turn_that_wins_strikes_what_came_after(phone):
    four_of_five(phone, "Don", "Smuggler")
    follow(phone.locator(".bar-link"))
    follow(phone.locator("#play-9 a"))
    phone.get_by_label(LABELS["lays"]).select_option("Smuggler")
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_role("alert")).to_contain_text("Nothing was saved")
    phone.get_by_role("button", name="Save, and delete these plays").tap()
    expect(phone.locator(".log-line")).to_have_count(9)
    follow(phone.get_by_role("link", name="Back to the table"))
    expect(winner(phone)).to_have_text("Anneli is the new Don")


def test_a_correction_that_cannot_be_says_why_and_keeps_what_was_chosen(phone):
    three_sit_down(phone)
    play(phone, "Anneli", "Benito", "Don")
    follow(phone.locator(".bar-link"))
    correct(phone, "A Don comes", of="Benito")
    expect(phone.locator(".fault")).to_have_text("Fill this in too, or clear what belongs to it.")
    expect(phone.get_by_label(LABELS["of"])).to_have_value("1")
    phone.get_by_label(LABELS["takes"]).select_option("Hitman")
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_role("alert")).to_have_text("No Hitman has come into Benito's city.")
    expect(phone.get_by_label(LABELS["of"])).to_have_value("1")
    expect(phone.get_by_label(LABELS["takes"])).to_have_value("hitman")


def two_phones(device):
    """Return two devices at the same game of two: Anneli has a Don, and it is Benito's turn."""
    one, other = device(), device()
    sit_down(one, "Anneli", "Benito")
    play(one, "Anneli", "Benito", "Don")
    other.goto(one.url)
    return one, other


def test_somebody_who_meanwhile_lies_there_no_more_stays_chosen_with_the_reason(device):
    one, other = two_phones(device)
    choose(one, "Hitman", ("Anneli", "Don"))
    follow(other.locator(".bar-link"))
    correct(other, "A Don comes", lays="Smuggler")
    expect(other.locator(".log-line")).to_contain_text("A Smuggler comes")
    end_turn(one, "Benito")
    expect(one.get_by_role("alert").first).to_contain_text("Not entered: Benito Hitman Anneli Don.")
    expect(fault(one)).to_have_text("No Don has come into Anneli's city.")
    expect(own(one, "Hitman")).to_be_checked()
    expect(target(one, "Anneli", "Don")).to_be_checked()
    end_turn(one, "Benito")
    expect(plays(one, 1)).to_be_visible()
    expect(fault(one)).to_have_text("No Don has come into Anneli's city.")
    expect(own(one, "Hitman")).to_be_checked()
    follow(one.get_by_role("link", name="Clear"))
    expect(one.locator(":checked")).to_have_count(0)
    play(one, "Benito", "Anneli", "Hitman", ("Anneli", "Smuggler"))


def test_a_turn_that_another_phone_has_entered_is_not_entered_again(device):
    one, other = two_phones(device)
    choose(one, "Hitman", ("Anneli", "Don"))
    play(other, "Benito", "Anneli", None, ("Anneli", "Don"))
    end_turn(one, "Benito")
    expect(turn(one, "Anneli")).to_be_visible()
    expect(one.get_by_role("alert").first).to_contain_text("Meanwhile: Benito's turn was entered.")
    expect(one.locator(":checked")).to_have_count(0)
    expect(plays(one, 2)).to_be_visible()


def refused(page):
    """End a turn that no page offers: taking somebody out who does not lie there."""
    page.locator("[name=liquidated]").first.evaluate("radio => radio.value = radio.value.replace(/:.*/, ':smuggler')")
    page.locator("[name=liquidated]").first.check(force=True)
    page.locator("#send").click()
    expect(page.get_by_role("alert")).to_contain_text("No Smuggler has come into")


def pages(page):
    """Walk through every page of this game, yielding after each."""
    first, second = LONG[0], LONG[1]
    follow(page.locator(".tile-carta-nostra"))
    yield "nobody sits down yet"
    add(page, first, second)
    begin(page, first)
    yield "an empty table"
    wins(page, second)
    yield "who won, and nothing else"
    follow(page.get_by_role("link", name="All games"))
    yield "home, with a game without points"
    known_sit_down(page, first, second)
    expect(page.locator("#first")).to_be_visible()
    yield "who would begin"
    page.locator("#name-1").fill(first.upper())
    page.get_by_role("button", name="Begin Carta Nostra").click()
    expect(page.locator(".fault").first).to_be_visible()
    yield "a name that sits there twice"
    follow(page.get_by_role("link", name="All games"))
    known_sit_down(page, first, second)
    page.locator("#first").click()
    expect(page.locator("#name-0")).to_have_value(second)
    yield "who begins"
    begin(page, second)
    for mafioso in ("Caporegime", "Don", "Consigliere", "Hitman"):
        play(page, second, first, mafioso)
        play(page, first, second, mafioso)
    yield "both one step from winning"
    aid(page).click()
    page.locator(".jobs").scroll_into_view_if_needed()
    yield "the player aid"
    page.locator("summary", has_text="Just record the winner").click()
    own(page, "Smuggler").focus()
    choose(page, "Smuggler", (first, "Don"))
    expect(effect(page)).to_contain_text("End the turn to win")
    yield "everything open, and a turn that wins"
    page.locator("#send").scroll_into_view_if_needed()
    refused(page)
    yield "a turn that is refused"
    follow(page.get_by_role("link", name="Clear"))
    follow(page.locator(".standing", has_text=first))
    yield "somebody who is not on turn"
    play(page, first, second, "Don")
    yield "out of turn"
    follow(page.locator(".bar-link"))
    yield "every play"
    follow(page.locator("#play-1 a"))
    yield "putting a turn right"
    page.get_by_label(LABELS["of"]).select_option(first)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".fault")).to_be_visible()
    yield "a turn put half right"
    follow(page.get_by_role("link", name="Insert a play before"))
    yield "putting one in"
    follow(page.get_by_role("link", name="Cancel"))
    follow(page.get_by_role("link", name="Back to the table"))
    play(page, second, first, takes=(first, "Caporegime"))
    follow(page.locator(".bar-link"))
    follow(page.locator("#play-2 a"))
    page.get_by_label(LABELS["lays"]).select_option("Hitman")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".conflicts")).to_be_visible()
    yield "a later turn in the way"
    follow(page.get_by_role("link", name="Cancel"))
    follow(page.get_by_role("link", name="Back to the table"))
    play(page, first, second)
    choose(page, "Smuggler")
    end_turn(page, second)
    expect(winner(page)).to_be_visible()
    yield "the result, with the cities and the evening"


def test_axe_finds_nothing_in_light_and_dark(device, axe):
    page, found = device(), []
    for name in pages(page):
        try:
            axe(page)
        except AssertionError as error:
            found.append((name, str(error)))
    assert found == []


def test_nothing_scrolls_sideways_and_targets_are_48_pixels_on_a_small_phone(device):
    page, wide, small = device(viewport=SMALL), [], []
    reader = page.context.new_cdp_session(page)
    for name in pages(page):
        wide += [(name, *each) for each in sideways(page)]
        small += [(name, *each) for each in page.evaluate(TOO_SMALL, TARGETS)]
        reader.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})  # 200 percent
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        wide += [(name, "large text", *each) for each in sideways(page)]
        reader.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    assert (wide, small) == ([], [])


def test_six_with_long_names_fit_a_small_phone(device):
    page, wide, small = device(viewport=SMALL), [], []
    sit_down(page, *LONG)
    for seat, name in enumerate(LONG):
        wide += [(name, *each) for each in sideways(page)]
        small += [(name, *each) for each in page.evaluate(TOO_SMALL, TARGETS)]
        takes = (LONG[seat - 1], "Don") if seat % 2 else None
        play(page, name, LONG[(seat + 1) % 6], "Don", takes)
    aid(page).tap()
    choose(page, "Don", (LONG[1], "Don"))
    expect(effect(page)).to_contain_text("and a Hitman removes")
    wide += [("chosen", *each) for each in sideways(page)]
    small += [("chosen", *each) for each in page.evaluate(TOO_SMALL, TARGETS)]
    page.locator("summary", has_text="Just record the winner").tap()
    small += [("all names", *each) for each in page.evaluate(TOO_SMALL, TARGETS)]
    wins(page, LONG[4])
    wide += [("result", *each) for each in sideways(page)]
    assert (wide, small) == ([], [])


def test_the_end_of_a_turn_is_in_sight_with_six_players_on_a_small_phone(device):
    page = device(viewport=SMALL)
    sit_down(page, *LONG)
    expect(page.get_by_role("button", name="Anneli has won")).to_be_in_viewport()
    play(page, LONG[0], LONG[1], "Don")
    expect(page.locator("#send")).to_be_in_viewport(ratio=1)
    target(page, LONG[0], "Don").scroll_into_view_if_needed()
    target(page, LONG[0], "Don").tap()
    expect(page.locator("#send")).to_be_in_viewport(ratio=1)
    expect(target(page, LONG[0], "Don")).to_be_in_viewport(ratio=1)


def test_in_german(device):
    page = device(locale="de-DE")
    page.locator(".tile-carta-nostra").click()
    for number, name in enumerate(("Anneli", "Benito")):
        page.locator("#new").fill(name)
        page.locator("#add").click()
        expect(page.locator(f"#name-{number}")).to_have_value(name)
    page.locator("#begin").click()
    expect(page.locator("#send")).to_contain_text("Zug")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator(".city-own [value=don]").tap()
    expect(effect(page)).to_contain_text("Ein Don kommt in die Stadt")
    page.locator("#send").tap()
    expect(page.locator(".bar-link")).to_have_text("1 Zug")
    page.locator(".aid summary").tap()
    expect(page.locator(".jobs")).to_contain_text("Stadt")
    page.locator("summary").last.tap()
    page.locator(".winners .chip").last.tap()
    expect(winner(page)).to_contain_text("Benito ist der neue Don")
