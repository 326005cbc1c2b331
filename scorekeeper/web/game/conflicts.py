"""What is asked before an earlier play is corrected: later plays that would not stand, or would move one seat on."""

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
    """A play that moves from one player to another: its number, what it is, and their seats."""

    number: int
    summary: Summary
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Moves:
    """The later plays that would each move one seat on after a forgotten one, as plays that are placed.

    `reasons` say why they cannot.
    """

    lines: tuple[Move, ...]
    placed: tuple[Placed, ...]
    reasons: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Conflicts:
    """What comes along with a correction, whose slot is sent again as `fields` that nobody sees.

    `slots` are those of later plays, in their own places, each with the reason why it would not stand.
    """

    fields: Sequence[tuple[str, str]]
    slots: Sequence[Slot]
    moves: Moves | None


def moves_after(slot: Slot) -> Moves | None:
    """Return what would move on after the play in a slot, if that was forgotten; None if nothing does."""
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
    """Return what moves, by the numbers that the plays have now: without so many that are `put_in` before them."""
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
