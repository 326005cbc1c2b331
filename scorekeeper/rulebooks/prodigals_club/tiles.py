"""Possession tiles: what everybody starts with, and what tiles cost in the end."""

from collections.abc import Mapping, Sequence

from . import purse
from .state import StartNumber

POUNDS = StartNumber(purse.POUNDS, {2: 10, 3: 5, 4: 5, 5: 4})
TILES: Mapping[int, int] = {2: 6, 3: 6, 4: 6, 5: 5}
"""Possession tiles at the start, by number of players. Source: "Player Setup in the Possessions Competition"."""

PUT_BACK = 5
"""The value of the tile that is put back where TILES is one less than a set; a set has two of it. Source: as there."""

PENALTY = 3
"""Pounds for each tile still held. Source: "Scoring"."""

LITTLE_MORE_TIME = 2
"""Pounds that the action of `growing` spends by itself. Source: "Other Card Effects"."""


def worth(tiles: Sequence[int]) -> int:
    """Return the pounds that tiles still held cost in the end. Source: "Scoring"."""
    return sum(tiles) + PENALTY * len(tiles)


def growing(cards: int) -> int:
    """Return the pounds that cards add if each adds one more than the one before. Source: "Other Card Effects"."""
    return cards * (cards + 1) // 2
