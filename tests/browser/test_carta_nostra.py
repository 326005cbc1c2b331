"""Carta Nostra on a phone: cities by touch, what a second tap does not do, the winner alone, an evening of games."""

import dataclasses
import re
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from playwright.sync_api import expect

from scorekeeper.desk import changes
from scorekeeper.desk.changes import Submission
from scorekeeper.rulebooks.carta_nostra.turn import Turn
from tests.browser.steps import SMALL, TARGETS, TOO_SMALL, Taps, box, follow, scrolls, settle, started, tap_twice, walk

MAFIOSI = ("Caporegime", "Don", "Consigliere", "Hitman", "Smuggler")
LONG = (
    "Anneli", "Maximiliane-Theodora von und zu Rappolts", "Benedikta-Rosalind Oberhuberlechner", "Donny",
    "Friedrichwilhelmine-Charlotte Antoinette", "Zoë",
)  # fmt: skip
TOO_WIDE = """() => {
  const main = document.getElementById("main");
  const out = [...main.querySelectorAll("*")].filter(each => !each.closest(".visually-hidden, .scores-frame")
    && each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 120));
  return main.scrollWidth > main.clientWidth ? ["main scrolls", ...out] : out;
}"""


@pytest.fixture(autouse=True)
def clock(server):
    """Let a minute go by whenever the app asks for the time, and return what stops it."""
    minutes = count()
    start = datetime(2026, 2, 1, 20, 15, tzinfo=UTC)
    desk = server.app.extensions["desk"]

    def now_is(clock):
        server.app.extensions["desk"] = dataclasses.replace(desk, clock=clock)

    def stop():
        now = start + timedelta(minutes=next(minutes))
        now_is(lambda: now)

    now_is(lambda: start + timedelta(minutes=next(minutes)))
    return stop


@pytest.fixture
def game(server):
    """Begin games of which some turns are entered already: who comes in, and who is taken out of whose city."""

    def begun(*names, turns=()):
        desk = server.app.extensions["desk"]
        rulebook = desk.rulebooks["carta-nostra"]
        made = changes.begin(desk, rulebook, rulebook.table(names, {}), Submission(f"begun-by-{names}", ""))
        for number, (lays, takes) in enumerate(turns):
            hit = takes and {"player": names.index(takes[0]), "mafioso": takes[1].lower()}
            turn = Turn(number % len(names), lays and lays.lower(), hit)
            changes.enter(desk, made, [turn], Submission(f"{made} {number}", "", number + 1))
        return f"{server.address}/games/{made}"

    return begun


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
    page.goto("/")
    follow(page.locator(".tile-carta-nostra"))
    add(page, *names)
    begin(page, names[0])


def seated(page):
    return [field.input_value() for field in page.locator(".seat-name .field").all()]


def panel(page):
    """Return the form of the player whose panel is open, or whose turn is corrected."""
    return page.locator(".city-form:visible")


def button(page):
    return page.locator("[id^=send]:visible")


def turn(page, name):
    return page.get_by_role("heading", name=f"{name}'s city")


def own(page, mafioso):
    return panel(page).locator(".city-own").get_by_role("radio", name=mafioso)


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


def no_change(page):
    settle(page)
    page.get_by_role("button", name="No change: next player", exact=True).tap()


def play(page, name, then, lays=None, takes=None):
    """Enter a whole turn, and wait until it is the next player's."""
    choose(page, lays, takes)
    if lays or takes:
        end_turn(page, name)
    else:
        no_change(page)
    expect(turn(page, then)).to_be_visible()


def effect(page):
    return panel(page).locator(".effect")


def fault(page):
    return panel(page).locator("[data-part^=fault]")


def warning(page):
    return page.locator(".last-turn-close")


def winner(page):
    return page.locator(".winner h2")


def lying(city):
    """Return who lies in a city as the page shows it, and how many."""
    return {
        card.locator(".mafioso-name").inner_text(): card.locator(".mafioso-count").inner_text()
        for card in city.locator(".mafioso.lit").all()
    }


def aid(page):
    return page.locator("summary:visible", has_text="What do the Mafiosi do?")


def plays(page, number):
    return page.locator(".bar-link", has_text=re.compile(rf"^{number} plays?$"))


