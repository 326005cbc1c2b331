"""Checks the trail of a game: when its changes are taken back one by one, the game has to arrive at its start.

Every edit says what was there before it and what is there after it. So going backward finds the same faults as going
forward; and it works for an imported game too, whose trail does not say with which plays it began.
"""

from collections.abc import Sequence
from itertools import count

from ..core.log import Act, edited, reversed_edits, undo_redo
from ..storage.rows import Shelf, StoredChange, StoredGame

BEGINNINGS = (Act.BEGIN, Act.IMPORT)
SHELVES = {Act.ARCHIVE: Shelf.ARCHIVED, Act.DELETE: Shelf.DELETED, Act.BRING_BACK: Shelf.TABLE}
"""Where each of these acts lays a game."""


PARTS = {
    "options": "other options hold",
    "rulebook": "it is played by another title",
    "venue": "another place stands there",
    "note": "another note stands there",
    "started": "it began at another time",
}
"""What does not fit if a change left this part of the game otherwise than the game, or a later change, has it."""


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
    seated = next((change.delta["players"][1] for change in reversed(changes) if "players" in change.delta), None)
    return None if seated in (None, [*entered]) else "other players sit there than its trail says"


def _back_to_start(game: StoredGame, changes: Sequence[StoredChange]) -> str | None:
    plays, parts = game.plays, {part: getattr(game, part) for part in PARTS}
    for change in reversed(changes):
        try:
            plays = edited(plays, reversed_edits(change.edits))
        except ValueError:
            return _misfit(change, "other plays stand there")
        for part, (before, after) in change.delta.items():
            if part in parts and parts[part] != after:
                return _misfit(change, PARTS[part])
            if part in parts:
                parts[part] = before
        if change.act is Act.OPTIONS and not change.delta:
            parts.pop("options", None)  # an older version did not write down which options held before
    if changes[0].act is Act.BEGIN and plays:
        return f"{len(plays)} of its plays are in no change of its trail"
    return None


def _misfit(change: StoredChange, fault: str) -> str:
    return f"change {change.revision} of its trail does not fit: {fault}"
