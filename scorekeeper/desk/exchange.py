"""Games as documents: export and import.

An import has two parts. First every document is replayed, and what it comes to is laid in a temporary file; then all
of it is written in one transaction, which so is short. Of each game only its id is kept in memory.
"""

import pickle
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from tempfile import TemporaryFile
from typing import IO

from ..core.document import Document
from ..core.errors import Refusal
from ..core.log import Act
from ..core.messages import say
from ..core.replay import Replay, replay
from ..storage.reader import Reader
from ..storage.rows import Shelf, StoredChange, StoredGame
from ..storage.writer import Writer
from .games import (
    Desk,
    Projections,
    ResultAlone,
    moment_of,
    projections_of,
    put_projections,
    rewrite_projections,
    seconds_of,
    stamp,
)
from .stored import log_of, options_text, play_texts, table_of
from .transaction import Submission, earlier_change

Refusals = tuple[tuple[int | None, Refusal], ...]
"""Why a document cannot be imported: the number of the play (None: it is not about one) and the reason."""
Progress = Callable[[int, int | None], None]
"""What is told how many games are done, of how many (None: not known yet)."""


def silent(done: int, of: int | None) -> None:
    """Tell nobody how far it is."""


class ImportRefused(Exception):
    """Documents that cannot be imported: for each, its index and the refusals, where nobody was told one by one."""

    def __init__(self, refusals: Mapping[int, Refusals]) -> None:
        super().__init__(refusals)
        self.refusals = refusals


class NothingToTakeBack(Exception):
    """No game is left as an import brought it."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What an import has brought: how many games, and how many of them are as they came and lie on the table."""

    games: int
    removable: int


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that an import named: its id, and whether it is new here."""

    id: str
    new: bool


class _CannotImport(Exception):
    def __init__(self, refusals: Refusals) -> None:
        super().__init__(refusals)
        self.refusals = refusals


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A document as it would be stored, and what it comes to; `game` is None where a play cannot even be written.

    What was there already when it was read has no projections: it was not replayed.
    """

    id: str
    game: StoredGame | None
    refusals: Refusals = ()
    projections: Projections | None = None


def documents(
    desk: Desk, game_ids: Sequence[str] = (), progress: Progress = silent, *, known: bool = False
) -> Iterator[Document]:
    """Yield these games as documents, or every game, oldest first, as of one moment; raises NoSuchGame, ResultAlone.

    Of every game those are left out of which the result alone is told: a document is made of plays.

    A game of a title that is not installed raises it, too; with `known`, such games are left out of all.
    """
    with desk.store.reading_apart() as reader:
        for game_id in game_ids:  # nothing is written before all are known to be there
            if desk.game(reader, game_id).told is not None:
                raise ResultAlone(game_id)
        asked = game_ids or reader.game_ids(rulebooks=desk.rulebooks if known else None)
        for number, game_id in enumerate(asked, 1):
            game = desk.game(reader, game_id)
            if game.told is None:
                yield document_of(desk, game)
            progress(number, len(asked))


def import_documents(
    desk: Desk,
    documents: Iterable[Document],
    submission: Submission | None = None,
    *,
    progress: Progress = silent,
    tell: Callable[[int, Refusals], None] | None = None,
) -> tuple[Imported, ...]:
    """Import games, all or nothing; raises ImportRefused, which names every one that cannot be.

    The same id with the same content changes nothing. With `tell`, that is told of each refused document, by its index,
    in the place of the exception. What `documents` raises goes through, and nothing is written. A `submission` that was
    made before comes to nothing; raises Overtaken.
    """
    with TemporaryFile() as spool:
        count = 0
        for count, document in enumerate(documents, 1):
            pickle.dump(_prepared(desk, document), spool)
            progress(count, None)
        spool.seek(0)
        with desk.store.writing() as writer:
            if submission and earlier_change(writer, submission):
                return ()
            with writer.counting_together():
                return _written(desk, writer, (_next(spool) for _ in range(count)), count, submission, progress, tell)


def imported_by(reader: Reader, key: str) -> Brought:
    """Return what a form with that entry key has imported."""
    found = reader.games_of_key(key)
    return Brought(len(found), sum(as_it_came for _, as_it_came in found))


def take_back(desk: Desk, key: str, submission: Submission) -> None:
    """Delete the games that a form with that entry key has imported, all that are as they came.

    Each can be brought back. Raises Overtaken, NothingToTakeBack.
    """
    with desk.store.writing() as writer:
        if earlier_change(writer, submission):
            return
        game_ids = [game_id for game_id, as_it_came in writer.games_of_key(key) if as_it_came]
        if not game_ids:
            raise NothingToTakeBack
        with writer.counting_together():
            for number, game_id in enumerate(game_ids):
                game = replace(desk.game(writer, game_id), shelf=Shelf.DELETED)
                writer.set_shelf(game_id, game.shelf, game.revision + 1)
                rewrite_projections(desk, writer, game)
                change = StoredChange(
                    game.revision + 1, Act.DELETE, (), stamp(desk.clock()), *numbered(submission, number)
                )
                writer.add_change(game_id, change)


