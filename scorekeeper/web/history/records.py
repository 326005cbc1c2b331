"""The records page of each title, with the best marks of its games."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from flask import Blueprint, abort, redirect, request, url_for
from sqlite_utils import Database
from werkzeug.wrappers import Response as AnyResponse

from ...core.durations import duration
from ...core.messages import Count, Message, joined, listed, many, say
from ...core.records import WINNING, RecordDefinition, kept
from ...core.rulebook import Rulebook
from ...pads.words import told_apart
from ...store.connection import placeholders
from ...store.games import read_message
from ...store.results import latest_titles, summaries
from ...store.settings import replaced
from ..common.language import alphabetical, translated, when_played
from ..common.page import service, show
from ..common.titles import MANY_TITLES, MAX_FOUND, few_titles, matching
from ..forms.fixed import one_line
from .player import alone

blueprint = Blueprint("records", __name__)

MAX_HOLDERS = 5
"""Maximum number of games with named record holders."""


class Best(NamedTuple):
    """The value of a record, and the earliest games that reached it: up to MAX_HOLDERS rows of `marks`."""

    value: float
    games_with_it: int
    games: list[tuple[str, str, str, int | None, str | None]]


def best(db: Database, rulebook: str, record: RecordDefinition) -> Best | None:
    most, order = (min, "ASC") if record.lowest else (max, "DESC")
    of_mark = f"SELECT value FROM marks WHERE rulebook = ? AND name = ? ORDER BY value {order} LIMIT 1"  # noqa: S608
    found = [db.execute(of_mark, [rulebook, name]).fetchone() for name in record.marks]
    if not any(found):
        return None
    value = most(each[0] for each in found if each)
    with_it = f"FROM marks WHERE rulebook = ? AND name IN ({placeholders(record.marks)}) AND value = ?"
    values = [rulebook, *record.marks, value]
    (games,) = db.execute(f"SELECT count(*) {with_it}", values).fetchone()
    first = f"SELECT game_id, name, seats, number, what {with_it} ORDER BY moment, game_id LIMIT ?"
    return Best(value, games, db.execute(first, [*values, MAX_HOLDERS]).fetchall())


def titles_played(db: Database) -> tuple[str, ...]:
    rows = db.execute("SELECT rulebook FROM finished_games GROUP BY rulebook ORDER BY count(*) DESC, rulebook")
    return tuple(slug for (slug,) in rows)


@blueprint.get("/records")
@blueprint.get("/records/<slug>")
def records(slug: str | None = None) -> AnyResponse:
    """Show the records of a title (default: the most played title), or find titles whose name contains `find`."""
    if slug is not None and slug not in service().rulebooks:
        abort(404)
    asked = one_line(request.args.get("find", ""))
    with service().store.reading() as db:
        end = replaced(db).get(slug or "")
        if end:
            return redirect(url_for("records.records", slug=end), 303)
        rulebooks = dict(service().rulebooks.items())  # all definitions at once
        latest = [each for each in latest_titles(db) if each in rulebooks]
        tabs = matching({each: rulebooks[each] for each in latest}, asked) if asked else []
        if len(tabs) == 1:
            return redirect(url_for("records.records", slug=tabs[0]), 303)
        chosen = None if asked else slug or next((each for each in titles_played(db) if each in latest), None)
        shown: Mapping[str, object] = _of_title(db, service().rulebooks[chosen]) if chosen else {}
    more = len(tabs[MAX_FOUND:])
    tabs = tabs[:MAX_FOUND] if asked else few_titles(latest, chosen)
    search = {"url": url_for("records.records"), "typed": asked, "more": more}
    named = told_apart({each: rulebooks[each] for each in latest})
    titles = [
        {
            "slug": each,
            "title": named.get(each) or rulebooks[each].meta.title,
            "url": url_for("records.records", slug=each),
            "chosen": each == chosen,
        }
        for each in tabs
    ]
    if len(titles) == len(latest):
        titles.sort(key=lambda each: alphabetical(translated(cast("Message | str", each["title"]))))
    return show(
        "history/records.html",
        {"tabs": titles, "search": search if len(latest) > MANY_TITLES or asked else None, **shown},
    )


def _of_title(db: Database, rulebook: Rulebook[Any]) -> Mapping[str, object]:
    """Return the template values for a title; `hints` are about games that do not count for some records."""
    hints = []
    early = [
        each.label
        for each in kept(rulebook)
        if each.left_out and _any(db, "marks WHERE rulebook = ? AND name = ?", rulebook.slug, each.left_out)
    ]
    if early:
        hint = say(
            "Games that were ended early, or not entered in full, do not count for: {records}.", records=tuple(early)
        )
        hints.append(hint)
    finished = "games WHERE rulebook = ? AND status = 'active' AND finished = 1 AND external_result IS"
    unknown = tuple(each.label for each in kept(rulebook) if each.needs_plays)
    # Most imported titles have results only: for them, the hint would be noise.
    expected = rulebook.definition is None or _any(db, f"{finished} NULL", rulebook.slug)
    if unknown and expected and _any(db, f"{finished} NOT NULL", rulebook.slug):
        hints.append(say("Games with only a final result do not count for: {records}.", records=unknown))
    return {
        "title": rulebook.meta.title,
        "played": _played(db, rulebook.slug),
        "lines": [*_lines(db, rulebook), *_alone(db, rulebook)],
        "hints": hints,
    }


def _any(db: Database, rows: str, *values: object) -> bool:
    return db.execute(f"SELECT 1 FROM {rows} LIMIT 1", values).fetchone() is not None  # noqa: S608  (no values in it)


def _played(db: Database, rulebook: str) -> Message | None:
    """Return as text a title's number of games, player counts and average duration; None if it was never played."""
    sizes = db.execute(
        """SELECT size, count(*), count(seconds), sum(seconds) FROM finished_games WHERE rulebook = ?
        GROUP BY size ORDER BY 2 DESC, 1""",
        [rulebook],
    ).fetchall()
    if not sizes:
        return None
    games, timed, seconds = (sum(each[column] or 0 for each in sizes) for column in (1, 2, 3))
    by_size = [
        many("{games} with {count} player", "{games} with {count} players", size, games=Count(n))
        for size, n, *_ in sizes
    ]
    time = [say("{time} on average", time=duration(seconds // timed))] if timed else []
    return joined([many("{count} game", "{count} games", Count(games)), listed(by_size), *time], " · ")


def _lines(db: Database, rulebook: Rulebook[Any]) -> Iterator[Mapping[str, object]]:
    """Yield the lines of records with a mark. A record is omitted if its earliest mark is already shown."""
    shown = set()
    for record in kept(rulebook):
        found = best(db, rulebook.slug, record)
        if found and found.games[0][:2] not in shown:
            shown.add(found.games[0][:2])
            yield _line(db, rulebook, record, found)


def _line(db: Database, rulebook: Rulebook[Any], record: RecordDefinition, found: Best) -> Mapping[str, object]:
    games = summaries(db, [game_id for game_id, *_ in found.games])
    seats = [(game, json.loads(each[2])) for game, each in zip(games, found.games, strict=True)]
    holders: list[object] = [*dict.fromkeys(game.players[seat] for game, theirs in seats for seat in theirs)]
    if not holders and WINNING in record.marks:  # an anonymous person won
        holders = [line.name for line in games[0].results if line.place == 1]
    if holders and found.games_with_it > len(games):
        holders.append(say("others"))
    game_id, _, _, number, what = found.games[0]
    others = found.games_with_it - 1
    return {
        "label": record.label,
        **_split(translated(record.in_words(found.value))),
        "who": listed(holders or games[0].players),
        "what": what and read_message(what, games[0].players),
        "when": when_played(games[0].started, games[0].ended, time=False),
        "url": url_for("game.table", game_id=game_id)
        if number is None
        else url_for("replay.replay", game_id=game_id, at=number),
        "others": many("Also in {count} other game", "Also in {count} other games", Count(others)) if others else None,
        "all_url": url_for("past.past", title=rulebook.slug, record=record.name),
    }


def _alone(db: Database, rulebook: Rulebook[Any]) -> Iterator[Mapping[str, object]]:
    found = alone(db, rulebook.slug, lowest_wins=rulebook.meta.lowest_wins)
    if found is None or found.best is None or found.best_game is None:
        return
    games = many("best of {count} game", "best of {count} games", Count(found.games))
    won = [say("{count} won", count=found.wins)] if found.wins is not None else []
    (game,) = summaries(db, [found.best_game])
    yield {
        "label": found.label,
        **_split(translated(rulebook.meta.in_words(found.best))),
        "who": listed([found.player]),
        "what": joined([games, *won], ", "),
        "when": when_played(game.started, game.ended, time=False),
        "url": url_for("game.table", game_id=game.id),
        "others": many("{count} solo game", "{count} solo games", Count(found.games)),
        "all_url": url_for("past.past", title=rulebook.slug, size=1),
    }


def _split(value: str) -> Mapping[str, str]:
    """Split a value such as "49 points" into figure and unit; other values, such as "1 h 25 min", get no unit."""
    number, _, unit = value.partition(" ")
    return (
        {"figure": number, "unit": unit}
        if re.fullmatch(r"[\d.,\N{MINUS SIGN}]+", number) and unit.replace(" ", "").isalpha()
        else {"figure": value, "unit": ""}
    )
