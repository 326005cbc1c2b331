"""Two hands tap at random.

The one taps on a slow phone with a bad network: its entries must be in the log exactly once. The other taps every
control in sight: each must do something.
"""

from contextlib import closing
from random import Random

from playwright.sync_api import expect, sync_playwright

from scorekeeper.pairing import pairing_key
from tests.apps import open_app
from tests.browser import roaming
from tests.browser.conftest import PATIENCE, PHONE, SWITCHES
from tests.browser.hand import TITLES, Conditions, play
from tests.tools.browser import start

from .server import served

ROAMING_TAPS = 60


def hand(folder, rounds, tally):
    """Each round plays a game on a phone, of one title after the other; three of four are the second hand's."""
    tally.longest = 20_000  # enough for all taps and the log
    expect.set_options(timeout=PATIENCE)
    app = open_app(folder / "instance")
    service = app.extensions["service"]
    with closing(service.store), served(app) as port, sync_playwright() as playwright:
        browser = start(playwright.chromium.launch, args=SWITCHES)
        for chance in rounds:
            context = browser.new_context(**PHONE)
            context.set_default_timeout(PATIENCE)
            context.request.get(f"http://127.0.0.1:{port}/pair/{pairing_key(service.store)}")
            address, (number, turn) = f"http://127.0.0.1:{port}", divmod(tally.round, 4)
            chosen = Random(chance.random())
            if turn:
                slug, taps = roaming.TITLES[(3 * number + turn - 1) % len(roaming.TITLES)], ROAMING_TAPS
                wrong = roaming.play(context, address, service, slug, chosen, taps)
            else:
                slug, conditions = list(TITLES)[number % len(TITLES)], Conditions.of(chance)
                wrong, taps = play(context, address, service, slug, chosen, conditions), conditions.taps
            context.close()
            tally.add("games on a phone")
            tally.add("taps", taps)
            tally.holds(not wrong, wrong)
        browser.close()
