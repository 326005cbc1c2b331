"""Results of games that were kept elsewhere: imported as games without plays, and marked as such."""

import json
from collections.abc import Iterable

from ..core.log import Act
from ..storage.rows import Result, StoredChange, StoredGame
from ..storage.writer import Writer
from .exchange import numbered
from .games import Desk, moment_of, rewrite_projections, stamp
from .transaction import Submission, earlier_change


def import_results(desk: Desk, results: Iterable[Result], submission: Submission | None = None) -> tuple[int, int]:
    """Import results, all or nothing; return how many are new, and how many games are here already: these stay.

    The same submission again changes nothing; raises Overtaken.
    """
    new = there = 0
    with desk.store.writing() as writer:
        if submission and earlier_change(writer, submission):
            return 0, 0
        with writer.counting_together():
            for result in results:
                if writer.has_game(result.id):
                    there += 1
                    continue
                _add(desk, writer, result, numbered(submission, new))
                new += 1
    return new, there


def _add(desk: Desk, writer: Writer, result: Result, keys: tuple[str, str] | tuple[None, None]) -> None:
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
    writer.add_game(game)
    writer.add_change(game.id, StoredChange(1, Act.IMPORT, (), stamp(desk.clock()), *keys))
    rewrite_projections(desk, writer, game)
