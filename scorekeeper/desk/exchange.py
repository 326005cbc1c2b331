"""Games as documents: export and import.

An import has two parts. First every document is replayed and, with its projections, put into a temporary file. Then
all of them are written in one transaction, which is short that way. Memory holds little more than the games' ids.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from secrets import token_urlsafe
from tempfile import TemporaryFile

from ..core.document import Document
from ..core.log import Act
from ..pads.making import facts_text
from ..storage import Database
from ..storage.changes import read_change, read_changes
from ..storage.games import all_game_ids
from ..storage.imports import add_import, changes_of_import, read_import, set_import_counts, set_taken_back
from ..storage.rows import Shelf, StoredGame
from .games import Desk, ResultAlone, stamp
from .importing import (
    Became,
    CannotImport,
    Different,
    Found,
    Imported,
    Prepared,
    Recognising,
    Refusals,
    RunningImport,
    prepared,
    spooled,
    unspooled,
)
from .stored import log_of, table_of
from .transaction import Overtaken, Submission, earlier_change, put_on_shelf
from .undoing import again

Progress = Callable[[int, int | None], None]
"""Called with how many games are done, and of how many (None: not known yet)."""
Tell = Callable[[int, Refusals, StoredGame], None]
"""Called for each document that cannot be imported: with its index (from 0), why, and the game that it would be."""


def silent(done: int, of: int | None) -> None:
    """Report no progress."""


class ImportRefused(Exception):
    """Documents cannot be imported: `refusals` says why, by index; it is empty where a Tell was called with each."""

    def __init__(self, refusals: Mapping[int, Refusals]) -> None:
        super().__init__(refusals)
        self.refusals = refusals


class AskFirst(Exception):
    """Some games are here, but different (see `found`): nothing is written before somebody decides about them."""

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self.found = found


class NothingToTakeBack(Exception):
    """The import did nothing, or was taken back already, or each of its games has been changed since."""


def documents(
    desk: Desk, game_ids: Sequence[str] = (), progress: Progress = silent, *, known: bool = False
) -> Iterator[Document]:
    """Yield these games as documents, as of one moment; without ids, every game, the oldest first.

    A document is made of plays. A game of which only the result is known raises ResultAlone if its id is given, and is
    left out otherwise. Raises NoSuchGame, also for a game whose title is not installed; with `known` and without ids,
    such games are left out.
    """
    with desk.store.reading_apart() as db:
        for game_id in game_ids:  # before the first is given out, all are known to be there
            if desk.game(db, game_id).told is not None:
                raise ResultAlone(game_id)
        asked = game_ids or all_game_ids(db, rulebooks=desk.rulebooks if known else None)
        for number, game_id in enumerate(asked, 1):
            game = desk.game(db, game_id)
            if game.told is None:
                yield document_of(desk, game)
            progress(number, len(asked))


def import_documents(
    desk: Desk,
    documents: Iterable[Document],
    submission: Submission | None = None,
    *,
    different: Different = Different.REFUSE,
    bring_back: bool = False,
    progress: Progress = silent,
    tell: Tell | None = None,
) -> tuple[Imported, ...]:
    """Import games, all or none of them, and return what became of each; nothing if this `submission` did so before.

    A game that is here with the same content stays as it is; with `bring_back`, a deleted one comes back to the table.
    `different` says what becomes of a game that is here with other content. Raises ImportRefused (the reasons go to
    `tell`, if it is given), AskFirst, Overtaken, and what iterating over `documents` raises.
    """
    submission = submission or Submission(token_urlsafe(), "")
    with TemporaryFile("w+", encoding="ascii") as spool:
        refusals: list[Refusals] = []
        for document in documents:
            each = replace(prepared(desk, document), facts=facts_text(document.rulebook))
            refusals.append(each.refusals)
            print(spooled(each), file=spool)
            progress(len(refusals), None)
        spool.seek(0)
        with desk.store.writing() as db:
            if made_before(db, submission):
                return ()
            import_id = add_import(db, submission.key, submission.digest, stamp(desk.clock()))
            running = RunningImport(desk, db, import_id, different, bring_back, Recognising(db))
            games = map(unspooled, spool, refusals)
            imported = _written(running, games, len(refusals), progress, tell)
            set_import_counts(db, import_id, Counter(each.became for each in imported))
            return imported


def take_back(desk: Desk, key: str, submission: Submission) -> None:
    """Take back the import of the form with that entry key, in every game that nobody has changed since.

    Games that it added or brought back are deleted (and can be brought back); games that it replaced are again as they
    were. Raises Overtaken, NothingToTakeBack, CannotRename.
    """
    with desk.store.writing() as db:
        found = read_import(db, key)
        if earlier_change(db, submission):
            return
        changes = changes_of_import(db, found.id) if found and found.can_be_taken_back else ()
        left = [(game_id, revisions) for game_id, revisions, as_it_was in changes if as_it_was]
        if not found or not left:
            raise NothingToTakeBack
        signed: Submission | None = submission  # an entry key can be in one change only
        for game_id, revisions in left:
            _take_back(desk, db, game_id, revisions, signed)
            signed = None
        set_taken_back(db, found.id, len(changes) - len(left))


def document_of(desk: Desk, game: StoredGame) -> Document:
    """Return a stored game as a document."""
    rulebook = desk.rulebooks[game.rulebook]
    log = log_of(rulebook, game)
    return Document(rulebook, table_of(rulebook, game), log, game.id, game.started, game.ended, game.venue, game.note)


def made_before(db: Database, submission: Submission) -> bool:
    """Return whether this import was made before; raises Overtaken if its entry key was used for something else."""
    made = read_import(db, submission.key)
    if made and made.digest != submission.digest:
        raise Overtaken
    return made is not None or earlier_change(db, submission) is not None


def _written(
    running: RunningImport, games: Iterable[Prepared], count: int, progress: Progress, tell: Tell | None
) -> tuple[Imported, ...]:
    """Write the prepared games; raises ImportRefused or AskFirst, but only after the last of them."""
    imported: list[Imported] = []
    refusals: dict[int, Refusals] = {}
    found, refused = Found(), False
    for index, each in enumerate(games):
        try:
            imported.append(running.bring_in(each))
            found.add(each.game, imported[-1])
        except CannotImport as cannot:
            refused = True
            if tell:
                tell(index, cannot.refusals, each.game)
            else:
                refusals[index] = cannot.refusals
        progress(index + 1, count)
    if refused:
        raise ImportRefused(refusals)
    if running.different is Different.ASK and found.counts[Became.OURS]:
        raise AskFirst(found)
    return tuple(imported)


def _take_back(desk: Desk, db: Database, game_id: str, revisions: Sequence[int], submission: Submission | None) -> None:
    """Take back the changes that an import made to a game, the last one first."""
    for revision in reversed(revisions):
        game = desk.game(db, game_id)
        if read_change(db, game_id, revision).act is Act.REPLACE:
            again(desk, db, game, revision, Act.UNDO, submission)
        else:
            put_on_shelf(desk, db, game, _shelf_before(db, game_id, revision), submission)
        submission = None


def _shelf_before(db: Database, game_id: str, revision: int) -> Shelf:
    """Return where a game lay before an import put it on the table; DELETED where the import added it."""
    laid = [
        change.act for change in read_changes(db, game_id)[: revision - 1] if change.act in (Act.ARCHIVE, Act.DELETE)
    ]
    return Shelf.ARCHIVED if laid[-1:] == [Act.ARCHIVE] else Shelf.DELETED
