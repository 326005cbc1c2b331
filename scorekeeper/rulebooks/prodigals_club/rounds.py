"""A round: its phases, the checks before it ends, the next order of play, and the end of the game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ...core.errors import IllegalPlay
from ...core.fields import ByPlayer, Field, Integer, Many, Seat
from ...core.messages import N_, Message, joined, many, say
from ...core.rulebook import Kind, stop
from ...core.table import Recalled, Summary
from . import election, society
from .scoring import all_scores, never_entered
from .state import ROUNDS, Check, Phase, State

SET_UP = "set-up"


@dataclass(frozen=True, slots=True)
class EndRound:
    """The end of a round, with the next order of play. Source: "End of Round".

    `reserved` has the reserved spots (from 1) by seat; with a planning board, `order` has the seats in order of play.
    """

    reserved: Mapping[int, int] | None = None
    order: tuple[int, ...] | None = None


def end_round(state: State, play: EndRound, number: int) -> State:
    """Return the state at the next round or the end of the game; raises IllegalPlay. Source: "End of Round"."""
    refusal = election.unfinished(state)
    if refusal is not None:
        raise IllegalPlay(refusal.code, refusal.message, refusal.field)
    check_all_entered(state)
    order, reached = order_after(state, play), all_scores(state)
    over = is_last(state)
    return replace(
        society.next_round(election.next_round(state)),
        order=order,
        round=state.round if over else state.round + 1,
        course=(*state.course, reached),
        over=over,
    )


def describe_end(before: State, play: EndRound, after: State) -> Summary:
    """Return the next order of play, or why the game is over; the remarks are on the round that ended."""
    headline, remarks = say("Round {round} is over", round=before.round), society.notes(before)
    if not after.over:
        order = tuple(before.table.players[seat] for seat in after.order)
        return Summary(headline, say("{players} play in this order", players=order), remarks=remarks)
    reached = tuple(reaching_zero(before))
    why = joined(reached) if reached else say("all rounds are played")
    return Summary(headline, say("The game is over: {why}", why=why), remarks=remarks)


def prefill(state: State, seat: int, recalled: Recalled) -> EndRound:
    """Return an end of the round without reserved spots; with a planning board, it has the current order of play."""
    return EndRound(order=state.order) if state.planning else EndRound()


def end_early(state: State) -> State:
    check_all_entered(state)
    return replace(state, over=True)


def next_to_enter(state: State, seat: int | None) -> int | None:
    """Return `seat`. From the second round on, return the first seat in the order of play instead of None."""
    if seat is None and state.course:
        return state.order[0]
    return seat


def reaching_zero(state: State) -> Iterator[Message]:
    """Yield a message on each score of 0 or below. Source: "Check for End of Game"."""
    for name, reached in zip(state.table.players, all_scores(state), strict=True):
        for each, score in zip(state.competitions, reached, strict=True):
            if score is not None and score <= 0:
                yield say("{player} has {score} in {competition}", player=name, score=score, competition=each.label)


def is_last(state: State) -> bool:
    """Return whether this round is the last one if it ends now. Source: "Check for End of Game"."""
    return state.over or state.round == ROUNDS or any(reaching_zero(state))


def order_after(state: State, play: EndRound) -> tuple[int, ...]:
    """Return the order of play of the next round; raises IllegalPlay.

    It is the planned order, or the order of the reserved spots, with all other seats in their previous order on the
    free spots. Source: "Mark the New Play Order".
    """
    if play.order is not None:
        _check_order(state, play.order)
        return play.order
    names, reserved, taken = state.table.players, play.reserved or {}, dict[int, int]()
    for seat, spot in reserved.items():
        if not 1 <= spot <= state.seat_count:
            message = say(
                "{player} cannot play on spot {spot}: with {players} players there are the spots 1 to {players}.",
                player=names[seat],
                spot=spot,
                players=state.seat_count,
            )
            raise IllegalPlay("no-such-spot", message, "reserved")
    for seat, spot in reserved.items():
        if spot in taken:
            message = say(
                "{player} cannot play on spot {spot}: {other} has reserved it.",
                player=names[seat],
                spot=spot,
                other=names[taken[spot]],
            )
            raise IllegalPlay("spot-taken", message, "reserved")
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


def check_all_entered(state: State) -> None:
    missing = [sentence for _, _, sentence in never_entered(state)]
    if missing:
        raise IllegalPlay("state-missing", joined(missing, " "))


def phases(state: State) -> tuple[Phase, ...]:
    """Return the phases with a panel, in order. Source: "Player Setup"; "Overview" of "The Round"."""
    begin = say("Set-up")
    end = say("End the game") if is_last(state) else say("End round {round}", round=state.round)
    return (
        *((Phase(begin, SET_UP, begin),) if state.round == 1 else ()),
        *election.phases(state),
        *society.phases(state),
        Phase(say("End"), END_ROUND.name, end, end),
    )


def next_phase(state: State) -> Phase:
    """Return the first unfinished phase, except the set-up, because its panel does not enter anything.

    While a score is unknown, it is the phase to enter the missing values of the first seat without a score.
    """
    missing = never_entered(state)
    if missing:
        competition, seat, _ = missing[0]
        things = tuple(each.awaits for each, _, _ in missing if each.awaits)
        return Phase(competition.label, competition.name, say("Enter {things}", things=things), seat=seat)
    return next(phase for phase in phases(state) if not phase.done and phase.panel != SET_UP)


def checks(state: State) -> tuple[Check, ...]:
    """Return the things to enter before the round ends, the required ones first."""
    refusal = election.unfinished(state)
    return (
        *((Check(refusal.message, "hyde-park"),) if refusal else ()),
        *(Check(sentence, competition.name, seat) for competition, seat, sentence in never_entered(state)),
        *society.checks(state),
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
    undone=lambda state: say("Round {round} reopened.", round=state.round),
)
END_PLANNED_ROUND = replace(END_ROUND, fields=(ORDER,))
STOP = stop(
    end_early,
    title=N_("the end"),
    summary=Summary(say("Ended early"), say("Each player's highest score counts, the lowest wins")),
)
"""The kind of play that ends the game early: the current scores count. Source: "Scoring"."""
