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
    """How the race stood after play `number` (0: before the first): `figures` has one for each line of the score paper.

    `leaders` are the indexes of the lines in front: several if they are level. `round` is the name of the round that
    ended with the play, or None.
    """

    number: int
    figures: tuple[int, ...]
    leaders: tuple[int, ...]
    round: Message | None = None

    @property
    def leader(self) -> int | None:
        """The index of the line that leads alone, or None."""
        return self.leaders[0] if len(self.leaders) == 1 else None

    @property
    def stage(self) -> Message:
        """What to call the position: "play 17", or "round 3" where a round ended."""
        return self.round or say("play {number}", number=self.number)

    @property
    def mark(self) -> str:
        """The stage in short: the number of the round ("3"), or else that of the play."""
        return " ".join(map(str, self.round.values.values() if self.round else ())) or str(self.number)


@dataclass(frozen=True)
class Race:
    """The positions of a game at which the figures of its lines can be compared, in order.

    `seats` and `names` say whose each line is (seat None: somebody's who is not at the table). `totals` are those of a
    finished game if they differ from the last figures, because points were added at the end; otherwise None.
    `to_the_end`: the last position is the one after the last play.
    """

    seats: tuple[int | None, ...]
    names: tuple[str, ...]
    positions: tuple[Position, ...]
    lowest_wins: bool = False
    totals: tuple[int, ...] | None = None
    to_the_end: bool = True

    @cached_property
    def changes(self) -> tuple[tuple[int, int], ...]:
        """Every change of the lead: the number of the play, and the index of the line that leads alone from then on.

        The lead changes when another line leads alone than the last one that did. To draw level does not change it, nor
        does it when somebody leads for the first time.
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
        """Every lead: the index of the line, and of the first and the last of the positions in a row that it led alone.

        The position before the first play is left out.
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
    """Return the race of a game, from the figures that its title compares (`Telling.figures`)."""
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
    """Yield the positions; an agreement to end the game makes one only if it changed a figure."""
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
    """Return the name of the round that ended, or None.

    A title is checked before its first play only, so a later name may be no Message. Then it is shown as it is.
    """
    called: object = rulebook.telling.round(before, state)
    return called if isinstance(called, Message) else joined((called,)) if called else None


def _plays(replay: Replay) -> int:
    """Return the number of the last play, not counting an agreement to end the game."""
    return len(replay.steps) - bool(replay.steps and replay.steps[-1].kind.ends_game)


def _figures(rulebook: Rulebook[Any], before: Any, state: Any) -> tuple[int, ...] | None:
    if rulebook.telling.figures:
        return rulebook.telling.figures(before, state)
    return _all_known([line.points for line in rulebook.lines(state)])


def _totals(lines: Sequence[Line], last: Position | None) -> tuple[int, ...] | None:
    """Return the totals if all are known and they differ from the figures of the last position, or None."""
    totals = _all_known([line.total for line in lines])
    return None if last is None or totals == last.figures else totals


def _all_known(values: Sequence[int | None]) -> tuple[int, ...] | None:
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


def _leaders(figures: Sequence[int], lowest_wins: bool) -> tuple[int, ...]:
    best = min(figures) if lowest_wins else max(figures)
    return tuple(line for line, figure in enumerate(figures) if figure == best)
