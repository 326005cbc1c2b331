"""Print the times of plays, taps, pages and watchers: `./run bench`. Nothing here passes or fails.

- `taps`: in a browser slowed down four times with 100 ms latency, from a tap to the painted table: an agent of Don
  Carlo and a cell of a pad, compared with form and redirect of a minimal app
- `play`: entering a play like a phone's script, compared with a minimal app that writes a row and renders 20 rows
- `pages`: all pages that list or count games, with 100, 10,000 and 100,000 games, in turns
- `watchers`: 200 devices watch 50 tables: the delay until they see a play, and the time of a play under this load

Each server runs in a separate process on this machine. Times are from a request to its complete response.
"""

import argparse
import json
import logging
import os
import platform
import re
import secrets
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache, partial
from itertools import accumulate, cycle, islice
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import local

from flask import Flask, redirect, request
from flask.typing import ResponseReturnValue
from playwright.sync_api import Page, sync_playwright

from scorekeeper.core.document import Document, read
from scorekeeper.core.log import ChangeKind
from scorekeeper.core.records import EARLY, SECONDS
from scorekeeper.core.replay import Replay, replay
from scorekeeper.pairing import ensure_watch_key, pairing_key
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.rulebooks.don_carlo.keypad import verdicts
from scorekeeper.server import listening
from scorekeeper.store.db import Store
from scorekeeper.store.games import GameService, day_of, options_text, play_text, projections_of, seconds_of, stamp
from scorekeeper.store.results import Projections, put_projections
from scorekeeper.store.rows import GameStatus, StoredChange, StoredGame, add_change, add_game, update_game, with_seats
from scorekeeper.titles import ready
from scorekeeper.web import create_app
from tests.documents import import_documents
from tests.tools.browser import NO_SANDBOX, start
from tests.tools.client import Answer, Client

TAPS, WARM_TAPS = 12, 2
PLAYS, WARM = 300, 20  # numbers of timed plays, and of earlier warm-up plays
SIZES, ROUNDS = (100, 10_000, 100_000), 15
TABLES, WATCHERS, BETWEEN, DURATION = 50, 200, 10, 40  # seconds between a table's plays; seconds in all
PAUSE, GRACE = 1.5, 8  # seconds between two requests of a watcher, as in static/js/follow.js; after the last play
DON_CARLO = all_rulebooks()["don-carlo"]
FOUR = ("Anneli", "Benito", "Carla", "Donny")
Figures = Iterator[tuple[str, str]]

ROWS = [{"number": number, "text": f"Anneli: {number} goes to Chaotania", "points": 1} for number in range(1, 21)]
BARE = """<!doctype html><title>Plays</title><ol>{% for row in rows %}
<li><span>{{ row.number }}</span> <b>{{ row.text }}</b> +{{ row.points }}</li>{% endfor %}</ol>
<form method="post" action="/plays"><input name="cards"><button class="send">Send</button></form>"""
WATCH = """
  const now = () => performance.timeOrigin + performance.now();
  const revision = () => document.querySelector("[name=revision]")?.value;
  const painted = () => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      if (sessionStorage.tapped) console.debug(now() - sessionStorage.tapped);
      delete sessionStorage.tapped;
    };
    port2.postMessage("");
  });
  addEventListener("click", ({target}) => target.closest(".send") && (sessionStorage.tapped = now()), true);
  document.addEventListener("DOMContentLoaded", () => {
    let before = revision();
    painted();
    new MutationObserver(() => before !== (before = revision()) && painted())
      .observe(document, {subtree: true, childList: true, attributes: true});
  });
"""
"""Prints the milliseconds from a tap to the next paint: the first one of another page, or of a new revision."""

