"""What is asked before plays are entered: what their title wants to know, and slips."""

from collections.abc import Collection, Sequence

from ..core.log import Act, Placed, Put, laid_out
from ..core.messages import Message, joined
from ..core.replay import replay
from ..storage.rows import StoredGame
from .games import Desk

AT_ONCE = 2
"""Seconds after a change in which a tap that fell twice comes."""


class Questioned(Exception):
    """Plays that are asked about: they are written when somebody says that they were meant."""

    def __init__(self, question: Message) -> None:
        super().__init__(str(question))
        self.question = question


def question(desk: Desk, game: StoredGame, placed: Sequence[Placed], seen: Collection[str] = ()) -> Message | None:
    """Return what is to be asked before these plays are entered, or None.

    Nothing is asked about plays that cannot stand, nor about a correction. What was perhaps overlooked (slips) is asked
    about the plays that were sent, not about those that other players give up for them; and not where the form has
    shown it already (`seen` has the codes).
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
