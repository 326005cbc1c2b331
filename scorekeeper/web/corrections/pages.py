"""The pages on which earlier plays are seen and corrected."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from ...core.log import Act
from ...core.messages import Message, say
from ...core.replay import Replay, Step
from ...core.rulebook import Kind
from ...core.table import Summary
from ...core.turns import Shift
from ...desk.trail import ChangeLine
from ..forms import FieldsForm
from ..rights import rights
from ..table.entry import EntryPage, bare_play, replaced_by
from ..table.game_page import GamePage
from ..table.lines import Link, LogLine, Player, Said
from ..typed import filled
from .back import Back, address_of, back_link


@dataclass(frozen=True)
class LogPage(GamePage):
    """Every play of a game, latest first while it goes on, and the trail of changes behind them."""

    template: ClassVar[str] = "corrections/log.html"
    here: ClassVar[str] = "plays"
    trail: Sequence[ChangeLine] = ()

    @cached_property
    def log(self) -> Sequence[LogLine]:
        """Every play, described; the one that was corrected last is marked."""
        lines = [self.log_line(step) for step in self.view.replay.steps]
        last = self.trail[-1] if self.trail else None
        if lines and last and last.corrected:
            at = min(last.corrected, len(lines)) - 1
            lines[at] = replace(lines[at], changed=last.message)
        return lines if self.view.replay.finished else lines[::-1]

    def line_address(self, number: int) -> str:
        """Return where a play is corrected, for whoever may do so."""
        if not rights().book:
            return super().line_address(number)
        return address_of("play", self.view.game.id, number, Back.LOG)


@dataclass(frozen=True)
class CorrectPage(EntryPage):
    """Play `number` to be amended, or one to be inserted before it: `act` is AMEND or INSERT.

    `back` is where that was begun, and where it ends.
    """

    number: int = 0
    act: Act = Act.AMEND
    back: Back = Back.LOG

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/correct.html", "corrections/correct.html"]

    @property
    def up(self) -> Link:
        """One level up: where it was begun."""
        return back_link(self.view, self.back, self.number)

    @property
    def step(self) -> Step:
        """The play that it is about, and the state it met."""
        return self.view.replay.steps[self.number - 1]

    @cached_property
    def replay(self) -> Replay:
        """The plays before this one."""
        return self.view.replay.at(self.number - 1)

    @cached_property
    def kinds(self) -> Sequence[Kind[Any, Any]]:
        """The kinds of play that can be entered here: an earlier play stays of its kind."""
        if self.act is Act.AMEND:
            return [self.step.kind]
        return super().kinds

    @cached_property
    def begun(self) -> dict[str, object]:
        """The plays that the forms begin from: the earlier one, for the player whose play it is to be; or bare ones."""
        if self.act is not Act.AMEND:
            bare = {kind.name: bare_play(kind, self.seat) for kind in self.kinds}
            return {name: play for name, play in bare.items() if play is not None}
        play, kind = self.step.play, self.step.kind
        return {kind.name: replace(play, seat=self.seat) if kind.has_player else play}

    @property
    def replaced(self) -> Message | None:
        """Which other play does not count beside the one in the form, if one does not."""
        play = self._play(self.kinds[0].name)
        last = self.number - 1 if self.act is Act.INSERT else self.number
        return None if play is None else replaced_by(self.view.replay, play, self.number, last)

    @cached_property
    def line(self) -> LogLine:
        """The play that it is about."""
        return self.log_line(self.step)

    @property
    def correcting(self) -> str:
        """What is done: "amend" or "insert"."""
        return self.act.value

    @property
    def enter_address(self) -> str:
        """Where the play is sent."""
        return self._address("insert" if self.act is Act.INSERT else "amend")

    @property
    def preview_address(self) -> str:
        """Where a script asks what a play comes to in this place."""
        inserted = self.act is Act.INSERT
        return self._address("preview_inserted" if inserted else "preview_amended")

    @property
    def here(self) -> str:
        """Where this page is, with what was typed and not taken."""
        path = f"plays/{self.number}{'/before' if self.act is Act.INSERT else ''}"
        begun = [("back", self.back.value)] if self.back else []
        seat = [] if self.seat is None or self.sent else [("seat", str(self.seat))]
        return filled(path, [*begun, *seat, *self.typed_fields])

    def unsent_key(self, kind: str) -> str:
        """Return under what a phone keeps what is typed here, until something in the game has changed."""
        return f"{self.view.game.id}/{self.view.game.revision}/{self.enter_address}/{self.seat}/{kind}"

    @property
    def strike_address(self) -> str:
        """Where the play is struck."""
        return self._address("strike")

    @property
    def before_address(self) -> str:
        """Where a play is inserted before this one."""
        return self._address("before")

    def seat_address(self, seat: int) -> str:
        """Return where a play of another player is entered in this place."""
        return self._address("before" if self.act is Act.INSERT else "play", seat=seat)

    def _address(self, view: str, **values: Any) -> str:
        return address_of(view, self.view.game.id, self.number, self.back, **values)


@dataclass(frozen=True, slots=True)
class Move:
    """A play that moves from one player to another: its number in the log, and what it is."""

    number: int
    summary: Summary
    before: Player
    after: Player


@dataclass(frozen=True)
class MovingPage(GamePage):
    """A page that shows which plays move one seat on; `put_in` plays before them are not in the game yet.

    The correction is about play `number`; `back` is where it was begun, and where it ends.
    """

    put_in: ClassVar[int] = 0
    shift: Shift | None = None
    number: int = 0
    back: Back = Back.LOG

    @property
    def up(self) -> Link:
        """One level up: where it was begun."""
        return back_link(self.view, self.back, self.number)

    @cached_property
    def moves(self) -> Sequence[Move]:
        """Who then played what."""
        moved = self.shift.moved if self.shift else {}
        steps = {number: self.view.replay.steps[number - 1 - self.put_in] for number in moved}
        return [
            Move(number, self.view.replay.describe(step), *self._from_to(step.kind, step.play, moved[number]))
            for number, step in steps.items()
        ]

    def _from_to(self, kind: Kind[Any, Any], *plays: object) -> tuple[Player, Player]:
        before, after = (self.players[kind.seat(play) or 0] for play in plays)
        return before, after


@dataclass(frozen=True, slots=True)
class Repair:
    """A later play that a correction conflicts with, or that is to be repaired.

    `reason` is None if it stands now; `code` is that of the refusal in it.
    """

    number: int
    label: Message
    reason: Message | str | None
    kind: Kind[Any, Any]
    form: FieldsForm
    struck: bool
    code: str = ""


@dataclass(frozen=True)
class ConflictPage(MovingPage):
    """A correction that later plays conflict with: where it is sent, its own fields, and a line for each of them."""

    template: ClassVar[str] = "corrections/conflicts.html"
    put_in: ClassVar[int] = 1
    address: str = ""
    fields: Sequence[tuple[str, str]] = ()
    repairs: Sequence[Repair] = ()


@dataclass(frozen=True)
class ShiftPage(MovingPage):
    """Asks whether the plays after play `number`, which was forgotten, each move one seat on."""

    template: ClassVar[str] = "corrections/shift.html"

    @property
    def reasons(self) -> Sequence[Said]:
        """Why they cannot: the plays that would not stand."""
        return [
            Said(
                say("Play {number}: {reason}", number=conflict.number, reason=conflict.refusal.message),
                conflict.refusal.code,
            )
            for conflict in (self.shift.conflicts if self.shift else ())
        ]

    @property
    def inserted(self) -> LogLine:
        """The play that was forgotten."""
        return self.log_line(self.view.replay.steps[self.number - 1])

    @property
    def address(self) -> str:
        """Where the answer is sent."""
        return address_of("shift", self.view.game.id, self.number, self.back)
