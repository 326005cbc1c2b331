"""Typed numbers belong to a player: they move with the player to another seat, or stay as unsent if the player left."""

import re
from dataclasses import dataclass
from itertools import count

import pytest
from playwright.sync_api import expect

from scorekeeper.store.changes import NewSeat, set_players
from scorekeeper.store.games import Submission
from scorekeeper.titles import ready
from tests.browser.club import ALL_THREE
from tests.browser.offline import back, counted, logged, outbox, plays
from tests.browser.steps import (
    TYPE,
    answered,
    begin,
    follow,
    hurry,
    in_sight,
    open_game,
    open_seat,
    settle,
    started,
    tap_keys,
    way,
)
from tests.seats import at_seat

ANN, BOB, CY = NAMES = ("Ann", "Bob", "Cy")
SWAPPED = (ANN, CY, BOB)
SHOWN = """name => [...document.getElementsByName(name)].filter(each => each.type !== "radio" || each.checked)
  .map(({value}) => value).filter(Boolean).join()"""
keys = count()
KEYS = {ANN: at_seat(0), BOB: at_seat(1), CY: at_seat(2)}
"""The key of each player, who keeps it at any seat and with any name."""


@dataclass(frozen=True)
class Case:
    """A field with the key of a player as placeholder, and the value typed into it, by player name."""

    slug: str
    name: str
    typed: dict
    begun: tuple = ()


ROUND = Case("six-nimmt", "round-points-{}", {ANN: "10", BOB: "20", CY: "30"})
VOTES = Case("prodigals-club", "votes.{}-change", {ANN: "-1", BOB: "-2", CY: "-3"})
REMOVED = Case(
    "carta-nostra", "turn.{}-liquidated", {ANN: "{Bob}:don"}, ((ANN, "hitman"), (BOB, "don"), (CY, "caporegime"))
)


@pytest.fixture
def reseat(server):
    """Return a function that changes a game's seats from another phone, given names or (new name, old name)."""

    def seat(url, *seats):
        service, (game,) = server.app.extensions["service"], re.findall("/games/([^/?]+)", url)
        submission = Submission(f"another-phone-{next(keys)}", "", service.view(game).game.revision)
        pairs = [each if isinstance(each, tuple) else (each, each) for each in seats]
        set_players(service, game, [NewSeat(*each) for each in pairs], {}, submission)

    return seat


def entered(server, page):
    """Return the typed values of a page's game by player name."""
    rounds = [play.get("points") or {play["player"]: play["change"]} for play in logged(server, page)]
    return [{player: str(value) for player, value in each.items()} for each in rounds]


def six_nimmt(page):
    (slug,) = [slug for slug, each in ready().items() if each.name == "six-nimmt"]
    begin(page, slug, *NAMES, limit="66")


def opened(page, server, case):
    """Open a table of Ann, Bob and Cy, and type for each of them; return its URL."""
    hurry(page)
    if case.slug == "six-nimmt":
        six_nimmt(page)
    else:
        plays = [{"kind": "turn", "player": player, "city": city} for player, city in case.begun]
        options = {"competitions": ALL_THREE} if case.slug == "prodigals-club" else {}
        open_game(page, server, case.slug, NAMES, plays, **options)
    started(page)
    type_in(page, case)
    return page.url.split("?")[0]


def type_in(page, case):
    for player, value in case.typed.items():
        page.evaluate(TYPE, [case.name.format(KEYS[player]), value.format(**KEYS)])


def wait_for_seats(page, *players):
    """Wait until the page seats these players in this order."""
    page.wait_for_function(
        """names => { const {players} = document.getElementById("main").dataset;
          return JSON.parse(players).map(([, name]) => name).join() === names; }""",
        arg=",".join(players),
    )
    started(page)


def assert_typed(page, case, players):
    """Check that each typed value is with its player only."""
    for player in players:
        shown = page.evaluate(SHOWN, case.name.format(KEYS[player]))
        assert shown == case.typed.get(player, "").format(**KEYS), (player, shown)


