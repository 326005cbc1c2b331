"""Typed numbers belong to a player: they move with the player to another seat, or stay as unsent if the player left."""

import re
from dataclasses import dataclass, field
from itertools import count

import pytest
from playwright.sync_api import expect

from scorekeeper.core.document import write
from scorekeeper.store.changes import NewSeat, set_players
from scorekeeper.store.exporting import documents
from scorekeeper.store.games import Submission
from scorekeeper.titles import ready
from tests.browser.club import ALL_THREE, cell, digits
from tests.browser.offline import back, counted, outbox
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
    tap_cards,
    tap_keys,
    way,
)
from tests.seats import at_seat

ANN, BOB, CY = NAMES = ("Ann", "Bob", "Cy")
SWAPPED = (ANN, CY, BOB)
SHOWN = """name => [...document.getElementsByName(name)].filter(each => each.type !== "radio" || each.checked)
  .map(({value}) => value).filter(Boolean).join()"""
keys = count()
KEYS = {ANN: at_seat(0), BOB: at_seat(1), "Bobby": at_seat(1), CY: at_seat(2)}
"""The key of each player, who keeps it at any seat and with any name."""


@dataclass(frozen=True)
class Case:
    """A field with the key of a player as placeholder, and the value typed into it, by player name."""

    slug: str
    name: str
    typed: dict = field(default_factory=lambda: dict(zip(NAMES, ("10", "20", "30"), strict=True)))
    begun: tuple = ()


CASES = {
    "a pad by rounds": Case("six-nimmt", "round-points-{}"),
    "a pad of categories": Case("yatzy", "row.{}.in-chance-number", {ANN: "11", BOB: "12", CY: "13"}),
    "a tally": Case("loire", "tally.{}-estate-ships-cards", {ANN: "1", BOB: "2", CY: "3"}),
    "votes": Case("prodigals-club", "votes.{}-change", {ANN: "-1", BOB: "-2", CY: "-3"}),
    "a phase": Case("prodigals-club", "hyde-park-megaphones-{}", {ANN: "1", BOB: "2", CY: "3"}),
    "a turn": Case("carta-nostra", "turn.{}-city", {ANN: "don", BOB: "hitman", CY: "smuggler"}),
    "who was removed": Case(
        "carta-nostra", "turn.{}-liquidated", {ANN: "{Bob}:don"}, ((ANN, "hitman"), (BOB, "don"), (CY, "caporegime"))
    ),
}


@pytest.fixture
def case(request):
    return CASES[request.param]


TWO_CASES = pytest.mark.parametrize("case", ["a pad by rounds", "who was removed"], indirect=True)
"""Names of fields with the key of a player, and values with one."""


@pytest.fixture
def reseat(server):
    """Return a function that changes a game's seats from another phone, given names or (new name, old name)."""

    def seat(url, *seats):
        service, (game,) = server.app.extensions["service"], re.findall("/games/([^/?]+)", url)
        submission = Submission(f"another-phone-{next(keys)}", "", service.view(game).game.revision)
        pairs = [each if isinstance(each, tuple) else (each, each) for each in seats]
        set_players(service, game, [NewSeat(*each) for each in pairs], {}, submission)

    return seat


@pytest.fixture
def log(server):
    """Return a function that returns the plays of the game at a URL."""

    def plays(url):
        (game,) = re.findall("/games/([^/?]+)", url)
        return write(next(documents(server.app.extensions["service"], [game])))["plays"]

    return plays


def pads():
    """Return the slugs of the ready-made pads by name, such as "six-nimmt"."""
    return {each.name.lower().replace(" ", "-"): slug for slug, each in ready().items()}


def opened(page, server, case):
    """Open a table of Ann, Bob and Cy, and type for each of them; return its URL."""
    hurry(page)
    if case.slug in pads():
        begin(page, pads()[case.slug], *NAMES, **({"limit": "66"} if case.slug == "six-nimmt" else {}))
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


def on_this_phone(page, press):
    way(page, "Players")
    started(page)
    open_seat(page, press.split()[1])
    page.get_by_role("button", name=press).tap()
    page.keyboard.press("Escape")
    follow(page.locator("#save"))


def submit(page, name):
    page.evaluate("name => document.getElementsByName(name)[0].form.requestSubmit()", name)


