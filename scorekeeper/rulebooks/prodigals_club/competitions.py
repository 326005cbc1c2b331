"""All competitions. A table knows the plays of each, and refuses those of competitions that it does not play."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...core.errors import IllegalPlay
from ...core.messages import say
from ...core.rulebook import Helper, Kind
from ...core.table import Recalled, Summary, Table
from .election import ELECTION
from .last_will import LAST_WILL
from .possessions import POSSESSIONS
from .society import SOCIETY
from .state import Competition, State

COMPETITIONS = (POSSESSIONS, LAST_WILL, ELECTION, SOCIETY)
"""All competitions, in the order of the score paper; handicaps are taken in this order, too."""


def played(table: Table) -> tuple[Competition, ...]:
    """Return the competitions of this table."""
    return tuple(each for each in COMPETITIONS if each.name in table.options["competitions"])


def _not_played(state: State, competition: Competition) -> IllegalPlay:
    return IllegalPlay(
        "no-such-competition",
        say(
            "{competition} is not part of this game: it is played with {played}.",
            competition=competition.label,
            played=tuple(each.label for each in state.competitions),
        ),
    )


def _guarded(kind: Kind[State, Any]) -> Kind[State, Any]:
    """Return the kind of play so that games without any of its competitions refuse it, and prefill nothing."""
    owners = [each for each in COMPETITIONS if kind in each.kinds]
    foreign = frozenset(owners).isdisjoint

    def apply(state: State, play: Any, number: int) -> State:
        if foreign(state.competitions):
            raise _not_played(state, owners[0])
        return kind.apply(state, play, number)

    def prefill(state: State, seat: int, recalled: Recalled) -> Any:
        return None if foreign(state.competitions) else kind.prefill(state, seat, recalled)

    return replace(kind, apply=apply, prefill=prefill)


def _asked(helper: Helper[State], owner: Competition) -> Helper[State]:
    """Return the question so that it answers with the reason if the rules refuse what is asked, or are not played."""

    def answer(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
        try:
            if owner not in state.competitions:
                raise _not_played(state, owner)
            return helper.answer(state, values)
        except IllegalPlay as illegal:
            return (Summary(illegal.refusal.message),)

    return replace(helper, answer=answer, wanted=lambda table: owner in played(table))


KINDS = tuple(_guarded(kind) for kind in {kind.name: kind for each in COMPETITIONS for kind in each.kinds}.values())
HELPERS = tuple(_asked(helper, each) for each in COMPETITIONS for helper in each.helpers)
