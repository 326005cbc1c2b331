"""The form of one play: its place in the log, its input, and its preview."""

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
from ..common.page import Link, key_of, players_by_key
from ..forms.fields import FieldsForm, Group, OneWord, errors_of, faults, fields_form, typed_in, values_of

DISPLACES, NOTHING = "make-room", "nothing"
"""Fields of a slot with `Slot.displaces` and `Slot.nothing`."""
NUMBER = "number-before"
"""Field of a slot: the number of earlier plays when the form was rendered (`Slot.before`)."""
GIVEN = "given"
"""Field of a slot in a correction: the field of `Kind.exactly_one_of` that the stored play uses."""
IN_ROW = "in-"
"""Prefix of the row of a sheet in the name of a slot."""


@dataclass(frozen=True, eq=False)
class Position:
    """A position in a game: the end of its log, or play `number` (from 1); with `before`, just before that play.

    Raises NoSuchPlay if the log has no play with that number.
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
        return None if self.number is None else self.view.replay.steps[self.number - 1]

    @property
    def corrected(self) -> Step | None:
        """The play to correct here; None for an insertion and at the end of the log."""
        return None if self.before else self.step

    @property
    def where(self) -> str:
        """The position in the name of a slot: "at-7", "before-7", or "" at the end."""
        return "" if self.number is None else f"{'before' if self.before else 'at'}-{self.number}"

    @property
    def path(self) -> str:
        """The URL of the page for this position, relative to the game."""
        return "" if self.number is None else f"plays/{self.number}{'/before' if self.before else ''}"

    @property
    def key(self) -> str:
        """The revision that entered the play here: a stable key, unlike play numbers; "" at the end."""
        return "" if self.number is None else str(self.view.inserted_by[self.number - 1] or 0)

    @property
    def whose(self) -> int | None:
        """The default seat of a play entered here; None if it concerns the entire table."""
        if self.step is None:
            return _next(self.replay)
        own = self.view.rulebook.seat_of(self.view.table, self.step.play)
        turn = self.replay.turn
        if not self.before:
            return own if own is not None else turn
        return next((seat for seat in (turn, own) if seat is not None), _next(self.replay))

    def begun(self, kind: Kind[Any, Any], seat: int | None) -> object | None:
        """Return a form's initial play here: the current play in a correction, else from `prefill` or `bare_play`."""
        if self.corrected:
            play: object = self.corrected.play
            return kind.play({**kind.values(play), PLAYER.name: seat}) if kind.has_player else play
        whose = seat if kind.non_player is None else len(self.view.table.players) + kind.non_player
        prefilled: object | None = kind.prefill(self.replay.state, whose or 0, self.view.recalled(kind))
        return bare_play(kind, whose) if prefilled is None else prefilled


def bare_play(kind: Kind[Any, Any], seat: int | None) -> object | None:
    """Return the play with only the seat filled in, or None if its kind requires more."""
    needed = any(field.required for field in kind.fields if field.name != PLAYER.name)
    if seat is None or kind.exactly_one_of or needed or not (kind.has_player or kind.non_player is not None):
        return None
    bare: object = kind.play({PLAYER.name: seat} if kind.has_player else {})
    return bare


def _next(replay: Replay) -> int | None:
    """Return the seat to enter next: by turn, by `Seats.next_to_enter`, or the first without points, else 0.

    Return None if no kind of play at the table belongs to a player.
    """
    rulebook, table = replay.rulebook, replay.table
    if not any(kind.has_player and kind.on_table for kind in rulebook.kinds(table)):
        return None
    following = rulebook.seats.next_to_enter(replay.state, None)
    if replay.turn is not None or following is not None:
        return following if replay.turn is None else replay.turn
    unknown = [line.seat for line in replay.lines if line.parts and all(part is None for part in line.parts.values())]
    return min((seat for seat in unknown if seat is not None), default=0)


@dataclass(frozen=True, slots=True)
class Displaced:
    """Plays of other players that would make a play legal (`Kind.displaced_plays`): the title and summary of each.

    `made`: the user has chosen to enter them first. Until then, `field` names the field refused without them, or is "".
    """

    plays: Sequence[tuple[Message, Summary]]
    field: str
    made: bool

    @property
    def label(self) -> Message:
        return say("Along with it: {plays}", plays=tuple(title for title, _ in self.plays))