def document_of(desk: Desk, game: StoredGame) -> Document:
    """Return a stored game as a document."""
    rulebook = desk.rulebooks[game.rulebook]
    log = log_of(rulebook, game)
    return Document(rulebook, table_of(rulebook, game), log, game.id, game.started, game.ended, game.venue, game.note)


def _prepared(desk: Desk, document: Document) -> _Prepared:
    """Return what an import is going to write of a document. One whose id is here already is not replayed."""
    rulebook, table = document.rulebook, document.table
    game_id, now = document.id or str(uuid.uuid4()), desk.clock()
    if any(isinstance(play, Refusal) for play in document.plays):
        return _Prepared(game_id, None, _refusals(replay(rulebook, table, document.plays)))
    game = StoredGame(
        game_id,
        rulebook.slug,
        table.players,
        options_text(rulebook, table),
        play_texts(document.plays, rulebook, table),
        revision=1,
        finished=False,
        moment=moment_of(dated) if (dated := document.ended or document.started) else int(now.timestamp()),
        started=document.started,
        ended=document.ended,
        venue=document.venue,
        note=document.note,
    )
    with desk.store.reading() as reader:
        if document.id and reader.has_game(document.id):
            return _Prepared(game_id, game)
    return _replayed(game, replay(rulebook, table, document.plays))


def _replayed(game: StoredGame, replayed: Replay) -> _Prepared:
    if replayed.conflicts:
        return _Prepared(game.id, game, _refusals(replayed))
    if replayed.finished:
        game = replace(game, finished=True, moment=moment_of(game.dated))
    return _Prepared(game.id, game, projections=projections_of(replayed, seconds_of(game)))


def _refusals(replayed: Replay) -> Refusals:
    return tuple((conflict.number, conflict.refusal) for conflict in replayed.conflicts)


def _next(spool: IO[bytes]) -> _Prepared:
    prepared: _Prepared = pickle.load(spool)  # noqa: S301  (written above, in a file that has no name)
    return prepared


def _written(
    desk: Desk,
    writer: Writer,
    prepared: Iterable[_Prepared],
    count: int,
    submission: Submission | None,
    progress: Progress,
    tell: Callable[[int, Refusals], None] | None,
) -> tuple[Imported, ...]:
    """Write what was prepared; raises ImportRefused if any of it cannot be, when all has been looked at."""
    imported: list[Imported] = []
    refusals: dict[int, Refusals] = {}
    new, refused = 0, False
    for index, each in enumerate(prepared):
        try:
            found = _import(desk, writer, each, numbered(submission, new))
            imported.append(found)
            new += found.new
        except _CannotImport as cannot:
            refused = True
            (tell or refusals.__setitem__)(index, cannot.refusals)
        progress(index + 1, count)
    if refused:
        raise ImportRefused(refusals)
    return tuple(imported)


def numbered(submission: Submission | None, number: int) -> tuple[str, str] | tuple[None, None]:
    """Return the key and the digest of an import's change number `number`, from 0; a key stands in one change alone."""
    if submission is None:
        return None, None
    return (f"{submission.key}.{number}" if number else submission.key), submission.digest


def _import(desk: Desk, writer: Writer, prepared: _Prepared, keys: tuple[str, str] | tuple[None, None]) -> Imported:
    stored, game = writer.game(prepared.id), prepared.game
    if stored:
        if game is None or stored.rulebook not in desk.rulebooks or not _same(desk, stored, game):
            message = say("Another game with the id {id} is here already.", id=prepared.id)
            raise _CannotImport(((None, Refusal("id-taken", message)),))
        return Imported(stored.id, new=False)
    if game and not prepared.refusals and prepared.projections is None:  # it was here when it was read
        prepared = _replayed(game, desk.replayed(game))
    if prepared.game is None or prepared.projections is None:
        raise _CannotImport(prepared.refusals)
    writer.add_game(prepared.game)
    writer.add_change(prepared.id, StoredChange(1, Act.IMPORT, (), stamp(desk.clock()), *keys))
    put_projections(writer, prepared.game, prepared.projections)
    return Imported(prepared.id, new=True)


def _same(desk: Desk, stored: StoredGame, game: StoredGame) -> bool:
    """Return whether two games with one id say the same; the case of a name makes no difference."""
    alike = ("rulebook", "started", "ended", "venue", "note")
    if any(getattr(stored, name) != getattr(game, name) for name in alike):
        return False
    if [name.casefold() for name in stored.players] != [name.casefold() for name in game.players]:
        return False
    if (stored.options, stored.plays) == (game.options, game.plays):
        return True
    rulebook = desk.rulebooks[stored.rulebook]
    tables = [table_of(rulebook, each) for each in (stored, game)]
    return tables[0].options == tables[1].options and log_of(rulebook, stored) == log_of(rulebook, game)
