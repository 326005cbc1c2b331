"""The score paper: everybody's highest score counts, and whose is lowest wins."""

from ...core.messages import Message, say
from ...core.sheet import Column, Line
from .state import Competition, Scores, State

TIE_BREAKS = (
    Column("second", say("second highest score"), lowest=True, won_by=say("lower second highest score")),
    Column("third", say("third highest score"), lowest=True, won_by=say("lower third highest score")),
)


def lines(state: State) -> tuple[Line, ...]:
    """Return the score paper. Source: "Scoring": the highest score, then second, then third highest."""
    return tuple(_line(state, seat) for seat in range(state.seat_count))


def all_scores(state: State) -> tuple[Scores, ...]:
    """Return the scores of every seat."""
    return tuple(scores(state, seat) for seat in range(state.seat_count))


def scores(state: State, seat: int) -> Scores:
    """Return the seat's score in each competition. Source: "Scoring"."""
    return tuple(each.score(state, seat) for each in state.competitions)


def highest_first(reached: Scores) -> tuple[int, ...] | None:
    """Return the scores of a seat from the highest down, or None while one is not known."""
    known = [score for score in reached if score is not None]
    return tuple(sorted(known, reverse=True)) if len(known) == len(reached) else None


def never_entered(state: State) -> tuple[Message, ...]:
    """Return a sentence for each competition in which somebody's score is not known."""
    names = state.table.players
    found = ((each, tuple(names[seat] for seat in unknown(state, each))) for each in state.competitions)
    return tuple(Message(each.unknown, {"players": players}) for each, players in found if players)


def unknown(state: State, competition: Competition) -> tuple[int, ...]:
    """Return the seats whose score in a competition is not known."""
    return tuple(seat for seat in range(state.seat_count) if competition.score(state, seat) is None)


def _line(state: State, seat: int) -> Line:
    reached = scores(state, seat)
    falling = highest_first(reached) or (None,) * len(reached)
    return Line(
        seat,
        total=falling[0],
        parts={each.name: score for each, score in zip(state.competitions, reached, strict=True)},
        tie_break={column.name: score for column, score in zip(TIE_BREAKS, falling[1:], strict=False)},
    )
