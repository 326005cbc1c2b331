"""The Prodigals Club's sheet, as tapped."""

import re

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


def less(page, marker):
    return page.locator("[data-step='-1']:visible").nth(marker - 1)


def next_step(page):
    """Return the button or link of the next step, if the page does not ignore taps on it as double taps."""
    return page.locator("body:not([data-fresh]) .game-next .send:visible")


def row(page, name):
    return page.locator(f".paper-row[href$='={name}-all']")


def step_key(page, seat, change):
    return page.locator(f"[data-of$='-{at_seat(seat)}']:visible [data-add='{change}']")


def lower(page, seat, marker):
    return page.locator(f"[data-of$='-{at_seat(seat)}']:visible [data-lower='{marker - 1}']")


def shows(marker, said):
    """Expect this number on a marker's key, and the old number struck out below it."""
    number, source = said.split(" ", 1)
    expect(marker).to_have_text(f"{number} {source.removeprefix('from ')}")
    expect(marker).to_have_attribute("aria-label", re.compile(rf": {re.escape(said)}$"))


def markers(page):
    return [each.input_value() for each in page.locator(".markers:visible .field").all()]


def stood(name, *markers):
    return {"kind": "influence", "player": name, "markers": list(markers)}


def marker(page, seat, number):
    return page.locator(".phase-panel:visible .picks").nth(seat).locator("[data-ways]").nth(number - 1)
