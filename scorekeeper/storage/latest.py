"""Everybody's latest game: kept with each person, so that they can be suggested in the order in which they sat down."""

from collections.abc import Collection

from .reader import Reader, marks

LATEST = """UPDATE players SET (latest, latest_seat) = (
    SELECT moment, seat FROM (
        SELECT * FROM (
            SELECT moment, game_id, seat FROM sittings
            WHERE player_id = players.id ORDER BY moment DESC, game_id DESC LIMIT 1
        )
        UNION ALL
        SELECT * FROM (
            SELECT moment, game_id, seat
            FROM games INDEXED BY games_without_figures CROSS JOIN seats ON game_id = id AND player_id = players.id
            WHERE (shelf = 'away' OR (shelf = 'table' AND NOT finished))
            AND moment >= coalesce((SELECT max(moment) FROM sittings WHERE player_id = players.id), -1e18)
            ORDER BY moment DESC, id DESC LIMIT 1
        )
    ) ORDER BY moment DESC, game_id DESC LIMIT 1
)"""
"""The latest of the games with figures, whose players have a sitting, and of the others that are not deleted: of these
there are few, and only the newer ones are looked through.
"""


class LatestWriter(Reader):
    """Writes when each player's latest game was, and where they sat at it."""

    def set_latest(self, player_ids: Collection[int]) -> None:
        """Find the latest game of these players; the figures of their games are to be written already."""
        which = marks(list(player_ids))
        self._db.execute(f"{LATEST} WHERE id IN ({which})", list(player_ids))

    def set_latest_of_all(self) -> None:
        """Find everybody's latest game."""
        self._db.execute(LATEST)
