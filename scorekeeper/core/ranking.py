"""Ranking of the lines of a score sheet."""

from collections.abc import Sequence
from itertools import groupby, pairwise

from .rulebook import Meta
from .sheet import Column, Line, Standing


def ranked(lines: Sequence[Line], meta: Meta) -> tuple[Standing, ...]:
    """Return the lines as standings, best first; tied lines share a place and keep their order.

    The place after a shared one is not moved up (1, 1, 3). Lines that cannot be ranked yet come last and share one
    place. In a lost cooperative game, no player has a place (0).
    """
    keys = [(rank_key(line, meta), line) for line in lines]
    known = sorted(((key, line) for key, line in keys if key is not None), key=lambda each: each[0], reverse=True)
    ordered = [*known, *((key, line) for key, line in keys if key is None)]
    standings: list[Standing] = []
    before: tuple[float, ...] | None = None
    for position, (key, line) in enumerate(ordered, 1):
        tied = bool(standings) and before == key
        standings.append(Standing(standings[-1].place if tied else position, line))
        before = key
    if meta.cooperative:
        return tuple(Standing(int(each.line.key == (1,)), each.line) for each in standings)
    return tuple(standings)


def rank_key(line: Line, meta: Meta) -> tuple[float, ...] | None:
    """Return the sort key of a line, greatest first: `Line.key`, or total and tie-breaks; None without a total."""
    if line.key is not None or line.total is None:
        return line.key
    broken = (_worth(line.tie_break.get(column.name), column) for column in meta.tie_breaks)
    return (-line.total if meta.lowest_wins else line.total, *broken)


def _worth(value: float | None, column: Column) -> float:
    return -(value or 0) if column.lowest else value or 0


def winners(standings: Sequence[Standing]) -> tuple[Line, ...]:
    return tuple(standing.line for standing in standings if standing.place == 1)


def deciding_tie_break(standings: Sequence[Standing]) -> str | None:
    """Return the name of the tie-break that decided between the first two standings, or None if none did."""
    return None if len(standings) < 2 else _between(*standings[:2])


def deciding_tie_breaks(standings: Sequence[Standing]) -> tuple[tuple[str, ...], ...]:
    """Return, for each standing, the names of the tie-breaks that decided between lines with its total."""
    found: list[tuple[str, ...]] = []
    for _, group in groupby(standings, key=lambda standing: standing.line.total):
        tied = list(group)
        names = dict.fromkeys(filter(None, (_between(*pair) for pair in pairwise(tied))))
        found += [tuple(names)] * len(tied)
    return tuple(found)


def _between(better: Standing, worse: Standing) -> str | None:
    """Return the first tie-break that differs between two standings, or None; unknown values decide nothing."""
    first, second = better.line, worse.line
    if better.place == worse.place or first.total is None or first.total != second.total:
        return None
    pairs = ((name, value, second.tie_break[name]) for name, value in first.tie_break.items())
    return next((name for name, mine, theirs in pairs if None not in (mine, theirs) and mine != theirs), None)
