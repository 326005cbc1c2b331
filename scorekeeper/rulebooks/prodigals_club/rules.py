"""The sections of the rules, and the values for their template, `templates/rulebooks/prodigals-club/rules.html`."""

from collections.abc import Callable, Mapping

from ...core.messages import say
from ...core.rules import Rules, Section
from . import last_will, set_up
from .election import (
    BENEFITS,
    BENEFITS_WITH_CARD,
    BREWER,
    FEWEST,
    LAST_REWARDS,
    LAST_ROUNDS,
    MAX_VOTES,
    PRINTED,
    RANKS,
    START,
    TREATING,
    rewards_on_board,
    speeches,
)
from .possessions import (
    BOROUGH,
    LITTLE_MORE_TIME,
    PENALTY,
    POUNDS,
    PUT_BACK,
    TILES,
    compensation,
    growing,
    sale_price,
)
from .rounds import EndRound, order_after
from .society import MARKERS, TOP_ROW
from .state import ROUNDS, State, described_handicaps, handicaps, summed

SMALL_SIDE, LARGE_SIDE = (2, 3), (4, 5)
"""The player counts of each side of the boards. Source: "Game Boards"."""

BONUS_TILES = 2
"""Bonus action tiles of each competition. Source: "Setting Up the Game"."""

HAND_LIMIT = 4
"""Cards kept at the end of a round. Source: "Clear the Boards"."""

STANDARD = 2
"""Competitions in a standard game; the central card takes more there. Source: "Taking the Central Card"."""

SPEAKERS: Mapping[int, tuple[int, ...]] = {2: (4, 1), 3: (4, 4, 1), 4: (4, 4, 3, 1), 5: (4, 4, 3, 2, 1)}
"""Megaphones of the example, by number of players, with a tie from three on. Source: "Hyde Park Phase", Example 2."""

TOGETHER = 3
"""Cards in the examples of "Treating at the Pub" and "A Little More Time"."""


def span(numbers: tuple[int, ...]) -> str:
    """Return the range of consecutive numbers as printed on the boards: "4–5"."""
    return f"{numbers[0]}\N{EN DASH}{numbers[-1]}"


CONSTANTS = {
    "benefits": BENEFITS,
    "benefits_with_card": BENEFITS_WITH_CARD,
    "bonus_tiles_each": BONUS_TILES,
    "borough": BOROUGH,
    "brewer": BREWER,
    "exchange_of_6_for_1": compensation(6, 1, 3),
    "exchange_of_6_for_4": compensation(6, 4, 3),
    "first_rounds": span(tuple(range(1, LAST_ROUNDS[0]))),
    "growing_cards": TOGETHER,
    "growing_pounds": LITTLE_MORE_TIME + growing(TOGETHER),
    "growing_sum": summed([LITTLE_MORE_TIME, *range(1, TOGETHER + 1)]),
    "last_round": ROUNDS,
    "last_rounds": span(LAST_ROUNDS),
    "little_more_time": LITTLE_MORE_TIME,
    "markers": len(MARKERS),
    "most_votes": MAX_VOTES,
    "penalty": PENALTY,
    "put_back": PUT_BACK,
    "sale_of_1": sale_price(1, 3),
    "sale_of_6": sale_price(6, 1 + BOROUGH),
    "tiles_in_set": max(TILES.values()),
    "top_row": TOP_ROW,
    "treating": TREATING,
    "treating_example": TOGETHER,
    "treating_extra": BREWER * TOGETHER,
    "treating_votes": TREATING[TOGETHER - 1],
    # Numbers shown in the rules but not used in scoring, with their headings in the rulebook.
    "black_central": 3,  # "Central Cards"
    "white_central": 2,
    "black_rounds": span((1, 2, 3)),  # "Dealing Cards", "Central Cards"
    "white_rounds": span((4, 5)),
    "card_rounds": span((1, 2, 3, 4)),
    "reward_round": 5,
    "laid_out": 4,  # "Dealing Tiles"
    "tiles_to_choose": 2,  # "Errands in the Election Competition"
    "symbols": 2,  # "Renaissance Man Tile"
    "slots": 6,  # "Black-Bordered Cards"
    "either_limit": 2,  # "Exchange"
    "either_sales": 2,
    "borough_card": 2,  # "Triggers"
}


