"""The score sheet (the lowest highest score wins), the finale, and the competition that decided a game."""

from collections.abc import Sequence

from ...core.finale import Stage
from ...core.messages import Message, joined, say
from ...core.sheet import Column, Line
from .state import Competition, Scores, State

TIE_BREAKS = (
    Column("second", say("second highest score"), lowest=True, won_by=say("lower second highest score")),
    Column("third", say("third highest score"), lowest=True, won_by=say("lower third highest score")),
)


def lines(state: State) -> tuple[Line, ...]:
    """Return the score sheet: the highest score, then the second and third highest. Source: "Scoring"."""
    sheet = []
    for seat, reached in enumerate(all_scores(state)):
        falling = highest_first(reached) or (None,) * len(reached)
        parts = {each.name: score for each, score in zip(state.competitions, reached, strict=True)}
        tie_break = {column.name: score for column, score in zip(TIE_BREAKS, falling[1:], strict=False)}
        sheet.append(Line(seat, falling[0], parts, tie_break))
    return tuple(sheet)


def all_scores(state: State) -> tuple[Scores, ...]:
    """Return the scores of every seat in each competition. Source: "Scoring"."""
    return tuple(tuple(each.score(state, seat) for each in state.competitions) for seat in range(state.seat_count))


def highest_first(reached: Scores) -> tuple[int, ...] | None:
    known = [score for score in reached if score is not None]
    return tuple(sorted(known, reverse=True)) if len(known) == len(reached) else None


def never_entered(state: State) -> tuple[tuple[Competition, int, Message], ...]:
    """Return the competitions with an unknown score, each with the first seat without a score and a message."""
    found = []
    for each in state.competitions:
        seats = [seat for seat in range(state.seat_count) if each.score(state, seat) is None]
        if seats:
            players = tuple(state.table.players[seat] for seat in seats)
            found.append((each, seats[0], Message(each.unknown, {"players": players})))
    return tuple(found)


def decided(state: State) -> tuple[Message, ...]:
    """Return a message for each second-placed player about the competition that cost the game; () before the end.

    Source: "Scoring": the highest score counts; tied players are compared by their next highest.
    """
    reached = all_scores(state)
    fallings = [falling for scores in reached if (falling := highest_first(scores))]
    if not state.over or len(fallings) < state.seat_count:
        return ()
    best = min(fallings)
    beaten = sorted(falling for falling in fallings if falling != best)[:1]
    return tuple(_what_cost(state, seat, reached[seat], best) for seat, each in enumerate(fallings) if [each] == beaten)


def finale(state: State) -> tuple[Stage, ...]:
    """Return the stages of the finale: the competitions, with the decisive one last; () while a score is not known.

    Each stage raises a player's total to the highest of the scores shown so far. Source: "Scoring".
    """
    known = [tuple(score for score in scores if score is not None) for scores in all_scores(state)]
    if any(len(scores) < len(state.competitions) for scores in known):
        return ()
    order = sorted(range(len(state.competitions)), key=lambda index: _decisive(known, index))
    return tuple(_stage(state, known, order[: number + 1]) for number in range(len(order)))


def _stage(state: State, known: Sequence[Sequence[int]], opened: Sequence[int]) -> Stage:
    """Return the stage of the last competition in `opened` (indexes); `known` are all scores by seat."""
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
    """Return a competition's sort key: whether the winner needs it, and the second-placed player's score in it."""
    first, second, *_ = sorted(range(len(known)), key=lambda seat: sorted(known[seat], reverse=True))
    without = [sorted((*scores[:index], *scores[index + 1 :]), reverse=True) for scores in known]
    return without[first] != min(without) or without.count(min(without)) > 1, known[second][index]


def _what_cost(state: State, seat: int, scores: Scores, best: Sequence[int]) -> Message:
    """Return the competitions that cost a seat the game; `best` are the winners' scores from the highest down."""
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
