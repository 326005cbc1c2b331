"""Print what the pages, a play and a replay cost, all in one run: `./run bench`."""

import argparse
import os
import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urljoin

from scorekeeper.core.replay import replay
from scorekeeper.pairing import pairing_key
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.web import create_app

from . import baseline, large, quiet, taps, watchers
from .browser import Answer, Browser
from .rounds import in_turns, micro, timed
from .served import served
from .sitting import DON_CARLO, TABLE, Archive, Bookkeeper, entry, plays, slip

ROUNDS, TIMES = 15, 20
REPLAYS = 200


def main() -> None:
    """Print every figure, or those of the part that is asked for."""
    parser = argparse.ArgumentParser(prog="./run bench", description="Print what the pages, a play and a replay cost.")
    parser.add_argument("part", nargs="?", choices=("all", *PARTS), default="all")
    parser.add_argument("--games", type=int, default=100_000, help="how many the large archive has")
    parser.add_argument("--people", type=int, default=2_000, help="how many people it has")
    asked = parser.parse_args()
    show("machine", machine())
    for part, figures in PARTS.items():
        if asked.part in ("all", part):
            if busy := quiet.others():
                show("NOT QUIET", busy)
            with TemporaryDirectory() as name:
                for what, figure in figures(Path(name), asked):
                    show(what, figure)


def table(folder: Path, _: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield what a replay, the table and a play cost, the latter two compared with a bare app (baseline.py)."""
    yield from replays()
    with served(create_app, folder) as ours, served(baseline.create_app, folder) as bare:
        yield from pages_and_plays(folder, ours, bare)


def tapping(folder: Path, _: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield what a tap on Send takes on a slow phone, in a browser, compared with the bare page."""
    yield from taps.figures(folder)


def watching(folder: Path, _: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield how soon devices that watch show a play, and what they cost the server and the plays."""
    yield from watchers.figures(folder)


def archive(folder: Path, asked: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield what pages cost in a large archive, compared with a small one."""
    yield from large.figures(folder, asked.games, asked.people)




PARTS = {
    "table": table,
    "taps": tapping,
    "watchers": watching,
    "archive": archive,
}


def machine() -> str:
    """Return the processor, the system and the Python that this runs on."""
    info = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*: (.*)", info.read_text()) if info.exists() else []
    model = models[0] if models else platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def replays() -> Iterator[tuple[str, str]]:
    """Yield how long replays take. No game of Don Carlo has 200 plays, so five of 40 stand for one."""
    log = plays(40)
    one = median(timed(lambda: replay(DON_CARLO, TABLE, log))[1] for _ in range(REPLAYS))
    five = median(timed(lambda: [replay(DON_CARLO, TABLE, log) for _ in range(5)])[1] for _ in range(REPLAYS))
    yield "replay, a game of 40 plays", f"{micro(one)}   {micro(one / 40 * 100).strip()} for 100 plays"
    yield "replay, 200 plays (five games of 40)", f"{micro(five)}   {micro(five / 2).strip()} for 100 plays"


def pages_and_plays(folder: Path, ours: int, bare: int) -> Iterator[tuple[str, str]]:
    """Yield how long the pages and a play take, and their bytes; `ours` and `bare` are the ports of both apps."""
    archive, log = Archive(folder), plays(40)
    key = pairing_key(archive.store)
    phone, plain, stranger = Browser(ours), Browser(bare), Browser(ours)
    phone.get(f"/pair/{key}")

    def plain_page() -> float:
        return timed(lambda: plain.get("/"))[1]

    def plain_play() -> float:
        plain.get("/")
        return timed(lambda: plain.post("/plays", {"cards": "1/1/6", "player": "0", "kind": "agent"}))[1]

    def plain_page_after_play() -> float:
        plain_play()
        return plain_page()

    def plain_play_and_page() -> float:
        return plain_play() + plain_page()

    for most in (20, 40):
        address = archive.game(log[:most])
        pair = in_turns(lambda at=address: timed(lambda: phone.get(at))[1], plain_page, ROUNDS, TIMES)  # type: ignore[misc]
        yield f"the table after {most} plays, again", str(pair)
    bookkeeper = Bookkeeper(phone, archive, log, first=20)
    after = in_turns(bookkeeper.look_after_play, plain_page_after_play, ROUNDS, TIMES)
    yield "the table just after a play (21 to 40)", str(after)
    yield "sending a play (21 to 40)", str(in_turns(bookkeeper.play, plain_play, ROUNDS, TIMES))
    followed = in_turns(lambda: bookkeeper.play(followed=True), plain_play_and_page, ROUNDS, TIMES)
    yield "both in one request, bare in two", str(followed)
    yield "bytes of a first visit", first_visit(stranger, f"/pair/{key}", address)
    yield "bytes of one play", one_play(phone, archive.game(log[:39]), log[39])
    for each in (archive.store, phone, plain, stranger):
        each.close()


def first_visit(phone: Browser, link: str, address: str) -> str:
    """Return how many bytes a new device receives: the pairing link, the start page, a table, and what they load."""
    pages = [phone.get(path) for path in (link, "/", address)]
    files: dict[str, Answer] = {}
    found = [path for page in pages for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)]
    while found:
        path = found.pop()
        if path not in files:
            files[path] = phone.get(path)
            found += [urljoin(path, name) for name in re.findall(r'\bfrom "(\.[^"]+)"', files[path].text)]
    received = [answer.received for answer in (*pages, *files.values())]
    return f"{sum(received):6,}      {len(pages)} pages and {len(files)} files"


def one_play(phone: Browser, address: str, agent: Agent) -> str:
    """Return how many bytes come for the 40th play: the answer, and the page that it leads to."""
    form = slip(phone.get(address)) | entry(agent)
    received = [phone.post(f"{address}/plays", form).received, phone.get(address).received]
    return f"{sum(received):6,}      {received[0]:,} the answer, {received[1]:,} the page"


def show(what: str, figure: str) -> None:
    """Print one line."""
    sys.stdout.write(f"{what:42}{figure}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
