"""The pages that list or count games, and their addresses in a database of any size."""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.rulebooks import all_rulebooks


@dataclass(frozen=True, slots=True)
class Guide:
    """Ids to ask for in a database: the two players with most games, the oldest and the latest game.

    `spot` is the middle of the list of past games as in its addresses: a moment and an id. `year` is that of the latest
    game.
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


Address = Callable[[Guide], str]


def _by_title(address: str) -> Mapping[str, Address]:
    return {f"{address}{slug}": lambda _, slug=slug: f"{address}{slug}" for slug in all_rulebooks()}  # type: ignore[misc]


PAGES: Mapping[str, Address] = {
    "home": lambda _: "/",
    **_by_title("/new/"),
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
    "past games that a player won": lambda guide: f"/past?player={guide.busiest}&outcome=won-{guide.busiest}",
    "past games of three": lambda _: "/past?size=3",
    "past games of three, won by little, of a title": lambda _: "/past?size=3&margin=1-3&title=don-carlo",
    "past games that share a record": lambda _: "/past?title=don-carlo&record=margin",
    "past games of a title that is searched": lambda _: "/past?q=carlo",
    "past games at a place": lambda _: "/past?place=The+Fox",
    "how many games a player has at a place": lambda guide: f"/past/count?player={guide.busiest}&place=The+Fox",
    "past games with a word in a note": lambda _: "/past?q=rematch",
    "past games with a word nowhere": lambda _: "/past?q=nowhere",
    "past games with a name and a word": lambda _: "/past?q=Anneli+rain",
    "archived and deleted games": lambda _: "/shelf",
    "players": lambda _: "/players",
    "the busiest player": lambda guide: f"/players/{guide.busiest}",
    "the two busiest players": lambda guide: f"/players/{guide.busiest}/{guide.second}",
    **_by_title("/records/"),
    "a year": lambda guide: f"/years/{guide.year}",
}
