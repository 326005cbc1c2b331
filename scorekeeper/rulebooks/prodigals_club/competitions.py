"""The competitions, gathered: a table knows the plays of all, and refuses those of what it does without."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...core.errors import IllegalPlay
from ...core.messages import say
from ...core.rulebook import Helper, Kind
from ...core.table import BoxFacts, Summary, Table
from .election import ELECTION
from .last_will import LAST_WILL
from .possessions import POSSESSIONS
from .society import SOCIETY
from .state import Competition, State

COMPETITIONS = (POSSESSIONS, LAST_WILL, ELECTION, SOCIETY)
"""In the order of the score paper, in which handicaps are taken, too."""


def played(table: Table) -> tuple[Competition, ...]:
    """Return the competitions of this table."""
    return tuple(each for each in COMPETITIONS if each.name in table.options["competitions"])


def check_played(state: State, owners: tuple[Competition, ...]) -> None:
    """Raise IllegalPlay if none of `owners` is part of this game."""
    if not _are_played(state, owners):
        raise IllegalPlay(
            "no-such-competition",
            say(
                "{competition} is not part of this game: it is played with {played}.",
                competition=owners[0].label,
                played=tuple(each.label for each in state.competitions),
            ),
        )


def _are_played(state: State, owners: tuple[Competition, ...]) -> bool:
    return any(each in state.competitions for each in owners)


def _guarded(kind: Kind[State, Any]) -> Kind[State, Any]:
    """Return the kind of play so that its functions meet only states with a competition that it belongs to."""
    owners = tuple(each for each in COMPETITIONS if kind in each.kinds)

    def apply(state: State, play: Any, number: int) -> State:
        check_played(state, owners)
        return kind.apply(state, play, number)

    def prefill(state: State, seat: int, facts: BoxFacts) -> Any:
        return kind.prefill(state, seat, facts) if _are_played(state, owners) else None

    return replace(kind, apply=apply, prefill=prefill)


def _asked(helper: Helper[State], owner: Competition) -> Helper[State]:
    """Return the question so that it is answered with a sentence where the rules refuse what is asked."""

    def answer(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
        try:
            check_played(state, (owner,))
            return helper.answer(state, values)
        except IllegalPlay as illegal:
            return (Summary(illegal.refusal.message),)

    return replace(helper, answer=answer, wanted=lambda table: owner in played(table))


KINDS = tuple(_guarded(kind) for kind in {kind.name: kind for each in COMPETITIONS for kind in each.kinds}.values())
HELPERS = tuple(_asked(helper, each) for each in COMPETITIONS for helper in each.helpers)
