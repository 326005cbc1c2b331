"""Thorns, a made-up title: each player counts thorns after each round; the player with fewest at the end wins."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...core.errors import IllegalPlay
from ...core.fields import ByPlayer, Field, Integer, Record
from ...core.messages import N_, many, say
from ...core.rulebook import Helper, Kind, Meta, Option, Pages, Rulebook
from ...core.sheet import Column, Line
from ...core.table import Summary, Table

MAX_THORNS = 66


@dataclass(frozen=True, slots=True)
class Round:
    """The thorns counted after a round, by seat; players without thorns may be omitted."""

    thorns: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Roses:
    """Roses found, by seat: each takes away thorns, a white one a given number."""

    roses: Mapping[int, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class State:
    """The table, the players' thorns, and the number of rounds played."""

    table: Table
    thorns: tuple[int, ...]
    rounds: int = 0


def start(table: Table) -> State:
    """Return a table without thorns."""
    return State(table, (0,) * len(table.players))


def end_round(state: State, play: Round, number: int) -> State:
    """Return the state after a round; raises IllegalPlay."""
    if not any(play.thorns.values()):
        raise IllegalPlay("no-thorns", say("Somebody has thorns after each round."), "thorns")
    if min(play.thorns.values()) < 0:
        raise IllegalPlay("negative", say("Nobody has less than no thorns."), "thorns")
    return replace(state, thorns=_added(state, play.thorns), rounds=state.rounds + 1)


def find_roses(state: State, play: Roses, number: int) -> State:
    """Return the state after roses took away thorns; raises IllegalPlay."""
    if not play.roses:
        raise IllegalPlay("no-roses", say("Nobody found a rose."), "roses")
    return replace(state, thorns=_added(state, {seat: -_worth(each) for seat, each in play.roses.items()}))


def _added(state: State, change: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(thorns + change.get(seat, 0) for seat, thorns in enumerate(state.thorns))


def _worth(roses: Mapping[str, int]) -> int:
    return roses["red"] + roses.get("white", 0)


def describe_round(before: State, play: Round, after: State) -> Summary:
    """Return the number of thorns in a round."""
    return Summary(many("{count} thorn counted", "{count} thorns counted", sum(play.thorns.values())))


def describe_roses(before: State, play: Roses, after: State) -> Summary:
    """Return the players who found roses."""
    return Summary(say("Roses of {players}", players=tuple(before.table.players[seat] for seat in play.roses)))


def finished(state: State) -> bool:
    """Return whether a player has too many thorns, or the last round was played."""
    options = state.table.options
    return max(state.thorns) >= options["limit"] or state.rounds == options.get("rounds")


def left(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return the number of thorns that each player can still take."""
    limit = state.table.options["limit"]
    return tuple(
        Summary(say("{player}: {left} left", player=player, left=limit - thorns))
        for player, thorns in zip(state.table.players, state.thorns, strict=True)
    )


ROUND = Kind(
    "round",
    Round,
    say("End the round"),
    end_round,
    fields=(Field("thorns", ByPlayer(Integer()), say("Thorns"), hint=say("Who has none can be left out.")),),
    describe=describe_round,
    title=N_("Round"),
)
ROSES = Kind(
    "roses",
    Roses,
    say("Enter roses"),
    find_roses,
    fields=(
        Field(
            "roses",
            ByPlayer(
                Record(
                    (
                        Field("red", Integer(), say("Red")),
                        Field("white", Integer(least=-3), say("White"), required=False),
                    )
                )
            ),
            say("Roses"),
        ),
    ),
    describe=describe_roses,
    title=N_("Roses"),
)

RULEBOOK = Rulebook(
    meta=Meta(
        slug="thorns",
        title=say("Thorns"),
        players=(2, 10),
        sole_winner=N_("{player} is hardly scratched"),
        joint_winners=N_("{players} are hardly scratched"),
        parts=(Column("rounds", say("rounds")),),
        total=say("thorns"),
        lowest_wins=True,
    ),
    options=(
        Option(
            Field("limit", Integer(), say("Thorns that end the game"), required=False),
            default=lambda count: MAX_THORNS,
            initial=MAX_THORNS,
            remembered=True,
        ),
        Option(Field("rounds", Integer(), say("Rounds"), required=False, hint=say("Empty: no limit of rounds."))),
    ),
    kinds=lambda table: (ROUND, ROSES),
    start=start,
    finished=finished,
    lines=lambda state: [Line(seat, thorns, {"rounds": state.rounds}) for seat, thorns in enumerate(state.thorns)],
    helpers=(Helper("left", say("How many are left?"), say("Until somebody has too many:"), (), left),),
    pages=Pages(board=lambda state: state.rounds),
)
