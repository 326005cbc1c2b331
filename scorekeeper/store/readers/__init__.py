"""Readers of files with results of games: each yields the games in a file, as stated by its source.

In these classes, unstated values are None or empty. The import, not the reader, derives places from points, matches
titles and names, and applies the limits of stored values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time

from ...core.messages import Message


@dataclass(frozen=True, slots=True)
class ImportedPlayer:
    """A player of an imported game, as stated by the source.

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
    """A game in a file, as stated by the source.

    `bgg` is the title's number on BoardGameGeek. `began` and `ended` are times by the clock of the players, `minutes`
    is the duration. `number` identifies the game in its source: the same number is the same game; `bgg_play` does so on
    BoardGameGeek. `lowest_wins`, `cooperative` and `has_points` are facts about the title. `decided`: the source marks
    winners, so no player has won a game without marks; if None, the points decide. `rounds` are the points of each
    round, by player. `remarks` are about unreadable single values, which the imported game lacks.
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
    """Games in a file that cannot be imported: their known values, the reason, and their number."""

    reason: Message
    when: str = ""
    title: str = ""
    players: tuple[str, ...] = ()
    count: int = 1
