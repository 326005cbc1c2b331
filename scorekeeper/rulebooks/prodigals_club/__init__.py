"""The Prodigals Club, for 2 to 5 players: two or three competitions; the player whose highest score is lowest wins."""

from ...core.course import Telling, points
from ...core.messages import N_, say
from ...core.rulebook import First, Meta, Pages, Rulebook, Seats
from ...core.sheet import Column
from . import course, decided, pages, scoring, set_up
from .competitions import COMPETITIONS, HELPERS, KINDS, played
from .moments import moments
from .records import RECORDS
from .rounds import END_PLANNED_ROUND, END_ROUND, STOP, next_to_enter, together
from .rules import RULES

ALL_KINDS = (*KINDS, END_ROUND, STOP)
ALL_KINDS_PLANNED = (*KINDS, END_PLANNED_ROUND, STOP)

RULEBOOK = Rulebook(
    meta=Meta(
        slug="prodigals-club",
        title=say("The Prodigals Club"),
        short=say("Prodigals Club"),
        players=(2, 5),
        sole_winner=N_("{player} is the greatest prodigal"),
        joint_winners=N_("{players} are equally great prodigals"),
        parts=tuple(Column(each.name, each.label) for each in COMPETITIONS),
        tie_breaks=scoring.TIE_BREAKS,
        total=say("highest"),
        amount=points,
        lowest_wins=True,
        bgg=181796,
    ),
    kinds=lambda table: ALL_KINDS_PLANNED if any(each.planning for each in played(table)) else ALL_KINDS,
    start=set_up.start,
    finished=lambda state: state.over,
    lines=scoring.lines,
    finale=decided.finale,
    together=together,
    extras=lambda state: {"round": state.round, "order": [state.table.players[seat] for seat in state.order]},
    options=set_up.OPTIONS,
    helpers=HELPERS,
    seats=Seats(
        rule=say("The order of play is drawn at random: the first sits first, the others follow in that order."),
        first=First.DRAWN,
        by_options=set_up.sitting,
        next_to_enter=next_to_enter,
        fault=set_up.fault,
    ),
    pages=Pages(
        board=pages.board,
        entry=pages.entry,
        preview=pages.preview,
        further={"course": say("Round by round")},
        gathered=tuple(kind.name for kind in KINDS if kind.has_player),
    ),
    rules=RULES,
    telling=Telling(figures=course.figures, round=course.round_ended, moments=moments, records=RECORDS),
)
