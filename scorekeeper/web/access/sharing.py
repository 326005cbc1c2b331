"""Other phones: the page with the codes that pair a phone, or let it watch a game or view all; and the links."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar
from urllib.parse import urlsplit
from uuid import UUID

import segno
from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...core.rulebook import Rulebook
from ...desk.games import GameView
from ...pairing import (
    ALPHABET,
    LENGTH,
    end_watching,
    ensure_watch_key,
    new_viewer_key,
    pairing_key,
    viewer_key,
    watch_key,
    written,
)
from ..forms.submission import new_entry_key, sent_submission
from ..game.lines import Link
from ..game.links import RESULT, TABLE, Links
from ..shell.page import page
from ..shell.services import desk
from . import devices
from .rights import Right, requires

blueprint = Blueprint("sharing", __name__)

SEEN = {"end": re.compile(r"[A-Za-z0-9_-]{16}", re.ASCII), "replace": re.compile(f"[{ALPHABET}]{{{LENGTH}}}", re.ASCII)}
"""The form of the key that the page showed, for each act that ends it."""
OWN = ("localhost", "127.0.0.1", "::1")
"""Host names that mean "this machine", so that no other device can use them."""


@dataclass(frozen=True)
class SharedLink:
    """A link to be opened by other phones."""

    address: str

    @cached_property
    def code(self) -> Markup:
        """The link as a QR code (SVG)."""
        drawn = segno.make(self.address, error="l", micro=False)
        return Markup(drawn.svg_inline(light="#fff", omitsize=True))  # noqa: S704  (segno draws it)


@dataclass(frozen=True)
class PhonesPage:
    """The codes for other phones; with `view`, also the one to watch that game, if it has a `watch_key`.

    `done` is what the last form of this page did: "end", "replace", or "" for neither.
    """

    template: ClassVar[str] = "sharing/phones.html"
    pairing_key: str
    viewer_key: str
    view: GameView | None = None
    watch_key: str | None = None
    done: str = ""
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def up(self) -> Link | None:
        """The table or result of the game; None for the start page."""
        if self.view is None:
            return None
        return Link(Links(self.view).table, RESULT if self.view.replay.finished else TABLE)

    @property
    def rulebook(self) -> Rulebook[Any] | None:
        return self.view.rulebook if self.view else None

    @property
    def pair_link(self) -> SharedLink:
        return shared_link(url_for("pairing.by_link", key=self.pairing_key))

    @property
    def typed_key(self) -> str:
        """The pairing key as people type it."""
        return written(self.pairing_key)

    @property
    def watch_link(self) -> SharedLink | None:
        if self.view is None or self.watch_key is None:
            return None
        return shared_link(url_for("sharing.watch", game_id=self.view.game.id, key=self.watch_key))

    @property
    def view_link(self) -> SharedLink:
        return shared_link(url_for("sharing.look", key=self.viewer_key))


def shared_link(path: str) -> SharedLink:
    """Return the link to `path` under a host name by which other phones can reach this server.

    It is the name of the present request, unless that is one of OWN.
    """
    asked = request.host_url.rstrip("/")
    known = (asked, *current_app.config.get("REACHED", ()))
    return SharedLink(next((each for each in known if urlsplit(each).hostname not in OWN), asked) + path)


@blueprint.get("/share")
@blueprint.get("/games/<uuid:game_id>/share")
@requires(Right.PAIRED)
def share(game_id: UUID | None = None) -> Response:
    """Show the codes for other phones."""
    view, store = desk().view(str(game_id)) if game_id else None, desk().store
    own = watch_key(store, view.game.id) if view else None
    return page(PhonesPage(pairing_key(store), viewer_key(store), view, own, request.args.get("done", "")))


@blueprint.post("/share")
@blueprint.post("/games/<uuid:game_id>/share")
def change(game_id: UUID | None = None) -> AnyResponse:
    """Let others watch the game or end that, or replace the link to all games; nothing happens if that is done already.

    `seen` in the form is the key that its page showed.
    """
    sent_submission()
    view = desk().view(str(game_id)) if game_id else None
    done, seen = request.form.get("do", ""), request.form.get("seen", "")
    if done in SEEN and not SEEN[done].fullmatch(seen):
        abort(400)
    match done:
        case "replace":
            new_viewer_key(desk().store, seen)
        case "watch" if view:
            ensure_watch_key(desk().store, view.game.id)
        case "end" if view:
            end_watching(desk().store, view.game.id, seen)
        case _:
            abort(400)
    return redirect(url_for("sharing.share", game_id=game_id, done=None if done == "watch" else done), 303)


@blueprint.get("/games/<uuid:game_id>/watch/<key>")
@requires(Right.NONE)
def watch(game_id: UUID, key: str) -> AnyResponse:
    """Let the device that opened the link watch a game, and redirect to its page."""
    return redirect(url_for("game.table", game_id=game_id), 303) if devices.watch(str(game_id), key) else _ended()


@blueprint.get("/look/<key>")
@requires(Right.NONE)
def look(key: str) -> AnyResponse:
    """Let the device that opened the link view all games, and redirect to the start page."""
    return redirect(url_for("history.home"), 303) if devices.view_all(key) else _ended()


def _ended() -> Response:
    """Return the page saying that a link is not valid; it is the same if there never was such a game."""
    return page(devices.LinkEndedPage(), 403)
