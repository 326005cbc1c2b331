"""Access checks before every request (the host name and the rights of the device), and the pages for pairing."""

import hashlib
import hmac
import ipaddress
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, current_app, g, redirect, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, say
from ...pairing import device_token, key_matches, pairing_key, viewer_key, watch_key
from ...store.db import Store
from ..common.language import local_url, translated
from ..common.page import service, show
from ..common.rights import Right, required, requires, rights

blueprint = Blueprint("pairing", __name__)

KEPT_AT_PAIRING = ("language",)
NOT_OUR_NAME = say("The server does not respond to that host name. Open a URL that it printed when it started.")
WRONG = say("Wrong key. The server printed the key below the links when it started.")
MAX_UNPAIRED_REQUEST = 16 * 1024
"""Maximum request size in bytes for views that require no right: enough for a pairing key or a language."""
VIEWS_ALL = "looks"
"""Name of the token of a device that may view all games. Cookies have carried it since version 0.1.0."""
MAX_WATCHED = 12
"""Maximum number of watch keys in the cookie; older keys are dropped, because cookies are small."""


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie. Over HTTPS it is Secure and its name has the prefix `__Host-`."""

    digest_method = staticmethod(hashlib.sha256)

    def get_cookie_name(self, app: Flask) -> str:
        name = super().get_cookie_name(app)
        return f"__Host-{name}" if request.is_secure else name

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def init_app(app: Flask) -> None:
    app.before_request(_known_host)
    app.before_request(_allowed)
    app.jinja_env.globals["rights"] = rights


def own_names() -> set[str]:
    name = socket.gethostname().lower()
    bare = name.split(".", 1)[0]
    return {"localhost", name, bare, f"{bare}.local"}


def pair(typed: str) -> bool:
    """Pair the current device if the `typed` key is correct; return whether it was."""
    key = pairing_key(service().store)
    if not key_matches(typed, key):
        return False
    if not _has_token("badge", pairing_key):  # start a new session, so that a cookie planted earlier gains no rights
        kept = {name: session[name] for name in KEPT_AT_PAIRING if name in session}
        session.clear()
        session.update(kept)
    _store_token("badge", key)
    return True


def view_all(typed: str) -> bool:
    """Let the current device view all games if the `typed` key is correct; return whether it was."""
    key = viewer_key(service().store)
    if not key_matches(typed, key):
        return False
    _store_token(VIEWS_ALL, key)
    return True


def watch(game_id: str, key: str) -> bool:
    """Let the current device watch a game if `key` is its watch key; return whether it is."""
    if not watches(game_id, key):
        return False
    watched = [[each, kept] for each, kept in _watched().items() if each != game_id]
    session.permanent = True
    session["watches"] = [*watched, [game_id, key]][-MAX_WATCHED:]  # pairs, because Flask sorts the keys of a dict
    return True


def rights_to(game_id: str | None) -> Right:
    if _has_token("badge", pairing_key):
        return Right.PAIRED
    if _has_token(VIEWS_ALL, viewer_key):
        return Right.VIEW
    return Right.WATCH if game_id is not None and watches(game_id, _watched().get(game_id, "")) else Right.NONE


def watches(game_id: str, key: str) -> bool:
    """Return whether a key is the watch key of a game."""
    own = watch_key(service().store, game_id) if key else None
    return own is not None and hmac.compare_digest(own.encode(), key.encode("utf-8", "replace"))


def watched_with(game_id: str) -> str:
    """Return the key with which the current device may watch only this game; "" without one."""
    return _watched().get(game_id, "") if rights().has_one_game else ""


def _watched() -> dict[str, str]:
    return {str(each): str(key) for each, key in dict(session.get("watches", ())).items()}


def _store_token(name: str, key: str) -> None:
    session.permanent = True
    session[name] = device_token(key, str(current_app.secret_key))


def _has_token(name: str, key: Callable[[Store], str]) -> bool:
    carried = session.get(name)
    return carried is not None and carried == device_token(key(service().store), str(current_app.secret_key))


def _known_host() -> Response | None:
    """Refuse unknown host names, to prevent DNS rebinding: another site's name can resolve to this machine.

    The response is plain text, because a page contains URLs of styles, which cannot be built for a malformed host name.
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
        ipaddress.ip_address(name.split("%", 1)[0])  # without the zone of an IPv6 address, such as %eth0
    except ValueError:
        return False
    return True


def _allowed() -> Response | None:
    view, asked_game = current_app.view_functions.get(request.endpoint or ""), (request.view_args or {}).get("game_id")
    game_id = None if asked_game is None else str(asked_game)
    asked = required(view, request.method, of_a_game=game_id is not None)
    if asked is Right.NONE:
        request.max_content_length = MAX_UNPAIRED_REQUEST
        return None
    g.rights = rights_to(game_id)
    if rights() >= asked:
        return None
    if rights() is not Right.NONE:
        return show("access/watching.html", {"game": game_id, "sent": request.method == "POST"}, 403)
    if VIEWS_ALL in session or (game_id is not None and game_id in _watched()):
        return link_ended()
    return pair_page(after=request.path if request.method == "GET" and request.endpoint else "/", status=403)


def pair_page(after: str, status: int = 200, typed: str = "", fault: Message | None = None) -> Response:
    return show("access/pair.html", {"after": after, "typed": typed, "fault": fault}, status)


def link_ended() -> Response:
    return show("access/link-ended.html", {}, 403)


@blueprint.get("/pair/<key>")
@requires(Right.NONE)
def by_link(key: str) -> AnyResponse:
    """Pair the device and redirect to the start page, which removes the key from the address bar."""
    return redirect(url_for("history.home"), 303) if pair(key) else pair_page("/", 403, key, WRONG)


@blueprint.route("/pair", methods=["GET", "POST"])
@requires(Right.NONE)
def by_hand() -> AnyResponse:
    after = local_url(request.values.get("after", "/"))
    if request.method == "GET":
        return pair_page(after)
    typed = request.form.get("key", "")
    return redirect(after, 303) if pair(typed) else pair_page(after, 403, typed, WRONG)
