"""Who has the cards that only one can have: the bonus cards and the start player card."""

from collections.abc import Mapping
from dataclasses import dataclass

from .state import State


@dataclass(frozen=True, slots=True)
class Held:
    """Whose the "first" cards are, by type; the cards for all 7 types, by their points; and the start player card.

    Everybody is named by seat; Aaron's comes after that of the player.
    """

    first_triples: Mapping[str, int]
    all_seven: Mapping[int, int]
    start_player: int | None


def held(state: State) -> Held:
    """Return who has these cards by the tallies that were entered."""
    known = [(seat, holding) for seat, holding in enumerate(state.holdings) if holding]
    return Held(
        {name: seat for seat, holding in known for name in holding.bonuses.first_triples},
        {holding.bonuses.all_seven: seat for seat, holding in known if holding.bonuses.all_seven},
        next((seat for seat, holding in known if holding.start_player), None),
    )
