"""The sections of the rules, and the values for their template, `templates/rulebooks/loire/rules.html`."""

from collections.abc import Mapping

from ...core.messages import say
from ...core.rules import Rules, Section
from .bonuses import ALL_SEVEN, FIRST_POINTS
from .cards import BOX, EACH, GOODS_EACH, GOODS_TYPES, IN_BOX, SET_POINTS, START_PLAYER_POINTS, sets
from .estate import CARD_TYPES, MAX_ADDED, PRINTED, TRIPLE, TYPES, labels, triple_values
from .helpers import DIE, FOR_ONE_POINT
from .slips import GIFT
from .solitaire import CARDS, ROUNDS
from .state import State

DISPLAY: Mapping[int, int] = {1: 7, 2: 7, 3: 10, 4: 13}
"""Action cards in the display, by number of players. Source: "Game Setup", "Solitaire Variation"."""

WORKERS = (0, 1, 1, 2)
"""Workers of each player at the start, in the order of play. Source: "Game Setup"."""

EXAMPLE = (1, 2, 3, 0)
"""The animals of the example: a chicken, two cows, three sheep. Source: "Game End"."""

CONSTANTS = {
    "animal_points": {**SET_POINTS, 1: 0},
    "animals_each": EACH,
    "card_types": CARD_TYPES,
    "die": DIE,
    "example": EXAMPLE,
    "example_points": sets(EXAMPLE).points,
    "first_points": FIRST_POINTS,
    "for_one_point": FOR_ONE_POINT,
    "gift": GIFT,
    "goods_cards": GOODS_TYPES * GOODS_EACH,
    "known_types": labels(tuple(PRINTED)),
    "most_added": MAX_ADDED,
    "next_card": TRIPLE + 1,
    "ones": BOX[1],
    "other_types": len(TYPES) - 1,
    "piles": tuple(now - before for before, now in zip((0, *CARDS), CARDS, strict=False)),
    "piles_in_all": CARDS,
    "rounds": ROUNDS,
    "start_player_points": START_PLAYER_POINTS,
    "triple": TRIPLE,
    "twos": BOX[2],
    "types": len(TYPES),
    "unknown_types": labels(tuple(name for name in TYPES if name not in PRINTED)),
    "victory_cards": sum(BOX.values()),
    "victory_points": IN_BOX,
    # Numbers shown in the rules but not used in scoring, with their headings in the rulebook.
    "start_silver": 1,  # "Game Setup"
    "start_goods": 1,
    "start_animals": 1,
    "workers_alone": 1,  # "Solitaire Variation"
    "turns": 6,  # "Game Play"
    "hand": 2,
    "projects": 3,  # "Action 1: Take a card from the display"
    "selling": 3,  # "Action 3: Sell goods"
    "sold_silver": 1,
    "restocked": 2,  # "Action 4: Restock workers to 2 cards"
    "taken_silver": 1,  # "Action 5: Take 1 silver"
    "converting": 6,  # "Action 6"
    "price": 3,  # "The silver"
    "bought": 3,
    "discarded": 2,
    "turned": (2, 1, 6),  # "The workers": the example
    "turned_by": 2,
    "mine_silver": 2,  # "Mines: 2 silver"
    "knowledge_workers": 2,  # "Knowledges: 2 workers"
    "ship_goods": 1,  # "Ships: 1 good"
    "pasture_animals": 1,  # "Pastures: 1 animal"
    "building_cards": 3,  # "Game Components"
    "tower_points": 1,  # "Watchtower"
    "bank_silver": 3,  # "Bank"
    "house_cards": 1,  # "Boarding House"
    "hall_projects": 1,  # "City Hall"
}

SCORING_CODES = (
    "negative-number",
    "too-many-animals",
    "tally-missing",
    "printed-value-missing",
    "more-victory-cards",
    "more-goods",
    "game-over",
)


def _solo(state: State) -> bool:
    return state.solo


def _several(state: State) -> bool:
    return not state.solo


SECTIONS: tuple[Section[State], ...] = (
    Section("set-up", say("Set-up")),
    Section("turn", say("Your turn")),
    Section("dice", say("Workers and silver")),
    Section("estate", say("Placing: what each card brings"), ("too-many-cards",)),
    Section("cloisters", say("Cloisters"), ("cloister-without-card",)),
    Section(
        "triples",
        say("Triples and all {count} types", count=len(TYPES)),
        (
            "no-such-bonus",
            "bonus-unearned",
            "bonus-taken",
            "bonus-unclaimed",
            "all-seven-order",
            "all-seven-unclaimed",
        ),
    ),
    Section(
        "aaron",
        say("Aaron"),
        ("aaron-cards", "aaron-missing", "first-card-moved", "only-aaron", "aarons-cloisters"),
        _solo,
    ),
    Section("round", say("End of a round"), there=_solo),
    Section(
        "round", say("End of a round, starting player"), ("start-player-taken", "start-player-unclaimed"), _several
    ),
    Section("scoring", say("What counts"), SCORING_CODES, _solo),
    Section("scoring", say("Final scoring and ties"), SCORING_CODES, _several),
)


def values(state: State) -> Mapping[str, object]:
    count, worth, all_seven = state.seat_count, triple_values(state.table), ALL_SEVEN[state.seat_count]
    each, last = divmod(DISPLAY[count], DIE)
    return {
        **CONSTANTS,
        "all_seven": all_seven,
        "all_seven_in_box": [points for points in max(ALL_SEVEN.values(), key=len) if points not in all_seven],
        "cloisters_worth": worth["cloisters"],
        "deck": sum(each.deck for each in CARD_TYPES),
        "display": DISPLAY[count],
        "display_each": each,
        "display_last": last,
        "solo": state.solo,
        "workers": WORKERS[:count],
        "workers_of_four": WORKERS,
        "worth": worth,
    }


RULES = Rules(SECTIONS, values, scoring="scoring")
