"""Who may come in: the names this server answers to, and the devices that are paired with it."""

import hashlib
import ipaddress
import socket
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlsplit

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from ..core.messages import Message, say
from ..pairing import badge, fits, pairing_key
from .language import translated
from .page import page
from .public import is_public
from .services import desk

KEPT_AT_PAIRING = ("language",)
NOT_OUR_NAME = say("Scorekeeper does not answer to that name. Open an address that it printed when it started.")
MOST_OF_A_STRANGER = 16 * 1024
"""So many bytes may be sent without being paired: a key, or a language. To take more apart is work for nothing."""
FORMER_COOKIE = "session"


class Signing(TimestampSigner):
    """Signs as Flask would, but takes a cookie from the future: the clock of this machine was set back since."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """Return what was signed at most `max_age` seconds ago, or later than now; raises BadSignature."""
        try:
            return super().unsign(signed_value, max_age, return_timestamp)  # type: ignore[call-overload]
        except SignatureExpired as expired:
            if not expired.date_signed or expired.date_signed.timestamp() <= self.get_timestamp():
                raise
            return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, marked Secure where the request came by https."""

    digest_method = staticmethod(hashlib.sha256)
    _signing: URLSafeTimedSerializer | None = None

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what the device's cookie holds; one of ours from the time when all had one name counts on."""
        signing, former = self.get_signing_serializer(app), request.cookies.get(FORMER_COOKIE)
        if signing and former and self.get_cookie_name(app) not in request.cookies:
            try:
                lifetime = int(app.permanent_session_lifetime.total_seconds())
                kept = self.session_class(signing.loads(former, max_age=lifetime))
            except BadSignature:
                return self.session_class()
            kept.modified = True  # so that it gets the name that it has now
            return kept
        return super().open_session(app, request)

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the cookie may only travel by https."""
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs the cookies; Flask would make one for every request."""
        if self._signing is None:
            self._signing = super().get_signing_serializer(app)
            if self._signing:
                self._signing.signer = Signing
                # phones that were paired when SHA-1 was used stay so until their cookies expire
                before = {"key_derivation": self.key_derivation, "digest_method": hashlib.sha1}
                self._signing.fallback_signers = [before]
        return self._signing

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write the cookie, and how long it lasts by the device's own clock, whatever this machine's says."""
        before = response.headers.getlist("Set-Cookie")
        super().save_session(app, session, response)
        after = response.headers.getlist("Set-Cookie")
        if session.permanent and len(after) > len(before):
            lasting = f"{after[-1]}; Max-Age={int(app.permanent_session_lifetime.total_seconds())}"
            response.headers.setlist("Set-Cookie", [*after[:-1], lasting])


@dataclass(frozen=True)
class PairPage:
    """How to get in: `after` is where the device wanted to go, `typed` the key that was wrong."""

    template: ClassVar[str] = "pairing/pair.html"
    after: str = "/"
    typed: str = ""
    fault: Message | None = None


def init_app(app: Flask) -> None:
    """Answer only to known names, and show a device that is not paired how to get in."""
    app.before_request(_known_host)
    app.before_request(_paired)


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
    if not is_bookkeeper():  # a new session: what anybody knew of the one before is worth nothing now
        kept = {name: session[name] for name in KEPT_AT_PAIRING if name in session}
        session.clear()
        session.update(kept)
    session.permanent = True
    session["badge"] = _badge()
    return True


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
    return Response(translated(NOT_OUR_NAME), 421, mimetype="text/plain")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.split("%", 1)[0])
    except ValueError:
        return False
    return True


def _paired() -> Response | None:
    if is_public(current_app.view_functions.get(request.endpoint or "")):
        request.max_content_length = MOST_OF_A_STRANGER
        return None
    if is_bookkeeper():
        return None
    after = request.path if request.method == "GET" and request.endpoint else "/"
    return page(PairPage(after=after), 403)
