"""The same play typed on two phones: the second one compares both and decides, and nothing counts twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.club import add, cell, less, marker, next_step, saved, speeches, stood, table
from tests.browser.club import button as button_of_sheet
from tests.browser.loire import last_tab
from tests.browser.loire import opened as open_loire
from tests.browser.steps import (
    SMALL,
    TYPE,
    begin,
    follow,
    hurry,
    in_sight,
    offered,
    open_game,
    open_seat,
    slug_of,
    started,
    walk,
)
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
WAKES = "self.awake = true; document.dispatchEvent(new Event('visibilitychange'))"
SLEEPS = "Object.defineProperty(document, 'visibilityState', {get: () => self.awake ? 'visible' : 'hidden'})"


def pad(page):
    """Begin a game of 6 nimmt! by its form, which also works without scripts."""
    url = offered(page, "6 nimmt!").get_attribute("href")
    page.goto(f"{url}?name-0=Ann&name-1=Bob&name-2=Cy&limit=66")
    follow(page.locator("#begin"))


def type_in(page, *numbers):
    for seat, number in enumerate(numbers):
        page.evaluate(TYPE, [f"round-points-{at_seat(seat)}", number])


def enter(page):
    page.locator(".act .send:visible").tap()


def plays(server, page):
    (game,) = re.findall("/games/([^/?]+)", page.url)
    return len(server.app.extensions["service"].view(game).game.plays)


def asked(page, server, answer, count):
    """Check that the page asks which of two entries counts and offers nothing else; answer, and check their number."""
    question = page.get_by_role("heading", name="Which one is right?")
    in_sight(question)
    assert page.locator("main button:visible, header button:visible").all_inner_texts() == [THEIRS, MINE]
    assert plays(server, page) == count
    button = page.get_by_role("button", name=answer)
    in_sight(button)
    expect(button).to_be_enabled()
    button.tap()
    expect(question).to_have_count(0)
    assert plays(server, page) == count
    started(page)


def last_play(server, page):
    (game,) = re.findall("/games/([^/?]+)", page.url)
    return server.app.extensions["service"].view(game).replay.steps[-1].play


def points(server, page, number):
    """Return the numbers of a round by seat, in a pad."""
    (game,) = re.findall("/games/([^/?]+)", page.url)
    step = server.app.extensions["service"].view(game).replay.steps[number - 1]
    return [sum(step.play.points[seat]) for seat in range(3)]


@pytest.fixture
def phones(device):
    """Two phones; the first has a small screen and polls often."""
    phone, other = device(viewport=SMALL, locale="en-GB", color_scheme="dark"), device()
    hurry(phone)
    return phone, other


@pytest.mark.parametrize("after", ["a moment", "a reload", "the way back"])
def test_round_typed_on_two_phones_is_offered_not_filled_in(phones, server, after):
    phone, other = phones
    pad(phone)
    started(phone)
    other.goto(phone.url)
    type_in(phone, "10", "20", "30")
    keys = phone.evaluate(KEYS)
    type_in(other, "1", "2", "3")
    enter(other)
    offer = phone.get_by_role("status").filter(has_text="Ann 10, Bob 20, Cy 30")
    in_sight(offer)
    if after == "a reload":
        phone.reload()
    elif after == "the way back":
        follow(phone.locator(".bar-link"))
        phone.go_back()
    started(phone)
    in_sight(offer)
    assert phone.evaluate(KEYS) == keys
    fields = phone.locator(".sum > input")
    assert [each.input_value() for each in fields.all()] == ["", "", ""]
    offer.get_by_role("button").tap()
    expect(offer).to_have_count(0)
    assert [each.input_value() for each in fields.all()] == ["10", "20", "30"]
    enter(phone)
    expect(phone.locator(".bar-link")).to_have_text("2 entries")


def test_typing_replaces_input_for_an_already_entered_round(phones, server):
    phone, other = phones
    pad(phone)
    started(phone)
    other.goto(phone.url)
    type_in(phone, "10", "20", "30")
    type_in(other, "1", "2", "3")
    enter(other)
    offer = phone.get_by_role("status").filter(has_text="Ann 10, Bob 20, Cy 30")
    in_sight(offer)
    type_in(phone, "4")
    expect(offer).to_have_count(0)
    phone.reload()
    started(phone)
    assert [each.input_value() for each in phone.locator(".sum > input").all()] == ["4", "", ""]


@pytest.mark.parametrize("answer", [THEIRS, MINE, ""], ids=["theirs", "mine", "equal"])
def test_round_entered_on_a_stale_page_is_compared(phones, server, answer):
    phone, other = phones
    phone.add_init_script(SLEEPS)
    pad(phone)
    started(phone)
    other.goto(phone.url)
    type_in(phone, "10", "20", "30")
    type_in(other, "10", "20", "31" if answer else "30")
    enter(other)
    expect(other.locator(".bar-link")).to_have_text("1 entry")
    enter(phone)
    if answer:
        asked(phone, server, answer, 1)
    expect(phone.locator(".bar-link")).to_have_text("1 entry")
    assert points(server, phone, 1) == [10, 20, 31 if answer == THEIRS else 30]
    assert phone.locator(".sum > input").first.input_value() == ""


@pytest.mark.parametrize(
    ("theirs", "answer"),
    [
        *((theirs, answer) for theirs in (["789"], ["789", "000"]) for answer in (THEIRS, MINE)),
        *((equal, MINE) for equal in (["123"], ["123", "456"])),  # nothing is asked
    ],
    ids=str,
)
def test_waiting_rounds_are_compared_with_those_of_another_phone(phones, server, theirs, answer):
    phone, other = phones
    pad(phone)
    started(phone)
    other.goto(phone.url)
    phone.context.set_offline(True)
    for numbers in (("1", "2", "3"), ("4", "5", "6")):
        type_in(phone, *numbers)
        enter(phone)
        expect(phone.locator(".sum > input").first).to_have_value("")
    for count, numbers in enumerate(theirs, 1):
        type_in(other, *numbers)
        enter(other)
        expect(other.locator(".bar-link")).to_have_text(re.compile(rf"^{count} entr"))
    phone.context.set_offline(False)
    phone.evaluate("dispatchEvent(new Event('online'))")
    both = zip(theirs, ("123", "456"), strict=False)
    for counted, own in [(numbers, own) for numbers, own in both if numbers != own]:
        rows = phone.get_by_role("table", name="Both entries").get_by_role("row")
        for row, (their, our) in zip((1, 2, 3), zip(counted, own, strict=True), strict=True):
            expect(rows.nth(row).get_by_role("cell")).to_contain_text([their, our])
        started(phone)
        phone.get_by_role("button", name=answer).tap()
    expect(phone.locator(".bar-link")).to_have_text("2 entries")
    expect(phone.locator("[data-waits]")).to_have_count(0)
    mine = [[1, 2, 3], [4, 5, 6]]
    kept = [[*map(int, numbers)] for numbers in theirs] + mine[len(theirs) :]
    assert [points(server, phone, number) for number in (1, 2)] == (kept if answer == THEIRS else mine)


def test_round_typed_further_is_not_covered_by_comparison(phones, server):
    phone, other = phones
    pad(phone)
    started(phone)
    other.goto(phone.url)
    phone.context.set_offline(True)
    type_in(phone, "1", "2", "3")
    enter(phone)
    expect(phone.locator(".sum > input").first).to_have_value("")
    type_in(phone, "4")
    type_in(other, "7", "8", "9")
    enter(other)
    expect(other.locator(".bar-link")).to_have_text("1 entry")
    phone.context.set_offline(False)
    phone.evaluate("dispatchEvent(new Event('online'))")
    compare = phone.get_by_role("button", name="Compare both entries")
    in_sight(compare)
    assert phone.locator(f"[name='round-points-{at_seat(0)}']").input_value() == "4"
    compare.tap()
    asked(phone, server, THEIRS, 1)
    expect(phone.locator(f"[name='round-points-{at_seat(0)}']")).to_have_value("4")
    expect(compare).to_have_count(0)


def hear(phone, other, server, names, counts, others):
    """Fill in Hyde Park on two phones with these megaphones, and enter it: first on the other phone."""
    begun = [stood(name, 9, 8, 6, 4) for name in names]
    open_game(phone, server, "prodigals-club", names, begun, competitions=["election", "society"])
    started(phone)
    other.goto(phone.url)
    started(other)
    for page, megaphones in ((other, others), (phone, counts)):
        page.evaluate(SLEEPS)
        follow(page.locator(".phases").get_by_role("link", name="Hyde Park"))
        for seat, count in enumerate(megaphones):
            page.locator(f"[name='hyde-park-megaphones-{at_seat(seat)}'][value='{count}']").check(force=True)
        page.locator("[name=hyde-park-rewards]").first.check(force=True)
    next_step(other).tap()
    expect(other.locator(".phase-done")).not_to_have_count(0)
    next_step(phone).tap()


@pytest.mark.parametrize("answer", [THEIRS, MINE])
def test_hyde_park_and_end_of_round_are_compared(phones, server, answer):
    phone, other = phones
    hear(phone, other, server, NAMES, "120", "210")
    asked(phone, server, answer, 4)
    megaphones = dict(enumerate((2, 1, 0) if answer == THEIRS else (1, 2, 0)))
    assert last_play(server, phone).megaphones == megaphones
    for page, spot in ((other, "1"), (phone, "2")):
        page.evaluate(WAKES)
        expect(page.locator(".phases")).to_be_visible()
        follow(page.locator(".phases").get_by_role("link", name="End"))
        page.evaluate("self.awake = false")
        page.locator(f"[name='end-round-reserved-{at_seat(0)}'][value='{spot}']").check(force=True)
    for page in (other, phone):
        next_step(page).tap()
        if page is other:
            expect(page.locator(".phase-round")).to_contain_text("Round 2")
    asked(phone, server, answer, 5)
    expect(phone.locator(".phase-round")).to_contain_text("Round 2")
    assert last_play(server, phone).reserved == {0: 1 if answer == THEIRS else 2}


def test_comparison_page_is_accessible_in_any_font_and_size(device, server, axe):
    phone, other = device(viewport=SMALL, locale="de-DE"), device()
    hear(phone, other, server, ("Maximiliane-Theodora", "Jonas", "Theo", "Pelle", "Zoë"), "01234", "10234")
    in_sight(phone.get_by_role("heading", name="Was stimmt?"))
    assert walk(phone, ["comparison"], axe) == []


def test_turn_typed_on_two_phones_is_offered_not_filled_in(phones, server):
    phone, other = phones
    open_game(phone, server, "carta-nostra", NAMES, [])
    started(phone)
    other.goto(phone.url)
    started(other)
    phone.evaluate(TYPE, [f"turn.{at_seat(0)}-city", "don"])
    for seat, city in enumerate(("hitman", "smuggler", "consigliere")):
        other.evaluate(TYPE, [f"turn.{at_seat(seat)}-city", city])
        enter(other)
        expect(other.locator(".bar-link")).to_have_text(re.compile(rf"{seat + 1} entr(y|ies)"))
    expect(phone.locator(".bar-link")).to_have_text("3 entries")
    offer = phone.get_by_role("status").filter(has_text="Another phone entered: Ann:")
    in_sight(offer)
    expect(phone.locator(f"[name='turn.{at_seat(0)}-city']:checked:not([value=''])")).to_have_count(0)
    offer.get_by_role("button").tap()
    expect(phone.locator(f"[name='turn.{at_seat(0)}-city'][value=don]")).to_be_checked()


def test_tally_typed_on_two_phones_is_offered_not_filled_in(phones, server):
    phone, other = phones
    open_loire(phone, server, *NAMES)
    other.goto(phone.url)
    started(other)
    castles = [page.locator(f"[name='tally.{at_seat(0)}-estate-castles-cards']") for page in phones]
    castles[0].fill("3")
    castles[1].fill("5")
    last_tab(other)
    enter(other)
    offer = phone.get_by_role("status").filter(has_text="castles 3")
    in_sight(offer)
    expect(castles[0]).to_have_value("5")
    phone.reload()
    started(phone)
    follow(phone.get_by_role("link", name="Ann"))
    expect(castles[0]).to_have_value("5")
    in_sight(offer)
    offer.get_by_role("button").tap()
    expect(offer).to_have_count(0)
    expect(castles[0]).to_have_value("3")


def test_dame_beatrice_of_an_ended_round_is_compared(phones, server):
    phone, other = phones
    begun = [*(stood(name, 9, 8, 6, 4) for name in NAMES), speeches(NAMES, [2, 1])]
    open_game(phone, server, "prodigals-club", NAMES, begun, competitions=["election", "society"])
    started(phone)
    follow(phone.locator(".phases").get_by_role("link", name="Dame Beatrice"))
    started(phone)
    marker(phone, 0, 1).tap()
    moved = phone.locator(f"[name='influence.{at_seat(0)}.dame-beatrice-markers']").first.input_value()
    assert moved != "9"
    phone.evaluate(SLEEPS)
    other.goto(phone.url)
    started(other)
    marker(other, 1, 1).tap()
    next_step(other).tap()
    expect(next_step(other)).to_have_text("End round 1")
    next_step(other).tap()
    expect(other.locator(".phase-round")).to_contain_text("Round 2")
    next_step(phone).tap()
    asked(phone, server, THEIRS, 8)
    expect(phone.locator(".phase-round")).to_contain_text("Round 2")
    assert phone.locator(f"[name='influence.{at_seat(0)}.dame-beatrice-markers']").first.input_value() == "9"


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


PADS = {"six-nimmt": "6 nimmt!", "yatzy": "Yatzy"}
TYPED = {
    "six-nimmt": f"round-points-{at_seat(0)}",
    "yatzy": f"row.{at_seat(0)}.in-chance-number",
    "loire": f"tally.{at_seat(0)}-estate-castles-cards",
    "prodigals-club": f"votes.{at_seat(0)}-change",
    "carta-nostra": f"turn.{at_seat(0)}-city",
    "don-carlo": "",
}
VALUES = {"carta-nostra": "don", "prodigals-club": "-1"}
FOOT = """() => [...document.querySelectorAll(".act .send")].filter(each => each.checkVisibility())
  .map(each => each.getBoundingClientRect().bottom)"""


@pytest.mark.parametrize(
    ("slug", "act"), [*((slug, "Delete this game") for slug in TYPED), ("six-nimmt", "Archive unfinished")]
)
def test_game_archived_or_deleted_elsewhere_shows_a_visible_notice(phones, server, slug, act):
    phone, other = phones
    if slug in PADS:
        found = slug_of(phone, PADS[slug])
        begin(phone, found, *NAMES, **({"limit": "66"} if slug == "six-nimmt" else {}))
    else:
        options = {"competitions": ["election", "society"]} if slug == "prodigals-club" else {}
        open_game(phone, server, slug, NAMES, [], **options)
    started(phone)
    if TYPED[slug]:
        phone.evaluate(TYPE, [TYPED[slug], VALUES.get(slug, "3")])
    foot = phone.evaluate(FOOT)
    other.goto(f"{phone.url.split('?')[0]}/stop")
    follow(other.get_by_role("button", name=act))
    in_sight(phone.locator("[data-inactive] .notice-stop"))
    in_sight(phone.get_by_role("button", name="Restore"))
    assert phone.evaluate(FOOT) in (foot, [])
    phone.get_by_role("button", name="Restore").tap()
    expect(phone.locator("[data-inactive]")).to_have_count(0)
    if TYPED[slug] and slug != "carta-nostra":
        assert phone.locator(f"[name='{TYPED[slug]}']").first.input_value() == VALUES.get(slug, "3")


def test_unsent_input_of_a_removed_player_is_labelled(phones, server):
    phone, other = phones
    table(phone, server, known=False)
    cell(phone, "election", 1).tap()
    add(phone, -2).tap()
    cell(phone, "election", 0).tap()
    other.goto(phone.url.split("?")[0] + "/players")
    started(other)
    open_seat(other, "Ben")
    other.get_by_role("button", name="Remove Ben").tap()
    follow(other.locator("#save"))
    said = phone.get_by_text("Not sent, because it was typed for a player who has left the table: Ben: Votes: −2")
    in_sight(said)
    assert said.bounding_box()["height"] < 130
    phone.get_by_role("button", name="Discard").tap()
    expect(said).to_have_count(0)


def test_long_message_above_the_title_is_not_cut(phones, server):
    phone, _ = phones
    pad(phone)
    started(phone)
    type_in(phone, "1", "2", "3")
    enter(phone)
    said = phone.locator(".bar-passing > span")
    expect(said).to_have_text("Round 1.")
    phone.wait_for_function("""() => {
      const said = document.querySelector(".bar-passing > span");
      said.textContent = "Evangelina: Fill in what a triple of castles is worth before all of you end this game";
      const {top, bottom} = said.getBoundingClientRect();
      return bottom - top > 40 && top >= 0 && bottom <= document.querySelector(".bar").getBoundingClientRect().bottom;
    }""")


def test_two_line_label_moves_no_key(phones, server):
    phone, _ = phones
    open_game(phone, server, "prodigals-club", NAMES, [], competitions=["last-will", "society"])
    started(phone)
    save = phone.locator("#save")
    cell(phone, "last-will", 0).tap()
    height = phone.locator(".game-bar").bounding_box()["height"]
    add(phone, -1).tap()
    expect(save).to_be_enabled()
    save.evaluate("each => (each.firstElementChild.textContent = 'Markterlöse von Maximiliane-Theodora speichern')")
    assert phone.locator(".game-bar").bounding_box()["height"] == height