def _played(name: str) -> Callable[[State], bool]:
    return lambda state: name in state.table.options["competitions"]


SECTIONS: tuple[Section[State], ...] = (
    Section("set-up", say("Set-up"), ("no-such-competition",)),
    Section("round", say("A round")),
    Section("possessions", say("Possessions"), ("no-such-tile", "unusual-tiles"), _played("possessions")),
    Section("last-will", say("Last Will"), there=_played("last-will")),
    Section("election", say("Election"), there=_played("election")),
    Section(
        "hyde-park",
        say("Hyde Park"),
        (
            "hyde-park-missing",
            "hyde-park-done",
            "megaphones-missing",
            "rewards-missing",
            "unusual-rewards",
            "fewer-megaphones-more",
        ),
        _played("election"),
    ),
    Section("society", say("Society"), ("four-markers", "markers-missing", "no-such-number"), _played("society")),
    Section("dame-beatrice", say("Dame Beatrice"), ("influence-unchanged",), _played("society")),
    Section(
        "end",
        say("End of a round, end of the game"),
        ("no-such-spot", "spot-taken", "wrong-order", "state-missing", "negative-number", "game-over"),
    ),
    Section("cards", say("Cards and signs")),
)


def values(state: State) -> Mapping[str, object]:
    table, count, names = state.table, state.seat_count, state.table.options["competitions"]
    small = count in SMALL_SIDE
    first, second, last = ("/".join(map(str, each)) for each in rewards_on_board(state))
    begun = set_up.start(table)
    # In the example, the last player reserves the first spot.
    next_order = () if state.planning else order_after(begun, EndRound({count - 1: 1}))
    return {
        **CONSTANTS,
        "bonus_tiles": BONUS_TILES * len(state.competitions),
        "competitions": [each.label for each in state.competitions],
        "election": "election" in names,
        "errand_boys": set_up.errand_boys(table),
        "first_rewards": (first, second),
        # "Taking the Central Card"; "Playing The Prodigals Club with Last Will", "Central Board"
        "for_central_card": 2 if len(state.competitions) == STANDARD and not state.planning else 1,
        "hand_limit": last_will.HAND_LIMIT if "last-will" in names else HAND_LIMIT,
        "handicaps": [
            described_handicaps(handicaps(state.competitions, behind)) for behind in range(count - 1, -1, -1)
        ],
        "last_rewards": last,
        "last_will": "last-will" in names,
        "money": "possessions" in names or "last-will" in names,
        "next_order": _letters(next_order),
        "order": _letters(begun.order),
        "planning": state.planning,
        "players": count,
        "possessions": "possessions" in names,
        "pounds_corrected": POUNDS.corrected(table),
        "side": span(SMALL_SIDE if small else LARGE_SIDE),
        "small_side": small,
        "society": "society" in names,
        "speeches": _speeches(state),
        "start_pounds": (last_will.POUNDS if "last-will" in names else POUNDS).of(table),
        "start_votes": min(START.of(table), MAX_VOTES),
        "tiles_left": TILES[count],
    }


def _letters(order: tuple[int, ...]) -> list[str]:
    return ["ABCDE"[seat] for seat in order]


def _speeches(state: State) -> list[tuple[int, object, int]]:
    """Return the example of Hyde Park: megaphones, rank and change of votes of each player."""
    counts = SPEAKERS[state.seat_count]
    changes = speeches(counts, rewards_on_board(state)[PRINTED.index(LAST_REWARDS)])
    return [
        (count, FEWEST if count == min(counts) else RANKS[counts.index(count)], change)
        for count, change in zip(counts, changes, strict=True)
    ]


RULES = Rules(SECTIONS, values, asks=("competitions",), scoring="end")
