"""What a form or the query of an address fills in: slots, and game options beside them. The one way to read a play."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import parse_qsl

from flask import abort
from werkzeug.datastructures import MultiDict

from ...core.document import MOST_PLAYS
from ...core.errors import Refusal
from ...core.fields import PLAYER
from ...core.messages import Message
from ...core.numbers import small_number
from ...core.replay import Replay
from ...core.sheet import Note
from ...store.games import GameView
from ..forms.fields_form import errors_of
from .agreed import Agreed, sent_options
from .position import Position
from .slots import IN_ROW, Slot, name_of, read_slot, rows_of

NAME = re.compile(r"(?P<kind>[a-z-]{1,32})(\.(?P<seat>0|[1-9][0-9]?))?(\.(?P<where>[a-z][a-z0-9-]{0,47}))?", re.ASCII)
PLACE = re.compile(r"(?P<how>at|before)-(?P<number>[0-9]+)", re.ASCII)
MOST_SLOTS = 250
MOST_SAID = 9
UNCHANGED_TOO = "unchanged"


@dataclass(frozen=True, eq=False)
class Attempt:
    """Slots that were sent and not entered, or that an address fills in, and the game options beside them.

    `asked`: nothing was refused, but the user has to confirm it. `left`: what is to be said of players who left.
    """

    slots: tuple[Slot, ...]
    agreed: Agreed
    asked: bool = False
    left: str = ""

    @property
    def first(self) -> Slot:
        """The main slot: the play that is entered or corrected. The others are sent along with it."""
        return self.slots[0]

    @property
    def changed(self) -> list[Slot]:
        """The slots that have a play to enter or to delete."""
        return [slot for slot in self.slots if slot.changed]

    @property
    def readable(self) -> bool:
        return self.agreed.readable and all(slot.readable for slot in self.slots)

    @property
    def faults(self) -> str:
        forms = [self.agreed.form, *(slot.form for slot in self.slots)]
        return " ".join(filter(None, map(errors_of, forms)))

    @property
    def refused(self) -> str:
        """The name of the only slot, if it alone was refused or cannot be read; "" otherwise."""
        return (
            self.first.name
            if len(self.slots) == 1 and not self.left and (self.first.refusal or not self.readable)
            else ""
        )

    @property
    def late_question(self) -> Message | None:
        """The question about the first slot that was filled in for an earlier turn; None if there is none."""
        return next((slot.late_question for slot in self.changed if slot.late_question), None)

    @property
    def about(self) -> str:
        """The names of the slots that were refused, cannot be read or have to be confirmed."""
        return " ".join(slot.name for slot in self.slots if slot.fault or slot.asked)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The form fields (name, value) with which an address fills all of this in again."""
        said = [slot for slot in self.slots if slot.changed or not slot.readable]
        return [*(pair for slot in said for pair in slot.fields), *self.agreed.fields]

    @cached_property
    def after(self) -> Replay:
        """The replay up to the first slot's position, then the changed plays; its conflicts are those refused."""
        entered = (play for slot in self.changed for play in (*slot.room, slot.play) if play is not None)
        return self.first.position.replay.entered(entered)

    @property
    def slips(self) -> list[Note]:
        """What was perhaps overlooked in the plays that the rules do not refuse."""
        steps = self.after.steps[len(self.first.position.replay.steps) :]
        return [slip for step in steps for slip in self.after.describe(step).slips]

    def slot(self, name: str) -> Slot | None:
        return next((slot for slot in self.slots if slot.name == name), None)

    def judged(self) -> "Attempt":
        """Return the same after trying the plays in order: each slot that the rules refuse has the reason."""
        last = len(self.first.position.replay.steps)
        numbers = {}
        for slot in self.changed:
            last += len(slot.room) + 1
            numbers[last] = slot.name
        return self.refusing(
            {numbers[each.number]: each.refusal for each in self.after.conflicts if each.number in numbers}
        )

    def while_typed(self) -> "Attempt":
        """Return the same without the refusals of slots that are still being typed (`Slot.still_typed`)."""
        return self._each(lambda slot: replace(slot.refused(None), said=None) if slot.still_typed else slot)

    def refusing(self, reasons: Mapping[str, Refusal]) -> "Attempt":
        """Return the same with these reasons, by slot name; all other slots have none."""
        return self._each(lambda slot: slot.refused(reasons.get(slot.name)))

    def asking_anew(self) -> "Attempt":
        """Return the same with `make_room` off: in a game that has changed, others might give up something else."""
        return self._each(lambda slot: replace(slot, make_room=False))

    def deleting_others(self) -> "Attempt":
        """Return the same, but every slot except the first deletes the play in its place."""
        return self._each(
            lambda slot: slot if slot is self.first else replace(slot, nothing=True, readable=True, play=None)
        )

    def to_be_asked(self) -> "Attempt":
        """Return the same, marked as waiting for the user to confirm it."""
        return replace(self._each(lambda slot: replace(slot, asked=slot.changed)), asked=True)

    def _each(self, changed: Callable[[Slot], Slot]) -> "Attempt":
        return replace(self, slots=tuple(map(changed, self.slots)))


