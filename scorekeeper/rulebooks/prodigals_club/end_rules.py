"""The rules at hand on the end: of a round, of the game, and who wins."""

from collections.abc import Iterator

from ...core.messages import Message, say
from ...core.rules import Block, Drawing, Points, Ruling, Section
from . import set_up
from .boards import hand_limit
from .rounds import EndRound, order_after
from .state import ROUNDS, State

SIGNS = "ABCDE"

EARLY = Ruling(
    say("The rulebook knows no other end."),
    say("You may agree to end the game here; the scores count as they stand."),
    say("Not every evening has time for {last} rounds.", last=ROUNDS),
)


def end(state: State) -> Section:
    """Return the section on the end. Source: "End of Round", "Scoring"."""
    order: tuple[Block, ...] = (Points(_planned()),) if state.planning else (Points(_reserved()), _order(state))
    return Section(
        "end",
        say("End of a round, end of the game"),
        (
            Points(tuple(_steps(state)), steps=True),
            Points(tuple(_winning(state))),
            *order,
            Points(_scores(state)),
            EARLY,
        ),
        explains=("no-such-spot", "spot-taken", "wrong-order", "state-missing", "negative-number", "game-over"),
    )


def _steps(state: State) -> Iterator[Message]:
    """Yield what is done at the end of a round. Source: "End of Round"."""
    yield say(
        "Is anybody at 0 or below in any competition, or was it round {last}? Then the game is over.", last=ROUNDS
    )
    yield say(
        "Discard the white-bordered cards that you played, and your hand down to {count} cards.",
        count=hand_limit(state),
    )
    yield say("Reset black-bordered cards that were activated.")
    yield say("Clear the boards: cards that nobody took, the central card too, and the tiles of this round.")
    if state.planning:
        yield say("Take your errand boys back.")
    else:
        yield say("Errand boys, the renaissance man and all bonus action tiles go back, used or not.")
        yield say("Set the order of play for the next round.")
    yield say("Move the round marker on.")
    yield from (each.rules.round_end for each in state.competitions if each.rules.round_end)


def _reserved() -> tuple[Message, ...]:
    """Return what holds for the order of play. Source: "Mark the New Play Order"."""
    return (
        say(
            "Order of play: whoever reserved a spot gets it. The others take what is free, and keep their order among "
            "themselves. Without a reserved spot all stays as it is."
        ),
    )


def _planned() -> tuple[Message, ...]:
    """Return what holds for the order of play with a planning board. Source: "Setup and Planning"."""
    return (
        say("Order of play: the planning phase sets it, and each player has one place in it. Spots are not reserved."),
    )


def _order(state: State) -> Drawing:
    """Return the example of an order in which the last player reserves the first spot."""
    begun = set_up.start(state.table)
    last = begun.seat_count - 1
    now, after = tuple(SIGNS[seat] for seat in begun.order), order_after(begun, EndRound({last: 1}))
    following = tuple(SIGNS[seat] for seat in after)
    says = say(
        "Order {now}; {player} reserves spot 1: {next}", now=" ".join(now), player=SIGNS[last], next=" ".join(following)
    )
    return Drawing("spots", says, {"now": now, "following": following, "who": SIGNS[last]})


def _winning(state: State) -> Iterator[Message]:
    """Yield who wins. Source: "Scoring"."""
    yield say("Your score is that of the competition in which you are highest. The lowest score wins.")
    if len(state.competitions) > set_up.FEWEST:
        yield say("Tied: the lower second highest score wins, then the lower third highest; then the win is shared.")
    else:
        yield say("Tied: the lower second highest score wins; then the win is shared.")


def _scores(state: State) -> tuple[Message, ...]:
    """Return what holds for scores. Source: "Scoring"."""
    rules = [each.rules for each in state.competitions]
    below = (say("scores"), *(thing for each in reversed(rules) for thing in each.below_zero))
    never = tuple(thing for each in rules for thing in each.never_below_zero)
    return (
        say(
            "Only the scores at the end of a round can end the game, so all must be known then. Whoever was "
            "at 0 in between and came back ends nothing."
        ),
        say("Can be below 0: {below}. Never: {never}.", below=below, never=never),
    )