def submit(page, case):
    page.evaluate("name => document.getElementsByName(name)[0].form.requestSubmit()", case.name.format(at_seat(0)))


@pytest.mark.parametrize("case", [ROUND, REMOVED], ids=["names of fields", "values"])
def test_input_follows_its_player_to_another_seat(phone, server, case, reseat):
    """Drafts on an open page, on a closed page, in another tab, and after a change on this phone."""
    table = opened(phone, server, case)
    reseat(table, *SWAPPED)
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, case, SWAPPED)
    reseat(table, ANN, ("Bobby", BOB), CY)
    wait_for_seats(phone, ANN, "Bobby", CY)
    assert_typed(phone, case, NAMES)

    phone.goto("/")
    reseat(table, ANN, CY, (BOB, "Bobby"))
    phone.goto(table)
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, case, SWAPPED)

    phone.route("**/games/*", lambda route: route.abort())  # this tab keeps the former seats
    other = phone.context.new_page()
    other.complaints = []
    reseat(table, *NAMES)
    other.goto(table)
    wait_for_seats(other, *NAMES)
    assert_typed(other, case, NAMES)
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, case, SWAPPED)

    way(other, "Players")
    started(other)
    open_seat(other, CY)
    other.get_by_role("button", name="Move Cy up").tap()
    other.keyboard.press("Escape")
    follow(other.locator("#save"))
    wait_for_seats(other, *SWAPPED)
    assert_typed(other, case, SWAPPED)


def waiting(page, server, case):
    """Type for each player and submit while offline; return the URL of the table."""
    table = opened(page, server, case)
    page.context.set_offline(True)
    submit(page, case)
    expect(page.locator(".bar-waits")).to_be_visible()
    return table


def test_waiting_entry_counts_for_its_original_players(phone, server, reseat):
    table = waiting(phone, server, VOTES)
    reseat(table, *SWAPPED)
    back(phone)
    wait_for_seats(phone, *SWAPPED)
    expect(phone.get_by_role("alert").filter(has_text="so nothing was saved")).to_be_visible()
    assert entered(server, phone) == []
    assert_typed(phone, VOTES, SWAPPED)
    expect(phone.locator("[data-unsent]").first).to_be_attached()
    answered(phone)
    submit(phone, VOTES)
    plays(phone, 3)
    assert sorted(entered(server, phone), key=list) == [{player: votes} for player, votes in VOTES.typed.items()]


def test_held_rounds_count_for_their_original_players(phone, server, reseat):
    table = waiting(phone, server, ROUND)
    second = Case(ROUND.slug, ROUND.name, {ANN: "1", BOB: "2", CY: "3"})
    type_in(phone, second)
    submit(phone, second)
    counted(phone, "2 waiting")
    reseat(table, *SWAPPED)
    phone.context.set_offline(False)
    phone.reload()
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, Case(ROUND.slug, ROUND.name, {}), SWAPPED)
    expect(outbox(phone)).to_contain_text("Ann 10, Bob 20, Cy 30 · Enter the round: Ann 1, Bob 2, Cy 3")
    phone.get_by_role("button", name="Change “Enter the round: Ann 10").tap()
    expect(phone.get_by_label(BOB, exact=True)).to_have_value("20")
    assert_typed(phone, ROUND, SWAPPED)
    phone.get_by_role("button", name="Send “Enter the round: Ann 1, Bob 2, Cy 3").tap()
    plays(phone, 1)
    submit(phone, ROUND)
    plays(phone, 2)
    assert entered(server, phone) == [second.typed, ROUND.typed]


OF_EARLIER_PAGE = """ids => {
  const seats = text => text.replace(/@(\\d+)/g, (_, id) => ids.indexOf(id));
  for (const name of Object.keys(localStorage).filter(each => /^outbox:\\d/.test(each))) {
    const play = JSON.parse(localStorage[name]);
    const pairs = [...new URLSearchParams(play.body)].map(pair => pair.map(seats));
    const body = new URLSearchParams([...pairs, ["seated", ids.join(".")]]);
    localStorage[name] = JSON.stringify({...play, body: String(body)});
  }
}"""
"""Turns waiting plays into those of a page from before the update, which have seats and the ids of their players."""