@dataclass(frozen=True, slots=True)
class PlayPreview:
    """The effect of a play. `own` is data for the title's templates; `displaced` are plays that would make it legal."""

    summary: Summary | None
    refusal: Refusal | None
    own: object
    displaced: Displaced | None = None

    @property
    def slips(self) -> tuple[Note, ...]:
        return self.summary.slips if self.summary else ()

    @property
    def notes(self) -> tuple[Note, ...]:
        return (*self.summary.remarks, *self.summary.slips) if self.summary else ()


def previewed(replay: Replay, play: object, *, displaces: bool = False) -> PlayPreview:
    """Return the preview of one more play; with `displaces`, after the other players' plays that make it legal."""
    plays = replay.displaced_plays(play)
    after = replay.entered(plays)
    if not plays or after.conflicts:
        return _previewed(replay.preview(play), replay)
    without, preview = replay.preview(play), after.preview(play)
    field = without.refusal.field if without.refusal and without.refusal != preview.refusal else ""
    given_up = [
        (replay.rulebook.title(replay.table, step.play), after.describe(step)) for step in after.steps[-len(plays) :]
    ]
    return _previewed(preview if displaces else without, replay, Displaced(given_up, field, displaces))


def _previewed(preview: Preview[Any], replay: Replay, displaced: Displaced | None = None) -> PlayPreview:
    own = replay.rulebook.pages.preview(preview)
    return PlayPreview(preview.summary, preview.refusal, own, displaced)


def replaced_by(full: Replay, play: object, number: int, last: int) -> Message | None:
    """Return the message about a later play that replaces `play`, or an earlier play replaced by it; else None.

    Plays of some kinds replace earlier plays of the same seat (`Kind.replaces`). `play` is entered as play `number`;
    later plays come after play `last`. A correction with the same seat does not report the earlier play again.
    """
    later, earlier = full.replacing(play, last), full.replaced(play, number)
    if later:
        title = full.rulebook.title(full.table, later.play)
        return say("{play} in entry {number} replaces it.", play=title, number=later.number)
    moved = last < number or full.steps[number - 1].seat != full.rulebook.kind_of(full.table, play).seat(play)
    if earlier and moved:
        title = full.rulebook.title(full.table, earlier.play)
        return say("It replaces {play} in entry {number}.", play=title, number=earlier.number)
    return None


