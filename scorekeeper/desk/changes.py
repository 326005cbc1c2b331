"""The changes of a game: begin it, enter and correct plays, undo, redo, change its options, archive or delete it.

Also what is asked before plays are entered, and the pads that people make, which are kept before a game is played.
"""

import json
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..core.errors import Unreadable
from ..core.fields import People
from ..core.log import About, Act, Edit, Placed, Put, edited, laid_out, puts, reversed_delta, reversed_edits, undo_redo
from ..core.messages import Message, joined, say
from ..core.replay import Replay, replay
from ..core.rulebook import Option, Rulebook
from ..core.table import Table
from ..pads.making import with_row
from ..storage import Database
from ..storage.changes import add_change, read_changes
from ..storage.games import add_game, rematch_of
from ..storage.rows import Shelf, StoredChange, StoredGame
from ..storage.settings import drop_unplayed, read_setting, set_setting
from .games import Desk, stamp
from .players import seat_again
from .stored import keep_facts, options_text, play_text, room_fault, table_of
from .transaction import InvalidOptions, Submission, claim_game, earlier_change, put_back, put_on_shelf

REMATCH_SECONDS = 600
"""Seconds after a rematch's last change during which a second phone joins it instead of beginning another."""
AT_ONCE = 2
"""A play that comes so many seconds after the last change, or sooner, may be the same tap twice."""
OVER = say("The game is over. Undo the last play first.")


class NoSuchPlay(Exception):
    """The log has no play of that number."""


class NothingToUndo(Exception):
    """There is no change to undo, or none to redo."""


class NothingChanged(Exception):
    """No play was sent."""


class Questioned(Exception):
    """There is a question about plays: they are not written before somebody says that they were meant."""

    def __init__(self, question: Message) -> None:
        super().__init__(str(question))
        self.question = question