def test_refused_entry_of_an_earlier_version_is_not_lost(phone, server, reseat):
    table = waiting(phone, server, ROUND)
    phone.evaluate(OF_EARLIER_PAGE, [at_seat(seat)[1:] for seat in range(3)])
    reseat(table, *SWAPPED)
    phone.context.set_offline(False)
    phone.reload()
    wait_for_seats(phone, *SWAPPED)
    phone.get_by_role("button", name="Change “Enter the round").tap()
    expect(phone.get_by_label(BOB, exact=True)).to_have_value("20")
    assert_typed(phone, ROUND, SWAPPED)
    answered(phone)
    submit(phone, ROUND)
    plays(phone, 1)
    assert entered(server, phone) == [ROUND.typed]


def test_waiting_round_reports_numbers_of_a_removed_player(phone, server, reseat):
    table = waiting(phone, server, ROUND)
    reseat(table, CY, ANN)
    back(phone)
    wait_for_seats(phone, CY, ANN)
    expect(phone.get_by_role("alert").first).to_have_text(
        "Bob has left this table, so nothing was saved. Typed for Bob: 20."
    )
    expect(phone.locator(".outbox-line").last).to_contain_text("Bob: 20")
    assert_typed(phone, ROUND, (CY, ANN))
    submit(phone, ROUND)
    plays(phone, 1)
    assert entered(server, phone) == [{ANN: "10", CY: "30"}]


@pytest.mark.parametrize(
    ("case", "opens", "said"),
    [(ROUND, "", "Bob: 20"), (VOTES, f"?open=election-{at_seat(0)}", "Bob: Votes: −2")],
    ids=["one slot", "several slots"],
)
def test_input_of_a_removed_player_is_kept_until_discarded(phone, server, reseat, case, opens, said):
    table, left = opened(phone, server, case), (ANN, CY)
    phone.goto(table + opens)
    started(phone)
    if case is ROUND:
        phone.get_by_label(BOB, exact=True).tap()  # opens the keys
    line = phone.locator(".outbox-line", has_text=f"for a player who has left the table: {said}.")
    reseat(table, *left)
    wait_for_seats(phone, *left)
    in_sight(line)
    if case is ROUND:
        in_sight(phone.locator(".number-keys button").first)
    assert_typed(phone, case, left)
    settle(phone)
    phone.get_by_role("button", name="Undo the change of players").tap()
    wait_for_seats(phone, *NAMES)
    expect(line).to_have_count(0)
    assert_typed(phone, case, NAMES)

    reseat(table, *left)
    wait_for_seats(phone, *left)
    type_in(phone, Case(case.slug, case.name, {ANN: case.typed[ANN]}))
    phone.reload()
    started(phone)
    expect(line).to_be_visible()
    phone.get_by_role("button", name=f"Discard “{said}”").tap()
    expect(line).to_have_count(0)
    phone.reload()
    started(phone)
    expect(line).to_have_count(0)
    assert_typed(phone, case, left)


def test_typing_continues_after_a_swap_of_seats(phone, reseat):
    hurry(phone)
    six_nimmt(phone)
    started(phone)
    field = phone.get_by_label(BOB, exact=True)
    field.tap()
    tap_keys(phone, "1")
    reseat(phone.url, *SWAPPED)
    wait_for_seats(phone, *SWAPPED)
    expect(field).to_have_attribute("name", f"round-points-{at_seat(1)}")
    tap_keys(phone, "2")
    reseat(phone.url, *NAMES)
    wait_for_seats(phone, *NAMES)
    phone.keyboard.type("3")
    expect(field).to_have_value("123")
    for name in (ANN, CY):
        expect(phone.get_by_label(name, exact=True)).to_have_value("")
