"""The page with QR codes and links that give other phones access: pair, view all games, or watch one."""

import re
from urllib.parse import urlsplit
from uuid import UUID

import segno
from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

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
from ..common.page import service, show, way_up
from ..common.rights import Right, requires
from ..forms.submission import new_entry_key, sent_submission
from . import devices

blueprint = Blueprint("sharing", __name__)

SEEN = {"end": re.compile(r"[A-Za-z0-9_-]{16}", re.ASCII), "replace": re.compile(f"[{ALPHABET}]{{{LENGTH}}}", re.ASCII)}
"""Pattern of the key in the field `seen`, by the action that revokes the key."""
MESSENGERS = re.compile(
    r"whatsapp|facebookexternalhit|telegrambot|twitterbot|slackbot|discordbot|skypeuripreview|linkedinbot|mastodon",
    re.ASCII | re.IGNORECASE,
)
"""Programs that fetch a link for its preview (User-Agent). They keep no cookie, so they cannot follow the redirect."""
OWN = ("localhost", "127.0.0.1", "::1")
"""Host names of the local machine, which other devices cannot use."""


def shared_link(path: str) -> dict[str, str]:
    """Return the URL of `path` for other phones, with a known host instead of one in OWN, and its QR code (SVG)."""
    asked = request.host_url.rstrip("/")
    known = (asked, *current_app.config.get("REACHED", ()))
    url = next((each for each in known if urlsplit(each).hostname not in OWN), asked) + path
    drawn = segno.make(url, error="l", micro=False).svg_inline(light="#fff", omitsize=True)
    return {"url": url, "code": Markup(drawn)}  # noqa: S704  (drawn by segno)


@blueprint.get("/share")
@blueprint.get("/games/<uuid:game_id>/share")
@requires(Right.PAIRED)
def share(game_id: UUID | None = None) -> Response:
    view, store = service().view(str(game_id)) if game_id else None, service().store
    to_pair, to_view = pairing_key(store), viewer_key(store)
    shown: dict[str, object] = {
        "done": request.args.get("done", ""),  # the last action on this page
        "typed_key": written(to_pair),
        "pair_link": shared_link(url_for("pairing.by_link", key=to_pair)),
        "viewer_key": to_view,
        "view_link": shared_link(url_for("sharing.look", key=to_view)),
        "entry_key": new_entry_key(),
    }
    if view:
        to_watch = watch_key(store, view.game.id)
        shown |= {
            "view": view,
            "rulebook": view.rulebook,
            "up": way_up(view),
            "watch_key": to_watch,
            "watch_link": shared_link(url_for("sharing.watch", game_id=game_id, key=to_watch)) if to_watch else None,
        }
    return show("access/phones.html", shown)


@blueprint.post("/share")
@blueprint.post("/games/<uuid:game_id>/share")
def change(game_id: UUID | None = None) -> AnyResponse:
    """Start or stop sharing, or replace the link to all games, unless the key `seen` on the page is outdated."""
    sent_submission()  # only aborts if the metadata is malformed; sending the form twice is harmless
    view = service().view(str(game_id)) if game_id else None
    done, seen = request.form.get("do", ""), request.form.get("seen", "")
    if done in SEEN and not SEEN[done].fullmatch(seen):
        abort(400)
    match done:
        case "replace":
            new_viewer_key(service().store, seen)
        case "watch" if view:
            ensure_watch_key(service().store, view.game.id)
        case "end" if view:
            end_watching(service().store, view.game.id, seen)
        case _:
            abort(400)
    return redirect(url_for("sharing.share", game_id=game_id, done=None if done == "watch" else done), 303)


@blueprint.get("/games/<uuid:game_id>/watch/<key>")
@requires(Right.NONE)
def watch(game_id: UUID, key: str) -> AnyResponse:
    if not devices.watch(str(game_id), key):
        return devices.link_ended()  # the same page for an unknown game, to reveal nothing
    if MESSENGERS.search(request.user_agent.string):
        return _preview(str(game_id), key)
    return redirect(url_for("game.table", game_id=game_id), 303)


def _preview(game_id: str, key: str) -> Response:
    with service().store.reading() as db:
        game = service().game(db, game_id)
    drawn = url_for("picture.preview", game_id=game_id, key=key, _external=True) if game.finished else ""
    return show("access/preview.html", {"title": service().rulebooks[game.rulebook].meta.title, "picture": drawn})


@blueprint.get("/look/<key>")
@requires(Right.NONE)
def look(key: str) -> AnyResponse:
    return redirect(url_for("history.home"), 303) if devices.view_all(key) else devices.link_ended()
