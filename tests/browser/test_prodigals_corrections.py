"""Corrections in The Prodigals Club by touch: forgotten entries of several players."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, open_game, sideways, started, until
from tests.seats import at_seat

FOUR = ("Ada", "Ben", "Cleo", "Don")
START = [{"kind": "influence", "player": name, "markers": [9, 8, 6, 4]} for name in FOUR]
HYDE_PARK = {"kind": "hyde-park", "megaphones": dict.fromkeys(FOUR, 1)}
END = {"kind": "end-round"}
LATER = {"kind": "influence", "player": "Ada", "moves": [0, -1, 0, 0]}


def log(server, page):
    """Return the kind and the values of each play in the log."""
    view = server.app.extensions["service"].view(page.url.partition("/games/")[2][:36])
    return [(step.kind.name, step.play) for step in view.replay.steps]


def to_insert(page, tap, number):
    """Go from the table through the log to the form that inserts a play before this one."""
    tap(page.locator(".bar-link").first)
    tap(page.locator(f"#play-{number} a").first)
    tap(page.get_by_role("link", name="Insert an entry before"))
    expect(page.locator("h1")).to_have_text(f"Before entry {number}")
    started(page)


def test_forgotten_dame_beatrice_is_inserted_for_all_players_together(device, server):
    phone, tap = device(viewport=SMALL), Taps()
    open_game(
        phone, server, "prodigals-club", FOUR, [*START, HYDE_PARK, END, LATER], competitions=["election", "society"]
    )
    started(phone)
    to_insert(phone, tap, 6)
    assert sideways(phone) == 0
    tap(phone.locator(".phases a", has_text="Dame Beatrice"))
    for seat in range(4):
        tap(phone.locator("#dame-beatrice .picks").nth(seat).locator("[data-ways]").first)
    expect(phone.locator("[data-part=totals]")).to_be_empty()  # the votes are higher
    tap(phone.get_by_role("button", name="Insert: Dame Beatrice"))
    phone.wait_for_url("**/plays")
    expect(phone.locator(".log-change")).to_contain_text("Ada 9 → 10; Ben 9 → 10; Cleo 9 → 10; Don 9 → 10")
    assert tap.spent("a forgotten Dame Beatrice for four") == (9, 0)
    moves = [play.moves for kind, play in log(server, phone)[5:9] if kind == "influence"]
    assert moves == [(1, 0, 0, 0)] * 4
    phone.locator("#undo").tap()
    until(phone, lambda: len(log(server, phone)) == 7)


def test_sale_price_is_corrected_by_one_tap(device, server):
    phone, tap = device(viewport=SMALL), Taps()
    plays = [{"kind": "possessions", "player": name, "tiles": [9, 8, 7, 5, 4, 3]} for name in FOUR]
    sale = {"kind": "sell", "player": "Ada", "tile": 8, "discount": 3}
    open_game(phone, server, "prodigals-club", FOUR, [*plays, sale], competitions=["possessions", "election"])
    table = phone.url

    def opened():
        phone.goto(f"{table}/plays/5")
        started(phone)
        assert sideways(phone) == 0
        return phone.locator(".prices button:visible")

    prices = opened()
    expect(prices).to_have_text(["−0 8", "−1 7", "−2 6", "−3 5", "−4 4", "−5 3"])
    expect(phone.locator(".prices [aria-pressed]:visible")).to_have_text("−3 5")
    tap(prices.nth(1))
    phone.wait_for_url(table)
    assert tap.spent("the price of a sale") == (1, 0)
    prices = opened()
    tap(phone.locator(".sold .word", has_text="9"), phone.locator(".sold .word", has_text="Borough"))
    expect(prices).to_have_text(["−0 8", "−1 7", "−2 6", "−3 5", "−4 4", "−5 3"])
    tap(prices.nth(2))
    phone.wait_for_url(table)
    assert tap.spent("the tile of a sale, from the borough") == (3, 0)
    assert [(play.tile, play.discount) for _, play in log(server, phone)[4:]] == [(9, 3)]


def test_insertion_of_two_forms_at_once_is_refused(device, server):
    phone, tap = device(viewport=SMALL), Taps()
    open_game(
        phone, server, "prodigals-club", FOUR, [*START, HYDE_PARK, END, LATER], competitions=["election", "society"]
    )
    started(phone)
    to_insert(phone, tap, 6)
    tap(phone.locator("[data-opens=election-all]"), phone.locator(f"[data-of='election-{at_seat(0)}'] [data-add='-2']"))
    tap(phone.locator(".phases a", has_text="Dame Beatrice"))
    tap(phone.locator("#dame-beatrice .picks").first.locator("[data-ways]").first)
    tap(phone.locator("#save"))
    expect(phone.get_by_role("alert").filter(has_text="Insert one thing at a time")).to_be_visible()
    assert len(log(server, phone)) == 7
