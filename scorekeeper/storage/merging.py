"""People who have several names: one player stands behind another, and all their seats are the other's meanwhile."""

from .figures import FiguresWriter
from .people import STANDING_BEHIND


class MergingWriter(FiguresWriter):
    """Merges players and splits them again; every seat keeps as whom its player sat down."""

    def merge(self, player_id: int, into: int) -> None:
        """Give all seats of a player, with all figures, to another, who sat in no game with them."""
        self._db.execute("UPDATE players SET merged_into = ? WHERE id = ?", [into, player_id])
        self.free_name(player_id)
        self._db.execute(
            "UPDATE seats SET entered_as = coalesce(entered_as, player_id), player_id = ? WHERE player_id = ?",
            [into, player_id],
        )
        self._db.execute("UPDATE sittings SET player_id = ? WHERE player_id = ?", [into, player_id])
        self._count_both(player_id, into)

    def split(self, player_id: int) -> None:
        """Let a player who was merged be themselves again, at every seat at which they or theirs sat down."""
        other = self.merged(player_id)
        self._db.execute("UPDATE players SET merged_into = NULL WHERE id = ?", [player_id])
        self._db.execute(
            f"""UPDATE seats SET entered_as = nullif(entered_as, ?1), player_id = ?1
            WHERE player_id = ?2 AND entered_as IN ({STANDING_BEHIND})""",  # noqa: S608  (no values)
            [player_id, other],
        )
        self._db.execute(
            """UPDATE sittings SET player_id = ?1 WHERE player_id = ?2 AND EXISTS (
                SELECT 1 FROM seats
                WHERE seats.game_id = sittings.game_id AND seats.seat = sittings.seat AND seats.player_id = ?1
            )""",
            [player_id, other],
        )
        self._count_both(player_id, other)

    def free_name(self, player_id: int) -> None:
        """Let others have a player's name: whoever is called so is somebody else from now on."""
        self._db.execute("UPDATE players SET folded = ? WHERE id = ?", [nobody(player_id), player_id])

    def _count_both(self, *players: int) -> None:
        for player_id in players:
            self.count_anew(player_id)
        self.set_latest(players)


def nobody(player_id: int) -> str:
    """Return what stands in the place of a folded name that is free: no name has such a character in it."""
    return f"\N{INFORMATION SEPARATOR ONE}{player_id}"
