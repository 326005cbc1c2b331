"""Who may come in: the names this server answers to, and the devices that are paired with it."""

import ipaddress
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer

from ..core.messages import say
from ..pairing import badge, fits, pairing_key
from .language import spoken
from .pages import PairPage, page
from .services import desk

NOT_OUR_NAME = say("This server does not answer to that name. Open it by the address that it printed when it started.")

View = TypeVar("View", bound=Callable[..., object])

_public: set[str] = {"static", "language.switch"}


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, marked Secure where the request came by https."""

    _signing: URLSafeTimedSerializer | None = None

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the cookie may only travel by https."""
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs the cookies; Flask would make one for every request."""
        if self._signing is None:
            self._signing = super().get_signing_serializer(app)
        return self._signing


@dataclass(slots=True)
class Guesses:
    """Counts wrong keys: `most` in `seconds` from all together, and only wrong ones count.

    A flood of them is answered at once and never stands in the way of the right key.
    """

    most: int = 10
    seconds: float = 60.0
    clock: Callable[[], float] = time.monotonic
    _times: list[float] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def too_fast(self) -> bool:
        """Note a wrong key and return whether they come too fast."""
        with self._lock:
            now = self.clock()
            self._times = [moment for moment in self._times if moment > now - self.seconds][-self.most :]
            full = len(self._times) >= self.most
            if not full:
                self._times.append(now)
            return full


def public(view: View) -> View:
    """Mark a view as one that a device may see without being paired."""
    _public.add(f"{view.__module__.rsplit('.', 1)[-1]}.{view.__name__}")
    return view


def init_app(app: Flask) -> None:
    """Answer only to known names, and show a device that is not paired how to get in."""
    app.before_request(_known_host)
    app.before_request(_paired)
    app.jinja_env.globals["bookkeeper"] = is_bookkeeper


def own_names() -> set[str]:
    """Return the names by which this machine goes."""
    name = socket.gethostname().lower()
    bare = name.split(".", 1)[0]
    return {"localhost", name, bare, f"{bare}.local"}


def is_bookkeeper() -> bool:
    """Return whether the device that asks is paired, with the key that holds now."""
    carried = session.get("badge")
    return carried is not None and carried == _badge()


def pair(typed: str) -> bool:
    """Make the device that asks a bookkeeper if it knows the key; return whether it did."""
    if not fits(typed, pairing_key(desk().store)):
        return False
    session.permanent = True
    session["badge"] = _badge()
    return True


def guesses() -> Guesses:
    """Return the count of wrong keys."""
    counted: Guesses = current_app.extensions["guesses"]
    return counted


def _badge() -> str:
    return badge(pairing_key(desk().store), str(current_app.secret_key))


def _known_host() -> Response | None:
    """Refuse a name that is not ours, so that no other site's name can be led here.

    The sentence comes without a page: under a name that cannot even be one, no address for a style could be made.
    """
    try:
        name = (urlsplit(f"//{request.environ.get('HTTP_HOST', '')}").hostname or "").rstrip(".")
    except ValueError:
        name = ""
    if name in current_app.config["ALLOWED_HOSTS"] or _is_address(name):
        return None
    return Response(spoken(NOT_OUR_NAME), 421, mimetype="text/plain")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.split("%", 1)[0])
    except ValueError:
        return False
    return True


def _paired() -> Response | None:
    if request.endpoint in _public or is_bookkeeper():
        return None
    after = request.path if request.method == "GET" and request.endpoint else "/"
    return page(PairPage(after=after), 403)