TITLES = sorted(all_rulebooks())
PAGES = {
    "home": "/",
    **{f"/new/{slug}": f"/new/{slug}" for slug in TITLES},
    "the result of the oldest game": "/games/{oldest}",
    "the result of the latest game": "/games/{latest}",
    "the evening of the latest game": "/games/{latest}/evening",
    "past games": "/past",
    "past games, from the middle": "/past?before={spot}",
    "past games, the oldest": "/past?after=oldest",
    "past games of a title": "/past?title=loire",
    "past games of a title, from the middle": "/past?title=loire&before={spot}",
    "past games of the busiest player": "/past?player={busiest}",
    "past games of two players": "/past?player={busiest}&player={second}",
    "past games with a name": "/past?q=Anneli",
    "past games that a player won": "/past?player={busiest}&outcome=won-{busiest}",
    "past games of three": "/past?size=3",
    "past games of three, won by little, of a title": "/past?size=3&margin=1-3&title=don-carlo",
    "past games that share a record": "/past?title=don-carlo&record=margin",
    "past games of a title that is searched": "/past?q=carlo",
    "past games at a place": "/past?place=The+Fox",
    "how many games a player has at a place": "/past/count?player={busiest}&place=The+Fox",
    "past games with a word in a note": "/past?q=rematch",
    "past games with a word nowhere": "/past?q=nowhere",
    "past games with a name and a word": "/past?q=Anneli+rain",
    "archived and deleted games": "/archive",
    "players": "/players",
    "the busiest player": "/players/{busiest}",
    "the two busiest players": "/players/{busiest}/{second}",
    **{f"/records/{slug}": f"/records/{slug}" for slug in TITLES},
    "a year": "/years/{year}",
}
"""The pages that list or count games; `ids` fills in their URLs."""


def play(folder: Path) -> Figures:
    """Yield the time of a play, compared with the minimal app."""
    with (
        served(create_app, folder / "ours") as ours,
        served(bare_app, folder / "bare") as bare,
        Phone(ours, folder / "ours") as phone,
        Client(bare) as plain,
    ):
        own, other, received = [], [], []
        for table in islice(cycle(begin(folder / "ours", 40, Random(1))), WARM + PLAYS):
            answer, seconds = phone.enter(table)
            own.append(seconds)
            received.append(answer.received)
            other.append(timed(plain, "/plays", {"cards": "1/1/6"})[1])
    own, other = own[WARM:], other[WARM:]
    yield "entering a play", spread(own)
    yield "a row and a page, bare", f"{spread(other)}   ratio {median(own) / median(other):.1f}"
    yield "bytes of the answer to a play", f"{median(received):,.0f}"


def taps(folder: Path) -> Figures:
    """Yield the times from a tap to the painted table, in turns with those of the minimal app."""
    taken: dict[str, list[float]] = {}
    with (
        served(create_app, folder / "ours") as ours,
        served(bare_app, folder / "bare") as bare,
        sync_playwright() as playwright,
    ):
        (table,) = begin(folder / "ours", 1, Random(1))
        with closing(Store(folder / "ours" / "scorekeeper.db")) as store:
            (pad,) = (each for each in ready().values() if each.name == "yatzy")
            service = GameService(store, {pad.slug: pad})
            (game,) = import_documents(service, [Document(pad, pad.table(FOUR, {}), ())])
            key = pairing_key(store)

        def phone() -> Page:
            browser = start(playwright.chromium.launch, args=[NO_SANDBOX])
            page = browser.new_page(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True)
            page.add_init_script(WATCH)
            device = page.context.new_cdp_session(page)
            device.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            wire = {"offline": False, "latency": 100, "downloadThroughput": -1, "uploadThroughput": -1}
            device.send("Network.emulateNetworkConditions", wire)
            return page

        agent, cell, plain = phone(), phone(), phone()
        agent.goto(f"http://127.0.0.1:{ours}/pair/{key}")
        agent.goto(f"http://127.0.0.1:{ours}{table.url}")
        cell.goto(f"http://127.0.0.1:{ours}/pair/{key}")
        cell.goto(f"http://127.0.0.1:{ours}/games/{game.id}")
        plain.goto(f"http://127.0.0.1:{bare}/plays")

        def tap(page: Page, name: str) -> None:
            page.wait_for_timeout(1000)  # until the preview has finished and no request is pending
            with page.expect_console_message(lambda said: said.type == "debug") as said:
                page.locator(".send").first.click()
            taken.setdefault(name, []).append(float(said.value.text) / 1000)

        for play in table.coming[: WARM_TAPS + TAPS]:
            for page in (agent, cell, plain):
                if page is agent:
                    page.keyboard.type("".join(map(str, play.cards)))
                elif page is cell:
                    page.locator("table.pad input:not([type=hidden])").first.fill("0")
                else:
                    page.locator("input").fill("1/1/6")
                tap(page, {agent: "an agent of Don Carlo", cell: "a cell of a pad"}.get(page, "a form, bare"))
    for name, seconds in taken.items():
        times = seconds[WARM_TAPS:]
        yield f"{name}, tap to paint", f"p50 {median(times) * 1000:.0f} ms   {_all(times)}"


