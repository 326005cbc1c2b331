"""The part of the score that made the difference between the winner and the runner-up."""

from collections.abc import Iterator, Sequence

from .history import Highlight
from .messages import N_, Sentence
from .numbers import rounded
from .ranking import ranked
from .rulebook import Meta
from .sheet import Line

WEIGHT = 90
"""Weight of this highlight, greater than those of the race for the lead."""


def difference(lines: Sequence[Line], meta: Meta) -> Iterator[Highlight]:
    """Yield the part with the winner's largest lead over the runner-up in a finished game, if there is one.

    The highlight's topic is the part's name. The parts have to add up to the totals. Yields nothing if the first or
    second place is shared, if the totals do not differ, or if several parts bring the same lead.
    """
    standings = ranked(lines, meta)
    if [each.place for each in standings[:3]] not in ([1, 2], [1, 2, 3]) or any(line.total is None for line in lines):
        return
    mine, theirs = ({part: each.line.parts.get(part.name) or 0 for part in meta.parts} for each in standings[:2])
    gains = {part: rounded((theirs[part] - mine[part]) * (1 if meta.lowest_wins else -1)) for part in meta.parts}
    most = max(gains.values(), default=0)
    parts = [part for part, gain in gains.items() if gain == most]
    if len(gains) > 1 and len(parts) == 1 and rounded(sum(gains.values())) > 0:
        values = {"part": parts[0].label, "mine": mine[parts[0]], "theirs": theirs[parts[0]]}
        message = Sentence(N_("{part} made the difference: {mine} to {theirs}."), values)
        yield Highlight(message, None, WEIGHT, parts[0].name)