def sent_attempt(view: GameView, sent: MultiDict[str, str], now_at: Callable[[int], int] = int) -> Attempt | None:
    """Return the slots that a form or an address fills in; None if it names none.

    The value of `play` is the name of a slot. A button can add fields to it: "sell.0?tile=8&discount=2". `now_at` gives
    the present number of a play by the number that it had when the form was made. Raises NoSuchPlay. Aborts with 400
    for a slot that no page of this game has, for two slots at the same play, and for a `player` field that names
    another seat than the slot does.
    """
    names = [name.partition("?")[::2] for name in dict.fromkeys(sent.getlist("play"))]
    if not names:
        return None
    if len(names) > MOST_SLOTS or len({name for name, _ in names}) < len(names):
        abort(400)
    agreed = sent_options(view, sent)
    slots = tuple(_sent(agreed.view(view), sent, name, said, now_at) for name, said in names)
    places = [slot.position.where for slot in slots if slot.position.where]
    return Attempt(slots, agreed) if len(set(places)) == len(places) else abort(400)


def _sent(view: GameView, sent: MultiDict[str, str], name: str, said: str, now_at: Callable[[int], int]) -> Slot:
    found = NAME.fullmatch(name) or abort(400)
    kind = view.rulebook.kind(view.table, found["kind"]) or abort(400)
    seat = None if found["seat"] is None else int(found["seat"])
    if seat is None if kind.has_player else seat is not None:
        abort(400)
    if seat is not None and seat >= len(view.table.players):
        abort(400)
    fields = _own_fields(sent, name, parse_qsl(said)[:MOST_SAID])
    if {*fields.getlist(PLAYER.name), *sent.getlist(PLAYER.name)} - {str(seat)}:
        abort(400)
    position = _position(view, found["where"] or "", now_at)
    if position.corrected and position.corrected.kind is not kind:
        abort(400)
    where = position.where or found["where"] or ""
    meant = UNCHANGED_TOO in sent
    blank_too = meant and len(sent.getlist("play")) == 1  # one of several may be left empty
    own, row = name_of(kind.name, seat, where), where.removeprefix(IN_ROW) if where.startswith(IN_ROW) else ""
    if row and row not in rows_of(kind):
        abort(400)
    return read_slot(own, kind, seat, position, fields, row=row, unchanged_too=meant, blank_too=blank_too)


def _own_fields(sent: MultiDict[str, str], name: str, said: Iterable[tuple[str, str]] = ()) -> MultiDict[str, str]:
    """Return the fields of a slot, without its name in front, and those that the button `said`."""
    prefix = f"{name}-"
    own = [(each[len(prefix) :], value) for each, value in sent.items(multi=True) if each.startswith(prefix)]
    return MultiDict([*own, *said])


def _position(view: GameView, where: str, now_at: Callable[[int], int]) -> Position:
    found = PLACE.fullmatch(where)
    if not found:
        return Position(view)
    return Position(view, now_at(small_number(found["number"], MOST_PLAYS) or 0), before=found["how"] == "before")
