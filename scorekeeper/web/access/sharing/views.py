"""Views for sharing: watching a game, handing its book over and taking it back, and looking at all games."""

import re
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from ....core.messages import Message, say
from ....desk import sharing
from ....desk.games import NoSuchGame
from ....desk.sharing import OfferGone, watches_by
from ....pairing import ALPHABET, LENGTH, looking_key, new_looking_key
from ....storage.sharing import read_keeps
from ...forms.submission import sent_submission
from ...game.position import Position
from ...shell.page import page
from ...shell.services import desk
from .. import devices
from ..rights import Right, needs, rights
from .pages import LinkGonePage, LookPage, SharePage, TakePage

blueprint = Blueprint("sharing", __name__)

KEY = re.compile(r"[A-Za-z0-9_-]{16}", re.ASCII)
LOOKING_KEY = re.compile(f"[{ALPHABET}]{{{LENGTH}}}", re.ASCII)
NO_LINK = "none"
ENDED = say("This link leads nowhere any more")
NO_LONGER_WATCHED = say("The link was ended, or is not whole. Ask whoever keeps the score for a new one.")
NO_LONGER_OFFERED = say(
    "It was used already, was withdrawn, or is older than ten minutes. On the phone that keeps the book, tap “Other "
    "phones” and make a new one."
)
NO_LONGER_LOOKED_AT = say("There is a new link by now, or this one is not whole. Ask for the link once more.")


@blueprint.get("/games/<uuid:game_id>/share")
def share(game_id: UUID) -> Response:
    """Show how others can watch a game, and how its book can be handed over; a device that only looks is told so."""
    view, keeps, ended = desk().view(str(game_id)), rights().book, "ended" in request.args
    if not keeps:
        return page(SharePage(Position(view), ended=ended))
    key, offer = sharing.watch_key(desk(), view.game.id), sharing.offered(desk(), view.game.id)
    watched = key is not None or sharing.kept_before(desk(), view.game.id)
    return page(SharePage(Position(view), keeps=True, watch_key=key, watched=watched, offer=offer, ended=ended))


@blueprint.post("/games/<uuid:game_id>/share")
def change(game_id: UUID) -> AnyResponse:
    """Let others watch or end that, offer the book or withdraw that; each does nothing if it is so already."""
    sent_submission()
    game, asked = str(game_id), request.form.get("do", "")
    match asked:
        case "watch":
            sharing.let_watch(desk(), game)
        case "end":
            sharing.end_watching(desk(), game, "" if request.form.get("seen") == NO_LINK else _seen())
        case "offer":
            sharing.offer(desk(), game, devices.device())
        case "withdraw":
            sharing.withdraw(desk(), game, _seen())
        case _:
            abort(400)
    return redirect(url_for("sharing.share", game_id=game_id, ended="yes" if asked == "end" else None), 303)


@blueprint.get("/games/<uuid:game_id>/watch/<key>")
@needs(Right.NONE)
def watch(game_id: UUID, key: str) -> AnyResponse:
    """Let the device that opened the link watch a game, and redirect to its page."""
    with desk().store.reading() as db:
        watches = watches_by(db, str(game_id), key)
    if not watches:
        return gone(NO_LONGER_WATCHED)
    devices.watch(str(game_id), key)
    return redirect(url_for("game.table", game_id=game_id), 303)


@blueprint.get("/games/<uuid:game_id>/take/<key>")
@needs(Right.NONE)
def take(game_id: UUID, key: str) -> AnyResponse:
    """Ask whether this device takes over the book. A messenger that opens links for a preview so changes nothing."""
    offer = sharing.fitting_offer(desk(), str(game_id), key)
    if offer is None:
        return _taken_already(game_id)
    view, named = desk().view(str(game_id)), session.get("device", "")
    return page(
        TakePage(
            view.rulebook.meta.title,
            view.table.players,
            address=url_for("sharing.take_over", game_id=game_id, key=key),
            game_address=url_for("game.table", game_id=game_id),
            here=offer.device == named,
        )
    )


@blueprint.post("/games/<uuid:game_id>/take/<key>")
@needs(Right.NONE)
def take_over(game_id: UUID, key: str) -> AnyResponse:
    """Let the asking device keep the book from now on."""
    sent_submission()
    if sharing.fitting_offer(desk(), str(game_id), key) is None:
        return _taken_already(game_id)
    try:
        sharing.take_over(desk(), str(game_id), key, devices.device())
    except (OfferGone, NoSuchGame):
        return gone(NO_LONGER_OFFERED)
    devices.remember(str(game_id))
    return redirect(url_for("game.table", game_id=game_id), 303)


@blueprint.post("/games/<uuid:game_id>/share/back")
@needs(Right.HOUSE)
def take_back(game_id: UUID) -> AnyResponse:
    """Let the asking device, which is paired, keep the book again."""
    sent_submission()
    sharing.take_back(desk(), str(game_id), devices.device())
    return redirect(url_for("game.table", game_id=game_id), 303)


@blueprint.get("/look/<key>")
@needs(Right.NONE)
def look(key: str) -> AnyResponse:
    """Let the device that opened the link look at all games, and redirect to the start page."""
    return redirect(url_for("history.home"), 303) if devices.look(key) else gone(NO_LONGER_LOOKED_AT)


@blueprint.get("/look")
@needs(Right.HOUSE)
def looking() -> Response:
    """Show the link with which anybody may look at all games."""
    return page(LookPage(looking_key(desk().store), new="new" in request.args))


@blueprint.post("/look")
def renew_look() -> AnyResponse:
    """Make a new link; whoever came by the old one is shut out."""
    sent_submission()
    new_looking_key(desk().store, _seen(LOOKING_KEY))
    return redirect(url_for("sharing.looking", new="yes"), 303)


def gone(message: Message) -> Response:
    """Return the page saying that a link has ended; it is the same if there never was such a game."""
    return page(LinkGonePage(ENDED, message), 403)


def _taken_already(game_id: UUID) -> AnyResponse:
    """Redirect the device that took the book to the game; tell any other that the link has ended."""
    named = devices.asking_device().name
    with desk().store.reading() as db:
        keeps = bool(named) and read_keeps(db, str(game_id), named)
    if keeps:
        return redirect(url_for("game.table", game_id=game_id), 303)
    return gone(NO_LONGER_OFFERED)


def _seen(key: re.Pattern[str] = KEY) -> str:
    """Return the key that the page of the form showed; aborts with 400 if it does not look like one."""
    seen = request.form.get("seen", "")
    return seen if key.fullmatch(seen) else abort(400)
