"""Where a page is in a game, or where a play goes: at the end of the log, in the place of a play, or before one."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...core.fields import PLAYER
from ...core.replay import Replay, Step
from ...core.rulebook import Kind
from ...store.changes import NoSuchPlay
from ...store.games import GameView


@dataclass(frozen=True, eq=False)
class Position:
    """A position of a game: the end of its log, or the place of play `number` (from 1); `before`: in front of it.

    Raises NoSuchPlay if the log has no play of that number.
    """

    view: GameView
    number: int | None = None
    before: bool = False

    def __post_init__(self) -> None:
        if self.number is not None and not 0 < self.number <= len(self.view.replay.steps):
            raise NoSuchPlay

    @cached_property
    def replay(self) -> Replay:
        return self.view.replay if self.number is None else self.view.replay.at(self.number - 1)

    @property
    def step(self) -> Step | None:
        """The play of that number, with the state before it; None at the end of the log."""
        return None if self.number is None else self.view.replay.steps[self.number - 1]

    @property
    def corrected(self) -> Step | None:
        """The play that is corrected here; None where one is inserted or added at the end."""
        return None if self.before else self.step

    @property
    def where(self) -> str:
        """The position in the name of a slot: "at-7", "before-7", or "" at the end."""
        return "" if self.number is None else f"{'before' if self.before else 'at'}-{self.number}"

    @property
    def path(self) -> str:
        """The address of the page for this position, relative to the game."""
        return "" if self.number is None else f"plays/{self.number}{'/before' if self.before else ''}"

    @property
    def key(self) -> str:
        """The revision that put in the play there, which stays the same when its number changes; "" at the end."""
        return "" if self.number is None else str(self.view.put_in[self.number - 1] or 0)

    @property
    def whose(self) -> int | None:
        """The seat for which a play is entered here by default; None if it concerns the whole table."""
        if self.step is None:
            return _next(self.replay)
        own = self.view.rulebook.seat_of(self.view.table, self.step.play)
        turn = self.replay.turn
        if not self.before:
            return own if own is not None else turn
        others = self.view.rulebook.seats.next_to_enter(self.replay.state, None)
        return next((seat for seat in (turn, own, others) if seat is not None), None)

    def begun(self, kind: Kind[Any, Any], seat: int | None) -> object | None:
        """Return the play with which a form for that kind begins here; None for an empty form.

        In a correction that is the present play, given to this seat. Elsewhere it is what the kind's `prefill` returns,
        or else `bare_play`.
        """
        if self.corrected:
            play: object = self.corrected.play
            return kind.play({**kind.values(play), PLAYER.name: seat}) if kind.has_player else play
        whose = seat if kind.other is None else len(self.view.table.players) + kind.other
        prefilled: object | None = kind.prefill(self.replay.state, whose or 0, self.view.recalled(kind))
        return bare_play(kind, whose) if prefilled is None else prefilled


def bare_play(kind: Kind[Any, Any], seat: int | None) -> object | None:
    """Return the play of this seat with no other field filled in; None if the kind needs more than the seat."""
    needed = any(field.required for field in kind.fields if field.name != PLAYER.name)
    if seat is None or kind.either or needed or not (kind.has_player or kind.other is not None):
        return None
    bare: object = kind.play({PLAYER.name: seat} if kind.has_player else {})
    return bare


def _next(replay: Replay) -> int | None:
    """Return the seat that is entered next; None if every play concerns the whole table.

    It is whose turn it is, else what `Seats.next_to_enter` says, else the first without any part of the score.
    """
    rulebook, table = replay.rulebook, replay.table
    if not any(kind.has_player for kind in rulebook.kinds(table)):
        return None
    following = rulebook.seats.next_to_enter(replay.state, None)
    if replay.turn is not None or following is not None:
        return following if replay.turn is None else replay.turn
    unknown = [line.seat for line in replay.lines if line.parts and all(part is None for part in line.parts.values())]
    return min((seat for seat in unknown if seat is not None), default=0)
