"""The Castles of Burgundy: The Card Game, for 1 to 4 players: estates, triples, bonus cards and animals."""

from ...core.course import Telling
from ...core.messages import say
from ...core.rulebook import Pages, Rulebook, Seats
from . import pages, paper, solitaire, state
from .estate import TRIPLE_VALUES
from .helpers import HELPERS
from .moments import moments
from .records import RECORDS
from .rules import RULES
from .scoring import STOP
from .solitaire import AARONS_TABLE, END_ROUND, SOLO
from .tally import TALLY

RULEBOOK = Rulebook(
    meta=paper.META,
    options=(SOLO, TRIPLE_VALUES),
    kinds=lambda table: (TALLY, AARONS_TABLE, END_ROUND) if state.is_solo(table) else (TALLY, STOP),
    start=state.start,
    finished=state.finished,
    lines=paper.lines,
    finale=pages.finale,
    notes=paper.notes,
    extras=paper.extras,
    headline=solitaire.headline,
    helpers=HELPERS,
    seats=Seats(
        rule=say("The youngest sits first and begins; the others follow clockwise."),
        others=state.others,
        next_to_enter=solitaire.next_to_enter,
        fault=solitaire.fault,
    ),
    pages=Pages(board=pages.board, entry=pages.entry, preview=pages.preview),
    rules=RULES,
    telling=Telling(
        figures=solitaire.figures,
        round=solitaire.round_ended,
        moments=moments,
        records=RECORDS,
        whole=lambda course: True,
    ),
)
