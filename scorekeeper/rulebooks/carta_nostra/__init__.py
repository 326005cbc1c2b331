"""Carta Nostra, for 2 to 6 players: the first player with all five Mafiosi in their city wins."""

from ...core.history import HistoryHooks
from ...core.messages import N_, say
from ...core.rulebook import Meta, Pages, Rulebook, Seats, StartingPlayer
from ...core.sheet import Column
from ...core.table import Table
from . import board, cities, history
from .mafiosi import PLAYERS
from .rules import RULES
from .turn import TURN, WON

COLOURS = ("red", "blue", "green", "grey", "brown", "violet")
KINDS = say("kinds of Mafiosi")


def _colours(table: Table) -> tuple[str, ...]:
    """Return the colours by seat, in the order of names: players keep their colour if the winner sits first."""
    by_name = sorted(table.players, key=str.casefold)
    return tuple(COLOURS[by_name.index(name)] for name in table.players)


RULEBOOK = Rulebook(
    meta=Meta(
        slug="carta-nostra",
        title=say("Carta Nostra"),
        players=PLAYERS,
        sole_winner=N_("{player} is the new Don"),
        joint_winners=N_("{players} are the new Dons"),
        parts=(Column("city", KINDS),),
        so_far=KINDS,
    ),
    kinds=lambda table: (TURN, WON),
    start=cities.start,
    finished=cities.finished,
    lines=cities.lines,
    turn=cities.turn,
    seats=Seats(
        rule=say(
            "The player who most recently saw a film about the Mafia sits first and starts; from the second game on, "
            "the last winner. The others follow clockwise."
        ),
        first=StartingPlayer.WINNER,
        colours=_colours,
    ),
    pages=Pages(board=board.board, preview=board.preview),
    rules=RULES,
    history=HistoryHooks(
        figures=cities.no_race,
        moments=history.moments,
        records=history.RECORDS,
        played_out=history.played_out,
    ),
)
