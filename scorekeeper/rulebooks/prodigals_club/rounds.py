"""The end of a round: what has to be entered before it, the next order of play, and the end of the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...core.errors import IllegalPlay
from ...core.fields import ByPlayer, Field, Integer, Many, Seat
from ...core.messages import N_, Message, joined, many, say
from ...core.rulebook import Kind, stop
from ...core.table import Recalled, Summary
from .scoring import all_scores, never_entered
from .state import State

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class EndRound:
    """The round is over: `reserved` has the reserved spots of the next order of play (from 1) by seat.

    With a planning board, `order` has the seats in the next order of play instead. Source: "End of Round".
    """

    reserved: Mapping[int, int] | None = None
    order: tuple[int, ...] | None = None


def end_round(state: State, play: EndRound, number: int) -> State:
    """Return the state at the beginning of the next round, or at the end of the game.

    Raises IllegalPlay while anything is missing, or for a wrong order of play. Source: "End of Round".
    """
    _check_finished(state)
    _check_all_entered(state)
    order, reached = order_after(state, play), all_scores(state)
    over = state.round == ROUNDS or any(_ends(score) for scores in reached for score in scores)
    after = state
    for each in state.competitions:
        after = each.rounds.following(after)
    next_round = state.round if over else state.round + 1
    return replace(after, order=order, round=next_round, course=(*state.course, reached), over=over)


def describe_end(before: State, play: EndRound, after: State) -> Summary:
    """Return the next order of play, or why the game is over; and what is odd about the round that ended."""
    headline = say("Round {round} is over", round=before.round)
    remarks = tuple(note for each in before.competitions for note in each.rounds.notes(before))
    if not after.over:
        order = tuple(before.table.players[seat] for seat in after.order)
        return Summary(headline, say("{players} play in this order", players=order), remarks=remarks)
    reached = tuple(reaching_zero(before))
    why = joined(reached) if reached else say("all rounds are played")
    return Summary(headline, say("The game is over: {why}", why=why), remarks=remarks)


def prefill(state: State, seat: int, recalled: Recalled) -> EndRound:
    """Return an end of the round without reserved spots; with a planning board, one that keeps the order of play."""
    return EndRound(order=state.order) if state.planning else EndRound()


def end_early(state: State) -> State:
    """Return the state with the game over; raises IllegalPlay while a score is not known."""
    _check_all_entered(state)
    return replace(state, over=True)


def next_to_enter(state: State, seat: int | None) -> int | None:
    """Return the seat whose plays are entered next: the same one again; a new round begins with its first player."""
    if seat is None and state.course:
        return state.order[0]
    return seat


def together(before: State, after: State, plays: Sequence[object]) -> Summary | None:
    """Return a summary of plays that one change entered, if a competition has one for them together; else None."""
    found = (each.rounds.together(before, after, plays) for each in before.competitions)
    return next(filter(None, found), None)


def reaching_zero(state: State) -> Iterator[Message]:
    """Yield a sentence for each score of 0 or below. Source: "Check for End of Game"."""
    for name, reached in zip(state.table.players, all_scores(state), strict=True):
        for each, score in zip(state.competitions, reached, strict=True):
            if _ends(score):
                yield say("{player} has {score} in {competition}", player=name, score=score, competition=each.label)


def order_after(state: State, play: EndRound) -> tuple[int, ...]:
    """Return the order of play of the next round; raises IllegalPlay."""
    if play.order is not None:
        _check_order(state, play.order)
        return play.order
    return _order_with(state, play.reserved or {})


def _order_with(state: State, reserved: Mapping[int, int]) -> tuple[int, ...]:
    """Return the next order of play: reserved spots are taken, and all others keep their order among themselves.

    Source: "Mark the New Play Order".
    """
    for seat, spot in reserved.items():
        if not 1 <= spot <= state.seat_count:
            raise IllegalPlay("no-such-spot", _no_such_spot(state, seat, spot), "reserved")
    taken: dict[int, int] = {}
    for seat, spot in reserved.items():
        if spot in taken:
            raise IllegalPlay("spot-taken", _spot_taken(state, seat, taken[spot], spot), "reserved")
        taken[spot] = seat
    others = iter([seat for seat in state.order if seat not in reserved])
    return tuple(taken[spot] if spot in taken else next(others) for spot in range(1, state.seat_count + 1))


def _check_order(state: State, order: tuple[int, ...]) -> None:
    names = state.table.players
    twice = next((seat for seat in order if order.count(seat) > 1), None)
    if twice is not None:
        message = say("{player} is in the order of play twice.", player=names[twice])
        raise IllegalPlay("wrong-order", message, "order")
    missing = tuple(name for seat, name in enumerate(names) if seat not in order)
    if missing:
        message = many(
            "{players} is missing from the order of play.",
            "{players} are missing from the order of play.",
            len(missing),
            players=missing,
        )
        raise IllegalPlay("wrong-order", message, "order")


def _check_finished(state: State) -> None:
    for each in state.competitions:
        refusal = each.rounds.unfinished(state)
        if refusal is not None:
            raise IllegalPlay(refusal.code, refusal.message, refusal.field)


def _check_all_entered(state: State) -> None:
    missing = never_entered(state)
    if missing:
        raise IllegalPlay("state-missing", joined(missing, " "))


def _ends(score: int | None) -> bool:
    """Return whether a score ends the game with the round. Source: "Check for End of Game"."""
    return score is not None and score <= 0


def _no_such_spot(state: State, seat: int, spot: int) -> Message:
    return say(
        "{player} cannot play on spot {spot}: with {players} players there are the spots 1 to {players}.",
        player=state.table.players[seat],
        spot=spot,
        players=state.seat_count,
    )


def _spot_taken(state: State, seat: int, other: int, spot: int) -> Message:
    names = state.table.players
    return say(
        "{player} cannot play on spot {spot}: {other} has reserved it.",
        player=names[seat],
        spot=spot,
        other=names[other],
    )


RESERVED = Field(
    "reserved",
    ByPlayer(Integer()),
    say("Reserved spots"),
    required=False,
    hint=say("The spot in the next round's order, for those who sent an errand boy there"),
)
ORDER = Field(
    "order",
    Many(Seat()),
    say("Order of play"),
    required=False,
    hint=say("For the next round, as planned in Last Will; left empty, it stays"),
)
END_ROUND = Kind(
    "end-round",
    EndRound,
    say("End the round"),
    end_round,
    fields=(RESERVED,),
    describe=describe_end,
    title=N_("the end of the round"),
    prefill=prefill,
)
END_PLANNED_ROUND = replace(END_ROUND, fields=(ORDER,))
STOP = stop(
    end_early,
    title=N_("the end"),
    summary=Summary(say("Ended early"), say("Everybody's highest score counts, the lowest wins")),
)
"""The kind of play that ends the game early: the scores count as they are. Source: "Scoring"."""
