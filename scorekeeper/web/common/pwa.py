"""What needs https: installing the app, and reading pages without a network. Browsers do not allow it over http."""

from typing import Any

from flask import Blueprint, Flask, Response, current_app, json

from ...core.messages import say
from ..access.rights import Right, requires
from .assets import Asset
from .language import language, translated
from .page import show

NAME = say("Scorekeeper")
WOOD, PAPER = "#533726", "#f5eee0"
"""The colours of the top bar and of the page, as in tokens.css."""
ICONS = (
    ("icons/icon.svg", "any", "any"),
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
"""The icons: name, `sizes` and `purpose` of each; the maskable one may be cut to any shape."""

blueprint = Blueprint("secure", __name__)


def init_app(app: Flask) -> None:
    """Serve what makes the app installable and readable offline."""
    app.register_blueprint(blueprint)


@blueprint.get("/manifest.webmanifest")
@requires(Right.NONE)
def manifest() -> Response:
    """Send the web app manifest: name, colours and icons of an installed Scorekeeper."""
    shared: dict[str, Any] = current_app.jinja_env.globals
    address, name = shared["asset"], translated(NAME)
    icons = [
        {"src": address(icon), "sizes": sizes, "purpose": purpose, "type": _assets()[icon].mimetype}
        for icon, sizes, purpose in ICONS
    ]
    said = {
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
    return Response(json.dumps(said), mimetype="application/manifest+json")


@blueprint.get("/worker.js")
@requires(Right.NONE)
def worker() -> Response:
    """Send the service worker, from the root, because it controls only pages below its own address."""
    asset = _assets()["js/worker.js"]
    return Response(asset.body, mimetype=asset.mimetype)


@blueprint.get("/offline")
@requires(Right.NONE)
def offline() -> Response:
    """Show the page that the service worker keeps for when the network is gone.

    It also has the line that is put above a page kept on the device.
    """
    return show("offline.html", {})


def _assets() -> dict[str, Asset]:
    found: dict[str, Asset] = current_app.extensions["assets"]
    return found
