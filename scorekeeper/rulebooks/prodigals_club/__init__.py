"""The Prodigals Club, for 2 to 5 players: two or three competitions, and whoever's worst is lowest wins."""

from ...core.messages import N_, say
from ...core.rulebook import Column, Meta, Option, Rulebook, Table
from ...core.shapes import Choice, Field, Integer, Many, Record
from . import entering, helpers, paper, plays, rules, scoring, setup, telling

COLOURS = ("blue", "green", "grey", "brown", "red")


def _colours(table: Table) -> tuple[str, ...]:
    return COLOURS[: len(table.players)]


RULEBOOK = Rulebook(
    meta=Meta(
        slug="prodigals-club",
        title=say("The Prodigals Club"),
        players=(2, 5),
        first_seat=say("The order of play is drawn at random: the first sits first, the others follow in that order."),
        crowned=N_("{player} is the greatest prodigal"),
        shared=N_("{players} are equally great prodigals"),
        parts=tuple(setup.COLUMNS.values()),
        tie_breaks=(
            Column("second", say("second highest score")),
            Column("third", say("third highest score")),
        ),
        total=say("highest"),
        drawn=True,
    ),
    options=(
        Option(
            Field(
                "competitions",
                Many(Choice(setup.COMPETITIONS, tuple(column.label for column in setup.COLUMNS.values()))),
                say("Competitions"),
                hint=say("Two or three; Last Will may take the place of the possessions"),
            ),
            remembered=True,
            offered=(setup.ELECTION, setup.SOCIETY),  # what the rulebook recommends for the first game
        ),
        Option(
            Field(
                "start",
                Record(
                    (
                        Field("votes", Integer(), say("Votes"), required=False),
                        Field("pounds", Integer(), say("Pounds"), required=False),
                    )
                ),
                say("At the start"),
                required=False,
                hint=say("Where the set-up table says something else; handicaps come on top"),
            )
        ),
    ),
    kinds=plays.kinds,
    start=rules.start,
    apply=rules.apply,
    turn=lambda state: None,  # anyone may be entered at any time
    finished=lambda state: bool(state.over),
    sheet=scoring.sheet,
    label=telling.label,
    tell=telling.tell,
    standing_out=lambda state: (),
    colours=_colours,
    show=paper.paper,
    entry=entering.entry,
    starter=lambda state: 0,  # the order is drawn anew every time
    helpers=helpers.HELPERS,
    draft=entering.draft,
    lessons=entering.lessons,
    sketch=entering.sketch,
    fault=setup.fault,
    remarks=scoring.remarks,
)
