"""Influence markers of The Prodigals Club: entered as moves, so that inserting a forgotten one changes later totals."""

from playwright.sync_api import expect

from tests.browser.club import button, cell, digits, less, lower, row, saved, scores
from tests.browser.steps import open_game, started

TWO = ("Ada", "Ben")
START = [{"kind": "influence", "player": name, "markers": [13, 9, 8, 6]} for name in TWO]


def table(page, server, *plays):
    open_game(page, server, "prodigals-club", TWO, [*START, *plays], competitions=["election", "society"])
    started(page)
    return page.url


def entered(server, page):
    """Return the markers or moves of each influence play in the log, and the standings."""
    view = server.app.extensions["service"].view(page.url.partition("/games/")[2][:36])
    plays = [step.play for step in view.replay.steps if step.kind.name == "influence"]
    return [each.moves or each.markers for each in plays], view.replay.sheet().standings


def test_markers_at_the_table_are_entered_as_moves(phone, server):
    """With the keys in the panel of all players, and with the steppers and digits of a cell."""
    url = table(phone, server)
    row(phone, "society").tap()
    lower(phone, 0, 1).tap()
    lower(phone, 0, 1).tap()
    button(phone).tap()
    saved(phone, 3)
    phone.goto(url)
    started(phone)
    cell(phone, "society", 0).tap()
    less(phone, 2).tap()
    button(phone).tap()
    saved(phone, 4)
    for key in digits(phone, "10"):
        key.tap()
    button(phone).tap()
    saved(phone, 5)
    assert entered(server, phone)[0][2:] == [(-2, 0, 0, 0), (0, -1, 0, 0), (-1, 0, 0, 0)]
    assert scores(phone)[1] == ["32", "36"]


def test_waiting_moves_build_on_each_other(phone, server):
    """Two rounds of moves are entered while offline."""
    table(phone, server)
    cell(phone, "society", 0).tap()
    phone.context.set_offline(True)
    for _ in range(2):
        less(phone, 1).tap()
        button(phone).tap()
        expect(button(phone)).to_have_text("Save changes")
    phone.context.set_offline(False)
    saved(phone, 4)
    assert entered(server, phone)[0][2:] == [(-1, 0, 0, 0), (-1, 0, 0, 0)]
    assert scores(phone)[1] == ["34", "36"]


def test_correction_of_votes_adds_up_and_restores_unsaved_input(phone, server):
    url = table(phone, server, {"kind": "votes", "player": "Ada", "change": -2})
    correction, note = f"{url}/plays/3", phone.locator("[data-note^=restored]")
    phone.goto(correction)
    started(phone)
    expect(phone.get_by_text("Each tap is added to this change")).to_be_visible()
    phone.locator("[data-add='-3']").tap()
    expect(phone.locator("[data-typed]")).to_have_text("− 5")
    expect(note).to_have_count(0)
    phone.goto(url)
    phone.goto(correction)
    started(phone)
    expect(note).to_have_text("Not saved yet. Your last input was restored.")
    expect(phone.locator("[data-typed]")).to_have_text("− 5")
    phone.locator("[data-put-back]").tap()
    expect(note).to_have_count(0)
    expect(phone.locator("[data-typed]")).to_have_text("− 2")
