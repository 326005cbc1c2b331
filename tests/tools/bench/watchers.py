"""200 devices watch 50 tables: how soon they see each play, how much the server works, and how long a play takes then.

Then a thousand watch one table, as on a club's big evening. They ask as the page's script does (static/js/follow.js):
by conditional requests, each a while after the last answer. To compare, the bare server is asked as often as by the
200; it always answers with its page of twenty rows.
"""

import os
import random
import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from statistics import median, quantiles

from scorekeeper.core.document import Document
from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.games import Desk
from scorekeeper.desk.sharing import let_watch
from scorekeeper.pairing import pairing_key
from scorekeeper.places import beside_package
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.storage.database import Store
from scorekeeper.web import create_app

from . import baseline
from .browser import Answer, Browser
from .rounds import timed
from .served import served
from .sitting import DON_CARLO, entry, random_game, slip

TABLES, WATCHERS = 50, 200
CROWD = 1000
FINAL = (20, 60)  # of the table that they watch: seconds between two plays, and seconds of the measurement
PAUSE = int(re.search(r"BETWEEN = (\d+)", (beside_package("static") / "js/follow.js").read_text())[1]) / 1000  # type: ignore[index]
RATES = ((60, 60), (10, 30))  # seconds between two plays of a table, and seconds of the measurement
MOST_PLAYS = 5  # of each table, kept to be entered
GRACE = 8  # seconds after the last play in which everybody has to have it
COUNT = re.compile(r'class="bar-link"[^>]*>(\d+) plays?<')


@dataclass
class Sitting:
    """A table with a running game: its address, the `link` to watch it, how many plays it has, the plays still to come.

    `entered` is when each play was answered, by the number of plays that the game had then.
    """

    address: str
    link: str
    count: int
    coming: list[Agent]
    revision: int = 1
    entered: dict[int, float] = field(default_factory=dict)


class Watcher:
    """A device that watches a table; `had` is when it first saw each number of plays."""

    def __init__(self, port: int, sitting: Sitting) -> None:
        self.sitting, self.had = sitting, {sitting.count: 0.0}
        self._browser, self._tag = Browser(port), ""
        self._browser.get(sitting.link)

    def ask(self) -> float:
        """Ask once whether the table has changed; return how many seconds to wait before the next time."""
        answer = self._browser.get(
            self.sitting.address, f"If-None-Match: {self._tag or chr(34) + 'none' + chr(34)}\r\n"
        )
        self._tag = answer.header("ETag")
        if answer.status == 200:
            seen = COUNT.search(answer.text)
            assert seen, answer.text
            self.had.setdefault(int(seen[1]), time.monotonic())
        else:
            assert answer.status == 304, answer.text
        return max(PAUSE, float(answer.header("Retry-After") or 0))

    def close(self) -> None:
        """Hang up."""
        self._browser.close()

    def delays(self) -> list[float]:
        """Return for each play of the table how many seconds after its answer it was seen; infinity if it never was."""
        seen = sorted(self.had.items())
        return [
            max(0.0, next((moment for count, moment in seen if count >= number), float("inf")) - answered)
            for number, answered in self.sitting.entered.items()
        ]


class Keeper:
    """The phone that keeps the books of all tables."""

    def __init__(self, port: int, key: str) -> None:
        self._browser = Browser(port)
        self._browser.get(f"/pair/{key}")
        self._token = ""

    def play(self, sitting: Sitting) -> float:
        """Send the next play, as a script does; return how long the answer took."""
        agent = sitting.coming.pop(0)
        self._token = self._token or slip(self._browser.get(sitting.address))["csrf_token"]
        form = {"csrf_token": self._token, "entry_key": secrets.token_urlsafe(16), "revision": str(sitting.revision)}
        form |= entry(agent)
        answer, taken = timed(lambda: self._sent(sitting, form))
        assert answer.status == 200, answer.text  # a refusal must not be timed
        sitting.revision, sitting.count = sitting.revision + 1, sitting.count + 1
        sitting.entered[sitting.count] = time.monotonic()
        return taken

    def _sent(self, sitting: Sitting, form: dict[str, str]) -> Answer:
        return self._browser.post(f"{sitting.address}/plays", form, "Prefer: return=representation\r\n")


