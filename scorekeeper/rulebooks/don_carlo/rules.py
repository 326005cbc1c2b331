"""The sections of the rules, and the values for their template, `templates/rulebooks/don-carlo/rules.html`."""

from collections.abc import Mapping

from ...core.messages import joined, say
from ...core.rules import Rules, Section
from .examples import FOURTH, LEVEL
from .state import (
    BONUS_LENGTH,
    COLOUR_LABELS,
    EGOISTRIA,
    FAMILY,
    HAND,
    IN_PLAY,
    LONGEST,
    RUN_BONUS,
    SQUADRONIA,
    TRIPLE_BONUS,
    State,
    bonus,
    country_of_sum,
    every_combination,
    spelled,
)

SAMPLE = (1, 1, 4)
"""The sample code name in the rules, legal with any number of players."""

SECTIONS: tuple[Section[State], ...] = (
    Section("set-up", say("Before the first agent")),
    Section("countries", say("The countries"), ("no-country",)),
    Section("turn", say("A turn"), ("out-of-turn",)),
    Section("code-name", say("A code name"), ("code-name-length", "no-such-number", "code-name-taken", "cards-spent")),
    Section("points", say("Points for an agent")),
    Section("stuck", say("No agent possible?"), ("out",)),
    Section("end", say("The end, and the countries"), ("game-over",)),
    Section("winner", say("Who wins")),
)


def values(state: State) -> Mapping[str, object]:
    by_sum, possible = country_of_sum(state.seat_count), state.directory.names
    left_out = [country for country in IN_PLAY[max(IN_PLAY)] if country not in state.countries]
    return {
        "bonus_length": BONUS_LENGTH,
        "code_names": len(possible),
        "countries": state.countries,
        "egoistria": EGOISTRIA,
        "family": [
            (count, [number for number, there in enumerate(FAMILY) if there == count])
            for count in sorted(set(FAMILY), reverse=True)
        ],
        "family_cards": sum(FAMILY),
        "fourth": FOURTH,
        "hand": HAND,
        "highest": len(FAMILY) - 1,
        "impossible_runs": _impossible(RUN_BONUS),
        "impossible_triples": _impossible(TRIPLE_BONUS),
        "largest_sum": max(by_sum),
        "level": LEVEL,
        "longest": LONGEST,
        "named_heads": joined(COLOUR_LABELS[:2], ", "),
        "run_bonus": RUN_BONUS,
        "runs": [spelled(name) for name in possible if bonus(name) == RUN_BONUS],
        "sample": SAMPLE,
        "sample_country": state.countries[by_sum[sum(SAMPLE)]],
        "sample_name": spelled(SAMPLE),
        "sample_sum": sum(SAMPLE),
        "squadronia": SQUADRONIA,
        "sums_left_out": [f"[{total}]" for country in left_out for total in country.sums],
        "triple_bonus": TRIPLE_BONUS,
        "triples": [spelled(name) for name in possible if bonus(name) == TRIPLE_BONUS],
    }


def _impossible(points: int) -> list[str]:
    """Return the code names with this bonus that no country takes with any number of players."""
    sums = country_of_sum(max(IN_PLAY))
    return [spelled(name) for name in every_combination() if bonus(name) == points and sum(name) not in sums]


RULES = Rules(SECTIONS, values, scoring="end")
