"""The rules at hand on cards: how they are played, and what their signs mean."""

from ...core.messages import Message, say
from ...core.rules import Cell, Grid, Points, Section
from .boards import SLOTS, backwards, moves, sign
from .state import State


def cards(state: State) -> Section:
    """Return the section on cards. Source: "Actions", "Quick Reference"."""
    own = (row for each in state.competitions for row in each.rules.signs(state))
    rows = (*_common(state), *own)
    return Section(
        "cards",
        say("Cards and signs"),
        (Points(tuple(_playing(state))), Grid(say("What signs mean"), (say("Sign"), say("Meaning")), rows)),
    )


def _playing(state: State) -> tuple[Message, ...]:
    """Return how cards are played. Source: "White-Bordered Cards", "Black-Bordered Cards", "Common Symbols"."""
    played = (
        say(
            "The action of a black-bordered card, top right, once a round: slide the card down. You may use it in the "
            "round in which you play it."
        ),
        say(
            "The bonus in its lower half comes each time its condition is met, whether or not the card's action was "
            "used."
        ),
        say("Symbols are counted first, then the action is done; what changes meanwhile counts no more."),
    )
    if state.planning:
        shared = say(
            "Symbols that you earn in one competition count in the others, too; but for cards of Last Will only those "
            "of Last Will do."
        )
        return (*played, shared)
    shared = say("Symbols that you earn in one competition count in the others, too.")
    return (
        *played,
        shared,
        say("A bonus action tile is one more action on your turn; it goes back at the end of the round."),
    )


def _common(state: State) -> tuple[tuple[Cell, ...], ...]:
    """Return the signs that belong to no competition. Source: "Other Card Effects"."""
    return (
        (
            sign("white", say("White border")),
            say("The card works once. Discard it at the end of the round, but leave it in front of you until then."),
        ),
        (
            sign("black", say("Black border")),
            say(
                "It goes on your player board, which has room for {count}. If that is full, discard one that lies "
                "there, even a used one.",
                count=SLOTS,
            ),
        ),
        (
            sign("either", say("A bar")),
            say("One or the other of two scoring moves; with a number before them, choose anew that many times."),
        ),
        (sign("hat", say("An errand boy")), say("Put your errand boy on a free space, and do that errand.")),
        (say("All moves"), say("Each scoring move once: {moves}.", moves=moves(state))),
        (
            say("One move against another"),
            say(
                "Pay for a scoring move with another one, made backwards; the numbers say how many. Backwards means: "
                "{moves}.",
                moves=backwards(state),
            ),
        ),
    )
