"""The one path of every change.

The entry key is looked at first, then the revision; the new log is replayed; if no play conflicts, it is
written with its trail and projections in one transaction. Nothing is written otherwise.
"""

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.errors import Refusal
from ..core.fields import People
from ..core.log import Act, Edit, edited, reversed_edits, undo_redo
from ..core.messages import Message
from ..core.replay import Conflict
from ..core.rulebook import Option, Rulebook
from ..core.table import Table
from ..storage.reader import Reader
from ..storage.rows import Earlier, Shelf, StoredChange, StoredGame
from ..storage.writer import Writer
from .games import Desk, stamp, write_projections
from .haste import Hasty, hasty
from .stored import log_of, options_text, play_text, table_of


class Overtaken(Exception):
    """The game has changed since the form was made; or, with `earlier`, its entry key was used before, for that."""

    def __init__(self, earlier: Earlier | None = None) -> None:
        super().__init__(earlier)
        self.earlier = earlier


class Shelved(Exception):
    """The game was archived or deleted: it has to be brought back before it can go on."""


class NoSuchPlay(Exception):
    """The log has no play of that number."""


class NothingToUndo(Exception):
    """The game is as it was when it began."""


class Refused(Exception):
    """The rules refuse the change: `conflicts` names every play that would not stand, `log` is what was tried."""

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
    """What a form says of itself: its entry key, a digest of all that it says, and the revision that it saw."""

    key: str
    digest: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be corrected: `act` is AMEND, INSERT, STRIKE or SHIFT; `number` is the play it is about, from 1.

    AMEND puts `play` in its place, INSERT puts `play` before it, STRIKE takes it out, SHIFT leaves it. `repairs` are
    later plays by their number in the log after that: the play to put in place of each, or None to strike it.
    """

    act: Act
    number: int
    play: object = None
    repairs: Mapping[int, object] = field(default_factory=dict)


SHELVING = {Shelf.TABLE: Act.BRING_BACK, Shelf.ARCHIVED: Act.ARCHIVE, Shelf.DELETED: Act.DELETE}
"""What is done to lay a game on each shelf."""

Edits = tuple[Edit, ...]


def begin(desk: Desk, rulebook: Rulebook[Any], table: Table, submission: Submission) -> str:
    """Begin a game and return its id; the same submission again returns the same game. Raises Overtaken."""
    with desk.store.writing() as writer:
        earlier = _earlier(writer, submission)
        if earlier:
            return earlier.game_id
        now = desk.clock()
        game = StoredGame(
            str(uuid.uuid4()),
            rulebook.slug,
            table.players,
            options_text(rulebook, table),
            (),
            revision=1,
            finished=rulebook.finished(rulebook.start(table)),
            moment=int(now.timestamp()),
            started=stamp(now),
        )
        writer.add_game(game)
        writer.add_change(game.id, StoredChange(1, Act.BEGIN, (), stamp(now), submission.key, submission.digest))
        _remember(writer, rulebook, table)
        return game.id


def remembered(desk: Desk, rulebook: Rulebook[Any]) -> Mapping[str, Any]:
    """Return what a rulebook's options are offered with, by name: as in the last game, where that is remembered."""
    offered = {option.field.name: option.initial for option in rulebook.options if option.initial is not None}
    with desk.store.reading() as reader:
        for option in rulebook.options:
            text = reader.setting(_setting(rulebook, option)) if option.remembered else None
            if text:
                offered[option.field.name] = option.field.shape.read(json.loads(text), People(()))
    return offered


def enter(desk: Desk, game_id: str, play: object, submission: Submission, *, sure: bool = False) -> None:
    """Enter a play at the end of the log. Raises NoSuchGame, Shelved, Overtaken, Refused; Hasty if not `sure`."""

    def add(game: StoredGame, writer: Reader) -> Edits:
        if not sure and hasty(desk, game, play):
            raise Hasty
        return (Edit(len(game.plays), None, _text(desk, game, play)),)

    _change_log(desk, game_id, Act.ENTER, add, submission)


def undo(desk: Desk, game_id: str, submission: Submission) -> None:
    """Take back the last change. Raises NoSuchGame, Shelved, Overtaken, NothingToUndo, Refused."""

    def take_back(game: StoredGame, writer: Reader) -> Edits:
        revision = undo_redo(writer.acts(game.id)).undo
        if revision is None:
            raise NothingToUndo
        return reversed_edits(writer.change(game.id, revision).edits)

    _change_log(desk, game_id, Act.UNDO, take_back, submission)


def redo(desk: Desk, game_id: str, submission: Submission) -> None:
    """Make again what was last taken back. Raises NoSuchGame, Shelved, Overtaken, NothingToUndo, Refused."""

    def make_again(game: StoredGame, writer: Reader) -> Edits:
        revision = undo_redo(writer.acts(game.id)).redo
        if revision is None:
            raise NothingToUndo
        return writer.change(game.id, revision).edits

    _change_log(desk, game_id, Act.REDO, make_again, submission)


def correct(desk: Desk, game_id: str, correction: Correction, submission: Submission) -> None:
    """Correct an earlier play. Raises NoSuchGame, Shelved, Overtaken, NoSuchPlay, Refused."""

    def apply_correction(game: StoredGame, writer: Reader) -> Edits:
        return _edits(game.plays, correction, lambda play: None if play is None else _text(desk, game, play))

    _change_log(desk, game_id, correction.act, apply_correction, submission)


