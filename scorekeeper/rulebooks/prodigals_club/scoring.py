"""The score paper, and what is odd about the end of a round."""

from collections.abc import Sequence

from ...core.messages import listed, say
from ...core.ranking import ranked
from ...core.rulebook import Line, Note, Sheet
from .plays import EndRound, ProdigalsPlay
from .rules import State, scores
from .setup import SOCIETY

TIE_BREAKS = ("second", "third")


def sheet(state: State) -> Sheet:
    """Return the score paper. Source: "Scoring": the lowest of the highest scores, then second, then third highest."""
    return Sheet(
        ranked([_line(state, seat) for seat in range(state.players)]),
        extras={"round": state.round, "order": [state.table.players[seat] for seat in state.order]},
    )


def _line(state: State, seat: int) -> Line:
    reached = scores(state, seat)
    falling = highest_first(reached)
    lower = falling[1:] if falling else (None,) * (len(reached) - 1)
    return Line(
        seat,
        state.table.players[seat],
        total=falling[0] if falling else None,
        parts=dict(zip(state.competitions, reached, strict=True)),
        tie_break=dict(zip(TIE_BREAKS, lower, strict=False)),
        key=tuple(-score for score in falling) if falling else None,
        so_far=falling[0] if falling else None,
    )


def highest_first(reached: Sequence[int | None]) -> tuple[int, ...] | None:
    """Return the scores from the highest down, or None while one is not known."""
    known = [score for score in reached if score is not None]
    return tuple(sorted(known, reverse=True)) if len(known) == len(reached) else None


def remarks(before: State, play: ProdigalsPlay, after: State) -> tuple[Note, ...]:
    """Return what is odd about a play: a round in which somebody's markers were not entered."""
    if not isinstance(play, EndRound) or SOCIETY not in before.competitions:
        return ()
    still = [name for seat, name in enumerate(before.table.players) if seat not in before.moved]
    if not still:
        return ()
    message = say(
        "The influence markers of {players} were not entered in round {round}: they count as they stood before.",
        players=listed(still),
        round=before.round,
    )
    return (Note("influence-unchanged", message),)
