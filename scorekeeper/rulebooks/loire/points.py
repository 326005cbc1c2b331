"""What a holding is worth."""

from collections.abc import Mapping

from ...core.rulebook import Table
from .cards import FIRST_POINTS, PRINTED, SET_POINTS, TYPES
from .holdings import Holding, animal_sets, triples

PARTS = ("triples", "first_triples", "all_seven", "victory_cards", "goods", "animals", "start_player")
AARONS_PARTS = frozenset({"triples", "first_triples", "all_seven"})


def is_solo(table: Table) -> bool:
    """Return whether somebody plays against Aaron."""
    return bool(table.options.get("solo"))


def triple_values(table: Table) -> Mapping[str, int]:
    """Return what a triple of each type is worth, as far as it is known. Source: "Action 2"."""
    return {**PRINTED, **table.options.get("triple_values", {})}


def lacking(holding: Holding, worth: Mapping[str, int]) -> tuple[str, ...]:
    """Return the types that have a triple whose worth is not known."""
    counted = zip(TYPES, triples(holding), strict=True)
    return tuple(name for name, count in counted if count and name not in worth)


def triple_points(holding: Holding, worth: Mapping[str, int]) -> int | None:
    """Return what the triples are worth together, or None while that is not known."""
    if lacking(holding, worth):
        return None
    counted = zip(TYPES, triples(holding), strict=True)
    return sum(count * worth[name] for name, count in counted if count)


def animal_points(animals: tuple[int, ...]) -> int:
    """Return the points of a collection of animals. Source: "Game End"."""
    sets = animal_sets(animals)
    return sets.fours * SET_POINTS[4] + sets.threes * SET_POINTS[3] + sets.twos * SET_POINTS[2]


def parts(holding: Holding, table: Table) -> Mapping[str, int | None]:
    """Return the parts of a score. Source: "Game End"; in the "Solitaire Variation" without the start player card."""
    return {
        "triples": triple_points(holding, triple_values(table)),
        "first_triples": len(holding.first_triples) * FIRST_POINTS,
        "all_seven": holding.all_seven,
        "victory_cards": holding.victory_cards,
        "goods": holding.goods_vp,
        "animals": animal_points(holding.animals),
        "start_player": int(holding.start_player and not is_solo(table)),
    }


def total(scored: Mapping[str, int | None]) -> int | None:
    """Return the sum of the parts, or None while one of them is not known."""
    known = [points for points in scored.values() if points is not None]
    return sum(known) if len(known) == len(scored) else None
