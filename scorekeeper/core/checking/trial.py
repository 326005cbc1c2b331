"""A title tried at its smallest and at its largest table: colours, the start, and the score paper."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ..fields import Choice, Flag, Many, PerSeat, Record, Shape, Word
from ..rulebook import COLOURS, Rulebook, Sitting
from ..sheet import Column, Line
from ..table import Table
from .plays import kinds_faults
from .rules import rules_faults
from .telling import told_faults
from .wording import A_FEW, Fault, sentences_faults


def trial_faults(rulebook: Rulebook[Any]) -> Iterator[Fault]:
    """Yield what is wrong at the smallest and at the largest table; raises whatever the rulebook's functions raise."""
    for count in sorted(set(rulebook.meta.players)):
        table = sample_table(rulebook, count)
        found = [*kinds_faults(rulebook.kinds(table)), *_colour_faults(rulebook), *_sitting_faults(rulebook, table)]
        if not found and rulebook.seats.fault(table) is None:
            found = list(_start_faults(rulebook, table))
        if found:
            yield from found
            return


def sample_table(rulebook: Rulebook[Any], count: int) -> Table:
    """Return a table of `count` made-up players; an option without a value of its own gets one that fits its shape."""
    needed = {
        option.field.name: _sample(option.field.shape, count)
        for option in rulebook.options
        if option.field.required and not option.default
    }
    initial = {option.field.name: option.initial for option in rulebook.options}
    options = {
        name: value
        for each in (needed, initial, rulebook.fixed(count))
        for name, value in each.items()
        if value is not None
    }
    return rulebook.table([f"Player {number}" for number in range(1, count + 1)], options)


def _sample(shape: Shape, count: int) -> Any:
    match shape:
        case PerSeat(item=Choice(words=words)):
            return words[:count]
        case Choice(words=words) | Word(words=words):
            return words[0]
        case Record(fields=fields):
            return {field.name: _sample(field.shape, count) for field in fields if field.required}
        case Many():
            return ()
        case Flag():
            return False
    return 1


def _colour_faults(rulebook: Rulebook[Any]) -> Iterator[Fault]:
    fewest, most = rulebook.meta.players
    for count in range(fewest, most + 1):
        colours = rulebook.seats.colours(sample_table(rulebook, count))
        if len(set(colours)) < count or not set(colours) <= set(COLOURS):
            says = f"{count} players have the colours {', '.join(colours)}: give each one of {', '.join(COLOURS)}"
            yield Fault(says, "colours")
            return


def _sitting_faults(rulebook: Rulebook[Any], table: Table) -> Iterator[Fault]:
    by_options = rulebook.seats.by_options
    for options in ({}, table.options) if by_options else ():
        sitting: object = by_options(options) if by_options else None
        if isinstance(sitting, Sitting):
            yield from sentences_faults(sitting.rule)
        elif sitting is not None:
            says = f"by_options says {sitting!r} of the options {dict(options)}: make it a Sitting, or None"
            yield Fault(says, "by_options")
            return


def _start_faults(rulebook: Rulebook[Any], table: Table) -> Iterator[Fault]:
    count = len(table.players)
    state = rulebook.start(table)
    turn = rulebook.turn(state)
    if turn is not None and turn not in range(count):
        yield Fault(f"turn says {turn!r} when {count} begin: a seat from 0 to {count - 1}, or None", "turn")
        return
    if rulebook.finished(state):
        yield Fault(f"a game of {count} is finished before the first play", "finished")
    yield from _line_faults(rulebook, tuple(rulebook.lines(state)), count)
    names = rulebook.names(table)
    for kind in rulebook.kinds(table):
        kind.prefill(state, turn or 0, ())
        kind.spent(state, turn or 0)
        if kind.other is not None and kind.other not in range(len(names) - count):
            yield Fault(
                f"the kind {kind.name!r} is of the other {kind.other}: name one in the others of Seats", kind.name
            )
        elif kind.other is not None and kind.has_player:
            yield Fault(f"the kind {kind.name!r} is of a player, and of another: leave one of them out", kind.name)
    following = rulebook.seats.next_to_enter(state, None)
    if following is not None and following not in range(len(names)):
        says = f"next_to_enter says {following!r} when {count} begin: a seat from 0 to {len(names) - 1}, or None"
        yield Fault(says, "next_to_enter")
    yield from sentences_faults(*map(rulebook.meta.in_words, A_FEW))
    for look in (
        rulebook.notes,
        rulebook.extras,
        rulebook.seats.eliminated,
        rulebook.seats.dealer,
        rulebook.pages.board,
    ):
        look(state)
    rulebook.pages.entry(state, turn or 0)
    yield from rules_faults(rulebook.rules.sections(state), table, rulebook.rules.scoring)
    yield from told_faults(rulebook.telling, table, state)


def _line_faults(rulebook: Rulebook[Any], lines: tuple[Line, ...], count: int) -> Iterator[Fault]:
    if sorted(line.seat for line in lines if line.seat is not None) != list(range(count)):
        says = f"{len(lines)} lines for {count} players: write one for each seat, from 0 to {count - 1}"
        yield Fault(says, "lines")
    for line in lines:
        yield from _columns_faults("parts", line.parts, rulebook.meta.parts, lines[0].parts)
        yield from _columns_faults("tie_breaks", line.tie_break, rulebook.meta.tie_breaks, lines[0].tie_break)


def _columns_faults(
    what: str, named: Collection[str], columns: Iterable[Column], first: Collection[str]
) -> Iterator[Fault]:
    for name in sorted(set(named) - {column.name for column in columns}):
        yield Fault(f"a line has {name!r}, for which there is no Column: add one to the {what} of Meta", name)
    if set(named) != set(first):
        yield Fault(f"one line has the {what} {', '.join(named)}, another has others: give all of them the same", what)
