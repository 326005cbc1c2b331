"""The points of a holding by part of the score, the checks for missing values, and the score sheet."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from ...core.errors import IllegalPlay
from ...core.messages import N_, Message, joined, many, say
from ...core.rulebook import Meta, stop
from ...core.sheet import Column, Line, Note
from ...core.table import Summary, Table
from . import bonuses, cards, estate
from .state import AARON, Holding, State, is_solo

PARTS: tuple[Column, ...] = (
    estate.COLUMN,
    *bonuses.COLUMNS,
    *cards.VICTORY_COLUMNS,
    cards.ANIMAL_COLUMN,
    cards.START_PLAYER_COLUMN,
)
"""The parts of the score. Source: "Game End"."""

HIS_PARTS = frozenset(column.name for column in (estate.COLUMN, *bonuses.COLUMNS))
"""Aaron's parts of the score. Source: "Solitaire Variation"."""

META = Meta(
    slug="loire",
    title=say("The Castles of Burgundy: The Card Game"),
    short=say("Castles of Burgundy"),
    players=(1, 4),
    sole_winner=N_("{player} has the most prosperous estate on the Loire"),
    joint_winners=N_("{players} share the most prosperous estate on the Loire"),
    parts=PARTS,
    tie_breaks=(cards.LEFT_COLUMN,),
    bgg=191977,
)


Scored = Mapping[str, int | None]


def parts(holding: Holding, table: Table) -> Scored:
    """Return the parts of a score by name; the points for triples are None while a printed value is missing.

    Source: "Game End", "Additional important rules". A solo game does not use the start player card: "Solitaire
    Variation".
    """
    return {
        "triples": estate.points(holding.estate, estate.triple_values(table)),
        "first_triples": len(holding.bonuses.first_triples) * bonuses.FIRST_POINTS,
        "all_seven": holding.bonuses.all_seven,
        "victory_cards": holding.victory_cards,
        "goods": holding.sold_goods,
        "animals": cards.sets(holding.animals).points,
        "start_player": cards.START_PLAYER_POINTS if holding.start_player and not is_solo(table) else 0,
    }


def total(scored: Scored) -> int | None:
    known = [points for points in scored.values() if points is not None]
    return sum(known) if len(known) == len(scored) else None


def points_of(state: State, index: int) -> int | None:
    holding = state.holdings[index]
    return None if holding is None else total(parts(holding, state.table))


def lacking_values(state: State) -> tuple[str, ...]:
    """Return the types with an unknown printed value and a triple in any estate."""
    worth = estate.triple_values(state.table)
    missing = {name for each in state.everybody(lambda held: held.estate) for name in estate.lacking(each.thing, worth)}
    return tuple(name for name in estate.TYPES if name in missing)


def check_known(state: State) -> None:
    without = tuple(name for name, held in zip(state.names, state.holdings, strict=True) if held is None)
    if without:
        message = many("{players} has no tally yet.", "{players} have no tally yet.", len(without), players=without)
        raise IllegalPlay("tally-missing", message)
    missing = lacking_values(state)
    if missing:
        raise IllegalPlay("printed-value-missing", estate.values_missing(missing))


def described(holding: Holding, table: Table, headline: Callable[[int], Message]) -> Summary:
    """Return a summary of a holding's points under `headline(points)`, or the request for missing printed values."""
    scored = parts(holding, table)
    points = total(scored)
    if points is None:
        return Summary(estate.values_missing(estate.lacking(holding.estate, estate.triple_values(table))))
    counted = [say("{part} {points}", part=each.label, points=scored[each.name]) for each in PARTS if scored[each.name]]
    return Summary(headline(points), joined(counted, ", ") if counted else None)


def lines(state: State) -> tuple[Line, ...]:
    """Return the score sheet: the players by seat, then Aaron. Source: "Game End", "Solitaire Variation"."""
    own = tuple(_line(state, seat) for seat in range(state.seat_count))
    if not state.solo:
        return own
    ahead = (replace(line, key=None if line.total is None else (line.total, 1)) for line in own)
    return (*ahead, _aarons_line(state))


def _line(state: State, seat: int) -> Line:
    holding, left = state.holdings[seat], cards.LEFT_COLUMN.name
    if holding is None:
        return Line(seat, None, dict.fromkeys(column.name for column in PARTS), {left: None})
    scored = parts(holding, state.table)
    return Line(seat, total(scored), scored, {left: cards.left_in_storage(holding.storage, holding.animals)})


def _aarons_line(state: State) -> Line:
    """Return Aaron's line of the score sheet. He does not have a seat, and the player wins ties."""
    holding = state.holdings[state.aaron]
    scored = parts(holding, state.table) if holding else {}
    points = total(scored) if holding else None
    return Line(
        seat=None,
        total=points,
        parts={column.name: scored.get(column.name) if column.name in HIS_PARTS else None for column in PARTS},
        tie_break={cards.LEFT_COLUMN.name: None},
        key=None if points is None else (points, 0),
        name=AARON,
    )


def notes(state: State) -> tuple[Note, ...]:
    """Return notes on missing printed values and, at the end of the game, on bonus cards and start player card."""
    found, missing = [], lacking_values(state)
    if missing:
        found.append(Note("printed-value-missing", estate.values_missing(missing)))
    if state.over:  # Source: "Additional important rules", "Game End"
        claimed = {name for each in state.everybody(lambda held: held.bonuses) for name in each.thing.first_triples}
        found += bonuses.unclaimed(state.everybody(lambda held: held.estate), claimed)
        if not state.solo and not any(each.thing for each in state.everybody(lambda held: held.start_player)):
            found.append(cards.START_PLAYER_UNCLAIMED)
    return tuple(found)


def final(state: State) -> State:
    """Return the finished state; raises IllegalPlay if points are unknown. Source: "Game End"."""
    check_known(state)
    return replace(state, over=True)


STOP = stop(
    final, label=say("End the game"), title=N_("the end of the game"), summary=Summary(say("These tallies are final"))
)
