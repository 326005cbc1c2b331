"""The ends of pads by touch: rows that break a tie, and the letters left."""

from playwright.sync_api import expect

from tests.browser.steps import started, walk
from tests.documents import game_document
from tests.seats import at_seat

TIED = [
    {"kind": "row", "player": player, "row": row, "number": number}
    for player, own in (("Ada", (15, 0)), ("Bo", (12, 1)))
    for row, number in zip(("development-cards", "nobles"), own, strict=True)
]


def cell(page, seat):
    return page.locator(f"[name='row.{at_seat(seat)}.in-number-of-cards-number']")


def test_tie_is_broken_by_touch_and_other_phones_follow(phone, device, played, axe):
    (url,) = played(game_document("splendor", ("Ada", "Bo"), TIED))
    other = device()
    for page in (phone, other):
        page.goto(url)
        started(page)
        expect(page.locator(".winner h2")).to_have_text("Ada and Bo share the win")
    assert walk(phone, ["result"], axe) == []
    for seat, number in ((0, "14"), (1, "9")):
        cell(phone, seat).tap()
        phone.keyboard.type(number)
    phone.get_by_role("button", name="Enter the numbers").tap()
    expect(phone.locator(".winner h2")).to_contain_text("Bo wins")
    expect(phone.locator(".filling")).to_have_count(0)
    expect(other.locator(".winner h2")).to_contain_text("Bo wins")


def test_letters_left_are_entered_in_a_step_before_the_end(phone, played, axe):
    plays = [{"kind": "points", "player": player, "points": 20} for player in ("Ada", "Bo")]
    (url,) = played(game_document("scrabble", ("Ada", "Bo"), plays))
    phone.goto(url)
    started(phone)
    phone.get_by_role("link", name="Points at the end").tap()
    expect(phone.get_by_role("button", name="End it and score")).to_be_visible()
    started(phone)
    assert walk(phone, ["end"], axe) == []
    field = phone.locator(f"[name='last-{at_seat(1)}']")
    field.tap()
    phone.keyboard.type("7")
    phone.get_by_role("button", name="End it and score").tap()
    expect(phone.locator(".winner h2")).to_contain_text("Ada wins")
    expect(phone.locator(".winner")).to_contain_text("14 points ahead of Bo")
