"""Access checks before every request: the host names this server answers to, and what the device may do."""

import hashlib
import ipaddress
import socket
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface

from ...core.messages import Message, say
from ...desk.sharing import Device, keeps_book, kept_book, new_name, watches_by
from ...pairing import badge, fits, looking_key, pairing_key
from ..shell.language import translated
from ..shell.page import page
from ..shell.services import desk
from .rights import Right, Rights, needed, rights

KEPT_AT_PAIRING = ("language",)
NOT_OUR_NAME = say("Scorekeeper does not answer to that name. Open an address that it printed when it started.")
MOST_OF_A_STRANGER = 16 * 1024
"""The most bytes that a device may send where no right is needed: enough for a key, or a language."""
MOST_WATCHED = 12
"""The most games that a device can watch by their keys, those opened last: a cookie has little room."""


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie. Where the request came by https, it is marked Secure, also by its name."""

    digest_method = staticmethod(hashlib.sha256)

    def get_cookie_name(self, app: Flask) -> str:
        name = super().get_cookie_name(app)
        return f"__Host-{name}" if request.is_secure else name

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


@dataclass(frozen=True)
class OnlyLookPage:
    """This device may look but not do that; `game` is the id of the game at which it may look (None: at all).

    `sent`: it has sent something, which was not saved.
    """

    template: ClassVar[str] = "pairing/only-look.html"
    game: str | None
    sent: bool


@dataclass(frozen=True)
class EndedPage:
    """The link by which this device could look was ended."""

    template: ClassVar[str] = "sharing/ended.html"
    heading: ClassVar[Message] = say("Watching has ended")
    message: ClassVar[Message] = say("The link was ended by whoever keeps the score. They can show you a new one.")


@dataclass(frozen=True)
class PairPage:
    """The form for the pairing key: `after` is the address that the device wanted, `typed` the key that was wrong."""

    template: ClassVar[str] = "pairing/pair.html"
    after: str = "/"
    typed: str = ""
    fault: Message | None = None


def init_app(app: Flask) -> None:
    """Answer only to known names, and show a device that is not paired how to get in."""
    app.before_request(_known_host)
    app.before_request(_allowed)
    app.jinja_env.globals["rights"] = rights


def own_names() -> set[str]:
    """Return the host names of this machine."""
    name = socket.gethostname().lower()
    bare = name.split(".", 1)[0]
    return {"localhost", name, bare, f"{bare}.local"}


def is_bookkeeper() -> bool:
    """Return whether the asking device is paired, with the present key."""
    carried = session.get("badge")
    return carried is not None and carried == _badge()


def pair(typed: str) -> bool:
    """Pair the asking device if the `typed` key is right; return whether it was."""
    if not fits(typed, pairing_key(desk().store)):
        return False
    if not is_bookkeeper():  # a new session, so that a cookie planted before gains nothing
        kept = {name: session[name] for name in KEPT_AT_PAIRING if name in session}
        session.clear()
        session.update(kept)
    session.permanent = True
    session["badge"] = _badge()
    return True


def look(typed: str) -> bool:
    """Let the asking device look at all games if the `typed` key is right; return whether it was."""
    if not fits(typed, looking_key(desk().store)):
        return False
    session.permanent = True
    session["looks"] = _looking_badge()
    return True


def watch(game_id: str, key: str) -> None:
    """Let the asking device watch a game, as long as this is the game's key."""
    watched = [[each, kept] for each, kept in _watched().items() if each != game_id]
    session.permanent = True
    session["watches"] = [*watched, [game_id, key]][-MOST_WATCHED:]  # pairs: a mapping would be sorted by key


def remember(game_id: str) -> None:
    """Note that the asking device could look at a game, so that it is told when that has ended (EndedPage)."""
    if game_id not in _watched():
        watch(game_id, "")


def device() -> str:
    """Return the name of the asking device; a device without one gets one."""
    if not session.get("device"):
        session.permanent = True
        session["device"] = new_name()
    return str(session["device"])


def asking_device() -> Device:
    """Return the device that sent the request."""
    return Device(str(session.get("device", "")), is_bookkeeper())


def rights_to(game_id: str | None) -> Rights:
    """Return what the asking device may do with a game, or (None) with all games."""
    asking, looks = asking_device(), _looks()
    if game_id is None:
        return Rights(look=asking.house or looks, house=asking.house, everywhere=asking.house or looks)
    with desk().store.reading() as db:
        book, gave = keeps_book(db, game_id, asking), kept_book(db, game_id, asking)
        look = book or gave or looks or watches_by(db, game_id, _watched().get(game_id, ""))
    return Rights(look, book, asking.house, asking.house or looks, gave)


def only_look(game_id: str | None) -> Response:
    """Return the page saying that the device may only look: at this game, or (None) at all games."""
    return page(OnlyLookPage(game_id, request.method == "POST"), 403)


def _looked_once(game_id: str | None) -> bool:
    """Return whether the device could once look at this game, or at all games, by a link."""
    return "looks" in session or (game_id is not None and game_id in _watched())


def _watched() -> dict[str, str]:
    return {str(each): str(key) for each, key in dict(session.get("watches", ())).items()}


def _looks() -> bool:
    carried = session.get("looks")
    return carried is not None and carried == _looking_badge()


def _badge() -> str:
    return badge(pairing_key(desk().store), str(current_app.secret_key))


def _looking_badge() -> str:
    return badge(looking_key(desk().store), str(current_app.secret_key))


def _known_host() -> Response | None:
    """Refuse a host name that is not ours, against DNS rebinding: another site's name may lead to this machine.

    The answer is plain text: with a malformed host name no page can be made, since it needs addresses for its styles.
    """
    try:
        name = (urlsplit(f"//{request.environ.get('HTTP_HOST', '')}").hostname or "").rstrip(".")
    except ValueError:
        name = ""
    if name in current_app.config["ALLOWED_HOSTS"] or _is_address(name):
        return None
    return Response(translated(NOT_OUR_NAME), 421, mimetype="text/plain")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.split("%", 1)[0])
    except ValueError:
        return False
    return True


def _allowed() -> Response | None:
    view, game_id = current_app.view_functions.get(request.endpoint or ""), (request.view_args or {}).get("game_id")
    asked = needed(view, request.method, of_a_game=game_id is not None)
    if asked is Right.NONE:
        request.max_content_length = MOST_OF_A_STRANGER
        return None
    g.rights = rights_to(None if game_id is None else str(game_id))
    if rights().include(asked):
        return None
    if rights().look:
        return only_look(None if game_id is None else str(game_id))
    if _looked_once(None if game_id is None else str(game_id)):
        return page(EndedPage(), 403)
    after = request.path if request.method == "GET" and request.endpoint else "/"
    return page(PairPage(after=after), 403)