@dataclass(frozen=True, eq=False)
class Slot:
    """The form of one play: its kind, its seat, None for the entire table, and its position in the game.

    - `parsed`: the play in the form; None if the form is empty or cannot be read.
    - `play`: the play to enter: `parsed`, or None if that would not change the game.
    - `nothing`: the play at this position is to be deleted.
    - `sent`: a form sent the slot, or a URL fills it in; its play is not entered yet.
    - `asked`: the user has to confirm the play.
    - `displaces`: other players first give up the things claimed by the play.
    - `before`: the number of `earlier` plays when the form was rendered, or None if unknown.
    - `given`: the argument of `Kind.stored`.
    - `rules`: the link to the section of the rules behind its `refusal`.
    - `tag`: the panel or sheet row of the slot, if its page has several slots of its kind and seat.
    """

    name: str
    kind: Kind[Any, Any]
    seat: int | None
    position: Position
    form: FieldsForm
    parsed: object | None = None
    play: object | None = None
    nothing: bool = False
    readable: bool = True
    sent: bool = False
    asked: bool = False
    displaces: bool = False
    before: int | None = None
    given: str = ""
    refusal: Refusal | None = None
    rules: Link | None = None
    tag: str = ""

    @property
    def row(self) -> str:
        return row_in(self.tag)

    @property
    def changed(self) -> bool:
        return self.play is not None or self.nothing

    @property
    def numbered(self) -> bool:
        """Whether the number of earlier plays of its kind and seat identifies its turn or round.

        False in a sheet, in a correction, and for kinds in batches or with `Kind.replaces`.
        """
        kind, gathered = self.kind, self.position.view.rulebook.pages.batched_kinds
        return not (self.position.number or self.row or kind.replaces or kind.name in gathered)

    @cached_property
    def entered(self) -> Sequence[Step]:
        return [step for step in self.position.replay.steps if step.kind is self.kind and step.seat == self.seat]

    @property
    def earlier(self) -> Sequence[Step]:
        """The earlier plays of its kind and seat if it is `numbered`, or the plays replaced by its play."""
        return self.entered if self.numbered or self.kind.replaces else ()

    @property
    def last_entered(self) -> Message:
        step, view = self.earlier[-1], self.position.view
        headline = self.position.replay.describe(step).headline
        if step.seat is None:
            return headline
        return say("{player}: {kind}", player=view.table.players[step.seat], kind=headline)

    @property
    def missing(self) -> Mapping[str, Message]:
        """The messages about empty required fields, by the prefix of the field names (forms.js)."""
        found, ruled = {}, self.kind.missing(self.position.replay.state)
        for node in self.form.nodes:
            field: Any = None if isinstance(node, Group) else self.form[node.path]
            message = ruled.get(node.path) or (field.no_sense if field and node.field.required else None)
            if message:
                found[f"{self.name}-{node.path}{'' if field else '-'}"] = message
            if isinstance(node, Group) and isinstance(node.field.shape, ByPlayer) and not message:
                found |= self._missing_values(node)
        return found

    def _missing_values(self, group: Group) -> dict[str, Message]:
        """Return the messages about empty required fields of each player."""
        players = self.position.view.table.players
        return {
            f"{self.name}-{leaf.path}": say(
                "{field} is missing for {players}.", field=leaf.field.label, players=players[int(seat)]
            )
            for seat, part in group.parts.items()
            if isinstance(part, Group) and part.lenient
            for each in part.needed
            for leaf in each.leaves()
        }

    @property
    def still_typed(self) -> bool:
        """Whether it is refused with unfinished numbers by player: the last number is still empty."""
        nodes, reason = self.form.nodes, self.refusal
        of_all = [each for each in nodes if each.field.required and isinstance(each.field.shape, ByPlayer)]
        if reason is None or not of_all:
            return False
        about = [each for each in nodes if each.field.name == reason.field] or of_all
        return any(each.ends_blank(self.form) for each in about)

    @property
    def key(self) -> str:
        """With the name, the key for storing the input on a phone (`Position.key`)."""
        return self.position.key

    @property
    def refused_field(self) -> Any:
        """The form field at fault: the field of the refusal's player, or of a play for the entire table; else None."""
        reason = self.refusal
        if reason is None or (reason.seat is None and self.kind.has_player):
            return None
        key = key_of(self.position.view, reason.seat)
        within = [f"{reason.field}-{key}-{reason.part}", f"{reason.field}-{reason.part}"] if reason.part else []
        names = (*within, f"{reason.field}-{key}", reason.field)
        return next((self.form[name] for name in names if name in self.form), None)

    @property
    def refused_group(self) -> Group | None:
        """The group of all players' fields, if the refusal concerns them together; else None."""
        reason, nodes = self.refusal, self.form.nodes
        groups = [node for node in nodes if isinstance(node, Group) and isinstance(node.field.shape, ByPlayer)]
        return next((each for each in groups if reason and reason.seat is None and each.path == reason.field), None)

    def refused(self, reason: Refusal | None) -> "Slot":
        """Return a copy with this refusal; only the form field or group at fault is marked."""
        if self.refused_field is not None:
            self.refused_field.errors = []
        slot = replace(self, refusal=reason)
        if reason and slot.refused_field is not None:
            slot.refused_field.errors = [translated(reason.message)]
        self.form.refuse(slot.refused_group, reason)
        return slot

    @property
    def fault(self) -> Message | str | None:
        return self.refusal.message if self.refusal else None if self.readable else faults(self.form)

    @property
    def errors(self) -> str:
        """The reason why the slot cannot be read, without field names; "" for a readable slot."""
        return errors_of(self.form)

    @property
    def whose(self) -> int | None:
        """The seat of its play: a player's, or one of `Seats.non_players`; None for the entire table."""
        return (
            self.seat if self.kind.non_player is None else len(self.position.view.table.players) + self.kind.non_player
        )

    @cached_property
    def label(self) -> Message:
        """The title of its play, or the known part of it: "Ada's vote count"."""
        view, whose = self.position.view, self.whose
        play = bare_play(self.kind, whose) if self.parsed is None else self.parsed
        if play is not None:
            return view.rulebook.title(view.table, play)
        if whose is None:
            return self.kind.label
        what = rows_of(self.kind).get(self.row, self.kind.label)
        return say("{player}: {kind}", player=view.rulebook.names(view.table)[whose], kind=what)

    @property
    def title(self) -> Message:
        """The title of its play; for an empty slot too, if its kind has the same title for all plays of a player."""
        if self.seat is None or not isinstance(self.kind.title, str) or not self.kind.title:
            return self.label
        return Message(self.kind.title, {"player": self.position.view.table.players[self.seat]})

    @cached_property
    def preview(self) -> PlayPreview | None:
        return None if self.parsed is None else previewed(self.position.replay, self.parsed, displaces=self.displaces)

    @property
    def reason(self) -> Refusal | None:
        """Its refusal or, if the game has changed since it was sent, the refusal of its preview."""
        return self.refusal or (self.preview.refusal if self.sent and self.preview else None)

    @property
    def replaced(self) -> Message | None:
        """In a correction, the message that its play and another play override each other (`replaced_by`).

        If later plays override the play (`Kind.overrides`), the message is shown for an empty form too.
        """
        number, full = self.position.number, self.position.view.replay
        if number is None:
            return None
        last = number - self.position.before
        later = full.overriding(self.kind.name, self.seat, last)
        if later:
            title = full.rulebook.title(full.table, later.play)
            return say("From entry {number} on, {play} counts instead.", number=later.number, play=title)
        return None if self.parsed is None else replaced_by(full, self.parsed, number, last)

    @cached_property
    def displaced(self) -> tuple[object, ...]:
        """The plays of other players to enter before it; empty unless `displaces`."""
        return self.position.replay.displaced_plays(self.play) if self.play is not None and self.displaces else ()

    @property
    def placed(self) -> Placed:
        return Placed(self.play, self.position.number, self.position.before, self.displaced)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The form fields (name, value) that fill in the slot with its current input."""
        marks = [(each, "yes") for each, so in ((DISPLACES, self.displaces), (NOTHING, self.nothing)) if so]
        if self.given and self.position.number:
            marks.append((GIVEN, self.given))
        if self.before is not None:
            marks.append((NUMBER, str(self.before)))
        return [("play", self.name), *typed_in(self.form), *((f"{self.name}-{each}", word) for each, word in marks)]


def name_of(kind: str, player: str | None, where: str = "", tag: str = "") -> str:
    """Return the name of a slot; `where` is as in Position, `tag` as in Slot."""
    return ".".join(filter(None, [kind, player, "-".join(filter(None, [where, tag]))]))


def row_in(tag: str) -> str:
    return tag.removeprefix(IN_ROW) if tag.startswith(IN_ROW) else ""


def rows_of(kind: Kind[Any, Any]) -> Mapping[str, Message]:
    """Return the rows of a kind's sheet (`Kind.cell`) with their labels; empty without a sheet."""
    shape = next((field.shape for field in kind.fields if field.name == kind.cell), None)
    return dict(zip(shape.words, shape.labels, strict=True)) if isinstance(shape, Choice) else {}