def _all(seconds: Sequence[float]) -> str:
    return " ".join(f"{each * 1000:.0f}" for each in sorted(seconds))


def pages(folder: Path, sizes: Sequence[int]) -> Figures:
    """Yield the time of each page and of a play for each number of games."""
    with ExitStack() as stack:
        phones, found = [], []
        for size in sizes:
            home, began = folder / str(size), time.perf_counter()
            home.mkdir()
            fill(home / "scorekeeper.db", size, people=min(2000, 20 + size // 50))
            megabytes = (home / "scorekeeper.db").stat().st_size / 1e6
            yield f"made {size:,} games", f"{time.perf_counter() - began:,.0f} s, {megabytes:,.0f} MB"
            port = stack.enter_context(served(create_app, home))
            phones.append(stack.enter_context(Phone(port, home)))
            found.append(ids(home / "scorekeeper.db"))
        yield "p50 in ms", "".join(f"{size:10,}" for size in sizes)
        for name, url in PAGES.items():
            taken = [[timed(phone, url.format_map(each))[1] for phone, each in zip(phones, found, strict=True)]
                     for _ in range(ROUNDS + 1)]  # fmt: skip
            yield name, medians(taken)
        tables = [cycle(begin(folder / str(size), 5, Random(1))) for size in sizes]
        taken = [
            [phone.enter(next(at))[1] for phone, at in zip(phones, tables, strict=True)] for _ in range(ROUNDS + 1)
        ]
        yield "entering a play", medians(taken)


def watchers(folder: Path) -> Figures:
    """Yield the delay until watchers see a play, and the time of a play and the server's work under this load."""
    with served(create_app, folder) as port, Phone(port, folder) as phone:
        tables = begin(folder, TABLES, Random(1), watched=True)
        phone.enter(tables[0])
        entered: list[tuple[Table, float]] = []
        taken: list[float] = []
        began, worked = time.monotonic(), cpu_seconds()
        end = began + DURATION + GRACE

        def watch(number: int) -> list[float]:
            table, tag, seen = tables[number % TABLES], "", []
            time.sleep(PAUSE * number / WATCHERS)
            with Client(port) as device:
                device.get(table.link)
                while time.monotonic() < end:
                    known = {"If-None-Match": tag, "Prefer": "return=minimal"} if tag else {}
                    answer = device.get(table.url, known)
                    assert answer.status == 200, answer.text
                    if "Preference-Applied" not in answer.headers:
                        tag = answer.headers["ETag"]
                        seen.append(time.monotonic())
                    time.sleep(PAUSE)
            mine = [moment for at, moment in entered if at is table]
            return [next((at - moment for at in seen if at >= moment), float("inf")) for moment in mine]

        with ThreadPoolExecutor(WATCHERS) as pool:
            watching = [pool.submit(watch, number) for number in range(WATCHERS)]
            for number in range(TABLES * DURATION // BETWEEN):
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
    """A running game: its URL, its watch link, its players' ids, its revision, and the remaining plays."""

    url: str
    link: str
    people: tuple[int, ...]
    coming: list[Agent]
    revision: int = 1


class Phone(Client):
    """A paired device that enters plays."""

    def __init__(self, port: int, folder: Path) -> None:
        super().__init__(port)
        with closing(Store(folder / "scorekeeper.db")) as store:
            self.pair(pairing_key(store))

    def enter(self, table: Table) -> tuple[Answer, float]:
        """Enter the next play of a table."""
        agent = table.coming.pop(0)
        slot = f"agent.@{table.people[agent.seat]}"
        form = {"play": slot, f"{slot}-cards": "/".join(map(str, agent.cards)), "entry_key": secrets.token_urlsafe(16)}
        found = timed(self, f"{table.url}/plays", form | {"revision": str(table.revision)})
        table.revision += 1
        return found


def begin(folder: Path, count: int, chance: Random, *, watched: bool = False) -> list[Table]:
    """Begin games of four, each played up to some point with at least 15 entries to come."""
    logs: list[list[Agent]] = []
    while len(logs) < count:
        log = [step.play for step in random_game(4, chance).steps]
        if len(log) > 25:
            logs.append(log)
    begun = [chance.randint(5, len(log) - 18) for log in logs]
    seated = [DON_CARLO.table(tuple(f"{name} {number}" for name in FOUR), {}) for number in range(count)]
    with closing(Store(folder / "scorekeeper.db")) as store:
        service = GameService(store, {DON_CARLO.slug: DON_CARLO})
        given = [
            Document(DON_CARLO, table, tuple(log[:at])) for table, log, at in zip(seated, logs, begun, strict=True)
        ]
        games = import_documents(service, given)
        links = [f"/games/{game.id}/watch/{ensure_watch_key(store, game.id)}" if watched else "" for game in games]
        people = [service.view(game.id).people for game in games]
    rest = [log[at:] for log, at in zip(logs, begun, strict=True)]
    found = zip(games, links, people, rest, strict=True)
    return [Table(f"/games/{game.id}", link, players, coming) for game, link, players, coming in found]


def random_game(players: int, chance: Random) -> Replay:
    """Return a finished game of Don Carlo, in which each player sends any legal code name."""
    table = DON_CARLO.table(FOUR[:players], {})
    replayed = replay(DON_CARLO, table, ())
    while replayed.turn is not None:
        found = verdicts(replayed.state, replayed.turn)
        names = [name for verdict in found if verdict.points is not None for name in verdict.names.split()]
        agent = Agent(replayed.turn, tuple(map(int, chance.choice(names))))
        replayed = replay(DON_CARLO, table, (agent,), replayed)
    return replayed


# An archive: games of ten years, either recorded or random ones of Don Carlo, with other players. All have real logs
# and projections. The same seed makes the same games.
LAST_DAY, DAYS, RUNNING, BATCH = datetime(2026, 1, 31, 19, tzinfo=timezone(timedelta(hours=1))), 3652, 6, 2000
PLACES = ("At Anneli's", "Club room", "Café Übermut", "Home", "Library", "Mill Lane 4", "Summer house", "The Fox")
NOTES = ("A close one", "First game with the new deck", "Rain all day", "The rematch", "Taught the rules")
FIRST = "Anneli Benito Carla Donny Eva Fritz Greta Hans Ines Jonas Katja Lukas Mia Nils Olga Paul Rosa Sven Tina Udo"
LAST = "Adler Berger Conti Diaz Engel Fink Graf Huber Ivens Jung Keller Lang Moser Novak Otto Pohl Roth Stein Weiss"
Game = tuple[StoredGame, Projections]


def fill(path: Path, games: int, people: int, seed: int = 1) -> None:
    """Put games into the database at `path`, with at most this number of people."""
    chance = Random(seed)
    finished, running = templates(seed)
    evenings = list(sittings(games, people, chance))
    with closing(Store(path)) as store:
        for first in range(0, games, BATCH):
            with store.writing() as db:
                db.execute("PRAGMA cache_size = -200000").fetchall()
                for number, (start, names) in enumerate(evenings[first : first + BATCH], first):
                    given = running if number >= games - RUNNING else finished
                    fitting = [each for each in given if len(each[0].players) == len(names)]
                    game, found = played_by(chance, chance.choice(fitting), start, names)
                    made = stamp(datetime.fromtimestamp(game.moment, UTC))
                    add_game(db, game)
                    add_change(db, game.id, StoredChange(1, ChangeKind.IMPORT, (), made))
                    if game.status is not GameStatus.ACTIVE:
                        act = ChangeKind.ARCHIVE if game.status is GameStatus.ARCHIVED else ChangeKind.DELETE
                        update_game(db, game, replace(game, revision=2))
                        add_change(db, game.id, StoredChange(2, act, (), made))
                    put_projections(db, with_seats(db, game), found)


@cache
def templates(seed: int) -> tuple[list[Game], list[Game]]:
    """Return finished games, the same number for each title, and running games, each with its projections."""
    chance = Random(seed)
    replays = [random_game(players, chance) for players in (2, 3, 4) for _ in range(8)]
    for path in sorted((Path(__file__).parents[1] / "games").rglob("*.json")):
        document = read(json.dumps(json.loads(path.read_text("utf-8"))["document"]).encode(), all_rulebooks())
        replays.append(replay(document.rulebook, document.table, document.plays))
    whole = [each for each in replays if each.finished and not each.conflicts]
    by_title = {slug: [each for each in whole if each.rulebook.slug == slug] for slug in TITLES}
    most = max(map(len, by_title.values()))
    halves = [each.at(len(each.steps) // 2) for each in whole if len(each.steps) > 1]
    finished = [found[index % len(found)] for found in by_title.values() for index in range(most)]
    return [*map(template, finished)], [template(each) for each in halves if not each.finished]


def template(replayed: Replay) -> Game:
    """Return a replayed game as it is stored, and its projections."""
    rulebook, table = replayed.rulebook, replayed.table
    plays = tuple(play_text(step.play, rulebook, table) for step in replayed.steps)
    options = options_text(rulebook, table)
    game = StoredGame("", rulebook.slug, table.players, options, plays, 1, replayed.finished, moment=0)
    lasting = replace(game, started=stamp(LAST_DAY), ended=stamp(LAST_DAY + timedelta(seconds=1)))
    return game, projections_of(lasting, replayed, rulebook.meta)


def sittings(games: int, people: int, chance: Random) -> Iterator[tuple[datetime, Sequence[str]]]:
    """Yield the start and the players of each game, oldest first: a few games per evening, with the same players.

    A few people come nearly always, most of them seldom: the first one is in about 40 % of all games.
    """
    first, last = FIRST.split(), ["", *LAST.split()]
    names = [f"{first[n % 20]} {last[n // 20 % 20]}{f' {n // 400 + 1}' * (n >= 400)}".strip() for n in range(people)]
    weights = list(accumulate((number + 1) ** -1.1 for number in range(people)))
    found: list[tuple[datetime, Sequence[str]]] = []
    while len(found) < games:
        there: list[str] = []
        size = chance.choices((1, 2, 3, 4), (1, 8, 12, 16))[0]
        while len(there) < min(people, size):
            there = list(dict.fromkeys([*there, *chance.choices(names, cum_weights=weights)]))
        start = LAST_DAY - timedelta(days=chance.randint(0, DAYS), minutes=chance.randint(0, 120))
        count = min(games - len(found), chance.randint(1, 5))
        found += [(start + timedelta(minutes=50 * number), there) for number in range(count)]
    yield from sorted(found)


def played_by(chance: Random, given: Game, start: datetime, names: Sequence[str]) -> Game:
    """Return a game as these players would have played it at that time."""
    before, found = given
    end = start + timedelta(seconds=chance.randint(600, 3600))
    players, draw = tuple(chance.sample(list(names), len(before.players))), chance.random()
    game = replace(
        before,
        id=str(uuid.UUID(int=chance.getrandbits(128), version=4)),
        players=players,
        moment=int(end.timestamp()),
        started=stamp(start),
        ended=stamp(end) if before.finished else None,
        venue=chance.choice(PLACES) if chance.random() < 0.5 else None,
        note=chance.choice(NOTES) if chance.random() < 0.1 else None,
        status=GameStatus.ARCHIVED if draw < 0.01 else GameStatus.DELETED if draw < 0.02 else GameStatus.ACTIVE,
    )
    seconds, marks = seconds_of(game), dict(found.marks)
    for name in (SECONDS, EARLY + SECONDS):
        if marks.pop(name, None) and seconds is not None:
            marks[name] = (seconds, "[]", None, None)
    lines = tuple(each if each.seat is None else replace(each, name=players[each.seat]) for each in found.lines)
    return game, replace(found, lines=lines, marks=marks, day=day_of(game), seconds=seconds)


def ids(path: Path) -> dict[str, str | int]:
    """Return the values for PAGES: the two players with most games, the oldest, middle and latest game, its year."""
    with closing(sqlite3.connect(path)) as db:
        busiest, second = db.execute("SELECT player_id FROM seats GROUP BY 1 ORDER BY count(*) DESC LIMIT 2")
        games = db.execute("SELECT id, moment, ended FROM games WHERE status = 'active' AND finished ORDER BY moment")
        found = games.fetchall()
    (middle, moment, _), (latest, _, ended) = found[len(found) // 2], found[-1]
    given = {"busiest": busiest[0], "second": second[0], "oldest": found[0][0], "latest": latest}
    return given | {"spot": f"{moment}.{middle}", "year": ended[:4]}


def bare_app(folder: Path) -> Flask:
    """Return a minimal app for comparison: it writes a row to its own database and renders a page of 20 rows."""
    app, path, thread = Flask(__name__), folder / "bare.db", local()
    page = app.jinja_env.from_string(BARE)
    folder.mkdir(exist_ok=True)

    def opened() -> sqlite3.Connection:
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        return db

    opened().execute("CREATE TABLE plays (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    @app.get("/plays")
    def show() -> str:
        return page.render(rows=ROWS)

    @app.post("/plays")
    def enter() -> ResponseReturnValue:
        if not hasattr(thread, "db"):
            thread.db = opened()
        thread.db.execute("INSERT INTO plays (body) VALUES (?)", [request.form["cards"]])
        by_script = "representation" in request.headers.get("Prefer", "")
        return page.render(rows=ROWS) if by_script else redirect("/plays", 303)

    return app


@contextmanager
def served(make: Callable[[Path], Flask], folder: Path) -> Iterator[int]:
    """Serve the app that `make` returns for `folder` in a separate process; yield its port."""
    spawn = get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(make, folder, there), daemon=True)
    process.start()
    try:
        yield here.recv()
    finally:
        process.terminate()
        process.join()


def _serve(make: Callable[[Path], Flask], folder: Path, tell: Connection) -> None:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = listening(make(folder), "127.0.0.1", 0, behind_proxy=False)
    tell.send(server.effective_port)
    server.run()


def cpu_seconds() -> float:
    """Return the CPU seconds of all servers so far (Linux)."""
    stats = [Path(f"/proc/{each.pid}/stat").read_text().rpartition(")")[2].split() for each in active_children()]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def timed(client: Client, path: str, form: dict[str, str] | None = None) -> tuple[Answer, float]:
    """Return the response to a page or form, and its seconds. Any failure ends the bench."""
    start = time.perf_counter()
    answer = client.get(path) if form is None else client.post(path, form, {"Prefer": "return=representation"})
    seconds = time.perf_counter() - start
    assert answer.status == 200, f"{answer.status} at {path}: {answer.text}"
    return answer, seconds


def spread(seconds: Sequence[float]) -> str:
    """Return the median and the 99th percentile as text."""
    p99 = quantiles(seconds, n=100, method="inclusive")[98]
    return f"p50 {median(seconds) * 1000:.1f} ms   p99 {p99 * 1000:.1f} ms"


def medians(taken: Sequence[Sequence[float]]) -> str:
    """Return the median of each column in milliseconds, without the first row."""
    return "".join(f"{median(times) * 1000:10.1f}" for times in zip(*taken[1:], strict=True))


def machine() -> str:
    """Return the processor, the system and Python, and the load of the machine."""
    info = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*: (.*)", info.read_text()) if info.exists() else []
    model = models[0] if models else platform.processor() or platform.machine()
    system = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    return f"{model}, {system}, load {os.getloadavg()[0]:.1f} (above 0.2, times are too high)"


def main() -> None:
    """Print the figures of all parts, or of the given ones."""
    parser = argparse.ArgumentParser(
        prog="./run bench", description="Measure entries, taps, pages and watching devices."
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="play, taps, pages or watchers (default: all)")
    parser.add_argument(
        "--games", type=int, nargs="+", default=SIZES, help="numbers of games in the databases of the pages"
    )
    args = parser.parse_args()
    parts: dict[str, Callable[[Path], Figures]] = {
        "play": play,
        "taps": taps,
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
