"""Results of games that were kept elsewhere: imported as games without plays, and marked as such."""

import json
from collections import Counter
from collections.abc import Iterable
from secrets import token_urlsafe

from ..core.log import Act
from ..storage import Database
from ..storage.changes import add_change
from ..storage.games import add_game, read_game
from ..storage.imports import add_import, set_import_counts
from ..storage.rows import Result, Shelf, StoredChange, StoredGame
from .exchange import made_before
from .games import Desk, moment_of, stamp, write_projections
from .importing import Became, Recognising, seated
from .stored import keep_facts
from .transaction import Submission, put_on_shelf


def import_results(
    desk: Desk, results: Iterable[Result], submission: Submission | None = None, *, bring_back: bool = False
) -> Counter[Became]:
    """Import results, all or nothing; return how many games are new, and how many are here already and stay so.

    With `bring_back`, a deleted game comes back to the table. A `submission` that was made before does nothing, and
    counts nothing. Raises Overtaken.
    """
    submission = submission or Submission(token_urlsafe(), "")
    counts: Counter[Became] = Counter()
    with desk.store.writing() as db:
        if made_before(db, submission):
            return counts
        import_id = add_import(db, submission.key, submission.digest, stamp(desk.clock()))
        who = Recognising(db)
        for result in results:
            counts[_bring_in(desk, db, result, who, import_id, bring_back=bring_back)] += 1
        set_import_counts(db, import_id, Counter(counts))
    return counts


def _bring_in(
    desk: Desk, db: Database, result: Result, who: Recognising, import_id: int, *, bring_back: bool
) -> Became:
    stored = read_game(db, result.id)
    if stored is None:
        _add(desk, db, result, who, import_id)
        return Became.NEW
    if bring_back and stored.shelf is Shelf.DELETED and stored.rulebook in desk.rulebooks:
        put_on_shelf(desk, db, stored, Shelf.TABLE, None, import_id)
        return Became.BACK
    return Became.SAME


def _add(desk: Desk, db: Database, result: Result, who: Recognising, import_id: int) -> None:
    game = StoredGame(
        result.id,
        result.rulebook,
        result.players,
        "{}",
        (),
        revision=1,
        finished=True,
        moment=moment_of(result.started or result.ended),
        started=result.started,
        ended=result.ended,
        venue=result.venue,
        note=result.note,
        told=json.dumps(result.lines),
    )
    keep_facts(db, desk.rulebooks[result.rulebook])
    add_game(db, game, seated(db, who, result.players))
    add_change(db, game.id, StoredChange(1, Act.IMPORT, (), stamp(desk.clock()), import_id=import_id))
    write_projections(db, game, None)
