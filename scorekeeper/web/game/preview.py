"""What a play comes to, before it is entered: in words, with its points, and with what others can give up for it."""

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

    `room` is what others can give up for it, if anything is in its way that they can.
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
    return PlayPreview(preview.summary, preview.refusal, own, room)


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
