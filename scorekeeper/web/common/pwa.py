"""Installing the app and reading pages offline; browsers allow both only over https."""

from typing import Any

from flask import Blueprint, Flask, Response, current_app, json

from ...core.messages import say
from .assets import Asset
from .language import language, translated
from .page import show
from .rights import Right, requires

NAME = say("Scorekeeper")
WOOD, PAPER = "#533726", "#f5eee0"
"""Colours of the top bar and of the page, as in tokens.css."""
ICONS = (
    ("icons/icon.svg", "any", "any"),
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
"""Icons: the name, `sizes` and `purpose` of each; a device may cut the maskable one to any shape."""

blueprint = Blueprint("secure", __name__)


def init_app(app: Flask) -> None:
    app.register_blueprint(blueprint)


@blueprint.get("/manifest.webmanifest")
@requires(Right.NONE)
def manifest() -> Response:
    shared: dict[str, Any] = current_app.jinja_env.globals
    url, name = shared["asset"], translated(NAME)
    icons = [
        {"src": url(icon), "sizes": sizes, "purpose": purpose, "type": _assets()[icon].mimetype}
        for icon, sizes, purpose in ICONS
    ]
    fields = {
        "id": "/",
        "name": name,
        "short_name": name,
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": WOOD,
        "background_color": PAPER,
        "icons": icons,
    }
    return Response(json.dumps(fields), mimetype="application/manifest+json")


@blueprint.get("/worker.js")
@requires(Right.NONE)
def worker() -> Response:
    """Send the service worker from the root, because it controls only pages below its own URL."""
    asset = _assets()["js/worker.js"]
    return Response(asset.body, mimetype=asset.mimetype)


@blueprint.get("/offline")
@requires(Right.NONE)
def offline() -> Response:
    """Show the page cached for use without a network, with the line shown above pages cached on the device."""
    return show("offline.html", {})


def _assets() -> dict[str, Asset]:
    found: dict[str, Asset] = current_app.extensions["assets"]
    return found
