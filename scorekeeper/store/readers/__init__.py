"""Readers of files with results of games: each yields the games in a file as its source states them.

What the source does not say is None (or empty) in these classes. Nothing is derived here: places that follow from
points, the matching of titles and names, and limits of what can be stored belong to the import.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time

from ...core.messages import Message


@dataclass(frozen=True, slots=True)
class ImportedPlayer:
    """A player of an imported game, as the source states it.

    `name` is None for an anonymous player. `seat` counts from 1. `parts` are points by the name of their category.
    """

    name: str | None
    points: float | None = None
    won: bool | None = None
    place: int | None = None
    seat: int | None = None
    starts: bool | None = None
    role: str = ""
    parts: Mapping[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game in a file, as the source states it.

    `bgg` is the title's number on BoardGameGeek. `began` and `ended` are times by the clock of the players, `minutes`
    is the duration. `number` identifies the game in its source: the same number is the same game; `bgg_play` does so on
    BoardGameGeek. `lowest_wins`, `cooperative` and `has_points` are what the source says about the title. `decided`:
    the source has marks for winners, so that without any mark nobody has won; None if it has none, and the points
    decide. `rounds` are the points of each round, by player. `remarks` are about single values that cannot be read;
    the game is imported without them.
    """

    title: str
    players: tuple[ImportedPlayer, ...]
    day: date | None = None
    began: time | None = None
    ended: time | None = None
    minutes: int | None = None
    location: str = ""
    note: str = ""
    number: str = ""
    bgg: int | None = None
    bgg_play: int | None = None
    lowest_wins: bool | None = None
    cooperative: bool | None = None
    has_points: bool | None = None
    decided: bool | None = None
    expansions: tuple[str, ...] = ()
    rounds: tuple[tuple[float | None, ...], ...] = ()
    remarks: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOutGame:
    """Games in a file that cannot be imported: what is known about them, the reason, and their number."""

    reason: Message
    when: str = ""
    title: str = ""
    players: tuple[str, ...] = ()
    count: int = 1
