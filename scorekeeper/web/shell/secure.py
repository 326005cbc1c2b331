"""What only a device that is reached over https asks for: to be installed, and to read while the network is gone.

Over plain http nothing of it is asked for: a browser allows none of it there.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from flask import Blueprint, Flask, Response, current_app, json

from ...core.messages import say
from ..access.rights import Right, needs
from .assets import Asset
from .language import chosen, translated
from .page import page

NAME = say("Scorekeeper")
WOOD, PAPER = "#5a3d28", "#fbf6ea"
"""The colours of the bar and of the page, as in tokens.css."""
ICONS = (
    ("icons/icon.svg", "any", "any"),
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
"""The icons, each with its sizes and what it is for; the last may be cut to any shape."""

blueprint = Blueprint("secure", __name__)


@dataclass(frozen=True)
class OfflinePage:
    """What is shown of the app where the network is gone, and the line on top of a page that was kept."""

    template: ClassVar[str] = "offline.html"


def init_app(app: Flask) -> None:
    """Serve what makes the app one that can be installed and read offline."""
    app.register_blueprint(blueprint)


@blueprint.get("/manifest.webmanifest")
@needs(Right.NONE)
def manifest() -> Response:
    """Say what an installed Scorekeeper is called, and how it looks."""
    shared: dict[str, Any] = current_app.jinja_env.globals
    house, address = shared["house"], shared["asset"]
    name = translated(NAME)
    icons = [
        {"src": address(icon), "sizes": sizes, "purpose": purpose, "type": _assets()[icon].mimetype}
        for icon, sizes, purpose in ICONS
    ]
    said = {
        "id": "/",
        "name": f"{name}: {house}" if house else name,
        "short_name": house or name,
        "lang": chosen(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": WOOD,
        "background_color": PAPER,
        "icons": icons,
    }
    return Response(json.dumps(said), mimetype="application/manifest+json")


@blueprint.get("/worker.js")
@needs(Right.NONE)
def worker() -> Response:
    """Send the script between pages and network: from the root, since it serves all that lies below its own address."""
    asset = _assets()["js/worker.js"]
    return Response(asset.body, mimetype=asset.mimetype)


@blueprint.get("/offline")
@needs(Right.NONE)
def offline() -> Response:
    """Show what there is without a network; a page of a game was kept with its line."""
    return page(OfflinePage())


def _assets() -> dict[str, Asset]:
    found: dict[str, Asset] = current_app.extensions["assets"]
    return found
