"""A forgotten play that was put in, or is to be: whether those after it move one seat on."""

from ...core.turns import Shift, shift_after
from ...desk.games import GameView


def shift_in(view: GameView, number: int) -> Shift | None:
    """Return what moves on in a game after its play `number`, if anything does."""
    log = [step.play for step in view.replay.steps]
    return shift_after(view.rulebook, view.table, log, number) if 0 < number <= len(log) else None


def shift_with(view: GameView, number: int, play: object) -> Shift | None:
    """Return what would move on in a game with a play put in as play `number`, if anything would."""
    log = [step.play for step in view.replay.steps]
    if not 0 < number <= len(log):
        return None
    return shift_after(view.rulebook, view.table, [*log[: number - 1], play, *log[number - 1 :]], number)
