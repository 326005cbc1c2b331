"""The records of a title, those that every title has and its own, and what one game has for each of them: its marks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .durations import duration
from .history import RecordEntry
from .messages import Message, joined, many, say
from .race import race
from .ranking import winners
from .replay import Replay
from .rulebook import Meta, Rulebook
from .sheet import Standing
from .ties import tied

WINNING = "winning"
"""The winning total."""
MARGIN = "margin"
"""By how much the first is ahead of the second."""
CHANGES = "changes"
"""How often the lead changed."""
SECONDS = "seconds"
"""How long the game took."""
EARLY = "early-"
"""Stands before these names for a game that did not go on to the end that the rules give it."""
GENERAL = tuple(early + name for early in ("", EARLY) for name in (WINNING, MARGIN, CHANGES, SECONDS))
"""The names of the marks that a game of every title can have; a title's own marks have other names."""


@dataclass(frozen=True, slots=True)
class RecordDefinition:
    """A record that is kept: its `label` as a heading, and `in_words(value)`, which says a value with its unit.

    The record is the highest (with `lowest`, the lowest) value of all marks in the database that have one of the names
    in `marks`.
    """

    label: Message
    marks: tuple[str, ...]
    in_words: Callable[[int], Message]
    lowest: bool = False

    @property
    def name(self) -> str:
        """What it is called in addresses: the last of its `marks`, which is another for each record of a title."""
        return self.marks[-1]

    @property
    def needs_plays(self) -> bool:
        """Whether the record requires plays, so that games with only a result cannot hold it."""
        return not {WINNING, MARGIN, SECONDS} & set(self.marks)

    @property
    def left_out(self) -> str | None:
        """The name of the marks of games that ended early, if the record leaves them out; otherwise None."""
        name, *others = self.marks
        return EARLY + name if name in GENERAL and not others else None


def kept(rulebook: Rulebook[Any]) -> tuple[RecordDefinition, ...]:
    """Return the records that are kept of a title's games, in the order in which they are shown."""
    in_words = rulebook.meta.in_words
    own = (
        RecordDefinition(each.label, (each.name,), each.in_words or in_words, each.lowest)
        for each in rulebook.history.records
    )
    return (
        *_winning(rulebook.meta),
        RecordDefinition(say("Largest margin"), _with_early(MARGIN), in_words),
        RecordDefinition(say("Closest game"), (MARGIN,), in_words, lowest=True),
        RecordDefinition(say("Most changes of the lead"), _with_early(CHANGES), _changes),
        *own,
        RecordDefinition(say("Longest game"), _with_early(SECONDS), duration),
        RecordDefinition(say("Shortest game"), (SECONDS,), duration, lowest=True),
    )


def marks(replay: Replay, seconds: int | None) -> Mapping[str, RecordEntry]:
    """Return the marks of a finished game by name; `seconds` is how long it took, or None.

    A game of one player has none: there was nobody to compete with.
    """
    if len(replay.table.players) < 2:
        return {}
    early = "" if _whole(replay) else EARLY
    general = (*_scored(replay.sheet().standings, replay), *_followed(replay, seconds))
    return {early + name: mark for name, mark in general} | dict(_own(replay))


def marks_of_result(standings: Sequence[Standing], seconds: int | None) -> Mapping[str, RecordEntry]:
    """Return the marks of a game of which only the result is known, by name; `seconds` is its duration, or None."""
    if len(standings) < 2:
        return {}
    lasted = {} if seconds is None else {SECONDS: RecordEntry(seconds)}
    return dict(_scored(standings)) | lasted


def _winning(meta: Meta) -> tuple[RecordDefinition, RecordDefinition]:
    """Return the records of the winning total: the best, then the worst, which leaves out games that ended early."""
    in_words = meta.in_words
    highest, lowest = say("Highest winning score"), say("Lowest winning score")
    if meta.lowest_wins:
        return (
            RecordDefinition(lowest, _with_early(WINNING), in_words, lowest=True),
            RecordDefinition(highest, (WINNING,), in_words),
        )
    return (
        RecordDefinition(highest, _with_early(WINNING), in_words),
        RecordDefinition(lowest, (WINNING,), in_words, lowest=True),
    )


def _with_early(name: str) -> tuple[str, ...]:
    return name, EARLY + name


def _changes(count: int) -> Message:
    return many("{count} change", "{count} changes", count)


def _whole(replay: Replay) -> bool:
    whole = replay.rulebook.history.whole
    return whole(replay.course()) if whole else not (replay.steps and replay.steps[-1].kind.ends_game)


def _scored(standings: Sequence[Standing], replay: Replay | None = None) -> Iterator[tuple[str, RecordEntry]]:
    first, second = standings[0].line, standings[1].line
    seats = tuple(line.seat for line in winners(standings) if line.seat is not None)
    if first.total is not None:
        yield WINNING, RecordEntry(first.total, seats)
    if first.total is not None and second.total is not None:
        level = tied(replay) if replay and first.total == second.total else ()
        apart = next((moment.message for moment in level), None)
        both = joined([joined(each, " ") for each in ((first.name, first.total), (second.name, second.total))], ", ")
        what = apart or both
        yield MARGIN, RecordEntry(abs(first.total - second.total), seats, what=what)


def _followed(replay: Replay, seconds: int | None) -> Iterator[tuple[str, RecordEntry]]:
    changes = race(replay).changes
    if changes:
        yield CHANGES, RecordEntry(len(changes))
    if seconds is not None:
        yield SECONDS, RecordEntry(seconds)


def _own(replay: Replay) -> Iterator[tuple[str, RecordEntry]]:
    course = replay.course()
    for record in replay.rulebook.history.records:
        mark = record.mark(course)
        if mark:
            yield record.name, mark
