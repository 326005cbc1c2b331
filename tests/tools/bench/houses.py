"""How many tables one machine can serve, each sending a play a minute: three houses, each a server with its database.

Plays are sent when they are due, as people send them, whether or not the one before was answered. After each the table
is asked for twice: by the phone that sent it and by another one.
"""

import os
import random
import secrets
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import cycle
from multiprocessing import active_children
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import quantiles
from threading import local

from scorekeeper.core.document import Document
from scorekeeper.core.table import Table
from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.games import Desk
from scorekeeper.pairing import pairing_key
from scorekeeper.places import house_folder
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.storage.database import Store
from scorekeeper.web import create_app

from .browser import Browser
from .rounds import timed
from .served import served
from .sitting import DON_CARLO, entry, random_game, slip

NAMES = ("club", "fair", "mitte")
TABLES = (600, 1200, 2400, 3000, 3600, 4800, 6000)
SECONDS = 12  # that each number of tables is watched
DEALS = 100  # different games; each table has players of its own
PHONES = 48  # requests that can be on their way at once
MOST = 0.05  # seconds that 99 of 100 plays may take
Due = tuple[float, "Sitting"]


@dataclass(slots=True)
class Sitting:
    """A table with a running game: its server's port, its address there, its revision, and the plays still to come."""

    port: int
    address: str
    revision: int
    coming: list[Agent]


class Phone:
    """A phone that can send for any table; it is paired with every house (`keys` by port)."""

    def __init__(self, keys: dict[int, str]) -> None:
        self._browsers = {port: Browser(port) for port in keys}
        for port, key in keys.items():
            self._browsers[port].get(f"/pair/{key}")
        self._tokens: dict[int, str] = {}

    def play(self, sitting: Sitting, due: float) -> float:
        """Send the next play, then ask for the table twice; return how long after `due` the play was answered."""
        browser, agent = self._browsers[sitting.port], sitting.coming.pop(0)
        token = self._tokens.get(sitting.port)
        if token is None:
            token = self._tokens[sitting.port] = slip(browser.get(sitting.address))["csrf_token"]
        form = {"csrf_token": token, "entry_key": secrets.token_urlsafe(16), "revision": str(sitting.revision)}
        form |= entry(agent)
        answer = browser.post(f"{sitting.address}/plays", form)
        taken = time.monotonic() - due
        assert answer.status == 303, answer.text  # a refusal must not be timed
        sitting.revision += 1
        for _ in range(2):
            assert browser.get(sitting.address).status == 200
        return taken


def figures(folder: Path, seed: int = 1) -> Iterator[tuple[str, str]]:
    """Yield what a play takes with more and more tables, until it takes too long."""
    chance = random.Random(seed)
    deals = [each for each in (random_game(4, chance) for _ in range(DEALS)) if len(each.steps) > 25]
    logs = [[step.play for step in each.steps] for each in deals]
    with ExitStack() as stack:
        sittings: list[Sitting] = []
        keys: dict[int, str] = {}
        for number, name in enumerate(NAMES):
            house = house_folder(folder, name)
            house.mkdir(parents=True)
            store = Store(house / "scorekeeper.db")
            seated, taken = timed(lambda at=store, first=number: _sit_down(at, logs, chance, first))  # type: ignore[misc]
            port = stack.enter_context(served(create_app, house))
            keys[port] = pairing_key(store)
            store.close()
            sittings += [Sitting(port, *each) for each in seated]
            yield f"the house {name}: {len(seated):,} tables laid", f"{taken:6,.0f} s"
        chance.shuffle(sittings)
        yield from _more_and_more(sittings, keys, chance)


def _sit_down(
    store: Store, logs: Sequence[list[Agent]], chance: random.Random, first: int
) -> list[tuple[str, int, list[Agent]]]:
    """Begin a house's tables, each in the middle of a game; return their addresses, revisions and plays to come."""
    given, coming = [], []
    for number in range(first, TABLES[-1], len(NAMES)):
        log = logs[number % len(logs)]
        played = chance.randint(5, len(log) - 15)
        table: Table = DON_CARLO.table(tuple(f"{name} {number}" for name in ("Anneli", "Benito", "Carla", "Donny")), {})
        given.append(Document(DON_CARLO, table, tuple(log[:played])))
        coming.append(log[played:-1])
    taken = import_documents(Desk(store, {DON_CARLO.slug: DON_CARLO}), given)
    return [(f"/games/{game.id}", 1, log) for game, log in zip(taken, coming, strict=True)]


def _more_and_more(
    sittings: Sequence[Sitting], keys: dict[int, str], chance: random.Random
) -> Iterator[tuple[str, str]]:
    mine = local()

    def let_in() -> None:
        mine.phone = Phone(keys)

    with ThreadPoolExecutor(PHONES, initializer=let_in) as phones:
        turns = cycle(sittings)

        def played(due: SimpleQueue[Due]) -> list[float]:
            taken: list[float] = []
            while True:
                try:
                    at, sitting = due.get_nowait()
                except Empty:
                    return taken
                time.sleep(max(0, at - time.monotonic()))
                taken.append(mine.phone.play(sitting, at))

        def watched(tables: int) -> tuple[list[float], float, float, float]:
            """Return the seconds of each play and of all, and how many cores worked for the houses and in all."""
            due: SimpleQueue[Due] = SimpleQueue()
            before, start = worked(), time.monotonic() + 0.2
            for moment in sorted(chance.uniform(0, SECONDS) for _ in range(tables * SECONDS // 60)):
                due.put((start + moment, next(turns)))
            taken = [each for found in phones.map(played, [due] * PHONES) for each in found]
            lasted = time.monotonic() - start
            houses, machine = ((after - first) / lasted for after, first in zip(worked(), before, strict=True))
            return taken, lasted, houses, machine

        too_long = 0
        watched(TABLES[0])  # the first time, nothing is cached
        for tables in TABLES:
            taken, lasted, houses, machine = watched(tables)
            hundredths = quantiles(taken, n=100)
            figure = f"p50 {hundredths[49] * 1000:5,.0f} ms   p99 {hundredths[98] * 1000:5,.0f} ms"
            work = houses * lasted / len(taken) * 1000
            cores = f"{work:.0f} ms of work each   {houses:.1f} of {os.cpu_count()} cores for it, {machine:.1f} in all"
            yield f"{tables:,} tables, {len(taken) / SECONDS:.0f} plays a second", f"{figure}   {cores}"
            too_long = too_long + 1 if hundredths[98] > MOST else 0
            if too_long == 2:  # once can be chance
                return


def worked() -> tuple[float, float]:
    """Return the CPU seconds of the houses so far, and those of the whole machine."""
    tick = os.sysconf("SC_CLK_TCK")
    stats = [Path(f"/proc/{each.pid}/stat").read_text().rpartition(")")[2].split() for each in active_children()]
    user, nice, system, _idle, _waits, *others = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:])
    whole = (user, nice, system, *others[:2])
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / tick, sum(whole) / tick
