"""Content that must be visible on the smallest phone, in German: keys, messages, and the current player."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from tests.browser.loire import open_solo, show_seat
from tests.browser.steps import (
    SMALL,
    Taps,
    answered,
    begin,
    box,
    follow,
    hurry,
    in_sight,
    key,
    large_table,
    open_game,
    ready,
    set_clock,
    slug_of,
    started,
)
from tests.seats import at_seat

FOUR = ("Maximiliane", "Christopher", "Evangelina", "Benedikta")
SIX = ("Anneli", "Benito", "Carla", "Dora", "Evangelina", "Friedrich")
COVERED = """() => {
  const act = [...document.querySelectorAll(".act")].find(each => each.checkVisibility()).getBoundingClientRect().top;
  const keys = [...document.querySelectorAll(".keys button")];
  return keys.filter(each => each.getBoundingClientRect().bottom > act).length;
}"""
OVER = """() => [...document.querySelectorAll(".picks-who")].filter(each => each.checkVisibility()).flatMap(each => {
  const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), lines = [];
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    range.selectNodeContents(node);
    if (!node.parentElement.closest(".visually-hidden")) lines.push(...range.getClientRects());
  }
  const key = each.parentElement.querySelector(".pick").getBoundingClientRect().left;
  const row = each.parentElement.getBoundingClientRect();
  return lines.filter(({width, right, top, bottom}) =>
    width > 1 && (right > key || top < row.top - 1 || bottom > row.bottom + 1)).map(() => each.innerText);
})"""


def german(device, **options):
    return device(viewport=SMALL, locale="de-DE", **options)


@pytest.mark.parametrize("cards", ["333", "345"])
def test_don_carlo_keys_stay_in_place_and_uncovered(device, cards):
    phone = german(device, wider=True)
    begin(phone, "don-carlo", *FOUR)
    started(phone)
    ready(phone)
    before = box(phone.locator(".keys"))
    assert phone.evaluate(COVERED) == 0
    for number in cards:
        key(phone, number).tap()
    expect(phone.locator(".verdict-points")).to_have_text("+3" if cards == "333" else "+2")
    assert box(phone.locator(".keys")) == before


def test_messages_do_not_move_the_keys_of_don_carlo(device, server):
    """A play out of turn, one that the server cannot enter, and a correction that changes totals."""
    phone = german(device, wider=True)
    cards = ([1], [6], [4], [1, 1])
    plays = [{"kind": "agent", "player": name, "cards": each} for name, each in zip(FOUR, cards, strict=True)]
    open_game(phone, server, "don-carlo", FOUR, plays)
    started(phone)
    ready(phone)
    keys, url = phone.locator(".keys"), phone.url
    before = box(keys)
    phone.locator(".standing").nth(2).tap()
    expect(phone.locator(".turn")).to_contain_text("Evangelina")
    ready(phone)
    key(phone, 3).tap()
    phone.locator("#send").tap()
    expect(phone.locator(".turn")).to_contain_text("Benedikta")
    answered(phone)
    expect(phone.locator(".verdict .rules-on")).to_be_visible()
    assert box(keys) == before
    phone.route("**/plays", lambda route: route.fulfill(status=500, body=""))
    ready(phone)
    key(phone, 2).tap()
    phone.locator("#send").tap()
    expect(phone.locator(".bar-stops")).to_be_visible()
    assert box(keys) == before
    phone.evaluate("document.getElementById('main').scrollTop = 60")  # the notice is under the standings
    in_sight(phone.locator(".standing").first)
    phone.goto(f"{url.partition('?')[0]}/plays/1")
    started(phone)
    phone.locator("[data-backspace]").tap()
    for _ in range(2):
        key(phone, 4).tap()
    expect(phone.locator(".act")).to_contain_text("Maximiliane +")
    assert phone.evaluate(COVERED) == 0


def test_hyde_park_keys_cover_no_names_or_results(device, server):
    phone = german(device, wider=True)
    names = ("Christopher", "Christophorus", "Evangelina", "Maximiliane", "Benjamin")
    plays = [{"kind": "votes", "player": name, "to": 128} for name in names]
    open_game(phone, server, "prodigals-club", names, plays, competitions=["election", "society"])
    started(phone)
    phone.locator(".phase-link[data-opens=phase-hyde-park]").tap()
    rows = phone.locator("#phase-hyde-park .picks")
    for row in rows.all():
        row.locator(".pick").nth(1).tap()
    phone.locator("#phase-hyde-park .rewards .pick").last.tap()
    expect(rows.locator(".picks-note b")).to_have_count(5)
    assert phone.evaluate(OVER) == []


def test_hyde_park_stays_visible_in_place_when_refused(device, server):
    phone = german(device)
    names = ("Christopher", "Christophorus", "Evangelina", "Maximiliane", "Benjamin")
    open_game(phone, server, "prodigals-club", names, [], competitions=["election", "society"])
    started(phone)
    phone.locator(".phase-link[data-opens=phase-hyde-park]").tap()
    rows = phone.locator("#hyde-park :is(.picks, .rewards)")
    before = [box(row) for row in rows.all()]
    assert len(before) == 6
    assert before[-1]["y"] + before[-1]["height"] <= box(phone.locator(".game-bar"))["y"]
    fault = phone.locator("#hyde-park .fault")
    phone.locator(".phase-sends:visible").tap()
    expect(fault).to_be_in_viewport(ratio=1)
    expect(phone.locator("#hyde-park .picks[aria-invalid]")).to_have_count(5)
    assert [box(row) for row in rows.all()] == before
    for row in rows.all()[:5]:
        row.locator(".pick").nth(names.index("Evangelina")).tap()
    rows.first.locator(".pick").first.tap()
    phone.locator(".phase-sends:visible").tap()
    answered(phone)
    expect(phone.locator("#hyde-park .rewards[aria-invalid]")).to_have_count(1)
    expect(phone.locator("#hyde-park .picks:is([aria-invalid], :has([aria-invalid]))")).to_have_count(0)
    assert [box(row) for row in rows.all()] == before
    rows.last.locator(".pick").last.tap()
    expect(phone.locator("#hyde-park [aria-invalid]")).to_have_count(0)


def test_slips_of_all_players_leave_the_keys_visible(device, server):
    phone = german(device)
    names = ("Christopher", "Christophorus", "Evangelina", "Maximiliane", "Benjamin")
    open_game(phone, server, "prodigals-club", names, [], competitions=["possessions", "election"])
    started(phone)
    for place, name in enumerate(names):
        phone.locator(f".paper-cell[data-opens='possessions-{at_seat(place)}']").tap()
        for value in (8, 9):
            phone.locator(f"[data-tile='{value}']:visible").tap()
        expect(phone.locator(".overlooked .slip", has_text=f"{name}: 2 ")).to_have_count(1)
        assert phone.evaluate(COVERED.replace(".keys", ".cell:not([hidden]) .cell-keys")) == 0
    phone.locator(".overlooked .slip").last.scroll_into_view_if_needed()
    expect(phone.locator(".overlooked .slip").last).to_be_in_viewport(ratio=0.99)
    expect(phone.locator("#save")).to_be_in_viewport(ratio=1)


def test_set_up_of_markers_covers_no_key(device, server):
    phone = german(device, wider=True)
    names = ("Christopher", "Christophorus", "Evangelina", "Maximiliane", "Benjamin")
    open_game(phone, server, "prodigals-club", names, [], competitions=["possessions", "election", "society"])
    started(phone)
    phone.locator(f".paper-cell[data-opens='society-{at_seat(0)}']").tap()
    for field in phone.locator(f"[id='society-{at_seat(0)}'] .markers input").all():
        field.fill("10")
    phone.locator(f".paper-cell[data-opens='society-{at_seat(1)}']").tap()
    same = phone.locator(f"[id='society-{at_seat(1)}'] [data-same]")
    expect(same).to_have_text("Wie Christopher: 10 10 10 10")
    keys = phone.locator(f"[id='society-{at_seat(1)}'] .cell-keys")
    before = box(keys)
    for each in (*phone.locator(f"[id='society-{at_seat(1)}'] .stepper-button").all(), same, keys):
        in_sight(each)
    same.tap()
    expect(phone.locator(f"[id='society-{at_seat(2)}']")).to_be_visible()
    assert box(phone.locator(f"[id='society-{at_seat(2)}'] .cell-keys")) == before
    phone.locator(".paper-row[data-opens=society-all]").tap()
    for each in (phone.locator(".phases"), phone.locator("#society-all")):
        in_sight(each)


def test_cell_opens_at_its_name_at_double_font_size(device, server):
    phone = german(device)
    phone.context.new_cdp_session(phone).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 13}})
    open_game(phone, server, "prodigals-club", FOUR, [], competitions=["election", "society"])
    started(phone)
    for row in ("society", "election"):
        phone.locator(f".paper-cell[data-opens='{row}-{at_seat(0)}']").tap()
        in_sight(phone.locator(f"[id='{row}-{at_seat(0)}'] h2"))
        phone.evaluate("document.getElementById('main').scrollTop = 0")
        phone.locator(f".paper-row[data-opens={row}-all]").tap()
        in_sight(phone.locator(f"#{row}-all .picks-name").first)
        phone.evaluate("document.getElementById('main').scrollTop = 0")


@pytest.mark.parametrize("last", ["castles", "buildings"])
def test_error_in_aarons_cards_is_visible_after_any_tap(device, server, last):
    phone = german(device)
    open_solo(phone, server)
    show_seat(phone, "Aaron")
    for _ in range(2):
        phone.locator(f"#aaron .type-{last} .type-name:visible").tap()
    said = phone.locator("#aaron [data-part=fault-estate]")
    expect(said).not_to_be_empty()
    in_sight(said)


def test_white_city_is_white_in_dark_mode(device):
    phone = german(device, color_scheme="dark")
    begin(phone, "carta-nostra", *SIX)
    started(phone)
    colour = "each => getComputedStyle(each).backgroundColor"
    for white in (".cities td.own", ".city-strip [aria-current]"):
        assert phone.locator(f"{white}:visible").first.evaluate(colour) == "rgb(255, 253, 248)"
    ink = phone.locator(".city-strip [aria-current] b").evaluate("each => getComputedStyle(each).color")
    assert ink == "rgb(42, 34, 26)"
    assert phone.locator(".cities td:not(.own):visible").first.evaluate(colour) != "rgb(255, 253, 248)"


def test_confirmation_of_an_empty_turn_is_visible(device, server):
    set_clock(server, lambda: datetime(2026, 2, 1, 20, 15, tzinfo=UTC))
    phone = german(device)
    begin(phone, "carta-nostra", *SIX)
    started(phone)
    phone.locator(".city-foot .send:visible").tap()
    yes = phone.locator(".sure button:visible")
    in_sight(yes)
    assert yes.evaluate("each => each.scrollWidth <= each.clientWidth && each.clientHeight < 60")
    expect(phone.locator(".notice-stop")).to_be_in_viewport(ratio=1)
    yes.tap()
    expect(phone.locator(".bar-link", has_text="1 ")).to_be_visible()


def test_winner_form_has_one_main_button(device):
    phone = german(device)
    begin(phone, "carta-nostra", *SIX)
    started(phone)
    phone.get_by_text("Nur Sieger eintragen").tap()
    phone.locator(".winners .chip").first.tap()
    expect(phone.locator(".send:visible")).to_have_count(1)
    phone.get_by_text("Nur Sieger eintragen").tap()
    expect(phone.locator(".city-foot .send:visible")).to_have_count(1)


@pytest.mark.parametrize(("count", "shown"), [(2, 3), (4, 3), (6, 1), (14, 0)])
def test_last_rounds_stay_visible_while_entering_a_round(device, played, count, shown):
    phone, other = german(device, wider=True), german(device)
    (url,) = played(large_table(count))
    for each in (phone, other):
        hurry(each)
        each.goto(url)
        started(each)
    tap, keys, rows = Taps(), phone.locator(".number-keys button"), phone.locator(".pad-latest tbody tr:visible")
    for row in rows.all()[-shown:] if shown else []:
        in_sight(row)
    for place in range(count):
        tap(keys.nth(6))
        expect(phone.locator("[data-at]")).to_be_in_viewport(ratio=1)
        if place < count - 1:
            tap(keys.last)
    tap(phone.locator(".act .send"))
    assert tap.spent(f"a round of {count}") == (2 * count, 0)
    for each in (phone, other):
        expect(each.locator(".pad-latest tbody tr").last).to_have_text(re.compile(r"^\s*5[\s7]+$"))
    if shown:
        in_sight(rows.last)
    follow(rows.last.get_by_role("link").first)
    expect(phone).to_have_url(re.compile("/plays/5$"))


def test_current_players_column_is_visible_in_a_wide_sheet(device):
    phone = german(device)
    begin(phone, slug_of(phone, "Yatzy"), *SIX)
    started(phone)
    for plays, name in enumerate(SIX):
        expect(phone.get_by_role("heading", name=name)).to_be_visible()
        expect(phone.locator(f".pad thead th:nth-child({plays + 2})")).to_be_in_viewport(ratio=0.99)
        assert phone.evaluate("""() => {
          const {left, right} = document.querySelector("[data-turn]").getBoundingClientRect();
          return left >= document.querySelector(".pad th").getBoundingClientRect().right - 1 && right <= innerWidth;
        }""")
        phone.locator(".field-keys-group:visible button").nth(1).tap()
        expect(phone.locator("[data-turn] input:not([type=hidden])").first).to_have_value("1")
        phone.get_by_role("button", name="Zahlen eintragen").tap()
        expect(phone.locator(".bar-link", has_text=f"{plays + 1} ")).to_be_visible()
    expect(phone.locator(".pad thead th:nth-child(2)")).to_be_in_viewport(ratio=0.99)
