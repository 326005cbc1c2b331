"""The preview of a play before it is entered: what it does, its points, and what others can give up for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import Refusal
from ...core.messages import Message, say
from ...core.preview import Preview
from ...core.replay import Replay
from ...core.sheet import Note
from ...core.table import Summary


@dataclass(frozen=True, slots=True)
class Room:
    """Plays of others that would make a play legal (`Kind.making_room`): what each is called, and what it does.

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
        return say("{play} in play {number} takes its place.", play=title, number=later.number)
    moved = last < number or whole.steps[number - 1].seat != whole.rulebook.kind_of(whole.table, play).seat(play)
    if earlier and moved:
        title = whole.rulebook.title(whole.table, earlier.play)
        return say("It takes the place of {play} in play {number}.", play=title, number=earlier.number)
    return None
