"""The fold: a log of plays becomes a state, a sheet, and all that is to be said about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .errors import IllegalPlay, Refusal
from .messages import say
from .rulebook import Kind, Play, Remark, Rulebook, Sheet, Table

GAME_OVER = Refusal("game-over", say("The game is over already: nothing can be entered after its last play."))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A play that the rules refuse: its number in the log (from 1) and why."""

    number: int
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Step:
    """A play that stands: its number in the log (from 1), and the state it met."""

    number: int
    play: Play
    before: Any


@dataclass(frozen=True, slots=True)
class Replay:
    """What a log comes to. With any conflict the log does not stand; the rest was replayed without those plays.

    `remarks` are those on single plays; `all_remarks` adds what the sheet says on the last one.
    """

    rulebook: Rulebook
    table: Table
    steps: tuple[Step, ...]
    state: Any
    conflicts: tuple[Conflict, ...]
    remarks: tuple[Remark, ...]

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.rulebook.finished(self.state)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the game is over or anyone may be entered."""
        return None if self.finished else self.rulebook.turn(self.state)

    def sheet(self) -> Sheet:
        """Return the score paper, as if the game ended now."""
        return self.rulebook.sheet(self.state)

    def all_remarks(self, sheet: Sheet) -> tuple[Remark, ...]:
        """Return every remark, those of `sheet` standing on the last play; a log without plays has none."""
        if not self.steps:
            return self.remarks
        last = self.steps[-1].number
        return self.remarks + tuple(Remark(last, note.code, note.message) for note in sheet.remarks)


def replay(rulebook: Rulebook, table: Table, log: Iterable[Play | Refusal], earlier: Replay | None = None) -> Replay:
    """Return what `log` comes to at `table`; or, after an `earlier` replay that stands, what both logs come to.

    An entry that was refused while it was read (a Refusal) is a conflict from the start. A refused play is set aside
    and the rest is replayed, so that every conflict is named.
    """
    kinds = {kind.name: kind for kind in rulebook.kinds(table)}
    state = earlier.state if earlier else rulebook.start(table)
    steps = list(earlier.steps) if earlier else []
    remarks = list(earlier.remarks) if earlier else []
    conflicts: list[Conflict] = []
    for number, play in enumerate(log, len(steps) + 1):
        try:
            after = _apply(rulebook, state, play, number)
        except IllegalPlay as illegal:
            conflicts.append(Conflict(number, illegal.refusal))
            continue
        assert not isinstance(play, Refusal)  # noqa: S101  (_apply raises for those)
        remarks.extend(_turn_remarks(rulebook, table, state, play, kinds[play.kind], number))
        remarks.extend(Remark(number, note.code, note.message) for note in rulebook.remarks(state, play, after))
        steps.append(Step(number, play, state))
        state = after
    return Replay(rulebook, table, tuple(steps), state, tuple(conflicts), tuple(remarks))


def _apply(rulebook: Rulebook, state: Any, play: Play | Refusal, number: int) -> Any:
    if isinstance(play, Refusal):
        raise IllegalPlay(play.code, play.message)
    if rulebook.finished(state):
        raise IllegalPlay(GAME_OVER.code, GAME_OVER.message)
    return rulebook.apply(state, play, number)


def _turn_remarks(
    rulebook: Rulebook, table: Table, state: Any, play: Play, kind: Kind, number: int
) -> Iterable[Remark]:
    if not kind.in_turn:
        return
    player, turn = getattr(play, "player", None), rulebook.turn(state)
    if player is not None and turn is not None and player != turn:
        message = say(
            "{player} played; it was {other}'s turn.", player=table.players[player], other=table.players[turn]
        )
        yield Remark(number, "out-of-turn", message)
