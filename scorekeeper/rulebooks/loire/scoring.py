"""The points of a holding, part by part, and what has to be entered before they are known."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from ...core.errors import IllegalPlay
from ...core.messages import N_, Message, joined, many, say
from ...core.rulebook import stop
from ...core.sheet import Column
from ...core.table import Summary, Table
from . import animals, bonuses, estate, start_player, victory_points
from .state import Holding, State, is_solo

PARTS: tuple[Column, ...] = (
    *estate.COLUMNS,
    *bonuses.COLUMNS,
    *victory_points.COLUMNS,
    *animals.COLUMNS,
    *start_player.COLUMNS,
)
"""The parts of the score. Source: "Game End"."""

Scored = Mapping[str, int | None]


def parts(holding: Holding, table: Table) -> Scored:
    """Return the parts of a score by name; that of the triples is None while a printed value is missing."""
    return {
        **estate.points(holding.estate, estate.triple_values(table)),
        **bonuses.points(holding.bonuses),
        **victory_points.points(holding.victory_points),
        **animals.points(holding.animals),
        **start_player.points(holding.start_player, is_solo(table)),
    }


def total(scored: Scored) -> int | None:
    """Return the sum of the parts, or None while one of them is not known."""
    known = [points for points in scored.values() if points is not None]
    return sum(known) if len(known) == len(scored) else None


def points_of(state: State, index: int) -> int | None:
    """Return the points of the holding at `index`; None if it was not entered, or while a printed value is missing."""
    holding = state.holdings[index]
    return None if holding is None else total(parts(holding, state.table))


def lacking_values(state: State) -> tuple[str, ...]:
    """Return the types of which anybody has a triple while its printed value is not known."""
    worth = estate.triple_values(state.table)
    missing = {name for each in state.everybody(lambda held: held.estate) for name in estate.lacking(each.thing, worth)}
    return tuple(name for name in estate.TYPES if name in missing)


def check_known(state: State) -> None:
    """Raise IllegalPlay if a tally or a printed value is missing, so that somebody's points are not known."""
    without = tuple(name for name, held in zip(state.names, state.holdings, strict=True) if held is None)
    if without:
        message = many("{players} has no tally yet.", "{players} have no tally yet.", len(without), players=without)
        raise IllegalPlay("tally-missing", message)
    missing = lacking_values(state)
    if missing:
        raise IllegalPlay("printed-value-missing", estate.values_missing(missing))


def described(holding: Holding, table: Table, headline: Callable[[int], Message]) -> Summary:
    """Return a summary of a holding's points with the `headline` for them, or one that asks for missing values."""
    scored = parts(holding, table)
    points = total(scored)
    if points is None:
        return Summary(estate.values_missing(estate.lacking(holding.estate, estate.triple_values(table))))
    return Summary(headline(points), _detail(scored))


def _detail(scored: Scored) -> Message | None:
    counted = [say("{part} {points}", part=each.label, points=scored[each.name]) for each in PARTS if scored[each.name]]
    return joined(counted, ", ") if counted else None


def final(state: State) -> State:
    """Return the state in which the game is over; raises IllegalPlay if points are not known. Source: "Game End"."""
    check_known(state)
    return replace(state, over=True)


STOP = stop(
    final, label=say("End the game"), title=N_("the end of the game"), summary=Summary(say("These tallies are final"))
)
