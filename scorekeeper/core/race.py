"""The race for the points: who had how many after each play, who led, and when that changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .messages import Message, joined, say
from .replay import Replay
from .rulebook import Rulebook
from .sheet import Line


@dataclass(frozen=True, slots=True)
class Position:
    """How they stood after play `number` (0: before the first): `figures` by line of the score paper.

    `leaders` are the lines in front: all that are level there. `round` is what the round is called that ended with the
    play, None where none did.
    """

    number: int
    figures: tuple[int, ...]
    leaders: tuple[int, ...]
    round: Message | None = None

    @property
    def leader(self) -> int | None:
        """The line that leads alone, if one does."""
        return self.leaders[0] if len(self.leaders) == 1 else None

    @property
    def stage(self) -> Message:
        """What to call it: "play 17", or "round 3" where a round ended."""
        return self.round or say("play {number}", number=self.number)

    @property
    def mark(self) -> str:
        """The same in short: what numbers the round, or else the number of the play."""
        return " ".join(map(str, self.round.values.values() if self.round else ())) or str(self.number)


@dataclass(frozen=True)
class Race:
    """The positions of a game that can be compared, in order, each with the figures of all lines.

    `seats` says whose each line is (None: somebody's who is not at the table), `names` what they are called. `totals`
    are what a finished game came to, where that is not the last figures: then something was added at the end.
    `to_the_end`: the last position is that after the last play.
    """

    seats: tuple[int | None, ...]
    names: tuple[str, ...]
    positions: tuple[Position, ...]
    lowest_wins: bool = False
    totals: tuple[int, ...] | None = None
    to_the_end: bool = True

    @cached_property
    def changes(self) -> tuple[tuple[int, int], ...]:
        """Every change of the lead: the number of the play, and the line that leads alone from then on.

        Whoever led alone before was another; to draw level, and to lead for the first time, changes no lead.
        """
        found: list[tuple[int, int]] = []
        leader: int | None = None
        for position in self.positions:
            if position.leader is None:
                continue
            if leader not in (None, position.leader):
                found.append((position.number, position.leader))
            leader = position.leader
        return tuple(found)

    @cached_property
    def leads(self) -> tuple[tuple[int, int, int], ...]:
        """Every lead: the line, and the first and last index of positions at which it led alone, without a break.

        Where they stood before the first play counts for no lead.
        """
        found: list[tuple[int, int, int]] = []
        for index, position in enumerate(self.positions):
            if position.leader is None or position.number == 0:
                continue
            line, start, last = found[-1] if found else (None, 0, 0)
            if line == position.leader and last == index - 1:
                found[-1] = (position.leader, start, index)
            else:
                found.append((position.leader, index, index))
        return tuple(found)

    def behind(self, position: Position, line: int) -> int:
        """Return by how much a line was behind whoever led."""
        return abs(position.figures[position.leaders[0]] - position.figures[line])


def race(replay: Replay) -> Race:
    """Return the race of a game, from the figures that its title says race."""
    rulebook = replay.rulebook
    lines = rulebook.lines(replay.state)
    positions = tuple(_positions(replay))
    last = positions[-1] if positions else None
    return Race(
        tuple(line.seat for line in lines),
        tuple(line.name if line.seat is None else replay.table.players[line.seat] for line in lines),
        positions,
        rulebook.meta.lowest_wins,
        _totals(lines, last) if replay.finished else None,
        last is not None and last.number >= _plays(replay),
    )


def _positions(replay: Replay) -> Iterator[Position]:
    """Yield the positions; that the table agreed to end is none of its own where it changed no figure."""
    rulebook, lowest_wins = replay.rulebook, replay.rulebook.meta.lowest_wins
    states = [*(step.before for step in replay.steps), replay.state]
    last = _figures(rulebook, None, states[0])
    if last:
        yield Position(0, last, _leaders(last, lowest_wins))
    for step, after in zip(replay.steps, states[1:], strict=True):
        known = _figures(rulebook, step.before, after)
        if not known or (step.kind.ends_game and known == last):
            continue
        last = known
        yield Position(step.number, known, _leaders(known, lowest_wins), _round(rulebook, step.before, after))


def _round(rulebook: Rulebook[Any], before: Any, state: Any) -> Message | None:
    """Return what the round is called that ended; a title that is loaded could be tried only before its first play."""
    called: object = rulebook.telling.round(before, state)
    return called if isinstance(called, Message) else joined((called,)) if called else None


def _plays(replay: Replay) -> int:
    """Return the number of the last play, without that of a table that agreed to end."""
    return len(replay.steps) - bool(replay.steps and replay.steps[-1].kind.ends_game)


def _figures(rulebook: Rulebook[Any], before: Any, state: Any) -> tuple[int, ...] | None:
    if rulebook.telling.figures:
        return rulebook.telling.figures(before, state)
    return _all_known([line.points for line in rulebook.lines(state)])


def _totals(lines: Sequence[Line], last: Position | None) -> tuple[int, ...] | None:
    """Return what the game came to, where all of it is known and it is not what they had at last."""
    totals = _all_known([line.total for line in lines])
    return None if last is None or totals == last.figures else totals


def _all_known(values: Sequence[int | None]) -> tuple[int, ...] | None:
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


def _leaders(figures: Sequence[int], lowest_wins: bool) -> tuple[int, ...]:
    best = min(figures) if lowest_wins else max(figures)
    return tuple(line for line, figure in enumerate(figures) if figure == best)
