"""Reader of exports of the app BG Stats (JSON)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time
from typing import Any

from ...core.errors import Unreadable
from ...core.messages import Message, many, say
from ...core.names import NAME_LENGTH
from . import ImportedGame, ImportedPlayer, LeftOutGame
from .values import read_int, read_points, read_when, text_of

MAX_VALUES = 5_000_000
"""Maximum number of values in a file; an export of 64 MB has about 3,000,000."""
OF_PLAY = (
    "uuid",
    "bggId",
    "gameRefId",
    "playDate",
    "playDateYmd",
    "durationMin",
    "locationRefId",
    "comments",
    "ignored",
    "manualWinner",
    "playerScores",
    "expansionPlays",
)
OF_SCORE = ("playerRefId", "score", "winner", "rank", "seatOrder", "startPlayer", "role")
NOTHING: Mapping[str, float | None] = {}
Score = tuple[Any, ...]
"""A player of a play: the values of OF_SCORE."""


def is_export(value: object) -> bool:
    """Return whether this is the content of an export, as made by `json.loads` with the hook `kept`."""
    return isinstance(value, dict) and all(isinstance(value.get(each), list) for each in ("players", "games", "plays"))


def parsed(text: str) -> Any:
    """Return the content of JSON with plays in the short form of `kept`; raises Unreadable, ValueError, RecursionError.

    A file of 64 MB needs several times its size in memory, if nothing is left out.
    """
    if text.count(",") > MAX_VALUES:
        raise Unreadable(say("it is too large; export fewer games at once"))
    return json.loads(text, object_hook=kept)


def kept(value: dict[str, Any]) -> Any:
    """Return the values to read of a play or of a player in it; return anything else unchanged."""
    if "playerRefId" in value:
        return tuple(map(value.get, OF_SCORE))
    if "playerScores" in value:
        return {name: value[name] for name in OF_PLAY if value.get(name)}
    return value


def read_bgstats(export: dict[str, Any]) -> Iterator[ImportedGame | LeftOutGame]:
    """Yield the plays in an export made by `parsed`; the export is emptied to free memory."""
    games, people = _by_id(export["games"]), _by_id(export["players"])
    places = {number: text_of(each.get("name")) for number, each in _by_id(export.get("locations")).items()}
    plays = [each for each in export.pop("plays") if isinstance(each, dict)]
    plays.reverse()
    ignored = at = 0
    while plays:
        play, at = plays.pop(), at + 1
        if play.get("ignored"):
            ignored += 1
            continue
        game = games.get(read_int(play.get("gameRefId")), {})
        listed = play.get("playerScores")
        scores = [each for each in listed if isinstance(each, tuple)] if isinstance(listed, list) else []
        players, remarks = _players(scores, people)
        title = text_of(game.get("name")) or text_of(game.get("bggName"))
        if not game:
            names = tuple(each.name or "" for each in players)
            when = text_of(play.get("playDate")) or f"#{at}"
            yield LeftOutGame(say("the name of the game is missing"), when, "", names)
            continue
        day, clock, unread = _when(play)
        location = places.get(read_int(play.get("locationRefId")), "")
        yield ImportedGame(
            title,
            players,
            day,
            clock,
            minutes=read_int(play.get("durationMin")) or None,
            location=location,
            note=text_of(play.get("comments")),
            number=text_of(play.get("uuid")),
            bgg_play=read_int(play.get("bggId")) or None,
            bgg=read_int(game.get("bggId")) or None,
            lowest_wins=not game.get("highestWins", True),
            cooperative=bool(game.get("cooperative")),
            has_points=not game.get("noPoints"),
            decided=True if play.get("manualWinner") else None,
            expansions=_expansions(play.get("expansionPlays"), games),
            remarks=(*remarks, *unread),
        )
    if ignored:
        reason = many("{count} game that BG Stats ignores.", "{count} games that BG Stats ignores.", ignored)
        yield LeftOutGame(reason, count=ignored)


def _players(
    scores: Sequence[Score], people: Mapping[int, dict[str, Any]]
) -> tuple[tuple[ImportedPlayer, ...], list[Message]]:
    """Return the players of a play, and remarks about their points.

    The players are in seat order if all seats differ; BG Stats writes 0 for an unknown seat.
    """
    known = [people.get(read_int(each[0]), {}) for each in scores]
    orders = [read_int(each[4]) for each, person in zip(scores, known, strict=True) if not person.get("isAnonymous")]
    seats = {seat: at for at, seat in enumerate(sorted(orders), 1)}
    seated = len(seats) == len(orders) and (len(seats) > 1 or 0 not in seats)
    players, remarks = list[ImportedPlayer](), list[Message]()
    for (_, score, won, rank, order, starts, role), person in zip(scores, known, strict=True):
        name = None if person.get("isAnonymous") else text_of(person.get("name"))
        points = read_points(score)
        if points is None and score not in (None, ""):
            remarks.append(without_points(str(score), name or ""))
        seat = None if name is None or not seated else seats[read_int(order)]
        players.append(
            ImportedPlayer(
                name, points, bool(won), read_int(rank) or None, seat, True if starts else None, text_of(role), NOTHING
            )
        )
    return tuple(players), remarks


def _when(play: Mapping[str, Any]) -> tuple[date | None, time | None, tuple[Message, ...]]:
    """Return the date and the time of a play, and remarks; midnight means that the play has only a date."""
    written, digits = text_of(play.get("playDate")), str(read_int(play.get("playDateYmd")))
    day, clock = read_when(written)
    if len(digits) == 8:
        day = read_when(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}")[0] or day
    remarks = (say("imported without a date"),) if written and day is None else ()
    return day, clock if clock != time() else None, remarks


def _expansions(played: object, games: Mapping[int, Mapping[str, Any]]) -> tuple[str, ...]:
    used = [games.get(read_int(each.get("gameRefId")), {}) for each in _objects(played)]
    return tuple(name for each in used if (name := text_of(each.get("name")) or text_of(each.get("bggName"))))


def _by_id(listed: object) -> dict[int, dict[str, Any]]:
    return {read_int(each.get("id")): each for each in _objects(listed)}


def _objects(listed: object) -> list[dict[str, Any]]:
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def without_points(points: str, player: str) -> Message:
    return say("imported without the points “{points}” of {player}", points=points[:NAME_LENGTH], player=player)
