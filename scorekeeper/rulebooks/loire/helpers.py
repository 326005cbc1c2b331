"""What people ask at the table."""

from collections.abc import Mapping
from typing import Any

from ...core.messages import many, say
from ...core.rulebook import Helper, Telling
from ...core.shapes import Field, Integer
from .cards import ANIMAL_LABELS, ANIMALS, EACH_ANIMAL, STORAGE, STORAGE_LABELS
from .holdings import NO_ANIMALS, animal_sets, given
from .plays import optional_fields
from .points import animal_points
from .rules import State

DIE = 6
FOR_ONE_POINT = 3


def animal_sets_scored(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return what a collection of animals counts. Source: "Game End"."""
    animals = tuple(count or 0 for count in given(values, ANIMALS))
    for label, count in zip(ANIMAL_LABELS, animals, strict=True):
        if not 0 <= count <= EACH_ANIMAL:
            sentence = say("There are {most} {animal}, so you can have 0 to {most}.", most=EACH_ANIMAL, animal=label)
            return (Telling(sentence),)
    if animals == NO_ANIMALS:
        return (Telling(say("No animals, no points."), points=0),)
    sets, points = animal_sets(animals), animal_points(animals)
    detail = say(
        "sets of four: {fours}, of three: {threes}, of two: {twos}; animals in no set: {unused}",
        fours=sets.fours,
        threes=sets.threes,
        twos=sets.twos,
        unused=sets.unused,
    )
    return (Telling(many("{count} point", "{count} points", points), detail, points),)


def converted(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return the victory points for workers and silver.

    Source: "Action 6: Convert workers and/or silver into victory points".
    """
    workers, silver = values.get("workers") or 0, values.get("silver") or 0
    if workers < 0 or silver < 0:
        return (Telling(say("Nobody can give back less than nothing.")),)
    points, over = divmod(workers + silver, FOR_ONE_POINT)
    detail = many(
        "{count} card of them adds nothing: better keep it",
        "{count} cards of them add nothing: better keep them",
        over,
    )
    headline = many("{count} victory point", "{count} victory points", points)
    return (Telling(headline, detail if over else None, points),)


def workers_needed(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return how many workers turn one die number into another. Source: "The workers"."""
    shown, wanted = values.get("shown") or 0, values.get("wanted") or 0
    for number in (shown, wanted):
        if not 1 <= number <= DIE:
            return (Telling(say("There is no {number} on a die: it has 1 to 6.", number=number)),)
    step = 1 if (wanted - shown) % DIE <= DIE // 2 else -1
    path = [shown]
    while path[-1] != wanted:
        path.append((path[-1] - 1 + step) % DIE + 1)
    if len(path) == 1:
        return (Telling(say("No worker is needed: it is a {number} already.", number=wanted)),)
    return (Telling(many("{count} worker", "{count} workers", len(path) - 1), say("{numbers}", numbers=_way(path))),)


def _way(path: list[int]) -> str:
    return " → ".join(map(str, path))


HELPERS = (
    Helper(
        "animals",
        say("What do animals count?"),
        say("Count the animals of each kind. Sets of different ones count: four 4, three 2, two 1."),
        optional_fields(ANIMALS, ANIMAL_LABELS, Integer()),
        animal_sets_scored,
    ),
    Helper(
        "victory-points",
        say("Workers and silver for points"),
        say("Every three cards given back, workers and silver mixed, are one victory point."),
        optional_fields(STORAGE[:2], STORAGE_LABELS[:2], Integer()),
        converted,
    ),
    Helper(
        "workers",
        say("How many workers for a die?"),
        say("Every worker moves the number by one, up or down, and between 6 and 1 as well."),
        (
            Field("shown", Integer(), say("Number on the card")),
            Field("wanted", Integer(), say("Number that is needed")),
        ),
        workers_needed,
    ),
)
