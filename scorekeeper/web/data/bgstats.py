"""A finished game for the app BG Stats, which takes it from a link that holds all of it."""

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from ...core.durations import minutes
from ...core.fields import Colour, PerSeat
from ...core.messages import Message
from ...core.sheet import Standing
from ...desk.games import GameView, seconds_of
from ...history.bgstats import in_utc, of_title
from ..shell.language import translated

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"
LONGEST_COMMENT = 500  # characters; a link must not get too long


def link(play: dict[str, Any]) -> str:
    """Return the address that hands a play to BG Stats."""
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def play_of(view: GameView, standings: Sequence[Standing], player_ids: Sequence[int]) -> dict[str, Any]:
    """Return a finished game as a play of BG Stats; `player_ids` are by seat. What is not known is left empty."""
    game, meta = view.game, view.rulebook.meta
    seconds = seconds_of(game)
    totals = any(standing.line.total is not None for standing in standings)
    roles = _roles(view)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.id,
        **({} if game.dated is None else {"playDate": in_utc(game.dated)}),
        "durationMin": 0 if seconds is None else minutes(seconds),
        "location": game.venue or "",
        "comments": (game.note or "")[:LONGEST_COMMENT],
        "game": {
            "name": translated(meta.title),
            "sourceGameId": meta.slug,
            **of_title(view.rulebook, points=totals),
        },
        "players": [
            _player(standing, seat, player_ids[seat], roles[seat])
            for standing in sorted(standings, key=lambda each: each.line.seat or 0)
            if (seat := standing.line.seat) is not None
        ],
    }


def _player(standing: Standing, seat: int, player_id: int, role: Message | str) -> dict[str, Any]:
    total = standing.line.total
    return {
        "name": standing.line.name,
        "sourcePlayerId": str(player_id),
        "startPlayer": seat == 0,
        "winner": standing.place == 1,
        "rank": standing.place,
        "role": translated(role),
        **({} if total is None else {"score": total}),
    }


def _roles(view: GameView) -> Sequence[Message | str]:
    """Return the colour that each seat chose, if the title lets them choose; else "" for each seat."""
    for option in view.rulebook.seat_options:
        shape, chosen = option.field.shape, view.table.options.get(option.field.name)
        if isinstance(shape, PerSeat) and isinstance(shape.item, Colour) and chosen:
            labels = dict(zip(shape.item.words, shape.item.labels, strict=True))
            return [labels[word] for word in chosen]
    return [""] * len(view.table.players)