def wins(page, name):
    """Record the winner alone."""
    tap = Taps()
    tap(page.locator("summary", has_text="Just record the winner"))
    tap(chip(page, name))
    tap(page.get_by_role("button", name=f"{name} has won"))
    assert tap.printed("the winner alone recorded") == 3
    expect(winner(page)).to_have_text(f"{name} is the new Don")


def chip(page, name):
    return page.locator(".winners .chip", has_text=name)


def sideways(page):
    """Return what is wider than the screen."""
    page_itself = [["the page scrolls", scrolls(page)[0]]] if scrolls(page)[0] > 0 else []
    return page_itself + [[each] for each in page.evaluate(TOO_WIDE)]


def round_of_three(page, *turns):
    """Enter a turn for each of the three: who comes in, and who is taken out of whose city."""
    names = ("Anneli", "Benito", "Carla")
    for seat, (lays, takes) in enumerate(turns):
        play(page, names[seat], names[(seat + 1) % 3], lays, takes)


def nearly_won(page):
    """Play until only the Smuggler is missing in Anneli's city; it is her turn."""
    sit_down(page, "Anneli", "Benito", "Carla")
    round_of_three(page, ("Caporegime", None), ("Don", None), ("Consigliere", None))
    round_of_three(page, ("Don", None), ("Don", None), ("Hitman", None))
    round_of_three(page, ("Consigliere", None), ("Smuggler", ("Anneli", "Don")), (None, ("Benito", "Don")))
    round_of_three(page, ("Don", None), (None, None), ("Consigliere", None))
    expect(warning(page)).to_have_count(0)
    play(page, "Anneli", "Benito", "Hitman")
    expect(warning(page)).to_have_text("Anneli is one step from winning: the Smuggler is missing.")
    play(page, "Benito", "Carla", "Don")
    expect(warning(page)).to_be_visible()


def four_of_five(*after):
    """The turns of two until only the Smuggler is missing in the first one's city; and who comes in after that."""
    turns = ("Caporegime", None, "Don", None, "Consigliere", None, "Hitman", None, *after)
    return [(mafioso, None) for mafioso in turns]


def test_a_whole_game_by_touch(phone):
    nearly_won(phone)
    anneli = phone.get_by_role("group", name="Anneli 4 of 5")
    assert lying(anneli) == dict.fromkeys(("Caporegime", "Don", "Consigliere", "Hitman"), "×1")
    assert lying(phone.get_by_role("group", name="Benito 2 of 5")) == {"Don": "×2", "Smuggler": "×1"}
    play(phone, "Carla", "Anneli", None, ("Anneli", "Hitman"))
    expect(warning(phone)).to_have_count(0)
    assert lying(phone.locator(".city-own:visible")) == dict.fromkeys(("Caporegime", "Don", "Consigliere"), "×1")
    play(phone, "Anneli", "Benito", "Hitman")
    play(phone, "Benito", "Carla")
    play(phone, "Carla", "Anneli", "Don")
    expect(warning(phone)).to_be_visible()
    choose(phone, "Smuggler", ("Carla", "Hitman"))
    expect(effect(phone)).to_contain_text("End the turn to win")
    expect(winner(phone)).to_have_count(0)
    phone.get_by_role("button", name="Anneli wins: end the game").tap()
    expect(winner(phone)).to_have_text("Anneli is the new Don")
    assert lying(phone.get_by_role("group", name="Anneli")) == dict.fromkeys(MAFIOSI, "×1")
    assert lying(phone.get_by_role("group", name="Carla")) == {"Don": "×1", "Consigliere": "×2"}


def test_a_second_tap_on_the_button_writes_no_turn_of_the_next_player(phone, game):
    phone.goto(game("Anneli", "Benito", "Carla", turns=[("Don", None), ("Hitman", None)]))
    started(phone)
    for number, (at_once, then) in enumerate(((True, "Anneli"), (False, "Benito"), (False, "Carla")), 3):
        own(phone, "Smuggler").tap()
        tap_twice(phone, "[id^=send]", at_once=at_once)
        expect(turn(phone, then)).to_be_visible()
        expect(plays(phone, number)).to_be_visible()
    own(phone, "Don").tap()
    end_turn(phone, "Carla")
    expect(turn(phone, "Anneli")).to_be_visible()
    choose(phone, "Hitman")  # whoever taps a Mafioso has seen the page: nothing that is filled in falls on deaf ears
    end_turn(phone, "Anneli")
    expect(turn(phone, "Benito")).to_be_visible()
    play(phone, "Benito", "Carla")


