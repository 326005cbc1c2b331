"""Print the times of plays, pages and watchers: `./run bench`. Nothing here passes or fails.

- `play`: entering a play as a phone's script does, beside a bare app that writes a row and draws a page of 20 rows
- `pages`: every page that lists or counts games, with 100, 10,000 and 100,000 games, in turns
- `watchers`: 200 devices watch 50 tables: the delay until they see a play, and the time of a play meanwhile

Each server runs in a process of its own on this machine, and a time is that from a request to its whole answer.
"""

import argparse
import os
import platform
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from scorekeeper.core.document import Document
from scorekeeper.pairing import ensure_watch_key, pairing_key
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store.db import Store
from scorekeeper.store.exchange import import_documents
from scorekeeper.store.games import GameService
from scorekeeper.web import create_app
from tests.tools.client import Answer, Client

from .archive import DON_CARLO, fill, random_game
from .pages import PAGES, Guide
from .served import bare_app, cpu_seconds, served

PLAYS, WARM = 300, 20  # plays that are timed; plays before them that are not
SIZES, ROUNDS = (100, 10_000, 100_000), 15
TABLES, WATCHERS, BETWEEN, SECONDS = 50, 200, 10, 40  # a play each BETWEEN seconds at each table, for SECONDS
PAUSE, GRACE = 1.5, 8  # seconds between two requests of a watcher, as in static/js/follow.js; after the last play
AS_SCRIPT = {"Prefer": "return=representation"}
Figures = Iterator[tuple[str, str]]


def play(folder: Path) -> Figures:
    """Yield the time of a play beside that of the bare app."""
    with (
        served(create_app, folder / "ours") as ours,
        served(bare_app, folder / "bare") as bare,
        Phone(ours, folder / "ours") as phone,
        Client(bare) as plain,
    ):
        tables = cycle(begin(folder / "ours", 40, Random(1)))
        own, other, received = [], [], []
        for table in islice(tables, WARM + PLAYS):
            answer, seconds = phone.enter(table)
            own.append(seconds)
            received.append(answer.received)
            other.append(timed(plain, "/plays", {"cards": "1/1/6"})[1])
    own, other = own[WARM:], other[WARM:]
    yield "entering a play", spread(own)
    yield "a row and a page, bare", f"{spread(other)}   ratio {median(own) / median(other):.1f}"
    yield "bytes of the answer to a play", f"{median(received):,.0f}"


