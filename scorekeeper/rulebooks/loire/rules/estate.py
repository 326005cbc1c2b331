"""The estate: how projects are placed, and what each type and each building brings."""

from collections.abc import Iterator

from ....core.messages import Message, many, say
from ....core.rules import Grid, Points, Section
from ..estate import CARD_TYPES
from ..state import State
from .signs import sign
from .turn import PROJECTS, SELLING

MINE_SILVER = 2
"""What a mine brings. Source: "Mines: 2 silver"."""

KNOWLEDGE_WORKERS = 2
"""What a knowledge card brings. Source: "Knowledges: 2 workers"."""

SHIP_GOODS, PASTURE_ANIMALS = 1, 1
"""What a ship and a pasture bring. Source: "Ships: 1 good", "Pastures: 1 animal"."""

TOWER_POINTS, BANK_SILVER, HOUSE_CARDS, HALL_PROJECTS = 1, 3, 1, 1
"""What these buildings bring. Source: "Watchtower", "Bank", "Boarding House", "City Hall"."""

EACH_BUILDING = 3
"""How many cards there are of each building. Source: "Game Components"."""


def section(state: State) -> Section:
    """Return the section on placing projects. Source: "Action 2", the pages on bonus functions."""
    bonus = _bonus()
    buildings = tuple(_buildings(state))
    return Section(
        "estate",
        say("Placing: what each card brings"),
        (
            Points(
                (
                    say("Cards of one type lie on each other, types beside each other. What is placed is never moved."),
                    say("The bonus comes at once, and only then."),
                )
            ),
            Grid(
                say("What the types bring, and how many cards there are of each"),
                (say("Type"), say("Bonus"), say("In the deck")),
                tuple((sign(each), bonus[each.name], each.deck) for each in CARD_TYPES),
            ),
            Grid(
                say("The {count} buildings, {each} cards of each", count=len(buildings), each=EACH_BUILDING),
                (say("Building"), say("Bonus")),
                buildings,
            ),
            Points(
                (
                    say(
                        "From the display it may be any row. Without a suitable card, or a project for the city hall, "
                        "you get nothing."
                    ),
                    say("The limit of {most} projects still applies: discard one first.", most=PROJECTS),
                    say(
                        "Goods and animals come from the top of either pile. If one runs out, halve the other; if all "
                        "are gone, you get nothing."
                    ),
                    say("Knowledge brings workers however many you have."),
                )
            ),
        ),
        explains=("too-many-cards",),
    )


def _bonus() -> dict[str, Message]:
    return {
        "castles": say("one more action, with any number"),
        "mines": say("{count} silver", count=MINE_SILVER),
        "cloisters": say("nothing: see “Cloisters”"),
        "knowledge": many("{count} worker", "{count} workers", KNOWLEDGE_WORKERS),
        "ships": many("{count} good", "{count} goods", SHIP_GOODS),
        "pastures": many("{count} animal", "{count} animals", PASTURE_ANIMALS),
        "buildings": say("by the building, below"),
    }


def _buildings(state: State) -> Iterator[tuple[Message, Message]]:
    yield say("Carpenter's workshop"), say("a building or knowledge from the display becomes your project")
    yield say("Church"), say("a castle, mine or cloister from the display becomes your project")
    yield say("Market"), say("a ship or pasture from the display becomes your project")
    yield say("Watchtower"), many("{count} victory point", "{count} victory points", TOWER_POINTS)
    yield say("Bank"), say("{count} silver", count=BANK_SILVER)
    yield say("Boarding house"), say("{count} good or {count} animal", count=HOUSE_CARDS)
    yield say("Warehouse"), _warehouse(state)
    yield (
        say("City hall"),
        many(
            "place {count} more project at once, whatever its number, and get its bonus",
            "place {count} more projects at once, whatever their numbers, and get their bonus",
            HALL_PROJECTS,
        ),
    )


def _warehouse(state: State) -> Message:
    if state.solo:
        return say("sell one sort of goods, as by action {number}", number=SELLING)
    return say("sell one sort of goods, as by action {number}: you get the start player card, too", number=SELLING)
