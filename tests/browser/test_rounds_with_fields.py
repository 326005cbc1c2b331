"""Rounds with fields at the table, by touch: keys, proposals, points while typing, steps, corrections, offline."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, answered, box, follow, sideways, started, until, walk
from tests.pads.documents import document
from tests.pads.facts import facts_of

FOUR = ("Mira", "Jonas", "Donny", "Anja")
TWELVE = (*FOUR, "Pelle", "Zoë", "Bob", "Nele", "Till", "Ida", "Leonie", "Kim")


def open_game(phone, played, name, names=FOUR, plays=()):
    (url,) = played(document(name, names, list(plays), facts=facts_of(name)))
    phone.goto(url)
    started(phone)
    return url


def bids(*values, names=FOUR):
    return {"kind": "announce", "values": {name: {"bid": bid} for name, bid in zip(names, values, strict=True)}}


def taken(*values, names=FOUR):
    return {"kind": "round", "values": {name: {"tricks": each} for name, each in zip(names, values, strict=True)}}


def open_step(phone, tap=None):
    """Open the entry of the next round from the sheet."""
    link = phone.locator("a.send")
    expect(phone.locator("body[data-fresh]")).to_have_count(0)
    (tap or (lambda each: each.tap()))(link)
    expect(form(phone)).to_be_visible()


def form(phone):
    return phone.locator("form.values:visible")


def key(phone, label):
    return form(phone).locator(".field-keys").get_by_role("button", name=label, exact=True)


def cell(phone, player, field):
    return form(phone).get_by_label(f"{player}, {field}", exact=True)


def press(phone, *labels):
    for label in labels:
        key(phone, label).tap()


def send(phone, tap=None):
    button = form(phone).locator(".send:visible")
    (tap or (lambda each: each.tap(force=True)))(button)  # also while it is flat


def enter(phone, *labels):
    """Press these keys, send the step, and wait until it is entered."""
    step = panel(phone)
    press(phone, *labels)
    send(phone)
    until(phone, lambda: panel(phone) != step)
    answered(phone)


def panel(phone):
    return phone.locator("[data-panel]:visible").get_attribute("id")


def plays(phone, server):
    """Return the plays of the game on this phone."""
    view = server.app.extensions["service"].view(phone.url.split("/")[4].partition("?")[0])
    return [step.play for step in view.replay.steps]


def newest(phone):
    """Return the newest entered row of the sheet."""
    return phone.locator(".rounds tbody tr:not(.pencil-row)").first


def in_sheet(phone):
    """Return the texts of the rows of the sheet, newest first."""
    return phone.locator(".rounds tbody tr:not(.pencil-row)").all_inner_texts()


def test_round_of_skull_king_takes_eleven_taps(phone, played):
    tap = Taps()
    open_game(phone, played, "skull-king", plays=[bids(0, 0, 0, 1), taken(0, 0, 0, 1)])
    began = time.monotonic()
    open_step(phone, tap)
    tap(*(key(phone, bid) for bid in "1002"))
    send(phone, tap)
    expect(form(phone).get_by_text("Enter round 2")).to_be_visible()
    tap(*(key(phone, tricks) for tricks in "1001"))
    send(phone, tap)
    expect(newest(phone)).to_contain_text("−10")
    print(f"{time.monotonic() - began:.1f} s")
    assert tap.spent("Skull King, four players") == (11, 0)
    assert in_sheet(phone)[0].split() == ["2", "20", "1/1", "20", "0/0", "20", "0/0", "−10", "2/1"]


def test_key_has_the_same_place_in_every_round(device, played):
    first, later = device(), device()
    open_game(first, played, "skull-king")
    open_step(first)
    rounds = [play for number in range(1, 8) for play in (bids(0, 0, 0, 0), taken(number, 0, 0, 0))]
    open_game(later, played, "skull-king", plays=rounds)
    open_step(later)
    assert key(first, "3").is_disabled()
    assert (box(key(first, "3")), box(key(first, "Delete"))) == (box(key(later, "3")), box(key(later, "Delete")))
    before = [box(each) for each in (key(later, "3"), form(later).locator(".send:visible"), cell(later, "Anja", "Bid"))]
    press(later, "8", "8", "8", "8")
    after = [box(each) for each in (key(later, "3"), form(later).locator(".send:visible"), cell(later, "Anja", "Bid"))]
    assert after == before


def test_wrong_sum_names_the_players_and_is_not_sent(phone, played, server, axe):
    open_game(phone, played, "skull-king", plays=[bids(0, 1, 1, 0)])
    open_step(phone)
    moving = [key(phone, "1"), form(phone).locator(".send:visible"), cell(phone, "Anja", "Tricks")]
    before = [box(each) for each in moving]
    press(phone, "1", "0", "1", "0")
    verdict = form(phone).get_by_role("status")
    expect(verdict).to_have_text("Tricks: 2 of 1, 1 too many.Check Mira and Donny.")
    assert [box(each) for each in moving] == before
    marked = form(phone).locator("[data-wrong]")
    assert [each.get_attribute("aria-label") for each in marked.all()] == ["Mira, Tricks", "Donny, Tricks"]
    axe(phone)
    expect(form(phone).locator(".send:visible")).to_have_attribute("aria-disabled", "true")
    send(phone)
    assert len(plays(phone, server)) == 1
    cell(phone, "Mira", "Tricks").tap()
    press(phone, "0")
    expect(verdict).to_have_text("Tricks: 1 of 1")
    enter(phone)
    assert in_sheet(phone)[0].split()[1:] == ["10", "0/0", "−10", "1/0", "20", "1/1", "10", "0/0"]


def test_incomplete_step_names_missing_players_and_is_not_sent(phone, played, server):
    open_game(phone, played, "skull-king")
    open_step(phone)
    press(phone, "1", "0")
    send(phone)
    expect(form(phone).get_by_role("status")).to_contain_text("Bid is missing for Donny and Anja.")
    expect(cell(phone, "Donny", "Bid")).to_be_focused()
    assert plays(phone, server) == []


def test_remaining_tricks_are_proposed_and_saved_only_with_the_round(phone, played, server):
    open_game(phone, played, "wizard", plays=[bids(0, 0, 0, 1)])
    open_step(phone)
    press(phone, "0", "0", "0")
    proposed = cell(phone, "Anja", "Tricks")
    expect(proposed).to_have_attribute("placeholder", "1")
    expect(proposed).to_have_value("")
    expect(form(phone).get_by_role("status")).to_contain_text("1 left for Anja")
    assert form(phone).locator("[data-made]").last.inner_text().split() == ["20", "+", "10", "=", "30"]
    phone.reload()
    started(phone)
    expect(cell(phone, "Donny", "Tricks")).to_have_value("0")
    expect(cell(phone, "Anja", "Tricks")).to_have_value("")
    cell(phone, "Donny", "Tricks").tap()
    press(phone, "1")
    expect(cell(phone, "Anja", "Tricks")).to_have_attribute("placeholder", "0")
    enter(phone)
    assert plays(phone, server)[1].values[3] == {"tricks": (0,)}


def test_second_step_enters_bids_and_tricks_together(phone, played, server):
    open_game(phone, played, "skull-king")
    open_step(phone)
    press(phone, "1", "0")
    form(phone).get_by_role("link", name="Tricks").tap()
    expect(cell(phone, "Mira", "Bid")).to_have_value("1")
    press(phone, "0", "0", "1", "0", "0", "0")
    form(phone).get_by_role("link", name="Bid").tap()
    expect(cell(phone, "Anja", "Bid")).to_have_value("0")
    form(phone).get_by_role("link", name="Tricks").tap()
    expect(form(phone).locator("[data-made]").first).to_have_text("20")
    enter(phone)
    assert [type(play).__name__ for play in plays(phone, server)] == ["Played"]


def test_bonus_adds_up_and_points_show_their_parts(phone, played):
    open_game(phone, played, "skull-king", plays=[bids(1, 0, 0, 0)])
    open_step(phone)
    press(phone, "1", "0", "0", "0")
    cell(phone, "Mira", "Bonus").tap()
    press(phone, "+30", "+10")
    expect(cell(phone, "Mira", "Bonus")).to_have_value("+40")
    assert form(phone).locator("[data-made]").first.inner_text().split() == ["20", "+", "40", "=", "60"]
    assert form(phone).locator("[data-change]").first.inner_text() == "0 → 60"
    enter(phone)
    assert in_sheet(phone)[0].split()[1:3] == ["60", "1/1"]


def test_team_columns_propose_the_rest_of_a_hundred(phone, played, axe):
    tap = Taps()
    open_game(phone, played, "tichu")
    open_step(phone, tap)
    axe(phone)
    tap(key(phone, "6"), key(phone, "5"))
    expect(cell(phone, "Jonas & Anja", "Card points")).to_have_attribute("placeholder", "35")
    tap(cell(phone, "Mira & Donny", "Tichu calls"), key(phone, "+100"))
    made = form(phone).locator("[data-made]")
    assert made.first.inner_text().split() == ["65", "+", "100", "=", "165"]
    assert made.last.inner_text() == "35"
    both = [cell(phone, team, "Double victory") for team in ("Mira & Donny", "Jonas & Anja")]
    both[0].tap()
    both[1].tap()
    expect(both[0]).not_to_be_checked()
    both[1].tap()
    send(phone, tap)
    expect(newest(phone)).to_contain_text("165")
    tap.spent("Tichu")


def test_one_key_enters_the_complete_sum(phone, played):
    open_game(phone, played, "hearts")
    open_step(phone)
    cell(phone, "Donny", "Points taken").tap()
    form(phone).locator("[data-fixed-sum]").tap()
    expect(cell(phone, "Mira", "Points taken")).to_have_value("0")
    enter(phone)
    assert in_sheet(phone)[0].split() == ["1", "26", "0", "26", "0", "0", "26", "26", "0"]


def test_next_button_leads_through_fields_typed_by_digits(phone, played):
    open_game(phone, played, "hearts")
    open_step(phone)
    press(phone, "1", "0", "4", "Delete")
    following = form(phone).get_by_role("button", name="Next: Jonas")
    following.tap()
    expect(cell(phone, "Jonas", "Points taken")).to_be_focused()
    press(phone, "6")
    form(phone).get_by_role("button", name="Next: Donny").tap()
    press(phone, "1", "0")
    expect(cell(phone, "Anja", "Points taken")).to_have_attribute("placeholder", "0")
    enter(phone)
    assert in_sheet(phone)[0].split()[1::2] == ["10", "6", "10", "0"]


def test_doppelkopf_needs_few_taps(phone, played):
    tap = Taps()
    open_game(phone, played, "doppelkopf")
    open_step(phone, tap)
    tap(cell(phone, "Mira", "Won"), cell(phone, "Donny", "Won"), key(phone, "3"))
    assert form(phone).locator("[data-made]").all_inner_texts() == ["3", "−3", "3", "−3"]
    send(phone, tap)
    expect(newest(phone)).to_contain_text("−3")
    assert tap.printed("Doppelkopf") <= 6


@pytest.mark.parametrize("name", ["flip-7", "skull-king"])
def test_many_players_share_one_pad_of_keys(device, played, name, axe):
    phone = device(viewport=SMALL, locale="de-DE")
    names = TWELVE if name == "flip-7" else TWELVE[:8]
    open_game(phone, played, name, names)
    open_step(phone)
    wrong = walk(phone, [name], axe)
    assert wrong == []
    expect(form(phone).locator("[data-card]")).to_have_count(len(names))
    label = "Zahlenkarten" if name == "flip-7" else "Ansage"
    form(phone).locator("[data-card]").nth(2).tap()
    expect(cell(phone, "Donny", label)).to_be_focused()
    press(phone, "1")
    expect(cell(phone, "Donny", label)).to_have_value("1")
    assert sideways(phone) == 0


def test_offline_rounds_are_entered_one_after_another(phone, played, server):
    open_game(phone, played, "skull-king")
    phone.context.set_offline(True)
    for number in (1, 2):
        open_step(phone)
        press(phone, "1", "0", "0", "0")
        send(phone)
        expect(form(phone).locator("[data-made]").first).to_be_attached()
        expect(cell(phone, "Mira", "Bid")).to_have_value("1")
        press(phone, "1", "0", "0", "0")
        assert form(phone).locator("[data-change]").first.inner_text() == f"{20 * (number - 1)} → {20 * number}"
        send(phone)
        expect(phone.locator(".rounds .pencil-row")).to_have_count(number)
    assert phone.locator(".pencil-row").last.inner_text().split() == ["2", "20", "20", "20", "20"]
    assert plays(phone, server) == []
    phone.context.set_offline(False)
    expect(phone.locator(".pencil-row")).to_have_count(0)
    assert in_sheet(phone)[0].split()[:3] == ["2", "20", "1/1"]
    assert len(plays(phone, server)) == 4


def test_last_round_waits_under_its_points_without_a_next(device, played):
    phone = device()
    played_rounds = [each for _ in range(9) for each in (bids(0, 0, 0, 0), taken(0, 0, 0, 0))]
    open_game(phone, played, "skull-king", plays=[*played_rounds, bids(2, 0, 4, 2)])
    phone.context.set_offline(True)
    open_step(phone)
    press(phone, "2", "1", "5", "2")
    send(phone)
    expect(phone.locator(".bar-waits")).to_be_visible()
    expect(phone.locator(".bar-link")).to_contain_text("Round 10 of 10")
    expect(phone.locator("a.send")).to_be_hidden()
    phone.locator(".bar-waits").tap()
    expect(phone.locator(".waiting-list")).to_contain_text("Mira 40, Jonas −100, Donny −10, Anja 40")
    phone.locator(".waiting-list button").tap()
    expect(phone.locator("a.send")).to_be_visible()


def test_row_of_the_sheet_opens_its_correction(phone, played, axe):
    open_game(phone, played, "skull-king", plays=[bids(1, 0, 0, 0), taken(1, 0, 0, 0)])
    row = phone.locator(".rounds tbody tr").first
    assert row.bounding_box()["height"] >= 48
    with phone.expect_navigation():
        row.locator("td").nth(2).tap(force=True)  # the link in the first cell covers the row
    started(phone)
    axe(phone)
    cell(phone, "Mira", "Tricks").tap()
    press(phone, "0")
    cell(phone, "Jonas", "Tricks").tap()
    press(phone, "1")
    expect(form(phone).locator("[data-made]").first).to_have_text("−10")
    phone.get_by_role("button", name="Save").tap()
    expect(newest(phone)).to_contain_text("−10")
    assert in_sheet(phone)[0].split()[1:] == ["−10", "1/0", "−10", "0/1", "10", "0/0", "10", "0/0"]


def test_forgotten_round_is_inserted_in_steps(phone, played):
    url = open_game(phone, played, "skull-king", plays=[bids(1, 0, 0, 0), taken(1, 0, 0, 0)])
    phone.goto(f"{url}/plays/1/before?open=round-1")
    started(phone)
    press(phone, "0", "0", "0", "1", "0", "0", "0", "1")
    phone.get_by_role("button", name="Insert").tap()
    until(phone, lambda: len(in_sheet(phone)) == 2)
    assert [each.split()[:3] for each in in_sheet(phone)] == [["2", "20", "1/1"], ["1", "10", "0/0"]]


def test_other_phone_follows_the_current_step(device, played):
    first, other = device(), device()
    url = open_game(first, played, "skull-king")
    other.goto(url)
    started(other)
    open_step(first)
    open_step(other)
    enter(first, "1", "0", "0", "0")
    expect(cell(other, "Mira", "Bid")).to_have_value("1")
    expect(form(other).get_by_text("Enter round 1")).to_be_visible()
    press(other, "1", "0", "0", "0")
    send(other)
    expect(newest(other)).to_contain_text("20")
    expect(newest(first)).to_contain_text("20")
    first.get_by_role("button", name="Undo").locator("visible=true").first.tap()
    expect(newest(first)).not_to_contain_text("20")


def test_draft_survives_a_reload_and_back(phone, played):
    open_game(phone, played, "skull-king")
    open_step(phone)
    press(phone, "1", "0")
    phone.reload()
    started(phone)
    expect(cell(phone, "Jonas", "Bid")).to_have_value("0")
    phone.goto("/")
    phone.go_back()
    started(phone)
    expect(cell(phone, "Mira", "Bid")).to_have_value("1")
    expect(form(phone).locator("[data-at]")).to_have_attribute("aria-label", "Donny, Bid")


def test_arrow_leads_from_a_step_to_the_sheet(phone, played):
    url = open_game(phone, played, "skull-king")
    open_step(phone)
    press(phone, "1")
    phone.locator("header").get_by_role("link", name="Rounds").tap()
    expect(phone.locator("a.send")).to_be_visible()
    assert phone.url == url
    expect(phone.locator("header").get_by_role("link", name="All games")).to_be_visible()
    open_step(phone)
    expect(cell(phone, "Mira", "Bid")).to_have_value("1")


def test_round_of_wizard_leaves_the_last_tricks_to_the_sum(phone, played):
    tap, names = Taps(), TWELVE[:6]
    open_game(phone, played, "wizard", names)
    began = time.monotonic()
    open_step(phone, tap)
    tap(*(key(phone, bid) for bid in "100000"))
    send(phone, tap)
    expect(form(phone).get_by_text("Enter round 1")).to_be_visible()
    tap(*(key(phone, tricks) for tricks in "10000"))
    send(phone, tap)
    expect(newest(phone)).to_contain_text("30")
    print(f"{time.monotonic() - began:.1f} s")
    assert tap.printed("Wizard, six players") == 14


@pytest.mark.parametrize(
    ("name", "count", "lang"),
    [("skull-king", 4, "de-DE"), ("wizard", 6, "en-GB"), ("tichu", 4, "de-DE"), ("doppelkopf", 4, "de-DE"),
     ("sushi-go", 5, "de-DE"), ("hearts", 5, "en-GB")],
)  # fmt: skip
def test_forms_of_rounds_fit_on_small_phones(device, played, axe, name, count, lang):
    phone = device(viewport=SMALL, locale=lang)
    open_game(phone, played, name, TWELVE[:count])
    assert walk(phone, ["sheet"], axe) == []
    open_step(phone)
    assert walk(phone, ["form"], axe) == []


def test_round_form_includes_a_latecomer(phone, played):
    late = [{"kind": "leave", "player": "Anja"}, bids(1, 0, 0, names=FOUR[:3]), taken(1, 0, 0, names=FOUR[:3])]
    open_game(phone, played, "skull-king", plays=late)
    open_step(phone)
    expect(form(phone).get_by_role("textbox")).to_have_count(3)
    phone.locator("header").get_by_role("link", name="Rounds").tap()
    url = phone.url
    open_game(phone, played, "skull-king", plays=[*late, {"kind": "join", "player": "Anja"}])
    assert phone.url != url
    assert in_sheet(phone)[0].split()[1:] == ["Anja", "joins"]
    assert in_sheet(phone)[1].split()[-1] == "value"
    open_step(phone)
    expect(form(phone).get_by_role("textbox")).to_have_count(4)


def test_steps_work_without_scripts(device, played, server):
    page = device(java_script_enabled=False)
    url = open_game_without_scripts(page, played)
    follow(page.locator("a.send"))
    for name, bid in zip(FOUR, "1000", strict=True):
        page.get_by_label(f"{name}, Bid").locator("visible=true").fill(bid)
    page.get_by_role("button", name="Enter the announcements").click()
    for name, tricks in zip(FOUR, "1100", strict=True):
        page.get_by_label(f"{name}, Tricks").fill(tricks)
    page.get_by_role("button", name="Enter round 1").click()
    expect(page.locator(".fault:not(:empty)")).to_have_text("Tricks: 2 of 1, 1 too many. Check Mira and Jonas.")
    page.get_by_label("Jonas, Tricks").fill("0")
    page.get_by_role("button", name="Enter round 1").click()
    expect(page.locator(".rounds tbody tr").first).to_contain_text("20")
    assert (page.url, len(plays(page, server))) == (url, 2)


def open_game_without_scripts(page, played):
    (url,) = played(document("skull-king", FOUR, [], facts=facts_of("skull-king")))
    page.goto(url)
    return url
