"""The end of a round and of the game: what is counted, what it is worth, and who wins."""

from collections.abc import Iterator

from ....core.messages import Message, many, say
from ....core.rules import Block, Cell, Grid, Points, Ruling, Section
from .. import cards as animals
from ..bonuses import ALL_SEVEN, FIRST_POINTS
from ..cards import BOX, GOODS_EACH, GOODS_TYPES, IN_BOX
from ..cards import START_PLAYER_POINTS as POINTS
from ..estate import CARD_TYPES, PRINTED, TYPES, labels, triple_values
from ..solitaire import ROUNDS
from ..state import State
from .set_up import DISPLAY
from .signs import sign
from .turn import HAND, TURNS

SHOWN = (1, 2, 3, 0)
"""The animals of the example: a chicken, two cows, three sheep. Source: "Game End"."""


def round_section(state: State) -> Section:
    """Return the section on the end of a round. Source: "End of a round"."""
    cards = (
        say("Discard what is left in the display."),
        say(
            "Lay out {count} new cards, as in the set-up. If the deck runs out, shuffle the discard pile.",
            count=DISPLAY[state.seat_count],
        ),
        say("Put the round card at the bottom of its pile."),
    )
    if state.solo:
        compared = say("Compare your points with Aaron's: if he has more, the game is over.")
        dealt = say("Deal yourself {turns} new cards: {hand} of them in hand.", turns=TURNS, hand=HAND)
        return Section("round", say("End of a round"), (Points((compared, *cards, dealt), steps=True),))
    dealt = say("Deal {turns} new cards to everybody: {hand} of them in hand.", turns=TURNS, hand=HAND)
    begins = say(
        "If the start player card lies face down, whoever has it turns it up and begins. If it lies face up, it passes "
        "clockwise to the next player, who begins."
    )
    return Section(
        "round",
        say("End of a round, start player"),
        (
            Points((*cards, dealt, begins), steps=True),
            Points(
                (
                    say(
                        "There is one start player card. Whoever sells goods takes it, or keeps it, and lays it face "
                        "down."
                    ),
                    many(
                        "At the end of the game it counts {count} point for whoever has it, either side up.",
                        "At the end of the game it counts {count} points for whoever has it, either side up.",
                        POINTS,
                    ),
                )
            ),
        ),
        explains=("start-player-taken", "start-player-unclaimed"),
    )


def section(state: State) -> Section:
    """Return the section on final scoring. Source: "Game End", "Solitaire Variation"."""
    title = say("What counts") if state.solo else say("Final scoring and ties")
    return Section(
        "scoring",
        title,
        tuple(_blocks(state)),
        explains=(
            "negative-number",
            "too-many-animals",
            "tally-missing",
            "printed-value-missing",
            "more-victory-cards",
            "more-goods",
            "game-over",
        ),
    )


def _blocks(state: State) -> Iterator[Block]:
    """Yield first who wins and what is counted, which is looked up most, then what each thing is worth."""
    yield Points(tuple(_counting(state)))
    yield Points(
        (
            say(
                "In the box: {ones} victory point cards worth 1 and {twos} worth 2, {all} points together; {goods} "
                "goods; {animals} of each animal.",
                ones=BOX[1],
                twos=BOX[2],
                all=IN_BOX,
                goods=GOODS_TYPES * GOODS_EACH,
                animals=animals.EACH,
            ),
        )
    )
    yield Grid(
        say("Animals, sets of different ones"),
        (say("In the set"), say("Points")),
        (*animals.SET_POINTS.items(), (1, 0)),
    )
    chickens, cows, sheep, _ = SHOWN
    yield Points(
        (
            many(
                "Make the largest sets first: {sheep} sheep, {cows} cows and {count} chicken are {points} points.",
                "Make the largest sets first: {sheep} sheep, {cows} cows and {count} chickens are {points} points.",
                chickens,
                cows=cows,
                sheep=sheep,
                points=animals.sets(SHOWN).points,
            ),
        )
    )
    yield Grid(
        say("What a triple is worth"),
        (say("Type"), say("Points")),
        tuple((sign(each), _worth(state, each.name)) for each in CARD_TYPES),
    )
    unknown = tuple(name for name in TYPES if name not in PRINTED)
    yield Ruling(
        say("The rulebook gives the worth of {known} only.", known=labels(tuple(PRINTED))),
        say(
            "What a triple of {unknown} is worth is printed at the foot of the cards, what a sold good is worth on it.",
            unknown=labels(unknown),
        ),
        say("The app asks once for the triples, and remembers them; of sold goods you enter the sum."),
    )
    if not state.solo:
        yield Ruling(
            say("In a tie the rulebook counts unused animals, and does not say which those are."),
            say("Cards in storage are workers, silver, unsold goods, and the animals that are in no set."),
            say("An animal in a set is used: it counts already."),
        )


def _worth(state: State, name: str) -> Cell:
    return triple_values(state.table).get(name, "?")


def _counting(state: State) -> Iterator[Message]:
    yield many(
        "Triples count as below, each “first” card {count} point, a card for all {types} types what it shows: "
        "{values}.",
        "Triples count as below, each “first” card {count} points, a card for all {types} types what it shows: "
        "{values}.",
        FIRST_POINTS,
        types=len(TYPES),
        values=ALL_SEVEN[state.seat_count],
    )
    yield say("Victory point cards and sold goods count what is printed on them; goods in storage count nothing.")
    if state.solo:
        yield say("Silver, workers and projects count nothing either.")
        yield say(
            "This is compared after each round. When the game is over, nothing is entered any more, only corrected."
        )
    else:
        yield say("Silver and workers count only to break a tie; projects never count.")
        yield many(
            "The start player card counts {count} point, either side up.",
            "The start player card counts {count} points, either side up.",
            POINTS,
        )
        yield say("Most points wins. Tied: more cards left in storage. Still tied: you share the victory.")
        yield say(
            "The game ends after round {last}, once everybody's tally is in. After that nothing is entered any more, "
            "only corrected.",
            last=ROUNDS[-1],
        )
