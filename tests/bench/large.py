"""What pages take in an archive of many games beside one of few: both served, asked in turns, in one run."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from scorekeeper.pairing import pairing_key
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.web import create_app

from .archive import fill
from .browser import Browser
from .rounds import Pair, in_turns, micro, timed
from .served import served
from .sitting import Archive, Bookkeeper, plays

FEW, FEW_PEOPLE = 100, 20
ROUNDS, TIMES = 7, 5
OLDEST, LATEST = "ORDER BY moment LIMIT 1", "ORDER BY moment DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class Guide:
    """What there is to ask for in an archive: addresses of games and people in it."""

    busiest: int
    next_busiest: int
    oldest: str
    latest: str
    middle: int
    last_page: int

    @classmethod
    def to(cls, path: Path) -> "Guide":
        """Look around in a database."""
        with closing(sqlite3.connect(path)) as db:
            most = db.execute(
                "SELECT player_id FROM seats GROUP BY player_id ORDER BY count(*) DESC LIMIT 2"
            ).fetchall()
            found = "SELECT id FROM games WHERE shelf = 'table' AND finished"
            oldest, latest = (str(db.execute(f"{found} {order}").fetchone()[0]) for order in (OLDEST, LATEST))
            (count,) = db.execute(f"SELECT count(*) FROM ({found})").fetchone()  # noqa: S608
            moments = f"SELECT moment FROM games ORDER BY moment LIMIT 1 OFFSET {count // 2}"  # noqa: S608
            (middle,) = db.execute(moments).fetchone()
        return cls(most[0][0], most[1][0], oldest, latest, middle, -(-count // 20))


def _paths() -> Mapping[str, Callable[[Guide], str]]:
    return {
        "home": lambda _: "/",
        **{f"begin: {slug}": lambda _, slug=slug: f"/new/{slug}" for slug in all_rulebooks()},  # type: ignore[misc]
        "the result of the oldest game": lambda guide: f"/games/{guide.oldest}",
        "the result of the latest game": lambda guide: f"/games/{guide.latest}",
        "past games, middle": lambda guide: f"/?page={guide.last_page // 2}",
        "past games, last": lambda guide: f"/?page={guide.last_page}",
        "archived and deleted games": lambda _: "/shelf",
    }


PAGES = _paths()
"""Every page that lists or counts games, and its address in an archive."""


def figures(folder: Path, many: int, people: int) -> Iterator[tuple[str, str]]:
    """Yield what each page and a play take with `many` games and with few."""
    large, small = folder / "large", folder / "small"
    for each, games, known in ((small, FEW, FEW_PEOPLE), (large, many, people)):
        each.mkdir()
        _, taken = timed(lambda at=(each, games, known): fill(at[0] / "scorekeeper.db", *at[1:]))  # type: ignore[misc]
    size = (large / "scorekeeper.db").stat().st_size / 1e6
    yield f"an archive of {many:,} games", f"{taken:6,.0f} s    {size:,.0f} MB"
    with served(create_app, large) as one, served(create_app, small) as other:
        yield from compared(large, small, one, other)


@dataclass(frozen=True, slots=True)
class Side:
    """An archive that is served, and a device that is let in there."""

    archive: Archive
    browser: Browser
    guide: Guide

    @classmethod
    def of(cls, folder: Path, port: int) -> "Side":
        """Return the archive in a folder that is served on a port."""
        archive, browser = Archive(folder), Browser(port)
        browser.get(f"/pair/{pairing_key(archive.store)}")
        return cls(archive, browser, Guide.to(archive.store.path))


def compared(large: Path, small: Path, *ports: int) -> Iterator[tuple[str, str]]:
    """Yield what each page and a play take in two archives that are served on these ports."""
    sides = [Side.of(folder, port) for folder, port in zip((large, small), ports, strict=True)]
    for name, address in PAGES.items():
        many, few = (partial(_asked, each.browser, address(each.guide)) for each in sides)
        yield name, beside(in_turns(many, few, ROUNDS, TIMES))
    keepers = (Bookkeeper(each.browser, each.archive, plays(40), first=20) for each in sides)
    one, other = (each.play for each in keepers)
    yield "sending a play", beside(in_turns(one, other, ROUNDS, TIMES))


def beside(pair: Pair) -> str:
    """Return what both took, for people."""
    return f"{micro(median(pair.ours))}   few  {micro(median(pair.bare))}   {pair.ratio:.2f} x"


def _asked(browser: Browser, path: str) -> float:
    answer, taken = timed(lambda: browser.get(path))
    assert answer.status == 200, path  # what is refused would be the wrong thing to time
    return taken
