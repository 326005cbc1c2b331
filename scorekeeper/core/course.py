"""The course of a game: its plays one after the other, with the state before and after each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .messages import Message, many
from .table import Table

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Move(Generic[S]):
    """A play that stands, from one state to the next: its `number` in the log (from 1), and whose it is.

    `seat` is None for a play that concerns the whole table.
    """

    number: int
    seat: int | None
    play: Any
    before: S
    after: S


@dataclass(frozen=True, slots=True)
class Course(Generic[S]):
    """A game from `start`, the state before the first play, on; plays that do not stand are left out."""

    table: Table
    start: S
    moves: tuple[Move[S], ...]

    @property
    def state(self) -> S:
        return self.moves[-1].after if self.moves else self.start


@dataclass(frozen=True, slots=True)
class Moment:
    """A sentence of a game's story: what made the difference.

    `weight` says how much it is worth telling beside others (the greatest first); `number` is the play it is about
    (from 1), or None for one that is about no single play. Of several on one `topic` (core/story.py has those that it
    tells itself) the first is told, and a title's come before the others.
    """

    message: Message
    number: int | None = None
    weight: int = 0
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a game holds out for a record: its `value`, whose it is, in which play, and what it was.

    `seats` is empty where it is the whole table's, `number` (from 1) None where it is about no single play, `what` None
    where there is nothing to add.
    """

    value: int
    seats: tuple[int, ...] = ()
    number: int | None = None
    what: Message | None = None


def points(count: int) -> Message:
    """Return so many points in words."""
    return many("{count} point", "{count} points", count)


@dataclass(frozen=True, slots=True)
class Record(Generic[S]):
    """A record that a title keeps: its name in the database, its heading, and what a finished game holds out for it.

    `mark(course)` is the best of that game (of several that are as good the earlier), or None where it has none.
    `in_words(value)` says a value with what it counts (by default what decides in the title). `lowest`: the lowest
    value is the record.
    """

    name: str
    label: Message
    mark: Callable[[Course[S]], Mark | None]
    in_words: Callable[[int], Message] | None = None
    lowest: bool = False


@dataclass(frozen=True, slots=True)
class Telling(Generic[S]):
    """What a title tells of its games once they are over, for the history.

    - `figures(before, state)`: what each line of the score paper has in the race after a play that led from `before`
      (None: the state is that before the first play), in the order of `lines`; None where they cannot be compared
      then. By default (no function) the points on the bookkeeper's paper, where all are known;
    - `round(before, state)`: what the round is called that such a play ended, as in the middle of a sentence ("round
      3"), or None. Below a chart stand its values alone ("3"). By default none ends;
    - `moments(course)`: what made the difference by the title's own rules;
    - `records`: what the title keeps records of;
    - `whole(course)`: whether the game went on to the end that the rules give it. One that did not is left out where
      that would be no feat, such as for the shortest game. By default (no function) one has not whose last play is a
      Stop.
    """

    figures: Callable[[S | None, S], tuple[int, ...] | None] | None = None
    round: Callable[[S, S], Message | None] = lambda before, state: None
    moments: Callable[[Course[S]], tuple[Moment, ...]] = lambda course: ()
    records: tuple[Record[S], ...] = ()
    whole: Callable[[Course[S]], bool] | None = None
