"""The Prodigals Club's sheet, as tapped."""

from playwright.sync_api import expect

from tests.browser.steps import open_game, started
from tests.seats import at_seat

ALL_THREE = ["possessions", "election", "society"]


THREE = ("Ada", "Ben", "Cleo")


def table(page, server, players=THREE, competitions=ALL_THREE, known=True):
    """Open a table with all players' tiles and markers known."""
    plays = [{"kind": "possessions", "player": name, "tiles": [8, 5, 4]} for name in players]
    plays += [{"kind": "influence", "player": name, "markers": [9, 8, 6, 4]} for name in players]
    open_game(page, server, "prodigals-club", players, plays if known else [], competitions=competitions)
    started(page)


def cell(page, row, seat):
    return page.locator(f".paper-cell[data-opens='{row}-{at_seat(seat)}']")


def add(page, change):
    return page.locator(f"[data-add='{change}']:visible")


def digits(page, typed):
    return [page.locator(f"[data-digit='{digit}']:visible") for digit in typed]


def tiles(page, *values):
    return [page.locator(f"[data-tile='{value}']:visible") for value in values]


def button(page):
    return page.locator("#save")


def says(page, label):
    expect(button(page)).to_have_text(label)


def saved(page, count):
    """Wait until the log has this number of plays and all scripts have started."""
    expect(page.locator(".bar-link", has_text="entr")).to_contain_text(f"{count} entr")
    started(page)


def scores(page):
    rows = page.locator(".paper tbody tr").all()
    return [[each.inner_text().split()[0] for each in row.locator(".paper-score").all()] for row in rows]
