"""What is asked before plays are entered: whether a tap fell twice, what their title wants to know, and slips."""

from collections.abc import Collection, Sequence
from typing import Any

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


def question(
    desk: Desk, game: StoredGame, plays: Sequence[object], seen: Collection[str] = (), room: int = 0
) -> Message | None:
    """Return what is to be asked before these plays are entered at the end of the log, or None.

    With the first of them, so many as `room` says, others give up what the rest claims: of those no slip is said.
    Nothing is asked of plays that cannot stand, nor about the slips whose codes are among those `seen`.
    """
    before = desk.replayed(game)
    after = replay(before.rulebook, before.table, plays, before)
    if after.conflicts:
        return None
    at_once = abs(int(desk.clock().timestamp()) - game.moment) <= AT_ONCE
    steps = after.steps[len(before.steps) :]
    asked = [_question(step, at_once, after.rulebook.title(after.table, step.play)) for step in steps]
    slips = [slip.message for step in steps[room:] for slip in after.slips(step) if slip.code not in seen]
    said = [*[each for each in asked if each][:1], *slips]
    return joined(said, " ") if said else None


def _question(step: Step, at_once: bool, title: Message) -> Message | None:
    kind: Kind[Any, Any] = step.kind
    if at_once and kind.empty(step.play):
        return say("{play}: no change? The last entry was only a moment ago.", play=title)
    return kind.question(step.before, step.play)
