"""Views of home, and of archived and deleted games."""

from collections.abc import Iterable

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...history import games
from ...storage import Database
from ...storage.games import read_game
from ...storage.rows import GameSummary, Shelf
from ..access.rights import Right, requires
from ..shell.page import page
from ..shell.services import desk, titles
from .pages import HomePage, JustLaid, ListedGame, ShelfPage

blueprint = Blueprint("history", __name__)

PAST_GAMES = 6
RUNNING_GAMES = 50
SHELVED_GAMES = 50


@blueprint.get("/")
def home() -> AnyResponse:
    """Show games in progress, the titles, and the latest past games."""
    if "page" in request.args:  # an old address of the past games
        return redirect(url_for("past.past"), 303)
    with desk().store.reading() as db:
        running = games.latest(db, finished=False, most=RUNNING_GAMES)
        past = games.latest(db, finished=True, most=PAST_GAMES)
        shelved = games.anything_shelved(db)
    return page(
        HomePage(
            listed(running),
            list(titles().rulebooks.values()),
            listed(past),
            shelved=shelved,
            set_aside=[title.folder.name for title in titles().set_aside],
        )
    )


@blueprint.get("/shelf")
@requires(Right.PAIRED)
def shelves() -> Response:
    """Show archived and deleted games; if the address names one that was just put there (`done`), it comes first."""
    done = request.args.get("done", "")
    with desk().store.reading() as db:
        archived, deleted = _on(db, Shelf.ARCHIVED), _on(db, Shelf.DELETED)
        game = read_game(db, done)
        laid = games.summaries(db, [done]) if game and game.shelf is not Shelf.TABLE else ()
    just = JustLaid(listed(laid)[0], deleted=game.shelf is Shelf.DELETED) if game and laid else None
    return page(ShelfPage(listed(archived), listed(deleted), just))


def _on(db: Database, shelf: Shelf) -> list[GameSummary]:
    both = (games.latest(db, finished=finished, most=SHELVED_GAMES, shelf=shelf) for finished in (False, True))
    return [game for each in both for game in each]


def listed(summaries: Iterable[GameSummary]) -> list[ListedGame]:
    """Return games as lists show them."""
    titles = {slug: rulebook.meta.heading for slug, rulebook in desk().rulebooks.items()}
    today = desk().clock().date()
    return [ListedGame(summary, titles.get(summary.rulebook), today) for summary in summaries]
