"""The page that compares two players. In each rated game, the player with the better place beat the other."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import redirect, request, url_for
from sqlite_utils import Database
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Count, Message, joined, listed, many, say
from ...store.results import summaries
from ...store.rows import GameSummary, Person
from ..common.page import Link, service, show
from ..common.titles import FEW_TITLES
from .home import ListedGame, shared_outcome, title_of
from .home import listed as as_listed
from .player import PLAYER, by, cooperative, counted
from .players import MAX_ID, blueprint, in_all, past_url, person_of

GAMES_TOGETHER = 20


class HeadToHead(NamedTuple):
    """The games of two players; the first player finished `above` or `below` the second in `rated` games."""

    games: int
    rated: int
    above: int
    below: int
    both_won: int


def head_to_head(db: Database, one: int, other: int) -> Mapping[str, HeadToHead]:
    rows = db.execute(
        """SELECT one.rulebook, count(*), sum(one.rated), sum(one.rated AND one.place < other.place),
            sum(one.rated AND one.place > other.place), sum(one.place = 1 AND other.place = 1)
        FROM player_results one
        JOIN player_results other ON other.player_id = ? AND other.moment = one.moment AND other.game_id = one.game_id
        WHERE one.player_id = ? GROUP BY one.rulebook ORDER BY 2 DESC, 1""",
        [other, one],
    )
    return {rulebook: HeadToHead(*figures) for rulebook, *figures in rows}


def together(
    db: Database, one: int, other: int, *, after: str | None, most: int
) -> list[tuple[GameSummary, int, float | None, int, float | None]]:
    """Return up to `most` games of two players after the game `after`, latest first, with place and points of both."""
    # Without `after`, start after a moment later than any game.
    spot = db.execute("SELECT moment, id FROM games WHERE id = ?", [after]).fetchone() or (2**62, "")
    rows = db.execute(
        """SELECT one.game_id, one.place, one.total, other.place, other.total FROM player_results one
        JOIN player_results other ON other.player_id = ? AND other.moment = one.moment AND other.game_id = one.game_id
        WHERE one.player_id = ? AND (one.moment, one.game_id) < (?, ?)
        ORDER BY one.moment DESC, one.game_id DESC LIMIT ?""",
        [other, one, *spot, most],
    ).fetchall()
    games = summaries(db, [game_id for game_id, *_ in rows])
    return [(game, *figures) for game, (_, *figures) in zip(games, rows, strict=True)]


@blueprint.get(f"/{PLAYER}/<int(max={MAX_ID}):other_id>")
def pair(player_id: int, other_id: int) -> AnyResponse:
    after = request.args.get("after")
    with service().store.reading() as db:
        one, other = person_of(db, player_id), person_of(db, other_id)
        if one.id == other.id:
            return redirect(url_for("players.player", player_id=one.id))
        if (one.id, other.id) != (player_id, other_id):
            return redirect(url_for("players.pair", player_id=one.id, other_id=other.id, after=after))
        records = head_to_head(db, player_id, other_id)
        games = together(db, player_id, other_id, after=after, most=GAMES_TOGETHER + 1)
        figures = [in_all(by(counted(db, each), "rulebook").values()) for each in (player_id, other_id)]
    more, games = len(games) > GAMES_TOGETHER, games[:GAMES_TOGETHER]
    shown_games = as_listed(game for game, *_ in games)

    def list_after(last: str | None) -> str:
        return url_for("players.pair", player_id=one.id, other_id=other.id, after=last, _anchor="games")

    lines = [_line(title_of(slug), one, other, record, together=cooperative(slug)) for slug, record in records.items()]
    if lines[1:]:
        total = HeadToHead(*map(sum, zip(*records.values(), strict=True)))
        lines.insert(0, _line(say("In all"), one, other, total))
    shown = {
        "one": one,
        "other": other,
        "up": Link(url_for("players.player", player_id=one.id), listed([one.name])),
        "people": [(each, url_for("players.player", player_id=each.id)) for each in (one, other)],
        "lines": lines,
        "few": FEW_TITLES,
        "in_all": figures,
        "games": [
            (game, _results(game, (one, *found[1:3]), (other, *found[3:])))
            for game, found in zip(shown_games, games, strict=True)
        ],
        "latest_url": None if after is None else list_after(None),
        "earlier_url": list_after(games[-1][0].id) if more else None,
        "past_url": past_url(one.id, other.id),
    }
    return show("history/pair.html", shown)


def _line(
    title: Message | str, one: Person, other: Person, record: HeadToHead, *, together: bool = False
) -> Mapping[str, object]:
    """Return the line of a title, or of all titles; with `together`, both win or lose its games together."""
    games = many("{count} game", "{count} games", Count(record.games))
    if together:
        about = joined([games, many("{count} won together", "{count} won together", record.both_won)], ", ")
        return {"title": title, "about": about, "above": None, "below": None}
    level = record.rated - record.above - record.below
    counts = [games, *([say("{count} tied", count=level)] if level else [])]
    ahead = say("neither is ahead")
    if record.above != record.below:
        ahead = say("{player} is ahead", player=(one if record.above > record.below else other).name)
    about = joined([joined(counts, ", "), ahead], ": ")
    return {"title": title, "about": about, "above": record.above, "below": record.below}


def _results(game: ListedGame, *found: tuple[Person, int, float | None]) -> list[Message]:
    if game.winners:
        return [_result(*each) for each in found]
    points = [
        say("{player}: {points}", player=person.name, points=total) for person, _, total in found if total is not None
    ]
    return [shared_outcome(game.summary, game.meta), *points]


def _result(person: Person, place: int, total: float | None) -> Message:
    if total is None:
        return say("{player}: place {place}", player=person.name, place=place)
    return say("{player}: place {place}, {points}", player=person.name, place=place, points=total)
