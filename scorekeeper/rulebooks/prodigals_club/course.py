"""The course of a game: everybody's highest score, round by round."""

from ...core.messages import Message, say
from .scoring import all_scores, highest_first
from .state import State


def figures(before: State | None, state: State) -> tuple[int, ...] | None:
    """Return everybody's highest score if a round or the game has just ended, else None. Source: "Scoring"."""
    if before is None or (len(state.course) == len(before.course) and not state.over):
        return None
    known = [scores[0] for scores in map(highest_first, all_scores(state)) if scores]
    return tuple(known) if len(known) == len(state.table.players) else None


def round_ended(before: State, state: State) -> Message | None:
    """Return the name of the round that ended between two states, or None."""
    return say("round {round}", round=before.round) if len(state.course) > len(before.course) else None
