"""Who else may look at a game, and on which device its book is kept; the database knows devices by a random name."""

from dataclasses import dataclass

from .people import PeopleReader


@dataclass(frozen=True, slots=True)
class HandOver:
    """An offer to hand a game's book over: who has the `key` may take it, once, `until` then (seconds since 1970).

    `device` is the one that keeps the book and offers it.
    """

    key: str
    device: str
    until: int


class SharingReader(PeopleReader):
    """Answers about the devices that a game was shared with."""

    def watch_key(self, game_id: str) -> str | None:
        """Return the key with which anybody may look at a game, or None if it is shared with nobody."""
        row = self._db.execute("SELECT key FROM watch_keys WHERE game_id = ?", [game_id]).fetchone()
        return None if row is None else str(row[0])

    def hand_over(self, game_id: str) -> HandOver | None:
        """Return the offer to hand a game's book over, whether it still holds or not; None if there is none."""
        row = self._db.execute("SELECT key, device, until FROM hand_overs WHERE game_id = ?", [game_id]).fetchone()
        return row and HandOver(*row)

    def keeps(self, game_id: str, device: str) -> bool | None:
        """Return whether a device keeps a game's book (False: it only watches); None if nothing was said of it."""
        query = "SELECT keeps FROM books WHERE game_id = ? AND device = ?"
        row = self._db.execute(query, [game_id, device]).fetchone()
        return None if row is None else bool(row[0])

    def handed_over(self, game_id: str) -> bool:
        """Return whether some device keeps a game's book by a hand over."""
        return self._db.execute("SELECT 1 FROM books WHERE game_id = ? AND keeps", [game_id]).fetchone() is not None

    def kept_before(self, game_id: str) -> bool:
        """Return whether some device watches a game because it kept its book before."""
        return self._db.execute("SELECT 1 FROM books WHERE game_id = ? AND NOT keeps", [game_id]).fetchone() is not None


class SharingWriter(SharingReader):
    """Writes with which devices a game is shared."""

    def set_watch_key(self, game_id: str, key: str | None) -> None:
        """Have a key with which anybody may look at a game, in the place of the one before; None: nobody may."""
        self._db.execute("DELETE FROM watch_keys WHERE game_id = ?", [game_id])
        if key is not None:
            self._db.execute("INSERT INTO watch_keys (game_id, key) VALUES (?, ?)", [game_id, key])

    def set_hand_over(self, game_id: str, offer: HandOver | None) -> None:
        """Have an offer to hand a game's book over, in the place of the one before; None: none."""
        self._db.execute("DELETE FROM hand_overs WHERE game_id = ?", [game_id])
        if offer is not None:
            row = [game_id, offer.key, offer.device, offer.until]
            self._db.execute("INSERT INTO hand_overs (game_id, key, device, until) VALUES (?, ?, ?, ?)", row)

    def set_keeps(self, game_id: str, device: str, keeps: bool | None) -> None:
        """Say whether a device keeps a game's book or only watches; None: what the house lets it do holds again."""
        self._db.execute("DELETE FROM books WHERE game_id = ? AND device = ?", [game_id, device])
        if keeps is not None:
            row = [game_id, device, keeps]
            self._db.execute("INSERT INTO books (game_id, device, keeps) VALUES (?, ?, ?)", row)

    def have_all_watch(self, game_id: str) -> None:
        """Have every device that keeps a game's book by a hand over watch from now on."""
        self._db.execute("UPDATE books SET keeps = FALSE WHERE game_id = ?", [game_id])

    def forget_former(self, game_id: str) -> None:
        """Shut out every device that watches a game because it kept its book before."""
        self._db.execute("DELETE FROM books WHERE game_id = ? AND NOT keeps", [game_id])

    def forget_guests(self) -> None:
        """Shut out every device that a game was shared with."""
        for table in ("watch_keys", "hand_overs", "books"):
            self._db.execute(f"DELETE FROM {table}")  # noqa: S608  (names of ours)
