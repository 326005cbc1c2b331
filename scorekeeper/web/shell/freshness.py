"""A page that did not change is not sent again: a tag says which it is (RFC 9110, conditional requests).

The tag is made of all that the page depends on, which is read in a few steps: an answer of 304 neither replays the game
nor draws it.
"""

import hashlib
import secrets
from collections.abc import Callable
from functools import wraps
from uuid import UUID

from flask import Flask, Response, current_app, request, session

from ...history.evening import evening_of
from ...storage.games import games_before, read_state
from ...storage.people import last_people_key
from ..access.rights import rights
from .headers import CHANGING
from .services import desk

View = Callable[[UUID], Response]


def init_app(app: Flask) -> None:
    """Give this run of the server a name of its own, for which everything stands that stays while it runs.

    Those are its program, templates, translations, titles and the database that it opened.
    """
    app.extensions["run"] = secrets.token_hex(8)


def tagged(view: View) -> View:
    """Answer 304 where a page of a game is still the one that the device has; the others get a tag to ask with.

    Whoever keeps the book gets one only if they ask so: their pages are fetched anew when a browser goes back to them.
    """

    @wraps(view)
    def answered(game_id: UUID) -> Response:
        if rights().book and "If-None-Match" not in request.headers:
            return view(game_id)
        tag = _tag(str(game_id))  # before the page is made: a change between the two is found by the next request
        if tag is not None and request.if_none_match.contains_weak(tag):
            return _with(tag, Response(status=304))
        response = view(game_id)
        return _with(tag, response) if tag is not None and response.status_code == 200 else response

    return answered


def _with(tag: str, response: Response) -> Response:
    response.set_etag(tag, weak=True)  # compressed or not, it is the same page
    response.headers["Cache-Control"] = CHANGING
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def _tag(game_id: str) -> str | None:
    """Return the tag of the page that is asked for, or None if there is no such game."""
    stored = _stored(game_id)
    if stored is None:
        return None
    reader = (session.get("language"), request.headers.get("Accept-Language"), rights())
    everything = (current_app.extensions["run"], request.full_path, reader, stored)
    return hashlib.blake2b(repr(everything).encode(errors="backslashreplace"), digest_size=12).hexdigest()


def _stored(game_id: str) -> object:
    """Return all that is stored and could be on a page of a game; None if there is no such game.

    On a result stands the evening, too. Whoever keeps the book sees what can be undone, and in a running game
    forms that begin from the last games of the title.
    """
    with desk().store.reading() as db:
        state, beyond = read_state(db, game_id), None
        if state is None or not (state.finished or rights().book):
            return state
        game = desk().game(db, game_id)
        if rights().book:
            beyond = (last_people_key(db), () if state.finished else games_before(db, game_id, game.rulebook))
    return state, beyond, evening_of(desk().store, game) if state.finished else None
