"""The page that sends a finished game to the app BG Stats, through a link that contains the data."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cached_property
from typing import Any
from urllib.parse import quote
from uuid import UUID

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.durations import minutes
from ...core.fields import Colour, PerSeat
from ...core.messages import Message, many
from ...store.exporting import bgstats_time, bgstats_title
from ...store.games import GameView, seconds_of
from ..common.language import translated
from ..common.page import page, service
from ..table.page import GamePage
from ..table.slots import Position

blueprint = Blueprint("bgstats", __name__)

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"
MAX_COMMENT_LENGTH = 500  # characters, to limit the length of the link


@dataclass(frozen=True, eq=False)
class BgStats:
    """The data of a game for BG Stats, and the link that sends it; `player_ids` are by seat."""

    view: GameView
    player_ids: Sequence[int]

    @cached_property
    def play(self) -> dict[str, Any]:
        """The game as a BG Stats play, in BG Stats' sense of a complete game; unknown values are empty."""
        game, meta, standings = self.view.game, self.view.rulebook.meta, self.view.replay.sheet().standings
        seconds, roles = seconds_of(game), _roles(self.view)
        seated = {standing.line.seat: standing for standing in standings if standing.line.seat is not None}
        return {
            "sourceName": SOURCE,
            "sourcePlayId": game.id,
            **({} if game.dated is None else {"playDate": bgstats_time(game.dated, UTC)}),
            "durationMin": 0 if seconds is None else minutes(seconds),
            "location": game.venue or "",
            "comments": (game.note or "")[:MAX_COMMENT_LENGTH],
            "game": {
                "name": translated(meta.title),
                "sourceGameId": meta.slug,
                **bgstats_title(self.view.rulebook, points=any(each.line.total is not None for each in standings)),
            },
            "players": [
                {
                    "name": standing.line.name,
                    "sourcePlayerId": str(self.player_ids[seat]),
                    "startPlayer": seat == 0,
                    "winner": standing.place == 1,
                    "rank": standing.place,
                    "role": translated(roles[seat]),
                    **({} if standing.line.total is None else {"score": standing.line.total}),
                }
                for seat, standing in sorted(seated.items())
            ],
        }

    @property
    def link(self) -> str:
        return ADDRESS + quote(json.dumps(self.play, ensure_ascii=False, separators=(",", ":")), safe="")

    @property
    def duration(self) -> Message | None:
        seconds = seconds_of(self.view.game)
        return None if seconds is None else many("{count} minute", "{count} minutes", minutes(seconds))

    @property
    def players(self) -> Sequence[dict[str, Any]]:
        """The players as sent to BG Stats, winner first, without other lines of the score sheet."""
        return sorted(self.play["players"], key=lambda each: int(each["rank"]))


@blueprint.get("/games/<uuid:game_id>/bgstats")
def show(game_id: UUID) -> AnyResponse:
    view = service().view(str(game_id))
    if not view.replay.finished:
        return redirect(url_for("game.table", game_id=game_id))
    return page(GamePage(Position(view), frame="data/bgstats.html"), bgstats=BgStats(view, view.people))


def _roles(view: GameView) -> Sequence[Message | str]:
    """Return each seat's colour; "" for each seat if the title has no colours."""
    for option in view.rulebook.seat_options:
        shape, chosen = option.field.shape, view.table.options.get(option.field.name)
        if isinstance(shape, PerSeat) and isinstance(shape.item, Colour) and chosen:
            labels = dict(zip(shape.item.words, shape.item.labels, strict=True))
            return [labels[word] for word in chosen]
    return [""] * len(view.table.players)
