"""Rounds with fields at the table, by touch: keys, proposals, points while typing, steps, corrections, offline."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, answered, box, hurry, open_pad, open_ready, started, until, walk
from tests.documents import game_document

FOUR = ("Mira", "Jonas", "Donny", "Anja")
TWELVE = (*FOUR, "Pelle", "Zoë", "Bob", "Nele", "Till", "Ida", "Leonie", "Kim")


def bids(*values):
    return {"kind": "announce", "values": {name: {"bid": bid} for name, bid in zip(FOUR, values, strict=True)}}


def taken(*values):
    return {"kind": "round", "values": {name: {"tricks": each} for name, each in zip(FOUR, values, strict=True)}}


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
    open_ready(phone, played, "skull-king", FOUR, [bids(0, 0, 0, 1), taken(0, 0, 0, 1)])
    open_step(phone, tap)
    tap(*(key(phone, bid) for bid in "1002"))
    send(phone, tap)
    expect(form(phone).get_by_text("Enter round 2")).to_be_visible()
    tap(*(key(phone, tricks) for tricks in "1001"))
    send(phone, tap)
    expect(newest(phone)).to_contain_text("−10")
    assert tap.spent("Skull King, four players") == (11, 0)
    assert in_sheet(phone)[0].split() == ["2", "20", "1/1", "20", "0/0", "20", "0/0", "−10", "2/1"]


def test_wrong_sum_names_the_players_and_is_not_sent(phone, played, server, axe):
    open_ready(phone, played, "skull-king", FOUR, [bids(0, 1, 1, 0)])
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
    open_ready(phone, played, "skull-king", FOUR)
    open_step(phone)
    press(phone, "1", "0")
    send(phone)
    expect(form(phone).get_by_role("status")).to_contain_text("Bid is missing for Donny and Anja.")
    expect(cell(phone, "Donny", "Bid")).to_be_focused()
    assert plays(phone, server) == []


def test_remaining_tricks_are_proposed_and_saved_only_with_the_round(phone, played, server):
    open_ready(phone, played, "wizard", FOUR, [bids(0, 0, 0, 1)])
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
    open_ready(phone, played, "skull-king", FOUR)
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


def test_tichu_has_a_proposed_rest_bonuses_and_one_double_victory(phone, played):
    open_ready(phone, played, "tichu", FOUR)
    open_step(phone)
    press(phone, "6", "5")
    expect(cell(phone, "Jonas & Anja", "Card points")).to_have_attribute("placeholder", "35")
    calls = cell(phone, "Mira & Donny", "Tichu calls")
    calls.tap()
    press(phone, "+200", "−100")
    expect(calls).to_have_value("+100")
    made = form(phone).locator("[data-made]")
    assert made.first.inner_text().split() == ["65", "+", "100", "=", "165"]
    assert made.last.inner_text() == "35"
    both = [cell(phone, team, "Double victory") for team in ("Mira & Donny", "Jonas & Anja")]
    both[0].tap()
    both[1].tap()
    expect(both[0]).not_to_be_checked()
    both[1].tap()
    enter(phone)
    expect(newest(phone)).to_contain_text("165")


def test_hearts_has_digits_with_a_next_button_and_a_sum_key(phone, played):
    open_ready(phone, played, "hearts", FOUR)
    open_step(phone)
    press(phone, "1", "0", "4", "Delete")
    form(phone).get_by_role("button", name="Next: Jonas").tap()
    expect(cell(phone, "Jonas", "Points taken")).to_be_focused()
    press(phone, "6")
    form(phone).get_by_role("button", name="Next: Donny").tap()
    press(phone, "1", "0")
    expect(cell(phone, "Anja", "Points taken")).to_have_attribute("placeholder", "0")
    enter(phone)
    assert in_sheet(phone)[0].split()[1::2] == ["10", "6", "10", "0"]
    open_step(phone)
    cell(phone, "Donny", "Points taken").tap()
    form(phone).locator("[data-fixed-sum]").tap()
    expect(cell(phone, "Mira", "Points taken")).to_have_value("0")
    enter(phone)
    assert in_sheet(phone)[0].split() == ["2", "26", "0", "26", "0", "0", "26", "26", "0"]


def test_tapped_card_of_many_players_gets_the_keys(device, played):
    phone = device(viewport=SMALL, locale="de-DE")
    open_ready(phone, played, "flip-7", TWELVE)
    open_step(phone)
    expect(form(phone).locator("[data-card]")).to_have_count(12)
    form(phone).locator("[data-card]").nth(2).tap()
    expect(cell(phone, "Donny", "Zahlenkarten")).to_be_focused()
    press(phone, "1")
    expect(cell(phone, "Donny", "Zahlenkarten")).to_have_value("1")


def test_offline_rounds_are_entered_one_after_another_to_the_last(phone, played, server):
    before = [each for _ in range(8) for each in (bids(0, 0, 0, 0), taken(0, 0, 0, 0))]
    open_ready(phone, played, "skull-king", FOUR, before)
    phone.context.set_offline(True)
    for number in (1, 2):
        open_step(phone)
        press(phone, "1", "0", "0", "0")
        send(phone)
        expect(form(phone).locator("[data-made]").first).to_be_attached()
        expect(cell(phone, "Mira", "Bid")).to_have_value("1")
        press(phone, "1", "0", "0", "0")
        assert form(phone).locator("[data-change]").first.inner_text() == f"{340 + 20 * number} → {360 + 20 * number}"
        send(phone)
        expect(phone.locator(".rounds .pencil-row")).to_have_count(number)
    assert phone.locator(".pencil-row").last.inner_text().split() == ["10", "20", "100", "100", "100"]
    expect(phone.locator(".bar-link")).to_contain_text("Round 10 of 10")
    expect(phone.locator("a.send")).to_be_hidden()
    phone.locator(".bar-waits").tap()
    expect(phone.locator(".waiting-list")).to_contain_text("Mira 20, Jonas 100, Donny 100, Anja 100")
    assert len(plays(phone, server)) == 16
    phone.context.set_offline(False)
    expect(phone.locator(".winner h2")).to_be_visible()
    assert len(plays(phone, server)) == 20


def test_tapped_row_is_corrected_and_a_round_inserted_before_it(phone, played, axe):
    url = open_ready(phone, played, "skull-king", FOUR, [bids(1, 0, 0, 0), taken(1, 0, 0, 0)])
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
    phone.goto(f"{url}/plays/1/before?open=round-1")
    started(phone)
    press(phone, "0", "0", "0", "1", "0", "0", "0", "1")
    phone.get_by_role("button", name="Insert").tap()
    until(phone, lambda: len(in_sheet(phone)) == 2)
    assert [each.split()[:3] for each in in_sheet(phone)] == [["2", "−10", "1/0"], ["1", "10", "0/0"]]


def test_other_phone_follows_the_current_step(device, played):
    first, other = device(), device()
    hurry(first)
    hurry(other)
    url = open_ready(first, played, "skull-king", FOUR)
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


def test_draft_survives_reload_back_and_the_arrow_to_the_sheet(phone, played):
    url = open_ready(phone, played, "skull-king", FOUR)
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
    phone.locator("header").get_by_role("link", name="Rounds").tap()
    expect(phone.locator("a.send")).to_be_visible()
    assert phone.url == url
    expect(phone.locator("header").get_by_role("link", name="All games")).to_be_visible()
    open_step(phone)
    expect(cell(phone, "Mira", "Bid")).to_have_value("1")


FORMS = {"wizard": 6, "tichu": 4, "sushi-go": 5, "hearts": 5, "flip-7": 12}
"""Pads with different layouts of the form of a round, and their number of players."""
TIED = [
    {"kind": "row", "player": player, "row": row, "number": number}
    for player, own in (("Ada", (15, 0)), ("Bo", (12, 1)))
    for row, number in zip(("development-cards", "nobles"), own, strict=True)
]


def test_forms_of_pads_fit_small_phones(device, played, axe):
    phone = device(viewport=SMALL, locale="de-DE")

    def pages():
        for name, count in FORMS.items():
            open_ready(phone, played, name, TWELVE[:count])
            if name == "wizard":
                yield "the sheet of wizard"
            open_step(phone)
            yield name
        open_ready(phone, played, "seven-wonders", TWELVE[:7])
        yield "seven-wonders"
        for facts in ({"only_winner": True}, {"cooperative": True, "rounds": {}}):
            open_pad(phone, played, facts, *FOUR)
            yield facts
        for name, kept, page in (("splendor", TIED, ""), ("scrabble", [], "/stop")):
            (url,) = played(game_document(name, ("Ada", "Bo"), kept))
            phone.goto(url + page)
            started(phone)
            yield f"the end of {name}"

    assert walk(phone, pages(), axe) == []
