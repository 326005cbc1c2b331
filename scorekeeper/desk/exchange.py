"""Games as documents: export and import."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ..core.document import Document
from ..core.errors import Refusal
from ..core.log import Act
from ..core.messages import say
from ..core.replay import replay
from ..storage.rows import StoredChange, StoredGame
from ..storage.writer import Writer
from .games import Desk, stamp, write_projections
from .stored import log_of, options_text, play_text, table_of

Refusals = tuple[tuple[int | None, Refusal], ...]
"""Why a document cannot be imported: the number of the play (None: it is not about one) and the reason."""


class ImportRefused(Exception):
    """Documents that cannot be imported: for each, its index and the refusals."""

    def __init__(self, refusals: Mapping[int, Refusals]) -> None:
        super().__init__(refusals)
        self.refusals = refusals


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that an import named: its id, and whether it is new here."""

    id: str
    new: bool


class _CannotImport(Exception):
    def __init__(self, refusals: Refusals) -> None:
        super().__init__(refusals)
        self.refusals = refusals


def documents(desk: Desk, game_ids: Sequence[str] = ()) -> Iterator[Document]:
    """Yield these games as documents, or every game, oldest first; raises NoSuchGame."""
    with desk.store.reading() as reader:
        games = [desk.game(reader, game_id) for game_id in game_ids or reader.game_ids()]
    for game in games:
        yield _document(desk, game)


def import_documents(desk: Desk, documents: Sequence[Document]) -> tuple[Imported, ...]:
    """Import games, all or nothing; raises ImportRefused, which names every one that cannot be.

    The same id with the same content changes nothing.
    """
    imported: list[Imported] = []
    refusals: dict[int, Refusals] = {}
    with desk.store.writing() as writer:
        for index, document in enumerate(documents):
            try:
                imported.append(_import(desk, writer, document))
            except _CannotImport as cannot:
                refusals[index] = cannot.refusals
        if refusals:
            raise ImportRefused(refusals)
    return tuple(imported)


def _import(desk: Desk, writer: Writer, document: Document) -> Imported:
    stored = writer.game(document.id) if document.id else None
    if stored:
        if stored.rulebook not in desk.rulebooks or not _same(_document(desk, stored), document):
            message = say("Another game with the id {id} is here already.", id=document.id)
            raise _CannotImport(((None, Refusal("id-taken", message)),))
        return Imported(stored.id, new=False)
    rulebook, table = document.rulebook, document.table
    replayed = replay(rulebook, table, document.plays)
    if replayed.conflicts:
        raise _CannotImport(tuple((conflict.number, conflict.refusal) for conflict in replayed.conflicts))
    now = desk.clock()
    game = StoredGame(
        document.id or str(uuid.uuid4()),
        rulebook.slug,
        table.players,
        options_text(rulebook, table),
        tuple(play_text(play, rulebook, table) for play in document.plays),
        revision=1,
        finished=replayed.finished,
        moment=_seconds(document.ended or document.started) or int(now.timestamp()),
        started=document.started,
        ended=document.ended,
        venue=document.venue,
        note=document.note,
    )
    writer.add_game(game)
    writer.add_change(game.id, StoredChange(1, Act.IMPORT, (), stamp(now)))
    write_projections(writer, game, replayed)
    return Imported(game.id, new=True)


def _document(desk: Desk, game: StoredGame) -> Document:
    rulebook = desk.rulebooks[game.rulebook]
    log = log_of(rulebook, game)
    return Document(rulebook, table_of(rulebook, game), log, game.id, game.started, game.ended, game.venue, game.note)


def _same(stored: Document, document: Document) -> bool:
    """Return whether two documents with one id say the same; the case of a name makes no difference."""
    folded = [[name.casefold() for name in each.table.players] for each in (stored, document)]
    alike = ("rulebook", "plays", "started", "ended", "venue", "note")
    return (
        folded[0] == folded[1]
        and all(getattr(stored, name) == getattr(document, name) for name in alike)
        and stored.table.options == document.table.options
    )


def _seconds(moment: str | None) -> int | None:
    return None if moment is None else int(datetime.fromisoformat(moment).timestamp())
