"""Views for exports: all games as zip, table or BG Stats file, and one game as a document or for BG Stats."""

import json
from collections.abc import Iterable, Iterator
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.document import write
from ...desk import exchange
from ...desk.games import Desk
from ...desk.zips import document_name, zipped
from ...history.bgstats import file as bgstats_file
from ...history.bgstats import games_of
from ...history.spreadsheet import Words, table
from ...storage.games import all_game_ids
from ...storage.seats import seated_players
from ..access.rights import Right, needs
from ..game.position import Position
from ..history.games import read_filters
from ..shell.language import catalogue, language
from ..shell.page import page
from ..shell.services import desk
from .pages import BgStatsPage

blueprint = Blueprint("leaving", __name__)


@blueprint.get("/data/games.zip")
@needs(Right.HOUSE)
def games_zip() -> Response:
    """Send every game as a document, in a zip."""
    return _sent(zipped(exchange.documents(desk(), known=True)), "application/zip", "scorekeeper.zip")


@blueprint.get("/data/games.csv")
@needs(Right.HOUSE)
def games_csv() -> Response:
    """Send who played and how each game ended, as a table for a spreadsheet, in the reader's language."""
    own = catalogue()  # the file is still being sent when the request is over
    words = Words(language(), lambda message: message.translated(own))
    return _sent(_table(desk(), words), "text/csv; charset=utf-8", "scorekeeper.csv")


@blueprint.get("/data/games.bgsplay")
@needs(Right.HOUSE)
def games_bgstats() -> Response:
    """Send past games as a file for BG Stats: all, or those that match the filters in the address, as in the list."""
    own, of = catalogue(), desk()  # the file is still being sent when the request is over
    with of.store.reading() as db:
        filters = read_filters(db, of.rulebooks, request.args)
    if filters.faults:
        abort(404)

    def parts() -> Iterator[bytes]:
        with of.store.reading_apart() as db:
            games = games_of(db, filters.query)
            yield from bgstats_file(games, of.rulebooks, lambda message: message.translated(own))

    return _sent(parts(), "application/json", "scorekeeper.bgsplay")


@blueprint.get("/games/<uuid:game_id>/document")
def document(game_id: UUID) -> Response:
    """Send a game as a document."""
    view = desk().view(str(game_id))
    found = exchange.document_of(desk(), view.game)
    text = json.dumps(write(found), ensure_ascii=False, indent=2) + "\n"
    return _sent([text.encode()], "application/json", f"{document_name(found)}.json")


@blueprint.get("/games/<uuid:game_id>/bgstats")
def bgstats(game_id: UUID) -> AnyResponse:
    """Show what BG Stats would get of a finished game, with the link that sends it there."""
    view = desk().view(str(game_id))
    if not view.replay.finished:
        return redirect(url_for("game.table", game_id=game_id))
    with desk().store.reading() as db:
        player_ids = seated_players(db, view.game.id)
    return page(BgStatsPage(Position(view), player_ids=player_ids))


def _table(of: Desk, words: Words) -> Iterator[bytes]:
    with of.store.reading_apart() as db:
        yield from table(db, of.rulebooks, words, all_game_ids(db, archived=False))


def _sent(parts: Iterable[bytes], kind: str, name: str) -> Response:
    """Return a file as a stream. An error before its first part becomes an error page; later the download breaks."""
    rest = iter(parts)
    first = next(rest, b"")

    def whole() -> Iterator[bytes]:
        yield first
        yield from rest

    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    response = Response(whole(), content_type=kind, headers=headers)
    response.call_on_close(getattr(rest, "close", lambda: None))  # also if nobody reads it to the end
    return response
