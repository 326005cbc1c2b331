"""A hand taps at random on a slow phone with a bad network: every play that it taps is in the log exactly once."""

from contextlib import closing
from random import Random

from playwright.sync_api import expect, sync_playwright

from scorekeeper.pairing import pairing_key
from tests.apps import open_app
from tests.browser.conftest import PATIENCE, PHONE, SWITCHES
from tests.browser.hand import TITLES, Conditions, play
from tests.tools.browser import start

from .racing import served


def hand(folder, rounds, tally):
    """Each round plays a game on a phone, of one title after the other."""
    tally.longest = 20_000  # enough for all taps and the log
    expect.set_options(timeout=PATIENCE)
    app = open_app(folder / "instance")
    desk = app.extensions["desk"]
    with closing(desk.store), served(app) as port, sync_playwright() as playwright:
        browser = start(playwright.chromium.launch, args=SWITCHES)
        for chance in rounds:
            slug = list(TITLES)[tally.round % len(TITLES)]
            context = browser.new_context(**PHONE)
            context.set_default_timeout(PATIENCE)
            context.request.get(f"http://127.0.0.1:{port}/pair/{pairing_key(desk.store)}")
            conditions = Conditions.of(chance)
            wrong = play(context, f"http://127.0.0.1:{port}", desk, slug, Random(chance.random()), conditions)
            context.close()
            tally.add("games on a phone")
            tally.add("taps", conditions.taps)
            tally.holds(not wrong, wrong)
        browser.close()
