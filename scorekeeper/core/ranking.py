"""Places from ranking keys."""

from collections.abc import Sequence

from .rulebook import Line, Standing


def ranked(lines: Sequence[Line]) -> tuple[Standing, ...]:
    """Return the lines as standings: greatest key first, level ones sharing a place in the order they came.

    The place after a shared one is not moved up (1, 1, 3). Lines without a key come last and share one place.
    """
    known = sorted((line for line in lines if line.key is not None), key=lambda line: line.key or (), reverse=True)
    ordered = known + [line for line in lines if line.key is None]
    standings: list[Standing] = []
    for position, line in enumerate(ordered, 1):
        level = bool(standings) and standings[-1].line.key == line.key
        standings.append(Standing(standings[-1].place if level else position, line))
    return tuple(standings)


def winners(standings: Sequence[Standing]) -> tuple[Line, ...]:
    """Return the lines in first place."""
    return tuple(standing.line for standing in standings if standing.place == 1)


def deciding_tie_break(standings: Sequence[Standing]) -> str | None:
    """Return the name of the tie-break that set the winner apart from the next, or None if no tie-break did.

    One that either of them has no value for decides nothing.
    """
    if len(standings) < 2 or standings[1].place == 1:
        return None
    first, second = standings[0].line, standings[1].line
    if first.total is None or first.total != second.total:
        return None
    pairs = ((name, value, second.tie_break[name]) for name, value in first.tie_break.items())
    return next((name for name, mine, theirs in pairs if None not in (mine, theirs) and mine != theirs), None)
