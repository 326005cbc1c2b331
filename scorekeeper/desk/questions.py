"""What is asked before plays are entered: the title's own questions, and slips (what was perhaps overlooked)."""

from collections.abc import Collection, Sequence

from ..core.log import Act, Placed, Put, laid_out
from ..core.messages import Message, joined
from ..core.replay import replay
from ..storage.rows import StoredGame
from .games import Desk

AT_ONCE = 2
"""A play that comes so many seconds after the last change, or sooner, may be the same tap twice."""


class Questioned(Exception):
    """There is a question about plays: they are not written before somebody says that they were meant."""

    def __init__(self, question: Message) -> None:
        super().__init__(str(question))
        self.question = question


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
