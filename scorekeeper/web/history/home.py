"""The home page, the page of archived and deleted games, and games as list items."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date as calendar_date
from datetime import datetime

from flask import Blueprint, Response, g, redirect, request, url_for
from sqlite_utils import Database
from werkzeug.wrappers import Response as AnyResponse

from ...core.durations import has_time
from ...core.messages import Message, joined, many, say
from ...core.messages import listed as as_list
from ...core.rulebook import Meta
from ...pads.words import told_apart
from ...store.results import has_inactive, latest, latest_titles, summaries
from ...store.rows import GameStatus, GameSummary, read_game
from ..common.language import clock, day_of_month, short_date, when_played
from ..common.page import service, show, titles
from ..common.rights import Right, requires
from ..common.titles import offered, ready_titles, tiles
from ..forms.submission import new_entry_key

blueprint = Blueprint("history", __name__)

PAST_GAMES, RUNNING_GAMES, INACTIVE_GAMES = 6, 50, 50
UNFOLDED = 2
"""Number of games in progress shown unfolded, so that the titles remain visible."""
NOTE_SHOWN = 120


@dataclass(frozen=True)
class ListedGame:
    """A list item; `meta` is None if the rulebook is not installed. `progress` requires `today`."""

    summary: GameSummary
    meta: Meta | None
    today: calendar_date | None = None

    @property
    def title(self) -> Message | None:
        return self.meta.heading if self.meta else None

    @property
    def name(self) -> Message | str:
        return self.title or self.summary.rulebook

    @property
    def on(self) -> str:
        return short_date(self.summary.dated)

    @property
    def day(self) -> str:
        """The start date or, if unknown, the end date as a day of the month, for lists grouped by month."""
        return day_of_month(self.summary.dated)

    @property
    def progress(self) -> Message:
        """The number of plays and the start time, with the date unless it is today."""
        plays, started = self.summary.plays, self.summary.started
        if started is None:
            return many("{count} entry", "{count} entries", plays)
        is_today = datetime.fromisoformat(started).date() == self.today
        time = clock(started) if is_today and has_time(started) else when_played(started, None)
        return many("{count} entry, since {time}", "{count} entries, since {time}", plays, time=time)

    @property
    def winners(self) -> list[str]:
        won = [line.name for line in self.summary.results if line.place == 1]
        together = self.meta and self.meta.cooperative and len(won) == len(self.summary.results)
        return [] if together else won

    @property
    def outcome(self) -> Message:
        return as_list(self.winners) if self.winners else shared_outcome(self.summary, self.meta)

    @property
    def won(self) -> bool:
        return any(line.place == 1 for line in self.summary.results)

    @property
    def about(self) -> Message:
        """The title, the players not named in the outcome, the location, and a note for result-only games."""
        others = [line.name for line in self.summary.results if line.place > 1 or not self.winners]
        result_only = say("Result only") if self.summary.external_result else None
        parts = (self.name, joined(others, ", ") if others else None, self.summary.venue, result_only)
        return joined([each for each in parts if each], " · ")

    @property
    def note(self) -> str:
        note = " ".join((self.summary.note or "").split())
        return note if len(note) <= NOTE_SHOWN else f"{note[:NOTE_SHOWN].rsplit(' ', 1)[0]} …"

    @property
    def points(self) -> float | None:
        return self.summary.results[0].total if self.winners else None


def shared_outcome(game: GameSummary, meta: Meta | None) -> Message:
    if meta and meta.cooperative:
        won = any(line.place == 1 for line in game.results)
        return say("Won together") if won else say("Lost together")
    return say("No winner")


def listed(games: Iterable[GameSummary]) -> list[ListedGame]:
    today = service().clock().date()
    return [ListedGame(summary, meta_of(summary.rulebook), today) for summary in games]


def meta_of(slug: str) -> Meta | None:
    rulebook = service().rulebooks.get(slug)
    return rulebook.meta if rulebook else None


def title_of(slug: str) -> Message | str:
    """Return the name of a title, distinct from other played pads of the same name; its slug if it is not installed."""
    if "~" in slug and "played" not in g:
        known = dict(service().rulebooks.items())
        g.played = told_apart({each: known[each] for each in latest_titles(service().store.current()) if each in known})
    meta = meta_of(slug)
    return (g.played.get(slug) if "~" in slug else None) or (meta.heading if meta else slug)


@blueprint.get("/")
def home() -> AnyResponse:
    if "page" in request.args:  # an old URL of past games
        return redirect(url_for("past.past"), 303)
    with service().store.reading() as db:
        running = listed(latest(db, finished=False, most=RUNNING_GAMES))
        past = listed(latest(db, finished=True, most=PAST_GAMES))
        inactive = has_inactive(db)
        rulebooks, count = tiles(db), len({**offered(db, titles().rulebooks), **ready_titles(db)})
    names = told_apart(rulebooks)
    shown = {
        "running": running[:UNFOLDED],
        "folded": running[UNFOLDED:],
        "rulebooks": [
            (title, title.meta.heading if names[slug] is title.meta.title else names[slug])
            for slug, title in rulebooks.items()
        ],
        "count": count,
        "past": past,
        "inactive": inactive,
        "failed": [title.folder.name for title in titles().failed],
    }
    return show("history/home.html", shown)


@blueprint.get("/archive")
@requires(Right.PAIRED)
def archive() -> Response:
    """Show archived and deleted games, first the game with the id `done`, which was just archived or deleted."""
    done = request.args.get("done", "")
    with service().store.reading() as db:
        archived, deleted = _with_status(db, GameStatus.ARCHIVED), _with_status(db, GameStatus.DELETED)
        game = read_game(db, done)
        just = listed(summaries(db, [done]))[0] if game and game.status is not GameStatus.ACTIVE else None
    notice = None
    if game and just:
        values = {"title": just.name, "players": just.summary.players}
        deleted_now = game.status is GameStatus.DELETED
        notice = (
            say("{title}, {players}: deleted.", **values)
            if deleted_now
            else say("{title}, {players}: archived.", **values)
        )
    shown = {"archived": archived, "deleted": deleted, "just": just, "notice": notice, "entry_key": new_entry_key()}
    return show("history/archive.html", shown)


def _with_status(db: Database, status: GameStatus) -> list[ListedGame]:
    both = (latest(db, finished=finished, most=INACTIVE_GAMES, status=status) for finished in (False, True))
    return [game for each in both for game in listed(each)]
