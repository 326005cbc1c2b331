"""What is asked before plays are entered: whether a tap fell twice, and what their title wants to know."""

from collections.abc import Sequence
from typing import Any

from ..core.messages import Message, say
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


def question(desk: Desk, game: StoredGame, plays: Sequence[object]) -> Message | None:
    """Return what is to be asked before these plays are entered at the end of the log, or None.

    Nothing is asked of plays that cannot stand.
    """
    before = desk.replayed(game)
    after = replay(before.rulebook, before.table, plays, before)
    if after.conflicts:
        return None
    at_once = abs(int(desk.clock().timestamp()) - game.moment) <= AT_ONCE
    asked = (
        _question(step, at_once, after.rulebook.title(after.table, step.play))
        for step in after.steps[len(before.steps) :]
    )
    return next((each for each in asked if each), None)


def _question(step: Step, at_once: bool, title: Message) -> Message | None:
    kind: Kind[Any, Any] = step.kind
    if at_once and kind.empty(step.play):
        return say("{play}: no change? The last entry was only a moment ago.", play=title)
    return kind.question(step.before, step.play)
