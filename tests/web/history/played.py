"""Finished games with given results, in stored form."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from scorekeeper.store.results import Projections, put_projections
from scorekeeper.store.rows import NO_DAY, ResultLine, StoredGame, add_game, with_seats


@dataclass(frozen=True)
class Game:
    """A finished game: `results` are the place and the points of each player, in seating order."""

    title: str
    results: Mapping[str, tuple[int, int | None]]
    moment: int = 0
    number: int = 0
    seconds: int | None = None
    venue: str | None = None
    dated: bool = True

    @property
    def id(self) -> str:
        return f"00000000-0000-4000-8000-{self.number:012}"

    @property
    def rated(self) -> bool:
        return len(self.results) > 1

    @property
    def ended(self) -> str | None:
        return datetime.fromtimestamp(self.moment, UTC).isoformat() if self.dated else None

    @property
    def day(self) -> str:
        return self.ended[:10] if self.ended else NO_DAY


def store_games(store, games):
    """Store these games, and return the players' ids by name."""
    with store.writing() as db:
        for game in games:
            names, ended = tuple(game.results), game.ended
            stored = StoredGame(
                game.id, game.title, names, "{}", (), 1, True, game.moment, ended, ended, venue=game.venue
            )
            lines = [ResultLine(seat, name, *result) for seat, (name, result) in enumerate(game.results.items())]
            best_first = tuple(sorted(lines, key=lambda line: line.place))
            add_game(db, stored)
            size = len(names)
            put_projections(
                db, with_seats(db, stored), Projections(best_first, {}, game.day, game.seconds, size, size > 1)
            )
    with store.reading() as db:
        return dict(db.execute("SELECT name, id FROM players").fetchall())


def numbered(*games):
    """Return games a day apart, numbered from 1."""
    return [Game(title, results, 86_400 * number, number) for number, (title, results) in enumerate(games, 1)]
