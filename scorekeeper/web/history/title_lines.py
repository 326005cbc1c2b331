"""A player's games, title by title."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from ...core.durations import duration
from ...core.messages import Message, joined, many, say
from ...history.players import Played, Results
from .player_form import past_address, percent


@dataclass(frozen=True, slots=True)
class TitleLine:
    """A player's games of a title, which `address` lists (None: the title is not installed).

    `wins` are `of` so many games; they and their `share` of a hundred are None if all were played alone. `about` says
    more of them. `best` and `middle` are the best and the median points (None: no points), and `best_address` leads to
    the best game.
    """

    slug: str
    title: Message | str
    address: str | None
    wins: int | None
    of: Message
    share: int | None
    about: Message
    best: int | None
    best_address: str | None
    middle: Message | None


def title_lines(
    player_id: int,
    titles: Mapping[str, Message],
    played: Mapping[str, Played],
    results: Mapping[str, Results | None],
    seconds: Mapping[str, int | None],
    champion: Collection[str],
) -> Sequence[TitleLine]:
    """Return a line for each title that somebody has `played`; the mappings are by slug."""
    return [
        _title_line(player_id, slug, titles, each, results.get(slug), seconds.get(slug), champion=slug in champion)
        for slug, each in played.items()
    ]


def _title_line(
    player_id: int,
    slug: str,
    titles: Mapping[str, Message],
    played: Played,
    results: Results | None,
    seconds: int | None,
    *,
    champion: bool,
) -> TitleLine:
    games, rated, wins = played.games, played.rated, played.wins
    parts = [
        percent(wins, rated),
        say("{count} alone", count=games - rated) if rated < games and rated else None,
        joined(["\N{BLACK STAR}", say("Champion")], " ") if champion else None,
        None if seconds is None else say("usually {time}", time=duration(seconds)),
    ]
    return TitleLine(
        slug,
        titles.get(slug, slug),
        past_address(player_id, title=slug) if slug in titles else None,
        wins if rated else None,
        many("of {count} game", "of {count} games", rated) if rated else many("{count} game", "{count} games", games),
        round(100 * wins / rated) if rated else None,
        joined([part for part in parts if part], " · "),
        results.best if results else None,
        url_for("game.table", game_id=results.best_game) if results else None,
        say("Middle: {points}", points=results.middle) if results else None,
    )
