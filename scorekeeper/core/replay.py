"""The fold: turns a log of plays into states, a score sheet, and descriptions of the plays."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from .errors import IllegalPlay, Refusal
from .finale import Scene, scenes
from .history import Move, Timeline
from .messages import say
from .ranking import ranked, winners
from .rulebook import Kind, Preview, Rulebook
from .sheet import Line, Note, Remark, Sheet, Standing
from .table import Summary, Table

GAME_OVER = Refusal("game-over", say("The game is over: no more entries are possible."))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A play that the rules refuse: its number in the log (from 1) and the reason."""

    number: int
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Step:
    """A legal play in a log: its number (from 1), its kind, and the states before and after it."""

    number: int
    play: Any
    kind: Kind[Any, Any]
    before: Any
    after: Any

    @property
    def seat(self) -> int | None:
        return self.kind.seat(self.play)


@dataclass(frozen=True)
class Replay:
    """A replayed log: its legal plays as `steps`, the `state` after them, and the refused plays, which were skipped."""

    rulebook: Rulebook[Any]
    table: Table
    steps: tuple[Step, ...]
    state: Any
    conflicts: tuple[Conflict, ...]

    @property
    def finished(self) -> bool:
        return self.rulebook.finished(self.state)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the game is over or plays come in any order."""
        return None if self.finished else self.rulebook.turn(self.state)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The unranked lines of the score sheet, as if the game ended now."""
        lines, names = self.rulebook.lines(self.state), self.table.players
        return tuple(line if line.seat is None else replace(line, name=names[line.seat]) for line in lines)

    @cached_property
    def own_lines(self) -> tuple[int, ...]:
        """The indexes of the lines to compare: of each team only its first player, and all lines without a team."""
        scorers = self.rulebook.scorers(self.table)
        return tuple(index for index, line in enumerate(self.lines) if line.seat is None or line.seat in scorers)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The ranked lines of the score sheet, with one line for each team, which has the names of its players."""
        names, lines = self.rulebook.names(self.table), [self.lines[index] for index in self.own_lines]
        named = [line if line.seat is None else replace(line, name=names[line.seat]) for line in lines]
        return ranked(named, self.rulebook.meta)

    @cached_property
    def _sheet(self) -> Sheet:
        standings = ranked(self.lines, self.rulebook.meta)
        if len(self.own_lines) < len(self.lines):  # the players of a team have its place
            places = {each.line.seat: each.place for each in self.standings}
            own = self.rulebook.representatives(self.table)
            standings = tuple(replace(each, place=places[own.get(each.line.seat)]) for each in standings)
        return Sheet(standings, self.rulebook.notes(self.state), self.rulebook.extras(self.state))

    def sheet(self) -> Sheet:
        return self._sheet

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The indexes of the lines in first place, as if the game ended now."""
        first = winners(self._sheet.standings)
        return tuple(index for index, line in enumerate(self.lines) if line in first)

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """The end of a finished game in stages; () before the end, or if the title has no stages."""
        if not self.finished:
            return ()
        stages, meta = self.rulebook.finale(self.state), self.rulebook.meta
        return scenes(stages, self.lines, self.winners, lowest_wins=meta.lowest_wins)

    @cached_property
    def remarks(self) -> tuple[Remark, ...]:
        """Remarks on single plays; `all_remarks` adds the notes of the sheet."""
        return tuple(
            Remark(step.number, note.code, note.message) for step in self.steps for note in self.describe(step).remarks
        )

    def all_remarks(self, sheet: Sheet) -> tuple[Remark, ...]:
        """Return all remarks, with the notes of `sheet` as remarks on the last play; () for a log without plays."""
        if not self.steps:
            return self.remarks
        last = self.steps[-1].number
        return self.remarks + tuple(Remark(last, note.code, note.message) for note in sheet.notes)

    def describe(self, step: Step) -> Summary:
        """Return the description of a play, with a remark if it was another player's turn."""
        kind, play = step.kind, step.play
        described = kind.describe(step.before, play, step.after) if kind.describe else None
        summary = described or Summary(self.rulebook.title(self.table, play))
        out_of_turn = self._out_of_turn(step)
        return replace(summary, remarks=(out_of_turn, *summary.remarks)) if out_of_turn else summary

    def _out_of_turn(self, step: Step) -> Note | None:
        seat, turn = step.seat, self.rulebook.turn(step.before) if step.kind.in_turn else None
        if seat is None or turn is None:
            return None
        own, names = self.rulebook.representatives(self.table), self.table.players
        if own[seat] == own[turn]:
            return None
        message = say("{player} played; it was {other}'s turn.", player=names[seat], other=names[turn])
        return Note("out-of-turn", message)

    def preview(self, play: object) -> Preview[Any]:
        after = self.entered([play])
        if after.conflicts:
            return Preview(play, self.state, refusal=after.conflicts[0].refusal)
        return Preview(play, self.state, after.state, after.describe(after.steps[-1]))

    def at(self, number: int) -> "Replay":
        """Return the replay of the first `number` plays; this replay if there are no more."""
        if number >= len(self.steps):
            return self
        return replace(self, steps=self.steps[:number], state=self.steps[number].before, conflicts=())

    def displaced_plays(self, play: object) -> tuple[object, ...]:
        """Return other players' plays that `play` displaces at the end of the log (`Kind.displaced_plays`)."""
        return self.rulebook.kind_of(self.table, play).displaced_plays(self.state, play)

    def entered(self, plays: Iterable[object]) -> "Replay":
        return replay(self.rulebook, self.table, plays, self)

    def replacing(self, play: object, number: int) -> Step | None:
        """Return the first step after play `number` that would replace `play` (`Kind.replaces`), or None."""
        return next(self._alike(play, self.steps[number:]), None)

    def replaced(self, play: object, number: int) -> Step | None:
        """Return the last step before play `number` that `play` would replace (`Kind.replaces`), or None."""
        return next(self._alike(play, self.steps[: number - 1][::-1]), None)

    def overriding(self, kind: str, seat: int | None, number: int) -> Step | None:
        """Return the first step after play `number` that overrides plays of this kind and seat (`Kind.overrides`)."""
        later = (step for step in self.steps[number:] if step.seat == seat)
        return next((step for step in later if step.kind.overrides(step.play, kind)), None)

    def _alike(self, play: object, steps: Iterable[Step]) -> Iterator[Step]:
        """Yield the steps of the same kind and seat as `play`, if plays of this kind replace each other."""
        kind = self.rulebook.kind_of(self.table, play)
        return (
            step
            for step in steps
            if kind.replaces and step.kind.play_type is kind.play_type and step.seat == kind.seat(play)
        )

    def course(self) -> Timeline[Any]:
        moves = tuple(Move(step.number, step.seat, step.play, step.before, step.after) for step in self.steps)
        return Timeline(self.table, self.state, moves)

    def plays_of(self, kind: Kind[Any, Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the plays of one kind, each as (state before it, play)."""
        return ((step.before, step.play) for step in self.steps if step.kind.play_type is kind.play_type)


def replay(
    rulebook: Rulebook[Any], table: Table, log: Iterable[object | Refusal], earlier: Replay | None = None
) -> Replay:
    """Return the replay of `log`, the continuation of the `earlier` replay, which has no conflicts.

    Plays refused here, or while the document was read, are skipped, so that all conflicts are reported.
    """
    kinds = {kind.play_type: kind for kind in rulebook.kinds(table)}
    state = earlier.state if earlier else rulebook.start(table)
    steps = list(earlier.steps) if earlier else []
    conflicts: list[Conflict] = []
    for number, play in enumerate(log, len(steps) + 1):
        try:
            if isinstance(play, Refusal):
                raise IllegalPlay(play.code, play.message, play.field)
            kind = kinds[type(play)]
            if rulebook.finished(state) and kind.word(play) not in kind.after_end(state):
                raise IllegalPlay(GAME_OVER.code, GAME_OVER.message)
            after = kind.apply(state, play, number)
        except IllegalPlay as illegal:
            conflicts.append(Conflict(number, illegal.refusal))
            continue
        steps.append(Step(number, play, kind, state, after))
        state = after
    return Replay(rulebook, table, tuple(steps), state, tuple(conflicts))
