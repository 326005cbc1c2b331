"""The timeline of a game, and what a title adds to the history: figures, highlights and records."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .messages import Message, joined, many
from .table import Table

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Move(Generic[S]):
    """A legal play with the states before and after it; `number` counts from 1, `seat` is None without a player."""

    number: int
    seat: int | None
    play: Any
    before: S
    after: S


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A game: its legal plays in order (`moves`), and the `state` after the last one."""

    table: Table
    state: S
    moves: tuple[Move[S], ...]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A sentence of a game's story, about what made the difference.

    `number` is the number of the play concerned (from 1), or None. A story shows the highlights with the greatest
    `weight`. Of several with the same `topic`, only the first is shown; a title's own highlights precede the general
    ones. core/story.py has the general topics.
    """

    message: Message
    number: int | None = None
    weight: int = 0
    topic: str = ""


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """A game's candidate for a record: its `value`, the `seats` that reached it, and the `number` of the play.

    `seats` is empty if all players share the value. `number` (from 1) is None if the value concerns no single play.
    `what` is an optional addition, such as "0/0/2 to Egoistria".
    """

    value: float
    seats: tuple[int, ...] = ()
    number: int | None = None
    what: Message | None = None


def highest(marks: Iterable[RecordEntry]) -> RecordEntry | None:
    """Return the record entry with the highest value, or None without entries; each entry has one seat.

    The result has the seats of all entries with that value, the earliest `number`, and the first text of each seat.
    """
    found = list(marks)
    value = max((each.value for each in found), default=0)
    first: dict[tuple[int, ...], RecordEntry] = {}
    for each in sorted((each for each in found if each.value == value), key=lambda each: each.number or 0):
        first.setdefault(each.seats, each)
    if not first:
        return None
    texts = [each.what for each in first.values() if each.what]
    seats = tuple(seat for each in first for seat in each)
    return RecordEntry(value, seats, next(iter(first.values())).number, joined(texts) if texts else None)


def points(count: float) -> Message:
    return many("{count} point", "{count} points", count)


@dataclass(frozen=True, slots=True)
class Record(Generic[S]):
    """A record of a title: its `name` in the database, and its `label` as a heading.

    `mark(course)` returns a finished game's candidate, with the seats of all players who reached the value, or None.
    `in_words(value)` returns a value with its unit ("3 turns"); the default is the unit of the totals
    (`Meta.in_words`). With `lowest`, the lowest value is the record.
    """

    name: str
    label: Message
    mark: Callable[[Timeline[S]], RecordEntry | None]
    in_words: Callable[[float], Message] | None = None
    lowest: bool = False


@dataclass(frozen=True, slots=True)
class HistoryHooks(Generic[S]):
    """A title's functions and records for the history of its finished games.

    - `figures(before, state)`: the figure of each line in the race for the lead, in the order of `lines`; None if they
      cannot be compared there. A play led from `before` to `state`; `before` is None for the state before the first
      play. The default is the totals if the game ended now (`Line.current`), if all are known.
    - `round(before, state)`: the name of the round that the play ended, as used within a sentence ("round 3"), or None
      (the default). A chart shows only the values of the message ("3").
    - `moments(course)`: highlights by the title's own rules.
    - `records`: the title's own records, in addition to those of every title.
    - `played_out(course)`: whether the game was played to the end defined by the rules. Records such as the shortest
      game exclude other games. By default (None), every game counts unless its last play is a Stop.
    """

    figures: Callable[[S | None, S], tuple[float, ...] | None] | None = None
    round: Callable[[S, S], Message | None] = lambda before, state: None
    moments: Callable[[Timeline[S]], tuple[Highlight, ...]] = lambda course: ()
    records: tuple[Record[S], ...] = ()
    played_out: Callable[[Timeline[S]], bool] | None = None
