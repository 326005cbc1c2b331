"""The Castles of Burgundy: The Card Game, for 1 to 4 players: estates, triples, bonus cards and animals."""

from dataclasses import dataclass

from ...core.errors import Unreadable
from ...core.messages import N_, say
from ...core.rulebook import Column, Meta, Option, Rulebook, Table
from ...core.shapes import Field, Flag, Integer, People, Record, integer
from . import helpers, paper, plays, rules, scoring
from .cards import PRINTED, TYPE_LABELS, TYPES

COLOURS = ("blue", "green", "grey", "brown")


@dataclass(frozen=True, slots=True)
class PrintedValue(Integer):
    """What is printed on a card: a whole number that is never negative."""

    def read(self, value: object, people: People) -> int:
        """Return `value` if it is a whole number from 0."""
        if integer(value) < 0:
            raise Unreadable(say("what is printed on a card is never negative"))
        return integer(value)


def _colours(table: Table) -> tuple[str, ...]:
    return COLOURS[: len(table.players)]


RULEBOOK = Rulebook(
    meta=Meta(
        slug="loire",
        title=say("The Castles of Burgundy: The Card Game"),
        players=(1, 4),
        first_seat=say("The youngest sits first and begins; the others follow clockwise."),
        crowned=N_("{player} has the most prosperous estate on the Loire"),
        shared=N_("{players} share the most prosperous estate on the Loire"),
        parts=(
            Column("triples", say("triples")),
            Column("first_triples", say("first triples")),
            Column("all_seven", say("all 7 types")),
            Column("victory_cards", say("victory point cards")),
            Column("goods", say("sold goods")),
            Column("animals", say("animals")),
            Column("start_player", say("start player")),
        ),
        tie_breaks=(Column("storage_left", say("cards left in storage")),),
    ),
    options=(
        Option(
            Field("solo", Flag(), say("Alone against Aaron"), required=False),
            settled=lambda players: True if players == 1 else None,
        ),
        Option(
            Field(
                "triple_values",
                Record(plays.optional_fields(TYPES, TYPE_LABELS, PrintedValue())),
                say("What a triple is worth"),
                required=False,
                hint=say("As printed at the foot of the cards"),
            ),
            remembered=True,
            offered=PRINTED,
        ),
    ),
    kinds=plays.kinds,
    start=rules.start,
    apply=rules.apply,
    turn=lambda state: None,  # anybody may be entered at any time
    finished=rules.finished,
    sheet=scoring.sheet,
    label=scoring.label,
    tell=scoring.tell,
    standing_out=lambda state: (),
    colours=_colours,
    show=paper.board,
    entry=paper.entry,
    starter=lambda state: 0,  # the youngest begins every time
    helpers=helpers.HELPERS,
    onward=paper.onward,
    draft=paper.draft,
    sketch=paper.sketch,
    fault=rules.fault,
)
