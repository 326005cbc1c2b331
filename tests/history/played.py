"""Finished games with given results, as the desk would have stored them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from scorekeeper.storage.rows import ResultLine, StoredGame


@dataclass(frozen=True)
class Game:
    """A finished game: `results` are the place and the points of each player, in the order of their seats."""

    title: str
    results: Mapping[str, tuple[int, int | None]]
    moment: int = 0
    number: int = 0

    @property
    def id(self) -> str:
        return f"00000000-0000-4000-8000-{self.number:012}"

    @property
    def rated(self) -> bool:
        return len(self.results) > 1


def store_games(store, games):
    """Store these games, and return the players' ids by name."""
    with store.writing() as writer:
        for game in games:
            ended = datetime.fromtimestamp(game.moment, UTC).isoformat()
            stored = StoredGame(game.id, game.title, tuple(game.results), "{}", (), 1, True, game.moment, ended, ended)
            lines = [ResultLine(seat, name, *result) for seat, (name, result) in enumerate(game.results.items())]
            lines.sort(key=lambda line: line.place)
            writer.add_game(stored)
            writer.set_results(game.id, lines)
            writer.set_figures(stored, ended[:7], None, lines, {})
    with store.reading() as reader:
        return dict(reader.rows("SELECT name, id FROM players"))


def numbered(*games):
    """Return games one after the other, a day apart, each with a number of its own (from 1)."""
    return [Game(title, results, 86_400 * number, number) for number, (title, results) in enumerate(games, 1)]
