"""The highlight of a finished game with a tie for the best total: the tie-break that decided, or that none did."""

from collections.abc import Iterator, Sequence
from typing import Any

from .history import Highlight
from .messages import Message, joined, many, say
from .ranking import deciding_tie_break, winners
from .replay import Replay
from .rulebook import Rulebook
from .sheet import Line, Standing

TIED = "tied"
"""Topic of this highlight. A story ends with it, because it is about the result."""
WEIGHT = 100
"""The greatest weight, because nothing explains a result better."""


def tied(replay: Replay) -> Iterator[Highlight]:
    """Yield the tie-break that decided a finished game, or the level values of joint winners."""
    standings = replay.standings
    first = winners(standings)
    if not first or first[0].total is None or all(step.kind.ends_game for step in replay.steps):
        return
    message = _apart(replay.rulebook, standings) if len(first) == 1 else _level(replay.rulebook, first, first[0].total)
    if message:
        yield Highlight(message, None, WEIGHT, TIED)


def _apart(rulebook: Rulebook[Any], standings: Sequence[Standing]) -> Message | None:
    """Return the tie-break that decided for the winner; None if no tie-break was needed."""
    name = deciding_tie_break(standings)
    if name is None:
        return None
    winner, second = standings[0].line, standings[1].line
    return say(
        "{players} were level on {total}; the tie-break decided for {player}: {label} ({player} {mine}, {others} "
        "{theirs}).",
        players=tuple(each.line.name for each in standings if each.line.total == winner.total),
        total=winner.total,
        player=winner.name,
        label=next(column.label for column in rulebook.meta.tie_breaks if column.name == name),
        mine=winner.tie_break[name],
        others=tuple(each.line.name for each in standings if each.place == standings[1].place),
        theirs=second.tie_break[name],
    )


def _level(rulebook: Rulebook[Any], first: Sequence[Line], total: float) -> Message | None:
    """Return the level tie-breaks of joint winners; None without tie-breaks, or if values are unknown or differ."""
    used = [column for column in rulebook.meta.tie_breaks if any(column.name in line.tie_break for line in first)]
    values = [[line.tie_break.get(column.name) for line in first] for column in used]
    if not used or any(None in each or len(set(each)) > 1 for each in values):
        return None
    level = [joined((column.label, value[0]), " ") for column, value in zip(used, values, strict=True)]
    return many(
        "Nothing set {players} apart: {total} each, and the tie-break was level too: {values}.",
        "Nothing set {players} apart: {total} each, and every tie-break was level too: {values}.",
        len(used),
        players=tuple(line.name for line in first),
        total=total,
        values=tuple(level),
    )
