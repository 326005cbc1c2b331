"""The lead: who is in front after each play, and when that changes.

The table, the story, the chart and the records share this definition:

- The best total leads, as if the game ended now (`Line.current`); with `lowest_wins` the lowest. Players who are level
  share the lead, and nobody leads while all are level. Tie-breaks decide only at the end: once a game is over, its
  winners lead.
- Totals are compared after each play, or only when `HistoryHooks.figures` returns them, such as at the end of a round.
  Until the next comparison the lead remains. On a sheet filled in at the end nothing is compared before the end.
- The lead changes when another line leads alone than the last one that did. Drawing level does not change it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from .messages import Message, joined, say
from .replay import Replay
from .rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Position:
    """How the race stood after play `number` (0: before the first): `figures` has one for each line of the score sheet.

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
        return self.round or say("entry {number}", number=self.number)

    @property
    def mark(self) -> str:
        """The stage in short: the number of the round ("3"), or else that of the play."""
        return " ".join(map(str, self.round.values.values() if self.round else ())) or str(self.number)


@dataclass(frozen=True)
class Race:
    """The positions of a game at which the figures of its lines can be compared, in order.

    `seats` and `names` say whose each line is (seat None: somebody's who is not at the table). In the last position of
    a finished game the winners lead.
    """

    seats: tuple[int | None, ...]
    names: tuple[str, ...]
    positions: tuple[Position, ...]
    lowest_wins: bool = False

    @cached_property
    def changes(self) -> tuple[tuple[int, int], ...]:
        """Every change of the lead: the number of the play, and the index of the line that leads alone from then on.

        Leading for the first time is not a change.
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
        """Return by how much a line was behind the best one."""
        return abs(_best(position.figures, self.lowest_wins) - position.figures[line])


def race(replay: Replay) -> Race:
    """Return the race of a game, from the figures that its title compares (`HistoryHooks.figures`)."""
    rulebook = replay.rulebook
    return Race(
        tuple(line.seat for line in replay.lines),
        tuple(line.name for line in replay.lines),
        _ended(replay, tuple(_positions(replay))),
        rulebook.meta.lowest_wins,
    )


def leaders(replay: Replay) -> tuple[int, ...]:
    """Return the indexes of the lines that lead now: those of the last position of the race; () if nobody leads."""
    if replay.finished:
        found = replay.winners
    else:
        moves = [(None, replay.rulebook.start(replay.table)), *((step.before, step.after) for step in replay.steps)]
        known = (_figures(replay.rulebook, *move) for move in reversed(moves))
        last = next(filter(None, known), None)
        found = _front(last, replay.rulebook.meta.lowest_wins) if last else ()
    return found if len(found) < len(replay.lines) else ()


def _positions(replay: Replay) -> Iterator[Position]:
    """Yield the positions; an agreement to end the game makes one only if it changed a figure."""
    rulebook, lowest_wins = replay.rulebook, replay.rulebook.meta.lowest_wins
    states = [*(step.before for step in replay.steps), replay.state]
    last = _figures(rulebook, None, states[0])
    if last:
        yield Position(0, last, _front(last, lowest_wins))
    for step, after in zip(replay.steps, states[1:], strict=True):
        known = _figures(rulebook, step.before, after)
        if not known or (step.kind.ends_game and known == last):
            continue
        last = known
        yield Position(step.number, known, _front(known, lowest_wins), _round(rulebook, step.before, after))


def _ended(replay: Replay, positions: tuple[Position, ...]) -> tuple[Position, ...]:
    """Return the positions with the winners of a finished game as leaders of the last one, at the end of the game."""
    if not replay.finished:
        return positions
    totals, won = _all_known([line.total for line in replay.lines]), replay.winners
    number = len(replay.steps) - bool(replay.steps and replay.steps[-1].kind.ends_game)
    if totals and (not positions or (positions[-1].number < number and positions[-1].figures != totals)):
        return (*positions, Position(number, totals, won))
    return (*positions[:-1], *(replace(last, leaders=won) for last in positions[-1:]))


def _round(rulebook: Rulebook[Any], before: Any, state: Any) -> Message | None:
    """Return the name of the round that ended, or None.

    A title is checked before its first play only, so a later name may be no Message. Then it is shown as it is.
    """
    called: object = rulebook.history.round(before, state)
    return called if isinstance(called, Message) else joined((called,)) if called else None


def _figures(rulebook: Rulebook[Any], before: Any, state: Any) -> tuple[int, ...] | None:
    if rulebook.history.figures:
        return rulebook.history.figures(before, state)
    return _all_known([line.current for line in rulebook.lines(state)])


def _all_known(values: Sequence[int | None]) -> tuple[int, ...] | None:
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


def _front(figures: Sequence[int], lowest_wins: bool) -> tuple[int, ...]:
    """Return the indexes of the best figures."""
    best = _best(figures, lowest_wins)
    return tuple(line for line, figure in enumerate(figures) if figure == best)


def _best(figures: Sequence[int], lowest_wins: bool) -> int:
    return min(figures) if lowest_wins else max(figures)
