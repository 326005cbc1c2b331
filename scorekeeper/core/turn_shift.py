"""Move plays to the next seat after the insertion of a forgotten play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .fields import PLAYER
from .replay import Conflict, Replay, Step, replay
from .rulebook import Rulebook
from .table import Table


@dataclass(frozen=True, slots=True)
class Shift:
    """The plays to move by number, each with its new seat; `conflicts` are plays that would be refused afterwards."""

    moved: Mapping[int, object]
    conflicts: tuple[Conflict, ...]


def shift_after(rulebook: Rulebook[Any], table: Table, log: Sequence[Any], number: int) -> Shift | None:
    """Return the plays to move after the insertion of the forgotten play `number` in `log`; None without any.

    A play moves if it was in turn before the insertion and is out of turn afterwards. The moves end at the first play
    that stays in turn, or was already out of turn before, on purpose.
    """
    without = replay(rulebook, table, [*log[: number - 1], *log[number:]])
    so_far = replay(rulebook, table, log[:number])
    if without.conflicts or so_far.conflicts or not _in_turn(so_far, so_far.steps[-1]):
        return None
    moved: dict[int, object] = {}
    for later, step in enumerate(without.steps[number - 1 :], number + 1):
        play = step.play
        if _in_turn(without, step) and so_far.turn not in (None, step.seat):
            play = moved[later] = step.kind.play({**step.kind.values(play), PLAYER.name: so_far.turn})
        elif step.kind.in_turn:
            break
        so_far = replay(rulebook, table, [play], so_far)
        if so_far.conflicts:
            break
    if not moved:
        return None
    shifted = replay(rulebook, table, [moved.get(each, play) for each, play in enumerate(log, 1)])
    return Shift(moved, shifted.conflicts)


def _in_turn(log: Replay, step: Step) -> bool:
    return step.kind.in_turn and step.seat is not None and step.seat == log.rulebook.turn(step.before)
