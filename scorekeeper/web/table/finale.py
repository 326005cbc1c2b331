"""The finale of a finished game: a page for each stage reveals the score before the result."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.finale import Scene, Stage
from ...core.messages import Message, listed, say
from ..common.page import asked_number, page, service
from .lines import PlayerTag
from .page import GamePage
from .slots import Position

blueprint = Blueprint("finale", __name__, url_prefix="/games/<uuid:game_id>")

LANE = 100
"""Length of the longest lane, in units of its SVG viewBox."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A line of the score sheet after a stage; `who` is None for a non-player.

    `gain` is the stage's addition to the total; `figure`, if any, is shown instead. `was` is the length of the lane
    before the stage, `grows` the length added by the stage, or 0 if the total falls. `wins`: the line is first once all
    stages are revealed.
    """

    who: PlayerTag | None
    name: str
    before: float
    total: float
    gain: float
    figure: float | None
    wins: bool
    was: float
    grows: float


@dataclass(frozen=True, slots=True)
class Tile:
    """A stage in the row of all stages; `now`: it is being revealed.

    Once it is revealed, `signs` are the signs of its holders, and `holder` is its only holder, if a player.
    """

    short: Message | str
    holder: PlayerTag | None
    signs: str
    now: bool


@dataclass(frozen=True, eq=False)
class Finale:
    """Stage `step` (from 1) of the finale of a game; on the big `screen` the pages advance automatically."""

    page: GamePage
    step: int
    screen: bool

    @property
    def scenes(self) -> Sequence[Scene]:
        return self.page.view.replay.scenes

    @property
    def scene(self) -> Scene:
        return self.scenes[self.step - 1]

    @property
    def following_scene(self) -> Scene | None:
        return self.scenes[self.step] if self.step < len(self.scenes) else None

    @property
    def onward(self) -> str:
        """The URL of the next stage; after the last stage, that of the result."""
        following = self.page.url("finale.finale", step=self.step + 1, screen="yes" if self.screen else None)
        return following if self.following_scene else self.skipped

    @property
    def skipped(self) -> str:
        """The URL of the result."""
        return self.page.url("game.screen" if self.screen else "game.table")

    @property
    def holders(self) -> Sequence[PlayerTag]:
        return [who for index in self.scene.stage.holders if (who := self._who(index))]

    @property
    def holder_names(self) -> Message | None:
        names = self._names(self.scene.stage.holders)
        return listed(names) if names else None

    @property
    def unheld(self) -> Message:
        """The label of a stage without holders: either all lines have the same gain, or none has any."""
        return say("tied") if any(self.scene.stage.gains) else say("nobody")

    @cached_property
    def lanes(self) -> Sequence[Lane]:
        scene, figures, last = self.scene, self.scene.stage.figures, self.following_scene is None
        return [
            Lane(
                self._who(index),
                line.name,
                scene.before[index],
                scene.totals[index],
                scene.stage.gains[index],
                figures[index] if figures else None,
                last and index in scene.ahead,
                min(was, is_now),
                round(max(is_now - was, 0), 1),
            )
            for index, line in enumerate(self.page.view.replay.lines)
            for was, is_now in [(self._length(scene.before[index]), self._length(scene.totals[index]))]
        ]

    @property
    def tiles(self) -> Sequence[Tile]:
        return [self._tile(number, scene.stage) for number, scene in enumerate(self.scenes, 1)]

    @property
    def beat(self) -> Message:
        """The message about the current leader; after the last stage, the headline of the result."""
        ahead = self.scene.ahead
        names = self._names(ahead)
        if self.following_scene is None:
            return self.page.result.headline
        if not ahead:
            return say("Nobody is ahead yet")
        if len(names) > 1:
            return say("So far {players} are tied for first", players=names)
        if ahead == self.scene.were_ahead:
            return say("{player} is still ahead", player=names[0])
        return say("So far {player} is ahead", player=names[0])

    def _tile(self, number: int, stage: Stage) -> Tile:
        held = [(self._who(index), self.page.view.replay.lines[index].name) for index in stage.holders]
        signs = " ".join(who.sign if who else name[0] for who, name in held) or ("=" if any(stage.gains) else "–")
        closed = number > self.step
        holder = None if closed or len(held) != 1 else held[0][0]
        return Tile(stage.short or stage.label, holder, "?" if closed else signs, number == self.step)

    def _who(self, index: int) -> PlayerTag | None:
        seat = self.page.view.replay.lines[index].seat
        return None if seat is None else self.page.at_table[seat]

    def _names(self, indexes: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.page.view.replay.lines[index].name for index in indexes)

    def _length(self, points: float) -> float:
        reached = [0, *(total for scene in self.scenes for total in (*scene.before, *scene.totals))]
        low, high = min(reached), max(reached)
        return round(LANE * (points - low) / (high - low or 1), 1)


@blueprint.get("/finale")
def finale(game_id: UUID) -> AnyResponse:
    """Show stage `step` of the finale (default: the first); without such a stage, redirect to the page of the game."""
    view, step = service().view(str(game_id)), asked_number("step")
    step = 1 if step is None else step
    if not 1 <= step <= len(view.replay.scenes):
        return redirect(url_for("game.table", game_id=game_id), 303)
    shown = GamePage(Position(view), frame="table/finale.html")
    return page(shown, finale=Finale(shown, step, "screen" in request.args))
