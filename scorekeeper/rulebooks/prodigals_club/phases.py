"""The phases of a round through which the page leads, and what is missing before the round ends."""

from collections.abc import Iterator

from ...core.messages import Message, say
from .rounds import END_ROUND
from .scoring import unknown
from .state import Check, Phase, State

SET_UP = "set-up"


def phases(state: State) -> tuple[Phase, ...]:
    """Return the phases that have a panel, in order. Source: "Overview" of "The Round"."""
    own = (each.rounds.phase(state) for each in state.competitions)
    return (*_set_up(state), *(phase for phase in own if phase), _end(state))


def next_phase(state: State) -> Phase:
    """Return the first phase that is not done yet; the set-up, which enters nothing, is never the next.

    While a score is not known, the next is to enter what it needs: without that no round can end.
    """
    first = _first_unknown(state)
    if first:
        return first
    return next(phase for phase in phases(state) if not phase.done and phase.panel != SET_UP)


def checks(state: State) -> tuple[Check, ...]:
    """Return what is missing before the round ends, beginning with what it cannot end without."""
    return (*_missing(state), *(check for each in state.competitions for check in each.rounds.checks(state)))


def _set_up(state: State) -> tuple[Phase, ...]:
    """Return the phase of setting up, in the first round only. Source: "Player Setup"."""
    label = say("Set-up")
    return (Phase(label, SET_UP, label),) if state.round == 1 else ()


def _first_unknown(state: State) -> Phase | None:
    """Return the phase that enters what a score needs and was never entered, for the first seat without it, or None."""
    found = [(each, seats[0]) for each in state.competitions if (seats := unknown(state, each))]
    if not found:
        return None
    things = tuple(each.awaits for each, _ in found if each.awaits)
    competition, seat = found[0]
    return Phase(competition.label, competition.name, say("Enter {things}", things=things), seat=seat)


def _end(state: State) -> Phase:
    end = say("End round {round}", round=state.round)
    return Phase(say("End"), END_ROUND.name, end, end)


def _missing(state: State) -> Iterator[Check]:
    for each in state.competitions:
        refusal, phase = each.rounds.unfinished(state), each.rounds.phase(state)
        if refusal:
            yield Check(refusal.message, phase.panel if phase else each.name)
    for each in state.competitions:
        seats = unknown(state, each)
        if seats:
            names = tuple(state.table.players[seat] for seat in seats)
            yield Check(Message(each.unknown, {"players": names}), each.name, seats[0])
