"""Home, and the games that were archived or deleted."""

from collections.abc import Iterable

from flask import Blueprint, Response, abort, request

from ...core.numbers import small_number
from ...history import games
from ...storage.reader import Reader
from ...storage.rows import GameSummary, Shelf
from ..page import page
from ..services import desk, titles
from .pages import HomePage, ListedGame, ShelfPage

blueprint = Blueprint("history", __name__)

PAST_GAMES = 20
RUNNING_GAMES = 50
SHELVED_GAMES = 50
MOST_PAGES = 9999


@blueprint.get("/")
def home() -> Response:
    """Show games in progress, the titles, and past games."""
    number = small_number(request.args.get("page", "1"), MOST_PAGES) or abort(404)
    with desk().store.reading() as reader:
        running = games.latest(reader, finished=False, most=RUNNING_GAMES)
        past = games.latest(reader, finished=True, most=PAST_GAMES + 1, after=PAST_GAMES * (number - 1))
        shelved = games.anything_shelved(reader)
    return page(
        HomePage(
            _listed(running),
            list(desk().rulebooks.values()),
            _listed(past[:PAST_GAMES]),
            number,
            more=len(past) > PAST_GAMES,
            shelved=shelved,
            set_aside=[title.folder.name for title in titles().set_aside],
        )
    )


@blueprint.get("/shelf")
def shelves() -> Response:
    """Show the games that were archived or deleted."""
    with desk().store.reading() as reader:
        archived, deleted = _on(reader, Shelf.ARCHIVED), _on(reader, Shelf.DELETED)
    return page(ShelfPage(_listed(archived), _listed(deleted)))


def _on(reader: Reader, shelf: Shelf) -> list[GameSummary]:
    both = (games.latest(reader, finished=finished, most=SHELVED_GAMES, shelf=shelf) for finished in (False, True))
    return [game for each in both for game in each]


def _listed(summaries: Iterable[GameSummary]) -> list[ListedGame]:
    titles = {slug: rulebook.meta.title for slug, rulebook in desk().rulebooks.items()}
    return [ListedGame(summary, titles.get(summary.rulebook)) for summary in summaries]
