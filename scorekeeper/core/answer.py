"""The answer of `scorekeeper score`: the score of a game document, as JSON and in English."""

from collections.abc import Mapping
from typing import Any

from .document import Define, explained, read
from .errors import Unreadable
from .replay import Conflict, Replay, replay
from .rulebook import Rulebook

OK, REFUSED, UNREADABLE = 0, 1, 2
"""Exit statuses of the commands that read game documents."""


def scored(
    data: bytes, rulebooks: Mapping[str, Rulebook[Any]], define: Define | None = None
) -> tuple[dict[str, Any], int]:
    """Return the answer for the game document in `data`, and the exit status; `define` as for `document.read`."""
    try:
        document = read(data, rulebooks, define)
    except Unreadable as error:
        return {"unreadable": explained(error)}, UNREADABLE
    replayed = replay(document.rulebook, document.table, document.plays)
    if replayed.conflicts:
        return refused(replayed.conflicts), REFUSED
    return answer(replayed), OK


def refused(conflicts: tuple[Conflict, ...]) -> dict[str, Any]:
    return {
        "refused": [
            {"play": conflict.number, "code": conflict.refusal.code, "message": str(conflict.refusal.message)}
            for conflict in conflicts
        ]
    }


def answer(replayed: Replay) -> dict[str, Any]:
    sheet, turn = replayed.sheet(), replayed.turn
    return {
        "rulebook": replayed.rulebook.name,
        "finished": replayed.finished,
        "next": None if turn is None else replayed.table.players[turn],
        "standings": [
            {
                "player": standing.line.name,
                "place": standing.place or None,
                "total": standing.line.total,
                "parts": dict(standing.line.parts),
                "tie_break": dict(standing.line.tie_break),
            }
            for standing in sheet.standings
        ],
        "remarks": [
            {"play": remark.number, "code": remark.code, "message": str(remark.message)}
            for remark in replayed.all_remarks(sheet)
        ],
    } | dict(sheet.extras)
