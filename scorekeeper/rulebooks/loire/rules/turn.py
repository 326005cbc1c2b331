"""A turn: the two cards in hand, the six actions, and what workers and silver do."""

from collections.abc import Iterator

from ....core.messages import Message, joined, many, say
from ....core.rules import Drawing, Grid, Points, Section
from ..helpers import DIE, FOR_ONE_POINT
from ..solitaire import ROUNDS
from ..state import State

TURNS = 6
"""How many turns a round has, and how many cards everybody is dealt for it. Source: "Game Play"."""

HAND = 2
"""How many of the dealt cards are in hand. Source: "Game Play"."""

PROJECTS = 3
"""How many projects can wait to be placed. Source: "Action 1: Take a card from the display"."""

SOLD_SILVER = 1
"""Silver for each good that is sold. Source: "Action 3: Sell goods"."""

WORKERS = 2
"""The number up to which workers are restocked. Source: "Action 4: Restock workers to 2 cards"."""

TAKEN_SILVER = 1
"""Silver that the action takes. Source: "Action 5: Take 1 silver"."""

SELLING = 3
"""The number of the action that sells goods. Source: "Action 3: Sell goods"."""

CONVERTING = 6
"""The number of the action that converts workers and silver into points. Source: "Action 6"."""

PRICE, BOUGHT = 3, 3
"""The silver to pay, and the number of cards for it. Source: "The silver"."""

TURNED = (2, 1, 6)
"""The numbers of a die that two workers turn, one step each. Source: "The workers": the example."""


def section(state: State) -> Section:
    """Return the section on a turn. Source: "Game Play"."""
    actions = tuple((joined((number, name), ". "), what) for number, (name, what) in enumerate(_actions(state), 1))
    grid = Grid(say("The actions"), (say("Action"), say("What you do")), actions)
    return Section("turn", say("Your turn"), (Points(_course(state), steps=True), grid))


def _course(state: State) -> tuple[Message, ...]:
    rounds = (
        say("There are {rounds} rounds of {turns} turns.", rounds=len(ROUNDS), turns=TURNS)
        if state.solo
        else say(
            "There are {rounds} rounds of {turns} turns, clockwise from the start player.",
            rounds=len(ROUNDS),
            turns=TURNS,
        )
    )
    return (
        joined(
            (rounds, say("Take the top {hand} cards of your pile in hand, and look only at their dice.", hand=HAND)),
            " ",
        ),
        say("Put one of them face up on the discard pile, and do one action with the number of its die."),
        say("Then draw the next card of your pile. In the last turn of a round you play your last card.")
        if state.solo
        else say(
            "Once everybody has had a turn, each player draws the next card of their pile. In the last turn of a round "
            "you play your last card."
        ),
    )


def _actions(state: State) -> Iterator[tuple[Message, Message]]:
    yield (
        say("Take a card"),
        say(
            "From the row of this number in the display, to below your project card. No more than {most} lie there: "
            "discard one first.",
            most=PROJECTS,
        ),
    )
    yield (
        say("Place a project"),
        say("A card of this number goes from your projects to below your estate card. You get its bonus at once."),
    )
    yield say("Sell goods"), _selling(state)
    yield (
        say("Restock workers"),
        say("With any number: take workers until you have {count}.", count=WORKERS),
    )
    yield say("Take silver"), say("With any number: {count} silver.", count=TAKEN_SILVER)
    yield (
        say("Workers and silver for points"),
        say(
            "With any number: give back as many workers and silver as you like, mixed; a victory point for every "
            "{count} cards.",
            count=FOR_ONE_POINT,
        ),
    )


def _selling(state: State) -> Message:
    sold = say(
        "All your goods of the sort with this number go to the right of your estate card, so that their points can be "
        "seen; {silver} silver for each card.",
        silver=SOLD_SILVER,
    )
    card = say(
        "Take the start player card, face down, so that its question marks show; the order of this round stays as it "
        "is."
    )
    return sold if state.solo else joined((sold, card), " ")


DICE = Section(
    "dice",
    say("Workers and silver"),
    (
        Points(
            (
                say(
                    "Each worker that you give back turns the number of the card you have put down by one, up or down. "
                    "{last} and {first} are neighbours. Use as many as you like.",
                    last=DIE,
                    first=1,
                ),
            )
        ),
        Drawing(
            "dice",
            many(
                "{count} worker: from {first} to {last}",
                "{count} workers: from {first} to {last}",
                len(TURNED) - 1,
                first=TURNED[0],
                last=TURNED[-1],
            ),
            {"faces": TURNED},
            named=True,
        ),
        Points(
            (
                say(
                    "Once in your turn, before, during or after your action, you may pay {price} silver for the top "
                    "{bought} cards of the deck.",
                    price=PRICE,
                    bought=BOUGHT,
                ),
                say(
                    "You use one of them: it becomes a new project (no more than {most} lie there now, either), or you "
                    "discard it for one more action with its die. The other {count} are discarded unused.",
                    most=PROJECTS,
                    count=BOUGHT - 1,
                ),
                say(
                    "Action {number} turns workers and silver into points: every {count} cards, mixed as you like, are "
                    "a victory point.",
                    number=CONVERTING,
                    count=FOR_ONE_POINT,
                ),
                say("Workers and silver never run out: use something else in their place."),
            )
        ),
    ),
)
