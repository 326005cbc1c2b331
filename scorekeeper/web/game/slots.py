"""Slots: the forms of plays. Its name says of which kind a play is, whose, and where it goes: "tally.1.at-7".

Its fields are those of the kind, each named after the slot: "tally.1.at-7-goods_vp". Whose play it is stands in the
name of the slot alone.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

from flask import abort
from werkzeug.datastructures import MultiDict

from ...core.document import MOST_PLAYS
from ...core.errors import Refusal
from ...core.fields import PLAYER
from ...core.log import Placed
from ...core.messages import Message, say
from ...core.numbers import small_number
from ...core.replay import Replay
from ...core.rulebook import Kind
from ...core.sheet import Note
from ...desk.games import GameView
from ..forms import FieldsForm, errors_of, faults, fields_form, typed_in, values_of
from .agreed import Agreed, sent_options
from .lines import Link
from .position import Position, bare_play
from .preview import PlayPreview, previewed, replaced_by

NAME = re.compile(r"(?P<kind>[a-z-]{1,32})(\.(?P<seat>0|[1-9][0-9]?))?(\.(?P<where>[a-z][a-z0-9-]{0,31}))?", re.ASCII)
PLACE = re.compile(r"(?P<how>at|before)-(?P<number>[0-9]+)", re.ASCII)
MOST_SLOTS = 250
MOST_SAID = 9
MAKE_ROOM, NOTHING, UNCHANGED_TOO = "make-room", "nothing", "unchanged"


@dataclass(frozen=True, eq=False)
class Slot:
    """The form of one play: of which kind, whose, and at which position of the game.

    `said` is the play that its form says, None where it says none or cannot be read; `play` is that play if it is to be
    entered: where nothing else is said than what stands, there is nothing to enter. `nothing`: what stands there is to
    be deleted. `sent`: it was sent and not taken, or the address fills it in. `asked`: it is taken when somebody says
    that it was meant. `rules` is the way to the section of the rules that its `refusal` comes from.
    """

    name: str
    kind: Kind[Any, Any]
    seat: int | None
    position: Position
    form: FieldsForm
    said: object | None = None
    play: object | None = None
    nothing: bool = False
    readable: bool = True
    sent: bool = False
    asked: bool = False
    make_room: bool = False
    refusal: Refusal | None = None
    rules: Link | None = None

    @property
    def changed(self) -> bool:
        """Whether there is anything to enter."""
        return self.play is not None or self.nothing

    @property
    def key(self) -> str:
        """Under what a phone keeps what is typed here: "" at the end, or what tells the play there from others."""
        return self.position.key

    @property
    def fault(self) -> Message | str | None:
        """Why it cannot be entered, None where it can."""
        return self.refusal.message if self.refusal else None if self.readable else faults(self.form)

    @property
    def whose(self) -> int | None:
        """The seat of whose things it enters: a player's, or that of another at the table."""
        return self.seat if self.kind.other is None else len(self.position.view.table.players) + self.kind.other

    @cached_property
    def label(self) -> Message:
        """What its play is called, as far as it is known: "Ada's vote count"."""
        view, whose = self.position.view, self.whose
        play = bare_play(self.kind, whose) if self.said is None else self.said
        if play is not None:
            return view.rulebook.title(view.table, play)
        if whose is None:
            return self.kind.label
        return say("{player}: {kind}", player=view.rulebook.names(view.table)[whose], kind=self.kind.label)

    @cached_property
    def preview(self) -> PlayPreview | None:
        """What the play in it comes to; None while there is none, or it cannot be read."""
        return None if self.said is None else previewed(self.position.replay, self.said, make_room=self.make_room)

    @property
    def replaced(self) -> Message | None:
        """Which other play would not count beside the one in it, where it corrects an earlier one."""
        number = self.position.number
        if self.said is None or number is None:
            return None
        return replaced_by(self.position.view.replay, self.said, number, number - self.position.before)

    @cached_property
    def room(self) -> tuple[object, ...]:
        """The plays that are entered before it: what others give up for it."""
        return self.position.replay.making_room(self.play) if self.play is not None and self.make_room else ()

    @property
    def placed(self) -> Placed:
        """What there is to enter, where it goes."""
        return Placed(self.play, self.position.number, self.position.before, self.room)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What a form or an address says so that the slot is filled in like this."""
        said = [each for each, so in ((MAKE_ROOM, self.make_room), (NOTHING, self.nothing)) if so]
        return [("play", self.name), *typed_in(self.form), *((f"{self.name}-{each}", "yes") for each in said)]


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
        """Whether all of it can be read."""
        return self.agreed.readable and all(slot.readable for slot in self.slots)

    @property
    def faults(self) -> str:
        """What cannot be read, in sentences."""
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
        return [slip for step in steps for slip in self.after.slips(step)]

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

    def refusing(self, reasons: Mapping[str, Refusal]) -> "Attempt":
        """Return the same with the reason in each slot that is named."""
        return replace(self, slots=tuple(replace(slot, refusal=reasons.get(slot.name)) for slot in self.slots))

    def asking_anew(self) -> "Attempt":
        """Return the same, where what would be given up can be something else by now."""
        return replace(self, slots=tuple(replace(slot, make_room=False) for slot in self.slots))

    def deleting_others(self) -> "Attempt":
        """Return the same with all plays deleted that only come along."""
        others = (replace(slot, nothing=True, readable=True, play=None) for slot in self.slots[1:])
        return replace(self, slots=(self.first, *others))

    def to_be_asked(self) -> "Attempt":
        """Return the same, asked about."""
        return replace(self, slots=tuple(replace(slot, asked=slot.changed) for slot in self.slots), asked=True)


def name_of(kind: str, seat: int | None, where: str = "") -> str:
    """Return the name of a slot; `where` is the place that its play goes to, or the panel that it stands in."""
    return ".".join([kind, *([] if seat is None else [str(seat)]), *([where] if where else [])])


def empty_slot(position: Position, kind: Kind[Any, Any], seat: int | None, tag: str = "") -> Slot:
    """Return a slot as it stands before anything is filled in; `tag` is the panel that it stands in."""
    return _with(position, kind, seat, position.begun(kind, seat), position.where or tag)


def slot_of(position: Position, play: object) -> Slot:
    """Return a slot with a play filled in."""
    kind = position.view.rulebook.kind_of(position.view.table, play)
    return _with(position, kind, kind.seat(play), play, position.where)


def _with(position: Position, kind: Kind[Any, Any], seat: int | None, play: object | None, where: str) -> Slot:
    name, values = name_of(kind.name, seat, where), None if play is None else kind.values(play)
    form = fields_form(_fields(kind), position.view.table, None, values, f"{name}-", kind.either)
    return Slot(name, kind, seat, position, form, said=play)


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


def given_to(slot: Slot, seat: int) -> Slot:
    """Return a slot that was sent as another player's: with the same typed values."""
    typed = MultiDict((name.removeprefix(f"{slot.name}-"), word) for name, word in typed_in(slot.form))
    name = name_of(slot.kind.name, seat, slot.position.where)
    return _read(name, slot.kind, seat, slot.position, typed, unchanged=False)


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
    return _read(name_of(kind.name, seat, where), kind, seat, position, fields, unchanged=UNCHANGED_TOO in sent)


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


