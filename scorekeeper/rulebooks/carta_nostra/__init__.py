"""Carta Nostra, for 2 to 6 players: who first has all five Mafiosi in their city."""

from ...core.messages import N_, say
from ...core.rulebook import Column, Meta, Rulebook, Table
from . import board, plays, rules, scoring

COLOURS = ("red", "blue", "green", "grey", "brown", "violet")


def _colours(table: Table) -> tuple[str, ...]:
    """Return the colours by name, so that the same players keep theirs while the winner moves to the first seat."""
    by_name = sorted(table.players, key=str.casefold)
    return tuple(COLOURS[by_name.index(name)] for name in table.players)


RULEBOOK = Rulebook(
    meta=Meta(
        slug="carta-nostra",
        title=say("Carta Nostra"),
        players=(2, 6),
        first_seat=say(
            "Whoever last saw a film about the Mafia sits first and begins, from the second game on whoever won the "
            "last one; the others follow clockwise."
        ),
        crowned=N_("{player} is the new Don"),
        shared=N_("{players} are the new Dons"),
        parts=(Column("city", say("different Mafiosi")),),
        tie_breaks=(),
        winner_begins=True,
    ),
    kinds=plays.kinds,
    start=rules.start,
    apply=rules.apply,
    turn=rules.turn,
    finished=rules.finished,
    sheet=scoring.sheet,
    label=scoring.label,
    tell=scoring.tell,
    standing_out=lambda state: (),
    colours=_colours,
    show=board.board,
    entry=board.entry,
    starter=rules.starter,
    sketch=board.sketch,
)
