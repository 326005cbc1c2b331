"""The watch keys of games: a device with the watch key of a game may see that game."""

from sqlite_utils import Database


def read_watch_key(db: Database, game_id: str) -> str | None:
    """Return the watch key of a game; None if it has none."""
    row = db.execute("SELECT key FROM watch_keys WHERE game_id = ?", [game_id]).fetchone()
    return None if row is None else str(row[0])


def add_watch_key(db: Database, game_id: str, key: str) -> None:
    """Store the watch key of a game that has none yet; nothing happens if there is no such game."""
    db.execute("INSERT OR IGNORE INTO watch_keys (game_id, key) SELECT id, ? FROM games WHERE id = ?", [key, game_id])


def delete_watch_key(db: Database, game_id: str, key: str) -> None:
    """Delete the watch key of a game; nothing happens if the game has another key by now."""
    db.execute("DELETE FROM watch_keys WHERE game_id = ? AND key = ?", [game_id, key])


def delete_watch_keys(db: Database) -> None:
    """Delete the watch keys of all games."""
    db.execute("DELETE FROM watch_keys")
