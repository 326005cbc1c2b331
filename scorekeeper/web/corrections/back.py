"""Where a correction ends: where it was begun. The address says so, from the first link to the last form."""

from enum import StrEnum
from typing import Any

from flask import request, url_for

from ...core.messages import say
from ...desk.games import GameView
from ..table.lines import Link


class Back(StrEnum):
    """Where a correction was begun, as addresses have it: in the log if they have nothing else."""

    LOG = ""
    TABLE = "table"
    REPLAY = "replay"


def asked_back() -> Back:
    """Return where the address says that the correction was begun; what it cannot be is not heeded."""
    try:
        return Back(request.args.get("back", ""))
    except ValueError:
        return Back.LOG


def address_of(view: str, game_id: str, number: int, back: Back, **values: Any) -> str:
    """Return the address of a page about play `number` from which the correction goes back there."""
    return url_for(f"corrections.{view}", game_id=game_id, number=number, back=back or None, **values)


def back_link(view: GameView, back: Back, number: int) -> Link:
    """Return what leads back to where a correction of play `number` was begun; 0 is before the first play."""
    game_id, finished = view.game.id, view.replay.finished
    match back:
        case Back.TABLE:
            address = url_for("table.show", game_id=game_id, seat=_seat(view, number))
            return Link(address, say("The result") if finished else say("The table"))
        case Back.REPLAY:
            return Link(url_for("replay.show", game_id=game_id, at=number), say("Replay"))
    return Link(play_address(game_id, number), say("Every play"))


def play_address(game_id: str, number: int) -> str:
    """Return where the log is shown at one of its plays; there is none with number 0."""
    return url_for("corrections.log", game_id=game_id, _anchor=f"play-{number}" if number else None)


def _seat(view: GameView, number: int) -> int | None:
    """Return whose form the table shows: of whom the play is, where it is nobody's turn."""
    steps = view.replay.steps
    if view.replay.finished or view.replay.turn is not None or not 0 < number <= len(steps):
        return None
    return view.rulebook.seat_of(view.table, steps[number - 1].play)
