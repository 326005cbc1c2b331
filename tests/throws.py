"""A made-up title in which players throw points."""

from dataclasses import dataclass

from scorekeeper.core.fields import PLAYER, Field, Integer
from scorekeeper.core.history import HistoryHooks
from scorekeeper.core.messages import N_, say
from scorekeeper.core.rulebook import Kind, Meta, Rulebook, stop
from scorekeeper.core.sheet import Column, Line
from scorekeeper.core.table import Summary
from tests import claims  # noqa: F401 (registers the titles' checks)
from tests.documents import game_document


@dataclass(frozen=True)
class Throw:
    seat: int
    points: int


def throw(state, play, number):
    points, _ = state
    return tuple(each + play.points * (seat == play.seat) for seat, each in enumerate(points)), False


LUCK = (Column("luck", say("luck")), Column("pluck", say("pluck"), lowest=True))
"""Tie-breaks: Cleo and Dan have luck, but Dan lacks pluck; Ada and Bo are level in both."""


def title(slug, telling=None, *, lowest_wins=False, tie_breaks=()):
    """Return a title in which any player throws any points until the players agree to stop."""
    broken = {"luck": (0, 0, 1, 1), "pluck": (2, 2, 2, 3)}
    kinds = (
        Kind(
            "throw",
            Throw,
            say("Throw"),
            throw,
            fields=(PLAYER, Field("points", Integer(), say("Points"))),
            describe=lambda before, play, after: Summary(say("thrown"), points=play.points),
            title=N_("{player}'s throw"),
        ),
        stop(lambda state: (state[0], True)),
    )
    return Rulebook(
        meta=Meta(slug, say("Throws"), (1, 4), lowest_wins=lowest_wins, tie_breaks=tie_breaks),
        kinds=lambda table: kinds,
        start=lambda table: ((0,) * len(table.players), False),
        finished=lambda state: state[1],
        lines=lambda state: [
            Line(seat, each, tie_break={column.name: broken[column.name][seat] for column in tie_breaks})
            for seat, each in enumerate(state[0])
        ],
        history=telling or HistoryHooks(),
    )


TITLES = {
    "most": title("most"),
    "fewest": title("fewest", lowest_wins=True),
    "luckiest": title("luckiest", tie_breaks=LUCK),
    "least-lucky": title("least-lucky", tie_breaks=LUCK[:1]),
}


NAMES = ("Ada", "Bo", "Cleo", "Dan")


def game(*throws, slug="most", players=3, stop=True):
    """Return a game document: each throw is a seat and its points."""
    plays = [{"kind": "throw", "player": NAMES[seat], "points": points} for seat, points in throws]
    return game_document(slug, NAMES[:players], [*plays, *([{"kind": "stop"}] if stop else [])])