def empty_slot(position: Position, kind: Kind[Any, Any], seat: int | None, tag: str = "") -> Slot:
    """Return a new slot with its form's initial play, unless that play has values of only some players."""
    begun = position.begun(kind, seat)
    shown = None if begun is None else kind.filled(position.replay.state, begun)
    slot = _with(position, kind, seat, begun, shown, tag)
    by_player = [node for node in slot.form.nodes if isinstance(node, Group)]
    with_fields = [
        each for each in by_player if any(isinstance(of, Group) and of.lenient for of in each.parts.values())
    ]
    unfinished = position.corrected is None and any(each.ends_blank(slot.form) for each in with_fields)
    return replace(slot, parsed=None) if unfinished else slot


def slot_of(position: Position, play: object) -> Slot:
    kind = position.view.rulebook.kind_of(position.view.table, play)
    return _with(position, kind, kind.seat(play), play, play)


def _with(
    position: Position, kind: Kind[Any, Any], seat: int | None, play: object | None, shown: object | None, tag: str = ""
) -> Slot:
    """Return the slot of a play; its form is filled in with the play `shown`."""
    name = name_of(kind.name, key_of(position.view, seat), position.where, tag)
    form = _form(position, kind, seat, name, row_in(tag), shown=shown)
    given = kind.given(position.corrected.play) if position.corrected else ""
    return Slot(name, kind, seat, position, form, parsed=play, given=given, tag=tag)


