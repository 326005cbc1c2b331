"""Who has the cards that there is only one of: the bonus cards and the start player card."""

from collections.abc import Mapping
from dataclasses import dataclass

from .state import State


@dataclass(frozen=True, slots=True)
class Held:
    """The seats that have the "first" cards, by type; those for all 7 types, by their points; the start player card.

    Aaron has the seat after the player's.
    """

    first_triples: Mapping[str, int]
    all_seven: Mapping[int, int]
    start_player: int | None


def held(state: State) -> Held:
    """Return who has these cards, according to the tallies."""
    known = [(seat, holding) for seat, holding in enumerate(state.holdings) if holding]
    return Held(
        {name: seat for seat, holding in known for name in holding.bonuses.first_triples},
        {holding.bonuses.all_seven: seat for seat, holding in known if holding.bonuses.all_seven},
        next((seat for seat, holding in known if holding.start_player), None),
    )
