"""The health check for monitoring: one word, and nothing about the games."""

from collections.abc import Callable
from threading import Lock
from time import monotonic

from flask import Blueprint, Flask, Response, current_app

from ...store.connection import DatabaseUnavailable
from .errors import tell_fault
from .page import service
from .rights import Right, requires

PATIENCE = 1.0  # maximum wait for a locked database, in seconds
FRESH = 2.0  # lifetime of a result in seconds

blueprint = Blueprint("health", __name__)


class Health:
    """The last result of `probe`, which raises DatabaseUnavailable; only one request at a time runs it."""

    def __init__(self, probe: Callable[[], None]) -> None:
        self._probe = probe
        self._probing = Lock()
        self._well, self._holds_until = True, 0.0

    def well(self) -> bool:
        if monotonic() >= self._holds_until and self._probing.acquire(blocking=False):
            try:
                self._well = self._probe_once()
                self._holds_until = monotonic() + FRESH
            finally:
                self._probing.release()
        return self._well

    def _probe_once(self) -> bool:
        try:
            self._probe()
        except DatabaseUnavailable as fault:
            tell_fault(fault)
            return False
        return True


def init_app(app: Flask) -> None:
    app.extensions["health"] = Health(lambda: service().store.probe(PATIENCE))
    app.register_blueprint(blueprint)


@blueprint.get("/health")
@requires(Right.NONE)
def show() -> Response:
    health: Health = current_app.extensions["health"]
    text, status = ("ok", 200) if health.well() else ("not ok", 503)
    return Response(text, status, mimetype="text/plain")