@pytest.mark.parametrize("case", CASES, indirect=True)
def test_input_follows_a_player_reseated_on_this_phone(phone, server, case):
    opened(phone, server, case)
    on_this_phone(phone, "Move Cy up")
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, case, SWAPPED)
    phone.reload()
    started(phone)
    assert_typed(phone, case, SWAPPED)


@TWO_CASES
def test_input_follows_a_player_reseated_on_another_phone(phone, server, case, reseat):
    table = opened(phone, server, case)
    reseat(table, *SWAPPED)
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, case, SWAPPED)
    reseat(table, ANN, ("Bobby", BOB), CY)
    wait_for_seats(phone, ANN, "Bobby", CY)
    assert_typed(phone, case, NAMES)


@TWO_CASES
def test_input_on_a_closed_page_follows_its_reseated_player(phone, server, case, reseat):
    table = opened(phone, server, case)
    phone.goto("/")
    reseat(table, *SWAPPED)
    phone.goto(table)
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, case, SWAPPED)


@TWO_CASES
def test_two_tabs_show_input_with_the_same_player(phone, server, case, reseat):
    table = opened(phone, server, case)
    phone.route("**/games/*", lambda route: route.abort())  # this tab keeps the former seats
    other = phone.context.new_page()
    other.complaints = []
    reseat(table, *SWAPPED)
    other.goto(table)
    wait_for_seats(other, *SWAPPED)
    assert_typed(other, case, SWAPPED)
    wait_for_seats(phone, *NAMES)
    assert_typed(phone, case, NAMES)


ROUNDS = CASES["a pad by rounds"]
SENT = {name: CASES[name] for name in ("a pad by rounds", "votes", "a turn")}


def waiting(page, server, case):
    """Type for each player and submit while offline; return the URL of the table."""
    table = opened(page, server, case)
    page.context.set_offline(True)
    submit(page, case.name.format(at_seat(0)))
    expect(page.locator(".bar-waits")).to_be_visible()
    return table


def by_name(plays):
    """Return each player's value in the log, for all forms of plays."""
    found = {}
    for play in plays:
        found.update(play.get("points") or {play["player"]: play.get("number", play.get("change", play.get("city")))})
    return {player: str(value) for player, value in found.items()}


def plays(page, number):
    expect(page.locator(".bar-link", has_text=re.compile(rf"\b{number} entr(y|ies)$"))).to_be_visible()


@pytest.mark.parametrize("name", SENT)
def test_waiting_entry_counts_for_its_original_players(phone, server, name, reseat, log):
    case = SENT[name]
    table = waiting(phone, server, case)
    reseat(table, *SWAPPED)
    back(phone)
    wait_for_seats(phone, *SWAPPED)
    expect(phone.get_by_role("alert").filter(has_text="so nothing was saved")).to_be_visible()
    assert log(table) == []
    again = phone.get_by_role("button", name="all the same")
    # One of several slots of a page was sent and waits for confirmation, like input that the page cannot restore.
    if name == "a turn" or again.is_visible():
        again.tap()
    else:
        assert_typed(phone, case, SWAPPED)
        expect(phone.locator("[data-unsent]").first).to_be_attached()
        answered(phone)
        submit(phone, case.name.format(at_seat(0)))
    plays(phone, "[13]")
    assert by_name(log(table)) == ({ANN: case.typed[ANN]} if name == "a turn" else case.typed)


def test_held_rounds_count_for_their_original_players(phone, server, reseat, log):
    table = waiting(phone, server, ROUNDS)
    type_in(phone, Case(ROUNDS.slug, ROUNDS.name, {ANN: "1", BOB: "2", CY: "3"}))
    submit(phone, ROUNDS.name.format(at_seat(0)))
    counted(phone, "2 waiting")
    reseat(table, *SWAPPED)
    phone.context.set_offline(False)
    phone.reload()
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, Case(ROUNDS.slug, ROUNDS.name, {}), SWAPPED)
    expect(outbox(phone)).to_contain_text("Ann 10, Bob 20, Cy 30 · Enter the round: Ann 1, Bob 2, Cy 3")
    phone.get_by_role("button", name="all the same").tap()
    plays(phone, 2)
    assert [by_name([play]) for play in log(table)] == [ROUNDS.typed, {ANN: "1", BOB: "2", CY: "3"}]


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


