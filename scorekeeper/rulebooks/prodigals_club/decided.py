"""Which competition decided a game: it cost the second-placed players the win, and is shown last at the end."""

from collections.abc import Sequence

from ...core.finale import Stage
from ...core.messages import Message, joined, say
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


def finale(state: State) -> tuple[Stage, ...]:
    """Return the competitions as they are opened at the end: the one that decides comes last.

    Each adds to everybody's highest score what it has more than those before it. Source: "Scoring".
    """
    known = [tuple(score for score in scores if score is not None) for scores in all_scores(state)]
    if any(len(scores) < len(state.competitions) for scores in known):
        return ()
    order = sorted(range(len(state.competitions)), key=lambda index: _decisive(known, index))
    return tuple(_stage(state, known, order[: number + 1]) for number in range(len(order)))


def _stage(state: State, known: Sequence[Sequence[int]], opened: Sequence[int]) -> Stage:
    """Return the stage of the last of the competitions that are `opened`; `known` are all scores by seat."""
    *earlier, index = opened
    before = [max((scores[each] for each in earlier), default=0) for scores in known]
    highest = [max(scores[each] for each in opened) for scores in known]
    figures = tuple(scores[index] for scores in known)
    return Stage(
        state.competitions[index].label,
        tuple(after - then for then, after in zip(before, highest, strict=True)),
        tuple(seat for seat, score in enumerate(figures) if score == min(figures)),
        joined(decided(state), ". ") if len(opened) == len(state.competitions) else None,
        figures,
    )


def _decisive(known: Sequence[Sequence[int]], index: int) -> tuple[bool, int]:
    """Return how much a competition decides: whether others would have won without it, and what it cost the second."""
    first, second, *_ = sorted(range(len(known)), key=lambda seat: sorted(known[seat], reverse=True))
    without = [sorted((*scores[:index], *scores[index + 1 :]), reverse=True) for scores in known]
    return without[first] != min(without) or without.count(min(without)) > 1, known[second][index]


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
