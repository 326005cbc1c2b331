"""A player's games, title by title."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from ...core.durations import duration
from ...core.messages import Message, joined, many, say
from ...history.players import Alone, Played, Results
from .looking import RATED
from .player_form import past_address, percent


@dataclass(frozen=True, slots=True)
class TitleLine:
    """A player's games of a title, which `address` lists (None: the title is not installed).

    `wins` are `of` so many games; they and their `share` of a hundred are None if nobody could be beaten. `about` says
    more of them. `best` and `median` are points (None: no points), and `best_address` leads to the best game.
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
    median: Message | None


def title_lines(
    player_id: int,
    titles: Mapping[str, Message],
    played: Mapping[str, Played],
    results: Mapping[str, Results | None],
    seconds: Mapping[str, int | None],
    champion: Collection[str],
    alone: Mapping[str, Alone | None],
) -> Sequence[TitleLine]:
    """Return a line for each title that somebody has `played`, and one for games alone; the mappings are by slug."""
    lines = []
    for slug, each in played.items():
        by_themselves = alone.get(slug)
        if each.rated or not by_themselves:
            best, known = results.get(slug), seconds.get(slug)
            lines.append(_title_line(player_id, slug, titles, each, best, known, champion=slug in champion))
        if by_themselves:
            lines.append(_alone_line(player_id, slug, titles[slug], by_themselves))
    return lines


def alone_said(alone: Alone) -> Message:
    """Return against whom somebody played alone, if that is anybody."""
    return say("Solo against {rival}", rival=alone.rival) if alone.rival else say("Solo")


def _alone_line(player_id: int, slug: str, title: Message, alone: Alone) -> TitleLine:
    rated = alone.wins is not None
    return TitleLine(
        slug,
        title,
        past_address(player_id, title=slug, size=1),
        alone.wins,
        many("of {count} game", "of {count} games", alone.games)
        if rated
        else many("{count} game", "{count} games", alone.games),
        round(100 * alone.wins / alone.games) if alone.wins is not None else None,
        alone_said(alone),
        alone.best,
        url_for("game.table", game_id=alone.best_game) if alone.best_game else None,
        alone_said(alone),
    )


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
        joined(["\N{BLACK STAR}", say("Champion")], " ") if champion else None,
        None if seconds is None else say("median length: {time}", time=duration(seconds)),
    ]
    return TitleLine(
        slug,
        titles.get(slug, slug),
        past_address(player_id, title=slug, size=RATED if rated < games else None) if slug in titles else None,
        wins if rated else None,
        many("of {count} game", "of {count} games", rated) if rated else many("{count} game", "{count} games", games),
        round(100 * wins / rated) if rated else None,
        joined([part for part in parts if part], " · "),
        results.best if results else None,
        url_for("game.table", game_id=results.best_game) if results else None,
        say("Median: {points}", points=results.median) if results else None,
    )
