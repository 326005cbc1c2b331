"""A change that is taken back, or made again: in the log, at the table, in names, place, note and times."""

from dataclasses import asdict, replace

from ..core.log import Act, edited, reversed_edits
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
    edits, table_edit, about_edit, times_edit = change.edits, change.table_edit, change.about_edit, change.times_edit
    if act is Act.UNDO:
        edits, table_edit = reversed_edits(edits), table_edit and table_edit.reversed()
        about_edit, times_edit = about_edit and about_edit.reversed(), times_edit and times_edit.reversed()
    after = replace(game, plays=edited(game.plays, edits))
    if about_edit:
        after = replace(after, **asdict(about_edit.after))
    if table_edit:
        after, table_edit = seat_again(db, after, table_edit)
    put_back(desk, db, game, after, act, submission, edits, table_edit, times_edit)
