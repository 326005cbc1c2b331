"""How a game ended, in words: who won, with how many points, and how far ahead."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...core.durations import HOUR, MINUTE, duration, minutes, seconds_between
from ...core.messages import Message, joined, many, say
from ...core.ranking import deciding_tie_break, winners
from ...core.rulebook import Meta
from ...core.sheet import Line, Standing
from ..shell.language import clock, date, translated

MOST_FIGURES = 3
"""The most figures of a number that stand in a wreath at full size."""
LONG = HOUR - MINUTE // 2
"""Seconds from which a duration is given in hours."""


class Champion(Protocol):
    """Somebody who won."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class Outcome:
    """How a game ended, for the wreath at the top of its result.

    `champions` are the players who won: nobody, if somebody who is not at the table did. `own` is what the title itself
    says of who won, if it does.
    """

    standings: Sequence[Standing]
    meta: Meta
    champions: Sequence[Champion]
    own: Message | None = None

    @property
    def headline(self) -> Message:
        return self.own or headline(self.standings, self.meta)

    @property
    def score(self) -> int | None:
        """With how many points it was won; None if there are no points."""
        return score(self.standings)

    @property
    def long(self) -> bool:
        """Whether these points need smaller figures."""
        return len(str(self.score or 0)) > MOST_FIGURES

    @property
    def lead(self) -> Message | None:
        """How far ahead of the next whoever won was; None if that cannot be said."""
        return lead(self.standings, self.meta)


def headline(standings: Sequence[Standing], meta: Meta) -> Message:
    """Return who won."""
    names = tuple(line.name for line in winners(standings))
    if len(names) == 1:
        return Message(meta.sole_winner, {"player": names[0]})
    return Message(meta.joint_winners, {"players": names})


def score(standings: Sequence[Standing]) -> int | None:
    """Return with how many points somebody won; None if there are none, or those who share the win differ."""
    totals = {line.total for line in winners(standings)}
    return totals.pop() if len(totals) == 1 else None


def lead(standings: Sequence[Standing], meta: Meta, amount: Callable[[int], object] | None = None) -> Message | None:
    """Return how far ahead of the next somebody won, as an `amount` (by default in words: "5 points ahead of Ada").

    Between lines with the same points it names the tie-break that decided. It is None if it cannot be said.
    """
    first, after, total = winners(standings), _next(standings), score(standings)
    if total is None or not after or after[0].total is None:
        return None
    names = tuple(line.name for line in after)
    ahead = after[0].total - total if meta.lowest_wins else total - after[0].total
    if ahead == 0:
        return _tie(standings[len(first) - 1 :], meta, names)
    if ahead < 0:  # a result from elsewhere may say so
        return None
    by = (amount or meta.in_words)(ahead)
    if meta.lowest_wins:
        return say("{amount} less than {players}", amount=by, players=names)
    return say("{amount} ahead of {players}", amount=by, players=names)


def margin(standings: Sequence[Standing], meta: Meta) -> Message | None:
    """Return with how many points somebody won, and how far ahead of the next; None if there are no points."""
    total = score(standings)
    if total is None:
        return None
    amount, ahead = meta.in_words(total), lead(standings, meta, lambda count: count)
    after = _next(standings)
    if ahead and after and after[0].total == total:
        return ahead
    if len(winners(standings)) > 1:
        amount = say("{amount} each", amount=amount)
    return joined([amount, ahead], ", ") if ahead else amount


def when_played(started: str | None, ended: str | None, *, time: bool = True) -> str:
    """Return when a game began as text, with the `time` of day; or when it ended, or that there is no date."""
    written = started or ended
    if written is None:
        return translated(say("No date"))
    if not time:
        return date(written)
    shown = f"{date(written)}, {clock(written)}"
    return shown if started else translated(say("ended {time}", time=shown))


def time_taken(started: str | None, ended: str | None) -> Message | None:
    """Return how long a game took; None if its beginning or end is not known."""
    seconds = seconds_between(started, ended)
    if seconds is None:
        return None
    return many("{count} minute", "{count} minutes", minutes(seconds)) if seconds < LONG else duration(seconds)


def _next(standings: Sequence[Standing]) -> tuple[Line, ...]:
    """Return the lines that share the place after the winners."""
    others = [standing for standing in standings if standing.place > 1]
    return tuple(standing.line for standing in others if standing.place == others[0].place)


def _tie(standings: Sequence[Standing], meta: Meta, names: tuple[str, ...]) -> Message:
    """Return which tie-break put the first of these before `names`, who have the same points."""
    first, second = standings[0].line, standings[1].line
    tied = say("tied with {players} on {total}", players=names, total=first.total)
    name = deciding_tie_break(standings)
    if name is None:
        return tied
    column = next(column for column in meta.tie_breaks if column.name == name)
    return say(
        "{tied}; {won_by} ({mine} to {theirs})",
        tied=tied,
        won_by=column.won_by or column.label,
        mine=first.tie_break[name],
        theirs=second.tie_break[name],
    )
