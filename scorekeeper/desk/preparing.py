"""A document as it is going to be stored: replayed once, and held against the game that is here already."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..core.document import Document
from ..core.errors import Refusal
from ..core.messages import Message, say
from ..core.replay import Replay, replay
from ..storage.games import has_game
from ..storage.projections import Projections
from ..storage.rows import StoredGame
from .games import Desk, moment_of, projections_of
from .stored import log_of, options_text, play_texts, table_of

Refusals = tuple[tuple[int | None, Refusal], ...]
"""Why a document cannot be imported: the number of the play (None: it is not about one) and the reason."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document as it would be stored, and what it comes to; `refusals` say why it cannot be.

    What was there already when it was read has no projections: it was not replayed. A play that cannot even be written
    is left out: there are refusals then.
    """

    game: StoredGame
    refusals: Refusals = ()
    projections: Projections | None = None


def prepared(desk: Desk, document: Document) -> Prepared:
    """Return what an import is going to write of a document. One whose id is here already is not replayed."""
    rulebook, table = document.rulebook, document.table
    unknown = any(isinstance(play, Refusal) for play in document.plays)
    game = StoredGame(
        document.id or str(uuid.uuid4()),
        rulebook.slug,
        table.players,
        options_text(rulebook, table),
        () if unknown else play_texts(document.plays, rulebook, table),
        revision=1,
        finished=False,
        moment=moment_of(dated) if (dated := document.ended or document.started) else int(desk.clock().timestamp()),
        started=document.started,
        ended=document.ended,
        venue=document.venue,
        note=document.note,
    )
    if unknown:
        return Prepared(game, _refusals(replay(rulebook, table, document.plays)))
    with desk.store.reading() as db:
        if document.id and has_game(db, document.id):
            return Prepared(game)
    return folded(game, replay(rulebook, table, document.plays))


def folded(game: StoredGame, replayed: Replay) -> Prepared:
    """Return a game with what its log comes to."""
    if replayed.conflicts:
        return Prepared(game, _refusals(replayed))
    if replayed.finished:
        game = replace(game, finished=True, moment=moment_of(game.dated))
    return Prepared(game, projections=projections_of(game, replayed))


def differences(desk: Desk, stored: StoredGame, game: StoredGame, *, same_players: bool) -> Iterator[Message]:
    """Yield in what a document differs from the game that is here with its id; nothing where both say the same."""
    if stored.rulebook != game.rulebook:
        yield say("the title")
    if not same_players:
        yield say("the players (here {players})", players=stored.players)
    if stored.told is not None:
        yield say("the plays (here only the result is known)")
    elif stored.rulebook == game.rulebook and (stored.options, stored.plays) != (game.options, game.plays):
        yield from _differences_of_logs(desk, stored, game)
    for said, ours, theirs in (
        (say("when it began"), stored.started, game.started),
        (say("when it ended"), stored.ended, game.ended),
        (say("the place"), stored.venue, game.venue),
        (say("the note"), stored.note, game.note),
    ):
        if ours != theirs:
            yield said


def _differences_of_logs(desk: Desk, stored: StoredGame, game: StoredGame) -> Iterator[Message]:
    rulebook = desk.rulebooks[stored.rulebook]
    # What a play can be depends on the options; who plays, at most on their number.
    if table_of(rulebook, stored).options != table_of(rulebook, game).options:
        yield say("the game options")
    ours, theirs = log_of(rulebook, stored), log_of(rulebook, game)
    if ours != theirs:
        pairs = zip(ours, theirs, strict=False)
        first = next((at for at, (our, their) in enumerate(pairs, 1) if our != their), min(len(ours), len(theirs)) + 1)
        yield say("the plays from number {number} on", number=first)


def _refusals(replayed: Replay) -> Refusals:
    return tuple((conflict.number, conflict.refusal) for conflict in replayed.conflicts)
