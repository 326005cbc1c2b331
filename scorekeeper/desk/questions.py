"""What is asked before plays are entered: whether a tap fell twice, what their title wants to know, and slips."""

from collections.abc import Collection, Sequence
from typing import Any

from ..core.log import Act, Placed, Put, laid_out
from ..core.messages import Message, joined, say
from ..core.replay import Step, replay
from ..core.rulebook import Kind
from ..storage.rows import StoredGame
from .games import Desk

AT_ONCE = 2
"""Seconds after a change in which an empty play is asked about."""


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
    asked = [_question(step, at_once, after.rulebook.title(after.table, step.play)) for step, _ in steps]
    own = [step for step, put in steps if put.play is put.of.play]
    slips = [slip.message for step in own for slip in after.slips(step) if slip.code not in seen]
    said = [*[each for each in asked if each][:1], *slips]
    return joined(said, " ") if said else None


def _question(step: Step, at_once: bool, title: Message) -> Message | None:
    kind: Kind[Any, Any] = step.kind
    if at_once and kind.empty(step.play):
        return say("{play}: no change? The last entry was only a moment ago.", play=title)
    return kind.question(step.before, step.play)
