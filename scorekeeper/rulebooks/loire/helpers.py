"""The helpers: calculators for questions at the table."""

from collections.abc import Mapping
from typing import Any

from ...core.fields import Field, Integer
from ...core.messages import joined, many, say
from ...core.rulebook import Helper
from ...core.table import Summary
from .cards import ANIMAL_LABELS, ANIMALS, EACH, NO_ANIMALS, STORAGE, STORAGE_LABELS, sets
from .counting import given, optional_fields
from .state import State

DIE = 6
FOR_ONE_POINT = 3


def animal_sets(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return the points for the sets of these animals. Source: "Game End"."""
    animals = tuple(count or 0 for count in given(values, ANIMALS))
    for label, count in zip(ANIMAL_LABELS, animals, strict=True):
        if not 0 <= count <= EACH:
            return (Summary(say("There are {most} {animal}, so you can have 0 to {most}.", most=EACH, animal=label)),)
    if animals == NO_ANIMALS:
        return (Summary(say("No animals, no points."), points=0),)
    made = sets(animals)
    detail = say(
        "sets of four: {fours}, of three: {threes}, of two: {twos}; animals in no set: {unused}",
        fours=made.fours,
        threes=made.threes,
        twos=made.twos,
        unused=made.unused,
    )
    return (Summary(many("{count} point", "{count} points", made.points), detail, made.points),)


def converted(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return the victory points. Source: "Action 6: Convert workers and/or silver into victory points"."""
    workers, silver = values.get("workers") or 0, values.get("silver") or 0
    if workers < 0 or silver < 0:
        return (Summary(say("You cannot give back less than nothing.")),)
    points, over = divmod(workers + silver, FOR_ONE_POINT)
    keep = many("{count} card of them adds nothing: keep it", "{count} cards of them add nothing: keep them", over)
    headline = many("{count} victory point", "{count} victory points", points)
    return (Summary(headline, keep if over else None, points),)


def workers_needed(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return the number of workers to change a die number, and the numbers between. Source: "The workers"."""
    shown, wanted = values["shown"], values["wanted"]
    for number in (shown, wanted):
        if not 1 <= number <= DIE:
            return (Summary(say("There is no {number} on a die: it has 1 to 6.", number=number)),)
    if shown == wanted:
        return (Summary(say("You need no worker: it is a {number} already.", number=wanted)),)
    # Take the shorter direction, because 6 and 1 are neighbours.
    step = 1 if (wanted - shown) % DIE <= DIE // 2 else -1
    path = [shown]
    while path[-1] != wanted:
        path.append((path[-1] - 1 + step) % DIE + 1)
    return (Summary(many("{count} worker", "{count} workers", len(path) - 1), joined(path, " → ")),)


HELPERS = (
    Helper(
        "animals",
        say("What do animals count?"),
        say("Count the animals of each kind. Sets of different ones count: four 4, three 2, two 1."),
        optional_fields(ANIMALS, ANIMAL_LABELS, Integer()),
        animal_sets,
    ),
    Helper(
        "victory-points",
        say("Workers and silver for points"),
        say("Give back any three cards, workers or silver, for one victory point."),
        optional_fields(STORAGE[:2], STORAGE_LABELS[:2], Integer()),
        converted,
    ),
    Helper(
        "workers",
        say("How many workers for a die?"),
        say("Each worker changes the number by one, up or down, also from 6 to 1 and from 1 to 6."),
        (
            Field("shown", Integer(), say("Number on the card")),
            Field("wanted", Integer(), say("Number you need")),
        ),
        workers_needed,
    ),
)
