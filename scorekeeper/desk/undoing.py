"""A change that is taken back, or made again: in the log, at the table, in names, place, note and times."""

from dataclasses import replace

from ..core.log import Act, edited, reversed_delta, reversed_edits
from ..storage import Database
from ..storage.changes import read_change
from ..storage.rows import StoredGame
from .games import Desk
from .players import seat_again
from .transaction import Submission, put_back


def again(
    desk: Desk,
    db: Database,
    game: StoredGame,
    revision: int,
    act: Act,
    submission: Submission | None,
) -> None:
    """Take back the change that made this revision of a game (`act` UNDO), or make it again (REDO).

    Raises Refused and CannotRename.
    """
    change = read_change(db, game.id, revision)
    edits, delta = change.edits, change.delta
    if act is Act.UNDO:
        edits, delta = reversed_edits(edits), reversed_delta(delta)
    columns = {part: after for part, (_, after) in delta.items() if part not in ("players", "names")}
    after = replace(game, plays=edited(game.plays, edits), **columns)
    if "players" in delta or "names" in delta:
        after, delta = seat_again(db, after, delta)
    put_back(desk, db, game, after, act, submission, edits, delta)
