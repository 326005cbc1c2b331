"""The set-up: what everybody gets, the piles, the display."""

from collections.abc import Iterator, Mapping

from ....core.messages import Message, many, say
from ....core.rules import Block, Drawing, Grid, Points, Ruling, Section
from ..bonuses import ALL_SEVEN
from ..cards import BOX
from ..estate import CARD_TYPES, TYPES
from ..helpers import DIE
from ..solitaire import CARDS, ROUNDS
from ..state import State
from .turn import TURNS

WORKERS = (0, 1, 1, 2)
"""How many workers everybody begins with, in the order of play. Source: "Game Setup"."""

WORKERS_ALONE = 1
"""How many workers a solo player begins with. Source: "Solitaire Variation"."""

SILVER, GOODS, ANIMALS = 1, 1, 1
"""How much silver and how many goods and animals everybody begins with. Source: "Game Setup"."""

DISPLAY: Mapping[int, int] = {1: 7, 2: 7, 3: 10, 4: 13}
"""How many action cards lie in the display, by number of players. Source: "Game Setup", "Solitaire Variation"."""

PILES = tuple(now - before for before, now in zip((0, *CARDS), CARDS, strict=False))
"""How many cards are in each of Aaron's piles. Source: "Solitaire Variation"."""


def section(state: State) -> Section:
    """Return the section on the set-up. Source: "Game Setup", "Solitaire Variation"."""
    return Section("set-up", say("Set-up"), tuple(_blocks(state)))


def _blocks(state: State) -> Iterator[Block]:
    values = ALL_SEVEN[state.seat_count]
    yield Points((_everybody(state),))
    if not state.solo:
        yield from _workers(state.seat_count)
    yield Points(
        (
            say(
                "Goods and animals lie beside the display, each in two equal piles, face up. Silver, workers and the "
                "{count} victory point cards lie there, too.",
                count=sum(BOX.values()),
            ),
            say(
                "The display cards lie below each other, 1 to {rows}; above them the {firsts} “first” cards, and those "
                "for all {types} types in one pile: {values}, the highest on top.",
                rows=DIE,
                firsts=len(TYPES),
                types=len(TYPES),
                values=values,
            ),
            *_set_aside(values),
            say(
                "The round cards are one pile: {first} on top, {last} at the bottom.", first=ROUNDS[0], last=ROUNDS[-1]
            ),
            _dealt(state),
        )
    )
    if state.solo:
        yield Points(
            (
                say(
                    "Aaron gets {count} piles, of {cards} cards: one for each round.",
                    count=len(PILES),
                    cards=PILES,
                ),
            )
        )
    yield from display(state.seat_count)


def _set_aside(values: tuple[int, ...]) -> tuple[Message, ...]:
    others = tuple(each for each in max(ALL_SEVEN.values(), key=len) if each not in values)
    if not others:
        return ()
    return (
        many(
            "The card for all {types} types worth {others} stays in the box.",
            "The cards for all {types} types worth {others} stay in the box.",
            len(others),
            types=len(TYPES),
            others=others,
        ),
    )


def _everybody(state: State) -> Message:
    if state.solo:
        return say(
            "You get a project card, an estate card and a storage card. Your storage begins with {silver} silver, "
            "{workers} worker, and, drawn at random, {goods} good and {animals} animal.",
            silver=SILVER,
            workers=WORKERS_ALONE,
            goods=GOODS,
            animals=ANIMALS,
        )
    return say(
        "Everybody gets a project card, an estate card and a storage card. Each storage begins with {silver} silver "
        "and, drawn at random, {goods} good and {animals} animal. The youngest begins and has the start player card, "
        "face up: the side without question marks.",
        silver=SILVER,
        goods=GOODS,
        animals=ANIMALS,
    )


def _workers(count: int) -> Iterator[Block]:
    seats = (say("Starting player"), *(say("Player {number}", number=number) for number in range(2, count + 1)))
    dealt = WORKERS[:count]
    yield Grid(
        say("Workers to begin with"),
        (say("Seat, clockwise"), say("Workers")),
        tuple(zip(seats, dealt, strict=True)),
    )
    if count < len(WORKERS):
        yield Ruling(
            say(
                "The rulebook gives the start player {first}, the next two {next} each and the last {last}; with "
                "fewer than {seats} players the last is one of the next two.",
                first=WORKERS[0],
                next=WORKERS[1],
                last=WORKERS[-1],
                seats=len(WORKERS),
            ),
            many(
                "We go by the seat: nobody begins with more than {count} worker.",
                "We go by the seat: nobody begins with more than {count} workers.",
                max(dealt),
            ),
            say("The workers make up for playing later. The app does not count them: agree on it as you like."),
        )


def _dealt(state: State) -> Message:
    if state.solo:
        return say(
            "Shuffle the {count} action cards. Deal yourself {turns}, and do not look at them: they are your dice in "
            "the first round.",
            count=sum(each.deck for each in CARD_TYPES),
            turns=TURNS,
        )
    return say(
        "Shuffle the {count} action cards. Everybody gets {turns}, and does not look at them: they are the dice of the "
        "first round.",
        count=sum(each.deck for each in CARD_TYPES),
        turns=TURNS,
    )


def display(count: int) -> Iterator[Block]:
    """Yield how the display is laid for `count` players. Source: "Game Setup"."""
    each, last = divmod(DISPLAY[count], DIE)
    first = many(
        "{cards} action cards lie face up in the display: from the top row to the bottom one card to each.",
        "{cards} action cards lie face up in the display: from the top row to the bottom one card to each, and "
        "then once more.",
        each,
        cards=DISPLAY[count],
    )
    rest = many(
        "The last card goes to the row of its own number.",
        "The last {count} cards go to the rows of their own numbers.",
        last,
    )
    yield Points((first, rest))
    yield Drawing(
        "display",
        say(
            "{rows} rows with {each} in each; {last} by their numbers",
            rows=DIE,
            each=many("{count} card", "{count} cards", each),
            last=many("{count} card", "{count} cards", last),
        ),
        {"rows": range(1, DIE + 1), "each": range(each), "last": range(last)},
    )
