"""An evening of games: who won how often, and who is winning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...store.db import Store
from ...store.results import finished_before
from ...store.rows import GameSummary, Shelf, StoredGame

MOST_GAMES = 100
PAUSE = 6 * 3600
"""With more seconds than this between the beginnings of two games, the later one begins another evening."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of one title in an evening: how many, and the `wins` of each player, most first.

    A shared win counts for each winner. `streak` is the only winner of the latest games in a row, and how many these
    are (at least 2).
    """

    games: int
    wins: Mapping[str, int]
    streak: tuple[str, int] | None

    @property
    def several(self) -> bool:
        """Whether the evening has more than one game."""
        return self.games > 1


def evening_of(store: Store, game: StoredGame) -> Evening | None:
    """Return the evening of a finished game: this game and those of its title before it.

    Return None for a game that is not on the table (a deleted one), or that has no date.
    """
    if game.shelf is not Shelf.TABLE or game.dated is None:
        return None
    with store.reading() as db:
        return evening(finished_before(db, game, PAUSE, MOST_GAMES))


def evening(games: Sequence[GameSummary]) -> Evening:
    """Return the evening of the first of these `games`: finished games of one title, latest first.

    Earlier games belong to it up to the first pause longer than PAUSE, if they share a player with the first game:
    another table may play meanwhile. Solo games do not count; if the first game is one, the evening is empty.
    """
    played: list[GameSummary] = []
    rated = [game for game in games if len(game.players) > 1]
    for game in rated if rated[:1] == list(games[:1]) else []:
        if played and played[-1].moment - game.moment > PAUSE:
            break
        if not played or set(game.players) & set(played[0].players):
            played.append(game)
    winners = [[line.name for line in game.results if line.place == 1] for game in played]
    names = dict.fromkeys(name for game in played for name in game.players)
    counted = {name: sum(name in each for each in winners) for name in names}
    return Evening(
        len(played),
        dict(sorted(counted.items(), key=lambda each: -each[1])),
        _streak(winners),
    )


def _streak(winners: Sequence[Sequence[str]]) -> tuple[str, int] | None:
    if not winners or len(winners[0]) != 1:
        return None
    name = winners[0][0]
    length = next((number for number, each in enumerate(winners) if list(each) != [name]), len(winners))
    return (name, length) if length > 1 else None
