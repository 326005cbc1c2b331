"""The race for the points: who had how many after each play, who led, and when that changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .replay import Replay
from .rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Position:
    """How they stood after play `number` (0: before the first): `figures` by line of the score paper.

    `leaders` are the lines in front: all that are level there.
    """

    number: int
    figures: tuple[int, ...]
    leaders: tuple[int, ...]


@dataclass(frozen=True)
class Race:
    """The positions of a game that can be compared, in order; `seats` says whose each line is (None: nobody's)."""

    seats: tuple[int | None, ...]
    positions: tuple[Position, ...]
    lowest_wins: bool = False

    @cached_property
    def changes(self) -> tuple[tuple[int, int], ...]:
        """Every change of the lead: the number of the play, and the line that leads alone from then on.

        Whoever led alone before was another; to draw level, and to lead for the first time, changes no lead.
        """
        found: list[tuple[int, int]] = []
        leader: int | None = None
        for position in self.positions:
            if len(position.leaders) != 1:
                continue
            if leader not in (None, position.leaders[0]):
                found.append((position.number, position.leaders[0]))
            leader = position.leaders[0]
        return tuple(found)


def race(replay: Replay) -> Race:
    """Return the race of a game, from the figures that its title says race."""
    rulebook = replay.rulebook
    states = [(step.number - 1, step.before) for step in replay.steps] + [(len(replay.steps), replay.state)]
    known = [(number, _figures(rulebook, state)) for number, state in states]
    return Race(
        tuple(line.seat for line in rulebook.lines(replay.state)),
        tuple(
            Position(number, figures, _leaders(figures, rulebook.meta.lowest_wins))
            for number, figures in known
            if figures
        ),
        rulebook.meta.lowest_wins,
    )


def _figures(rulebook: Rulebook[Any], state: Any) -> tuple[int, ...] | None:
    if rulebook.telling.figures:
        return rulebook.telling.figures(state)
    points = [line.points for line in rulebook.lines(state)]
    known = tuple(each for each in points if each is not None)
    return known if len(known) == len(points) else None


def _leaders(figures: Sequence[int], lowest_wins: bool) -> tuple[int, ...]:
    best = min(figures) if lowest_wins else max(figures)
    return tuple(line for line, figure in enumerate(figures) if figure == best)
