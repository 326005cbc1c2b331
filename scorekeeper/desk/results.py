"""Results of games that were kept elsewhere: imported as games without plays, and marked as such."""

import json
from collections import Counter
from collections.abc import Iterable
from secrets import token_urlsafe

from ..core.log import Act
from ..storage.rows import Result, Shelf, StoredChange, StoredGame
from ..storage.writer import Writer
from .exchange import made_before
from .games import Desk, moment_of, rewrite_projections, stamp
from .recognising import Recognising
from .taking_in import Became, seated
from .transaction import Submission, put_on_shelf


def import_results(
    desk: Desk, results: Iterable[Result], submission: Submission | None = None, *, bring_back: bool = False
) -> Counter[Became]:
    """Import results, all or nothing; return how many games are new, or here already: these stay as they are.

    Only with `bring_back` a deleted game lies on the table again. A `submission` that was made before comes to nothing;
    raises Overtaken.
    """
    submission = submission or Submission(token_urlsafe(), "")
    counts: Counter[Became] = Counter()
    with desk.store.writing() as writer:
        if made_before(writer, submission):
            return counts
        import_id = writer.add_import(submission.key, submission.digest, stamp(desk.clock()))
        with writer.counting_together():
            who = Recognising(writer)
            for result in results:
                counts[_take_in(desk, writer, result, who, import_id, bring_back=bring_back)] += 1
        writer.set_import(import_id, [counts[each] for each in Became])
    return counts


def _take_in(
    desk: Desk, writer: Writer, result: Result, who: Recognising, import_id: int, *, bring_back: bool
) -> Became:
    stored = writer.game(result.id)
    if stored is None:
        _add(desk, writer, result, who, import_id)
        return Became.NEW
    if bring_back and stored.shelf is Shelf.DELETED and stored.rulebook in desk.rulebooks:
        put_on_shelf(desk, writer, stored, Shelf.TABLE, None, import_id)
        return Became.BACK
    return Became.SAME


def _add(desk: Desk, writer: Writer, result: Result, who: Recognising, import_id: int) -> None:
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
    writer.add_game(game, seated(writer, who, result.players))
    writer.add_change(game.id, StoredChange(1, Act.IMPORT, (), stamp(desk.clock()), import_id=import_id))
    rewrite_projections(desk, writer, game)
