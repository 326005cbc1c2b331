"""The course of a game: its plays one after the other, with the state before and after each."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .messages import Message, joined, many
from .table import Table

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Move(Generic[S]):
    """A legal play with the states before and after it, its `number` in the log (from 1), and the seat whose it is.

    `seat` is None for a play that belongs to no player.
    """

    number: int
    seat: int | None
    play: Any
    before: S
    after: S


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A game: `state` is where it stands after the last play, `moves` are the legal plays in order."""

    table: Table
    state: S
    moves: tuple[Move[S], ...]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A sentence of a game's story: what made the difference.

    `number` is the play that it is about (from 1), or None if it is about no single play. Of all moments those with the
    greatest `weight` are told. Of several with the same `topic` only the first is told, and a title's own come before
    those of every title (their topics are in core/story.py).
    """

    message: Message
    number: int | None = None
    weight: int = 0
    topic: str = ""


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """The best that one game has for a record: its `value`, the `seats` whose it is, and the `number` of the play.

    `seats` is empty if it is the whole table's, `number` (from 1) is None if it is about no single play. `what` says
    more about it ("0/0/2 to Egoistria"), or is None.
    """

    value: int
    seats: tuple[int, ...] = ()
    number: int | None = None
    what: Message | None = None


def highest(marks: Iterable[RecordEntry]) -> RecordEntry | None:
    """Return the highest of these marks, each of one seat, or None. Its seats are those of all marks with that value.

    Its `number` is that of the earliest play, and its `what` joins the first text of each seat.
    """
    found = list(marks)
    value = max((each.value for each in found), default=0)
    first: dict[tuple[int, ...], RecordEntry] = {}
    for each in sorted((each for each in found if each.value == value), key=lambda each: each.number or 0):
        first.setdefault(each.seats, each)
    if not first:
        return None
    told = [each.what for each in first.values() if each.what]
    seats = tuple(seat for each in first for seat in each)
    return RecordEntry(value, seats, next(iter(first.values())).number, joined(told) if told else None)


def points(count: int) -> Message:
    """Return so many points in words."""
    return many("{count} point", "{count} points", count)


@dataclass(frozen=True, slots=True)
class Record(Generic[S]):
    """A record that a title keeps: its `name` in the database, and its `label` as a heading.

    `mark(course)` is the best that a finished game has for the record, with the seats of all who were as good, or
    None. `in_words(value)` says a value with its unit ("3 turns"); by default as an amount of what decides in the title
    (`Meta.in_words`). `lowest`: the lowest value is the record.
    """

    name: str
    label: Message
    mark: Callable[[Timeline[S]], RecordEntry | None]
    in_words: Callable[[int], Message] | None = None
    lowest: bool = False


@dataclass(frozen=True, slots=True)
class HistoryHooks(Generic[S]):
    """What a title tells of its games once they are over, for the history.

    - `figures(before, state)`: what each line of the score sheet has in the race for the lead, in the order of `lines`,
      after a play that led from `before` to `state`; None if the lines cannot be compared there. `before` is None for
      the state before the first play. By default (no function) these are the totals if the game ended now
      (`Line.current`), if all are known;
    - `round(before, state)`: the name of the round that such a play ended, as it stands in the middle of a sentence
      ("round 3"), or None if it ended none (the default). A chart shows only the values of the message ("3");
    - `moments(course)`: what made the difference by the title's own rules;
    - `records`: the records that the title keeps beside those of every title;
    - `whole(course)`: whether the game went on to the end that the rules give it. A game that did not is left out where
      ending early is no feat, such as the shortest game. By default (no function) a game is whole unless its last play
      is a Stop.
    """

    figures: Callable[[S | None, S], tuple[int, ...] | None] | None = None
    round: Callable[[S, S], Message | None] = lambda before, state: None
    moments: Callable[[Timeline[S]], tuple[Highlight, ...]] = lambda course: ()
    records: tuple[Record[S], ...] = ()
    whole: Callable[[Timeline[S]], bool] | None = None
