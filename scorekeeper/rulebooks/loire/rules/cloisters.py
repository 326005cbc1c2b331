"""Cloisters: they have no bonus, and can be added to any type."""

from ....core.messages import say
from ....core.rules import Drawing, Points, Ruling, Section
from ..estate import MOST_ADDED, TRIPLE, triple_values
from ..state import State
from .signs import cards


def section(state: State) -> Section:
    """Return the section on cloisters. Source: "Cloisters"."""
    worth = triple_values(state.table)["cloisters"]
    return Section(
        "cloisters",
        say("Cloisters"),
        (
            Points(
                (
                    say(
                        "A cloister may be placed with any other type. It is a card of that type from then on, for "
                        "good. Put it behind the others, so that its {points} points cannot be seen.",
                        points=worth,
                    ),
                    say(
                        "It works the other way round, too: place another type on one cloister or two, and they become "
                        "that type."
                    ),
                    say("A cloister brings no bonus there, either."),
                    say("A triple of cloisters alone is worth {points}.", points=worth),
                    say("No other type may be mixed like this."),
                )
            ),
            Drawing(
                "stack",
                say("Two mines and a cloister: a triple of mines"),
                {"cards": cards("cloisters", "mines", "mines")},
                named=True,
            ),
            Ruling(
                say("The rulebook sets no limit to the cloisters with one type."),
                say(
                    "In the tally at most {most} cloisters are added to each card of a type, and none to cloisters.",
                    most=MOST_ADDED,
                ),
                say(
                    "{count} cloisters and nothing else are a triple of cloisters; a mixed triple has at least one "
                    "card of its type.",
                    count=TRIPLE,
                ),
            ),
        ),
        explains=("cloister-without-card",),
    )
