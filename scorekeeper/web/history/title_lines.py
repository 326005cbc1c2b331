"""A player's games, title by title."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from ...core.durations import duration
from ...core.messages import Message, say
from ...history.players import Played, Results
from .player_form import percent


@dataclass(frozen=True, slots=True)
class TitleLine:
    """A player's games of a title; `wins`, their `share` of a hundred and `rate` are None if no game was rated.

    `best` and `middle` are their best and median points (None: no points), `best_address` is that of the best game.
    `usual` is how long the games usually take, if that is known.
    """

    slug: str
    title: Message | str
    games: int
    wins: int | None
    share: int | None
    rate: Message | None
    best: int | None
    best_address: str | None
    middle: int | None
    champion: bool
    usual: Message | None


def title_lines(
    titles: Mapping[str, Message],
    played: Mapping[str, Played],
    results: Mapping[str, Results | None],
    seconds: Mapping[str, int | None],
    champion: Collection[str],
) -> Sequence[TitleLine]:
    """Return a line for each title that somebody has `played`; all arguments are by slug."""
    return [
        _title_line(slug, titles.get(slug, slug), each, results.get(slug), seconds.get(slug), champion=slug in champion)
        for slug, each in played.items()
    ]


def _title_line(
    slug: str, title: Message | str, played: Played, results: Results | None, seconds: int | None, *, champion: bool
) -> TitleLine:
    return TitleLine(
        slug,
        title,
        played.games,
        played.wins if played.rated else None,
        round(100 * played.wins / played.rated) if played.rated else None,
        percent(played.wins, played.rated),
        results.best if results else None,
        url_for("game.table", game_id=results.best_game) if results else None,
        results.middle if results else None,
        champion,
        None if seconds is None else say("usually {time}", time=duration(seconds)),
    )
