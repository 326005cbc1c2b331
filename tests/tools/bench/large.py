"""How long pages take in an archive of many games and in one of few: both are served, and asked in turns."""

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

from . import importing
from .archive import fill
from .browser import Browser
from .rounds import Pair, in_turns, micro, timed
from .served import served
from .sitting import Archive, Bookkeeper, plays

Address = Callable[["Guide"], str]
"""Returns the address of a page in an archive."""
FEW, FEW_PEOPLE = 100, 20
ROUNDS, TIMES = 7, 5


@dataclass(frozen=True, slots=True)
class Guide:
    """What to ask for in an archive: the two people with most games, and the oldest and the latest game, by their ids.

    `spot` is the middle of the list of past games, as in its addresses: a moment and an id. `year` is that of the
    latest game.
    """

    busiest: int
    second: int
    oldest: str
    latest: str
    spot: str
    year: str

    @classmethod
    def to(cls, path: Path) -> "Guide":
        """Return the guide to the database at `path`."""
        with closing(sqlite3.connect(path)) as db:
            busiest, second = db.execute("SELECT player_id FROM seats GROUP BY 1 ORDER BY count(*) DESC LIMIT 2")
            games = db.execute("SELECT id, moment, ended FROM games WHERE shelf = 'table' AND finished ORDER BY moment")
            found = games.fetchall()
        middle, latest = found[len(found) // 2], found[-1]
        return cls(busiest[0], second[0], found[0][0], latest[0], f"{middle[1]}.{middle[0]}", latest[2][:4])


def _of_titles(address: str) -> Mapping[str, Address]:
    return {f"{address}{slug}": lambda _, slug=slug: f"{address}{slug}" for slug in all_rulebooks()}  # type: ignore[misc]


PAGES: Mapping[str, Address] = {
    "home": lambda _: "/",
    **_of_titles("/new/"),
    "the result of the oldest game": lambda guide: f"/games/{guide.oldest}",
    "the result of the latest game": lambda guide: f"/games/{guide.latest}",
    "past games": lambda _: "/past",
    "past games, from the middle": lambda guide: f"/past?before={guide.spot}",
    "past games, the oldest": lambda _: "/past?after=oldest",
    "past games of a title": lambda _: "/past?title=loire",
    "past games of a title, from the middle": lambda guide: f"/past?title=loire&before={guide.spot}",
    "past games of the busiest player": lambda guide: f"/past?player={guide.busiest}",
    "past games of two players": lambda guide: f"/past?player={guide.busiest}&player={guide.second}",
    "past games with a name": lambda _: "/past?q=Anneli",
    "past games that somebody won": lambda guide: f"/past?player={guide.busiest}&outcome=won-{guide.busiest}",
    "past games of three": lambda _: "/past?size=3",
    "past games of three, won by little, of a title": lambda _: "/past?size=3&margin=1-3&title=don-carlo",
    "past games that share a record": lambda _: "/past?title=don-carlo&record=margin",
    "past games of a title that is searched": lambda _: "/past?q=carlo",
    "past games at a place": lambda _: "/past?place=The+Fox",
    "past games with a word in a note": lambda _: "/past?q=rematch",
    "past games with a word nowhere": lambda _: "/past?q=nowhere",
    "past games with a name and a word": lambda _: "/past?q=Anneli+rain",
    "archived and deleted games": lambda _: "/shelf",
    "players": lambda _: "/players",
    "the busiest player": lambda guide: f"/players/{guide.busiest}",
    "the two busiest players": lambda guide: f"/players/{guide.busiest}/{guide.second}",
    **_of_titles("/records/"),
    "a year": lambda guide: f"/years/{guide.year}",
}
"""Every page that lists or counts games, and its address in an archive.

For some pages the small archive has too few games to fill a list (a place, a word, deleted games), so it does less.
"""


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
    yield from importing.figures(folder, large)


@dataclass(frozen=True, slots=True)
class Side:
    """An archive that is served, and a device that is paired with it."""

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
    """Yield how long each page and a play take in the two archives, which are served on these ports."""
    sides = [Side.of(folder, port) for folder, port in zip((large, small), ports, strict=True)]
    for name, address in PAGES.items():
        many, few = (partial(_asked, each.browser, address(each.guide)) for each in sides)
        yield name, beside(in_turns(many, few, ROUNDS, TIMES))
    keepers = (Bookkeeper(each.browser, each.archive, plays(40), first=20) for each in sides)
    one, other = (each.play for each in keepers)
    yield "sending a play", beside(in_turns(one, other, ROUNDS, TIMES))


def beside(pair: Pair) -> str:
    """Return both times as a line to print."""
    return f"{micro(median(pair.ours))}   few  {micro(median(pair.bare))}   {pair.ratio:.2f} x"


def _asked(browser: Browser, path: str) -> float:
    answer, taken = timed(lambda: browser.get(path))
    assert answer.status == 200, path  # a refusal must not be timed
    return taken
