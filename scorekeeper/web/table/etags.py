"""Conditional requests (RFC 9110): an unchanged page is not sent again.

The tag of a page is a hash of all inputs of the page, which are quick to read. A 304 response neither replays the game
nor renders the page.
"""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from uuid import UUID

from flask import Flask, Response, current_app, request, session

from ...store.games import Around, GameView
from ...store.rows import StoredGame, read_head
from ..common.headers import CHANGING
from ..common.page import service
from ..common.rights import rights
from .result import evening_of

View = Callable[[UUID], Response]
MINIMAL = "return=minimal"
"""Value of the header Prefer (RFC 7240) that makes the response for an unchanged page empty."""


def init_app(app: Flask) -> None:
    """Add a random name for this run to each tag; it represents everything constant during the run."""
    app.extensions["run"] = secrets.token_hex(8)


def tagged(view: View) -> View:
    """Make a view of a game respond with 304 if the device already has the page; add a tag (ETag) to other responses.

    A paired device gets a tag only if it sends one: without a tag the page is not stored, so that Back fetches it
    again.
    """

    @wraps(view)
    def answered(game_id: UUID) -> Response:
        if rights().may_enter and "If-None-Match" not in request.headers:
            return view(game_id)
        # Read the tag before the page, so that the next request detects a change in between.
        tag = _stored_tag(str(game_id), request.full_path)
        if tag is not None and request.if_none_match.contains_weak(tag):
            # waitress closes the connection after a 304, so the polling script gets an empty 200 instead.
            minimal = request.headers.get("Prefer") == MINIMAL
            applied = {"Preference-Applied": MINIMAL} if minimal else {}
            return with_tag(tag, Response(status=200 if minimal else 304, headers=applied))
        response = view(game_id)
        return with_tag(tag, response) if tag is not None and response.status_code == 200 else response

    return answered


def with_tag(tag: str, response: Response) -> Response:
    response.set_etag(tag, weak=True)  # weak, because the compressed page has the same tag
    response.headers["Cache-Control"] = CHANGING
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def tag_of_view(view: GameView, path: str) -> str:
    """Return the tag of the page of a view at `path` (as in `Request.full_path`); compute it before the page."""
    return _tag(path, replace(view.game, plays=()), view.around)


def _stored_tag(game_id: str, path: str) -> str | None:
    """Return the tag of the page at `path` for a device that only watches a running game; None without the game."""
    with service().store.reading() as db:
        game = read_head(db, game_id)
        if game is None or game.rulebook not in service().rulebooks:
            return None
        around = service().around(db, game) if game.finished or rights().may_enter else None
    return _tag(path, game, around)


def _tag(path: str, game: StoredGame, around: Around | None) -> str:
    evening = evening_of(service().store, game) if game.finished else None
    reader = (session.get("language"), request.headers.get("Accept-Language"), rights())
    everything = (current_app.extensions["run"], path, reader, game, around, evening)
    return hashlib.blake2b(repr(everything).encode(errors="backslashreplace"), digest_size=12).hexdigest()
