"""Don Carlo, for 2 to 4 players: code names, agents in countries, and who has the most of them."""

from ...core.messages import N_, say
from ...core.rulebook import Column, Meta, Option, Rulebook, Table
from ...core.shapes import Choice, Field, PerSeat
from . import helpers, keypad, plays, rules, scoring
from .countries import COLOUR_LABELS, COLOURS


def _colours(table: Table) -> tuple[str, ...]:
    families: tuple[str, ...] = table.options["families"]
    return families


RULEBOOK = Rulebook(
    meta=Meta(
        slug="don-carlo",
        title=say("Don Carlo"),
        players=(2, 4),
        first_seat=say("The youngest sits first and begins; the others follow clockwise."),
        crowned=N_("{player} is Don Carlo"),
        shared=N_("{players} share the title of Don Carlo"),
        parts=(
            Column("influence", say("influence")),
            Column("bonus", say("bonus")),
            Column("countries", say("countries")),
        ),
        tie_breaks=(Column("cards_left", say("cards left")),),
    ),
    options=(
        Option(
            Field("families", PerSeat(Choice(COLOURS, COLOUR_LABELS)), say("Family"), required=False),
            default=lambda players: COLOURS[:players],
        ),
    ),
    kinds=plays.kinds,
    start=rules.start,
    apply=rules.apply,
    turn=rules.turn,
    finished=rules.finished,
    sheet=scoring.sheet,
    label=scoring.label,
    tell=scoring.tell,
    standing_out=rules.standing_out,
    colours=_colours,
    show=scoring.country_scoring,
    entry=keypad.keypad,
    starter=lambda state: 0,  # the youngest begins every time
    helpers=(helpers.OPEN_CARDS,),
)
