"""The Castles of Burgundy: The Card Game, for 1 to 4 players: estates, triples, bonus cards and animals."""

from ...core.history import HistoryHooks
from ...core.messages import say
from ...core.rulebook import Pages, Rulebook, Seats
from . import history, pages, scoring, solitaire, state
from .estate import TRIPLE_VALUES
from .helpers import HELPERS
from .rules import RULES
from .scoring import STOP
from .solitaire import AARONS_TABLE, END_ROUND, ROUNDS, SOLO
from .tally import TALLY

RULEBOOK = Rulebook(
    meta=scoring.META,
    options=(SOLO, TRIPLE_VALUES),
    kinds=lambda table: (TALLY, AARONS_TABLE, END_ROUND) if state.is_solo(table) else (TALLY, STOP),
    start=state.start,
    finished=lambda state: state.over,
    lines=scoring.lines,
    finale=pages.finale,
    notes=scoring.notes,
    extras=lambda state: {"round": ROUNDS[state.round]} if state.solo else {},
    headline=solitaire.headline,
    helpers=HELPERS,
    seats=Seats(
        rule=say("The youngest player sits first and starts; the others follow clockwise."),
        non_players=state.others,
        next_to_enter=solitaire.next_to_enter,
        fault=solitaire.fault,
    ),
    pages=Pages(board=pages.board, entry=pages.entry, preview=pages.preview),
    rules=RULES,
    history=HistoryHooks(
        figures=solitaire.figures,
        round=solitaire.round_ended,
        moments=history.moments,
        records=history.RECORDS,
        played_out=lambda course: True,
    ),
)
