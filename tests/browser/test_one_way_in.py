"""Each tap is saved correctly: on a slow network, offline, and in two tabs."""

from playwright.sync_api import expect

from tests.browser.club import THREE, add, button, cell, digits, says, table
from tests.browser.offline import logged, network, plays
from tests.browser.steps import open_game, settle, started
from tests.seats import at_seat

FOUR = (*THREE, "Dan")


def tap(*keys):
    for key in keys:
        key.tap()


def price(page):
    return page.locator("[name=play][value^='sell.']:visible").first


def votes(player, change):
    return {"kind": "votes", "player": player, "change": change}


def test_slow_network_taps_count_for_the_open_panels_player(phone, server):
    table(phone, server, FOUR)
    network(phone, 500)
    tap(cell(phone, "possessions", 1), phone.locator("[data-chip]:visible").first)
    expect(price(phone)).to_be_visible()  # the server's preview of Ben's tile is there
    tap(cell(phone, "possessions", 0), phone.locator("[data-chip]:visible").first, price(phone))
    plays(phone, 9)

    network(phone, 300)
    tap(cell(phone, "election", 2), add(phone, -1))
    says(phone, "Save Cleo's vote count")
    # The first of these taps precede the response, and the last ones follow it.
    tap(button(phone), cell(phone, "election", 3), *[add(phone, -1)] * 8)
    plays(phone, 10)
    expect(cell(phone, "election", 3)).to_have_attribute("aria-current", "true")
    expect(phone.locator("[data-typed]:visible")).to_have_text("− 8")
    says(phone, "Save Dan's vote count")
    button(phone).tap()
    plays(phone, 11)

    network(phone, 800)
    tap(cell(phone, "election", 0), add(phone, -3), button(phone))
    # A sale made during a save is queued behind it.
    tap(cell(phone, "possessions", 1), phone.locator("[data-chip]:visible").first, price(phone))
    plays(phone, 13)
    first, *saved, last = logged(server, phone)[8:]
    assert saved == [votes("Cleo", -1), votes("Dan", -8), votes("Ada", -3)]
    assert [(each["kind"], each["player"], each["tile"]) for each in (first, last)] == [
        ("sell", "Ada", 8),
        ("sell", "Ben", 8),
    ]


def test_two_tabs_share_input_and_flag_newer_values(phone, device, server):
    table(phone, server)
    tab, other = phone.context.new_page(), device()
    tab.complaints = []
    tab.goto(phone.url)
    started(tab)
    for each in (phone, tab):
        cell(each, "election", 0).tap()
    add(phone, -3).tap()
    for each in (phone, tab):
        expect(each.locator("[data-typed]:visible")).to_have_text("− 3")
        says(each, "Save Ada's vote count")
    button(phone).tap()
    for each in (phone, tab):  # once saved in one tab, the other one no longer offers it
        plays(each, 7)
        expect(button(each)).to_be_hidden()
        expect(cell(each, "election", 0)).to_contain_text("35")
    assert logged(server, phone)[6:] == [votes("Ada", -3)]
    tab.close()

    other.goto(phone.url)
    started(other)
    tap(
        cell(phone, "possessions", 0),
        phone.locator("[data-correct]:visible"),
        phone.locator("[data-tile='9']:visible"),
    )
    tap(
        cell(other, "possessions", 0),
        other.locator("[data-chip]:visible").first,
        other.locator("[data-remove]:visible"),
        button(other),
    )
    plays(phone, 8)
    said = phone.locator(f"[id='possessions-{at_seat(0)}'] [data-note^=meanwhile]")
    expect(said).to_have_text("Ada's set of tiles: changed by another phone to Tiles held 5 4. Saving replaces that.")
    expect(phone.locator("[data-chip]:visible")).to_have_text(["8", "5", "4", "9"])
    phone.reload()
    started(phone)
    expect(said).to_be_visible()
    tap(phone.locator("[data-put-back]:visible"))
    expect(said).to_have_count(0)
    expect(phone.locator("[data-chip]:visible")).to_have_text(["5", "4"])


def test_removed_victim_is_reported_as_gone(phone, device, server):
    open_game(phone, server, "carta-nostra", THREE, [])
    other = device()
    other.goto(phone.url)
    started(other)
    tap(
        other.locator(f"[id='seat-{at_seat(0)}'] .own").get_by_role("radio", name="Don"),
        other.locator(f"[id='send-{at_seat(0)}']"),
    )
    phone.locator(f"[id='seat-{at_seat(1)}']").get_by_role("radio", name="Ada: Don").tap()
    settle(other)
    other.get_by_role("button", name="Undo").tap()
    expect(phone.locator(f"[id='seat-{at_seat(0)}']")).to_be_visible()  # it is Ada's turn again
    phone.locator(".standing", has_text="Ben").tap()
    said = phone.locator(f"[id='seat-{at_seat(1)}'] [data-note^=meanwhile]")
    expect(said).to_have_text("Ben's turn: the selected option is gone. Choose again.")
    expect(said).to_be_in_viewport(ratio=1)
    phone.locator(f"[id='seat-{at_seat(1)}'] .own").get_by_role("radio", name="Hitman").tap()
    expect(said).to_be_visible()
    phone.locator(f"[id='seat-{at_seat(1)}']").get_by_role("button", name="Clear").tap()
    expect(said).to_have_count(0)


def test_rising_votes_are_flagged_before_saving(phone, server):
    table(phone, server, competitions=["election", "society"], known=False)  # Ada is second to last
    cell(phone, "election", 0).tap()
    more = phone.get_by_text("The votes go up: from 38 to 39.").locator("visible=true")
    add(phone, 1).tap()
    expect(more).to_be_visible()
    add(phone, -1).tap()
    expect(more).to_have_count(0)
    tap(*digits(phone, "39"))
    expect(more).to_be_visible()
    phone.locator(".paper-row", has_text="Election").tap()
    expect(more).to_be_visible()
