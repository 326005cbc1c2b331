"""A page of a game on which plays are entered."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from flask import url_for

from ...core.rulebook import Kind
from ..forms import FieldsForm
from ..table.game_page import GamePage
from .agreed import options_form
from .position import Position
from .slots import Attempt, Slot, empty_slot, name_of


@dataclass(frozen=True)
class SlotPage(GamePage):
    """A page on which plays are entered at a position; `attempt` is what was sent and not taken, or filled in by it."""

    position: Position = field(kw_only=True, compare=False)
    attempt: Attempt | None = field(default=None, compare=False)
    _slots: dict[str, Slot] = field(default_factory=dict, compare=False, repr=False)
    _own: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)

    def own(self, seat: int) -> Self:
        """Return the same page as that player's: with their panel open."""
        if seat == self.seat:
            return self
        if seat not in self._own:
            self._own[seat] = replace(self, seat=seat)
        found: Self = self._own[seat]
        return found

    @cached_property
    def kinds(self) -> Sequence[Kind[Any, Any]]:
        """The kinds of play that can be entered here, of the one whose panel is open."""
        if self.position.corrected:
            return [self.position.corrected.kind]
        return [kind for kind in self.rulebook.kinds_of(self.view.table, self.seat) if not kind.ends_game]

    @property
    def by_player(self) -> bool:
        """Whether any play that can be entered here belongs to a player, or to another at the table."""
        return any(kind.has_player or kind.other is not None for kind in self.kinds)

    def slot(self, kind: str, seat: int | None = None, tag: str = "") -> Slot:
        """Return the slot for a play of that kind, as it was sent or as it stands; `tag` names the panel it stands in.

        Without a seat it is that of the one whose panel is open.
        """
        found = next(each for each in self.rulebook.kinds(self.view.table) if each.name == kind)
        whose = None if not found.has_player else self.seat if seat is None else seat
        name = name_of(kind, whose, self.position.where or tag)
        if name not in self._slots:
            slot = self.attempt.slot(name) if self.attempt else None
            slot = slot or empty_slot(self.position, found, whose, tag)
            rules = self.rules_on(slot.refusal.code) if slot.refusal else None
            self._slots[name] = replace(slot, rules=rules) if rules else slot
        return self._slots[name]

    @cached_property
    def entry(self) -> object:
        """What the rulebook's own pages need to enter a play."""
        return None if self.seat is None else self.rulebook.pages.entry(self.position.replay.state, self.seat)

    @cached_property
    def options(self) -> FieldsForm:
        """The game options, for those that are filled in beside a play."""
        return self.attempt.agreed.form if self.attempt else options_form(self.view)

    @property
    def act_address(self) -> str:
        """Where plays are sent."""
        return url_for("table.enter", game_id=self.view.game.id)

    @property
    def preview_address(self) -> str:
        """Where a script asks what they come to."""
        return url_for("table.preview", game_id=self.view.game.id)

    def seat_address(self, seat: int, open: str = "") -> str:  # noqa: A002  (as addresses have it)
        """Return where a player's panel is open."""
        return url_for("table.show", game_id=self.view.game.id, seat=seat, open=open or None)
