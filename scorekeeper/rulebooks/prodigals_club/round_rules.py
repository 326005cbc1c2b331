"""The rules at hand on a round: its phases, errands, and what changes from round to round."""

from collections.abc import Iterator

from ...core.messages import Message, many, say
from ...core.rules import Cell, Grid, Points, Section
from . import election, society
from .boards import (
    BLACK_ROUNDS,
    CARD_ROUNDS,
    REWARD_ROUND,
    SMALL_SIDE,
    SYMBOLS,
    WHITE_ROUNDS,
    for_central_card,
    sentences,
    span,
)
from .state import ROUNDS, State


def round_of(state: State) -> Section:
    """Return the section on a round. Source: "The Round"."""
    return Section(
        "round",
        say("A round"),
        (
            Points(tuple(_phases(state)), steps=True),
            Points(tuple(_errands(state))),
            Points(_taking(state)),
            _changes(state),
        ),
    )


def _phases(state: State) -> Iterator[Message]:
    """Yield the phases, each as a step. Source: "Overview" of "The Round", "Setup", "Errands", "Actions"."""
    own = (each.rules.puts_out for each in state.competitions)
    cards = (say("a new central card"), say("the cards that the spaces ask for, face up"))
    yield say("Put out: {things}.", things=(*cards, *(each for each in own if each)))
    if state.planning:
        yield say("Plan, as in Last Will: that sets the order of play and the number of errand boys.")
    yield say(
        "Errands: in the order of play, one errand boy a turn on a free space, until all are placed; do "
        "each errand at once."
    )
    if state.planning:
        yield say(
            "Actions: in the order of play, one turn each, cards in any order: of Last Will for the actions on your "
            "board there, of the other competitions as many as you like."
        )
    else:
        yield say("Actions: in the order of play, one turn each; play as many cards as you like, in any order.")
    for phase in (*election.phases(state), *society.phases(state)):
        yield say("{phase}: see there.", phase=phase.label)
    yield say("The end of the round: see there.")


def _errands(state: State) -> Iterator[Message]:
    """Yield what holds for errands. Source: "Errands", "Errands on the Central Board"."""
    must = say("On your turn you must place an errand boy, even where the errand is of no use to you.")
    yield sentences((must, *(each.rules.must_place for each in state.competitions if each.rules.must_place)))
    once = say("A space with a place for each colour: each player once a round, and nobody blocks anybody there.")
    yield sentences((once, *_free_for_all(state)))
    if for_central_card(state) > 1:
        yield many(
            "The central card takes {count} errand boy.",
            "The central card takes {count} errand boys. When the others place their last one, you are left out; "
            "after them you take one of those back and place it elsewhere.",
            for_central_card(state),
        )
    else:
        yield say(
            "The central card takes one errand boy, like any other space. No new one is turned up before the next "
            "round."
        )
    if state.planning:
        yield say("Neither the renaissance man nor spots in the order can be taken: those stay in the box.")
        return
    yield say(
        "Renaissance man: {count} symbols for this round, the same or different. Each is named when it is first used, "
        "and stays so.",
        count=SYMBOLS,
    )
    yield say(
        "A spot in the order, {spots}: yours in the next round, and a bonus action tile of your choice at once, even "
        "in round {last}. Once a round each.",
        spots=say("1 or 2") if state.seat_count == 2 else say("from 1 to {players}", players=state.seat_count),
        last=ROUNDS,
    )


def _free_for_all(state: State) -> Iterator[Message]:
    for each in state.competitions:
        if each.rules.free_for_all:
            yield say("{competition}: {errand}.", competition=each.label, errand=each.rules.free_for_all)


def _taking(state: State) -> tuple[Message, ...]:
    """Return how sets of cards are taken. Source: "Taking Cards with 2 or 3 Players"."""
    if state.seat_count not in SMALL_SIDE:
        return (say("Cards: each set has its own space; whoever places an errand boy there takes the set."),)
    if state.planning:
        boards = say("Cards: each board of The Prodigals Club has one set more than it has spaces for.")
    else:
        boards = say("Cards: each board has one set more than it has spaces for.")
    taken = say("On any free space you take any set that is left, also several in a round; nobody gets the last set.")
    return (sentences((boards, taken)),)


def _changes(state: State) -> Grid:
    """Return what changes from round to round. Source: "Central Cards", "Dealing Cards"."""
    own = (change for each in state.competitions for change in each.rules.last_rounds(state))
    border, card = f"{span(BLACK_ROUNDS)}: / {span(WHITE_ROUNDS)}:", f"{span(CARD_ROUNDS)}: / {REWARD_ROUND}:"
    white = (say("The central card and those on spaces with {marks} have a white border.", marks=border), *own)
    rows: tuple[tuple[Cell, ...], ...] = (
        (
            span(BLACK_ROUNDS),
            say("The central card and those on spaces with {marks} have a black border.", marks=border),
        ),
        (span(WHITE_ROUNDS), sentences(white)),
        (
            REWARD_ROUND,
            say("Spaces with {marks} have no card any more, but the two rewards printed there.", marks=card),
        ),
    )
    return Grid(
        say("By round (on a board, a number with a colon is a round)"), (say("Round"), say("What changes")), rows
    )
