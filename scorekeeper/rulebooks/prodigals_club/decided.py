"""Which competition decided a game that is over: the one that cost the second-placed players the win."""

from collections.abc import Sequence

from ...core.messages import Message, say
from .scoring import all_scores, highest_first
from .state import Scores, State


def decided(state: State) -> tuple[Message, ...]:
    """Return for everybody placed next after the winners a sentence on what cost them the game; while it runs, nothing.

    Source: "Scoring": the highest score counts; tied players are compared by their next highest.
    """
    reached = all_scores(state)
    fallings = [falling for scores in reached if (falling := highest_first(scores))]
    if not state.over or len(fallings) < state.seat_count:
        return ()
    best = min(fallings)
    beaten = sorted(falling for falling in fallings if falling != best)[:1]
    return tuple(_cost(state, seat, reached[seat], best) for seat, each in enumerate(fallings) if [each] == beaten)


def _cost(state: State, seat: int, scores: Scores, best: Sequence[int]) -> Message:
    """Return what cost a seat the game; `best` are the winners' scores from the highest down."""
    own = highest_first(scores) or ()
    mine, theirs = next(each for each in zip(own, best, strict=True) if each[0] != each[1])
    values = {
        "competitions": tuple(
            each.label for each, score in zip(state.competitions, scores, strict=True) if score == mine
        ),
        "player": state.table.players[seat],
        "score": mine,
    }
    if own[0] == best[0]:
        return say("{competitions} cost {player} the game: {score} to {best}", **values, best=theirs)
    return say("{competitions} cost {player} the game: {score}", **values)
