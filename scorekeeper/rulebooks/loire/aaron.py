"""Aaron's table, as it is entered in each round. Source: "Solitaire Variation"."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...core.table import BoxFacts
from . import bonuses, estate
from .state import Holding, State


@dataclass(frozen=True, slots=True)
class Aaron:
    """Aaron's table in this round, as it was entered; `holding` has it filled in."""

    estate: Mapping[str, int] | None = field(default=None, compare=False)
    first_triples: tuple[str, ...] | None = field(default=None, compare=False)
    all_seven: int | None = field(default=None, compare=False)
    holding: Holding = field(init=False)

    def __post_init__(self) -> None:
        holding = Holding(estate.piles(self.estate), bonuses.entered(self.first_triples, self.all_seven))
        object.__setattr__(self, "holding", holding)


def aarons_table(holding: Holding) -> Aaron:
    """Return his table as it is entered if this is what he has, with every field filled in."""
    cards = dict(zip(estate.TYPES, holding.estate.cards, strict=True))
    return Aaron(cards, holding.bonuses.first_triples, holding.bonuses.all_seven)


def prefill_aaron(state: State, seat: int, facts: BoxFacts) -> Aaron:
    """Return Aaron's table as it stands, with every field filled in; before the first they are left out."""
    holding = state.holdings[state.aaron]
    return Aaron() if holding is None else aarons_table(holding)
