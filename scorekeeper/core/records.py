"""The records kept of a title's games, those of every title and its own, and what a game holds out for them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .course import Mark
from .durations import duration
from .messages import Message, joined, many, say
from .race import race
from .ranking import winners
from .replay import Replay
from .rulebook import Meta, Rulebook
from .tied import tied

WINNING = "winning"
"""The winning total."""
MARGIN = "margin"
"""How far whoever comes next is behind."""
CHANGES = "changes"
"""How often the lead changed."""
SECONDS = "seconds"
"""How long it took."""
EARLY = "early-"
"""What the names of these begin with for a game that did not go on to its end by the rules."""
GENERAL = tuple(early + name for early in ("", EARLY) for name in (WINNING, MARGIN, CHANGES, SECONDS))
"""The marks that a game of every title can have; those for the title's own records have other names."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A record: its heading, the names of the `marks` among which it is, and a value `in_words`.

    `lowest`: the lowest value is the record.
    """

    label: Message
    marks: tuple[str, ...]
    in_words: Callable[[int], Message]
    lowest: bool = False

    @property
    def name(self) -> str:
        """What it is called in addresses: no two of a title's records end on the same mark."""
        return self.marks[-1]

    @property
    def left_out(self) -> str | None:
        """The mark of games that are not among these, as they did not go on to their end; None where all are."""
        name, *others = self.marks
        return EARLY + name if name in GENERAL and not others else None


def kept(rulebook: Rulebook[Any]) -> tuple[Kept, ...]:
    """Return the records that are kept of a title's games, in the order in which they are shown."""
    in_words = rulebook.meta.in_words
    own = (Kept(each.label, (each.name,), each.in_words or in_words, each.lowest) for each in rulebook.telling.records)
    return (
        *_winning(rulebook.meta),
        Kept(say("Largest margin"), _with_early(MARGIN), in_words),
        Kept(say("Closest game"), (MARGIN,), in_words, lowest=True),
        Kept(say("Most changes of the lead"), _with_early(CHANGES), _changes),
        *own,
        Kept(say("Longest game"), _with_early(SECONDS), duration),
        Kept(say("Shortest game"), (SECONDS,), duration, lowest=True),
    )


def marks(replay: Replay, seconds: int | None) -> Mapping[str, Mark]:
    """Return what a finished game holds out, by name; `seconds` is how long it took, if known.

    Who sat there alone competes with nobody: such a game holds out nothing.
    """
    if len(replay.table.players) < 2:
        return {}
    early = "" if _whole(replay) else EARLY
    general = (*_scored(replay), *_followed(replay, seconds))
    return {early + name: mark for name, mark in general} | dict(_own(replay))


def mark(replay: Replay, name: str) -> Mark | None:
    """Return whose a mark of a finished game is, and what it was; None for one that is the whole table's."""
    if name in GENERAL:
        return dict(_scored(replay)).get(name.removeprefix(EARLY))
    own = (record for record in replay.rulebook.telling.records if record.name == name)
    return next((record.mark(replay.course()) for record in own), None)


def _winning(meta: Meta) -> tuple[Kept, Kept]:
    """Return the records of the winning total, the better first: to that a game that ended early adds nothing."""
    in_words = meta.in_words
    highest, lowest = say("Highest winning score"), say("Lowest winning score")
    if meta.lowest_wins:
        return (
            Kept(lowest, _with_early(WINNING), in_words, lowest=True),
            Kept(highest, (WINNING,), in_words),
        )
    return (
        Kept(highest, _with_early(WINNING), in_words),
        Kept(lowest, (WINNING,), in_words, lowest=True),
    )


def _with_early(name: str) -> tuple[str, ...]:
    return name, EARLY + name


def _changes(count: int) -> Message:
    return many("{count} change", "{count} changes", count)


def _whole(replay: Replay) -> bool:
    whole = replay.rulebook.telling.whole
    return whole(replay.course()) if whole else not (replay.steps and replay.steps[-1].kind.ends_game)


def _scored(replay: Replay) -> Iterator[tuple[str, Mark]]:
    standings = replay.sheet().standings
    first, second = standings[0].line, standings[1].line
    seats = tuple(line.seat for line in winners(standings) if line.seat is not None)
    if first.total is not None:
        yield WINNING, Mark(first.total, seats)
    if first.total is not None and second.total is not None:
        apart = next((moment.message for moment in tied(replay)), None) if first.total == second.total else None
        both = joined([joined(each, " ") for each in ((first.name, first.total), (second.name, second.total))], ", ")
        what = apart or both
        yield MARGIN, Mark(abs(first.total - second.total), seats, what=what)


def _followed(replay: Replay, seconds: int | None) -> Iterator[tuple[str, Mark]]:
    changes = race(replay).changes
    if changes:
        yield CHANGES, Mark(len(changes))
    if seconds is not None:
        yield SECONDS, Mark(seconds)


def _own(replay: Replay) -> Iterator[tuple[str, Mark]]:
    course = replay.course()
    for record in replay.rulebook.telling.records:
        mark = record.mark(course)
        if mark:
            yield record.name, mark
