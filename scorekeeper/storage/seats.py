"""Who sits at which game."""

from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from .connection import placeholders


def seated_players(db: Database, game_id: str) -> tuple[int, ...]:
    """Return who sits at a game, by seat."""
    rows = db.execute("SELECT player_id FROM seats WHERE game_id = ? ORDER BY seat", [game_id])
    return tuple(player_id for (player_id,) in rows)


def entered_players(db: Database, game_id: str) -> tuple[int, ...]:
    """Return the players as whom people sat down at a game, by seat: a merge does not change them."""
    query = "SELECT coalesce(entered_as, player_id) FROM seats WHERE game_id = ? ORDER BY seat"
    return tuple(player_id for (player_id,) in db.execute(query, [game_id]))


def names_by_game(db: Database, game_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the names of the players of these games, by the game's id and in the order of the seats."""
    names: dict[str, tuple[str, ...]] = {}
    for game_id, name in db.execute(
        f"""SELECT game_id, name FROM seats JOIN players ON players.id = player_id
        WHERE game_id IN ({placeholders(game_ids)}) ORDER BY game_id, seat""",  # noqa: S608  (question marks only)
        game_ids,
    ):
        names[game_id] = (*names.get(game_id, ()), name)
    return names


def sits_somewhere(db: Database, player_id: int) -> bool:
    """Return whether a player sits at any game."""
    row = db.execute("SELECT 1 FROM seats WHERE player_id = ? LIMIT 1", [player_id]).fetchone()
    return row is not None


def sat_together(db: Database, player_id: int, other: int, most: int) -> tuple[str, ...]:
    """Return up to `most` games in which both of two players sit, latest first, wherever these games lie."""
    rows = db.execute(
        """SELECT id FROM seats one CROSS JOIN seats other ON other.game_id = one.game_id AND other.player_id = ?
        JOIN games ON id = one.game_id WHERE one.player_id = ? ORDER BY moment DESC, id LIMIT ?""",
        [other, player_id, most],
    )
    return tuple(game_id for (game_id,) in rows)