def set_options(desk: Desk, game_id: str, options: Mapping[str, Any], submission: Submission) -> None:
    """Change the game options; None takes an option back to its default.

    Raises NoSuchGame, Shelved, Overtaken, InvalidOptions, Refused.
    """
    with desk.store.writing() as writer:
        game = _taken(desk, writer, game_id, submission)
        if game is None:
            return
        rulebook = desk.rulebooks[game.rulebook]
        agreed = {**table_of(rulebook, game).options, **options}
        table = rulebook.table(game.players, {name: value for name, value in agreed.items() if value is not None})
        fault = rulebook.seats.fault(table)
        if fault:
            raise InvalidOptions(fault)
        _put_back(desk, writer, game, replace(game, options=options_text(rulebook, table)), Act.OPTIONS, (), submission)
        _remember(writer, rulebook, table)


def lay_on(desk: Desk, game_id: str, shelf: Shelf, submission: Submission) -> None:
    """Archive a game, delete it, or bring it back to the table. Raises NoSuchGame, Overtaken."""
    with desk.store.writing() as writer:
        game = _taken(desk, writer, game_id, submission, from_any_shelf=True)
        if game is None:
            return
        revision, made = game.revision + 1, stamp(desk.clock())
        writer.set_shelf(game_id, shelf, revision)
        writer.add_change(game_id, StoredChange(revision, SHELVING[shelf], (), made, submission.key, submission.digest))


def _change_log(
    desk: Desk, game_id: str, act: Act, edits_for: Callable[[StoredGame, Reader], Edits], submission: Submission
) -> None:
    with desk.store.writing() as writer:
        game = _taken(desk, writer, game_id, submission)
        if game is not None:
            edits = edits_for(game, writer)
            after = replace(game, plays=edited(game.plays, edits))
            _put_back(desk, writer, game, after, act, edits, submission)


def _taken(
    desk: Desk, writer: Reader, game_id: str, submission: Submission, *, from_any_shelf: bool = False
) -> StoredGame | None:
    """Return the game that a submission is to change, or None if it has done so before.

    The one guard of every change; raises NoSuchGame, Overtaken, Shelved.
    """
    if _earlier(writer, submission):
        return None
    game = desk.game(writer, game_id)
    if game.revision != submission.revision:
        raise Overtaken
    if game.shelf != Shelf.TABLE and not from_any_shelf:
        raise Shelved
    return game


def _earlier(reader: Reader, submission: Submission) -> Earlier | None:
    """Return what this submission did before, or None if its key is new; raises Overtaken if that was another."""
    earlier = reader.earlier(submission.key)
    if earlier and earlier.digest != submission.digest:
        raise Overtaken(earlier)
    return earlier


def _put_back(
    desk: Desk, writer: Writer, game: StoredGame, after: StoredGame, act: Act, edits: Edits, submission: Submission
) -> None:
    """Write what became of a game, with its trail and projections; raises Refused if that does not stand."""
    replayed = desk.replayed(after)
    if replayed.conflicts:
        raise Refused(replayed.conflicts, log_of(replayed.rulebook, after))
    now = desk.clock()
    after = replace(after, revision=game.revision + 1, finished=replayed.finished)
    if not (game.finished and after.finished):  # a game corrected afterwards ended when it ended
        after = replace(after, moment=int(now.timestamp()), ended=stamp(now) if after.finished else None)
    writer.set_log(after, kept=min((edit.at for edit in edits), default=len(after.plays)))
    change = StoredChange(after.revision, act, edits, stamp(now), submission.key, submission.digest)
    writer.add_change(game.id, change)
    if after.options != game.options:
        writer.set_options(game.id, after.options)
    write_projections(writer, game.id, replayed)


def _text(desk: Desk, game: StoredGame, play: object) -> str:
    rulebook = desk.rulebooks[game.rulebook]
    return play_text(play, rulebook, table_of(rulebook, game))


def _edits(log: Sequence[str], correction: Correction, text: Callable[[object], str | None]) -> Edits:
    """Return the edits that carry out a correction of `log`; raises NoSuchPlay."""
    at = correction.number - 1
    if not 0 <= at < len(log):
        raise NoSuchPlay
    before = None if correction.act == Act.INSERT else log[at]
    edits = [] if correction.act == Act.SHIFT else [Edit(at, before, text(correction.play))]
    corrected = edited(log, edits)
    # From the last to the first, so that striking one does not move those that are still to come.
    for number in sorted(correction.repairs, reverse=True):
        if not 0 < number <= len(corrected):
            raise NoSuchPlay
        edits.append(Edit(number - 1, corrected[number - 1], text(correction.repairs[number])))
    if not edits:
        raise NoSuchPlay
    return tuple(edits)


def _remember(writer: Writer, rulebook: Rulebook[Any], table: Table) -> None:
    people = People(table.players)
    for option in rulebook.options:
        if option.remembered and option.field.name in table.options:
            value = option.field.shape.write(table.options[option.field.name], people)
            writer.set_setting(_setting(rulebook, option), json.dumps(value))


def _setting(rulebook: Rulebook[Any], option: Option) -> str:
    return f"remembered {rulebook.slug} {option.field.name}"
