"""The form of one play: its place in the log, what is typed there, and its preview."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from ...core.document import MAX_PLAYS
from ...core.errors import Refusal
from ...core.fields import PLAYER, ByPlayer, Choice, small_number
from ...core.log import Placed
from ...core.messages import Message, say
from ...core.replay import Replay, Step
from ...core.rulebook import Kind, Preview
from ...core.sheet import Note
from ...core.table import Summary
from ...store.changes import NoSuchPlay
from ...store.games import GameView
from ..common.language import translated
from ..forms.fields import FieldsForm, Group, OneWord, errors_of, faults, fields_form, typed_in, values_of
from .lines import Link

MAKE_ROOM, NOTHING = "make-room", "nothing"
NUMBER = "number-before"
"""Names, in a form, the number of plays before the one for which it was filled in (`Slot.before`)."""
GIVEN = "given"
"""Names, in a correction, the field of `Kind.exactly_one_of` in which the play is stored."""
IN_ROW = "in-"
"""Stands before the row of a cell in the name of its slot."""


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
        return next((seat for seat in (turn, own) if seat is not None), _next(self.replay))

    def begun(self, kind: Kind[Any, Any], seat: int | None) -> object | None:
        """Return the play with which a form for that kind begins here; None for an empty form.

        In a correction that is the present play, given to this seat. Elsewhere it is what the kind's `prefill` returns,
        or else `bare_play`.
        """
        if self.corrected:
            play: object = self.corrected.play
            return kind.play({**kind.values(play), PLAYER.name: seat}) if kind.has_player else play
        whose = seat if kind.non_player is None else len(self.view.table.players) + kind.non_player
        prefilled: object | None = kind.prefill(self.replay.state, whose or 0, self.view.recalled(kind))
        return bare_play(kind, whose) if prefilled is None else prefilled


def bare_play(kind: Kind[Any, Any], seat: int | None) -> object | None:
    """Return the play of this seat with no other field filled in; None if the kind needs more than the seat."""
    needed = any(field.required for field in kind.fields if field.name != PLAYER.name)
    if seat is None or kind.exactly_one_of or needed or not (kind.has_player or kind.non_player is not None):
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


@dataclass(frozen=True, slots=True)
class Room:
    """Plays of others that would make a play legal (`Kind.displaced_plays`): what each is called, and what it does.

    `made`: the user has chosen to enter them first. Until then `field` names the field at which the play is refused for
    want of them ("": none).
    """

    plays: Sequence[tuple[Message, Summary]]
    field: str
    made: bool

    @property
    def label(self) -> Message:
        """The plays that are entered along with it, as a sentence."""
        return say("Along with it: {plays}", plays=tuple(title for title, _ in self.plays))


@dataclass(frozen=True, slots=True)
class PlayPreview:
    """What a play comes to: its `summary` or its `refusal`; `own` is the value for the title's templates.

    `room` is what others can give up for it, if that would help.
    """

    summary: Summary | None
    refusal: Refusal | None
    own: object
    room: Room | None = None

    @property
    def slips(self) -> tuple[Note, ...]:
        """What was perhaps overlooked."""
        return self.summary.slips if self.summary else ()


def previewed(replay: Replay, play: object, *, make_room: bool = False) -> PlayPreview:
    """Return what one more play would come to; with `make_room`, after others have given up what it claims."""
    plays = replay.displaced_plays(play)
    after = replay.entered(plays)
    if not plays or after.conflicts:
        return _previewed(replay.preview(play), replay)
    without, preview = replay.preview(play), after.preview(play)
    field = without.refusal.field if without.refusal and without.refusal != preview.refusal else ""
    given_up = [
        (replay.rulebook.title(replay.table, step.play), after.describe(step)) for step in after.steps[-len(plays) :]
    ]
    return _previewed(preview if make_room else without, replay, Room(given_up, field, make_room))


def _previewed(preview: Preview[Any], replay: Replay, room: Room | None = None) -> PlayPreview:
    own = replay.rulebook.pages.preview(preview)
    return PlayPreview(preview.summary, preview.refusal, own, room)


def replaced_by(whole: Replay, play: object, number: int, last: int) -> Message | None:
    """Return the message that this play, as play `number`, and another replace each other; None if none does.

    Where a play overrides an earlier one of the same kind and seat (`Kind.replaces`), either a play after play `last`
    would override this one, or this one would override an earlier play. The latter is not said again of a play that
    only changes and keeps its seat.
    """
    later, earlier = whole.replacing(play, last), whole.replaced(play, number)
    if later:
        title = whole.rulebook.title(whole.table, later.play)
        return say("{play} in entry {number} replaces it.", play=title, number=later.number)
    moved = last < number or whole.steps[number - 1].seat != whole.rulebook.kind_of(whole.table, play).seat(play)
    if earlier and moved:
        title = whole.rulebook.title(whole.table, earlier.play)
        return say("It replaces {play} in entry {number}.", play=title, number=earlier.number)
    return None


@dataclass(frozen=True, eq=False)
class Slot:
    """The form of one play: its kind, its seat (None: the whole table's) and its position in the game.

    `said` is the play that the form holds, None if it is empty or cannot be read. `play` is the play to enter: `said`,
    but None if that would change nothing. `nothing`: the play at this position is to be deleted. `sent`: it was sent
    and not entered, or an address fills it in. `asked`: the user has to confirm it. `make_room`: others first give up
    what it claims. `before` is the number of `earlier` plays on the page on which it was filled in (None: not known).
    `given` is what `Kind.stored` gets. `rules` links to the section of the rules from which its `refusal` comes. `tag`
    names the panel or the row of a sheet in which it is, if its page has several slots of its kind and seat.
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
    before: int | None = None
    given: str = ""
    refusal: Refusal | None = None
    rules: Link | None = None
    tag: str = ""

    @property
    def row(self) -> str:
        """Its row on a sheet; "" if it is not in one."""
        return row_in(self.tag)

    @property
    def changed(self) -> bool:
        """Whether it has a play to enter or to delete."""
        return self.play is not None or self.nothing

    @cached_property
    def earlier(self) -> Sequence[Step]:
        """The earlier plays of its kind and seat.

        It is empty where the order does not matter: in a sheet, in a correction, and for kinds that a page gathers or
        that replace earlier plays.
        """
        kind, gathered = self.kind, self.position.view.rulebook.pages.batched_kinds
        if self.position.number or self.row or kind.replaces or kind.name in gathered:
            return ()
        return [step for step in self.position.replay.steps if step.kind is kind and step.seat == self.seat]

    @property
    def late_question(self) -> Message | None:
        """The question to ask if another play was entered after this form was filled in; else None."""
        if self.before is None or self.before >= len(self.earlier):
            return None
        if self.said == self.earlier[-1].play:
            return say("Another phone already entered the same: {play}. Enter it again?", play=self.last_entered)
        return say("Another phone entered: {play}. Enter yours as well?", play=self.last_entered)

    @property
    def last_entered(self) -> Message:
        """What the last of the `earlier` plays did, with its player."""
        step, view = self.earlier[-1], self.position.view
        said = self.position.replay.describe(step).headline
        return said if step.seat is None else say("{player}: {kind}", player=view.table.players[step.seat], kind=said)

    @property
    def still_typed(self) -> bool:
        """Whether it is refused while numbers by player are being typed: the last of them is still empty."""
        nodes, reason = self.form.nodes, self.refusal
        of_all = [each for each in nodes if each.field.required and isinstance(each.field.shape, ByPlayer)]
        if reason is None or not of_all:
            return False
        about = [each for each in nodes if each.field.name == reason.field] or of_all
        return any(each.ends_blank(self.form) for each in about)

    @property
    def key(self) -> str:
        """With the name, the key under which a phone keeps what is typed here (`Position.key`)."""
        return self.position.key

    @property
    def refused_field(self) -> Any:
        """The form field at fault: the named player's, or one of a play of the whole table; else None."""
        reason = self.refusal
        if reason is None or (reason.seat is None and self.kind.has_player):
            return None
        names = (f"{reason.field}-{reason.seat}", reason.field)
        return next((self.form[name] for name in names if name in self.form), None)

    @property
    def refused_group(self) -> Group | None:
        """The group of all players' fields, if the refusal concerns them together; else None."""
        reason, nodes = self.refusal, self.form.nodes
        groups = [node for node in nodes if isinstance(node, Group) and isinstance(node.field.shape, ByPlayer)]
        return next((each for each in groups if reason and reason.seat is None and each.path == reason.field), None)

    def refused(self, reason: Refusal | None) -> "Slot":
        """Return the same with this reason, which marks the form fields that it is about and no others."""
        if self.refused_field is not None:
            self.refused_field.errors = []
        slot = replace(self, refusal=reason)
        if reason and slot.refused_field is not None:
            slot.refused_field.errors = [translated(reason.message)]
        self.form.refuse(slot.refused_group, reason)
        return slot

    @property
    def fault(self) -> Message | str | None:
        """Why it cannot be entered, None if it can."""
        return self.refusal.message if self.refusal else None if self.readable else faults(self.form)

    @property
    def errors(self) -> str:
        """Why it cannot be read, without the names of its fields; "" if it can."""
        return errors_of(self.form)

    @property
    def whose(self) -> int | None:
        """The seat for which it enters a play: a player's, or one of `Seats.non_players`; None for the whole table."""
        return (
            self.seat if self.kind.non_player is None else len(self.position.view.table.players) + self.kind.non_player
        )

    @cached_property
    def label(self) -> Message:
        """What its play is called, as far as that is known: "Ada's vote count"."""
        view, whose = self.position.view, self.whose
        play = bare_play(self.kind, whose) if self.said is None else self.said
        if play is not None:
            return view.rulebook.title(view.table, play)
        if whose is None:
            return self.kind.label
        what = rows_of(self.kind).get(self.row, self.kind.label)
        return say("{player}: {kind}", player=view.rulebook.names(view.table)[whose], kind=what)

    @cached_property
    def preview(self) -> PlayPreview | None:
        """What its play comes to; None while it is empty or cannot be read."""
        return None if self.said is None else previewed(self.position.replay, self.said, make_room=self.make_room)

    @property
    def replaced(self) -> Message | None:
        """In a correction, the message that its play and another override each other (`replaced_by`).

        A play that later plays will override (`Kind.overrides`) has it while the form is still empty.
        """
        number, whole = self.position.number, self.position.view.replay
        if number is None:
            return None
        last = number - self.position.before
        later = whole.overriding(self.kind.name, self.seat, last)
        if later:
            title = whole.rulebook.title(whole.table, later.play)
            return say("From entry {number} on, {play} counts instead.", number=later.number, play=title)
        return None if self.said is None else replaced_by(whole, self.said, number, last)

    @cached_property
    def room(self) -> tuple[object, ...]:
        """The plays of others that are entered before it; none unless `make_room`."""
        return self.position.replay.displaced_plays(self.play) if self.play is not None and self.make_room else ()

    @property
    def placed(self) -> Placed:
        """The play to enter, with its place in the log."""
        return Placed(self.play, self.position.number, self.position.before, self.room)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The form fields (name, value) that fill the slot in like this."""
        said = [(each, "yes") for each, so in ((MAKE_ROOM, self.make_room), (NOTHING, self.nothing)) if so]
        if self.given and self.position.number:
            said.append((GIVEN, self.given))
        if self.before is not None:
            said.append((NUMBER, str(self.before)))
        return [("play", self.name), *typed_in(self.form), *((f"{self.name}-{each}", word) for each, word in said)]


def name_of(kind: str, seat: int | None, where: str = "", tag: str = "") -> str:
    """Return the name of a slot; `where` is the place of its play ("at-7"), `tag` as in Slot."""
    return ".".join(filter(None, [kind, "" if seat is None else str(seat), "-".join(filter(None, [where, tag]))]))


def row_in(tag: str) -> str:
    """Return the row of a sheet that is named by a slot's `tag`, "" if it names none."""
    return tag.removeprefix(IN_ROW) if tag.startswith(IN_ROW) else ""


def rows_of(kind: Kind[Any, Any]) -> Mapping[str, Message]:
    """Return the rows of the sheet of a kind (`Kind.cell`) with their labels; none if it has no sheet."""
    shape = next((field.shape for field in kind.fields if field.name == kind.cell), None)
    return dict(zip(shape.words, shape.labels, strict=True)) if isinstance(shape, Choice) else {}


def empty_slot(position: Position, kind: Kind[Any, Any], seat: int | None, tag: str = "") -> Slot:
    """Return a slot before anybody has filled it in."""
    begun = position.begun(kind, seat)
    shown = None if begun is None else kind.filled(position.replay.state, begun)
    return _with(position, kind, seat, begun, shown, tag)


def slot_of(position: Position, play: object) -> Slot:
    """Return a slot with a play filled in."""
    kind = position.view.rulebook.kind_of(position.view.table, play)
    return _with(position, kind, kind.seat(play), play, play)


def _with(
    position: Position, kind: Kind[Any, Any], seat: int | None, play: object | None, shown: object | None, tag: str = ""
) -> Slot:
    """Return the slot of a play whose form is filled in with the play `shown`."""
    name = name_of(kind.name, seat, position.where, tag)
    form = _form(position, kind, seat, name, row_in(tag), shown=shown)
    given = kind.given(position.corrected.play) if position.corrected else ""
    return Slot(name, kind, seat, position, form, said=play, given=given, tag=tag)


def given_to(slot: Slot, seat: int) -> Slot:
    """Return a slot that was sent, given to another seat with the same typed values.

    If its play is the change that results in these values (`Kind.stored`), it keeps the change.
    """
    kind, position, form, prefix = slot.kind, slot.position, slot.form, f"{slot.name}-"
    name = name_of(kind.name, seat, position.where)
    if slot.said is not None:
        play: object = kind.play({**kind.values(slot.said), PLAYER.name: seat})
        shown = kind.filled(position.replay.state, play)
        if shown != play:
            form, prefix = _with(position, kind, seat, play, shown).form, f"{name}-"
    typed = [(each.removeprefix(prefix), word) for each, word in typed_in(form)]
    return read_slot(name, kind, seat, position, MultiDict([*typed, (GIVEN, slot.given)]))


def read_slot(
    name: str,
    kind: Kind[Any, Any],
    seat: int | None,
    position: Position,
    fields: MultiDict[str, str],
    *,
    tag: str = "",
    unchanged_too: bool = False,
    blank_too: bool = False,
) -> Slot:
    """Return a slot with these sent fields, named without the slot in front.

    For kinds that a page gathers (`Pages.batched_kinds`), a slot that was left as it began enters nothing. With
    `unchanged_too` it is entered even if its play was only offered; with `blank_too`, even if it is empty.
    """
    typed = MultiDict([(f"{name}-{path}", value) for path, value in fields.items(multi=True)])
    row = row_in(tag)
    form = _form(position, kind, seat, name, row, typed)
    given = fields.get(GIVEN, kind.given(position.corrected.play) if position.corrected else "")
    before = small_number(fields.get(NUMBER, ""), MAX_PLAYS)
    room = MAKE_ROOM in fields
    slot = Slot(name, kind, seat, position, form, sent=True, make_room=room, before=before, given=given, tag=tag)
    if NOTHING in fields and position.corrected:
        return replace(slot, nothing=True)
    step, stands = position.corrected, position.begun(kind, seat)
    gathers = kind.name in position.view.rulebook.pages.batched_kinds
    blank = gathers and stands is None and all(node.left_out(form) for node in form.nodes)
    if blank and not blank_too:
        return slot
    if not form.validate():
        return replace(slot, readable=False)
    named = ({PLAYER.name: seat} if kind.has_player else {}) | ({kind.cell: row} if row else {})
    typed_play: object = kind.play(values_of(form) | named)
    said = kind.stored(position.replay.state, typed_play, slot.given)
    same = said == step.play if step else gathers and stands in (typed_play, said) and not unchanged_too
    return replace(slot, said=said, play=None if same else said)


def _form(
    position: Position,
    kind: Kind[Any, Any],
    seat: int | None,
    name: str,
    row: str,
    typed: MultiDict[str, str] | None = None,
    shown: object | None = None,
) -> FieldsForm:
    """Return the form of a slot, with what was `typed` or with the play `shown`.

    It has no fields for what is in the name of the slot: the player and, if any, the row. What the seat has spent is
    not offered (`Kind.exhausted_choices`).
    """
    fields = [field for field in kind.fields if field.name not in (PLAYER.name, kind.cell if row else "")]
    values = None if shown is None else kind.values(shown)
    form = fields_form(fields, position.view.table, typed, values, f"{name}-", kind.exactly_one_of)
    spent = kind.exhausted_choices(position.replay.state, seat or 0)
    for each in form if spent else ():
        if isinstance(each, OneWord):
            each.spent = spent
    return form
