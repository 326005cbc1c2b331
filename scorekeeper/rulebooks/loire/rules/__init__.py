"""The rules at hand: what is looked up at the table, for so many players; alone with Aaron."""

from ....core.rules import Rules, Section
from ..state import State
from . import alone, cloisters, ending, estate, set_up, triples, turn


def sections(state: State) -> tuple[Section, ...]:
    """Return what is looked up at this table."""
    return (
        set_up.section(state),
        turn.section(state),
        turn.DICE,
        estate.section(state),
        cloisters.section(state),
        triples.section(state),
        *((alone.SECTION,) if state.solo else ()),
        ending.round_section(state),
        ending.section(state),
    )


RULES = Rules(sections, scoring="scoring")
