"""The Prodigals Club, for 2 to 5 players: two or three competitions; the lowest highest score wins."""

from ...core.history import HistoryHooks, points
from ...core.messages import N_, say
from ...core.rulebook import Meta, Pages, Rulebook, Seats, StartingPlayer
from ...core.sheet import Column
from . import election, history, pages, scoring, set_up
from .rounds import END_PLANNED_ROUND, END_ROUND, STOP, next_to_enter
from .rules import RULES
from .set_up import COMPETITIONS, HELPERS, KINDS, played
from .society import together
from .state import is_planned

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
    kinds=lambda table: ALL_KINDS_PLANNED if is_planned(played(table)) else ALL_KINDS,
    start=set_up.start,
    finished=lambda state: state.over,
    lines=scoring.lines,
    finale=scoring.finale,
    summarize_batch=together,
    extras=lambda state: {"round": state.round, "order": [state.table.players[seat] for seat in state.order]},
    options=set_up.OPTIONS,
    helpers=HELPERS,
    seats=Seats(
        rule=say("The order of play is drawn at random: the first player sits first, the others follow in that order."),
        first=StartingPlayer.DRAWN,
        by_options=set_up.sitting,
        next_to_enter=next_to_enter,
        fault=set_up.fault,
    ),
    pages=Pages(
        board=pages.board,
        preview=election.preview,
        extra_pages={"course": say("Round by round")},
        batched_kinds=tuple(kind.name for kind in KINDS if kind.has_player),
    ),
    rules=RULES,
    history=HistoryHooks(
        figures=history.figures, round=history.round_ended, moments=history.moments, records=history.RECORDS
    ),
)
