"""Games as they are stored: who sits there, the log, the options, and the shelf."""

from collections.abc import Collection, Sequence

from sqlite_utils import Database

from .connection import column, placeholders
from .people import merged_player, names_by_game, player_of_name, seated_players, set_latest
from .rows import GameState, Shelf, StoredGame

CHANGEABLE = ("rulebook", "options", "revision", "finished", "moment", "started", "ended", "venue", "note", "shelf")
"""The columns of a game that a change can write."""
COLUMNS = ("id", "told", *CHANGEABLE)
BEFORE = 3
"""How many earlier games of its title a game's forms can begin from."""


def read_game(db: Database, game_id: str) -> StoredGame | None:
    """Return a game with its whole log, or None if there is none with that id."""
    row = db.execute(f"SELECT {', '.join(COLUMNS)} FROM games WHERE id = ?", [game_id]).fetchone()  # noqa: S608
    if row is None:
        return None
    columns = dict(zip(COLUMNS, row, strict=True))
    columns |= {"finished": bool(columns["finished"]), "shelf": Shelf(columns["shelf"])}
    plays = column(db, "SELECT body FROM plays WHERE game_id = ? ORDER BY position", [game_id])
    return StoredGame(players=names_by_game(db, [game_id])[game_id], plays=plays, **columns)


def read_state(db: Database, game_id: str) -> GameState | None:
    """Return by what a change of a game is noticed, or None if there is none with that id."""
    row = db.execute(
        "SELECT revision, finished, moment, started, ended, venue, note, shelf FROM games WHERE id = ?", [game_id]
    ).fetchone()
    seats = "SELECT player_id, name FROM seats JOIN players ON players.id = player_id WHERE game_id = ?"
    return row and GameState(bool(row[1]), (*row, *db.execute(f"{seats} ORDER BY seat", [game_id])))


def has_game(db: Database, game_id: str) -> bool:
    """Return whether there is a game with that id, on whatever shelf."""
    return db.execute("SELECT 1 FROM games WHERE id = ?", [game_id]).fetchone() is not None


def count_games(db: Database, rulebooks: Collection[str]) -> tuple[int, int]:
    """Return how many games there are of these titles, and of others; without those that were deleted."""
    known, others = db.execute(
        f"""SELECT count(*) FILTER (WHERE rulebook IN ({placeholders(list(rulebooks))})), count(*) FROM games
        WHERE shelf != ?""",  # noqa: S608  (question marks only)
        [*rulebooks, Shelf.DELETED],
    ).fetchone()
    return known, others - known


def all_game_ids(
    db: Database, *, deleted: bool = False, archived: bool = True, rulebooks: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the id of every game, oldest first; deleted ones only with `deleted`, archived ones unless not `archived`.

    With `rulebooks`, only games of these titles.
    """
    left_out = [shelf for shelf, wanted in ((Shelf.DELETED, deleted), (Shelf.ARCHIVED, archived)) if not wanted]
    return column(
        db,
        f"""SELECT id FROM games WHERE shelf NOT IN ({placeholders(left_out)})
        AND (? OR rulebook IN ({placeholders(list(rulebooks or ()))})) ORDER BY moment, id""",  # noqa: S608  (question marks only)
        [*left_out, rulebooks is None, *(rulebooks or ())],
    )


def games_before(db: Database, game_id: str, rulebook: str) -> tuple[tuple[str, int], ...]:
    """Return the last few other games of a title that lie on the table, latest first: id and revision."""
    of_sort = """SELECT * FROM (SELECT id, revision, moment FROM games
        WHERE rulebook = :rulebook AND shelf = 'table' AND finished = {} AND told IS NULL AND id != :id
        ORDER BY moment DESC, id DESC LIMIT :most)"""
    rows = db.execute(
        f"{of_sort.format(1)} UNION ALL {of_sort.format(0)} ORDER BY moment DESC, id DESC LIMIT :most",
        {"rulebook": rulebook, "id": game_id, "most": BEFORE},
    )
    return tuple((found, revision) for found, revision, _ in rows.fetchall())


def rematch_of(db: Database, game_id: str, rulebook: str, players: Sequence[str], since: int) -> str | None:
    """Return the latest running game of the same title and players begun after a game ended, or None.

    Only games on the table with a change at or after the moment `since` count.
    """
    running = column(
        db,
        """SELECT id FROM games WHERE rulebook = ? AND finished = FALSE AND shelf = ?
        AND moment >= max(?, (SELECT moment FROM games WHERE id = ?)) ORDER BY moment DESC, id""",
        [rulebook, Shelf.TABLE, since, game_id],
    )
    wanted = sorted(name.casefold() for name in players)
    seated = names_by_game(db, running)
    return next((each for each, names in seated.items() if sorted(map(str.casefold, names)) == wanted), None)


def count_results_alone(db: Database) -> int:
    """Return of how many games only the result is known; without those that were deleted."""
    query = "SELECT count(*) FROM games WHERE told IS NOT NULL AND shelf != ?"
    (count,) = db.execute(query, [Shelf.DELETED]).fetchone()
    return int(count)


def texts_about_games(db: Database) -> tuple[str, ...]:
    """Return the places and notes of all games, each text once."""
    query = "SELECT venue FROM games WHERE venue IS NOT NULL UNION SELECT note FROM games WHERE note IS NOT NULL"
    return column(db, query)


def add_game(db: Database, game: StoredGame, player_ids: Sequence[int] = ()) -> None:
    """Add a game with its log, and seat these players at it.

    Without any, each name stands for the player who has it (case folded), or for somebody new.
    """
    db.execute(
        f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({placeholders(COLUMNS)})",  # noqa: S608
        [getattr(game, column) for column in COLUMNS],
    )
    set_seats(db, game.id, player_ids or [player_of_name(db, name) for name in game.players])
    _write_plays(db, game.id, game.plays, 0)


def update_game(db: Database, game: StoredGame, unchanged: int) -> None:
    """Write a game that was changed: its log from position `unchanged` (from 0) on, and all else but its seats."""
    db.execute("DELETE FROM plays WHERE game_id = ? AND position >= ?", [game.id, unchanged])
    _write_plays(db, game.id, game.plays, unchanged)
    db.table("games").update(game.id, {column: getattr(game, column) for column in CHANGEABLE})


def set_finished(db: Database, game_id: str, finished: bool) -> None:
    """Write whether a game is finished, and nothing else: a rebuild corrects it."""
    db.execute("UPDATE games SET finished = ? WHERE id = ?", [finished, game_id])


def set_seats(db: Database, game_id: str, player_ids: Sequence[int]) -> None:
    """Seat these players at a game, in this order; whoever did not sit there before is suggested again.

    The seat of a player who was merged belongs to whoever they were merged into, until they are split again.
    """
    seated = seated_players(db, game_id)
    db.execute("DELETE FROM seats WHERE game_id = ?", [game_id])
    for seat, entered in enumerate(player_ids):
        player_id = merged_player(db, entered)
        db.execute(
            "INSERT INTO seats (game_id, seat, player_id, entered_as) VALUES (?, ?, ?, ?)",
            [game_id, seat, player_id, None if entered == player_id else entered],
        )
        if player_id not in seated:
            db.execute("UPDATE players SET suggested = TRUE WHERE id = ? AND NOT suggested", [player_id])
    set_latest(db, {*seated, *seated_players(db, game_id)})


def _write_plays(db: Database, game_id: str, plays: Sequence[str], unchanged: int) -> None:
    db.conn.executemany(
        "INSERT INTO plays VALUES (?, ?, ?)",
        [(game_id, position, body) for position, body in enumerate(plays) if position >= unchanged],
    )