def _read(
    name: str,
    kind: Kind[Any, Any],
    seat: int | None,
    position: Position,
    fields: MultiDict[str, str],
    *,
    unchanged: bool,
) -> Slot:
    """Return a slot in which these fields are filled in."""
    view, prefix = position.view, f"{name}-"
    typed = MultiDict([(f"{prefix}{path}", value) for path, value in fields.items(multi=True)])
    form = fields_form(_fields(kind), view.table, typed, None, prefix, kind.either)
    slot = Slot(name, kind, seat, position, form, sent=True, make_room=MAKE_ROOM in fields)
    if NOTHING in fields and position.corrected:
        return replace(slot, nothing=True)
    stands, gathers = position.begun(kind, seat), kind.name in view.rulebook.pages.gathered
    if gathers and not unchanged and stands is None and all(node.left_out(form) for node in form.nodes):
        return slot
    if not form.validate():
        return replace(slot, readable=False)
    said: object = kind.play(values_of(form) | ({PLAYER.name: seat} if kind.has_player else {}))
    step = position.corrected
    same = said == step.play if step else gathers and said == stands and not unchanged
    return replace(slot, said=said, play=None if same else said)


def _fields(kind: Kind[Any, Any]) -> list[Any]:
    """Return what is filled in for a kind of play: all but whose it is."""
    return [field for field in kind.fields if field.name != PLAYER.name]
