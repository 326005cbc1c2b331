"""Plays that are gathered on the page and sent together: each stands in a slot, and they are entered as one change."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

from flask import abort, request
from werkzeug.datastructures import MultiDict

from ...core.errors import Refusal
from ...core.fields import PLAYER
from ...core.messages import Message
from ...core.replay import Conflict, Replay, replay
from ...core.rulebook import Kind
from ...core.sheet import Note
from ...core.table import Table
from ...desk.games import GameView
from ..forms import FieldsForm, faults, fields_form, play_form, values_of
from ..typed import Fields, typed_in
from .entry import begun_play
from .lines import Link

SLOT = re.compile(r"(?P<kind>[a-z-]{1,32})(\.(?P<seat>[0-9]{1,2}))?(\.(?P<form>[a-z0-9-]{1,16}))?", re.ASCII)
GATHERED = "gathered"
MOST_SLOTS = 99
MOST_SAID = 9
UNCHANGED_TOO = "unchanged"


@dataclass(frozen=True, eq=False)
class Slot:
    """A place on the page for one play: its `name` ("votes.0"), its `form`, and what stands there.

    `play` is None where nothing was filled in, nothing else than what stands already, or what cannot be read
    (`readable`). `refusal`: why the rules refuse it, and `rules` the way to the section that it comes from.
    """

    name: str
    form: FieldsForm
    play: object | None = None
    readable: bool = True
    refusal: Refusal | None = None
    rules: Link | None = None

    @property
    def changed(self) -> bool:
        """Whether there is anything to enter."""
        return self.play is not None

    @property
    def fault(self) -> Message | str | None:
        """Why it cannot be entered, None where it can."""
        return self.refusal.message if self.refusal else None if self.readable else faults(self.form)


@dataclass(frozen=True, eq=False)
class Gathered:
    """The slots of a page as they were sent, and the plays before them.

    `asked`: they were not refused, but are taken when somebody says that they were meant.
    """

    slots: Sequence[Slot]
    before: Replay
    asked: bool = False

    @cached_property
    def plays(self) -> Sequence[object]:
        """What there is to enter, in order."""
        return [slot.play for slot in self.slots if slot.play is not None]

    @property
    def readable(self) -> bool:
        """Whether all of it can be read."""
        return all(slot.readable for slot in self.slots)

    @cached_property
    def after(self) -> Replay:
        """What they come to, without those that the rules refuse."""
        return replay(self.before.rulebook, self.before.table, self.plays, self.before)

    @property
    def typed_fields(self) -> Fields:
        """What was sent and says anything, as an address fills it in."""
        said = [slot for slot in self.slots if slot.changed or not slot.readable]
        return [each for slot in said for each in [("play", slot.name), *typed_in(slot.form)]]

    @cached_property
    def slips(self) -> Sequence[Note]:
        """What was perhaps overlooked in those that the rules do not refuse."""
        steps = self.after.steps[len(self.before.steps) :]
        return [slip for step in steps for slip in self.after.slips(step)]

    @property
    def form(self) -> str:
        """The form that they stand in: it is named like the last part of its slots, "influence.0.dame-beatrice"."""
        found = SLOT.fullmatch(self.slots[0].name)
        return found["form"] if found and found["form"] else GATHERED

    def judged(self, conflicts: Sequence[Conflict] | None = None) -> "Gathered":
        """Return the same with the reason in each slot whose play is refused: by the rules now, or as it is given."""
        first = len(self.before.steps) + 1
        found = self.after.conflicts if conflicts is None else conflicts
        reasons = {conflict.number - first: conflict.refusal for conflict in found}
        numbers = iter(range(len(self.plays)))
        slots = [replace(slot, refusal=reasons.get(next(numbers))) if slot.changed else slot for slot in self.slots]
        return Gathered(slots, self.before)

    def slot(self, name: str) -> Slot | None:
        """Return the slot of that name, if it was sent."""
        return next((slot for slot in self.slots if slot.name == name), None)


def sent_gathered(view: GameView, form: MultiDict[str, str] | None = None) -> Gathered | None:
    """Return the plays that were gathered and sent, or that stand in another `form`; None for a form that is one play.

    A button that names one more slot can say what stands in it: "sell.0?tile=8&discount=2".
    Of a slot that says what stands already nothing is left, unless the form has "unchanged". Aborts with 400 for slots
    that no page of this game has, and where two buttons say what stands in one slot.
    """
    form = request.form if form is None else form
    sent = [name.partition("?")[::2] for name in dict.fromkeys(form.getlist("play"))]
    if not sent:
        return None
    if len(sent) > MOST_SLOTS or len({name for name, _ in sent}) < len(sent):
        abort(400)
    return Gathered([_sent(view, form, name, said) for name, said in sent], view.replay)


def empty_slot(view: GameView, name: str) -> Slot:
    """Return a slot as it stands before anything is filled in."""
    kind, seat = _taken_apart(view, name)
    return _empty(kind, view.table, name, seat, _begun(view, kind, seat))


def _empty(kind: Kind[Any, Any], table: Table, name: str, seat: int | None, begun: object | None) -> Slot:
    values = {} if seat is None else {PLAYER.name: seat}
    return Slot(name, play_form(kind, table, begun, _prefix(name), values))


def _sent(view: GameView, sent: MultiDict[str, str], name: str, said: str) -> Slot:
    """Return a slot as it was sent; what the button that sent it `said` of its fields counts, too: "tile=8"."""
    kind, seat = _taken_apart(view, name)
    prefix = _prefix(name)
    own = MultiDict([item for item in sent.items(multi=True) if item[0].startswith(prefix)])
    own.update((prefix + field, value) for field, value in parse_qsl(said)[:MOST_SAID])
    if seat is not None:
        own[prefix + PLAYER.name] = str(seat)
    form = fields_form(kind.fields, view.table, own, None, prefix, kind.either)
    begun = _begun(view, kind, seat)
    blank = all(node.left_out(form) for node in form.nodes if node.field.name != PLAYER.name)
    if blank and begun is None:
        return Slot(name, form)
    if not form.validate():
        return Slot(name, form, readable=False)
    play: object = kind.play(values_of(form))
    return Slot(name, form, None if play == begun and UNCHANGED_TOO not in sent else play)


def _begun(view: GameView, kind: Kind[Any, Any], seat: int | None) -> object | None:
    return begun_play(kind, view.replay.state, seat, view.box_facts)


def _taken_apart(view: GameView, name: str) -> tuple[Kind[Any, Any], int | None]:
    """Return the kind and the seat that a slot is for; aborts with 400 where there is no such slot."""
    found = SLOT.fullmatch(name) or abort(400)
    kind = view.rulebook.kind(view.table, found["kind"]) or abort(400)
    seat = None if found["seat"] is None else int(found["seat"])
    fits = seat is None if not kind.has_player else seat is not None and seat < len(view.table.players)
    return (kind, seat) if fits and kind.name in view.rulebook.pages.gathered else abort(400)


def _prefix(name: str) -> str:
    return f"{name}-"
