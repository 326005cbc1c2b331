"""The trail of a game: its history of entries and changes, as sentences."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlite_utils import Database

from ..core.log import CORRECTING, ChangeKind, Delta, edited, number_after, renames, reversed_edits
from ..core.messages import N_, Message, listed, many, say
from .games import GameService, changed_details
from .rows import StoredChange, StoredGame, read_changes, read_person

SENTENCES: dict[ChangeKind, str] = {
    ChangeKind.BEGIN: N_("The game was started."),
    ChangeKind.IMPORT: N_("The game was imported."),
    ChangeKind.REPLACE: N_("The game was imported again and matches the file."),
    ChangeKind.ENTER: N_("{play} was entered."),
    ChangeKind.EDIT_PLAY: N_("{play} was changed to {other}."),
    ChangeKind.INSERT: N_("{play} was inserted."),
    ChangeKind.DELETE_PLAY: N_("{play} was deleted."),
    ChangeKind.OPTIONS: N_("The game options were changed."),
    ChangeKind.PLAYERS: N_("The players were changed."),
    ChangeKind.ABOUT: N_("The location and the note were changed."),
    ChangeKind.ARCHIVE: N_("The game was archived."),
    ChangeKind.DELETE: N_("The game was deleted."),
    ChangeKind.BRING_BACK: N_("The game was restored."),
    ChangeKind.UNDO: N_("{play} was undone."),
    ChangeKind.REDO: N_("{play} was redone."),
}


IMPORTED_AGAIN = {
    ChangeKind.REPLACE: Message(SENTENCES[ChangeKind.REPLACE]),
    ChangeKind.UNDO: say("The import was undone: the game is as it was before."),
    ChangeKind.REDO: say("The import was redone: the game matches the file again."),
}
"""Sentences for an import that replaced a game, and for its undo and redo."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change in the trail, `made` at a time (ISO 8601); `corrected` is the number of the first corrected play."""

    revision: int
    made: str
    message: Message
    corrected: int | None


def trail(service: GameService, game_id: str, since: int = 0) -> Sequence[ChangeLine]:
    """Return every change of a game after the revision `since`, oldest first; raises NoSuchGame."""
    lines = []
    with service.store.reading() as db:
        game = service.game(db, game_id)
        for change in reversed(read_changes(db, game_id)):
            if change.revision <= since:
                break
            description = _describe_change(service, db, game, change)
            corrected = 1 + min(edit.at for edit in change.edits) if change.act in CORRECTING else None
            lines.append(ChangeLine(change.revision, change.made, description, corrected))
            game = replace(game, plays=edited(game.plays, reversed_edits(change.edits)))
            # Earlier changes are described with the names and options of that time.
            before = {part: values[0] for part, values in change.delta.items() if part in ("options", "rulebook")}
            if "players" in change.delta:
                before["players"] = _names(db, change.delta["players"][0])
            game = replace(game, **before)
    return lines[::-1]


def number_now(service: GameService, game_id: str, revision: int, number: int) -> int | None:
    """Return the current number of the play with `number` at a `revision` of its game; None if deleted."""
    with service.store.reading() as db:
        later = [edit for each in read_changes(db, game_id) if each.revision > revision for edit in each.edits]
    return number_after(number, later)


def _describe_change(service: GameService, db: Database, game: StoredGame, change: StoredChange) -> Message:
    if not change.of_log:
        return _describe_delta(db, change.delta, change.act)
    count = len(change.edits)
    if count == 0 and change.act in (
        ChangeKind.UNDO,
        ChangeKind.REDO,
    ):  # the change was only of a name in a note, and the name was removed since
        return say("There was nothing left to change.")
    match change.act:
        case ChangeKind.SHIFT:
            return many(
                "{count} entry moved to the next player.", "{count} entries each moved to the next player.", count
            )
        case ChangeKind.ENTER | ChangeKind.INSERT if count > 1 and (together := service.together(game, change.edits)):
            return Message(SENTENCES[change.act], {"play": together.headline})
        case ChangeKind.ENTER if count > 1:
            titles = tuple(title for edit in change.edits if (title := service.title(game, edit.after)))
            return say("Entered together: {plays}.", plays=titles)
        case ChangeKind.UNDO if count > 1:
            return say("{count} entries were changed back.", count=count)
        case ChangeKind.REDO if count > 1:
            return say("{count} entries were changed again.", count=count)
        case ChangeKind.EDIT_PLAY | ChangeKind.INSERT | ChangeKind.DELETE_PLAY if count > 1:
            others = (service.title(game, edit.after or edit.before) for edit in change.edits[1:])
            description = _describe_edit(service, game, change)
            return say("{change} Along with it: {plays}.", change=description, plays=tuple(filter(None, others)))
    return _describe_edit(service, game, change)


def _describe_edit(service: GameService, game: StoredGame, change: StoredChange) -> Message:
    edit = change.edits[0] if change.edits else None
    before, after = (service.title(game, edit.before), service.title(game, edit.after)) if edit else (None, None)
    if before == after and before is not None:  # the plays differ, but have the same title
        return say("{play} was changed.", play=before)
    return Message(SENTENCES[ChangeKind(change.act)], {"play": before or after, "other": after or before})


def _describe_delta(db: Database, delta: Delta, act: ChangeKind) -> Message:
    if "moment" in delta:
        return IMPORTED_AGAIN[act]
    if "players" in delta:
        return say("The players are {players} now.", players=_names(db, delta["players"][1]))
    if "names" in delta:
        given = renames(delta)
        if not given:
            return say("A newer name was kept.")
        before, after = (tuple(getattr(each, when) for each in given) for when in ("before", "after"))
        return say("Renamed {before} to {after}.", before=before, after=after)
    if "rulebook" in delta:
        return say("The pad was changed.")
    if "options" in delta:
        return Message(SENTENCES[ChangeKind.OPTIONS])
    (_, place), (_, note) = delta.get("venue", (None, None)), delta.get("note", (None, None))
    changed = changed_details(delta)
    if len(changed) > 1 or delta.keys() & {"started", "ended"}:
        return say("Changed: {parts}.", parts=listed(changed))
    if "venue" not in delta:
        return say("The note was changed.") if note else say("The note was deleted.")
    return say("The location is {place} now.", place=place) if place else say("The location was deleted.")


def _names(db: Database, players: Sequence[int]) -> tuple[str, ...]:
    found = (read_person(db, player) for player in players)
    return tuple(person.name for person in found if person)
