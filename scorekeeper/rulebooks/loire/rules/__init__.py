"""The rules at hand, for the number of players at the table; in a solo game with a section on Aaron."""

from ....core.rules import Rules, Section
from ..state import State
from . import alone, cloisters, ending, estate, set_up, triples, turn


def sections(state: State) -> tuple[Section, ...]:
    """Return the sections for this table."""
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
