"""What was sent, in a form or by an address: slots, and the game options beside them. The one way to read a play."""

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
from ...core.numbers import small_number
from ...core.replay import Replay
from ...core.sheet import Note
from ...desk.games import GameView
from ..forms.fields_form import errors_of
from .agreed import Agreed, sent_options
from .position import Position
from .slots import Slot, name_of, read_slot

NAME = re.compile(r"(?P<kind>[a-z-]{1,32})(\.(?P<seat>0|[1-9][0-9]?))?(\.(?P<where>[a-z][a-z0-9-]{0,31}))?", re.ASCII)
PLACE = re.compile(r"(?P<how>at|before)-(?P<number>[0-9]+)", re.ASCII)
MOST_SLOTS = 250
MOST_SAID = 9
UNCHANGED_TOO = "unchanged"


@dataclass(frozen=True, eq=False)
class Attempt:
    """What was sent and not taken, or is filled in by an address: the slots, and the game options beside them.

    `asked`: it was not refused, but is taken when somebody says that it was meant.
    """

    slots: tuple[Slot, ...]
    agreed: Agreed
    asked: bool = False

    @property
    def first(self) -> Slot:
        """The slot that it is about; others come along with it."""
        return self.slots[0]

    @property
    def changed(self) -> list[Slot]:
        """The slots in which there is anything to enter."""
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
        """The name of the slot that was refused or could not be read, where it was the only one; or ""."""
        return self.first.name if len(self.slots) == 1 and (self.first.refusal or not self.readable) else ""

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What an address says so that all of it is filled in again."""
        said = [slot for slot in self.slots if slot.changed or not slot.readable]
        return [*(pair for slot in said for pair in slot.fields), *self.agreed.fields]

    @cached_property
    def after(self) -> Replay:
        """What the game comes to there with what is to be entered, without what the rules refuse."""
        entered = (play for slot in self.changed for play in (*slot.room, slot.play) if play is not None)
        return self.first.position.replay.entered(entered)

    @property
    def slips(self) -> list[Note]:
        """What was perhaps overlooked in what the rules do not refuse."""
        steps = self.after.steps[len(self.first.position.replay.steps) :]
        return [slip for step in steps for slip in self.after.describe(step).slips]

    def slot(self, name: str) -> Slot | None:
        """Return the slot of that name, if it was sent."""
        return next((slot for slot in self.slots if slot.name == name), None)

    def judged(self) -> "Attempt":
        """Return the same with the reason in each slot whose play the rules refuse, one after the other."""
        last = len(self.first.position.replay.steps)
        numbers = {}
        for slot in self.changed:
            last += len(slot.room) + 1
            numbers[last] = slot.name
        return self.refusing(
            {numbers[each.number]: each.refusal for each in self.after.conflicts if each.number in numbers}
        )

    def while_typed(self) -> "Attempt":
        """Return the same, where nothing is said yet of what is refused while it is still typed."""
        return self._each(lambda slot: replace(slot, said=None, refusal=None) if slot.still_typed else slot)

    def refusing(self, reasons: Mapping[str, Refusal]) -> "Attempt":
        """Return the same with the reason in each slot that is named."""
        return self._each(lambda slot: replace(slot, refusal=reasons.get(slot.name)))

    def asking_anew(self) -> "Attempt":
        """Return the same, where what would be given up can be something else by now."""
        return self._each(lambda slot: replace(slot, make_room=False))

    def deleting_others(self) -> "Attempt":
        """Return the same with all plays deleted that only come along."""
        return self._each(
            lambda slot: slot if slot is self.first else replace(slot, nothing=True, readable=True, play=None)
        )

    def to_be_asked(self) -> "Attempt":
        """Return the same, asked about."""
        return replace(self._each(lambda slot: replace(slot, asked=slot.changed)), asked=True)

    def _each(self, changed: Callable[[Slot], Slot]) -> "Attempt":
        return replace(self, slots=tuple(map(changed, self.slots)))


def sent_attempt(view: GameView, sent: MultiDict[str, str], now_at: Callable[[int], int] = int) -> Attempt | None:
    """Return what was sent, in a form or by an address; None where that names no slot.

    A button can say what stands in its slot: "sell.0?tile=8&discount=2". `now_at` tells which number a play has now
    that had another when the form was made. Raises NoSuchPlay; aborts with 400 for slots that no page of this game has,
    for two of one place, and where the parts of one disagree about whose it is.
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
    blank_too = meant and len(sent.getlist("play")) == 1  # one of many is a player of whom nothing is said
    own = name_of(kind.name, seat, where)
    return read_slot(own, kind, seat, position, fields, unchanged_too=meant, blank_too=blank_too)


def _own_fields(sent: MultiDict[str, str], name: str, said: Iterable[tuple[str, str]] = ()) -> MultiDict[str, str]:
    """Return what was sent for a slot, without its name; what the button `said` that sent it counts, too."""
    prefix = f"{name}-"
    own = [(each[len(prefix) :], value) for each, value in sent.items(multi=True) if each.startswith(prefix)]
    return MultiDict([*own, *said])


def _position(view: GameView, where: str, now_at: Callable[[int], int]) -> Position:
    found = PLACE.fullmatch(where)
    if not found:
        return Position(view)
    return Position(view, now_at(small_number(found["number"], MOST_PLAYS) or 0), before=found["how"] == "before")