def test_an_empty_turn_at_once_after_the_last_is_asked_about(phone, game, clock):
    phone.goto(game("Anneli", "Benito", "Carla"))
    clock()
    play(phone, "Anneli", "Benito", "Don")
    no_change(phone)
    expect(phone.get_by_role("alert").first).to_have_text(
        "Benito's turn: no change? The last entry was only a moment ago."
    )
    expect(plays(phone, 1)).to_be_visible()
    settle(phone)
    phone.get_by_role("button", name="Yes, no change: next player").tap()
    expect(turn(phone, "Carla")).to_be_visible()
    no_change(phone)
    yes = phone.get_by_role("button", name="Yes, no change: next player")
    expect(yes).to_be_visible()
    choose(phone, "Hitman")
    expect(yes).to_be_hidden()
    end_turn(phone, "Carla")
    expect(turn(phone, "Anneli")).to_be_visible()
    expect(plays(phone, 3)).to_be_visible()


def test_with_five_everybody_that_can_be_hit_is_on_the_first_screen_and_nothing_moves_between_turns(phone, game):
    turns = [(MAFIOSI[(number + number // 5) % 5], None) for number in range(20)]
    phone.goto(game("Anneli", "Benito", "Carla", "Donny", "Zoë", turns=turns))
    assert phone.viewport_size == {"width": 390, "height": 664}
    seen = []
    for name, then, takes in (("Anneli", "Benito", ("Carla", "Consigliere")), ("Benito", "Carla", ("Donny", "Don"))):
        boxes = [box(each) for each in phone.locator(".city:not(.city-own) label:visible").all()]
        foot, heading = box(phone.locator(".foot:visible")), box(turn(phone, name))
        assert len(boxes) == 16 - (name == "Benito")
        assert max(each["y"] + each["height"] for each in boxes) <= foot["y"] + 1
        assert min(each["height"] for each in boxes) >= 48
        assert foot["y"] + foot["height"] <= 664
        names = phone.locator(".mafioso-name").evaluate_all("all => all.map(each => getComputedStyle(each).fontSize)")
        assert {float(size.removesuffix("px")) >= 12 for size in names} == {True}
        assert {box(each)["x"] for each in (own(phone, "Caporegime"), phone.locator(".city-name:visible").first)} == {
            heading["x"]
        }
        seen.append(
            [
                box(phone.locator(f"{each}:visible"))
                for each in (".last-turn", ".city-own", ".cities .section", "[id^=send]")
            ]
        )
        play(phone, name, then, takes=takes)
    assert seen[0] == seen[1]
    choose(phone, "Caporegime", ("Anneli", "Don"))
    gone, come = target(phone, "Anneli", "Don").locator(".."), own(phone, "Caporegime").locator("..")
    expect(gone.locator(".mafioso-name")).to_have_css("text-decoration-line", "line-through")
    expect(gone.locator(".mafioso-card")).to_have_css("color", "rgb(160, 50, 36)")
    expect(come.locator(".mafioso-card")).to_have_css("background-color", "rgb(53, 107, 63)")
    settle(phone)
    phone.locator(".last-turn", has_text="Benito: A Hitman").get_by_role("button", name="Undo Benito's turn").tap()
    expect(turn(phone, "Benito")).to_be_visible()


def test_without_scripts(device, game):
    page = device(java_script_enabled=False)
    page.goto(game("Anneli", "Benito", turns=four_of_five()))
    own(page, "Don").tap()
    page.get_by_role("button", name="Clear").tap()
    expect(own(page, "Don")).not_to_be_checked()
    aid(page).tap()
    expect(panel(page).get_by_text("Removes a Mafioso that you pick in another player's city.")).to_be_visible()
    play(page, "Anneli", "Benito", "Don")
    play(page, "Benito", "Anneli", "Smuggler", ("Anneli", "Hitman"))
    expect(warning(page)).to_have_count(0)
    play(page, "Anneli", "Benito", "Hitman")
    play(page, "Benito", "Anneli")
    choose(page, "Smuggler", ("Benito", "Smuggler"))
    end_turn(page, "Anneli")
    expect(winner(page)).to_have_text("Anneli is the new Don")
    rematch(page, "Anneli")
    wins(page, "Benito")


def test_the_winner_alone_is_three_taps_of_which_none_twice_ends_the_game(phone, game):
    phone.goto(game("Anneli", "Benito", "Carla"))
    expect(phone.locator("summary", has_text="Just record the winner")).to_be_in_viewport(ratio=1)
    phone.locator("summary", has_text="Just record the winner").tap()
    for name in ("Benito", "Carla"):
        chip(phone, name).dblclick()
        assert phone.locator(".winners button:visible").all_inner_texts() == [f"{name} has won"]
    phone.get_by_role("button", name="Carla has won").tap()
    expect(winner(phone)).to_have_text("Carla is the new Don")
    expect(phone.get_by_text("The cities at the end")).to_have_count(0)
    settle(phone)
    phone.get_by_role("button", name="Undo Carla's victory").tap()
    expect(turn(phone, "Anneli")).to_be_visible()
    settle(phone)
    phone.get_by_role("button", name="Redo Carla's victory").tap()
    expect(winner(phone)).to_have_text("Carla is the new Don")


def test_the_winner_alone_is_at_hand_while_cities_are_followed(phone, game):
    phone.goto(game("Anneli", "Benito", "Carla", turns=[("Don", None)]))
    wins(phone, "Carla")
    settle(phone)
    phone.get_by_role("button", name="Undo Carla's victory").tap()
    expect(turn(phone, "Benito")).to_be_visible()
    assert lying(phone.get_by_role("group", name="Anneli")) == {"Don": "×1"}


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


def test_an_evening_of_games(phone, game):
    phone.goto(game("Anneli", "Benito", "Carla"))
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


def test_the_order_that_begins_with_the_last_winner_is_taken_with_one_tap(phone, game):
    phone.goto(game("Anneli", "Benito", "Carla"))
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
    phone.goto("/")
    phone.locator(".tile-carta-nostra").click()
    add(phone, "Anneli", "Benito")
    expect(phone.get_by_text("won most recently")).to_have_count(0)
    expect(phone.get_by_text("Whoever last saw a film about the Mafia sits first")).to_be_visible()


def test_the_player_aid_is_there_in_one_tap(phone, game):
    phone.goto(game("Anneli", "Benito", "Carla", turns=[("Don", None)]))
    expect(aid(phone)).to_be_in_viewport()
    aid(phone).tap()
    jobs = phone.locator(".jobs:visible")
    assert jobs.locator("dt").all_inner_texts() == ["Caporegime", "Don", "Consigliere", "Hitman", "Smuggler"]
    expect(jobs).to_contain_text("Removes a Mafioso that you pick in another player's city.")
    expect(phone.locator(".aid:visible").get_by_text("More than 10 cards?")).to_be_visible()
    expect(effect(phone)).to_contain_text("More than 10 cards?")


def test_nobody_clears_what_was_chosen(phone, game):
    phone.goto(game("Anneli", "Benito", "Carla", turns=[("Don", None)]))
    before = effect(phone).inner_text()
    choose(phone, "Hitman", ("Anneli", "Don"))
    expect(effect(phone)).to_contain_text("A Hitman comes into the city, and a Hitman removes Anneli's Don")
    phone.get_by_role("button", name="Clear").tap()
    expect(effect(phone)).to_contain_text("More than 10 cards?")
    assert effect(phone).inner_text() == before
    expect(phone.locator(":checked")).to_have_count(0)
    play(phone, "Benito", "Carla")
    assert lying(phone.get_by_role("group", name="Anneli")) == {"Don": "×1"}


def test_another_mafioso_takes_the_place_of_the_one_tapped_before(phone, game):
    phone.goto(game("Anneli", "Benito", "Carla"))
    for mafioso in ("Hitman", "Smuggler"):
        own(phone, mafioso).tap()
        expect(effect(phone)).to_contain_text(f"A {mafioso} comes into the city")
    end_turn(phone, "Anneli")
    expect(turn(phone, "Benito")).to_be_visible()
    assert lying(phone.get_by_role("group", name="Anneli")) == {"Smuggler": "×1"}


def test_a_turn_out_of_turn_is_taken_and_remarked(phone, game):
    phone.goto(game("Anneli", "Benito", "Carla"))
    phone.locator(".standing", has_text="Carla").click()
    expect(turn(phone, "Carla")).to_be_visible()
    expect(panel(phone).get_by_text("not their turn")).to_be_visible()
    play(phone, "Carla", "Anneli", "Don")
    expect(phone.get_by_text("Carla played; it was Anneli's turn.")).to_be_visible()
    assert lying(phone.get_by_role("group", name="Carla")) == {"Don": "×1"}


def correct(page, number, lays=None, takes=None):
    """Go from the list of plays to one of them, and change it."""
    follow(page.locator(f"#play-{number} a"))
    choose(page, lays, takes)
    page.get_by_role("button", name="Save").tap()


def test_a_corrected_turn_makes_the_win_fall_away_and_come_back(phone, game):
    phone.goto(game("Anneli", "Benito", turns=four_of_five()))
    choose(phone, "Smuggler")
    end_turn(phone, "Anneli")
    expect(winner(phone)).to_be_visible()
    phone.goto(f"{phone.url}/plays")
    correct(phone, 3, lays="Hitman")
    follow(phone.get_by_role("link", name="Back to the table"))
    expect(turn(phone, "Benito")).to_be_visible()
    expect(warning(phone)).to_have_text("Anneli is one step from winning: the Don is missing.")
    anneli = {"Caporegime": "×1", "Consigliere": "×1", "Hitman": "×2", "Smuggler": "×1"}
    assert lying(phone.get_by_role("group", name="Anneli")) == anneli
    follow(phone.locator(".bar-link"))
    correct(phone, 3, lays="Don")
    expect(phone.locator(".log-line", has_text="All five: Anneli wins")).to_be_visible()
    follow(phone.get_by_role("link", name="Back to the table"))
    expect(winner(phone)).to_have_text("Anneli is the new Don")


def test_a_corrected_turn_that_wins_strikes_what_came_after(phone, game):
    phone.goto(game("Anneli", "Benito", turns=four_of_five("Don", "Smuggler")))
    follow(phone.locator(".bar-link"))
    correct(phone, 9, lays="Smuggler")
    expect(phone.get_by_role("alert")).to_contain_text("Nothing was saved")
    phone.get_by_role("button", name="Save, and delete these plays").tap()
    expect(phone.locator(".log-line")).to_have_count(9)
    follow(phone.get_by_role("link", name="Back to the table"))
    expect(winner(phone)).to_have_text("Anneli is the new Don")


@pytest.fixture
def two_phones(device, game):
    """Two devices at the same game of two: Anneli has a Don, and it is Benito's turn."""
    address = game("Anneli", "Benito", turns=[("Don", None)])
    both = device(), device()
    for each in both:
        each.goto(address)
    return both


def test_somebody_who_meanwhile_lies_there_no_more_stays_chosen_with_the_reason(two_phones):
    one, other = two_phones
    choose(one, "Hitman", ("Anneli", "Don"))
    one.route(re.compile("/games/[^/]+$"), lambda route: route.abort())  # it does not hear of it before it sends
    follow(other.locator(".bar-link"))
    correct(other, 1, lays="Smuggler")
    expect(other.locator(".log-line")).to_contain_text("A Smuggler comes")
    end_turn(one, "Benito")
    expect(one.get_by_role("alert").first).to_contain_text("Meanwhile: ")
    expect(fault(one)).to_contain_text("No Don has come into Anneli's city.")
    expect(own(one, "Hitman")).to_be_checked()
    expect(target(one, "Anneli", "Don")).to_be_checked()
    settle(one)
    end_turn(one, "Benito")
    expect(plays(one, 1)).to_be_visible()
    expect(fault(one)).to_contain_text("No Don has come into Anneli's city.")
    expect(own(one, "Hitman")).to_be_checked()
    one.get_by_role("button", name="Clear").tap()
    expect(panel(one).locator(":checked")).to_have_count(0)
    play(one, "Benito", "Anneli", "Hitman", ("Anneli", "Smuggler"))


def test_a_turn_that_another_phone_has_entered_is_not_entered_again(two_phones):
    one, other = two_phones
    choose(one, "Hitman", ("Anneli", "Don"))
    one.route(re.compile("/games/[^/]+$"), lambda route: route.abort())  # it does not hear of it before it sends
    play(other, "Benito", "Anneli", None, ("Anneli", "Don"))
    end_turn(one, "Benito")
    expect(turn(one, "Anneli")).to_be_visible()
    expect(one.get_by_role("alert").first).to_contain_text("Meanwhile: Benito's turn was entered.")
    expect(panel(one).locator(":checked")).to_have_count(0)
    expect(plays(one, 2)).to_be_visible()


def refused(page):
    """End a turn that no page offers: taking somebody out who does not lie there."""
    radio = panel(page).locator("[name$=-liquidated]").first
    radio.evaluate("radio => radio.value = radio.value.replace(/:.*/, ':smuggler')")
    radio.check(force=True)
    button(page).click()
    expect(page.get_by_role("alert")).to_contain_text("No Smuggler has come into")


def pages(page):
    """Walk through every page of this game, yielding after each."""
    first, second = LONG[0], LONG[1]
    page.goto("/")
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
    page.locator(".jobs:visible").scroll_into_view_if_needed()
    yield "the player aid"
    page.locator("summary", has_text="Just record the winner").click()
    chip(page, first).click()
    own(page, "Smuggler").focus()
    choose(page, "Smuggler", (first, "Don"))
    expect(effect(page)).to_contain_text("End the turn to win")
    yield "everything open, and a turn that wins"
    button(page).scroll_into_view_if_needed()
    refused(page)
    yield "a turn that is refused"
    page.get_by_role("button", name="Clear").click()
    expect(panel(page).locator(":checked")).to_have_count(0)
    page.locator(".standing", has_text=first).click()
    yield "somebody who is not on turn"
    play(page, first, second, "Don")
    yield "out of turn"
    follow(page.locator(".bar-link"))
    yield "every play"
    follow(page.locator("#play-1 a"))
    yield "putting a turn right"
    follow(page.get_by_role("link", name="Insert a play before"))
    yield "putting one in"
    follow(page.get_by_role("link", name="Cancel"))
    follow(page.get_by_role("link", name="Back to the table"))
    play(page, second, first, takes=(first, "Caporegime"))
    follow(page.locator(".bar-link"))
    correct(page, 2, lays="Hitman")
    expect(page.locator(".conflicts")).to_be_visible()
    yield "a later turn in the way"
    follow(page.get_by_role("link", name="Cancel"))
    follow(page.get_by_role("link", name="Back to the table"))
    play(page, first, second)
    choose(page, "Smuggler")
    end_turn(page, second)
    expect(winner(page)).to_be_visible()
    yield "the result, with the cities and the evening"


def test_axe_finds_nothing_and_everything_fits_a_small_phone(device, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page), axe) == []


def test_six_with_long_names_fit_a_small_phone(device, game):
    page, wide, small = device(viewport=SMALL), [], []
    page.goto(game(*LONG))
    expect(page.locator("summary", has_text="Just record the winner")).to_be_in_viewport(ratio=1)
    for seat, name in enumerate(LONG):
        wide += [(name, *each) for each in sideways(page)]
        small += [(name, *each) for each in page.evaluate(TOO_SMALL, TARGETS)]
        takes = (LONG[seat - 1], "Don") if seat % 2 else None
        if takes:
            target(page, *takes).scroll_into_view_if_needed()
        choose(page, "Don", takes)
        expect(button(page)).to_be_in_viewport(ratio=1)
        end_turn(page, name)
        expect(turn(page, LONG[(seat + 1) % 6])).to_be_visible()
    aid(page).tap()
    choose(page, "Don", (LONG[1], "Don"))
    expect(effect(page)).to_contain_text("and a Hitman removes")
    wide += [("chosen", *each) for each in sideways(page)]
    small += [("chosen", *each) for each in page.evaluate(TOO_SMALL, TARGETS)]
    wins(page, LONG[4])
    wide += [("result", *each) for each in sideways(page)]
    assert (wide, small) == ([], [])


def test_in_german(device):
    page = device(locale="de-DE")
    page.goto("/")
    page.locator(".tile-carta-nostra").click()
    for number, name in enumerate(("Anneli", "Benito")):
        page.locator("#new").fill(name)
        page.locator("#add").click()
        expect(page.locator(f"#name-{number}")).to_have_value(name)
    page.locator("#begin").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(button(page)).to_have_text("Keine Änderung: weiter", use_inner_text=True)
    page.locator(".city-own [value=don]:visible").tap()
    expect(effect(page)).to_contain_text("Ein Don kommt in die Stadt")
    button(page).tap()
    expect(page.locator(".bar-link")).to_have_text("1 Zug")
    page.locator(".aid summary:visible").tap()
    expect(page.locator(".jobs:visible")).to_contain_text("Stadt")
    page.locator("summary").last.tap()
    page.locator(".winners .chip").last.tap()
    page.get_by_role("button", name="Benito hat gewonnen").tap()
    expect(winner(page)).to_contain_text("Benito ist der neue Don")
