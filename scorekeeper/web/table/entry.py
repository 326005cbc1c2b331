"""Entering a play: the forms for it, what each comes to as it stands, and which of them was refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from flask import url_for

from ...core.errors import Refusal
from ...core.fields import PLAYER
from ...core.messages import Message, say
from ...core.preview import Preview
from ...core.replay import Replay
from ...core.rulebook import Kind
from ...core.sheet import Note
from ...core.table import BoxFacts, Summary
from ..forms import FieldsForm, play_form, values_of
from ..game.agreed import Agreed, options_form
from ..typed import Fields, filled, typed_in
from .game_page import GamePage


@dataclass(frozen=True, slots=True)
class Entered:
    """A form that was sent and not taken, or that an address fills in.

    Of which kind it is, whether it could be read, and why the play was refused. One that is `asked` about was not
    refused: it is taken when somebody says that it was meant. `make_room`: others are to give up what it claims.
    `agreed` is what was sent of the game options beside it.
    """

    kind: str
    form: FieldsForm
    readable: bool
    refusal: Refusal | None = None
    asked: bool = False
    make_room: bool = False
    agreed: Agreed | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """What others can give up so that a play stands: the plays of theirs, and what each comes to.

    `made`: they are entered before it; until then the reason why it cannot stand is at `field` ("": at none).
    """

    plays: Sequence[tuple[Message, Summary]]
    field: str
    made: bool

    @property
    def label(self) -> Message:
        """What is entered along with it."""
        return say("Along with it: {plays}", plays=tuple(title for title, _ in self.plays))


@dataclass(frozen=True, slots=True)
class PlayPreview:
    """What a play comes to: its `summary` or its `refusal`, and the rulebook's `own` value for its pages.

    `room` is what others can give up for it, if anything is in its way that they can; `slips` is what was perhaps
    overlooked.
    """

    summary: Summary | None
    refusal: Refusal | None
    own: object
    room: Room | None = None
    slips: tuple[Note, ...] = ()


@dataclass(frozen=True)
class EntryPage(GamePage):
    """A page on which a play is entered; `sent` is what was sent and not taken, or filled in by the address."""

    sent: Entered | None = field(default=None, compare=False)

    @property
    def replay(self) -> Replay:
        """The plays that come before the one that is entered."""
        return self.view.replay

    @cached_property
    def kinds(self) -> Sequence[Kind[Any, Any]]:
        """The kinds of play that can be entered here, of the one whose form is shown."""
        return [kind for kind in self.rulebook.kinds_of(self.view.table, self.seat) if not kind.ends_game]

    @cached_property
    def by_player(self) -> bool:
        """Whether any play that can be entered here belongs to a player, or to another at the table."""
        return any(kind.has_player or kind.other is not None for kind in self.kinds)

    @cached_property
    def begun(self) -> Mapping[str, object]:
        """The plays that the forms begin from, by kind; there is none for an empty form."""
        facts = self.view.box_facts
        found = {kind.name: begun_play(kind, self.replay.state, self.seat, facts) for kind in self.kinds}
        return {name: play for name, play in found.items() if play is not None}

    @cached_property
    def forms(self) -> Mapping[str, FieldsForm]:
        """The forms by kind."""
        forms = {kind.name: self._form(kind) for kind in self.kinds}
        return forms | {self.sent.kind: self.sent.form} if self.sent else forms

    @cached_property
    def options(self) -> FieldsForm:
        """The game options, for those that are filled in beside a play."""
        return self.sent.agreed.form if self.sent and self.sent.agreed else options_form(self.view)

    @property
    def refused(self) -> str:
        """The kind of play that was sent and refused, or could not be read, if one was."""
        return self.sent.kind if self.sent and (self.sent.refusal or not self.sent.readable) else ""

    @property
    def asked(self) -> str:
        """The kind of play that was sent and is asked about, if one is."""
        return self.sent.kind if self.sent and self.sent.asked else ""

    def refusal(self, kind: str) -> Refusal | None:
        """Return why the play in the form of that kind was refused, if it was."""
        return self.sent.refusal if self.sent and self.sent.kind == kind else None

    def preview(self, name: str) -> PlayPreview | None:
        """Return what the play in a form comes to, with the options sent beside it; None while it cannot be read."""
        play = self._play(name)
        if play is None:
            return None
        if not self.sent or self.sent.kind != name:
            return previewed(self.replay, play)
        agreed = self.sent.agreed
        replay = agreed.view(self.view).replay if agreed and agreed.options else self.replay
        return previewed(replay, play, make_room=self.sent.make_room)

    @property
    def here(self) -> str:
        """Where this page is; with the play that was sent and not taken, so that it is filled in on the way back."""
        return filled("", self.typed_fields)

    @property
    def typed_fields(self) -> Fields:
        """What was sent and not taken, as the address of this page fills it in."""
        if not self.sent:
            return []
        agreed = self.sent.agreed
        changed = agreed and (agreed.options or not agreed.readable)
        forms = [self.sent.form, *([agreed.form] if agreed and changed else [])]
        room = [("make-room", "yes")] if self.sent.make_room else []
        return [("kind", self.sent.kind), *(each for form in forms for each in typed_in(form)), *room]

    @cached_property
    def entry(self) -> object:
        """What the rulebook's own pages need to enter a play."""
        return None if self.seat is None else self.rulebook.pages.entry(self.replay.state, self.seat)

    def unsent_key(self, kind: str) -> str:
        """Return under what a phone keeps what is typed for such a play, until that player's next is entered."""
        before = sum(step.seat == self.seat and step.kind.name == kind for step in self.replay.steps)
        return f"{self.view.game.id}/{before}/{self.seat}/{kind}"

    @property
    def correcting(self) -> str:
        """What is done to an earlier play: "amend" or "insert"; "" at the table."""
        return ""

    @property
    def enter_address(self) -> str:
        """Where a play is sent."""
        return url_for("table.enter", game_id=self.view.game.id)

    @property
    def preview_address(self) -> str:
        """Where a script asks what a play comes to."""
        return url_for("table.preview", game_id=self.view.game.id)

    def seat_address(self, seat: int) -> str:
        """Return where a play of a player is entered."""
        return url_for("table.show", game_id=self.view.game.id, seat=seat)

    def _form(self, kind: Kind[Any, Any]) -> FieldsForm:
        begun = self.begun.get(kind.name)
        if begun is not None or not kind.has_player or self.seat is None:
            return play_form(kind, self.view.table, begun)
        return play_form(kind, self.view.table, values={PLAYER.name: self.seat})

    def _play(self, name: str) -> object | None:
        if not self.sent or self.sent.kind != name:
            return self.begun.get(name)
        kind = self.rulebook.kind(self.view.table, name)
        return kind.play(values_of(self.sent.form)) if kind and self.sent.readable else None