def figures(folder: Path, seed: int = 1) -> Iterator[tuple[str, str]]:
    """Yield how soon watchers see a play, and what it costs."""
    chance = random.Random(seed)
    store = Store(folder / "scorekeeper.db")
    sittings, key = _sit_down(store, chance), pairing_key(store)
    store.close()
    with served(create_app, folder) as port:
        *tables, final = sittings
        keeper, watchers = Keeper(port, key), [Watcher(port, tables[n % TABLES]) for n in range(WATCHERS)]
        keeper.play(tables[0])  # the first play is slower, and is not measured
        for every, seconds in RATES:
            yield (
                f"{WATCHERS} watch {TABLES} tables, a play each {every} s",
                _seen(keeper, watchers, tables, every, seconds),
            )
        for each in watchers:
            each.close()
        crowd = [Watcher(port, final) for _ in range(CROWD)]
        yield f"{CROWD} watch one table, a play each {FINAL[0]} s", _seen(keeper, crowd, [final], *FINAL)
    with served(baseline.create_app, folder) as port:
        phone, askers = Browser(port), [Browser(port) for _ in range(WATCHERS)]

        def play(_: Sitting) -> float:
            return timed(lambda: phone.post("/plays", {"cards": "1/1/6"}))[1]

        def ask(browser: Browser) -> float:
            browser.get("/")
            return PAUSE

        yield "the 200, bare", _watched(play, [partial(ask, each) for each in askers], tables, *RATES[-1])


def _seen(keeper: Keeper, watchers: Sequence[Watcher], sittings: Sequence[Sitting], every: int, seconds: int) -> str:
    """Return how soon the watchers of these tables saw each play, and what it cost."""
    for sitting in sittings:
        sitting.entered.clear()
    figure = _watched(keeper.play, [each.ask for each in watchers], sittings, every, seconds)
    delays = [delay for watcher in watchers for delay in watcher.delays()]
    return f"seen after {median(delays):.1f} s, at most {max(delays):.1f} s   {figure}"


def _sit_down(store: Store, chance: random.Random) -> list[Sitting]:
    """Begin the tables and one more, each in the middle of a game, with a link to watch it."""
    desk = Desk(store, {DON_CARLO.slug: DON_CARLO})
    logs: list[list[Agent]] = []
    while len(logs) <= TABLES:
        log = [step.play for step in random_game(4, chance).steps]
        if len(log) > MOST_PLAYS + 5:
            logs.append(log)
    begun = [chance.randint(5, len(log) - MOST_PLAYS) for log in logs]
    names = ("Anneli", "Benito", "Carla", "Donny")
    tables = [DON_CARLO.table(tuple(f"{name} {number}" for name in names), {}) for number in range(len(logs))]
    given = [Document(DON_CARLO, table, tuple(log[:n])) for table, log, n in zip(tables, logs, begun, strict=True)]
    games = [f"/games/{game.id}" for game in import_documents(desk, given)]
    links = [f"{game}/watch/{let_watch(desk, game.removeprefix('/games/'))}" for game in games]
    return [
        Sitting(*each, log[each[2] :]) for each, log in zip(zip(games, links, begun, strict=True), logs, strict=True)
    ]


def _watched(
    play: Callable[[Sitting], float],
    asks: Sequence[Callable[[], float]],
    sittings: Sequence[Sitting],
    every: int,
    seconds: int,
) -> str:
    """Return how long plays took while others asked, and how much of one core the server used."""
    start, before, count = time.monotonic(), worked(), len(sittings)
    moments = [start + (number + 0.5) * every / count for number in range(count * seconds // every)]
    end = start + seconds + GRACE

    def watch(ask: Callable[[], float], first: float) -> None:
        time.sleep(first)
        while time.monotonic() < end:
            time.sleep(ask())

    def played() -> list[float]:
        taken = []
        for number, moment in enumerate(moments):
            time.sleep(max(0, moment - time.monotonic()))
            taken.append(play(sittings[number % count]))
        return taken

    with ThreadPoolExecutor(len(asks) + 1) as pool:
        playing = pool.submit(played)
        for each in [pool.submit(watch, ask, PAUSE * n / len(asks)) for n, ask in enumerate(asks)]:
            each.result()
    busy = (worked() - before) / (time.monotonic() - start)
    hundredths = quantiles(playing.result(), n=100, method="inclusive")
    return f"p50 {hundredths[49] * 1000:.0f} ms   p99 {hundredths[98] * 1000:.0f} ms   {busy:.0%} of a core"


def worked() -> float:
    """Return the CPU seconds of the servers so far."""
    stats = [Path(f"/proc/{each.pid}/stat").read_text().rpartition(")")[2].split() for each in active_children()]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")