class NoRoom(Exception):
    """There are too many pads already; `message` says so."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def begin(
    desk: Desk,
    rulebook: Rulebook[Any],
    table: Table,
    submission: Submission,
    venue: str | None = None,
    *,
    after: str = "",
) -> str:
    """Begin a game, played at `venue`, and return its id; the same submission again returns the id of the same game.

    `after` is the id of the game whose rematch this is. If another phone has just begun that rematch, its id is
    returned instead. Raises Overtaken.
    """
    with desk.store.writing() as db:
        earlier = earlier_change(db, submission)
        if earlier:
            return earlier.game_id
        now = desk.clock()
        since = int(now.timestamp()) - REMATCH_SECONDS
        begun = rematch_of(db, after, rulebook.slug, table.players, since) if after else None
        if begun:
            return begun
        game = StoredGame(
            str(uuid.uuid4()),
            rulebook.slug,
            table.players,
            options_text(rulebook, table),
            (),
            revision=1,
            finished=False,
            moment=int(now.timestamp()),
            started=stamp(now),
            venue=venue,
        )
        keep_facts(db, rulebook)
        add_game(db, game)
        add_change(db, game.id, StoredChange(1, Act.BEGIN, (), stamp(now), submission.key, submission.digest))
        _remember(db, rulebook, table)
        return game.id


def remembered(desk: Desk, rulebook: Rulebook[Any]) -> Mapping[str, Any]:
    """Return the values with which the form of a new game begins, by the option's name.

    An option that is remembered has its value in the last game, any other its `initial`. Of an option that is a record,
    this holds for each of its fields.
    """
    offered = {option.field.name: option.initial for option in rulebook.options if option.initial is not None}
    with desk.store.reading() as db:
        for option in rulebook.options:
            text = read_setting(db, _setting(rulebook, option)) if option.remembered else None
            if text:
                read = option.field.shape.read(json.loads(text), People(()))
                offered[option.field.name] = {**(option.initial or {}), **read} if isinstance(read, Mapping) else read
    return offered


def enter(
    desk: Desk,
    game_id: str,
    plays: Sequence[object],
    submission: Submission,
    *,
    sure: bool = False,
    seen: Collection[str] = (),
    late_question: Message | None = None,
    options: Mapping[str, Any] | None = None,
) -> Replay | None:
    """Enter plays as one change: each at the end of the log or, if it is Placed, where it says.

    `options` (by name) are changed with them. `seen` has the codes of the slips that the form has shown already;
    `late_question` asks about plays that were filled in for an earlier turn. With `sure`, no question is asked at all.

    Return the replay of the new log; None if this submission was entered before. Raises what `claim_game` does,
    NothingChanged, NoSuchPlay, InvalidOptions, Refused (a play would not stand) and, unless `sure`, Questioned; nothing
    is written then.
    """
    placed = [each if isinstance(each, Placed) else Placed(each) for each in plays]
    if any(each.number for each in placed):
        submission = replace(submission, after="")  # numbers are right only for the log that the form saw
    with desk.store.writing() as db:
        game = claim_game(desk, db, game_id, submission)
        if game is None:
            return None
        if not placed:
            raise NothingChanged
        asked = None if sure else late_question or question(desk, game, placed, seen)
        if asked:
            raise Questioned(asked)
        edits = _edits(desk, game, placed)
        after = replace(_with_options(desk, game, options or {}), plays=edited(game.plays, edits))
        return _put_with_options(desk, db, game, after, placed[0].act, submission, edits)


def question(desk: Desk, game: StoredGame, placed: Sequence[Placed], seen: Collection[str] = ()) -> Message | None:
    """Return what is to be asked before these plays are entered, or None.

    Nothing is asked about a correction, nor about plays that the rules refuse. Slips are asked about only for the plays
    that were sent, not for what other players give up for them (`Placed.room`), and only if the form has not shown them
    already: `seen` has the codes of those.
    """
    if any(each.act is not Act.ENTER for each in placed):
        return None
    before = desk.replayed(game)
    entered = [put for put in laid_out(0, placed) if isinstance(put, Put)]
    after = replay(before.rulebook, before.table, [put.play for put in entered], before)
    if after.conflicts:
        return None
    at_once = abs(int(desk.clock().timestamp()) - game.moment) <= AT_ONCE
    steps = list(zip(after.steps[len(before.steps) :], entered, strict=True))
    asked = [step.kind.question(step.before, step.play, at_once) for step, _ in steps]
    own = [step for step, put in steps if put.play is put.of.play]
    slips = [slip.message for step in own for slip in after.describe(step).slips if slip.code not in seen]
    said = [*[each for each in asked if each][:1], *slips]
    return joined(said, " ") if said else None


def undo(desk: Desk, game_id: str, submission: Submission) -> None:
    """Take back the last change that still stands.

    Raises what `claim_game` does, NothingToUndo, Refused and CannotRename.
    """
    _undo_or_redo(desk, game_id, Act.UNDO, submission)


def redo(desk: Desk, game_id: str, submission: Submission) -> None:
    """Make again what was last taken back. Raises as `undo` does."""
    _undo_or_redo(desk, game_id, Act.REDO, submission)


def set_options(desk: Desk, game_id: str, options: Mapping[str, Any], submission: Submission) -> None:
    """Change the game options; None takes an option back to its default.

    Raises what `claim_game` does, InvalidOptions, Refused.
    """
    with desk.store.writing() as db:
        game = claim_game(desk, db, game_id, submission)
        after = game and _with_options(desk, game, options)
        if game and after and after != game:
            _put_with_options(desk, db, game, after, Act.OPTIONS, submission)


def set_about(desk: Desk, game_id: str, about: About, submission: Submission) -> None:
    """Change the place and the note of a game; the same ones again are not written. Raises what `claim_game` does."""
    with desk.store.writing() as db:
        game = claim_game(desk, db, game_id, submission)
        if game is not None and about != game.about:
            after = replace(game, venue=about.venue, note=about.note)
            put_back(desk, db, game, after, Act.ABOUT, submission)


def lay_on(desk: Desk, game_id: str, shelf: Shelf, submission: Submission) -> None:
    """Archive a game, delete it, or bring it back to the table. Raises NoSuchGame, Overtaken."""
    with desk.store.writing() as db:
        game = claim_game(desk, db, game_id, submission, from_any_shelf=True)
        if game:
            put_on_shelf(desk, db, game, shelf, submission)


def _undo_or_redo(desk: Desk, game_id: str, act: Act, submission: Submission) -> None:
    """Undo the last change that still stands (`act` UNDO), or redo what was last undone (REDO)."""
    with desk.store.writing() as db:
        game = claim_game(desk, db, game_id, submission)
        if game is None:
            return
        changes = {each.revision: each for each in read_changes(db, game_id)}
        found = undo_redo((each.revision, each.act, each.undoable) for each in changes.values())
        revision = found.undo if act is Act.UNDO else found.redo
        if revision is None:
            raise NothingToUndo
        edits, delta = changes[revision].edits, changes[revision].delta
        if act is Act.UNDO:
            edits, delta = reversed_edits(edits), reversed_delta(delta)
        columns = {part: after for part, (_, after) in delta.items() if part not in ("players", "names")}
        after = replace(game, plays=edited(game.plays, edits), **columns)
        if "players" in delta or "names" in delta:
            after, delta = seat_again(db, after, delta)
        put_back(desk, db, game, after, act, submission, edits, delta)


def _with_options(desk: Desk, game: StoredGame, options: Mapping[str, Any]) -> StoredGame:
    """Return the game with these options changed; raises InvalidOptions."""
    if not options:
        return game
    rulebook = desk.rulebooks[game.rulebook]
    agreed = {**table_of(rulebook, game).options, **options}
    table = rulebook.table(game.players, {name: value for name, value in agreed.items() if value is not None})
    fault = rulebook.fault(table)
    if fault:
        raise InvalidOptions(fault)
    return replace(game, options=options_text(rulebook, table))


def _put_with_options(
    desk: Desk,
    db: Database,
    game: StoredGame,
    after: StoredGame,
    act: Act,
    submission: Submission,
    edits: tuple[Edit, ...] = (),
) -> Replay:
    """Write a changed game; if its options changed, remember these for the next game."""
    replayed = put_back(desk, db, game, after, act, submission, edits)
    if after.options != game.options:
        _remember(db, replayed.rulebook, replayed.table)
    return replayed


def _edits(desk: Desk, game: StoredGame, placed: Sequence[Placed]) -> tuple[Edit, ...]:
    """Return the edits that put the plays in their places; raises NoSuchPlay."""
    rulebook = desk.rulebooks[game.rulebook]
    table, log, edits = table_of(rulebook, game), game.plays, []
    try:
        for put in puts(len(log), placed):
            before = log[put.at] if put.takes else None
            edits.append(Edit(put.at, before, None if put.play is None else play_text(put.play, rulebook, table)))
            log = edited(log, edits[-1:])
    except IndexError:
        raise NoSuchPlay from None
    return tuple(edits)


def _remember(db: Database, rulebook: Rulebook[Any], table: Table) -> None:
    people = People(table.players)
    for option in rulebook.options:
        if option.remembered and option.field.name in table.options:
            value = option.field.shape.write(table.options[option.field.name], people)
            set_setting(db, _setting(rulebook, option), json.dumps(value))


def _setting(rulebook: Rulebook[Any], option: Option) -> str:
    return f"remembered {rulebook.slug} {option.field.name}"


# Pads


def keep_pad(desk: Desk, pad: Rulebook[Any]) -> None:
    """Store the facts of a pad, unless they are there; if that takes room, those of pads without a game go.

    Raises NoRoom.
    """
    with desk.store.writing() as db:
        _keep(db, pad)


def add_row(desk: Desk, game_id: str, row: str, submission: Submission) -> None:
    """Add a row to the pad of a game that goes on: from now on the game is played by the pad with that row.

    All other games stay as they are. Raises what `claim_game` does, InvalidOptions (no such row can be added) and
    NoRoom.
    """
    with desk.store.writing() as db:
        game = claim_game(desk, db, game_id, submission)
        if game is None:
            return
        if game.finished:
            raise InvalidOptions(OVER)
        try:
            pad = with_row(desk.rulebooks[game.rulebook], row)
        except Unreadable as error:
            raise InvalidOptions(error.message) from None
        keep_facts(db, desk.rulebooks[game.rulebook])  # undo goes back to it
        _keep(db, pad)
        put_back(desk, db, game, replace(game, rulebook=pad.slug), Act.OPTIONS, submission)


def _keep(db: Database, pad: Rulebook[Any]) -> None:
    if room_fault(db, pad.slug):
        drop_unplayed(db)
    fault = room_fault(db, pad.slug)
    if fault:
        raise NoRoom(fault)
    keep_facts(db, pad)
