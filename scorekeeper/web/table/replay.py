"""The replay of a game: its positions one by one, its story, and the plays behind a figure of the score sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.history import Highlight
from ...core.messages import Message, say
from ...core.points import TOTAL, changes
from ...core.story import story
from ...store.games import GameView
from ...store.rows import GameStatus
from ..common.page import asked_number, page, service
from ..common.rights import rights
from .lines import LogLine, PlayerTag
from .page import GamePage
from .slots import Position

blueprint = Blueprint("replay", __name__, url_prefix="/games/<uuid:game_id>")

Figure = tuple[int, str]
"""A figure of the score sheet: the index of its line in `Rulebook.lines`, and the part of the score or TOTAL."""


@dataclass(frozen=True, slots=True)
class Source:
    """A play that changed a figure (None: the initial value), by how much, and the `value` after it.

    `here`: the page shows this position.
    """

    number: int
    play: LogLine | None
    by: float | None
    value: float | None
    here: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class ReplayPage(GamePage):
    """The game after play `at` (0: before the first). With a `figure`, it lists the plays that changed the figure."""

    frame: str = "table/replay.html"
    named: str = "replay"
    at: int
    figure: Figure | None = None

    @property
    def count(self) -> int:
        return len(self.view.replay.steps)

    @property
    def heading(self) -> Message:
        if self.at == 0:
            return say("Before the first entry")
        return say("Entry {number} of {count}", number=self.at, count=self.count)

    @property
    def mover(self) -> PlayerTag | None:
        """The player whose play led to this position."""
        return self.log.last.player if self.log.last else None

    @property
    def ways(self) -> Mapping[str, str]:
        """The URLs of the positions "first", "back", "forward" and "end"."""
        ways = {"first": 0, "back": max(self.at - 1, 0), "forward": min(self.at + 1, self.count), "end": self.count}
        return {name: self.address_of(number) for name, number in ways.items()}

    @cached_property
    def story(self) -> Sequence[Highlight]:
        """The highlights of the game; empty until it is over."""
        return story(self.view.replay)

    @property
    def figure_label(self) -> Message:
        """The label of the listed figure: its player and its name."""
        assert self.figure  # noqa: S101  (used only with a figure)
        (line, part), meta = self.figure, self.rulebook.meta
        labels = {column.name: column.label for column in meta.parts}
        names = {each.number: each.name for each in self.paper.lines}
        return say("{player}: {figure}", player=names[line], figure=labels.get(part, meta.total))

    @property
    def sources(self) -> Sequence[Source]:
        """The plays that changed the figure, latest first; empty without a figure."""
        full = self.view.replay
        return [
            Source(
                each.number,
                self.log.line(full.steps[each.number - 1]) if each.number else None,
                each.by,
                each.value,
                each.number == self.at,
            )
            for each in reversed(changes(full, *self.figure) if self.figure else ())
        ]

    def address_of(self, number: int) -> str:
        """Return the URL of the replay after play `number`, with the same figure listed."""
        line, part = self.figure or (None, None)
        return self.url("replay.replay", at=number, line=line, part=part or None)


@blueprint.get("/replay")
def replay(game_id: UUID) -> AnyResponse:
    """Show the game after play `at` (0: before the first; default: the last).

    With `line` and `part`, the page lists the plays that changed this figure, and `at` defaults to the last of them. If
    only one play did and `at` is missing, redirect to this play: to its correction on a device that may correct it,
    otherwise to its replay.
    """
    view = service().view(str(game_id))
    line, part, asked = asked_number("line"), request.args.get("part", TOTAL), asked_number("at")
    if line is None:
        return abort(404) if part else page(replay_page(view, asked))
    lines = view.rulebook.lines(view.replay.state)
    known = line < len(lines) and (part == TOTAL or part in lines[line].parts)
    if not known:
        abort(404)
    made = [change.number for change in changes(view.replay, line, part) if change.number]
    if asked is None and len(made) == 1:
        corrects = rights().may_enter and view.game.status is GameStatus.ACTIVE
        play = url_for("game.play", game_id=game_id, number=made[0])
        return redirect(play if corrects else url_for("replay.replay", game_id=game_id, at=made[0]))
    return page(replay_page(view, asked, (line, part)))


def replay_page(view: GameView, asked: int | None, figure: Figure | None = None) -> ReplayPage:
    """Return the replay after play `asked` (0: before the first).

    Without `asked`, it shows the last play that changed the `figure`, or the last play of all. A number beyond the last
    play shows the last.
    """
    full, count = view.replay, len(view.replay.steps)
    if asked is None and figure:
        asked = changes(full, *figure)[-1].number
    at = count if asked is None else min(asked, count)
    return ReplayPage(Position(view), at=at, figure=figure, shown=full.at(at), before=full.at(max(at - 1, 0)))
