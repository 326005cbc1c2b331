"""The records of a title, both general and its own, and a game's candidates for them, called marks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .durations import duration
from .history import RecordEntry
from .messages import Message, joined, many, say
from .numbers import rounded
from .race import race
from .ranking import winners
from .replay import Replay
from .rulebook import Meta, Rulebook
from .sheet import Standing
from .story import tied

WINNING = "winning"
MARGIN = "margin"
"""Difference between the first and second total."""
CHANGES = "changes"
SECONDS = "seconds"
"""Duration of the game in seconds."""
EARLY = "early-"
"""Prefix for the marks of a game not played to the end defined by the rules (`HistoryHooks.played_out`)."""
GENERAL = tuple(early + name for early in ("", EARLY) for name in (WINNING, MARGIN, CHANGES, SECONDS))
"""Names of the marks possible in every title; a title's own marks have other names."""


@dataclass(frozen=True, slots=True)
class RecordDefinition:
    """A record: its `label` as a heading, and `in_words(value)`, which returns a value with its unit.

    The record is the highest (with `lowest`, the lowest) value of all marks in the database whose name is in `marks`.
    """

    label: Message
    marks: tuple[str, ...]
    in_words: Callable[[Any], Message]
    lowest: bool = False

    @property
    def name(self) -> str:
        """The name of the record in URLs: the last of its `marks`, which is unique among a title's records."""
        return self.marks[-1]

    @property
    def needs_plays(self) -> bool:
        """Whether the record requires plays, so that games with only a result cannot hold the record."""
        return not {WINNING, MARGIN, SECONDS} & set(self.marks)

    @property
    def left_out(self) -> str | None:
        """The name of the marks of games that ended early, if the record excludes them; otherwise None."""
        name, *others = self.marks
        return EARLY + name if name in GENERAL and not others else None


def kept(rulebook: Rulebook[Any]) -> tuple[RecordDefinition, ...]:
    """Return the records of a title in display order; a cooperative title has none about points."""
    in_words = rulebook.meta.in_words
    lasted = (
        RecordDefinition(say("Longest game"), _with_early(SECONDS), duration),
        RecordDefinition(say("Shortest game"), (SECONDS,), duration, lowest=True),
    )
    if rulebook.meta.cooperative:
        return lasted
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
        *lasted,
    )


def marks(replay: Replay, seconds: int | None) -> Mapping[str, RecordEntry]:
    """Return the marks of a finished game by name, {} with only one player; `seconds` is its duration, or None."""
    if len(replay.table.players) < 2:
        return {}
    history, course, changes = replay.rulebook.history, replay.course(), race(replay).changes
    general = dict(_scored(replay.standings, replay))
    if changes:
        general[CHANGES] = RecordEntry(len(changes))
    if seconds is not None:
        general[SECONDS] = RecordEntry(seconds)
    stopped = bool(replay.steps and replay.steps[-1].kind.ends_game)
    early = "" if (history.played_out(course) if history.played_out else not stopped) else EARLY
    own = ((record.name, record.mark(course)) for record in history.records)
    return {early + name: mark for name, mark in general.items()} | {name: mark for name, mark in own if mark}


def marks_of_result(standings: Sequence[Standing], seconds: int | None) -> Mapping[str, RecordEntry]:
    """Return the marks, by name, of a game with a result but no plays; `seconds` is its duration, or None."""
    if len(standings) < 2:
        return {}
    lasted = {} if seconds is None else {SECONDS: RecordEntry(seconds)}
    return dict(_scored(standings)) | lasted


def _winning(meta: Meta) -> tuple[RecordDefinition, RecordDefinition]:
    """Return the records of the winning total: the best, then the worst, which excludes games that ended early."""
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
    return many("{count} lead change", "{count} lead changes", count)


def _scored(standings: Sequence[Standing], replay: Replay | None = None) -> Iterator[tuple[str, RecordEntry]]:
    if standings[0].place != 1:  # no winner is known
        return
    first, second = standings[0].line, standings[1].line
    won = [replay.lines[index] for index in replay.winners] if replay else winners(standings)
    seats = tuple(line.seat for line in won if line.seat is not None)
    if first.total is not None:
        yield WINNING, RecordEntry(first.total, seats)
    if first.total is not None and second.total is not None:
        level = tied(replay) if replay and first.total == second.total else ()
        apart = next((moment.message for moment in level), None)
        both = joined([joined(each, " ") for each in ((first.name, first.total), (second.name, second.total))], ", ")
        what = apart or both
        yield MARGIN, RecordEntry(rounded(abs(first.total - second.total)), seats, what=what)
