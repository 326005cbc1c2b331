"""One change of a game, in one transaction: `claim_game` reads and guards the game, `put_back` checks and writes it.

The entry key is looked at first, then the revision; the new log is replayed; if no play conflicts, it is
written with its trail and projections. Nothing is written otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..core.errors import Refusal
from ..core.log import Act, Delta, Edit
from ..core.messages import Message
from ..core.replay import Conflict, Replay
from ..storage import Database
from ..storage.changes import add_change, change_by_key, read_import
from ..storage.games import update_game
from ..storage.people import people_change_by_key, seated_players, set_latest
from ..storage.rows import Earlier, Shelf, StoredChange, StoredGame
from .games import Desk, ResultAlone, moment_of, stamp, write_projections
from .stored import log_of

SHELVING = {Shelf.TABLE: Act.BRING_BACK, Shelf.ARCHIVED: Act.ARCHIVE, Shelf.DELETED: Act.DELETE}
"""The act that lays a game on each shelf."""
SHOWN = ("rulebook", "options", "venue", "note", "ended")
"""The parts of a delta that are read from the game before and after a change."""


class Overtaken(Exception):
    """The game has changed since the form was made, or the form's entry key was used already for something else.

    `earlier` is the change that it was used for, if that was a change of a game.
    """

    def __init__(self, earlier: Earlier | None = None) -> None:
        super().__init__(earlier)
        self.earlier = earlier


class Shelved(Exception):
    """The game was archived or deleted: it has to be brought back before it can go on."""


class Refused(Exception):
    """The rules refuse the change: `conflicts` has every play that would not stand, `log` is the log that was tried."""

    def __init__(self, conflicts: tuple[Conflict, ...], log: Sequence[object | Refusal] = ()) -> None:
        super().__init__(conflicts)
        self.conflicts = conflicts
        self.log = log


class InvalidOptions(Exception):
    """The options do not fit together, or not these players: `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Submission:
    """How a form identifies itself: its entry key, a digest of its content, and the game's revision that it saw.

    `after` is the entry key of the form that the same device sent just before, still without an answer ("": none). If
    that form made the revision that the game has now, this one is not overtaken.
    """

    key: str
    digest: str
    revision: int = 0
    after: str = ""


def claim_game(
    desk: Desk, db: Database, game_id: str, submission: Submission, *, from_any_shelf: bool = False
) -> StoredGame | None:
    """Return the game that a submission is to change, or None if it has done so before; it guards every change.

    Raises NoSuchGame, Overtaken and, unless `from_any_shelf`, Shelved and ResultAlone.
    """
    if earlier_change(db, submission):
        return None
    game = desk.game(db, game_id)
    if game.revision != submission.revision:
        # The last change may be the form that the same device sent just before this one.
        before = change_by_key(db, submission.after) if submission.after else None
        if before is None or (before.game_id, before.revision) != (game.id, game.revision):
            raise Overtaken
    if game.shelf != Shelf.TABLE and not from_any_shelf:
        raise Shelved
    if game.told is not None and not from_any_shelf:
        raise ResultAlone(game_id)
    return game


def earlier_change(db: Database, submission: Submission) -> Earlier | None:
    """Return the change that this submission made before, or None; raises Overtaken if another used its entry key."""
    earlier = change_by_key(db, submission.key)
    if earlier and earlier.digest != submission.digest:
        raise Overtaken(earlier)
    if people_change_by_key(db, submission.key) or read_import(db, submission.key):
        raise Overtaken
    return earlier


def put_back(
    desk: Desk,
    db: Database,
    game: StoredGame,
    after: StoredGame,
    act: Act,
    submission: Submission | None,
    edits: tuple[Edit, ...] = (),
    delta: Delta | None = None,
    import_id: int | None = None,
) -> Replay:
    """Write a game as it is `after` a change, with its trail and projections, and return its replay.

    `game` is as it was before. The `edits` say for the trail what was changed in the log. `delta` has its parts that
    two games do not show ("players", "names", and the times of an import, with "started"). With "ended" in it, `after`
    has the times that the game gets. Raises Refused if a play conflicts.
    """
    replayed = desk.replayed(after)
    if replayed.conflicts:
        raise Refused(replayed.conflicts, log_of(replayed.rulebook, after))
    now = desk.clock()
    given = delta or {}
    after = replace(after, revision=game.revision + 1, finished=replayed.finished)
    if after.finished and not game.finished and "ended" not in given:
        after = replace(after, ended=stamp(now))
    if after.finished:
        after = replace(after, moment=moment_of(after.dated))
    elif "started" not in given:
        after = replace(after, moment=int(now.timestamp()), ended=None)
    delta = {part: values for part, values in given.items() if part not in SHOWN or "started" in given}
    update_game(db, after, unchanged=min((edit.at for edit in edits), default=len(after.plays)))
    for part in SHOWN:
        if getattr(game, part) != getattr(after, part):
            delta[part] = getattr(game, part), getattr(after, part)
    change = StoredChange(after.revision, act, edits, stamp(now), *_keys(submission), delta, import_id)
    add_change(db, game.id, change)
    if game.finished or after.finished:
        write_projections(db, after, replayed)
    else:
        set_latest(db, seated_players(db, game.id))  # the history has nothing else of a running game
    return replayed


def put_on_shelf(
    desk: Desk,
    db: Database,
    game: StoredGame,
    shelf: Shelf,
    submission: Submission | None,
    import_id: int | None = None,
) -> StoredGame:
    """Lay a game on a shelf, or back on the table, and return it as it is then."""
    after = replace(game, shelf=shelf, revision=game.revision + 1)
    update_game(db, after, unchanged=len(after.plays))
    write_projections(db, after, desk.replayed(after) if after.told is None else None)
    made, keys = stamp(desk.clock()), _keys(submission)
    add_change(db, game.id, StoredChange(after.revision, SHELVING[shelf], (), made, *keys, import_id=import_id))
    return after


def _keys(submission: Submission | None) -> tuple[str | None, str | None]:
    return (submission.key, submission.digest) if submission else (None, None)
