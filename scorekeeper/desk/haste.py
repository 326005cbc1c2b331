"""A play that says that nothing happened and comes at once after another change: most often a tap that fell twice."""

from ..storage.rows import StoredGame
from .games import Desk

AT_ONCE = 2
"""Seconds after a change in which an empty play is asked about."""


class Hasty(Exception):
    """An empty play came at once after the last change: it is written when somebody says that it was meant."""


def hasty(desk: Desk, game: StoredGame, play: object) -> bool:
    """Return whether a play is to be asked about before it is entered at the end of the log."""
    kind = desk.rulebooks[game.rulebook].kind_of(desk.table(game), play)
    return kind.empty(play) and abs(int(desk.clock().timestamp()) - game.moment) <= AT_ONCE