def given_to(slot: Slot, seat: int) -> Slot:
    """Return a copy of a sent slot for another seat, with the same input.

    If its play is stored as a change that results in the input (`Kind.stored`), the copy has the same change, and its
    input is recomputed.
    """
    kind, position, form, prefix = slot.kind, slot.position, slot.form, f"{slot.name}-"
    name = name_of(kind.name, key_of(position.view, seat), position.where)
    if slot.parsed is not None:
        play: object = kind.play({**kind.values(slot.parsed), PLAYER.name: seat})
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
    """Return a slot with the sent `fields`, named without the slot's prefix.

    For batched kinds (`Pages.batched_kinds`), an unchanged slot does not enter a play. With `unchanged_too`, a
    prefilled play is entered unchanged; with `blank_too`, an empty slot is entered too.
    """
    typed = MultiDict([(f"{name}-{path}", value) for path, value in fields.items(multi=True)])
    row = row_in(tag)
    form = _form(position, kind, seat, name, row, typed)
    given = fields.get(GIVEN, kind.given(position.corrected.play) if position.corrected else "")
    before = small_number(fields.get(NUMBER, ""), MAX_PLAYS)
    slot = Slot(
        name, kind, seat, position, form, sent=True, displaces=DISPLACES in fields, before=before, given=given, tag=tag
    )
    if NOTHING in fields and position.corrected:
        return replace(slot, nothing=True)
    step, prefilled = position.corrected, position.begun(kind, seat)
    gathers = kind.name in position.view.rulebook.pages.batched_kinds
    blank = gathers and prefilled is None and all(node.left_out(form) for node in form.nodes)
    if blank and not blank_too:
        return slot
    if not form.validate():
        return replace(slot, readable=False)
    named = ({PLAYER.name: seat} if kind.has_player else {}) | ({kind.cell: row} if row else {})
    typed_play: object = kind.play(values_of(form) | named)
    parsed = kind.stored(position.replay.state, typed_play, slot.given)
    same = parsed == step.play if step else gathers and prefilled in (typed_play, parsed) and not unchanged_too
    return replace(slot, parsed=parsed, play=None if same else parsed)


def _form(
    position: Position,
    kind: Kind[Any, Any],
    seat: int | None,
    name: str,
    row: str,
    typed: MultiDict[str, str] | None = None,
    shown: object | None = None,
) -> FieldsForm:
    """Return the form of a slot, with the input `typed` or with the play `shown`.

    The form does not have fields for the player and the row, which are in the slot's name, and does not offer exhausted
    choices.
    """
    sent_word = typed.get(f"{name}-{kind.cell}") if typed else None
    word = row or sent_word or (None if shown is None else kind.values(shown).get(kind.cell))
    fields = [field for field in kind.fields_for(word) if field.name not in (PLAYER.name, kind.cell if row else "")]
    values = None if shown is None else kind.values(shown)
    rulebook, players = position.view.rulebook, players_by_key(position.view)
    keys, away = tuple(players), rulebook.seats.away(position.replay.state)
    # Keep a number for a player who has left since then, so that it is refused instead of lost.
    sent = {part for path, value in typed.items() if value.strip() for part in path.split("-")} if typed else set()
    scorers = [seat for seat in rulebook.scorers(position.view.table) if seat not in away or keys[seat] in sent]
    form = fields_form(fields, players, typed, values, f"{name}-", kind.exactly_one_of, scorers)
    spent = kind.exhausted_choices(position.replay.state, seat or 0)
    for each in form if spent else ():
        if isinstance(each, OneWord):
            each.spent = spent
    return form
