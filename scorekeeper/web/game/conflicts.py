"""Before an earlier play is changed: later plays that the rules would then refuse, or that move to the next seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.log import Placed
from ...core.messages import say
from ...core.table import Summary
from ...core.turns import Shift, shift_after
from .lines import Said
from .slots import Slot


@dataclass(frozen=True, slots=True)
class Move:
    """A later play that would move from the seat `before` to the seat `after`: its number, and what it does."""

    number: int
    summary: Summary
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Moves:
    """The later plays that would each move one seat on once a forgotten play is inserted.

    `lines` shows them, `placed` has them ready to be entered. `reasons` say why they cannot move, if they cannot.
    """

    lines: tuple[Move, ...]
    placed: tuple[Placed, ...]
    reasons: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Conflicts:
    """What the page of conflicts holds: the correction itself as hidden `fields`, and what it does to later plays.

    `slots` are the forms of the later plays, each with the reason why it would not stand.
    """

    fields: Sequence[tuple[str, str]]
    slots: Sequence[Slot]
    moves: Moves | None


def moves_after(slot: Slot) -> Moves | None:
    """Return the later plays that would move one seat on if the play in this slot was forgotten; None if none would."""
    position, room = slot.position, slot.room
    if not position.before or position.number is None or slot.play is None:
        return None
    view, at = position.view, position.number - 1
    log = [step.play for step in view.replay.steps]
    log[at:at] = [*room, slot.play]
    put_in = len(room) + 1
    found = shift_after(view.rulebook, view.table, log, at + put_in)
    return _moves(slot, found, put_in) if found else None


def _moves(slot: Slot, found: Shift, put_in: int) -> Moves:
    """Return what moves, by present numbers: `found` counts the `put_in` plays that are not in the log yet."""
    replay = slot.position.view.replay
    placed = tuple(Placed(play, number - put_in) for number, play in found.moved.items())
    steps = [replay.steps[number - put_in - 1] for number in found.moved]
    lines = tuple(
        Move(step.number, replay.describe(step), step.seat or 0, step.kind.seat(play) or 0)
        for step, play in zip(steps, found.moved.values(), strict=True)
    )
    reasons = tuple(
        Said(
            say("Play {number}: {reason}", number=each.number - put_in, reason=each.refusal.message), each.refusal.code
        )
        for each in found.conflicts
    )
    return Moves(lines, placed, reasons)
