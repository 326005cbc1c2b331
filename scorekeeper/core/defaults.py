"""What a kind of play does where its title does not say otherwise: nothing."""

from .table import BoxFacts


def no_prefill(state: object, seat: int, facts: BoxFacts) -> None:
    """Return no play: the form begins empty."""
    return


def no_question(state: object, play: object, at_once: bool) -> None:
    """Return no question: a play is entered without being asked about."""
    return


def no_room(state: object, play: object) -> tuple[object, ...]:
    """Return no plays: nobody gives anything up."""
    return ()


def no_facts(state: object, play: object) -> BoxFacts:
    """Return nothing: most plays teach nothing of the box."""
    return {}
