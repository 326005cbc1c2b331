"""Who else may watch a game, and which device keeps its book; the database knows devices by a random name."""

from dataclasses import asdict, dataclass

from sqlite_utils import Database


@dataclass(frozen=True, slots=True)
class HandOver:
    """An offer to hand a game's book over: who has the `key` may take it, once, `until` then (seconds since 1970).

    `device` is the one that keeps the book and offers it.
    """

    key: str
    device: str
    until: int


def read_watch_key(db: Database, game_id: str) -> str | None:
    """Return the key with which anybody may look at a game, or None if it is shared with nobody."""
    row = db.execute("SELECT key FROM watch_keys WHERE game_id = ?", [game_id]).fetchone()
    return None if row is None else str(row[0])


def read_hand_over(db: Database, game_id: str) -> HandOver | None:
    """Return the offer to hand a game's book over, whether it still holds or not; None if there is none."""
    row = db.execute("SELECT key, device, until FROM hand_overs WHERE game_id = ?", [game_id]).fetchone()
    return row and HandOver(*row)


def read_keeps(db: Database, game_id: str, device: str) -> bool | None:
    """Return whether a device keeps a game's book (False: it only watches); None if nothing is stored about it."""
    query = "SELECT keeps FROM books WHERE game_id = ? AND device = ?"
    row = db.execute(query, [game_id, device]).fetchone()
    return None if row is None else bool(row[0])


def is_handed_over(db: Database, game_id: str) -> bool:
    """Return whether some device keeps a game's book by a hand over."""
    return db.execute("SELECT 1 FROM books WHERE game_id = ? AND keeps", [game_id]).fetchone() is not None


def has_former_keeper(db: Database, game_id: str) -> bool:
    """Return whether some device watches a game because it kept its book before."""
    return db.execute("SELECT 1 FROM books WHERE game_id = ? AND NOT keeps", [game_id]).fetchone() is not None


def set_watch_key(db: Database, game_id: str, key: str | None) -> None:
    """Set or replace the key with which anybody may look at a game; None: nobody may."""
    db.execute("DELETE FROM watch_keys WHERE game_id = ?", [game_id])
    if key is not None:
        db.table("watch_keys").insert({"game_id": game_id, "key": key})


def set_hand_over(db: Database, game_id: str, offer: HandOver | None) -> None:
    """Set or replace the offer to hand a game's book over; None: there is none."""
    db.execute("DELETE FROM hand_overs WHERE game_id = ?", [game_id])
    if offer is not None:
        db.table("hand_overs").insert({"game_id": game_id, **asdict(offer)})


def set_keeps(db: Database, game_id: str, device: str, keeps: bool | None) -> None:
    """Set whether a device keeps a game's book or only watches; None: as the house lets it do with all games."""
    db.execute("DELETE FROM books WHERE game_id = ? AND device = ?", [game_id, device])
    if keeps is not None:
        db.table("books").insert({"game_id": game_id, "device": device, "keeps": keeps})


def have_all_watch(db: Database, game_id: str) -> None:
    """Let every device that keeps a game's book by a hand over only watch from now on."""
    db.execute("UPDATE books SET keeps = FALSE WHERE game_id = ?", [game_id])


def forget_former(db: Database, game_id: str) -> None:
    """Shut out every device that watches a game because it kept its book before."""
    db.execute("DELETE FROM books WHERE game_id = ? AND NOT keeps", [game_id])


def forget_guests(db: Database) -> None:
    """Shut out every device that any game was shared with."""
    for table in ("watch_keys", "hand_overs", "books"):
        db.execute(f"DELETE FROM {table}")  # noqa: S608  (names of ours)
