"""The trail of a game: everything that was entered and changed, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.log import CORRECTING, Act
from ..core.messages import N_, Message, many, say
from ..storage.rows import StoredChange, StoredGame
from .games import Desk

SENTENCES: dict[Act, str] = {
    Act.BEGIN: N_("The game was begun."),
    Act.IMPORT: N_("The game was imported."),
    Act.ENTER: N_("{play} was entered."),
    Act.AMEND: N_("{play} was changed to {other}."),
    Act.INSERT: N_("{play} was inserted."),
    Act.STRIKE: N_("{play} was deleted."),
    Act.OPTIONS: N_("The game options were changed."),
    Act.ARCHIVE: N_("The game was archived."),
    Act.DELETE: N_("The game was deleted."),
    Act.BRING_BACK: N_("The game was brought back."),
    Act.UNDO: N_("{play} was undone."),
    Act.REDO: N_("{play} was redone."),
}


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change as the trail shows it: the `revision` it made, when it was `made` (ISO 8601), and what it did.

    `corrected` is the number of the first play that it corrected (None: it corrected none).
    """

    revision: int
    made: str
    message: Message
    corrected: int | None


def trail(desk: Desk, game_id: str, since: int = 0) -> Sequence[ChangeLine]:
    """Return every change of a game after the revision `since`, first to last; raises NoSuchGame."""
    with desk.store.reading() as reader:
        game = desk.game(reader, game_id)
        changes = [reader.change(game_id, revision) for revision, _ in reader.acts(game_id) if revision > since]
    return [
        ChangeLine(change.revision, change.made, _describe_change(desk, game, change), _corrected(change))
        for change in changes
    ]


def _describe_change(desk: Desk, game: StoredGame, change: StoredChange) -> Message:
    """Return what a change did, in a sentence; of several edits the first speaks for all."""
    count = len(change.edits)
    match change.act:
        case Act.SHIFT:
            return many("{count} play moved one seat on.", "{count} plays moved one seat on.", count)
        case Act.UNDO if count > 1:
            return say("{count} plays were changed back.", count=count)
        case Act.REDO if count > 1:
            return say("{count} plays were changed again.", count=count)
    edit = change.edits[0] if change.edits else None
    before, after = (desk.title(game, edit.before), desk.title(game, edit.after)) if edit else (None, None)
    if before == after and before is not None:  # as it is called, not as it is
        return say("{play} was changed.", play=before)
    return Message(SENTENCES[Act(change.act)], {"play": before or after, "other": after or before})


def _corrected(change: StoredChange) -> int | None:
    return 1 + min(edit.at for edit in change.edits) if change.act in CORRECTING else None
