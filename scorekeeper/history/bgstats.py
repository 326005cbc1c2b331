"""Past games as one file that the app BG Stats imports: players, places and titles, and each game as a "play"."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from ..core.durations import minutes_between
from ..core.messages import Message
from ..core.rulebook import Rulebook
from ..storage import Database
from ..storage.game_query import LATEST, GameQuery, find
from ..storage.listing import summaries
from ..storage.rows import GameSummary

PORTION = 500
"""How many games are read at once."""
OURS = UUID("8d6a2b0e-5a0f-4f0e-9d0c-6c1f6b8f2a17")
"""The namespace of the UUIDs that we make: of players, places and titles here, of results without an id in `told`."""


class _Named:
    """The players, the places or the titles of a file: each has a name and a number, from 1."""

    def __init__(self, what: str) -> None:
        self._what = what
        self.known: dict[str, dict[str, Any]] = {}

    def number(self, name: str, **more: object) -> int:
        """Return the number of a name, in any case; a new one gets `more`. Its UUID is the same in every file."""
        added = {"id": len(self.known) + 1, "uuid": str(uuid5(OURS, f"{self._what} {name.casefold()}")), "name": name}
        return int(self.known.setdefault(name.casefold(), added | more)["id"])


def games_of(db: Database, wanted: GameQuery) -> Iterator[GameSummary]:
    """Yield all past games that fit, newest first; they are read in portions."""
    before, older = LATEST, True
    while older:
        found = find(db, wanted, PORTION, before=before)
        yield from found.games
        older = found.older
        before = (found.games[-1].moment, found.games[-1].id) if found.games else LATEST


def games_called(db: Database, game_ids: Iterable[str]) -> Iterator[GameSummary]:
    """Yield the finished games among these ids."""
    for game_id in game_ids:
        yield from (each for each in summaries(db, [game_id]) if each.results)


def file(
    games: Iterable[GameSummary], rulebooks: Mapping[str, Rulebook[Any]], say: Callable[[Message], str]
) -> Iterator[bytes]:
    """Yield the file with these games, part by part, as JSON in UTF-8; `say` translates.

    Games without a date, which BG Stats requires, and games of unknown titles are left out.
    """
    players, places, titles = _Named("player"), _Named("place"), _Named("title")
    between = '{"plays":['
    for game in games:
        if game.dated and game.rulebook in rulebooks:
            play = _play(game, rulebooks[game.rulebook], players, places, titles, say)
            yield f"{between}{_json(play)}".encode()
            between = ",\n"
    rest = {"players": players, "locations": places, "games": titles}
    parts = [f"{_json(name)}:{_json(list(each.known.values()))}" for name, each in rest.items()]
    yield f'{between if between[0] == "{" else ""}],{",".join(parts)},"userInfo":{{"meRefId":0}}}}\n'.encode()


def in_utc(written: str) -> str:
    """Return an ISO 8601 moment as BG Stats writes it: in UTC, or in its own zone if UTC would leave the calendar."""
    when = datetime.fromisoformat(written)
    with suppress(OverflowError):
        when = when.astimezone(UTC)
    return f"{when:%Y-%m-%d %H:%M:%S}"


def of_title(rulebook: Rulebook[Any], *, points: bool) -> dict[str, Any]:
    """Return the properties of a title in BG Stats; `points`: whether its games have points."""
    known = {} if rulebook.meta.bgg is None else {"bggId": rulebook.meta.bgg}
    return {**known, "highestWins": not rulebook.meta.lowest_wins, "noPoints": not points}


def _play(
    game: GameSummary,
    rulebook: Rulebook[Any],
    players: _Named,
    places: _Named,
    titles: _Named,
    say: Callable[[Message], str],
) -> dict[str, Any]:
    lines = sorted((each.seat, each) for each in game.results if each.seat is not None)
    points = any(line.total is not None for _, line in lines)
    title = titles.number(
        say(rulebook.meta.title), **of_title(rulebook, points=points), cooperative=False, usesTeams=False
    )
    lasted = minutes_between(game.started, game.ended)
    return {
        "uuid": game.id,
        "playDate": in_utc(game.dated or ""),
        "durationMin": lasted or 0,
        "gameRefId": title,
        **({"locationRefId": places.number(game.venue)} if game.venue else {}),
        "comments": game.note or "",
        "ignored": False,
        "manualWinner": True,  # points do not say who wins a tie
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": players.number(line.name, isAnonymous=False),
                "score": "" if line.total is None else str(line.total),
                "winner": line.place == 1,
                "rank": line.place,
                "seatOrder": seat + 1,
                "startPlayer": seat == 0,
                "newPlayer": False,
            }
            for seat, line in lines
        ],
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
