"""The page of a game of which only the result is known: it was imported from elsewhere and has no plays."""

from dataclasses import dataclass, field
from typing import ClassVar

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message
from ...core.rulebook import Meta
from ...core.sheet import Line, Standing
from ...store import changes
from ...store.games import ResultAlone, StaleRevision
from ...store.results import summaries
from ...store.rows import GameSummary, ResultLine, Shelf
from ..forms.submission import new_entry_key, sent_submission
from ..shell.page import page
from ..shell.services import service
from .outcome import Outcome, time_taken, when_played


@dataclass(frozen=True)
class ToldPage:
    """The result of a game without plays; `meta` is that of its rulebook."""

    template: ClassVar[str] = "table/told.html"
    meta: Meta
    summary: GameSummary
    shelf: Shelf
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def lines(self) -> tuple[ResultLine, ...]:
        """The places, best first."""
        return self.summary.results

    @property
    def outcome(self) -> Outcome:
        standings = [Standing(line.place, Line(line.seat, line.total, name=line.name)) for line in self.lines]
        champions = [line for line in self.lines if line.place == 1 and line.seat is not None]
        return Outcome(standings, self.meta, champions)

    @property
    def when(self) -> str:
        return when_played(self.summary.started, self.summary.ended)

    @property
    def took(self) -> Message | None:
        """How long it took; None if that is not known."""
        return time_taken(self.summary.started, self.summary.ended)


def told_page(error: ResultAlone) -> AnyResponse:
    """Return the page of a game without plays; any other address of such a game redirects to it."""
    game_id = str(error)
    if request.endpoint != "game.table":
        return redirect(url_for("game.table", game_id=game_id), 303)
    with service().store.reading() as db:
        game, found = service().game(db, game_id), summaries(db, [game_id])
    return page(ToldPage(service().rulebooks[game.rulebook].meta, found[0], game.shelf))


def shelve_result(game_id: str, shelf: Shelf) -> AnyResponse:
    """Delete a game without plays, or bring it back; aborts with 409 if it has changed since the form was made."""
    try:
        changes.lay_on(service(), game_id, shelf, sent_submission())
    except StaleRevision:
        abort(409)
    if shelf is Shelf.TABLE:
        return redirect(url_for("game.table", game_id=game_id), 303)
    return redirect(url_for("history.shelves", done=game_id), 303)
