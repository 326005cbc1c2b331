"""The machine's clock jumps, also backwards and into other time zones: games, trails and lists stay right."""

import json
import os
import re
import sqlite3
import time
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from unittest.mock import patch

from itsdangerous import TimestampSigner

from scorekeeper.core.answer import scored
from scorekeeper.core.document import write
from scorekeeper.desk.exchange import documents
from scorekeeper.desk.trail import trail
from scorekeeper.pairing import pairing_key
from tests.apps import open_app
from tests.pages import Page

from .table import Table, check, hold
from .world import projections, rebuild

DAY, YEAR = 86_400, 31_556_952
ZONES = (
    "UTC",
    "CET-1CEST,M3.5.0,M10.5.0/3",
    "EST5EDT,M3.2.0,M11.1.0",
    "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "<+0545>-5:45",
    "<+14>-14",
    "<-12>12",
    "IST-1GMT0,M10.5.0,M3.5.0/1",
)
MOMENTS = (0, 951_782_399, 1_792_889_990, 1_774_745_990, 2_147_483_640, 4_102_444_799)
"""1970, 29 February 2000, the ends of two summer times, 2038, and the last second of 2099."""
PLACES = ("/", "/past", "/players", "/records", "/years", "/shelf", "/data", "/data/games.csv", "/data/games.zip")
OF_GAMES = ("", "/plays", "/replay", "/document", "/about", "/bgstats", "/rematch", "/players")
BEGIN = 1_793_000_000
STEPS, TABLES = 120, 3


class Clock:
    """Goes forward by seconds, and now and then jumps: by seconds to years, both ways, or into another time zone."""

    def __init__(self, chance):
        self.chance, self.seconds = chance, BEGIN

    def __call__(self):
        self.seconds += self.chance.randint(0, 200)
        jump = self.chance.random()
        if jump < 0.06:
            self.seconds += self.chance.choice((-1, 1)) * self.chance.choice((1, 60, 3_600, DAY, 40 * DAY, 3 * YEAR))
        elif jump < 0.09:
            self.seconds = self.chance.choice(MOMENTS)
        elif jump < 0.12:
            use_zone(self.chance.choice(ZONES))
        self.seconds = min(max(self.seconds, 0), 9_000_000_000)
        return datetime.fromtimestamp(self.seconds, UTC).astimezone()

    def stamp(self):
        """Return the time for signing cookies: never so late that the first cookies have run out."""
        return int(min(self.seconds, BEGIN + 390 * DAY))


def use_zone(zone):
    os.environ["TZ"] = zone
    time.tzset()


@contextmanager
def own_zone():
    """Restore the time zone of this process afterwards."""
    before = os.environ.get("TZ")
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("TZ", None)
            time.tzset()
        else:
            use_zone(before)


class Device:
    """A phone in this process, with the methods that `Table` needs."""

    def __init__(self, client, key):
        self._client = client
        client.get(f"/pair/{key}")
        self.token = Page(client.get("/data")).hidden["csrf_token"]

    def post(self, path, form):
        answer = self._client.post(path, data=form | {"csrf_token": self.token})
        return answer.status_code, answer.location, answer.text

    def get(self, path):
        return self._client.get(path)


def clock(folder, rounds, tally):
    """Each round plays at some tables with a clock that jumps, looks at every page, and rebuilds the projections."""
    for chance in rounds:
        tells = Clock(chance)
        with own_zone(), patch.object(TimestampSigner, "get_timestamp", tells.stamp):
            app = open_app(folder / str(tally.round))
            desk = app.extensions["desk"] = replace(app.extensions["desk"], clock=tells)
            with closing(desk.store):
                device = Device(app.test_client(), pairing_key(desk.store))
                tables = [Table(f"{number}-{tally.round}", chance, tally) for number in range(TABLES)]
                for step in range(STEPS):
                    tables[step % TABLES].step(device)
                with closing(sqlite3.connect(desk.store.path)) as disk:
                    hold(tables, disk, tally)
                    lists(disk, device, tally)
                    pages(disk, device, tally)
                games(desk, tally)
                before = projections(desk.store.path)
                rebuild(desk)
                tally.holds(before == projections(desk.store.path), "projections differ")
        check(folder / str(tally.round), tally)


def lists(disk, device, tally):
    """Go through the list of past games: each finished game is there exactly once."""
    wanted = {game for (game,) in disk.execute("SELECT id FROM games WHERE finished AND shelf = 'table'")}
    listed, address = [], "/past"
    while address and len(listed) <= len(wanted):
        page = Page(device.get(address))
        here = [found[1] for link in page.links if (found := re.match(r"/games/([0-9a-f-]{36})$", link))]
        listed += dict.fromkeys(here)
        address = next((each.given["href"] for each in page.all("a") if each.text == "Earlier games"), None)
    tally.add("games listed", len(listed))
    tally.holds(set(listed) == wanted, f"listed {sorted(listed)} of {sorted(wanted)}")


def pages(disk, device, tally):
    """Look at every page: none fails, and none shows a negative time."""
    paths = [*PLACES]
    paths += [f"/games/{game}{page}" for (game,) in disk.execute("SELECT id FROM games") for page in OF_GAMES]
    paths += [f"/players/{player}" for (player,) in disk.execute("SELECT id FROM players")]
    paths += [link for path in ("/years", "/records") for link in Page(device.get(path)).links if link.startswith(path)]
    for path in paths:
        answer = device.get(path)
        tally.add("pages")
        tally.holds(answer.status_code in (200, 302, 303), f"{answer.status_code} at {path}")
        if answer.mimetype == "text/html":
            said = Page(answer).text
            tally.holds(not re.search(r"[−-]\d+(:\d\d| (min|h|hours?|minutes?)\b)", said), f"{path}: {said[:900]}")
    took = disk.execute("SELECT game_id, seconds FROM sittings WHERE seconds <= 0").fetchall()
    tally.holds(not took, f"games that took {took}")


def games(desk, tally):
    """Check that every trail is in order, and that every game is exported as a document that can be scored."""
    for document in documents(desk):
        steps = [line.revision for line in trail(desk, document.id)]
        tally.holds(steps == list(range(1, len(steps) + 1)), f"{document.id}: the trail is {steps}")
        _, status = scored(json.dumps(write(document)).encode(), desk.rulebooks)
        tally.holds(status == 0, f"{document.id} does not come in again")
