"""The lead: the players in front now, the race for the lead, and the changes of the lead.

- The highest total leads, or the lowest with `lowest_wins`, as if the game ended now. Level players share the lead. No
  line leads while all are level. Tie-breaks count only at the end: the winners of a finished game lead.
- `leaders` compares the totals that a page shows, after any play: the crown never contradicts them.
- The race, for the story, the chart and the records, compares `Line.current` after each play, or only the figures that
  `HistoryHooks.figures` returns, such as at the end of a round. Until the next comparison the lead remains. On a sheet
  filled in at the end, nothing is compared before the end.
- The lead changes when a line leads alone and the previous sole leader was another line. Drawing level does not change
  the lead.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from .messages import Message, joined, say
from .numbers import rounded
from .replay import Replay
from .rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Position:
    """The race after play `number`, 0 before the first play: `figures` has one for each line of the score sheet.

    `leaders` are the indexes of the lines in front, several if they are level. `round` is the name of the round that
    the play ended, or None.
    """

    number: int
    figures: tuple[float, ...]
    leaders: tuple[int, ...]
    round: Message | None = None

    @property
    def leader(self) -> int | None:
        return self.leaders[0] if len(self.leaders) == 1 else None

    @property
    def stage(self) -> Message:
        """The name of the position: "entry 17", or "round 3" if a round ended."""
        return self.round or say("entry {number}", number=self.number)

    @property
    def mark(self) -> str:
        """The short name of the position: the number of the round ("3"), or else of the play."""
        return " ".join(map(str, self.round.values.values() if self.round else ())) or str(self.number)


@dataclass(frozen=True)
class Race:
    """The positions of a game that can be compared, in order.

    `seats` and `names` belong to the lines; the seat of a non-player is None. In the last position of a finished game
    the winners lead.
    """

    seats: tuple[int | None, ...]
    names: tuple[str, ...]
    positions: tuple[Position, ...]
    lowest_wins: bool = False

    @property
    def by_rounds(self) -> bool:
        """Whether lines are compared at the ends of rounds. The end of an unfinished round has no name."""
        return any(position.round for position in self.positions)

    @cached_property
    def changes(self) -> tuple[tuple[int, int], ...]:
        """Changes of the lead after the first: the number of the play, and the index of the line then leading alone."""
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
        """Sole leads after the first play, as indexes: the line, and the first and last position."""
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

    def behind(self, position: Position, line: int) -> float:
        """Return the difference between a line and the best one, never negative."""
        return rounded(abs(_best(position.figures, self.lowest_wins) - position.figures[line]))


def race(replay: Replay) -> Race:
    rulebook, names = replay.rulebook, replay.rulebook.names(replay.table)
    lines = [replay.lines[index] for index in replay.own_lines]
    return Race(
        tuple(line.seat for line in lines),
        tuple(line.name if line.seat is None else names[line.seat] for line in lines),
        _ended(replay, tuple(_positions(replay))),
        rulebook.meta.lowest_wins,
    )


def leaders(replay: Replay) -> tuple[int, ...]:
    """Return the indexes of the lines with the best total, or of the winners; () without a leader.

    No line leads while totals are incomplete: one is unknown, or players who do not take turns have filled in different
    parts. Players who left without a total do not count.
    """
    rulebook, away = replay.rulebook, replay.rulebook.seats.away(replay.state)
    lines = [(index, replay.lines[index]) for index in replay.own_lines]
    if replay.finished:
        found = replay.winners
    else:
        lines = [(index, line) for index, line in lines if line.total is not None or line.seat not in away]
        totals = _all_known([line.total for _, line in lines])
        filled = {
            tuple(part for part, value in line.parts.items() if value is not None)
            for _, line in lines
            if line.seat is not None
        }
        if not totals or rulebook.meta.cooperative or (replay.turn is None and len(filled) > 1):
            return ()
        found = tuple(lines[at][0] for at in _front(totals, rulebook.meta.lowest_wins))
    own = tuple(index for index, _ in lines if index in found)
    return own if len(own) < len(lines) else ()


def _positions(replay: Replay) -> Iterator[Position]:
    """Yield the positions of a race. A Stop adds one only if it changed a figure."""
    rulebook, lowest_wins = replay.rulebook, replay.rulebook.meta.lowest_wins
    states = [*(step.before for step in replay.steps), replay.state]
    last = _figures(replay, None, states[0])
    if last:
        yield Position(0, last, _front(last, lowest_wins))
    for step, after in zip(replay.steps, states[1:], strict=True):
        known = _figures(replay, step.before, after)
        if not known or (step.kind.ends_game and known == last):
            continue
        last = known
        yield Position(step.number, known, _front(known, lowest_wins), _round(rulebook, step.before, after))


def _ended(replay: Replay, positions: tuple[Position, ...]) -> tuple[Position, ...]:
    """Return the positions; if the game is finished, the last one is its end, with the winners as leaders."""
    if not replay.finished:
        return positions
    totals = _all_known([replay.lines[index].total for index in replay.own_lines])
    won = tuple(at for at, index in enumerate(replay.own_lines) if index in replay.winners)
    # A final Stop does not count as a play.
    number = len(replay.steps) - bool(replay.steps and replay.steps[-1].kind.ends_game)
    if totals and (not positions or (positions[-1].number < number and positions[-1].figures != totals)):
        return (*positions, Position(number, totals, won))
    return (*positions[:-1], *(replace(last, leaders=won) for last in positions[-1:]))


def _round(rulebook: Rulebook[Any], before: Any, state: Any) -> Message | None:
    """Return the name of the round that ended, or None; a title may return another type, which is shown unchanged."""
    called: object = rulebook.history.round(before, state)
    return called if isinstance(called, Message) else joined((called,)) if called else None


def _figures(replay: Replay, before: Any, state: Any) -> tuple[float, ...] | None:
    """Return the figures of `Replay.own_lines` after a play, or None if they cannot be compared."""
    own = replay.rulebook.history.figures
    found = own(before, state) if own else _all_known([line.current for line in replay.rulebook.lines(state)])
    return None if found is None else tuple(found[index] for index in replay.own_lines)


def _all_known(values: Sequence[float | None]) -> tuple[float, ...] | None:
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


def _front(figures: Sequence[float], lowest_wins: bool) -> tuple[int, ...]:
    best = _best(figures, lowest_wins)
    return tuple(line for line, figure in enumerate(figures) if figure == best)


def _best(figures: Sequence[float], lowest_wins: bool) -> float:
    return min(figures) if lowest_wins else max(figures)