@pytest.mark.parametrize("name", SENT)
def test_waiting_entry_of_an_earlier_version_counts_once(phone, server, name, log):
    case = SENT[name]
    table = waiting(phone, server, case)
    phone.evaluate(OF_EARLIER_PAGE, [at_seat(seat)[1:] for seat in range(3)])
    phone.context.set_offline(False)
    phone.reload()
    plays(phone, "[13]")
    expect(phone.locator(".bar-waits")).to_be_hidden()
    assert by_name(log(table)) == ({ANN: case.typed[ANN]} if name == "a turn" else case.typed)


def test_refused_entry_of_an_earlier_version_is_not_lost(phone, server, reseat, log):
    table = waiting(phone, server, ROUNDS)
    phone.evaluate(OF_EARLIER_PAGE, [at_seat(seat)[1:] for seat in range(3)])
    reseat(table, *SWAPPED)
    phone.context.set_offline(False)
    phone.reload()
    wait_for_seats(phone, *SWAPPED)
    phone.get_by_role("button", name="Change “Enter the round").tap()
    expect(phone.get_by_label(BOB, exact=True)).to_have_value("20")
    assert_typed(phone, ROUNDS, SWAPPED)
    answered(phone)
    submit(phone, ROUNDS.name.format(at_seat(0)))
    plays(phone, 1)
    assert by_name(log(table)) == ROUNDS.typed


def test_changed_held_round_returns_with_its_players(phone, server, reseat, log):
    table = waiting(phone, server, ROUNDS)
    type_in(phone, ROUNDS)
    submit(phone, ROUNDS.name.format(at_seat(0)))
    counted(phone, "2 waiting")
    reseat(table, *SWAPPED)
    back(phone)
    wait_for_seats(phone, *SWAPPED)
    phone.get_by_role("button", name="Change “Enter the round").tap()
    expect(phone.get_by_label(BOB, exact=True)).to_have_value("20")
    assert_typed(phone, ROUNDS, SWAPPED)
    phone.get_by_role("button", name="Send “Enter the round").tap()
    plays(phone, 1)
    assert [by_name([play]) for play in log(table)] == [ROUNDS.typed]


def test_refused_round_stays_with_its_players(phone, server, reseat, log):
    refused = Case(ROUNDS.slug, ROUNDS.name, {ANN: "10", BOB: "many", CY: "30"})
    table = opened(phone, server, refused)
    submit(phone, refused.name.format(at_seat(0)))
    answered(phone)
    expect(phone.locator("[aria-invalid=true]")).to_be_visible()
    reseat(table, *SWAPPED)
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, refused, SWAPPED)
    phone.get_by_label(BOB, exact=True).fill("20")
    submit(phone, refused.name.format(at_seat(0)))
    plays(phone, 1)
    assert by_name(log(table)) == ROUNDS.typed


def test_waiting_round_reports_numbers_of_a_removed_player(phone, server, reseat, log):
    table = waiting(phone, server, ROUNDS)
    reseat(table, CY, ANN)
    back(phone)
    wait_for_seats(phone, CY, ANN)
    expect(phone.get_by_role("alert").first).to_have_text(
        "Bob has left this table, so nothing was saved. Typed for Bob: 20."
    )
    expect(phone.locator(".outbox-line").last).to_contain_text("Bob: 20")
    assert_typed(phone, ROUNDS, (CY, ANN))
    submit(phone, ROUNDS.name.format(at_seat(0)))
    plays(phone, 1)
    assert by_name(log(table)) == {ANN: "10", CY: "30"}


def test_unsaved_correction_stays_with_its_players(phone, server, reseat, log):
    table = opened(phone, server, ROUNDS)
    submit(phone, ROUNDS.name.format(at_seat(0)))
    plays(phone, 1)
    corrected = Case(ROUNDS.slug, "round.at-1-points-{}", {ANN: "11", BOB: "22", CY: "33"})
    phone.goto(f"{table}/plays/1")
    started(phone)
    type_in(phone, corrected)
    reseat(table, *SWAPPED)
    phone.reload()
    wait_for_seats(phone, *SWAPPED)
    assert_typed(phone, corrected, SWAPPED)
    follow(phone.get_by_role("button", name="Save"))
    assert by_name(log(table)) == corrected.typed


