"""The same play typed on two phones: the second one compares both and decides, and nothing counts twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.club import add, cell, less, next_step, saved, stood, table
from tests.browser.club import button as button_of_sheet
from tests.browser.offline import back, plays
from tests.browser.steps import SMALL, TYPE, follow, hurry, in_sight, open_game, open_pad, started, walk
from tests.seats import at_seat

NAMES = ("Ann", "Bob", "Cy")
THEIRS, MINE = "Keep theirs", "Use mine"
KEYS = """() => [...document.querySelectorAll(".act > .number-keys button, .act .send")]
  .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect().top)"""
COVERED = """() => {
  const foot = document.querySelector(".act").getBoundingClientRect().top;
  const keys = [...document.querySelectorAll(".cell :is(button, .field)")].filter(each => each.checkVisibility());
  return keys.filter(each => each.getBoundingClientRect().bottom > foot).length;
}"""
SLEEPS = "Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})"


def type_in(page, *numbers):
    for seat, number in enumerate(numbers):
        page.evaluate(TYPE, [f"round-points-{at_seat(seat)}", number])


def numbers(page):
    return [each.input_value() for each in page.locator(".sum > input").all()]


def enter(page, *numbers):
    type_in(page, *numbers)
    page.locator(".act .send:visible").tap()


def entered(server, page):
    """Return the numbers of all rounds by seat, in a pad."""
    (game,) = re.findall("/games/([^/?]+)", page.url)
    replay = server.app.extensions["service"].view(game).replay
    return [[sum(step.play.points[seat]) for seat in range(3)] for step in replay.steps]


@pytest.fixture
def phones(device):
    """Two phones; the first has a small screen and polls often."""
    phone, other = device(viewport=SMALL, locale="en-GB", color_scheme="dark"), device()
    hurry(phone)
    return phone, other


@pytest.fixture
def pad(phones, played):
    """Open a pad by rounds on both phones."""
    phone, other = phones
    open_pad(phone, played, {}, *NAMES)
    other.goto(phone.url)
    started(other)
    return phone, other


def test_round_typed_on_two_phones_is_offered_not_filled_in(pad):
    phone, other = pad
    type_in(phone, "10", "20", "30")
    keys = phone.evaluate(KEYS)
    enter(other, "1", "2", "3")
    offer = phone.get_by_role("status").filter(has_text="Ann 10, Bob 20, Cy 30")

    def way_back():
        follow(phone.locator(".bar-link"))
        phone.go_back()

    for again in (lambda: None, lambda: phone.reload(), way_back):
        again()
        started(phone)
        in_sight(offer)
        assert phone.evaluate(KEYS) == keys
        assert numbers(phone) == ["", "", ""]
    offer.get_by_role("button").tap()
    expect(offer).to_have_count(0)
    assert numbers(phone) == ["10", "20", "30"]
    enter(phone)
    plays(phone, 2)

    type_in(phone, "10", "20", "30")
    plays(other, 2)
    enter(other, "7", "8", "9")
    in_sight(offer)
    type_in(phone, "4")  # replaces the earlier input
    expect(offer).to_have_count(0)
    phone.reload()
    started(phone)
    assert numbers(phone) == ["4", "", ""]


@pytest.mark.parametrize(("theirs", "answer"), [(["789"], THEIRS), (["789", "000"], MINE)], ids=["theirs", "mine"])
def test_waiting_rounds_are_compared_with_those_of_another_phone(pad, server, theirs, answer):
    phone, other = pad
    phone.context.set_offline(True)
    for own in ("123", "456"):
        enter(phone, *own)
        expect(phone.locator(".sum > input").first).to_have_value("")
    for count, each in enumerate(theirs, 1):
        enter(other, *each)
        plays(other, count)
    back(phone)
    question = phone.get_by_role("heading", name="Which one is right?")
    for their, own in zip(theirs, ("123", "456"), strict=False):
        rows = phone.get_by_role("table", name="Both entries").get_by_role("row")
        for row, values in zip((1, 2, 3), zip(their, own, strict=True), strict=True):
            expect(rows.nth(row).get_by_role("cell")).to_contain_text([*values])
        started(phone)
        in_sight(question)
        assert phone.locator("main button:visible, header button:visible").all_inner_texts() == [THEIRS, MINE]
        assert len(entered(server, phone)) == len(theirs)
        button = phone.get_by_role("button", name=answer)
        in_sight(button)
        button.tap()
    plays(phone, 2)
    expect(question).to_have_count(0)
    expect(phone.locator("[data-waits]")).to_have_count(0)
    assert entered(server, phone) == [[7, 8, 9] if answer == THEIRS else [1, 2, 3], [4, 5, 6]]


def test_round_typed_further_is_not_covered_by_comparison(pad):
    phone, other = pad
    phone.context.set_offline(True)
    enter(phone, "1", "2", "3")
    expect(phone.locator(".sum > input").first).to_have_value("")
    type_in(phone, "4")
    enter(other, "7", "8", "9")
    plays(other, 1)
    back(phone)
    compare = phone.get_by_role("button", name="Compare both entries")
    in_sight(compare)
    assert numbers(phone)[0] == "4"
    phone.reload()
    started(phone)
    compare.tap()
    phone.get_by_role("button", name=THEIRS).tap()
    expect(phone.locator(".sum > input").first).to_have_value("4")
    plays(phone, 1)
    expect(compare).to_have_count(0)


def test_comparison_page_is_accessible_in_any_font_and_size(device, server, axe):
    phone, other = device(viewport=SMALL, locale="de-DE"), device()
    names = ("Maximiliane-Theodora", "Jonas", "Theo", "Pelle", "Zoë")
    begun = [stood(name, 9, 8, 6, 4) for name in names]
    open_game(phone, server, "prodigals-club", names, begun, competitions=["election", "society"])
    other.goto(phone.url)
    for page, megaphones in ((other, "10234"), (phone, "01234")):
        started(page)
        page.evaluate(SLEEPS)
        follow(page.locator(".phases").get_by_role("link", name="Hyde Park"))
        for seat, count in enumerate(megaphones):
            page.locator(f"[name='hyde-park-megaphones-{at_seat(seat)}'][value='{count}']").check(force=True)
        page.locator("[name=hyde-park-rewards]").first.check(force=True)
    next_step(other).tap()
    expect(other.locator(".phase-done")).not_to_have_count(0)
    next_step(phone).tap()
    in_sight(phone.get_by_role("heading", name="Was stimmt?"))
    assert walk(phone, ["comparison"], axe) == []


def test_late_sheet_changes_are_counted_and_no_key_moves(phones, server):
    phone, other = phones
    table(phone, server)
    other.goto(phone.url)
    started(other)
    phone.evaluate(SLEEPS)
    cell(phone, "election", 1).tap()
    add(phone, -1).tap()
    cell(phone, "society", 0).tap()
    less(phone, 1).tap()
    expect(phone.locator(f"[data-part='after-influence.{at_seat(0)}']")).to_have_text("→ 26")
    cell(other, "election", 2).tap()
    add(other, -2).tap()
    button_of_sheet(other).tap()
    saved(other, 7)
    button_of_sheet(phone).tap()
    in_sight(phone.locator(".notice-stop"))
    expect(phone.locator(f"[data-part='after-influence.{at_seat(0)}']")).to_have_text("→ 26")
    expect(phone.locator(f"[data-part='score-election-{at_seat(1)}']")).to_contain_text("36")
    expect(phone.locator(f"[data-part='score-election-{at_seat(2)}']")).to_contain_text("35")
    assert phone.evaluate(COVERED) == 0
    cell(phone, "election", 1).tap()
    expect(phone.locator(f"[data-part='after-votes.{at_seat(1)}']")).to_have_text("→ 36")
    button_of_sheet(phone).tap()
    saved(phone, 9)


@pytest.mark.parametrize("act", ["Delete this game", "Archive unfinished"])
def test_game_archived_or_deleted_elsewhere_shows_a_visible_notice(pad, act):
    phone, other = pad
    type_in(phone, "3")
    keys = phone.evaluate(KEYS)
    other.goto(f"{phone.url}/stop")
    follow(other.get_by_role("button", name=act))
    in_sight(phone.locator("[data-inactive] .notice-stop"))
    restore = phone.get_by_role("button", name="Restore")
    in_sight(restore)
    assert phone.evaluate(KEYS) in (keys, [])
    restore.tap()
    expect(phone.locator("[data-inactive]")).to_have_count(0)
    assert numbers(phone) == ["3", "", ""]


def test_long_texts_in_the_bars_are_uncut_and_move_no_key(phones, server):
    phone, _ = phones
    open_game(phone, server, "prodigals-club", NAMES, [], competitions=["last-will", "society"])
    started(phone)
    cell(phone, "last-will", 0).tap()
    height = phone.locator(".game-bar").bounding_box()["height"]
    add(phone, -1).tap()
    save = button_of_sheet(phone)
    expect(save).to_be_enabled()
    save.evaluate("each => (each.firstElementChild.textContent = 'Markterlöse von Maximiliane-Theodora speichern')")
    assert phone.locator(".game-bar").bounding_box()["height"] == height
    save.tap()
    expect(phone.locator(".bar-passing > span")).not_to_be_empty()
    phone.wait_for_function("""() => {
      const said = document.querySelector(".bar-passing > span");
      said.textContent = "Evangelina: Fill in what a triple of castles is worth before all of you end this game";
      const {top, bottom} = said.getBoundingClientRect();
      return bottom - top > 40 && top >= 0 && bottom <= document.querySelector(".bar").getBoundingClientRect().bottom;
    }""")