def begun_play(kind: Kind[Any, Any], state: Any, seat: int | None, facts: BoxFacts) -> object | None:
    """Return the play that a form begins from: as the rulebook fills it in, or one that nothing else is needed for."""
    play: object | None = kind.prefill(state, seat or 0, facts)
    return bare_play(kind, seat) if play is None else play


def bare_play(kind: Kind[Any, Any], seat: int | None) -> object | None:
    """Return the play of somebody that nothing is filled in for; None where more is needed than whose it is."""
    needed = any(field.required for field in kind.fields if field.name != PLAYER.name)
    if seat is None or kind.either or needed or not (kind.has_player or kind.other is not None):
        return None
    bare: object = kind.play({PLAYER.name: seat} if kind.has_player else {})
    return bare


def replaced_by(whole: Replay, play: object, number: int, last: int) -> Message | None:
    """Return which other play would not count beside this one, were it play `number`; None if all do.

    That is a later one, after play `last`, which takes its place; or an earlier one whose place it takes, unless that
    is so already.
    """
    later, earlier = whole.replacing(play, last), whole.replaced(play, number)
    if later:
        title = whole.rulebook.title(whole.table, later.play)
        return say("{play} in play {number} takes its place.", play=title, number=later.number)
    moved = last < number or whole.steps[number - 1].seat != whole.rulebook.kind_of(whole.table, play).seat(play)
    if earlier and moved:
        title = whole.rulebook.title(whole.table, earlier.play)
        return say("It takes the place of {play} in play {number}.", play=title, number=earlier.number)
    return None


def previewed(replay: Replay, play: object, *, make_room: bool = False) -> PlayPreview:
    """Return what one more play would come to; with `make_room` after others have given up what it claims of theirs."""
    plays = replay.making_room(play)
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
    return PlayPreview(preview.summary, preview.refusal, own, room, preview.slips)