def pages(folder: Path, sizes: Sequence[int]) -> Figures:
    """Yield the time of each page and of a play for each number of games."""
    with ExitStack() as stack:
        phones, guides = [], []
        for size in sizes:
            home, began = folder / str(size), time.perf_counter()
            home.mkdir()
            fill(home / "scorekeeper.db", size, people=min(2000, 20 + size // 50))
            megabytes = (home / "scorekeeper.db").stat().st_size / 1e6
            yield f"made {size:,} games", f"{time.perf_counter() - began:,.0f} s, {megabytes:,.0f} MB"
            port = stack.enter_context(served(create_app, home))
            phones.append(stack.enter_context(Phone(port, home)))
            guides.append(Guide.to(home / "scorekeeper.db"))
        yield "p50 in ms", "".join(f"{size:10,}" for size in sizes)
        for name, address in PAGES.items():
            taken: list[list[float]] = [[] for _ in sizes]
            for _ in range(ROUNDS + 1):
                for phone, guide, times in zip(phones, guides, taken, strict=True):
                    times.append(timed(phone, address(guide))[1])
            yield name, "".join(f"{median(times[1:]) * 1000:10.1f}" for times in taken)
        tables = [cycle(begin(folder / str(size), 5, Random(1))) for size in sizes]
        taken = [
            [phone.enter(next(at))[1] for phone, at in zip(phones, tables, strict=True)] for _ in range(ROUNDS + 1)
        ]
        yield "entering a play", "".join(f"{median(times) * 1000:10.1f}" for times in zip(*taken[1:], strict=True))


def watchers(folder: Path) -> Figures:
    """Yield the delay until watchers see a play, and the time of a play and the work of the server meanwhile."""
    with served(create_app, folder) as port, Phone(port, folder) as phone:
        tables = begin(folder, TABLES, Random(1), watched=True)
        phone.enter(tables[0])
        entered: list[tuple[Table, float]] = []
        taken: list[float] = []
        began, worked = time.monotonic(), cpu_seconds()
        end = began + SECONDS + GRACE

        def watch(number: int) -> list[float]:
            table, tag, seen = tables[number % TABLES], "", []
            time.sleep(PAUSE * number / WATCHERS)
            with Client(port) as device:
                device.get(table.link)
                while time.monotonic() < end:
                    known = {"If-None-Match": tag, "Prefer": "return=minimal"} if tag else {}
                    answer = device.get(table.address, known)
                    assert answer.status == 200, answer.text
                    if "Preference-Applied" not in answer.headers:
                        tag = answer.headers["ETag"]
                        seen.append(time.monotonic())
                    time.sleep(PAUSE)
            mine = [moment for at, moment in entered if at is table]
            return [next((at - moment for at in seen if at >= moment), float("inf")) for moment in mine]

        with ThreadPoolExecutor(WATCHERS) as pool:
            watching = [pool.submit(watch, number) for number in range(WATCHERS)]
            for number in range(TABLES * SECONDS // BETWEEN):
                time.sleep(max(0, began + (number + 0.5) * BETWEEN / TABLES - time.monotonic()))
                table = tables[number % TABLES]
                entered.append((table, time.monotonic()))
                taken.append(phone.enter(table)[1])
            delays = [delay for each in watching for delay in each.result()]
        busy = (cpu_seconds() - worked) / (time.monotonic() - began)
    yield f"{WATCHERS} watchers see a play after", f"{median(delays):.1f} s, at most {max(delays):.1f} s"
    yield "entering a play meanwhile", f"{spread(taken)}   server {busy:.0%} of a core"


@dataclass(eq=False)
class Table:
    """A running game: its address, the link to watch it, its revision, and the plays still to come."""

    address: str
    link: str
    coming: list[Agent]
    revision: int = 1


class Phone(Client):
    """A paired device that enters plays."""

    def __init__(self, port: int, folder: Path) -> None:
        super().__init__(port)
        store = Store(folder / "scorekeeper.db")
        self.pair(pairing_key(store))
        store.close()

    def enter(self, table: Table) -> tuple[Answer, float]:
        """Enter the next play of a table."""
        agent = table.coming.pop(0)
        slot = f"agent.{agent.seat}"
        form = {"play": slot, f"{slot}-cards": "/".join(map(str, agent.cards)), "entry_key": secrets.token_urlsafe(16)}
        found = timed(self, f"{table.address}/plays", form | {"revision": str(table.revision)})
        table.revision += 1
        return found


def begin(folder: Path, count: int, chance: Random, *, watched: bool = False) -> list[Table]:
    """Begin games of four, each played up to some point with at least 15 plays to come."""
    logs: list[list[Agent]] = []
    while len(logs) < count:
        log = [step.play for step in random_game(4, chance).steps]
        if len(log) > 25:
            logs.append(log)
    begun = [chance.randint(5, len(log) - 18) for log in logs]
    names = ("Anneli", "Benito", "Carla", "Donny")
    seated = [DON_CARLO.table(tuple(f"{name} {number}" for name in names), {}) for number in range(count)]
    store = Store(folder / "scorekeeper.db")
    service = GameService(store, {DON_CARLO.slug: DON_CARLO})
    given = [Document(DON_CARLO, table, tuple(log[:at])) for table, log, at in zip(seated, logs, begun, strict=True)]
    ids = [game.id for game in import_documents(service, given)]
    links = [f"/games/{each}/watch/{ensure_watch_key(service.store, each)}" if watched else "" for each in ids]
    store.close()
    return [
        Table(f"/games/{game}", link, log[at:]) for game, link, log, at in zip(ids, links, logs, begun, strict=True)
    ]


def timed(client: Client, path: str, form: dict[str, str] | None = None) -> tuple[Answer, float]:
    """Return the answer to a page, or to a form, and its seconds. Anything but success ends the bench."""
    start = time.perf_counter()
    answer = client.get(path) if form is None else client.post(path, form, AS_SCRIPT)
    seconds = time.perf_counter() - start
    assert answer.status == 200, f"{answer.status} at {path}: {answer.text}"
    return answer, seconds


def spread(seconds: Sequence[float]) -> str:
    """Return the median and the 99th percentile as text."""
    p99 = quantiles(seconds, n=100, method="inclusive")[98]
    return f"p50 {median(seconds) * 1000:.1f} ms   p99 {p99 * 1000:.1f} ms"


def machine() -> str:
    """Return the processor, the system and Python, and how busy the machine is."""
    info = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*: (.*)", info.read_text()) if info.exists() else []
    model = models[0] if models else platform.processor() or platform.machine()
    system = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    return f"{model}, {system}, load {os.getloadavg()[0]:.1f} (above 0.2, times are too high)"


def main() -> None:
    """Print the figures of all parts, or of the given ones."""
    parser = argparse.ArgumentParser(prog="./run bench", description="Print the times of plays, pages and watchers.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="play, pages, watchers (default: all of them)")
    parser.add_argument("--games", type=int, nargs="+", default=SIZES, help="numbers of games for the pages")
    args = parser.parse_args()
    parts: Mapping[str, Callable[[Path], Figures]] = {
        "play": play,
        "pages": partial(pages, sizes=args.games),
        "watchers": watchers,
    }
    if unknown := set(args.parts) - parts.keys():
        parser.error(f"unknown part: {', '.join(sorted(unknown))}")
    print(f"{'machine':42}{machine()}")
    for name in args.parts or parts:
        with TemporaryDirectory() as folder:
            for what, figure in parts[name](Path(folder)):
                print(f"{what:42}{figure}", flush=True)


if __name__ == "__main__":
    main()
