"""Checks the trail of a game: when its changes are taken back one by one, the game has to arrive at its start.

Every edit says what was there before it and what is there after it. So going backward finds the same faults as going
forward; and it works for an imported game too, whose trail does not say with which plays it began.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from ..core.log import About, Act, edited, reversed_edits, undo_redo
from ..storage.rows import Shelf, StoredChange, StoredGame

BEGINNINGS = (Act.BEGIN, Act.IMPORT)
SHELVES = {Act.ARCHIVE: Shelf.ARCHIVED, Act.DELETE: Shelf.DELETED, Act.BRING_BACK: Shelf.TABLE}
"""Where each of these acts lays a game."""


@dataclass(slots=True)
class _Standing:
    """The game at one moment of its trail; `options` None: not known, for an older version did not write them down."""

    rulebook: str
    plays: tuple[str, ...]
    options: str | None
    about: About
    started: str | None


def trail_fault(game: StoredGame, entered: Sequence[int], changes: Sequence[StoredChange]) -> str | None:
    """Return what is wrong with a game's trail, or None.

    `changes` is the whole trail, `entered` the ids by seat as the players sat down: those of before a merge.
    """
    revisions = [change.revision for change in changes]
    if len(revisions) != game.revision or revisions != list(range(1, game.revision + 1)):
        return _numbering(revisions, game.revision)
    if changes[0].act not in BEGINNINGS or any(change.act in BEGINNINGS for change in changes[1:]):
        return "its trail does not begin where the game began"
    return _undone(changes) or _shelf(game, changes) or _players(entered, changes) or _back_to_start(game, changes)


def _numbering(revisions: Sequence[int], last: int) -> str:
    there = {*revisions}
    missing = next(each for each in count(1) if each not in there)
    if missing <= last:
        return f"change {missing} is missing in its trail"
    return f"its trail goes on to change {revisions[-1]}, but the game is at {last}"


def _undone(changes: Sequence[StoredChange]) -> str | None:
    try:
        undo_redo((change.revision, change.act, change.undoable) for change in changes)
    except IndexError:
        return "its trail takes back more than was ever done"
    return None


def _shelf(game: StoredGame, changes: Sequence[StoredChange]) -> str | None:
    laid = [SHELVES[change.act] for change in changes if change.act in SHELVES]
    if game.shelf is (laid[-1] if laid else Shelf.TABLE):
        return None
    return "it does not lie where its trail says (on the table, archived or deleted)"


def _players(entered: Sequence[int], changes: Sequence[StoredChange]) -> str | None:
    """Compare who sits there with the last change of the table only: an undo may have seated a namesake instead."""
    edit = next((change.table_edit for change in reversed(changes) if change.table_edit), None)
    if edit is None or edit.after.players == tuple(entered):
        return None
    return "other players sit there than its trail says"


def _back_to_start(game: StoredGame, changes: Sequence[StoredChange]) -> str | None:
    standing = _Standing(game.rulebook, game.plays, game.options, game.about, game.started)
    for change in reversed(changes):
        fault = _taken_back(standing, change)
        if fault:
            return f"change {change.revision} of its trail does not fit: {fault}"
    if changes[0].act is Act.BEGIN and standing.plays:
        return f"{len(standing.plays)} of its plays are in no change of its trail"
    return None


def _taken_back(standing: _Standing, change: StoredChange) -> str | None:
    """Take a change back in `standing`; return what does not fit, or None."""
    try:
        standing.plays = edited(standing.plays, reversed_edits(change.edits))
    except ValueError:
        return "other plays stand there"
    if change.table_edit:
        if standing.options not in (None, change.table_edit.after.options):
            return "other options hold"
        standing.options = change.table_edit.before.options
        if standing.rulebook != (change.table_edit.after.rulebook or standing.rulebook):
            return "it is played by another title"
        standing.rulebook = change.table_edit.before.rulebook or standing.rulebook
    elif change.act is Act.OPTIONS:
        standing.options = None
    if change.about_edit:
        if standing.about != change.about_edit.after:
            return "another place or note stands there"
        standing.about = change.about_edit.before
    if change.times_edit:
        if standing.started != change.times_edit.after.started:
            return "it began at another time"
        standing.started = change.times_edit.before.started
    return None