def test_unsent_cards_stay_with_their_player(phone, server, reseat):
    open_game(phone, server, "don-carlo", NAMES, [])
    hurry(phone)
    phone.reload()
    tap_cards(phone, "1")
    reseat(phone.url, BOB, ANN, CY)
    wait_for_seats(phone, BOB, ANN, CY)
    expect(phone.get_by_role("heading", name="Bob sends an agent")).to_be_visible()
    slots = phone.locator(".slots > :not(:empty)")
    expect(slots).to_have_count(0)
    reseat(phone.url, ANN, BOB, CY)
    wait_for_seats(phone, *NAMES)
    expect(phone.get_by_role("heading", name="Ann sends an agent")).to_be_visible()
    expect(slots).to_have_count(1)


@pytest.mark.parametrize("name", ["a pad by rounds", "votes", "a turn"])
def test_input_of_a_removed_player_is_kept_until_discarded(phone, server, name):
    case = CASES[name]
    opened(phone, server, case)
    on_this_phone(phone, "Remove Bob")
    wait_for_seats(phone, ANN, CY)
    rest = (ANN, CY)
    assert_typed(phone, case, rest)
    left, value = (
        phone.locator(".outbox-line", has_text="for a player who has left the table: Bob"),
        case.typed[BOB].replace("-", "−"),
    )
    expect(left).to_contain_text(f": {value}.")
    type_in(phone, Case(case.slug, case.name, {ANN: case.typed[ANN]}))
    phone.reload()
    started(phone)
    expect(left).to_contain_text(f": {value}.")
    phone.get_by_role("button", name=re.compile(f"Discard “Bob.*: {value}”")).tap()
    expect(left).to_have_count(0)
    assert_typed(phone, case, rest)
    phone.reload()
    started(phone)
    expect(left).to_have_count(0)
    assert_typed(phone, case, rest)


def test_undone_removal_restores_the_players_input(phone, server, reseat):
    table = opened(phone, server, ROUNDS)
    reseat(table, ANN, CY)
    wait_for_seats(phone, ANN, CY)
    expect(phone.locator(".outbox-line").last).to_contain_text("Bob: 20")
    settle(phone)
    phone.get_by_role("button", name="Undo the change of players").tap()
    wait_for_seats(phone, *NAMES)
    expect(phone.locator(".outbox-line")).to_have_count(0)
    assert_typed(phone, ROUNDS, NAMES)


@pytest.fixture
def pad(phone):
    """Open a table of 6 nimmt! with Ann, Bob and Cy."""
    hurry(phone)
    begin(phone, pads()["six-nimmt"], *NAMES, limit="66")
    started(phone)
    return phone


@pytest.mark.parametrize("on_page", [True, False], ids=["keys on the page", "a keyboard"])
def test_typing_continues_after_a_swap_of_seats(pad, reseat, on_page):
    field = pad.get_by_label(BOB, exact=True)
    field.tap()
    press = (lambda keys: tap_keys(pad, keys)) if on_page else pad.keyboard.type
    press("1")
    reseat(pad.url, *SWAPPED)
    wait_for_seats(pad, *SWAPPED)
    expect(field).to_have_attribute("name", f"round-points-{at_seat(1)}")
    press("2")
    expect(field).to_have_value("12")
    for name in (ANN, CY):
        expect(pad.get_by_label(name, exact=True)).to_have_value("")


def test_typing_of_a_marker_continues_after_a_swap(phone, server, reseat):
    hurry(phone)
    open_game(phone, server, "prodigals-club", NAMES, [], competitions=ALL_THREE)
    started(phone)
    cell(phone, "society", 1).tap()
    for key in digits(phone, "1"):
        key.tap()
    reseat(phone.url, *SWAPPED)
    wait_for_seats(phone, *SWAPPED)
    expect(phone.locator(f"[id='society-{at_seat(1)}']")).to_be_visible()
    for key in digits(phone, "28"):
        key.tap()
    markers = [each.input_value() for each in phone.locator(f"[name='influence.{at_seat(1)}-markers']").all()]
    assert markers == ["12", "8", "", ""]


def test_message_about_removed_player_is_beside_the_keys(pad, reseat):
    pad.get_by_label(BOB, exact=True).tap()
    tap_keys(pad, "12")
    reseat(pad.url, ANN, CY)
    wait_for_seats(pad, ANN, CY)
    said = pad.locator(".act .outbox-line", has_text="for a player who has left the table: Bob: 12")
    in_sight(said)
    in_sight(pad.locator(".number-keys button").first)
