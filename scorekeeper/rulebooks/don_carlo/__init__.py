"""Don Carlo, for 2 to 4 players: agents with code names earn points in countries."""

from ...core.fields import Colour, Field, PerSeat
from ...core.history import HistoryHooks
from ...core.messages import N_, say
from ...core.rulebook import Meta, Option, Pages, Rulebook, Seats
from ...core.sheet import Column
from . import history, scoring, state
from .agent import AGENT, OPEN_CARDS
from .keypad import keypad
from .rules import RULES
from .state import COLOUR_LABELS, COLOURS

RULEBOOK = Rulebook(
    meta=Meta(
        slug="don-carlo",
        title=say("Don Carlo"),
        players=(2, 4),
        sole_winner=N_("{player} is Don Carlo"),
        joint_winners=N_("{players} share the title of Don Carlo"),
        parts=(
            Column("influence", say("influence")),
            Column("bonus", say("bonus")),
            Column("countries", say("countries")),
        ),
        tie_breaks=(Column("cards_left", say("cards left"), lowest=True, won_by=say("fewer cards left")),),
        so_far=say("so far"),
        at_end=say("countries"),
    ),
    options=(
        Option(
            Field("families", PerSeat(Colour(COLOURS, COLOUR_LABELS)), say("Family"), required=False),
            default=lambda seat_count: COLOURS[:seat_count],
            change=say("the change of colours"),
        ),
    ),
    kinds=lambda table: (AGENT, state.STOP),
    start=state.start,
    finished=state.finished,
    lines=scoring.lines,
    finale=scoring.finale,
    turn=state.turn,
    helpers=(OPEN_CARDS,),
    seats=Seats(
        rule=say("The youngest player sits first and starts; the others follow clockwise."),
        colours=lambda table: table.options["families"],
        eliminated=state.eliminated,
    ),
    pages=Pages(board=scoring.country_scoring, entry=keypad),
    rules=RULES,
    history=HistoryHooks(moments=history.moments, records=history.RECORDS),
)
